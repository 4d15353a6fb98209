// Eight agents at a time. See hide_ignored.h.
#include "sense/hide_ignored.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/columns.h"
#include "sense/near_entry.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

constexpr float kBackwards = 0.1f;  // m/s: whoever walks slower than this against one's way comes towards one
constexpr float kSameWay = 0.25f;   // cosine² of 60°
constexpr float kEver = std::numeric_limits<float>::infinity();

/// Eight agents' wishes, as far as they say who need not be avoided.
struct Hiding {
    Pack along_x, along_y;  ///< unit vectors; zero: has no way
    Pack horizon;
    PackInt ignore;
    Mask paced, alone, ignores;
    Pack leader = kEver;  ///< m along the way to the one who is ignored

    SIDESTEP_INLINE Hiding(const Octet& g, const Wish* wishes) {
        const Columns lead = to_columns([&](int i) { return &wishes[g.row[i]].vx; });
        const Columns rest = to_columns([&](int i) { return &wishes[g.row[i]].max_speed; });
        const Pack length = sqrt(lead.c * lead.c + lead.d * lead.d);
        const Pack scale = select(length > Pack(0.0f), Pack(1.0f) / length, Pack(0.0f));
        along_x = lead.c * scale, along_y = lead.d * scale;
        horizon = rest.b;
        ignore = as_int(rest.c);
        const auto has = [&](std::uint32_t flag) {
            const PackInt bit = static_cast<std::int32_t>(flag);
            return (as_int(rest.d) & bit) == bit;
        };
        paced = has(wish::tempo), alone = has(wish::alone);
        ignores = inverse(ignore == PackInt(static_cast<std::int32_t>(kNobody)));
    }
    SIDESTEP_INLINE bool anybody() const { return any(paced | alone | ignores | (horizon < Pack(kEver))); }
    SIDESTEP_INLINE Mask is_ignored(const NearRecord& e) const { return ignores & (PackInt::load(e.id) == ignore); }
    SIDESTEP_INLINE Pack ahead(const NearRecord& e) const {
        return Pack::load(e.dx) * along_x + Pack::load(e.dy) * along_y;
    }
    /// Whether the one in each lane is hidden.
    SIDESTEP_INLINE Mask hides(const NearRecord& e, const Octet& g) const {
        const Pack dx = Pack::load(e.dx), dy = Pack::load(e.dy), vx = Pack::load(e.vx), vy = Pack::load(e.vy);
        const Pack on = vx * along_x + vy * along_y, across = along_x * dy - along_y * dx, far = ahead(e);
        // Who is farther beside than ahead or behind neither leads nor follows.
        const Mask in_lane = paced & (on >= Pack(-kBackwards)) &
                             (abs(across) <= min(Pack::load(g.radius) + Pack::load(e.radius), abs(far)));
        // Whoever walks the same way, and would be followed if it were near enough.
        const Mask unfollowed =
            (leader == Pack(kEver)) & (on > Pack(kBackwards)) & (on * on > Pack(kSameWay) * (vx * vx + vy * vy));
        const Mask beyond = (far < Pack(0.0f)) | (far > leader) | unfollowed;
        const Pack wx = vx - Pack::load(g.vx), wy = vy - Pack::load(g.vy), w2 = wx * wx + wy * wy;
        const Pack approach = select(w2 > Pack(1e-12f), max(-(dx * wx + dy * wy) / w2, Pack(0.0f)), Pack(0.0f));
        return alone | is_ignored(e) | (in_lane & beyond) | (approach > horizon);
    }
};

}  // namespace

void hide_ignored(const Wish* wishes, BlockScratch& scratch) {
    for (std::size_t i = 0; i < scratch.octets.size(); ++i) {
        const Octet& g = scratch.octets[i];
        LaneLists<NearRecord>& list = scratch.near[i];
        if (list.longest == 0) continue;
        Hiding hiding(g, wishes);
        if (!hiding.anybody()) continue;
        NearRecord* const entries = scratch.near_records.data() + list.begin;
        for (int k = 0; k < list.longest; ++k) {
            hiding.leader = select(hiding.is_ignored(entries[k]), hiding.ahead(entries[k]), hiding.leader);
        }
        // Unused lanes repeat the first, and so do their lists.
        alignas(32) std::int32_t kept[kLanes]{};
        for (int k = 0; k < list.longest; ++k) {
            const Mask there = PackInt::load(list.count) > PackInt(k);
            unsigned left = bits(there & inverse(hiding.hides(entries[k], g)));
            for (; left != 0; left &= left - 1) {
                const int lane = std::countr_zero(left);
                if (kept[lane] != k) move_entry(entries[k], entries[kept[lane]], lane);
                ++kept[lane];
            }
        }
        const std::int32_t longest = *std::max_element(kept, kept + kLanes);
        for (int lane = 0; lane < kLanes; ++lane) {
            for (int k = kept[lane]; k < longest; ++k) clear_entry(entries[k], lane);
            list.count[lane] = kept[lane];
        }
        list.longest = longest;
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
