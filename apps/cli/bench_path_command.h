// sidestep bench-path: random queries on one map, method beside method.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sidestep::cli {

struct BenchPathCommand {
    std::string map;
    std::uint32_t pairs = 1000;
    std::uint64_t seed = 1;
    std::uint32_t tile = 1;
    double radius = 0.25;
    std::uint32_t key_points = 1;
    std::vector<std::string> methods;  ///< empty: all
    bool json = false;
};

int bench_path_command(const BenchPathCommand& command);

}  // namespace sidestep::cli
