// Puts agents into octets and lays them out by lane. See octet.h.
#include "sense/octet.h"

#include <algorithm>

#include "base/columns.h"
#include "base/lattice.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

// An octet wider than this would drag in candidates that none of its members needs.
constexpr double kWidest = 9.0;  // m
constexpr auto kWidestLattice = static_cast<std::int32_t>(kWidest * kLatticePerMetre);

/// Rows of an octet, by lane. 64-bit numbers: sums that may wrap keep the compiler from folding them into addresses.
struct Consecutive {
    std::size_t first;
    SIDESTEP_INLINE std::size_t operator()(int lane) const { return first + static_cast<std::size_t>(lane); }
    SIDESTEP_INLINE PackInt values(const std::int32_t* column) const {
        return as_int(Pack::load_unaligned(reinterpret_cast<const float*>(column + first)));
    }
};
struct Scattered {
    const Row* rows;
    SIDESTEP_INLINE std::size_t operator()(int lane) const { return rows[lane]; }
    SIDESTEP_INLINE PackInt values(const std::int32_t* column) const {
        return as_int(gather(reinterpret_cast<const float*>(column), PackInt::load(rows)));
    }
};

/// Eight rows into the lanes of an octet: row(i) goes to lane i.
template <class Rows>
SIDESTEP_INLINE void load(const WorldView& world, const CellOrder& cells, const Rows& row, Octet& g) {
    // Local pointers: through the view every store could have changed them.
    const Motion* const motions = world.motion;
    const Self* const selves = world.self;
    const Place* const places = world.place;
    const Columns motion = to_columns([&](int i) { return &motions[row(i)].vx; });
    motion.a.store(g.vx), motion.b.store(g.vy), motion.c.store(g.radius), as_int(motion.d).store(g.id);
    const Columns body = to_columns([&](int i) { return &selves[row(i)].heading_x; });
    body.a.store(g.heading_x), body.b.store(g.heading_y), body.c.store(g.pref_speed), body.d.store(g.max_speed);
    const Columns rest = to_columns([&](int i) { return &selves[row(i)].window; });
    rest.a.store(g.window);
    as_int(rest.b).store(g.values);
    rest.c.store(g.start_time);
    const PackInt flags = as_int(rest.d);
    flags.store(g.flags);
    g.had_overlap = any(inverse((flags & PackInt(flag::overlapping | flag::unparted)) == PackInt(0)));
    for (int i = 0; i < kLanes; ++i) g.place[i] = places[row(i)];
    for (int i = 0; i < kLanes; ++i) g.row[i] = static_cast<Row>(row(i));
    row.values(cells.x()).store(g.x);
    row.values(cells.y()).store(g.y);
    const PackInt values = as_int(rest.b);
    g.same_values = all(values == PackInt(static_cast<std::int32_t>(g.values[0])));
    const auto common = [&](Common which) {
        return g.same_values ? Pack(world.values[g.values[0] + which])
                             : gather(world.values, values + PackInt(static_cast<std::int32_t>(which)));
    };
    common(kNeighbourRange).store(g.range);
    truncate(common(kMaxNeighbours)).store(g.most);
}

/// Whether eight rows from `first` on can form an octet as they stand: the usual case.
SIDESTEP_INLINE bool stand_together(const WorldView& world, const CellOrder& cells, Row first, std::uint8_t kind) {
    const Consecutive rows{first};
    const PackInt dx = rows.values(cells.x()) - PackInt(cells.x()[first]);
    const PackInt dy = rows.values(cells.y()) - PackInt(cells.y()[first]);
    const PackInt widest = PackInt(kWidestLattice), opposite = PackInt(-kWidestLattice);
    if (any((dx > widest) | (dy > widest) | (opposite > dx) | (opposite > dy))) return false;
    if (kind == kEverybody) return true;
    bool same = true;
    for (Row row = first; row < first + kLanes; ++row) same &= world.self[row].kind == kind;
    return same;
}

}  // namespace

void form_octets(const WorldView& world, const CellOrder& cells, Row begin, Row end, std::uint8_t kind,
                 std::vector<Octet>& out) {
    alignas(32) Row rows[kLanes];
    std::uint32_t lanes = 0;
    const auto close = [&] {
        Octet& g = out.emplace_back();
        g.lanes = lanes;
        for (; lanes < kLanes; ++lanes) rows[lanes] = rows[0];
        load(world, cells, Scattered{rows}, g);
        lanes = 0;
    };
    const bool may_seem_near = cells.wide();  // then true places are asked
    for (Row row = begin; row < end; ++row) {
        if (kind != kEverybody && world.self[row].kind != kind) continue;
        if (lanes == 0 && row + kLanes <= end && !may_seem_near && stand_together(world, cells, row, kind)) {
            Octet& g = out.emplace_back();
            g.lanes = kLanes;
            load(world, cells, Consecutive{row}, g);
            row += kLanes - 1;
            continue;
        }
        if (lanes > 0) {
            const double dx = world.place[row].x - world.place[rows[0]].x;
            const double dy = world.place[row].y - world.place[rows[0]].y;
            if (std::max(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy) > kWidest) close();
        }
        rows[lanes++] = row;
        if (lanes == kLanes) close();
    }
    if (lanes > 0) close();
}

}  // namespace sidestep::SIDESTEP_ARCH
