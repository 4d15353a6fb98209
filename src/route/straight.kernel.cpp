// Straight to the way point, eight agents at a time. See straight.h.
#include "route/straight.h"

#include <bit>

#include "base/columns.h"

namespace sidestep::SIDESTEP_ARCH {

void lead_straight(const LeadBlock& block) {
    const WorldView& world = block.world;
    const PackInt waits = PackInt(static_cast<std::int32_t>(wish::waits));
    for (std::size_t k = 0; k < block.octets.size(); ++k) {
        const unsigned mine = block.lanes[k];
        if (mine == 0) continue;
        Octet& g = block.octets[k];
        // A goal on a periodic axis counts the way walked, so it is not wrapped.
        Pack dx, dy;
        point_differences([&](int i) { return &world.self[g.row[i]].goal_x; }, [&](int i) { return &g.place[i].x; }, dx,
                          dy);
        const Pack d = sqrt(dx * dx + dy * dy);
        const Mask stands = (PackInt::load(g.wish_flags) & waits) == waits;
        // Nobody walks past a point where it will stop.
        const Pack speed = min(Pack::load(g.pref_speed), d * Pack(1.0f / world.dt));
        const Pack scale = select(stands | (d <= Pack(1e-6f)), Pack(0.0f), speed / d);
        const Pack vx = dx * scale, vy = dy * scale;
        if (mine == g.used()) {
            dx.store(g.way_x), dy.store(g.way_y);
            vx.store(g.pref_x), vy.store(g.pref_y);
            if (block.by_row) to_records({vx, vy, dx, dy}, [&](int i) { return &block.wishes[g.row[i]].vx; });
            continue;
        }
        Wish led[kLanes];
        to_records({vx, vy, dx, dy}, [&](int i) { return &led[i].vx; });
        for (unsigned left = mine; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            set_lead(block.wishes[g.row[i]], {led[i].vx, led[i].vy}, {led[i].way_x, led[i].way_y});
        }
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
