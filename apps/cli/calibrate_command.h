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
    std::string method;  ///< empty: the usual one of what is fitted
    int seeds = 3;
    std::uint64_t seed = 1;
    int evaluations = 400;
    int threads = 0;
    std::string resume;  ///< checkpoint; empty: none
};

struct CalibrateCommand {
    std::string subject;            ///< heading_chart, a scene, or a model or profile where there are data
    std::vector<std::string> data;  ///< recordings; of models also files of experiments
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
    std::vector<std::string> fit;         ///< PROFILE.PART.PARAM[=LOW,HIGH]; of models without the profile
    std::vector<std::string> objectives;  ///< METRIC=VALUE[,SCALE]; METRIC alone with `like`; of models TERM=WEIGHT,…
    std::string like;                     ///< recording to come near to
    std::string runs = "1";               ///< of each evaluation: N, or seeds A-B
    std::optional<double> duration, dt;   ///< s

    // Models.
    bool following = false;             ///< also has the intent following
    std::string half = "first";         ///< that is learnt from
    std::string goals = "both";         ///< of replaced people
    std::vector<std::string> hold_out;  ///< experiments
    std::optional<std::size_t> cases;   ///< of each recording and evaluation
    std::optional<int> polish;          ///< evaluations of each seed
    int flow_seeds = 1;
    int resamples = 200;
    std::string folder;  ///< of the files of experiments
    std::string output;  ///< profile
    bool quick = false;  ///< without looking what the data tell of each parameter
};

}  // namespace sidestep::cli
