#include "worker.h"

#include <algorithm>
#include <utility>

namespace sidestep::view {

Worker::Worker() : thread_([this] { run(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        jobs_.clear();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Worker::post(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
}

bool Worker::stop(std::chrono::milliseconds patience) {
    std::deque<std::function<void()>> dropped;
    std::unique_lock lock(mutex_);
    stopping_ = true;
    dropped.swap(jobs_);
    changed_.notify_all();
    return changed_.wait_for(lock, patience, [this] { return ended_; });
}

void Worker::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
        if (stopping_) break;
        {
            const std::function<void()> job = std::move(jobs_.front());
            jobs_.pop_front();
            lock.unlock();
            job();
        }
        lock.lock();
    }
    ended_ = true;
    changed_.notify_all();
}

bool stop_all(std::span<Worker* const> workers, std::chrono::milliseconds patience) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + patience;
    bool ended = true;
    for (Worker* worker : workers) {
        const auto left = std::max(until - Clock::now(), Clock::duration::zero());
        ended = worker->stop(std::chrono::duration_cast<std::chrono::milliseconds>(left)) && ended;
    }
    return ended;
}

}  // namespace sidestep::view
