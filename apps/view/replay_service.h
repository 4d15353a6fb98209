// A recording behind the server: every question is answered by a thread that may take its time.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "http_server.h"
#include "map_desk.h"
#include "replay.h"
#include "worker.h"

namespace sidestep::view {

class ReplayService final : public Application {
public:
    using Open = std::function<std::unique_ptr<FrameSource>()>;
    /// `open` may be called several times, by several threads, where the format looks at single frames.
    explicit ReplayService(std::string path, Open open = {});

    void answer(const Request& request, std::function<void(Response)> reply) override;

    /// Opens the recording in the background; a text file is read as a whole. `failed` is called there when it cannot.
    void open(std::function<void()> failed);
    /// Rethrows why it could not be opened. Returns whether it is open already.
    bool wait_open(std::chrono::milliseconds patience);
    /// False when something is still being read: the process must end without waiting for it.
    bool stop(std::chrono::milliseconds patience);

private:
    /// A recording opened once more, so that a long answer does not hold up short ones.
    struct Desk {
        Worker worker;
        std::unique_ptr<Replay> replay;
    };
    using Answer = std::function<Response(Replay&)>;
    void ask(Desk& desk, Answer answer, std::function<void(Response)> reply);
    Desk& desk_for_long_answers(Desk& desk) { return seeks_ ? desk : frames_; }

    std::string path_;
    Open open_source_;
    bool seeks_ = false;  ///< opening again costs nothing
    std::shared_ptr<const Overview> overview_;
    std::atomic<bool> stopping_{false}, open_{false};
    std::mutex mutex_;
    std::condition_variable opened_;
    std::exception_ptr failure_;
    std::string series_;  ///< once computed; touched by one desk only
    Desk frames_, series_desk_, track_desk_;
    std::unique_ptr<MapDesk> map_;  ///< there once the recording is open, where it has a map
};

}  // namespace sidestep::view
