// sidestep calibrate: parameters found from recorded motion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recording.h"

namespace sidestep::cli {

/// How parameters are looked for, whatever they are of.
struct SearchArguments {
    std::string method = "annealing";
    int seeds = 3;
    std::uint64_t seed = 1;
    int evaluations = 400;
    int threads = 0;
    std::string resume;  ///< checkpoint; empty: none
};

struct CalibrateCommand {
    std::string subject;  ///< heading_chart, or a scene
    std::string data;     ///< recording; of heading charts
    SearchArguments search;
    std::vector<std::string> settings;  ///< PARAM=VALUE instead of defaults; of scenes PROFILE.PARAM=VALUE
    bool force = false;
    bool json = false;

    // Heading charts.
    std::string metric;                   ///< empty: distance
    std::vector<std::string> parameters;  ///< to be fitted; empty: c_turn, c_inertia
    RecordingChoice recording{};          ///< of DATA and of --like
    std::string scene;                    ///< scene whose map to take instead
    bool whole = false;                   ///< tracks as they are instead of walks between rests
    bool heel_strikes = false;            ///< rows are where heels touched the ground
    std::string per_walk;                 ///< CSV file with one row per walk; empty: none

    // Scenes.
    std::vector<std::string> fit;         ///< PROFILE.PART.PARAM[=LOW,HIGH]
    std::vector<std::string> objectives;  ///< METRIC=VALUE[,SCALE]; METRIC alone with `like`
    std::string like;                     ///< recording to come near to
    std::string runs = "1";               ///< of each evaluation: N, or seeds A-B
    std::optional<double> duration, dt;   ///< s
};

}  // namespace sidestep::cli
