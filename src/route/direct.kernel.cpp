// Straight to the way point, eight agents at a time. See direct.h.
#include "route/direct.h"
#include "base/columns.h"

namespace sidestep::SIDESTEP_ARCH {

void direct_route(const WorldView& world, const SpeedField& slow, std::span<Group> groups) {
    for (Group& g : groups) {
        if (!slow.empty()) {
            for (int i = 0; i < kLanes; ++i) {
                const float factor = slow.factor({g.place[i].x, g.place[i].y});
                g.pref_speed[i] *= factor;
                g.max_speed[i] *= factor;
            }
        }
        // A goal on a periodic axis counts the way walked, so it is not wrapped.
        Pack dx, dy;
        point_differences([&](int i) { return &world.self[g.row[i]].goal_x; }, [&](int i) { return &g.place[i].x; }, dx,
                          dy);
        dx.store(g.way_x);
        dy.store(g.way_y);
        const Pack d = sqrt(dx * dx + dy * dy);
        const PackInt arrived = PackInt(flag::arrived);
        const Mask waits = ((PackInt::load(g.flags) & arrived) == arrived) |
                           (Pack(static_cast<float>(world.time)) < Pack::load(g.start_time));
        // Nobody walks past a point where it will stop.
        const Pack wish = min(Pack::load(g.pref_speed), d * Pack(1.0f / world.dt));
        const Pack scale = select(waits | (d <= Pack(1e-6f)), Pack(0.0f), wish / d);
        (dx * scale).store(g.pref_x);
        (dy * scale).store(g.pref_y);
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
