// What a person responsible for a result must know before trusting it.
#include <algorithm>
#include <cmath>
#include <vector>

#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr double kArmsLength = 1.0;  // between bodies: who is this close ahead is in the way
constexpr double kSameGoal = 0.5;    // m between points that are one goal
// Of each person: many models set out, turn round a corner and stop from one step to the next.
constexpr std::uint64_t kForgivenJumps = 4;

/// Those of some rows who are near a place, whoever asks.
class NearRows {
public:
    NearRows(const World& world, std::vector<Row> rows) : world_(world), by_x_(std::move(rows)) {
        std::sort(by_x_.begin(), by_x_.end(),
                  [&](Row a, Row b) { return world_.now.place[a].x < world_.now.place[b].x; });
    }
    /// Whether somebody else is within arm's length of an agent, on the side of its goal, and `is` the one asked for.
    template <class Is>
    bool any_ahead(Row row, const Is& is) const {
        const auto& place = world_.now.place;
        const auto radius = [&](Row r) { return static_cast<double>(world_.now.motion[r].radius); };
        const Place p = place[row];
        const Self& self = world_.now.self[row];
        const Vec2d to_goal{self.goal_x - p.x, self.goal_y - p.y};
        const double reach = radius(row) + world_.widest() + kArmsLength;
        auto other =
            std::lower_bound(by_x_.begin(), by_x_.end(), p.x - reach, [&](Row r, double x) { return place[r].x < x; });
        for (; other != by_x_.end() && place[*other].x <= p.x + reach; ++other) {
            const Vec2d d{place[*other].x - p.x, place[*other].y - p.y};
            const double near = radius(row) + radius(*other) + kArmsLength;
            if (*other == row || !(dot(d, to_goal) > 0) || norm_squared(d) >= near * near) continue;
            if (is(*other)) return true;
        }
        return false;
    }

private:
    const World& world_;
    std::vector<Row> by_x_;
};

bool have_one_goal(const Self& a, const Self& b) {
    if (a.goal >= 0 || b.goal >= 0) return a.goal == b.goal;
    return norm(Vec2d{a.goal_x - b.goal_x, a.goal_y - b.goal_y}) < kSameGoal;
}

}  // namespace

bool Simulation::Engine::goes_round(Row row) const {
    const Place p = world.now.place[row];
    const Self& s = world.now.self[row];
    const Vec2d length = scenario.map.periodic;
    return (length.x > 0 && std::abs(s.goal_x - p.x) >= length.x) ||
           (length.y > 0 && std::abs(s.goal_y - p.y) >= length.y);
}

std::vector<bool> Simulation::Engine::queues_at_goal(const std::vector<Row>& stuck) const {
    std::vector<bool> waiting(world.size());
    std::vector<Row> asked = stuck;
    for (Row row = 0; row < world.size(); ++row) {
        const std::uint8_t flags = world.now.self[row].flags;
        if ((flags & flag::arrived) != 0 && (flags & flag::puppet) == 0) asked.push_back(row);
    }
    const NearRows near(world, std::move(asked));
    // From the goal outwards: behind somebody who queues one queues too.
    std::vector<std::pair<double, Row>> by_distance;
    for (const Row row : stuck) {
        const Self& s = world.now.self[row];
        const Place p = world.now.place[row];
        by_distance.emplace_back(norm(Vec2d{s.goal_x - p.x, s.goal_y - p.y}), row);
    }
    std::sort(by_distance.begin(), by_distance.end());
    for (const auto& [distance, row] : by_distance) {
        waiting[row] = near.any_ahead(row, [&](Row other) {
            const Self& s = world.now.self[other];
            return have_one_goal(world.now.self[row], s) && ((s.flags & flag::arrived) != 0 || waiting[other]);
        });
    }
    return waiting;
}

std::vector<RunHealth::Stuck> Simulation::Engine::stuck() const {
    std::vector<RunHealth::Stuck> all;
    std::vector<Row> rows;
    for (Row row = 0; row < world.size(); ++row) {
        const Self& s = world.now.self[row];
        const bool lacks_way = world.plans(row) && world.route_of(row).status != PathStatus::found;
        if (lacks_way && (s.flags & (flag::arrived | flag::in_line)) == 0) {
            all.push_back({world.now.motion[row].id, StuckCause::no_route, no_way(row)});
        } else if (is_stuck(row)) {
            rows.push_back(row);
        }
    }
    const std::vector<bool> waiting = queues_at_goal(rows);
    const NearRows near(world, rows);
    for (const Row row : rows) {
        if (waiting[row]) continue;
        const Self& s = world.now.self[row];
        const Place p = world.now.place[row];
        StuckCause cause = StuckCause::blocked;
        std::string reason;
        if (!world.plans(row) && map.crosses_wall({p.x, p.y}, {s.goal_x, s.goal_y})) {
            cause = StuckCause::no_route;
            reason = "a wall is in the way; \"route\": \"hierarchical\" in its profile leads round walls";
        } else if (near.any_ahead(row, [](Row) { return true; })) {
            cause = StuckCause::deadlock;  // they hold each other up
        }
        all.push_back({world.now.motion[row].id, cause, std::move(reason)});
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return all;
}

RunHealth Simulation::Engine::health() const {
    RunHealth h;
    h.overlaps = overlaps;
    h.deepest_m = deepest;
    std::uint64_t yielding = yielded;
    for (const Worker& w : worker) {
        yielding += w.yielding;
        h.overlaps += w.overlaps;
        h.deepest_m = std::max(h.deepest_m, w.deepest);
    }
    h.yielded_s = static_cast<double>(yielding) * scenario.dt / sub_steps();
    h.placed_aside = placed_aside;
    for (const auto& [id, following] : led) h.followed_nobody += !following.came;
    h.placed_aside_m = placed_aside_m;
    h.wall_contacts = wall_contacts;
    h.speed_outliers = speed_outliers;
    h.accel_outliers = accel_outliers;
    h.doors_held = doors_held;
    h.doors_not_closed = static_cast<std::uint64_t>(std::ranges::count(door_waits, true));
    const std::uint64_t forgiven = std::min(accel_outliers, kForgivenJumps * created.size());
    if (agent_moves > 0) {
        h.speed_share = static_cast<double>(speed_outliers) / static_cast<double>(agent_moves);
        h.accel_share = static_cast<double>(accel_outliers - forgiven) / static_cast<double>(agent_moves);
    }
    if (const Tremors::Sums& seen = tremors.sums(); seen.spells > 0) {
        h.shivering = static_cast<double>(seen.shivering) / static_cast<double>(seen.spells);
    }
    h.expects_unhealthy = scenario.expect == Expectation::unhealthy;
    h.outside_map = left_outside;
    for (Row row = 0; row < world.size(); ++row) {
        const Self& s = world.now.self[row];
        const bool wanders = s.goal >= 0 && scenario.goals[static_cast<std::size_t>(s.goal)].wander;
        h.never_arrived += (s.flags & flag::arrived) == 0 && !wanders && !goes_round(row);
        h.outside_map += is_outside(row) && (s.flags & flag::puppet) == 0;
    }
    h.stuck = stuck();
    for (const Queue& queue : queues.lines) {
        RunHealth::Line line{scenario.goals[static_cast<std::size_t>(queue.goal)].name,
                             spec_of(queue).service ? 0 : queue.line.size(), queue.overflow};
        if (line.unserved > 0 || line.overflow > 0) h.lines.push_back(std::move(line));
    }
    h.ok = is_healthy(h);
    return h;
}

}  // namespace sidestep
