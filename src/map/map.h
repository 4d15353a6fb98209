// Where one can walk now: the walls of a built map, which doors are closed, and what else stands in the way. Copies
// share the walls. Nothing but doors and obstacles ever changes, between steps; safe to ask from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "map/wall.h"
#include "map/wall_set.h"
#include "sidestep/export.h"
#include "sidestep/outline.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

class Map {
public:
    /// An open plane without walls.
    Map() : Map(std::make_shared<const WallSet>()) {}
    /// Walls that know of the periodic axes already (BuiltMap::Parts::walls): what is blocked later follows them.
    explicit Map(std::shared_ptr<const WallSet> walls, Vec2d periodic = {})
        : built_(std::move(walls)), now_(built_), periodic_(periodic) {}
    /// POLYGON and MULTIPOLYGON are walkable area (holes are obstacles; overlapping polygons are united, their walls
    /// are the boundary of the union), LINESTRING and MULTILINESTRING are thin walls, GEOMETRYCOLLECTION may mix them.
    /// Throws InputError with message, value, allowed and remedy.
    static Map from_wkt(const std::string& wkt);
    /// From an outline that is in order (outline/wkt.h, import/).
    static Map from_outline(const MapOutline& outline);

    /// What stands in the way now, instead of what did before: walls (of closed doors, of obstacles), and areas nobody
    /// can be in, whose borders are among the walls. Takes as long as sorting all walls anew.
    void block(std::span<const Wall> walls, std::vector<std::vector<Vec2d>> areas = {});

    /// As in WallSet: boundaries of the walkable area first.
    std::span<const Wall> walls() const { return now_->walls; }
    /// Whether p lies inside the walkable polygons, or anywhere when there are none, and in no obstacle. Thin walls do
    /// not count.
    bool walkable(Vec2d p) const {
        return (now_->boundary_count == 0 || now_->grid.inside(now_->walls, p)) && (!areas_ || !in_obstacle(p));
    }
    bool has_walkable_area() const { return now_->boundary_count != 0; }
    /// Distance to the nearest wall, or `at_most` where none is nearer.
    double clearance(Vec2d p, double at_most) const { return now_->grid.clearance(now_->walls, p, at_most); }
    /// Conservative: may say true when the nearest wall is a grid cell beyond `range`, never false wrongly. Few loads.
    bool any_wall_near(Vec2d p, double range) const { return now_->grid.any_near(p, range); }
    /// The same for a rectangle.
    bool any_wall_in(Vec2d low, Vec2d high) const { return now_->grid.any_in(low, high); }
    /// Indices of the walls at distance <= range, ascending. Returns how many there are; when that exceeds out.size(),
    /// `out` holds the nearest ones (of equal distances the lower index). Does not allocate.
    std::size_t walls_near(Vec2d p, double range, std::span<std::uint32_t> out) const {
        return now_->grid.near(now_->walls, p, range, out);
    }
    /// Whether the segment touches or crosses a wall.
    bool crosses_wall(Vec2d a, Vec2d b) const { return now_->grid.crosses(now_->walls, a, b); }

    bool empty() const { return now_->walls.empty(); }
    /// Bounds of all walls; both zero for an open plane.
    Vec2d lower() const { return now_->lower; }
    Vec2d upper() const { return now_->upper; }

private:
    bool in_obstacle(Vec2d p) const;

    std::shared_ptr<const WallSet> built_;
    std::shared_ptr<const WallSet> now_;                              ///< the same where nothing is blocked
    std::shared_ptr<const std::vector<std::vector<Vec2d>>> areas_{};  ///< null where there are none
    Vec2d periodic_{};
};

}  // namespace SIDESTEP_EXPORT sidestep
