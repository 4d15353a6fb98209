// A trajectory that is in memory, into a file of any format, and what the format has no place for.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "record/frames.h"
#include "record/plausible.h"
#include "sidestep/trajectory.h"

namespace sidestep {
namespace {

/// Frames as a run would hand them to a writer.
class FrameMaker {
public:
    explicit FrameMaker(const Trajectory& trajectory) : trajectory_(trajectory), frames_(trajectory) {}

    std::size_t count() const { return frames_.numbers().size(); }
    const TrajectoryFrame& make(std::size_t i) {
        frame_.frame = frames_.numbers()[i];
        frame_.rows.clear();
        frame_.newcomers.clear();
        frame_.explanations.clear();
        for (const Frames::Sample s : frames_.at(i)) {
            const Track& track = trajectory_.tracks[s.track];
            frame_.rows.push_back({track.id, track.position[s.index],
                                   track.heading.empty() ? Vec2f{} : track.heading[s.index], waits(track.id)});
            if (s.index == 0) introduce(track.id);
        }
        const auto& all = trajectory_.explanations;
        for (auto at = std::ranges::lower_bound(all, frame_.frame, {}, &Explanation::frame);
             at != all.end() && at->frame == frame_.frame; ++at) {
            frame_.explanations.push_back(*at);
        }
        return frame_;
    }

private:
    bool waits(AgentId id) const {
        const auto after = std::ranges::upper_bound(trajectory_.waits, RowKey{id, frame_.frame}, {},
                                                    [](const Wait& wait) { return RowKey{wait.id, wait.first}; });
        if (after == trajectory_.waits.begin()) return false;
        const Wait& wait = *std::prev(after);
        return wait.id == id && frame_.frame <= wait.last;
    }
    void introduce(AgentId id) {
        const auto agent = std::ranges::lower_bound(trajectory_.agents, id, {}, &AgentInfo::id);
        if (agent != trajectory_.agents.end() && agent->id == id) frame_.newcomers.push_back(*agent);
    }

    const Trajectory& trajectory_;
    const Frames frames_;
    TrajectoryFrame frame_;
};

}  // namespace

void write_trajectory(const std::string& path, const Trajectory& trajectory, bool overwrite) {
    if (!plausible::is_rate(trajectory.info.fps)) {
        throw std::invalid_argument(
            fmt::format("a trajectory needs a frame rate {}, not {}", plausible::kRateAllowed, trajectory.info.fps));
    }
    const TrajectoryFormat& format = require_trajectory_format(path);
    if (format.open_writer == nullptr) {
        format.write(path, trajectory, overwrite);
        return;
    }
    FrameMaker frames(trajectory);
    const auto writer = format.open_writer(path, trajectory.info, overwrite);
    for (std::size_t i = 0; i < frames.count(); ++i) writer->write(frames.make(i));
    writer->finish();
}

std::vector<std::string> lost_in(const TrajectoryFormat& format, const Trajectory& trajectory) {
    std::vector<std::string> lost;
    const auto& info = trajectory.info;
    const auto counted = [](std::size_t n, const char* what) { return fmt::format("{} {}", n, what); };
    if (!format.keeps_fps) lost.push_back(fmt::format("the frame rate (say --fps {:g} when it is read)", info.fps));
    if (!format.keeps_map && !info.wkt.empty()) lost.emplace_back("the map");
    if (!format.keeps_map && info.periodic != Vec2d{}) lost.emplace_back("the lengths of periodic axes");
    if (!format.keeps_metadata && !info.metadata.empty()) {
        std::string keys;
        for (const auto& [key, value] : info.metadata) keys += (keys.empty() ? "" : ", ") + key;
        lost.push_back(fmt::format("metadata: {}", keys));
    }
    const auto has_heading = [](const Track& track) {
        return std::ranges::any_of(track.heading, [](Vec2f h) { return h != Vec2f{}; });
    };
    if (!format.keeps_headings && std::ranges::any_of(trajectory.tracks, has_heading)) lost.emplace_back("headings");
    if (!format.keeps_agents && !trajectory.agents.empty()) {
        lost.push_back(counted(trajectory.agents.size(), "agents' radius, profile, goal and group"));
    }
    if (!format.keeps_agents && !trajectory.waits.empty()) {
        lost.push_back(counted(trajectory.waits.size(), "times in which somebody waited"));
    }
    if (!format.keeps_explanations && !trajectory.explanations.empty()) {
        lost.push_back(counted(trajectory.explanations.size(), "explanations"));
    }
    return lost;
}

}  // namespace sidestep
