#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace sidestep::cli {

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    erase();
}

void ProgressBar::show(const Simulation& simulation) {
    if (!terminal_) return;
    constexpr int kWidth = 32;
    const double duration = simulation.scenario().duration;
    const double share = duration > 0 ? std::clamp(simulation.time() / duration, 0.0, 1.0) : 0.0;
    const int filled = static_cast<int>(share * kWidth);
    fmt::print(stderr, "\r\x1b[K[{}{}] {:.1f} of {:.1f} s, {} agents", std::string(filled, '#'),
               std::string(kWidth - filled, ' '), simulation.time(), duration, simulation.agent_count());
    std::fflush(stderr);
    drawn_ = true;
}

void ProgressBar::erase() {
    if (!drawn_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    drawn_ = false;
}

}  // namespace sidestep::cli
