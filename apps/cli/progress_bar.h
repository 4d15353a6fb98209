// One line on a terminal that says how far a run is; silent when stderr is a file or a pipe.
#pragma once

#include <string>

#include "sidestep/simulation.h"
#include "sidestep/study.h"

namespace sidestep::cli {

class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(const Simulation& simulation);
    void show(const StudyProgress& progress);
    void erase();

private:
    void draw(double share, const std::string& words);

    bool terminal_;
    bool drawn_ = false;
};

}  // namespace sidestep::cli
