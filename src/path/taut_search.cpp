#include "path/taut_search.h"

namespace sidestep {

void TautSearch::attach(const Standing& standing, FreeSpace::Stack<double>& stack,
                        std::vector<Attachment>& found) const {
    found.clear();
    const Vec2d p = space().to_lattice_units(standing.from);
    const Circle here{space().to_lattice_units(standing.place), 0};
    space().look_around(p, standing.triangles, stack, [&](std::uint32_t corner, Vec2d d) {
        const FreeSpace::Corner& c = space().corners()[corner];
        const Passing passing = c.passing(-d);
        if (passing == kPassesNot || door_between(standing.from, space().to_metres(c.at))) return;
        const Circle circle = space().circle(corner, side_arriving(passing));
        const StraightPart line = straight_between(here, circle);
        // FreeSpace::mark, without another root.
        const Vec2d mark = (graph().place(corner) * kLatticePerMetre - circle.centre) / space().radius();
        const double distance = line.length + circle.arc_to(line.direction, mark);
        found.push_back({distance / kLatticePerMetre, corner, passing});
    });
}

/// Whether start and goal are in one part of the free space. A place where walls meet may belong to several.
bool TautSearch::connected(const TautScratch& scratch) const {
    for (const std::uint32_t a : scratch.start.triangles) {
        for (const std::uint32_t b : scratch.goal.triangles) {
            if (space().component(a) == space().component(b)) return true;
        }
    }
    return false;
}

/// Fills scratch.corners; false where there is no way.
bool TautSearch::connect(TautScratch& scratch, Path& path) const {
    scratch.corners.clear();
    const Standing &start = scratch.start, &goal = scratch.goal;
    const Vec2d from = space().to_lattice_units(start.from), to = space().to_lattice_units(goal.from);
    if (space().sees(from, start.triangles, to, goal.triangles) && !door_between(start.from, goal.from)) return true;
    if (!connected(scratch)) return false;
    attach(start, scratch.stack, scratch.start_corners);
    attach(goal, scratch.stack, scratch.goal_corners);
    return plan(space().to_lattice_units(start.place) / kLatticePerMetre,
                space().to_lattice_units(goal.place) / kLatticePerMetre, scratch, path);
}

/// There is no way for this body: would there be one for a thinner one, or through a door?
void TautSearch::explain_failure(const TautScratch& scratch, Path& path) const {
    path.status = PathStatus::unreachable;
    path.closed_door = connected(scratch);
    if (path.closed_door) return;
    const Subdivision& cells = map_->ground().subdivision();
    const std::uint32_t from = map_->ground().locate(scratch.start.place),
                        to = map_->ground().locate(scratch.goal.place);
    if (from == kNoCell || to == kNoCell || cells.cells[from].component != cells.cells[to].component) return;
    path.status = PathStatus::too_narrow;
    path.widest = map_->widest_way(scratch.start.place, scratch.goal.place);
}

/// Replaces the points between start and goal by those of the round way; false where they stay.
bool TautSearch::round_off(TautScratch& scratch) const {
    std::vector<Vec2d>& points = scratch.points;
    const std::vector<std::uint32_t>& corners = scratch.corners;
    scratch.way.begin(space().to_lattice_units(scratch.start.place));
    bool clear = false;
    double side = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const bool known_clear = clear;
        if (i + 1 < corners.size()) {
            const std::uint32_t edge = graph().edge_between(corners[i], corners[i + 1]);
            side = side_leaving(graph().passing(edge));
            clear = map_->clear(edge);
        } else if (i > 0) {
            side = side_arriving(graph().passing(graph().edge_between(corners[i], corners[i - 1])));
        } else {
            const Vec2d at = space().corners()[corners[0]].at;
            const Vec2d in = at - space().to_lattice_units(scratch.start.from);
            side = cross(in, space().to_lattice_units(scratch.goal.from) - at) > 0 ? 1 : -1;
        }
        scratch.way.pass(space().circle(corners[i], side), map_->stands_alone(corners[i]), known_clear);
    }
    points.clear();
    if (!scratch.way.end(space().to_lattice_units(scratch.goal.place), map_->walls(), points)) return false;
    // It may come closer to a closed door than the polygons did.
    Vec2d from = scratch.start.place;
    for (std::size_t i = 0; i <= points.size(); ++i) {
        const Vec2d to = i < points.size() ? space().to_metres(points[i]) : scratch.goal.place;
        if (door_between(from, to)) return false;
        from = to;
    }
    return true;
}

void TautSearch::find(Vec2d asked_start, Vec2d asked_goal, PathScratch& any_scratch, Path& path) const {
    auto& scratch = static_cast<TautScratch&>(any_scratch);
    path.clear();
    map_->stand(asked_start, scratch.start);
    map_->stand(asked_goal, scratch.goal);
    const Standing &start = scratch.start, &goal = scratch.goal;
    if (!start.possible() || !goal.possible()) {
        path.status = !start.possible() ? PathStatus::start_blocked : PathStatus::goal_blocked;
        return;
    }
    if (!connect(scratch, path)) {
        explain_failure(scratch, path);
        return;
    }
    path.status = PathStatus::found;
    const auto append = [&](Vec2d p) {
        // Start or goal may lie at a corner.
        if (path.points.empty() || p != path.points.back()) path.points.push_back(p);
    };
    append(start.place);
    const bool straight = scratch.corners.empty() && start.from == start.place && goal.from == goal.place;
    if (!straight && space().radius() > 0 && round_off(scratch)) {
        for (const Vec2d p : scratch.points) append(space().to_metres(p));
    } else {
        append(start.from);
        for (const std::uint32_t corner : scratch.corners) append(space().to_metres(space().corners()[corner].at));
        append(goal.from);
    }
    if (path.points.size() > 1 && path.points.back() == goal.place) path.points.pop_back();
    path.points.push_back(goal.place);
    for (std::size_t i = 1; i < path.points.size(); ++i) path.length += norm(path.points[i] - path.points[i - 1]);
    map_->portals().tell(start, scratch.corners, goal, path.portals);
}

}  // namespace sidestep
