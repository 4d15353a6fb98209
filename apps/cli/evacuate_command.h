// sidestep evacuate: from a building's plan to who got out when.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "import_arguments.h"
#include "sidestep/evacuation.h"

namespace sidestep::cli {

struct EvacuateCommand {
    std::string plan;
    std::uint32_t people = 0;
    std::vector<std::string> exits;  ///< "X,Y,X,Y"
    std::string output;              ///< folder; empty: named after the plan
    std::string scene;               ///< file
    std::string model = EvacuationOptions{}.model;
    std::string premovement, speed, radius;  ///< empty: the usual
    bool start_areas = false;
    double duration = EvacuationOptions{}.duration;
    std::uint64_t seed = EvacuationOptions{}.seed;
    std::string seeds;
    int threads = 0;
    ImportArguments reading;
    bool force = false;
    bool json = false;
};

int evacuate_command(const EvacuateCommand& command);

}  // namespace sidestep::cli
