// sidestep bench: what a step costs, with the state hash beside it. Faster with another hash is a different program.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sidestep::cli {

struct BenchCommand {
    std::vector<std::string> scenes;
    std::string model;  ///< empty: what the scene says (orca in generated scenes)
    int threads = 1;    ///< one by default: the cost of a step, not the size of the machine
    std::optional<int> warmup, steps;
    std::optional<int> neighbours;
    bool puppets = false;  ///< everybody is moved by the program
    std::string csv;
    bool json = false;
};

int bench_command(const BenchCommand& command);

}  // namespace sidestep::cli
