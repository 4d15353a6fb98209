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

struct Limited {
    Vec2f velocity;
    bool accel_outlier;
};

/// Applies the agent's own limits to what its model decided.
Limited limit(const Decision& d, const Motion& m, const Self& s, float max_speed, float dt) {
    Vec2f v{d.vx, d.vy};
    const float speed2 = norm_squared(v);
    if (!(speed2 <= max_speed * max_speed)) {
        const float scale = max_speed / std::sqrt(speed2);
        v = scale > 0 ? v * scale : Vec2f{};  // also where a model went astray: not a number stays still
    }
    Vec2f change = v - Vec2f{m.vx, m.vy};
    const float change2 = norm_squared(change);
    const float most = s.max_accel * dt;
    if (change2 > most * most) {
        change = change * (most / std::sqrt(change2));
        v = Vec2f{m.vx, m.vy} + change;
    }
    const float plausible = std::min(s.max_accel * 1.001f, kImplausibleAccel) * dt;
    return {v, change2 > plausible * plausible};
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
    const auto now = static_cast<float>(context.time);
    double farthest2 = 0;
    for (Row row = begin; row < end; ++row) {
        Motion& m = world.now.motion[row];
        Self& s = world.now.self[row];
        Place& place = world.now.place[row];
        const Decision& d = world.decisions[row];
        const float max_speed = context.slow ? s.max_speed * context.slow({place.x, place.y}) : s.max_speed;
        const Limited limited = limit(d, m, s, max_speed, context.dt);
        Vec2f v = limited.velocity;
        report.accel_outliers += limited.accel_outlier;

        Vec2d to{place.x + static_cast<double>(v.x) * context.dt, place.y + static_cast<double>(v.y) * context.dt};
        if (has_walls) {
            const Vec2d from{place.x, place.y};
            const WallMove free = move_along_walls(context.map, from, to, m.radius);
            if (free.corrected) {
                to = free.to;
                v = {static_cast<float>((to.x - from.x) / context.dt), static_cast<float>((to.y - from.y) / context.dt)};
                ++report.wall_contacts;
                // Being pushed out of a corner may be faster than walking.
                report.speed_outliers += norm_squared(v) > s.max_speed * s.max_speed * (kSpeedTolerance * kSpeedTolerance);
            }
        }
        const double dx = to.x - place.x, dy = to.y - place.y;
        farthest2 = std::max(farthest2, dx * dx + dy * dy);
        place = {to.x, to.y};
        m.vx = v.x;
        m.vy = v.y;
        s.heading_x = d.heading_x;
        s.heading_y = d.heading_y;
        if (is_periodic) wrap(place, s, context.periodic);

        if ((s.flags & flag::arrived) != 0) continue;
        if ((s.flags & flag::region) != 0) {
            const Vec2d nearest = nearest_point(context.goals[static_cast<std::size_t>(s.goal)].region, {place.x, place.y});
            s.goal_x = nearest.x;
            s.goal_y = nearest.y;
        }
        const double gx = s.goal_x - place.x, gy = s.goal_y - place.y;
        const double reach = (s.flags & flag::region) != 0 ? 1e-9 : world.values()[s.values + kGoalRadius];
        if (gx * gx + gy * gy <= reach * reach) report.arrived.push_back(m.id);

        const float headway = kHeadway * s.pref_speed;
        if (norm_squared(v) >= headway * headway || now < s.start_time) {
            s.slow_since = std::numeric_limits<float>::infinity();
        } else if (s.slow_since > now) {
            s.slow_since = now;
        }
    }
    report.farthest = std::max(report.farthest, __builtin_sqrt(farthest2));
}

}  // namespace sidestep
