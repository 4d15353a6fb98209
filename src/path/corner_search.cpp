#include "path/corner_search.h"

#include <algorithm>
#include <limits>

#include "map/wall.h"
#include "path/corner_queue.h"

namespace sidestep {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is known of a corner in the query that wrote it.
struct Visit {
    double length;                       ///< from the start
    std::uint32_t came_from;             ///< corner; kNoCorner: the start
    std::uint32_t next_begin, next_end;  ///< edges that go on tautly
    std::uint32_t query = 0;
    bool done;
};

/// Distance to the goal, where it can be seen.
struct Arrival {
    double distance;
    std::uint32_t query = 0;
};

struct CornerScratch : TautScratch {
    std::vector<Visit> visits;
    std::vector<Arrival> arrivals;
    CornerQueue queue;
    std::uint32_t query = 0;
};

}  // namespace

CornerSearch::CornerSearch(std::shared_ptr<const CornerMap> corner_map) : TautSearch(std::move(corner_map)) {
    const Subdivision& cells = map().ground().subdivision();
    for (const Subdivision::Portal& portal : cells.portals) {
        if (portal.door == kNoDoor) continue;
        if (portal.door >= doors_.size()) doors_.resize(portal.door + 1);
        doors_[portal.door].segments.push_back({cells.place(portal.a), cells.place(portal.b)});
    }
    if (doors_.empty()) return;
    closed_.resize(graph().edges());
    for (std::uint32_t c = 0; c < graph().corners(); ++c) {
        const Vec2d from = space().to_metres(space().corners()[c].at);
        for (std::uint32_t e = graph().first_edge(c); e < graph().end_edge(c); ++e) {
            const Vec2d to = space().to_metres(space().corners()[graph().edge(e).to].at);
            for (Door& door : doors_) {
                if (blocks(door, from, to)) door.edges.push_back(e);
            }
        }
    }
}

std::unique_ptr<PathScratch> CornerSearch::scratch() const {
    auto scratch = std::make_unique<CornerScratch>();
    scratch->visits.resize(graph().corners());
    scratch->arrivals.resize(graph().corners());
    return scratch;
}

bool CornerSearch::blocks(const Door& door, Vec2d a, Vec2d b) const {
    // Paths keep the radius off the walls a door hangs between, and may touch it.
    constexpr double kTouching = 1e-4;
    for (const auto& [c, d] : door.segments) {
        const double distance = segment_distance(a, b, Wall{c, d});
        if (distance < map().radius() - kTouching || touches(a, b, Wall{c, d})) return true;
    }
    return false;
}

void CornerSearch::set_door(std::uint32_t number, bool open) {
    if (number >= doors_.size() || doors_[number].open == open) return;
    Door& door = doors_[number];
    door.open = open;
    closed_doors_ += open ? -1 : 1;
    for (const std::uint32_t e : door.edges) closed_[e] += open ? -1 : 1;
}

bool CornerSearch::door_between(Vec2d a, Vec2d b) const {
    if (closed_doors_ == 0) return false;
    return std::any_of(doors_.begin(), doors_.end(),
                       [&](const Door& door) { return !door.open && blocks(door, a, b); });
}

bool CornerSearch::plan(Vec2d, Vec2d goal, TautScratch& taut_scratch, Path& path) const {
    auto& scratch = static_cast<CornerScratch&>(taut_scratch);
    const std::uint32_t query = ++scratch.query;
    scratch.queue.clear();
    const auto reach = [&](std::uint32_t corner, double length, std::uint32_t came_from, std::uint32_t next_begin,
                           std::uint32_t next_end, double shortest) {
        Visit& visit = scratch.visits[corner];
        if (visit.query == query && visit.length <= length) return;
        const double estimate = length + std::max(0.0, norm(graph().place(corner) - goal) - graph().slack());
        if (estimate >= shortest) return;
        visit = {length, came_from, next_begin, next_end, query, false};
        scratch.queue.push({estimate, corner});
    };
    for (const Attachment& a : scratch.goal_corners) scratch.arrivals[a.corner] = {a.distance, query};
    for (const Attachment& a : scratch.start_corners) {
        const auto [begin, end] = graph().leaving(a.corner, a.passing);
        reach(a.corner, a.distance, kNoCorner, begin, end, kInfinity);
    }
    double shortest = kInfinity;
    std::uint32_t last = kNoCorner;
    while (!scratch.queue.empty() && scratch.queue.front().length < shortest) {
        const std::uint32_t corner = scratch.queue.pop().corner;
        Visit& visit = scratch.visits[corner];
        if (visit.done) continue;
        visit.done = true;
        ++path.expansions;
        const Arrival& arrival = scratch.arrivals[corner];
        if (arrival.query == query && visit.length + arrival.distance < shortest) {
            shortest = visit.length + arrival.distance;
            last = corner;
        }
        const double length = visit.length;
        for (std::uint32_t e = visit.next_begin, end = visit.next_end; e < end; ++e) {
            if (closed_doors_ > 0 && closed_[e] > 0) continue;
            const CornerGraph::Edge& edge = graph().edge(e);
            reach(edge.to, length + edge.length, corner, edge.next_begin, edge.next_end, shortest);
        }
    }
    if (last == kNoCorner) return false;
    for (std::uint32_t c = last; c != kNoCorner; c = scratch.visits[c].came_from) scratch.corners.push_back(c);
    std::reverse(scratch.corners.begin(), scratch.corners.end());
    return true;
}

std::size_t CornerSearch::memory_bytes() const {
    std::size_t doors = closed_.size();
    for (const Door& door : doors_) doors += sizeof(Door) + door.edges.size() * sizeof(std::uint32_t);
    return map().memory_bytes() + doors;
}

}  // namespace sidestep
