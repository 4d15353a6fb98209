// What a person responsible for a result must know before trusting it.
#include <algorithm>
#include <vector>

#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr double kArmsLength = 1.0;  // between bodies: who is this close ahead is in the way

bool is_stuck(const Self& s, double now) {
    return (s.flags & flag::arrived) == 0 && s.slow_since + kStuckAfter <= now;
}

}  // namespace

RunHealth Simulation::Engine::health() const {
    RunHealth h;
    h.overlaps = overlaps;
    h.deepest_m = deepest;
    for (const Worker& w : worker) {
        h.overlaps += w.overlaps;
        h.deepest_m = std::max(h.deepest_m, w.deepest);
    }
    h.wall_contacts = wall_contacts;
    h.speed_outliers = speed_outliers;
    h.accel_outliers = accel_outliers;
    h.doors_held = doors_held;
    h.doors_not_closed = static_cast<std::uint64_t>(std::ranges::count(door_waits, true));

    const double now = time_at(steps, 0);
    std::vector<Row> by_x(world.size());
    for (Row row = 0; row < world.size(); ++row) by_x[row] = row;
    const auto& place = world.now.place;
    const auto lacks_way = [&](Row row) {
        return world.plans(row) && world.route_of(row).status != PathStatus::found &&
               (world.now.self[row].flags & flag::arrived) == 0;
    };
    h.outside_map = left_outside;
    bool anybody = false;
    for (Row row = 0; row < world.size(); ++row) {
        const Self& s = world.now.self[row];
        const bool wanders = s.goal >= 0 && scenario.goals[static_cast<std::size_t>(s.goal)].wander;
        h.never_arrived += (s.flags & flag::arrived) == 0 && !wanders;
        h.outside_map += is_outside(row) && (s.flags & flag::puppet) == 0;
        anybody |= is_stuck(s, now) || lacks_way(row);
    }
    if (anybody) {
        std::sort(by_x.begin(), by_x.end(), [&](Row a, Row b) { return place[a].x < place[b].x; });
        for (Row row = 0; row < world.size(); ++row) {
            const Self& s = world.now.self[row];
            if (lacks_way(row)) {
                h.stuck.push_back({world.now.motion[row].id, StuckCause::no_route, no_way(row)});
                continue;
            }
            if (!is_stuck(s, now)) continue;
            const Place p = place[row];
            const Vec2d to_goal{s.goal_x - p.x, s.goal_y - p.y};
            StuckCause cause = StuckCause::blocked;
            std::string reason;
            if (!world.plans(row) && map.crosses_wall({p.x, p.y}, {s.goal_x, s.goal_y})) {
                cause = StuckCause::no_route;
                reason = "a wall is in the way; \"route\": \"hierarchical\" in its profile leads round walls";
            } else {
                // Somebody ahead who is stuck as well: they hold each other up.
                const double reach = world.now.motion[row].radius + 2.0 + kArmsLength;
                auto first = std::lower_bound(by_x.begin(), by_x.end(), p.x - reach,
                                              [&](Row r, double x) { return place[r].x < x; });
                for (; first != by_x.end() && place[*first].x <= p.x + reach; ++first) {
                    if (*first == row || !is_stuck(world.now.self[*first], now)) continue;
                    const Vec2d d{place[*first].x - p.x, place[*first].y - p.y};
                    const double near = world.now.motion[row].radius + world.now.motion[*first].radius + kArmsLength;
                    if (dot(d, to_goal) > 0 && norm_squared(d) < near * near) cause = StuckCause::deadlock;
                }
            }
            h.stuck.push_back({world.now.motion[row].id, cause, std::move(reason)});
        }
        std::sort(h.stuck.begin(), h.stuck.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    }
    h.ok = is_healthy(h);
    return h;
}

}  // namespace sidestep
