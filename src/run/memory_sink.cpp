// Frames into a trajectory in memory, and into two sinks at once.
#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "record/track_builder.h"
#include "record/wait_follower.h"
#include "sidestep/run.h"

namespace sidestep {

struct MemorySink::Kept {
    Trajectory trajectory;
    TrackBuilder tracks{true};
    TrajectoryFrame spare;
    WaitFollower waits;
    std::unordered_map<AgentId, std::size_t> last_wait;  ///< by agent, in the trajectory's list
};

MemorySink::MemorySink() : kept_(std::make_unique<Kept>()) {}
MemorySink::~MemorySink() = default;

void MemorySink::begin(const TrajectoryInfo& info) {
    kept_->trajectory.info = info;
}

void MemorySink::frame(TrajectoryFrame&& frame) {
    for (const TrajectoryRow& row : frame.rows) kept_->tracks.add(frame.frame, row);
    Trajectory& t = kept_->trajectory;
    kept_->waits.follow(
        frame,
        [&](AgentId id, std::uint32_t at) {
            kept_->last_wait[id] = t.waits.size();
            t.waits.push_back({id, at});
        },
        [&](AgentId id, std::uint32_t at) { t.waits[kept_->last_wait[id]].last = at; });
    std::move(frame.newcomers.begin(), frame.newcomers.end(), std::back_inserter(t.agents));
    std::move(frame.explanations.begin(), frame.explanations.end(), std::back_inserter(t.explanations));
    kept_->spare = std::move(frame);
}

void MemorySink::finish(const std::map<std::string, std::string>& closing) {
    Trajectory& t = kept_->trajectory;
    t.tracks = kept_->tracks.finish();
    std::ranges::sort(t.agents, {}, &AgentInfo::id);
    std::ranges::sort(t.waits, {}, [](const Wait& w) { return std::pair(w.id, w.first); });
    for (const auto& [key, value] : closing) t.info.metadata[key] = value;
}

TrajectoryFrame MemorySink::reuse() {
    return std::move(kept_->spare);
}

Trajectory MemorySink::take() {
    return std::move(kept_->trajectory);
}

void BothSinks::begin(const TrajectoryInfo& info) {
    first_.begin(info);
    second_.begin(info);
}

void BothSinks::frame(TrajectoryFrame&& frame) {
    first_.frame(TrajectoryFrame(frame));
    second_.frame(std::move(frame));
}

void BothSinks::finish(const std::map<std::string, std::string>& closing) {
    first_.finish(closing);
    second_.finish(closing);
}

}  // namespace sidestep
