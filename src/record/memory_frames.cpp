// Frames of a trajectory that is in memory as a whole.
#include <algorithm>
#include <utility>

#include "record/frames.h"

namespace sidestep {
namespace {

class MemoryFrames final : public FrameSource {
public:
    explicit MemoryFrames(Trajectory&& trajectory) : trajectory_(std::move(trajectory)), frames_(trajectory_) {}

    const TrajectoryInfo& info() const override { return trajectory_.info; }
    std::span<const std::uint32_t> frames() const override { return frames_.numbers(); }
    std::span<const AgentInfo> agents() const override { return trajectory_.agents; }
    std::span<const Wait> waits() const override { return trajectory_.waits; }

    void read(std::size_t index, TrajectoryFrame& frame) override {
        const auto samples = frames_.at(index);
        frame.frame = frames_.numbers()[index];
        frame.rows.clear();
        frame.newcomers.clear();
        frame.explanations.clear();
        for (const Frames::Sample s : samples) {
            const Track& track = trajectory_.tracks[s.track];
            frame.rows.push_back(
                {track.id, track.position[s.index], track.heading.empty() ? Vec2f{} : track.heading[s.index]});
        }
    }

    std::size_t count(std::size_t index) override { return frames_.at(index).size(); }

    Track track(AgentId id) override {
        const auto at = std::lower_bound(trajectory_.tracks.begin(), trajectory_.tracks.end(), id,
                                         [](const Track& track, AgentId wanted) { return track.id < wanted; });
        if (at != trajectory_.tracks.end() && at->id == id) return *at;
        Track nobody;
        nobody.id = id;
        return nobody;
    }

    std::vector<AgentId> explained() override {
        std::vector<AgentId> ids;
        for (const Explanation& explanation : trajectory_.explanations) ids.push_back(explanation.id);
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        return ids;
    }

    std::optional<Explanation> explanation(AgentId id, std::uint32_t frame) override {
        const auto key = [](const Explanation& e) { return std::pair(e.frame, e.id); };
        const auto at =
            std::lower_bound(trajectory_.explanations.begin(), trajectory_.explanations.end(), std::pair(frame, id),
                             [&](const Explanation& e, const auto& wanted) { return key(e) < wanted; });
        if (at == trajectory_.explanations.end() || key(*at) != std::pair(frame, id)) return std::nullopt;
        return *at;
    }

private:
    const Trajectory trajectory_;
    const Frames frames_;
};

}  // namespace

std::unique_ptr<FrameSource> frames_of(Trajectory trajectory) {
    return std::make_unique<MemoryFrames>(std::move(trajectory));
}

}  // namespace sidestep
