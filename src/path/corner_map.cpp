#include "path/corner_map.h"

#include "map/opening_way.h"

namespace sidestep {
namespace {

constexpr double kFarthest = 4;  // radii
// Cells may reach this far beyond the walls: nearly collinear ones were made one (SubdivisionOptions).
constexpr double kSlack = 0.05;  // m

}  // namespace

CornerMap::CornerMap(const Clearance& clearance, const std::shared_ptr<const PathGround>& ground, double radius)
    : space_(clearance),
      graph_(space_),
      ground_(ground),
      portals_(space_, graph_, *ground_),
      walls_(clearance),
      radius_(radius) {
    clear_edges_.resize(graph_.edges());
    for (std::uint32_t c = 0; c < graph_.corners(); ++c) {
        alone_.push_back(walls_.stands_alone(space_.corners()[c].centre));
        for (std::uint32_t e = graph_.first_edge(c); e < graph_.end_edge(c); ++e) {
            const std::uint32_t to = graph_.edge(e).to;
            if (to < c) continue;
            // The other end passes it as the edge back says.
            const std::uint32_t back = graph_.edge_between(to, c);
            const Circle a = space_.circle(c, side_leaving(graph_.passing(e)));
            const Circle b = space_.circle(to, side_arriving(graph_.passing(back)));
            const Vec2d direction = straight_between(a, b).direction;
            clear_edges_[e] = clear_edges_[back] =
                a.centre == b.centre || walls_.sweep(a.touched(direction), b.touched(direction)).clear;
        }
    }
}

double CornerMap::widest_way(Vec2d a, Vec2d b) const {
    std::call_once(widths_made_, [&] { widths_ = std::make_unique<const BodyWidths>(ground_->outline()); });
    return widths_->between(a, b);
}

bool CornerMap::opens(Vec2d from, Vec2d to) const {
    // Somebody may stand on the wall itself.
    return !walls_.crossed(from + (to - from) * 1e-3, to) &&
           opens_up(from, to, walls_.radius(), [&](Vec2d at) { return walls_.clearance(at); });
}

/// Off the walls by the shortest way, if the body fits there.
std::optional<Vec2d> CornerMap::pushed_off(Vec2d p) const {
    const PathGround::Footing footing = ground_->footing(space_.to_metres(p), radius_ + 2 * kClearanceMargin);
    if (footing.cell == kNoCell) return {};
    const Vec2d place = space_.to_lattice_units(footing.place);
    if (!walls_.fits(place) || !opens(p, place)) return {};
    return place;
}

void CornerMap::stand(Vec2d asked, Standing& standing) const {
    standing.place = standing.from = asked;
    const Vec2d p = space_.to_lattice_units(asked);
    space_.locate(p, standing.triangles);
    if (standing.possible() || ground_->locate(asked) == kNoCell) return;
    const double reach = (kFarthest * radius_ + kSlack) * kLatticePerMetre;
    const auto settle = [&](Vec2d place, Vec2d from) {
        // Where it is not moved, it stays what it was to the last bit.
        if (place != p) standing.place = space_.to_metres(place);
        standing.from = space_.to_metres(from);
        space_.locate(space_.to_lattice_units(standing.from), standing.triangles);
    };
    const std::optional<Vec2d> place = walls_.fits(p) ? p : pushed_off(p);
    if (place) {
        const auto walkable = [&](Vec2d q) { return walls_.sweep(*place, q).clear; };
        space_.locate(*place, standing.triangles);
        const auto from = standing.possible() ? place : space_.nearest(*place, reach, walkable);
        if (from) return settle(*place, *from);
    }
    const auto near = space_.nearest(p, reach, [&](Vec2d q) { return opens(p, q); });
    if (near) settle(*near, *near);
}

}  // namespace sidestep
