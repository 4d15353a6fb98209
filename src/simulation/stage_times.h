// A timer per stage, summed over threads.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include "sidestep/simulation.h"

namespace sidestep {

using StageTimes = std::array<std::int64_t, static_cast<std::size_t>(Stage::count)>;  // nanoseconds

/// Adds the life time of the object to a stage; `next` closes one stage and opens another.
class StageTimer {
public:
    StageTimer(StageTimes& times, Stage stage) : times_(times), stage_(stage), since_(Clock::now()) {}
    ~StageTimer() { close(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;
    void next(Stage stage) {
        close();
        stage_ = stage;
    }

private:
    using Clock = std::chrono::steady_clock;
    void close() {
        const auto now = Clock::now();
        times_[static_cast<std::size_t>(stage_)] +=
            std::chrono::duration_cast<std::chrono::nanoseconds>(now - since_).count();
        since_ = now;
    }
    StageTimes& times_;
    Stage stage_;
    Clock::time_point since_;
};

}  // namespace sidestep
