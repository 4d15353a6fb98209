#include "path/roadmap_search.h"

#include <algorithm>

namespace sidestep {
namespace {

/// A heap keeps its greatest on top.
bool later(const SearchFront::Entry& a, const SearchFront::Entry& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.node > b.node;
}

}  // namespace

void SearchFront::start(std::size_t node_count) {
    queue_.clear();
    if (visits_.size() != node_count || ++query_ == 0) {
        visits_.assign(node_count, {0, 0, kNoNode, kNoCell, 0, 0});
        query_ = 1;
    }
}

void SearchFront::reach(std::uint32_t node, double length, double to_go, std::uint32_t came_from, std::uint32_t enters,
                        std::uint32_t way) {
    visits_[node] = {length, length + to_go, came_from, enters, way, query_};
    queue_.push_back({length + to_go, node});
    std::push_heap(queue_.begin(), queue_.end(), later);
}

std::uint32_t SearchFront::pop() {
    while (!queue_.empty()) {
        const Entry entry = queue_.front();
        std::pop_heap(queue_.begin(), queue_.end(), later);
        queue_.pop_back();
        if (visits_[entry.node].estimate == entry.estimate) return entry.node;
    }
    return kNoNode;
}

RoadmapSearch::RoadmapSearch(std::shared_ptr<const PathGround> ground, double radius, std::uint32_t key_points)
    : ground_(std::move(ground)), radius_(radius), graph_(ground_->subdivision(), 2 * radius, key_points) {}

void RoadmapSearch::find(Vec2d start, Vec2d goal, PathScratch& scratch, Path& path) const {
    path.clear();
    const PathGround::Footing from = ground_->footing(start, radius_), to = ground_->footing(goal, radius_);
    if (from.cell == kNoCell || to.cell == kNoCell) {
        path.status = from.cell == kNoCell ? PathStatus::start_blocked : PathStatus::goal_blocked;
        return;
    }
    auto& own = static_cast<RoadmapScratch&>(scratch);
    own.nodes.clear();
    if (from.cell == to.cell) {
        path.roadmap_length = norm(to.place - from.place);
    } else if (ground_->widest_way(from.cell, to.cell) <= graph_.width() || !plan(from, to, own, path)) {
        explain_failure(from.cell, to.cell, path);
        return;
    }
    path.status = PathStatus::found;
    pull(from, to, own, path);
}

void RoadmapSearch::pull(const PathGround::Footing& start, const PathGround::Footing& goal, RoadmapScratch& scratch,
                         Path& path) const {
    const Subdivision& map = graph_.subdivision();
    TautString& string = scratch.string;
    for (const std::uint32_t node : scratch.nodes) path.portals.push_back(graph_.portal_of(node));
    const std::uint32_t first = path.portals.empty() ? kNoPortal : path.portals.front();
    const std::uint32_t last = path.portals.empty() ? kNoPortal : path.portals.back();
    scratch.at_start.clear();
    scratch.at_goal.clear();
    const TautString::Corner none{{}, TautString::kNoCorner};
    const auto pass = [&](const StrayCorner& stray) {
        string.cross(stray.at_left ? stray.corner : none, stray.at_left ? none : stray.corner);
    };
    // Pulled again with each stray corner that is found; there are hardly ever any, and never more than a cell has.
    do {
        string.clear();
        path.points.clear();
        for (const StrayCorner& stray : scratch.at_start) pass(stray);
        std::uint32_t cell = start.cell;
        for (const std::uint32_t id : path.portals) {
            const Subdivision::Portal& portal = map.portals[id];
            const bool forwards = portal.cells[0] == cell;
            const std::uint32_t left = forwards ? portal.b : portal.a, right = forwards ? portal.a : portal.b;
            string.cross({map.place(left), left}, {map.place(right), right});
            cell = portal.cells[forwards ? 1 : 0];
        }
        for (std::size_t i = scratch.at_goal.size(); i-- > 0;) pass(scratch.at_goal[i]);
        path.length = string.pull(start.place, goal.place, radius_, path.points);
    } while (meets_stray_corner(path.points, false, start.cell, first, scratch.at_start) ||
             (first != kNoPortal && meets_stray_corner(path.points, true, goal.cell, last, scratch.at_goal)));
}

/// The circles around the portals' ends keep the way off the walls between them. Start and goal have no circle: from
/// there to the first and from the last portal, other corners of the cell may be too close.
bool RoadmapSearch::meets_stray_corner(const std::vector<Vec2d>& points, bool from_goal, std::uint32_t cell,
                                       std::uint32_t portal, std::vector<StrayCorner>& known) const {
    const Subdivision& map = graph_.subdivision();
    const std::size_t count = points.size();
    const auto at = [&](std::size_t i) { return points[from_goal ? count - 1 - i : i]; };
    std::uint32_t ends[2] = {TautString::kNoCorner, TautString::kNoCorner};
    Vec2d gate{}, out{};
    if (portal != kNoPortal) {
        const Subdivision::Portal& p = map.portals[portal];
        ends[0] = p.a;
        ends[1] = p.b;
        gate = map.place(p.a);
        // Out of the cell: to the right of a → b from the first cell of a portal.
        out = p.cells[0] == cell ? right_of(map.place(p.b) - gate) : left_of(map.place(p.b) - gate);
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const Wall step{at(i), at(i + 1)};
        StrayCorner nearest{};
        double nearest_along = 0;
        bool met = false;
        for (const Subdivision::Side& side : map.sides_of(cell)) {
            if (side.point == ends[0] || side.point == ends[1]) continue;
            const Vec2d corner = map.place(side.point);
            if (distance(step, corner) >= radius_ * (1 - 1e-6)) continue;
            if (std::any_of(known.begin(), known.end(),
                            [&](const StrayCorner& k) { return k.corner.id == side.point; })) {
                continue;
            }
            const double along = dot(corner - step.a, step.b - step.a);
            if (met && along >= nearest_along) continue;
            nearest = {{corner, side.point}, (cross(step.b - step.a, corner - step.a) > 0) != from_goal};
            nearest_along = along;
            met = true;
        }
        if (met) {
            // In the order they are met, whenever they were found.
            const auto distance_to = [&](const StrayCorner& stray) { return norm_squared(stray.corner.place - at(0)); };
            const auto place = std::find_if(known.begin(), known.end(), [&](const StrayCorner& k) {
                return distance_to(k) > distance_to(nearest);
            });
            known.insert(place, nearest);
            return true;
        }
        if (portal != kNoPortal && dot(out, step.b - gate) > 0) break;
    }
    return false;
}

void RoadmapSearch::explain_failure(std::uint32_t from, std::uint32_t to, Path& path) const {
    const Subdivision& map = graph_.subdivision();
    path.status = PathStatus::unreachable;
    if (map.cells[from].component != map.cells[to].component) return;
    path.widest = graph_.any_closed() ? widest_way(graph_, from, to) : ground_->widest_way(from, to);
    // A way that is wide enough but was not found does not exist: then nothing but a closed door is in it.
    path.status = path.widest > 0 ? PathStatus::too_narrow : PathStatus::unreachable;
    path.closed_door = path.widest == 0;
}

}  // namespace sidestep
