#include "sidestep/groups.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>

#include "record/frames.h"

namespace sidestep {

namespace {

struct Member {
    std::uint32_t track;
    Vec2d place;
};
using Groups = std::map<std::string_view, std::vector<Member>>;

/// By track; empty for those without.
std::vector<std::string_view> labels_of(const Trajectory& trajectory) {
    std::vector<std::string_view> labels(trajectory.tracks.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const AgentId id = trajectory.tracks[i].id;
        const auto who = std::ranges::lower_bound(trajectory.agents, id, {}, &AgentInfo::id);
        if (who != trajectory.agents.end() && who->id == id) labels[i] = who->group;
    }
    return labels;
}

Groups groups_in(const Frames& frames, std::size_t frame, const std::vector<std::string_view>& labels) {
    Groups groups;
    for (const Frames::Sample s : frames.at(frame)) {
        if (!labels[s.track].empty()) groups[labels[s.track]].push_back({s.track, frames.position(s)});
    }
    return groups;
}

/// Round a periodic axis places have no mean; seen from one of them they have.
void see_from_the_first(std::vector<Member>& members, Vec2d periodic) {
    const Vec2d first = members.front().place;
    for (Member& m : members) {
        m.place = {wrapped_difference(first.x, m.place.x, periodic.x),
                   wrapped_difference(first.y, m.place.y, periodic.y)};
    }
}

Vec2d middle_of(const std::vector<Member>& members) {
    Vec2d sum{};
    for (const Member& m : members) sum += m.place;
    return sum / static_cast<double>(members.size());
}

}  // namespace

std::vector<GroupDistance> group_distances(const Trajectory& trajectory) {
    const Frames frames(trajectory);
    const std::vector<std::string_view> labels = labels_of(trajectory);
    std::vector<double> sum(labels.size()), moments(labels.size());
    for (std::size_t frame = 0; frame < frames.numbers().size(); ++frame) {
        Groups groups = groups_in(frames, frame, labels);
        for (auto& [label, members] : groups) {
            if (members.size() < 2) continue;
            see_from_the_first(members, trajectory.info.periodic);
            const Vec2d middle = middle_of(members);
            for (const Member& m : members) {
                sum[m.track] += norm(m.place - middle);
                ++moments[m.track];
            }
        }
    }
    std::vector<GroupDistance> all;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        if (moments[i] > 0) all.push_back({trajectory.tracks[i].id, sum[i] / moments[i]});
    }
    return all;
}

}  // namespace sidestep
