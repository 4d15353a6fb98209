#include "map/bottlenecks.h"

#include <algorithm>
#include <unordered_set>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = ConstrainedDelaunay::kNone;
// Feet this near to the end of a wall change nothing (m).
constexpr double kNearEnd = 1e-4;
// How far a foot may move along its wall, lattice steps: 1 mm makes a passage of 0.5 m longer by 1e-6 m.
constexpr int kFarthestMove = 64;

std::int64_t along(LatticePoint from, LatticePoint to, LatticePoint p) {
    return (std::int64_t{to.x} - from.x) * (std::int64_t{p.x} - from.x) +
           (std::int64_t{to.y} - from.y) * (std::int64_t{p.y} - from.y);
}

std::int64_t floor_divided(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

class Bottlenecks {
public:
    Bottlenecks(RegionMesh& region, SubdivisionLog& log) : region_(region), mesh_(region.mesh), log_(log) {}

    void run() {
        for (std::uint32_t t = 0; t < mesh_.triangles(); ++t) {
            if (region_.walkable[t]) queue_.push_back(t);
        }
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const std::uint32_t t = queue_[i];
            if (!region_.walkable[t]) continue;
            for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
                if (insert_foot(h)) break;
            }
        }
    }

private:
    /// Projects the corner opposite to h onto h.
    bool insert_foot(std::uint32_t h) {
        const std::uint32_t corner = mesh_.apex(h);
        if (!region_.blocks(h) || corner >= region_.first_foot) return false;
        if (region_.blocks(mesh_.next(h)) && region_.blocks(mesh_.previous(h))) return false;
        // The foot on the wall as it was given: what became of it by bending does not count, so a corner has one foot
        // only.
        const std::uint32_t label = mesh_.label(h);
        const RegionMesh::Segment& wall = region_.segments[label];
        const std::int64_t square = along(wall.from, wall.to, wall.to);
        const std::int64_t at = along(wall.from, wall.to, mesh_.point(corner));
        const std::int64_t b = along(wall.from, wall.to, mesh_.point(mesh_.origin(h)));
        const std::int64_t c = along(wall.from, wall.to, mesh_.point(mesh_.end(h)));
        const double room = kNearEnd * kLatticePerMetre * __builtin_sqrt(static_cast<double>(square));
        if (!(static_cast<double>(at - std::min(b, c)) > room && static_cast<double>(std::max(b, c) - at) > room)) {
            return false;
        }
        if (!done_.insert(std::uint64_t{corner} << 32 | label).second) return false;
        const double t = static_cast<double>(at) / static_cast<double>(square);
        const Vec2d foot{wall.from.x + t * (static_cast<double>(wall.to.x) - wall.from.x),
                         wall.from.y + t * (static_cast<double>(wall.to.y) - wall.from.y)};
        LatticePoint p;
        if (!find_place(h, foot, p)) {
            ++log_.feet_refused;
            return false;
        }
        const std::uint8_t left = region_.walkable[h / 3], right = region_.walkable[mesh_.twin(h) / 3];
        mesh_.split(h, p, queue_);
        region_.walkable.insert(region_.walkable.end(), {left, right});
        ++log_.feet;
        return true;
    }

    /// The next point along the wall of `label` from a foot, other than `from`; none at the wall's end.
    std::uint32_t beyond(std::uint32_t foot, std::uint32_t from, std::uint32_t label) const {
        if (foot < region_.first_foot) return kNone;
        std::uint32_t h = mesh_.edge_of(foot);
        while (mesh_.label(h) != label || mesh_.end(h) == from) h = mesh_.turn_left(h);
        return mesh_.end(h);
    }

    /// The lattice point nearest to the foot where h can be split and the wall bends the right way; where there is
    /// none, one where it can be split at least.
    bool find_place(std::uint32_t h, Vec2d foot, LatticePoint& place) const {
        const std::uint32_t vb = mesh_.origin(h), vc = mesh_.end(h), label = mesh_.label(h);
        const LatticePoint b = mesh_.point(vb), c = mesh_.point(vc);
        const bool to_left = region_.walkable_at(mesh_.twin(h));  // it blocks on both sides
        const std::int64_t bend = to_left ? -1 : 1;
        const std::uint32_t before = beyond(vb, vc, label), after = beyond(vc, vb, label);
        const auto bends_well = [&](LatticePoint p) {
            return (before == kNone || bend * orientation(mesh_.point(before), b, p) >= 0) &&
                   (after == kNone || bend * orientation(p, c, mesh_.point(after)) >= 0);
        };
        const bool found = try_places(b, c, foot, to_left, place,
                                      [&](LatticePoint p) { return mesh_.can_split(h, p) && bends_well(p); });
        const auto can_split = [&](LatticePoint p) { return mesh_.can_split(h, p); };
        return found || try_places(b, c, foot, to_left, place, can_split) ||
               try_places(b, c, foot, !to_left, place, can_split);
    }

    /// Lattice points on the line from b to c or next to it, on its left or right, by their distance from the foot.
    template <class Accept>
    static bool try_places(LatticePoint b, LatticePoint c, Vec2d foot, bool to_left, LatticePoint& place,
                           Accept accept) {
        const std::int64_t dx = std::int64_t{c.x} - b.x, dy = std::int64_t{c.y} - b.y;
        const bool level = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
        const auto middle = static_cast<std::int64_t>(__builtin_floor((level ? foot.x : foot.y) + 0.5));
        for (int i = 0; i <= 2 * kFarthestMove; ++i) {
            const std::int64_t at = middle + (i % 2 == 1 ? (i + 1) / 2 : -(i / 2));
            if (level) {
                const std::int64_t rise = (at - b.x) * dy;
                const bool up = (dx > 0) == to_left;
                place = {static_cast<std::int32_t>(at),
                         static_cast<std::int32_t>(b.y + (up ? -floor_divided(-rise, dx) : floor_divided(rise, dx)))};
            } else {
                const std::int64_t run = (at - b.y) * dx;
                const bool right = (dy > 0) != to_left;
                place = {static_cast<std::int32_t>(b.x + (right ? -floor_divided(-run, dy) : floor_divided(run, dy))),
                         static_cast<std::int32_t>(at)};
            }
            if (accept(place)) return true;
        }
        return false;
    }

    RegionMesh& region_;
    ConstrainedDelaunay& mesh_;
    SubdivisionLog& log_;
    std::vector<std::uint32_t> queue_;        ///< triangles to look at
    std::unordered_set<std::uint64_t> done_;  ///< (corner, wall) that have their foot; never iterated
};

}  // namespace

void insert_bottlenecks(RegionMesh& region, SubdivisionLog& log) {
    Bottlenecks(region, log).run();
}

}  // namespace sidestep
