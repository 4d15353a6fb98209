// One line on a terminal that says how far a run is; silent when stderr is a file or a pipe.
#pragma once

#include "sidestep/simulation.h"

namespace sidestep::cli {

class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(const Simulation& simulation);
    void erase();

private:
    bool terminal_;
    bool drawn_ = false;
};

}  // namespace sidestep::cli
