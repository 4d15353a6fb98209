// Eight agents at a time. See limits.h.
#include "route/limits.h"

#include <limits>

#include "base/columns.h"

namespace sidestep::SIDESTEP_ARCH {

void limit(const WorldView& world, const SpeedField& slow, std::span<Octet> octets, Wish* wishes) {
    const Pack now = static_cast<float>(world.time);
    const PackInt arrived = PackInt(flag::arrived), waits = PackInt(static_cast<std::int32_t>(wish::waits));
    const Pack unlimited = std::numeric_limits<float>::infinity();
    const Pack nobody = as_float(PackInt(static_cast<std::int32_t>(kNobody)));
    for (Octet& g : octets) {
        if (!slow.empty()) {
            for (int i = 0; i < kLanes; ++i) {
                const float factor = slow.factor({g.place[i].x, g.place[i].y});
                g.pref_speed[i] *= factor;
                g.max_speed[i] *= factor;
            }
        }
        const Mask stands = ((PackInt::load(g.flags) & arrived) == arrived) | (now < Pack::load(g.start_time));
        const Pack flags = select(stands, as_float(waits), Pack(0.0f));
        as_int(flags).store(g.wish_flags);
        to_records({Pack::load(g.max_speed), unlimited, nobody, flags},
                   [&](int i) { return &wishes[g.row[i]].max_speed; });
    }
}

void load_wishes(const Wish* wishes, std::span<Octet> octets) {
    for (Octet& g : octets) {
        const Columns lead = to_columns([&](int i) { return &wishes[g.row[i]].vx; });
        lead.a.store(g.pref_x), lead.b.store(g.pref_y), lead.c.store(g.way_x), lead.d.store(g.way_y);
        const Columns rest = to_columns([&](int i) { return &wishes[g.row[i]].max_speed; });
        rest.a.store(g.max_speed);
        as_int(rest.d).store(g.wish_flags);
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
