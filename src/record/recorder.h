// Writes on a thread of its own, so that the simulation pays for recording only where the disk is the limit.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

/// Longest queue that keeps the promise "a killed run lacks at most its last simulated second": half a second may wait
/// here while the writer holds the other half (formats.h).
std::size_t pending_frames_for(double fps);

/// Hands frames to a writer through a bounded queue. push, reuse and finish belong to one thread, the simulation's.
class Recorder {
public:
    explicit Recorder(std::unique_ptr<TrajectoryWriter> writer, std::size_t max_pending_frames = 16);
    /// Without finish(): writes what is pending and closes the file; errors are lost.
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Blocks while the queue is full. Rethrows the writer's error, again at every later call.
    void push(TrajectoryFrame&& frame);
    /// Waits until everything is written and the file is closed with this closing metadata. Rethrows the writer's
    /// error.
    void finish(const std::map<std::string, std::string>& closing = {});
    /// An empty frame whose vectors keep the capacity they had when it was written.
    TrajectoryFrame reuse();
    double waited_ms() const { return waited_ms_; }  ///< how long push and finish held up the simulation

private:
    void write_frames();
    void join();

    std::unique_ptr<TrajectoryWriter> writer_;
    const std::size_t max_pending_;
    double waited_ms_ = 0;

    std::mutex mutex_;  // guards everything below but the thread itself
    std::condition_variable may_push_, may_write_;
    std::deque<TrajectoryFrame> pending_;
    std::vector<TrajectoryFrame> free_;
    std::exception_ptr error_;
    bool ending_ = false;
    std::map<std::string, std::string> closing_;

    std::thread thread_;  // last: starts when everything else exists
};

}  // namespace sidestep
