#include "route/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "map/region.h"
#include "path/methods.h"
#include "route/plan_queue.h"
#include "scenario/polygon.h"
#include "sidestep/error.h"
#include "world/populate.h"

namespace sidestep {

namespace {

constexpr std::size_t kMostSearches = 250;
constexpr int kFootholds = 24;      // per axis of a region
constexpr double kAmple = 2;        // m: no body is wider
constexpr double kInto = 0.5;       // m: who walks to a region aims this far inside, not at its border
constexpr double kOnBorder = 1e-3;  // m
constexpr int kLaneTries = 3;
constexpr std::uint64_t kRedraw = std::uint64_t{1} << 40;  // draws of their own, far from those of arrivals

}  // namespace

RoutePlanner::RoutePlanner(const Scenario& scenario, const Map& map, std::shared_ptr<const PathGround> ground)
    : scenario_(scenario), map_(map), paths_ground_(std::move(ground)), ground_(paths_ground_) {
    for (const DoorSpec& door : scenario_.doors) door_open_.push_back(!door.closed);
    for (const GoalSpec& goal : scenario_.goals) {
        std::vector<Foothold>& places = footholds_.emplace_back();
        Threshold& threshold = thresholds_.emplace_back();
        if (goal.region.empty() || goal.wander) continue;
        threshold = Threshold(goal.region, map_);
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

std::uint64_t RoutePlanner::choose_lane(std::size_t goal, Vec2d at, double spread, double fraction, Search& search,
                                        std::size_t worker, Path& way) {
    const Threshold& threshold = thresholds_[goal];
    const Polygon& region = scenario_.goals[goal].region;
    const double radius = search.options.radius;
    Path& path = path_[worker];
    std::uint64_t effort = 0;
    // Where the region is first seen whole: the last bend before it, and how far that is.
    double before = 0;
    const auto last_bend = [&] {
        before = 0;
        std::size_t i = 1;
        for (; i + 1 < way.points.size() && !contains(region, way.points[i]); ++i) {
            before += norm(way.points[i] - way.points[i - 1]);
        }
        return way.points[i - 1];
    };
    const auto leads = [&](Vec2d to, double longest) {
        path.clear();
        search.paths->find(at, to, *search.scratch[worker], path);
        effort += path.expansions + kAsk;
        if (path.status != PathStatus::found || path.length > longest) return false;
        std::swap(path, way);
        return true;
    };
    // What was nearest from the start may not be from round the last corner.
    const std::optional<std::size_t> near = threshold.nearest(last_bend(), radius);
    if (!near) return effort;
    leads(threshold.inside(static_cast<double>(*near)), way.length);
    const Vec2d bend = last_bend();
    const auto middle = threshold.nearest(way.points.back(), radius);
    const double longest = way.length * (1 + spread);
    const Threshold::Stretch wide = threshold.about(*middle, radius);
    const Threshold::Stretch near_enough = threshold.about(*middle, bend, longest - before, radius);
    // Between its own share of the whole width, or what is nearest to that, and its share of what is near enough. By
    // the first alone everybody from one side would come in at the end of the stretch, by the second hardly anybody in
    // the middle.
    const auto share = [&](const Threshold::Stretch& of) { return of.first + (of.last - of.first) * fraction; };
    double place = (std::clamp(share(wide), near_enough.first, near_enough.last) + share(near_enough)) / 2;
    for (int tries = 0; tries < kLaneTries; ++tries) {
        if (leads(threshold.inside(place), longest)) break;
        // Behind a corner: half as far from where everybody could enter.
        place = (place + static_cast<double>(*middle)) / 2;
    }
    return effort;
}

std::uint64_t RoutePlanner::plan(World& world, Row row, std::uint32_t step, Wants wants, std::size_t worker) {
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
    const auto look_for = [&](Vec2d target) {
        path.clear();
        search.paths->find(at, target, *search.scratch[worker], path);
        effort += path.expansions + kAsk;
        return path.status == PathStatus::found;
    };
    for (const int goal : goals) {
        // Where one wanders to, and the end of a waiting line, is the agent's own.
        const GoalSpec* const spec = goal >= 0 ? &scenario_.goals[static_cast<std::size_t>(goal)] : nullptr;
        const bool named = spec != nullptr && !spec->wander && !spec->queue;
        Vec2d target = m.lane;
        // Those who choose compare the shortest ways.
        const bool knows_lane = m.any < 0 && named && m.lane_goal == goal;
        if (!knows_lane || !look_for(target)) {
            target = named ? target_in(static_cast<std::size_t>(goal), at, search.options.radius)
                           : Vec2d{self.goal_x, self.goal_y};
            look_for(target);
            m.lane_goal = knows_lane ? std::int16_t{-1} : m.lane_goal;
        }
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
    m.due = next_due(step, world.now.motion[row].id, wants.replan / scenario_.dt);
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
    const auto goal_number = static_cast<std::size_t>(std::max(chosen, 0));
    const bool to_region = chosen >= 0 && !scenario_.goals[goal_number].region.empty();
    if (to_region && !scenario_.goals[goal_number].wander && !(m.any < 0 && m.lane_goal == chosen)) {
        if (m.lane_goal == chosen) {
            if (look_for(m.lane)) std::swap(path, best);
        } else {
            const double fraction = random_unit(scenario_.seed, world.now.motion[row].id, 0, Purpose::lane);
            effort += choose_lane(goal_number, at, wants.spread, fraction, search, worker, best);
            m.lane = best.points.back();
            m.lane_goal = static_cast<std::int16_t>(chosen);
        }
    }
    m.portals.assign(best.portals.begin(), best.portals.end());
    // Where the goal itself is too close to a wall, this is the nearest place that is not.
    m.target = best.points.back();
    m.cell = first_cell(at, m.portals, m.target);
    if (chosen != self.goal) {
        const GoalSpec& goal = scenario_.goals[static_cast<std::size_t>(chosen)];
        head_for(self, goal, chosen, goal.region.empty() ? goal.point : nearest_point(goal.region, at));
    }
    return effort;
}

std::uint32_t RoutePlanner::first_cell(Vec2d start, std::span<const std::uint32_t> portals, Vec2d end) const {
    const std::uint32_t here = ground_.locate(start);
    if (portals.empty()) return here;
    const auto touches = [&](std::uint32_t portal, std::uint32_t cell) {
        const Subdivision::Portal& p = ground_.cells().portals[portal];
        return p.cells[0] == cell || p.cells[1] == cell;
    };
    const auto leads_on = [&](std::uint32_t cell) {
        const std::uint32_t next = ground_.beyond(portals[0], cell);
        return portals.size() > 1 ? touches(portals[1], next) : ground_.contains(next, end, kOnBorder);
    };
    if (touches(portals[0], here) && leads_on(here)) return here;
    // On the border of two cells: the search began in the other one.
    const Subdivision::Portal& first = ground_.cells().portals[portals[0]];
    return leads_on(first.cells[0]) ? first.cells[0] : first.cells[1];
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
