// Eight agents at a time. See tempo.h.
#include "wish/tempo.h"

#include <bit>

#include "base/columns.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

constexpr float kWalking = 0.05f;  // m/s: who is slower keeps looking where it looked

struct Heading {
    Pack x, y;
};
/// Zero where there is none.
SIDESTEP_INLINE Heading unit(Pack x, Pack y) {
    const Pack length = sqrt(x * x + y * y);
    const Pack scale = select(length > Pack(0.0f), Pack(1.0f) / length, Pack(0.0f));
    return {x * scale, y * scale};
}

}  // namespace

void keep_tempo(const BlockScratch& block, const Wish* wishes, Decision* decisions) {
    const PackInt tempo_flag = PackInt(static_cast<std::int32_t>(wish::tempo));
    const Pack zero = 0.0f;
    for (std::size_t k = 0; k < block.octets.size(); ++k) {
        const Octet& g = block.octets[k];
        unsigned paced = bits((PackInt::load(g.wish_flags) & tempo_flag) == tempo_flag) & g.used();
        if (paced == 0) continue;
        const Columns wish = to_columns([&](int i) { return &wishes[g.row[i]].vx; });
        const Columns model = to_columns([&](int i) { return &decisions[g.row[i]].vx; });
        const Heading along = unit(wish.c, wish.d);
        const Pack tempo = wish.a * along.x + wish.b * along.y;
        // Models approach their wish by laws of their own; only where there is somebody to avoid they have a reason.
        const Mask sees_others = PackInt::load(block.near[k].count) > PackInt(0);
        const Pack on = clamp(model.a * along.x + model.b * along.y, zero, tempo);
        const Pack ahead = select(sees_others, on, tempo);
        // Nobody steps aside faster than it walks or wants to, so that who stands in a line stays in it.
        const Pack most = max(tempo, abs(along.x * wish.b - along.y * wish.a));
        const Pack aside = clamp(along.x * model.b - along.y * model.a, -most, most);
        const Pack vx = along.x * ahead - along.y * aside, vy = along.y * ahead + along.x * aside;
        const Heading heading = unit(vx, vy);
        const Mask walks = vx * vx + vy * vy > Pack(kWalking * kWalking);
        alignas(32) Decision kept[kLanes];
        to_records({vx, vy, select(walks, heading.x, Pack::load(g.heading_x)),
                    select(walks, heading.y, Pack::load(g.heading_y))},
                   [&](int i) { return &kept[i].vx; });
        for (; paced != 0; paced &= paced - 1) {
            const int i = std::countr_zero(paced);
            decisions[g.row[i]] = kept[i];
        }
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
