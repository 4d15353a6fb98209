// A thread that answers one question after the other, so that the network's thread never waits.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <thread>

namespace sidestep::view {

/// A thread with a queue of jobs.
class Worker {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void post(std::function<void()> job);
    /// Drops what waits and says whether the job under way ended in time.
    bool stop(std::chrono::milliseconds patience);

private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_;
    bool stopping_ = false, ended_ = false;
    std::thread thread_;  // last: starts when everything else exists
};

/// All of them, within the same patience.
bool stop_all(std::span<Worker* const> workers, std::chrono::milliseconds patience);

}  // namespace sidestep::view
