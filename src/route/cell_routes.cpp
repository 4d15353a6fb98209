#include "route/cell_routes.h"

#include <algorithm>

#include "chart/speed.h"
#include "map/wall.h"
#include "route/plan_queue.h"

namespace sidestep {

namespace {

/// Nobody walks past a point where it will stop.
double not_past_goal(const ChartSet& charts, double speed, double left, double dt) {
    return charts.goal().speed > 0 ? speed : std::min(speed, left / dt);
}

/// m along the corners ahead.
double corners_left(const RouteMemory& m, Vec2d at) {
    double left = norm(m.corners[m.next] - at);
    for (std::size_t i = m.next; i + 1 < m.corners.size(); ++i) left += norm(m.corners[i + 1] - m.corners[i]);
    return left;
}

}  // namespace

CellRoutes::CellRoutes(const Scenario& scenario, std::span<const Chain> chains, std::shared_ptr<const Map> map)
    : scenario_(scenario), map_(std::move(map)), scratch_(1) {
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const ProfileSpec& profile = scenario_.profiles[i];
        const Link& route = chains[i].route();
        Rules& rules = rules_.emplace_back();
        if (route.info->name != kByCharts && route.info->name != kAlongGrid) continue;
        rules.charts = route.info->name == kByCharts;
        // Charts are made for what all agents of a profile have in common.
        std::array<std::optional<double>, kChartParameterCount> written;
        for (std::size_t k = 0; k < std::min(written.size(), route.spec->values.size()); ++k) {
            if (route.spec->values[k]) written[k] = quantile(*route.spec->values[k], 0.5);
        }
        rules.values = chart_values(std::span<const std::optional<double>>(written));
        rules.derives_min_speed = !written[kMinSpeed];
        if (profile.common.size() > kGoalRadius && profile.common[kGoalRadius]) {
            rules.values[kGoalTolerance] = quantile(*profile.common[kGoalRadius], 0);
        }
    }
}

CellRoutes::Set CellRoutes::key_of(std::size_t profile, double body_radius, const ChartGoal& goal) const {
    const Rules& rules = rules_[profile];
    Set set{goal, {}, rules.values[kObstacleDistance], !rules.charts, nullptr, {}};
    std::copy_n(rules.values.begin(), set.of.size(), set.of.begin());
    set.of[kBodyRadius] = body_radius;
    return set;
}

std::optional<std::uint32_t> CellRoutes::find(std::size_t profile, double body_radius, const ChartGoal& goal) const {
    const Set key = key_of(profile, body_radius, goal);
    const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const Set& s) {
        return s.goal == key.goal && s.of == key.of && s.obstacle_distance == key.obstacle_distance &&
               s.tightest_only == key.tightest_only;
    });
    if (found == sets_.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - sets_.begin());
}

void CellRoutes::need(std::size_t profile, double body_radius, const ChartGoal& goal, Workers& workers) {
    ChartValues values = rules_[profile].values;
    if (const auto known = find(profile, body_radius, goal)) {
        check_heading(sets_[*known], profile);
        return;
    }
    values[kBodyRadius] = body_radius;
    ChartOptions options;
    const std::uint64_t limit = scenario_.chart_memory_mb * 1'000'000;
    options.memory_limit = limit - std::min<std::uint64_t>(bytes_, limit);
    Set set = key_of(profile, body_radius, goal);
    if (set.tightest_only) options.radii = std::vector<double>{0.0};
    set.charts = std::make_shared<const ChartSet>(map_, goal, values, options, workers);
    bytes_ += set.charts->bytes();
    check_heading(set, profile);
    sets_.push_back(std::move(set));
}

void CellRoutes::check_heading(Set& set, std::size_t profile) {
    if (std::find(set.profiles.begin(), set.profiles.end(), profile) != set.profiles.end()) return;
    // By the chart of the speed on arrival.
    set.charts->check_heading(
        set.charts->nearest(rules_[profile].values[kTurnCoefficient] * set.goal.speed * set.goal.speed));
    set.profiles.push_back(profile);
}

ChartGoal CellRoutes::goal_of(int goal, Vec2d point) const {
    if (goal < 0) return {point, std::nullopt, 0};
    const GoalSpec& spec = scenario_.goals[static_cast<std::size_t>(goal)];
    return {spec.point, spec.heading, spec.speed};
}

ChartValues CellRoutes::values_of(const Self& self, const double* own, double slowed) const {
    const Rules& rules = rules_[self.profile];
    ChartValues values = rules.values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (chart_parameters()[i].elsewhere.empty()) values[i] = own[i];
    }
    values[kTopSpeed] = self.pref_speed;
    if (rules.derives_min_speed) values[kMinSpeed] = derived(kMinSpeed, values);
    values[kTopSpeed] *= slowed;
    return values;
}

std::uint64_t CellRoutes::plan(World& world, Row row, std::uint32_t step, std::size_t worker) {
    Self& self = world.now.self[row];
    RouteMemory& m = world.route_of(row);
    WalkMemory& w = m.walk;
    const double* const own = world.part_values_of(self);
    const Vec2d at{world.now.place[row].x, world.now.place[row].y};
    const Vec2d velocity{world.now.motion[row].vx, world.now.motion[row].vy};

    const int single[] = {self.goal};
    const std::span<const int> goals =
        m.any >= 0 ? std::span<const int>(scenario_.goals[static_cast<std::size_t>(m.any)].any) : single;
    std::uint32_t number = WalkMemory::kNone;
    int chosen = self.goal;
    double least = kUnlimited;
    m.candidate_count = 0;
    for (const int goal : goals) {
        const std::optional<std::uint32_t> set =
            find(self.profile, w.body_radius, goal_of(goal, {self.goal_x, self.goal_y}));
        if (!set) continue;
        if (number == WalkMemory::kNone) number = *set;  // without a way: what is asked why there is none
        const std::optional<double> left = charts(*set).left_from(at);
        if (!left) continue;
        m.offer({charts(*set).goal().place, static_cast<float>(*left), goal});
        if (*left >= least) continue;
        least = *left;
        number = *set;
        chosen = goal;
    }
    const bool found = least < kUnlimited;
    m.status = found ? PathStatus::found : PathStatus::unreachable;
    m.planned = step;
    m.due = next_due(step, world.now.motion[row].id, own[kReplan] / scenario_.dt);
    m.corners.clear();
    m.next = 0;
    if (w.charts != number) {
        // Another goal: it begins at the speed it has.
        w.charts = number;
        w.from_start = head_start(values_of(self, own), norm(velocity));
        w.put(at);
        w.astray = 0;
    }
    if (!found) return kAsk * goals.size();
    const ChartSet& set = charts(number);
    m.target = set.goal().place;
    // Who stands looks where it will walk.
    if (w.heading == Vec2d{}) {
        w.heading = norm(velocity) > 0 ? unit(velocity)
                                       : choose(set, values_of(self, own), {at, {}, 0, w.from_start}).direction;
    }
    if (chosen != self.goal) {
        const GoalSpec& goal = scenario_.goals[static_cast<std::size_t>(chosen)];
        head_for(self, goal, chosen, goal.point);
    }
    if (rules_[self.profile].charts) return kAsk * goals.size();
    find_corners(set, at, scratch_[worker], m.corners);
    m.next = 1;
    if (m.corners.empty()) m.status = PathStatus::unreachable;
    return scratch_[worker].expansions + kAsk * goals.size();
}

CellRoutes::Walk CellRoutes::walk_of(const Self& self, const double* own, RouteMemory& m, const Octet& g,
                                     std::uint32_t lane, double dt, std::uint32_t step) const {
    WalkMemory& w = m.walk;
    const ChartSet& set = charts(w.charts);
    const ChartValues values = values_of(self, own, g.pref_speed[lane] / self.pref_speed);
    const Vec2d at{g.place[lane].x, g.place[lane].y}, velocity{g.vx[lane], g.vy[lane]};
    const double walked = norm(at - w.last);
    w.from_start += walked;
    w.last = at;
    if (norm(velocity) < values[kStoppedShare] * values[kMinSpeed]) {
        w.from_start = head_start(values, 0);
        w.astray = 0;
    }
    if (!rules_[self.profile].charts) return along_corners(set, values, m, at, dt, step);

    Walk wish;
    ChartWalker walker{at, w.heading, norm(velocity), w.from_start, w.left, w.astray};
    wish.choice = choose(set, values, walker);
    if (!wish.choice.found) {  // pushed to where no chart leads
        m.want(step);
        return wish;
    }
    count_astray(walker, walked, wish.choice.left);
    wish.choice.speed = not_past_goal(set, wish.choice.speed, wish.choice.left, dt);
    walk_on(set.grid(), walker, wish.choice, kept_heading(values, dt), dt);
    w.heading = walker.heading;
    w.left = walker.left;
    w.astray = walker.astray;
    wish.velocity = (walker.place - at) / dt;
    wish.way = set.subgoal(wish.choice.chart, wish.choice.from) - at;
    // At the subgoal itself its direction means nothing.
    if (norm(wish.way) < set.grid().cell()) wish.way = walker.heading * set.grid().cell();
    return wish;
}

CellRoutes::Walk CellRoutes::along_corners(const ChartSet& set, const ChartValues& values, RouteMemory& m, Vec2d at,
                                           double dt, std::uint32_t step) const {
    const CellGrid& grid = set.grid();
    Walk wish;
    wish.choice.found = true;
    wish.choice.left = corners_left(m, at);
    // Pushed off its way to where it does not see how to go on.
    if (distance(Wall{m.corners[m.next - 1], m.corners[m.next]}, at) > grid.cell()) {
        const std::optional<Vec2d> near = set.free_near(grid.to_cells(at));
        if (!near || !grid.sees(*near, grid.to_cells(m.corners[m.next]))) m.want(step);
    }
    const double clearance = values[kGridSlowing] != 0 ? grid.clearance(grid.to_cells(at)) : kUnlimited;
    const double speed = wanted_speed(values, m.walk.from_start, wish.choice.left, set.goal().speed, clearance);
    wish.choice.speed = not_past_goal(set, speed, wish.choice.left, dt);
    Vec2d to = at;
    double way = wish.choice.speed * dt;
    while (m.next + 1 < m.corners.size() && norm(m.corners[m.next] - to) <= way) {
        way -= norm(m.corners[m.next] - to);
        to = m.corners[m.next++];
    }
    const Vec2d on = m.corners[m.next] - to;
    to += unit(on) * std::min(way, norm(on));
    wish.velocity = (to - at) / dt;
    wish.way = m.corners[m.next] - at;
    if (norm(wish.velocity) > 0) m.walk.heading = unit(wish.velocity);
    wish.choice.direction = m.walk.heading;
    return wish;
}

std::optional<double> CellRoutes::way_left(const World& world, Row row) const {
    const RouteMemory& m = world.route_of(row);
    const Place p = world.now.place[row];
    const Vec2d at{p.x, p.y};
    if (!m.corners.empty()) return corners_left(m, at);
    if (m.walk.charts == WalkMemory::kNone) return std::nullopt;
    const Self& self = world.now.self[row];
    const Motion& motion = world.now.motion[row];
    const ChartWalker walker{at, m.walk.heading, norm(Vec2d{motion.vx, motion.vy}), m.walk.from_start};
    const ChartChoice choice = choose(charts(m.walk.charts), values_of(self, world.part_values_of(self)), walker);
    return choice.found ? std::optional(choice.left) : std::nullopt;
}

bool CellRoutes::crossed_goal(const Self& self, const RouteMemory& m, Vec2d at) const {
    if (!m.has_plan() || m.walk.charts == WalkMemory::kNone) return false;
    const ChartGoal& goal = charts(m.walk.charts).goal();
    // Who has taken up another goal and not been planned for yet is still led to the one before.
    if (goal.place != Vec2d{self.goal_x, self.goal_y}) return false;
    return arrives(goal, rules_[self.profile].values, m.walk.last, {at, m.walk.heading, 0, 0});
}

WalkStatus CellRoutes::status_at(const RouteMemory& m, Vec2d at) const {
    if (m.walk.charts == WalkMemory::kNone) return WalkStatus::unreachable;
    return charts(m.walk.charts).status_at(at);
}

}  // namespace sidestep
