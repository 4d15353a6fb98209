#include "route/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "map/region.h"
#include "path/methods.h"
#include "route/plan_queue.h"
#include "scenario/polygon.h"
#include "sidestep/error.h"
#include "world/populate.h"

namespace sidestep {

namespace {

constexpr std::size_t kMostSearches = 250;
constexpr int kFootholds = 24;  // per axis of a region
constexpr double kAmple = 2;    // m: no body is wider
constexpr double kInto = 0.5;   // m: who walks to a region aims this far inside, not at its border
constexpr std::uint64_t kRedraw = std::uint64_t{1} << 40;  // draws of their own, far from those of arrivals

}  // namespace

RoutePlanner::RoutePlanner(const Scenario& scenario, const Map& map, std::shared_ptr<const PathGround> ground)
    : scenario_(scenario), map_(map), paths_ground_(std::move(ground)), ground_(paths_ground_) {
    for (const DoorSpec& door : scenario_.doors) door_open_.push_back(!door.closed);
    for (const GoalSpec& goal : scenario_.goals) {
        std::vector<Foothold>& places = footholds_.emplace_back();
        if (goal.region.empty() || goal.wander) continue;
        const Box box = bounds(goal.region);
        const Vec2d step = (box.upper - box.lower) / kFootholds;
        for (int j = 0; j < kFootholds; ++j) {
            for (int i = 0; i < kFootholds; ++i) {
                const Vec2d p = box.lower + Vec2d{step.x * (i + 0.5), step.y * (j + 0.5)};
                if (contains(goal.region, p) && map_.walkable(p)) places.push_back({p, map_.clearance(p, kAmple)});
            }
        }
    }
    set_threads(1);
}

std::uint8_t RoutePlanner::search_for(const PathOptions& options) {
    const auto found = std::find_if(searches_.begin(), searches_.end(), [&](const Search& s) {
        return s.options.method == options.method && s.options.key_points == options.key_points &&
               s.options.radius == options.radius;
    });
    if (found != searches_.end()) return static_cast<std::uint8_t>(found - searches_.begin());
    if (searches_.size() == kMostSearches) {
        throw InputError({.message = "profiles combine too many routes and radii",
                          .value = std::string(name_of(options.method)),
                          .allowed = fmt::format("at most {} combinations", kMostSearches),
                          .remedy = "Let profiles share a radius."});
    }
    Search& s = searches_.emplace_back(Search{options, make_search(paths_ground_, options), {}});
    for (std::uint32_t door = 0; door < door_open_.size(); ++door) {
        if (!door_open_[door]) s.paths->set_door(door, false);
    }
    set_threads(path_.size());
    return static_cast<std::uint8_t>(searches_.size() - 1);
}

void RoutePlanner::set_threads(std::size_t threads) {
    path_.resize(std::max(path_.size(), threads));
    best_.resize(path_.size());
    for (Search& s : searches_) {
        while (s.scratch.size() < path_.size()) s.scratch.push_back(s.paths->scratch());
    }
}

void RoutePlanner::set_door(std::uint32_t door, bool open) {
    door_open_[door] = open;
    for (Search& s : searches_) s.paths->set_door(door, open);
}

bool RoutePlanner::fits(Vec2d at, double radius) const {
    if (!map_.walkable(at)) return false;
    return !map_.any_wall_near(at, radius) || map_.clearance(at, radius) >= radius;
}

Vec2d RoutePlanner::target_in(std::size_t goal, Vec2d from, double radius) const {
    const GoalSpec& spec = scenario_.goals[goal];
    if (spec.region.empty()) return spec.point;
    const Vec2d border = nearest_point(spec.region, from);
    // A little inside, so that nobody slows down on the border, where others follow.
    for (const double into : {kInto, 0.0}) {
        const Vec2d p = border + unit(border - from) * into;
        if (fits(p, radius) && (into == 0 || contains(spec.region, p))) return p;
    }
    Vec2d best = border;
    double best_distance = kUnlimited;
    for (const Foothold& place : footholds_[goal]) {
        const double d = norm_squared(place.at - from);
        if (place.clearance >= radius && d < best_distance) best_distance = d, best = place.at;
    }
    return best;
}

std::uint64_t RoutePlanner::plan(World& world, Row row, std::uint32_t step, double replan, std::size_t worker) {
    Self& self = world.now.self[row];
    RouteMemory& m = world.route_of(row);
    Search& search = searches_[m.search];
    Path &path = path_[worker], &best = best_[worker];
    const Vec2d at{world.now.place[row].x, world.now.place[row].y};

    // A goal that is a point, or places of a region; those of a choice are all tried.
    const int single[] = {self.goal};
    const std::span<const int> goals =
        m.any >= 0 ? std::span<const int>(scenario_.goals[static_cast<std::size_t>(m.any)].any) : single;
    std::uint64_t effort = 0;
    bool found = false;
    PathStatus failure = PathStatus::unreachable;  // of the first
    int chosen = self.goal;
    m.candidate_count = 0;
    m.closed_door = false;
    for (const int goal : goals) {
        const bool named = goal >= 0 && !scenario_.goals[static_cast<std::size_t>(goal)].wander;
        const Vec2d target = named ? target_in(static_cast<std::size_t>(goal), at, search.options.radius)
                                   : Vec2d{self.goal_x, self.goal_y};
        path.clear();
        search.paths->find(at, target, *search.scratch[worker], path);
        effort += path.expansions + kAsk;
        if (path.status != PathStatus::found) {
            if (goal == goals.front()) failure = path.status;
            m.closed_door |= path.closed_door;
            continue;
        }
        m.offer({path.points.size() > 1 ? path.points[1] : target, static_cast<float>(path.length), goal});
        if (found && path.length >= best.length) continue;
        std::swap(path, best);
        found = true;
        chosen = goal;
    }
    m.status = found ? PathStatus::found : failure;
    m.planned = step;
    m.due = next_due(step, world.now.motion[row].id, replan / scenario_.dt);
    m.off_path = false;
    m.next = 0;
    m.portals.clear();
    m.cell = kNoCell;
    if (!found) {
        if (self.goal >= 0 && scenario_.goals[static_cast<std::size_t>(self.goal)].wander) {
            // A place drawn at random where nobody fits: another one.
            const Vec2d other = way_point(scenario_, map_, self.goal, world.now.motion[row].id, at, kRedraw + step);
            self.goal_x = other.x;
            self.goal_y = other.y;
            m.due = step + 1;
        }
        return effort;
    }
    m.portals.assign(best.portals.begin(), best.portals.end());
    // Where the goal itself is too close to a wall, this is the nearest place that is not.
    m.target = best.points.back();
    m.cell = first_cell(at, m.portals);
    if (chosen != self.goal) {
        const GoalSpec& goal = scenario_.goals[static_cast<std::size_t>(chosen)];
        head_for(self, goal, chosen, goal.region.empty() ? goal.point : nearest_point(goal.region, at));
    }
    return effort;
}

std::uint32_t RoutePlanner::first_cell(Vec2d start, std::span<const std::uint32_t> portals) const {
    const std::uint32_t here = ground_.locate(start);
    if (portals.empty()) return here;
    const auto touches = [&](std::uint32_t portal, std::uint32_t cell) {
        const Subdivision::Portal& p = ground_.cells().portals[portal];
        return p.cells[0] == cell || p.cells[1] == cell;
    };
    if (touches(portals[0], here)) return here;
    // On the border of two cells: the search may have begun in the other one.
    const Subdivision::Portal& first = ground_.cells().portals[portals[0]];
    return portals.size() > 1 && touches(portals[1], first.cells[0]) ? first.cells[1] : first.cells[0];
}

bool RoutePlanner::leads_through(const RouteMemory& m, std::uint32_t door) const {
    if (!m.has_plan()) return false;
    return std::any_of(m.portals.begin() + m.next, m.portals.end(),
                       [&](std::uint32_t portal) { return ground_.cells().portals[portal].door == door; });
}

std::vector<std::uint32_t> RoutePlanner::doors_in_the_way(Vec2d from, const std::vector<bool>& closed) const {
    std::vector<std::uint32_t> doors;
    const std::uint32_t start = ground_.locate(from);
    if (start == kNoCell) return doors;
    std::vector<bool> seen(ground_.cells().cells.size());
    std::vector<std::uint32_t> open{start};
    seen[start] = true;
    while (!open.empty()) {
        const std::uint32_t cell = open.back();
        open.pop_back();
        for (const Subdivision::Side& side : ground_.cells().sides_of(cell)) {
            if (side.portal == kNoPortal) continue;
            const std::uint32_t door = ground_.cells().portals[side.portal].door;
            const std::uint32_t other = ground_.beyond(side.portal, cell);
            if (door != kNoDoor && closed[door]) {
                doors.push_back(door);
            } else if (!seen[other]) {
                seen[other] = true;
                open.push_back(other);
            }
        }
    }
    std::sort(doors.begin(), doors.end());
    doors.erase(std::unique(doors.begin(), doors.end()), doors.end());
    return doors;
}

}  // namespace sidestep
