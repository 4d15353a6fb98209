#include "path/taut_search.h"

namespace sidestep {

void TautSearch::attach(Vec2d p, const FreeSpace::Place& place, FreeSpace::Stack<double>& stack,
                        std::vector<Attachment>& found) const {
    found.clear();
    space().look_around(p, place, stack, [&](std::uint32_t corner, Vec2d d) {
        const FreeSpace::Corner& c = space().corners()[corner];
        const Passing passing = c.passing(-d);
        if (passing == kPassesNot || door_between(space().to_metres(p), space().to_metres(c.at))) return;
        found.push_back({norm(d) / kLatticePerMetre, corner, passing});
    });
}

/// Whether start and goal are in one part of the free space. A place where walls meet may belong to several.
bool TautSearch::connected(const TautScratch& scratch) const {
    for (const std::uint32_t a : scratch.start_place) {
        for (const std::uint32_t b : scratch.goal_place) {
            if (space().component(a) == space().component(b)) return true;
        }
    }
    return false;
}

/// Fills scratch.corners; false where there is no way.
bool TautSearch::connect(Vec2d start, Vec2d goal, TautScratch& scratch, Path& path) const {
    scratch.corners.clear();
    const Vec2d from = space().to_lattice_units(start), to = space().to_lattice_units(goal);
    if (space().sees(from, scratch.start_place, to, scratch.goal_place) && !door_between(start, goal)) return true;
    if (!connected(scratch)) return false;
    attach(from, scratch.start_place, scratch.stack, scratch.start_corners);
    attach(to, scratch.goal_place, scratch.stack, scratch.goal_corners);
    return plan(from / kLatticePerMetre, to / kLatticePerMetre, scratch, path);
}

/// There is no way for this body: would there be one for a thinner one, or through a door?
void TautSearch::explain_failure(Vec2d start, Vec2d goal, const TautScratch& scratch, Path& path) const {
    path.status = PathStatus::unreachable;
    path.closed_door = connected(scratch);
    if (path.closed_door) return;
    const Subdivision& cells = map_->ground().subdivision();
    const std::uint32_t from = map_->ground().locate(start), to = map_->ground().locate(goal);
    if (from == kNoCell || to == kNoCell || cells.cells[from].component != cells.cells[to].component) return;
    path.status = PathStatus::too_narrow;
    path.widest = map_->ground().widest_way(from, to);
}

void TautSearch::find(Vec2d start, Vec2d goal, PathScratch& any_scratch, Path& path) const {
    auto& scratch = static_cast<TautScratch&>(any_scratch);
    path.clear();
    start = map_->stand(start, scratch.start_place);
    goal = map_->stand(goal, scratch.goal_place);
    if (scratch.start_place.empty() || scratch.goal_place.empty()) {
        path.status = scratch.start_place.empty() ? PathStatus::start_blocked : PathStatus::goal_blocked;
        return;
    }
    if (!connect(start, goal, scratch, path)) {
        explain_failure(start, goal, scratch, path);
        return;
    }
    path.status = PathStatus::found;
    path.points.push_back(start);
    for (const std::uint32_t corner : scratch.corners) {
        const Vec2d at = space().to_metres(space().corners()[corner].at);
        // Start or goal may lie at a corner.
        if (at != path.points.back()) path.points.push_back(at);
    }
    if (path.points.size() > 1 && path.points.back() == goal) path.points.pop_back();
    path.points.push_back(goal);
    for (std::size_t i = 1; i < path.points.size(); ++i) path.length += norm(path.points[i] - path.points[i - 1]);
    map_->portals().tell(start, scratch.corners, goal, path.portals);
}

}  // namespace sidestep
