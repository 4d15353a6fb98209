// sidestep run: simulate a scene to its end, record it, say whether the result can be trusted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scene_choice.h"

namespace sidestep::cli {

struct RunCommand {
    SceneChoice choice;
    std::string output;
    int threads = 0;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> explain;      ///< ids of agents
    std::string seeds;                     ///< N, or A-B: several runs; empty: one
    std::vector<std::string> metrics;      ///< of several runs
    std::string resume;                    ///< a snapshot; of several runs their checkpoint
    std::optional<double> snapshot_every;  ///< s
    bool force = false;
    bool json = false;
};

}  // namespace sidestep::cli
