// One line on a terminal that says how far a run is; silent when stderr is a file or a pipe.
#pragma once

#include <chrono>
#include <string>

#include "sidestep/simulation.h"
#include "sidestep/study.h"

namespace sidestep::cli {

/// ", about 1:20 left" from how long a share took; empty while that is a guess.
std::string time_left(double elapsed_s, double share);

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

    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    bool terminal_;
    bool drawn_ = false;
};

}  // namespace sidestep::cli
