// sidestep calibrate: parameters found from recorded motion.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sidestep::cli {

struct CalibrateCommand {
    std::string model;  ///< heading_chart
    std::string data;   ///< recording
    std::string metric = "distance";
    std::string method = "annealing";
    std::vector<std::string> parameters;  ///< to be fitted; empty: c_turn, c_inertia
    std::vector<std::string> settings;    ///< PARAM=VALUE instead of defaults
    std::string map;                      ///< file of well-known text instead of the recording's own map
    std::string scene;                    ///< scene whose map to take instead
    bool whole = false;                   ///< tracks as they are instead of walks between rests
    int seeds = 3;
    std::uint64_t seed = 1;
    int evaluations = 400;
    int threads = 0;
    std::string resume;    ///< checkpoint; empty: none
    std::string per_walk;  ///< CSV file with one row per walk; empty: none
    bool force = false;
    bool json = false;
};

int calibrate_command(const CalibrateCommand& command);

}  // namespace sidestep::cli
