// CPU time per stage, summed over threads. A thread's clock of its own is a call of the system (a microsecond on some
// machines, while a block of agents takes fifty), so after the first stretches of a stage one of sixteen is measured
// and stands for all of them.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>

#include "base/random.h"
#include "sidestep/simulation.h"

namespace sidestep {

/// How many stretches a measured one stands for; 0 for those that are not measured.
class StretchSample {
public:
    static constexpr std::uint32_t kAll = 64;    ///< at first, so that short runs are exact
    static constexpr std::uint32_t kOneOf = 16;  ///< later
    std::uint32_t next() {
        const std::uint32_t n = count_++;
        if (n < kAll) return 1;
        // Not always the same one: stretches of a step, one after the other, are places in the scene.
        return n % kOneOf == mix(n / kOneOf) % kOneOf ? kOneOf : 0;
    }

private:
    std::uint32_t count_ = 0;
};

/// Of one thread, or of what only one of them does at a time.
struct StageTimes {
    std::array<std::int64_t, static_cast<std::size_t>(Stage::count)> ns{};
    std::array<StretchSample, static_cast<std::size_t>(Stage::count)> samples{};  ///< by the stage they begin with
};

/// Adds the CPU time of the calling thread in the life time of the object to a stage; `next` closes one stage and opens
/// another.
class StageTimer {
public:
    StageTimer(StageTimes& times, Stage stage)
        : times_(times), stage_(stage), weight_(times.samples[static_cast<std::size_t>(stage)].next()) {
        if (weight_ != 0) since_ = now();
    }
    ~StageTimer() { close(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;
    void next(Stage stage) {
        close();
        stage_ = stage;
    }

private:
    static std::int64_t now() {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    }
    void close() {
        if (weight_ == 0) return;
        const std::int64_t until = now();
        times_.ns[static_cast<std::size_t>(stage_)] += weight_ * (until - since_);
        since_ = until;
    }
    StageTimes& times_;
    Stage stage_;
    std::uint32_t weight_;
    std::int64_t since_ = 0;
};

}  // namespace sidestep
