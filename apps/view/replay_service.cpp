#include "replay_service.h"

#include <vector>

#include "query.h"

namespace sidestep::view {

namespace {

constexpr const char* kBinary = "application/octet-stream";

}  // namespace

ReplayService::ReplayService(std::string path, Open open) : path_(std::move(path)), open_source_(std::move(open)) {
    if (!open_source_) open_source_ = [this] { return open_trajectory(path_); };
    const TrajectoryFormat* format = find_trajectory_format(path_);
    seeks_ = format && format->open_frames;
}

void ReplayService::open(std::function<void()> failed) {
    frames_.worker.post([this, failed = std::move(failed)] {
        std::exception_ptr failure;
        try {
            std::unique_ptr<FrameSource> source = open_source_();
            overview_ = std::make_shared<const Overview>(overview_of(*source, path_));
            if (overview_->ground.cut) map_ = std::make_unique<MapDesk>(overview_->ground);
            frames_.replay = std::make_unique<Replay>(std::move(source), overview_);
        } catch (...) {
            failure = std::current_exception();
        }
        {
            const std::lock_guard lock(mutex_);
            failure_ = failure;
            open_ = !failure;
            if (failure) failed();  // before anybody can learn of it and leave
        }
        opened_.notify_all();
    });
}

bool ReplayService::wait_open(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    opened_.wait_for(lock, patience, [this] { return open_ || failure_; });
    if (failure_) std::rethrow_exception(failure_);
    return open_;
}

bool ReplayService::stop(std::chrono::milliseconds patience) {
    stopping_ = true;
    std::vector<Worker*> all{&frames_.worker, &series_desk_.worker, &track_desk_.worker};
    if (open_ && map_) {
        for (Worker* worker : map_->workers()) all.push_back(worker);
    }
    return stop_all(all, patience);
}

void ReplayService::ask(Desk& desk, Answer answer, std::function<void(Response)> reply) {
    desk.worker.post([this, &desk, answer = std::move(answer), reply = std::move(reply)] {
        try {
            if (!desk.replay) desk.replay = std::make_unique<Replay>(open_source_(), overview_);
            reply(answer(*desk.replay));
        } catch (const std::exception& error) {
            reply(error_response(500, error.what()));
        }
    });
}

void ReplayService::answer(const Request& request, std::function<void(Response)> reply) {
    const std::string& path = request.path;
    const bool known = MapDesk::knows(path) || path == "/api/info" || path == "/api/agents" || path == "/api/frames" ||
                       path == "/api/series" || path == "/api/track" || path == "/api/explain";
    if (!known) return reply(error_response(404, "there is nothing here"));
    if (!open_) {
        Response wait = text_response(202, R"({"loading":true})");
        wait.retry_after = 1;
        return reply(std::move(wait));
    }
    if (MapDesk::knows(path)) return ask_map(map_.get(), request, std::move(reply));
    if (path == "/api/info") {
        return ask(
            frames_, [](Replay& replay) { return text_response(200, to_text(replay.overview().info)); },
            std::move(reply));
    }
    if (path == "/api/agents") {
        return ask(frames_, [](Replay& replay) { return text_response(200, replay.agents()); }, std::move(reply));
    }
    if (path == "/api/series") {
        return ask(
            desk_for_long_answers(series_desk_),
            [this](Replay& replay) {
                if (series_.empty()) series_ = replay.series(stopping_);
                return text_response(200, series_);
            },
            std::move(reply));
    }
    if (path == "/api/frames") {
        const auto first = whole(request, "first"), count = whole(request, "count", 1),
                   stride = whole(request, "stride", 1);
        if (!first || !count || !stride || *count == 0 || *stride == 0) {
            return reply(error_response(400, "first, count and stride are whole numbers, the last two above 0"));
        }
        return ask(
            frames_,
            [first, count, stride](Replay& replay) {
                if (*first >= replay.source().frames().size()) return error_response(400, "first is beyond the end");
                return text_response(200, replay.frames(*first, *count, *stride), kBinary);
            },
            std::move(reply));
    }
    const auto id = whole(request, "id"), frame = whole(request, "frame", 0);
    if (!id || !frame) return reply(error_response(400, "id and frame are whole numbers"));
    if (path == "/api/track") {
        return ask(
            desk_for_long_answers(track_desk_),
            [id](Replay& replay) { return text_response(200, replay.track(*id), kBinary); }, std::move(reply));
    }
    ask(
        frames_, [id, frame](Replay& replay) { return text_response(200, replay.explanation(*id, *frame)); },
        std::move(reply));
}

}  // namespace sidestep::view
