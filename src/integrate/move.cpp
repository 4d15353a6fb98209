#include "integrate/move.h"

#include <algorithm>
#include <cmath>

#include "integrate/walls.h"
#include "map/region.h"

namespace sidestep {

namespace {

// Faster changes of velocity than this are not a person's (running starts reach 5 m/s²).
constexpr float kImplausibleAccel = 10;
constexpr float kSpeedTolerance = 1.05f;
// An agent slower than this share of its preferred speed makes no headway.
constexpr float kHeadway = 0.1f;

/// What a model decided, within the agent's maximum speed.
Vec2f limit_speed(Vec2f v, float max_speed) {
    const float speed2 = norm_squared(v);
    if (speed2 <= max_speed * max_speed) return v;
    const float scale = max_speed / std::sqrt(speed2);
    return scale > 0 ? v * scale : Vec2f{};  // also where a model went astray: not a number stays still
}

}  // namespace

void wrap(Place& place, Self& self, Vec2d periodic) {
    const auto back = [](double& at, double& goal, double length) {
        if (!(length > 0)) return;
        while (at >= length) at -= length, goal -= length;
        while (at < 0) at += length, goal += length;
        if (at >= length) at = 0;  // rounding of a tiny negative number
    };
    back(place.x, self.goal_x, periodic.x);
    back(place.y, self.goal_y, periodic.y);
}

void move(World& world, const MoveContext& context, Row begin, Row end, MoveReport& report) {
    const bool has_walls = !context.map.empty();
    const bool is_periodic = context.periodic.x > 0 || context.periodic.y > 0;
    const bool is_slow_somewhere = static_cast<bool>(context.slow);
    const auto now = static_cast<float>(context.time);
    const float dt = context.dt;
    const double dt_long = dt;
    const float implausible2 = kImplausibleAccel * dt * (kImplausibleAccel * dt);
    std::uint64_t accel_outliers = 0;
    double farthest2 = 0;
    for (Row row = begin; row < end; ++row) {
        Motion& m = world.now.motion[row];
        Self& s = world.now.self[row];
        Place& place = world.now.place[row];
        const Decision& d = world.decisions[row];
        const Vec2f before{m.vx, m.vy};
        const float max_speed = is_slow_somewhere ? s.max_speed * context.slow({place.x, place.y}) : s.max_speed;
        Vec2f v = limit_speed({d.vx, d.vy}, max_speed);
        const float change2 = norm_squared(v - before);
        const float most = s.max_accel * dt;
        if (change2 > most * most) {
            v = before + (v - before) * (most / std::sqrt(change2));
        } else {
            accel_outliers += change2 > implausible2;
        }

        const Vec2d from{place.x, place.y};
        Vec2d to{from.x + v.x * dt_long, from.y + v.y * dt_long};
        if (has_walls) {
            const WallMove free = move_along_walls(context.map, from, to, m.radius);
            if (free.corrected) {
                to = free.to;
                v = {static_cast<float>((to.x - from.x) / dt_long), static_cast<float>((to.y - from.y) / dt_long)};
                ++report.wall_contacts;
                // Being pushed out of a corner may be faster than walking.
                report.speed_outliers +=
                    norm_squared(v) > s.max_speed * s.max_speed * (kSpeedTolerance * kSpeedTolerance);
            }
        }
        farthest2 = std::max(farthest2, norm_squared(to - from));
        place = {to.x, to.y};
        m.vx = v.x;
        m.vy = v.y;
        s.heading_x = d.heading_x;
        s.heading_y = d.heading_y;
        if (is_periodic) wrap(place, s, context.periodic);

        if ((s.flags & flag::arrived) != 0) continue;
        double reach = world.values()[s.values + kGoalRadius];
        if ((s.flags & flag::region) != 0) {
            const Vec2d nearest =
                nearest_point(context.goals[static_cast<std::size_t>(s.goal)].region, {place.x, place.y});
            s.goal_x = nearest.x;
            s.goal_y = nearest.y;
            reach = 1e-9;
        }
        const double gx = s.goal_x - place.x, gy = s.goal_y - place.y;
        if (gx * gx + gy * gy <= reach * reach) report.arrived.push_back(m.id);

        const float headway = kHeadway * s.pref_speed;
        if (norm_squared(v) >= headway * headway || now < s.start_time) {
            s.slow_since = std::numeric_limits<float>::infinity();
        } else if (s.slow_since > now) {
            s.slow_since = now;
        }
    }
    report.accel_outliers += accel_outliers;
    report.farthest = std::max(report.farthest, __builtin_sqrt(farthest2));
}

}  // namespace sidestep
