#include "record/recorder.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sidestep {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

std::size_t pending_frames_for(double fps) {
    return static_cast<std::size_t>(std::clamp(fps / 2, 1.0, 16.0));
}

Recorder::Recorder(std::unique_ptr<TrajectoryWriter> writer, std::size_t max_pending_frames)
    : writer_(std::move(writer)),
      max_pending_(std::max<std::size_t>(1, max_pending_frames)),
      thread_([this] { write_frames(); }) {}

Recorder::~Recorder() {
    join();
}

void Recorder::push(TrajectoryFrame&& frame) {
    std::unique_lock lock(mutex_);
    if (pending_.size() >= max_pending_ && !error_) {
        const auto start = Clock::now();
        may_push_.wait(lock, [this] { return pending_.size() < max_pending_ || error_; });
        waited_ms_ += ms_since(start);
    }
    if (error_) std::rethrow_exception(error_);
    pending_.push_back(std::move(frame));
    lock.unlock();
    may_write_.notify_one();
}

void Recorder::finish(const std::map<std::string, std::string>& closing) {
    const auto start = Clock::now();
    if (thread_.joinable()) {
        const std::lock_guard lock(mutex_);
        closing_ = closing;
    }
    join();
    waited_ms_ += ms_since(start);
    if (error_) std::rethrow_exception(error_);
}

TrajectoryFrame Recorder::reuse() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return {};
    TrajectoryFrame frame = std::move(free_.back());
    free_.pop_back();
    return frame;
}

void Recorder::join() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    may_write_.notify_one();
    thread_.join();
}

void Recorder::write_frames() {
    std::unique_lock lock(mutex_);
    try {
        for (;;) {
            may_write_.wait(lock, [this] { return !pending_.empty() || ending_; });
            const bool last = pending_.empty();
            TrajectoryFrame frame;
            if (!last) {
                frame = std::move(pending_.front());
                pending_.pop_front();
            }
            lock.unlock();
            may_push_.notify_one();

            if (last) {
                writer_->finish(closing_);  // set before ending_, and never again
            } else {
                writer_->write(frame);
            }

            lock.lock();
            if (last) return;
            frame.rows.clear();
            frame.newcomers.clear();
            frame.explanations.clear();
            frame.frame = 0;
            if (free_.size() <= max_pending_) free_.push_back(std::move(frame));
        }
    } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        error_ = std::current_exception();
        pending_.clear();
        lock.unlock();
        may_push_.notify_one();
    }
}

}  // namespace sidestep
