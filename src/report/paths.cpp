// Recorded tracks as paths on a map.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sidestep/report.h"

namespace sidestep {
namespace {

constexpr double kOutOfSight = 2;     // s without a sample: the line between would be invented
constexpr double kWentNowhere = 0.5;  // m, about a body: no direction

// In the order of the categories' colours: opposite directions differ most, blue and vermillion.
enum Direction : std::size_t { kRight, kLeft, kUp, kDown, kNowhere = plot::kCategories };

Direction direction_of(Vec2d trip) {
    if (norm(trip) < kWentNowhere) return kNowhere;
    if (std::abs(trip.x) >= std::abs(trip.y)) return trip.x > 0 ? kRight : kLeft;
    return trip.y > 0 ? kUp : kDown;
}

double shorter(double d, double length) {
    return length > 0 ? d - length * std::round(d / length) : d;
}

}  // namespace

Trajectory between(const Trajectory& trajectory, double from, double to) {
    Trajectory part;
    part.info = trajectory.info;
    part.agents = trajectory.agents;
    for (const Track& track : trajectory.tracks) {
        Track cut;
        cut.id = track.id;
        for (std::size_t i = 0; i < track.frame.size(); ++i) {
            const double time = track.frame[i] / trajectory.info.fps;
            if (time < from - 1e-9 || time > to + 1e-9) continue;
            cut.frame.push_back(track.frame[i]);
            cut.position.push_back(track.position[i]);
            if (!track.heading.empty()) cut.heading.push_back(track.heading[i]);
        }
        if (!cut.frame.empty()) part.tracks.push_back(std::move(cut));
    }
    for (const Explanation& explanation : trajectory.explanations) {
        const double time = explanation.frame / trajectory.info.fps;
        if (time >= from - 1e-9 && time <= to + 1e-9) part.explanations.push_back(explanation);
    }
    return part;
}

plot::PathMap path_map(const Trajectory& trajectory, const ResultGround& ground, PathColour colour,
                       const std::string& title) {
    plot::PathMap map;
    map.title = title;
    map.note = ground.trouble;
    map.ground = ground.ground;
    std::optional<plot::View> people;
    if (colour == PathColour::direction) {
        map.categories = {"to the right", "to the left", "up", "down"};
        map.categories.resize(plot::kCategories);
        map.categories.push_back("stayed");  // in grey
    }
    if (colour == PathColour::time) map.value = plot::Axis{"appeared at", "s"};
    const double fps = trajectory.info.fps;
    for (const Track& track : trajectory.tracks) {
        if (track.position.empty()) continue;
        plot::Path path;
        path.pieces.emplace_back();
        Vec2d trip{};
        for (std::size_t i = 0; i < track.position.size(); ++i) {
            const Vec2d p = track.position[i];
            if (!people) people = plot::View{p, p};
            people->lower = {std::min(people->lower.x, p.x), std::min(people->lower.y, p.y)};
            people->upper = {std::max(people->upper.x, p.x), std::max(people->upper.y, p.y)};
            if (i > 0) {
                const Vec2d d = p - track.position[i - 1];
                const Vec2d walked{shorter(d.x, trajectory.info.periodic.x), shorter(d.y, trajectory.info.periodic.y)};
                trip += walked;
                const bool round = norm(d - walked) > 1e-6;
                if (round || (track.frame[i] - track.frame[i - 1]) / fps > kOutOfSight) path.pieces.emplace_back();
            }
            path.pieces.back().push_back(p);
        }
        path.value = track.frame.front() / fps;
        if (colour == PathColour::direction) path.category = direction_of(trip);
        if (colour == PathColour::profile) {
            const auto info = std::lower_bound(trajectory.agents.begin(), trajectory.agents.end(), track.id,
                                               [](const AgentInfo& agent, AgentId id) { return agent.id < id; });
            const bool known = info != trajectory.agents.end() && info->id == track.id && !info->profile.empty();
            const std::string name = known ? info->profile : "unknown";
            const auto at = std::find(map.categories.begin(), map.categories.end(), name);
            path.category = static_cast<std::size_t>(at - map.categories.begin());
            if (at == map.categories.end()) map.categories.push_back(name);
        }
        map.paths.push_back(std::move(path));
    }
    map.view = plot::view_of(map.ground, people);
    return map;
}

}  // namespace sidestep
