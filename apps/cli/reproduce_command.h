// sidestep reproduce: a paper's experiments run again, its numbers beside ours.
#pragma once

#include <string>

namespace sidestep::cli {

struct ReproduceCommand {
    std::string paper;
    std::string part;
    int seeds = 10;
    int threads = 0;
    bool strict = false;  ///< a missed required claim is exit 1
    bool json = false;
    std::string figures;  ///< directory to put figures in; empty: none
    bool force = false;
};

int reproduce_command(const ReproduceCommand& command);

}  // namespace sidestep::cli
