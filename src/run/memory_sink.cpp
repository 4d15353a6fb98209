// Frames into a trajectory in memory, and into two sinks at once.
#include <algorithm>
#include <iterator>
#include <utility>

#include "record/track_builder.h"
#include "sidestep/run.h"

namespace sidestep {

struct MemorySink::Kept {
    Trajectory trajectory;
    TrackBuilder tracks{true};
    TrajectoryFrame spare;
};

MemorySink::MemorySink() : kept_(std::make_unique<Kept>()) {}
MemorySink::~MemorySink() = default;

void MemorySink::begin(const TrajectoryInfo& info) {
    kept_->trajectory.info = info;
}

void MemorySink::frame(TrajectoryFrame&& frame) {
    for (const TrajectoryRow& row : frame.rows) kept_->tracks.add(frame.frame, row);
    Trajectory& t = kept_->trajectory;
    std::move(frame.newcomers.begin(), frame.newcomers.end(), std::back_inserter(t.agents));
    std::move(frame.explanations.begin(), frame.explanations.end(), std::back_inserter(t.explanations));
    kept_->spare = std::move(frame);
}

void MemorySink::finish(const std::map<std::string, std::string>& closing) {
    Trajectory& t = kept_->trajectory;
    t.tracks = kept_->tracks.finish();
    std::ranges::sort(t.agents, {}, &AgentInfo::id);
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
