#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace sidestep::cli {

std::string time_left(double elapsed_s, double share) {
    if (elapsed_s < 2 || !(share > 0.01) || share >= 1) return {};
    const double left = elapsed_s * (1 - share) / share;
    if (left > 100 * 3600.0) return ", days left";
    const auto s = static_cast<long>(left + 0.5);
    if (s >= 3600) return fmt::format(", about {}:{:02}:{:02} left", s / 3600, s / 60 % 60, s % 60);
    return fmt::format(", about {}:{:02} left", s / 60, s % 60);
}

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    erase();
}

void ProgressBar::show(const Simulation& simulation) {
    const double duration = simulation.scenario().duration;
    draw(duration > 0 ? simulation.time() / duration : 0,
         fmt::format("{:.1f} of {:.1f} s, {} agents", simulation.time(), duration, simulation.agent_count()));
}

void ProgressBar::show(const StudyProgress& progress) {
    draw(static_cast<double>(progress.done) / static_cast<double>(progress.of),
         fmt::format("{} of {} runs", progress.done, progress.of));
}

void ProgressBar::draw(double share, const std::string& words) {
    if (!terminal_) return;
    constexpr int kWidth = 32;
    const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * kWidth);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    fmt::print(stderr, "\r\x1b[K[{}{}] {}{}", std::string(filled, '#'), std::string(kWidth - filled, ' '), words,
               time_left(elapsed.count(), share));
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
