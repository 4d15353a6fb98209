#include "wish/tempo.h"

#include <algorithm>
#include <cmath>

namespace sidestep {

namespace {

constexpr float kWalking = 0.05f;  // m/s: who is slower keeps looking where it looked

Decision paced(const Wish& wish, const Decision& decided, bool sees_others, Vec2f heading) {
    const Vec2f along = unit(Vec2f{wish.way_x, wish.way_y});
    if (norm_squared(along) == 0) return {0, 0, heading.x, heading.y};
    const Vec2f wanted{wish.vx, wish.vy}, model{decided.vx, decided.vy};
    const float tempo = dot(wanted, along);
    // Models approach their wish by laws of their own; only where there is somebody to avoid they have a reason.
    const float ahead = sees_others ? std::clamp(dot(model, along), 0.0f, tempo) : tempo;
    // Nobody steps aside faster than it walks or wants to, so that who stands in a line stays in it.
    const float most = std::max(tempo, std::abs(cross(along, wanted)));
    const float aside = std::clamp(cross(along, model), -most, most);
    const Vec2f v = along * ahead + left_of(along) * aside;
    if (norm_squared(v) > kWalking * kWalking) heading = unit(v);
    return {v.x, v.y, heading.x, heading.y};
}

}  // namespace

void keep_tempo(const WorldView& world, const BlockScratch& block, const Wish* wishes, Decision* decisions) {
    for (std::size_t k = 0; k < block.octets.size(); ++k) {
        const Octet& g = block.octets[k];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const Row row = g.row[lane];
            if ((wishes[row].flags & wish::tempo) == 0) continue;
            const Self& self = world.self[row];
            decisions[row] =
                paced(wishes[row], decisions[row], block.near[k].count[lane] > 0, {self.heading_x, self.heading_y});
        }
    }
}

}  // namespace sidestep
