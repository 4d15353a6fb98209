// What all evaluations look after alike: how far they are, and who is to be tested against whom.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>

#include "sidestep/evaluate.h"

namespace sidestep {

/// Progress, and whether to go on.
class EvaluateWatch {
public:
    EvaluateWatch(const EvaluateOptions& options, std::size_t of) : options_(options), progress_{0, of} {}
    bool stopped() const { return stopped_; }
    void done(std::size_t cases) {
        const std::lock_guard lock(mutex_);
        progress_.done += cases;
        if (!stopped_ && options_.progress && !options_.progress(progress_)) stopped_ = true;
    }

private:
    const EvaluateOptions& options_;
    std::mutex mutex_;
    EvaluateProgress progress_;
    std::atomic<bool> stopped_ = false;
};

/// Throws InputError for a reference there is not, std::invalid_argument for times that are none.
void check_walkers(std::span<const EvaluatedWalker> walkers, const EvaluateOptions& options);

}  // namespace sidestep
