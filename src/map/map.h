// Where one can walk: walls and walkable area. Nothing but doors ever changes, between steps; safe to ask from any
// thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "map/wall.h"
#include "map/wall_grid.h"
#include "sidestep/map.h"
#include "sidestep/vec2.h"

namespace sidestep {

class Map {
public:
    /// An open plane without walls.
    Map() = default;
    /// POLYGON and MULTIPOLYGON are walkable area (holes are obstacles; overlapping polygons are united, their walls
    /// are the boundary of the union), LINESTRING and MULTILINESTRING are thin walls, GEOMETRYCOLLECTION may mix them.
    /// Throws InputError with message, value, allowed and remedy.
    static Map from_wkt(const std::string& wkt);
    /// From an outline that is in order (import/): its wkt() is empty.
    static Map from_outline(const MapOutline& outline);

    /// Adds the images of all walls beyond the borders of periodic axes (lengths, 0 for none), so that whoever stands
    /// near a border meets the walls on the other side of it.
    void repeat(Vec2d periodic);

    /// Which doors are walls now, instead of those before. Takes as long as sorting all walls anew.
    void close_doors(std::span<const Wall> doors);

    /// Boundaries of the walkable area first, then thin walls, then images, then closed doors and their images.
    std::span<const Wall> walls() const { return walls_; }
    /// Whether p lies inside the walkable polygons; true everywhere when there are none. Thin walls do not count.
    bool walkable(Vec2d p) const { return boundary_count_ == 0 || grid_.inside(walls_, p); }
    bool has_walkable_area() const { return boundary_count_ != 0; }
    /// Distance to the nearest wall, or `at_most` where none is nearer.
    double clearance(Vec2d p, double at_most) const { return grid_.clearance(walls_, p, at_most); }
    /// Conservative: may say true when the nearest wall is a grid cell beyond `range`, never false wrongly. Four loads.
    bool any_wall_near(Vec2d p, double range) const { return grid_.any_near(p, range); }
    /// The same for a rectangle.
    bool any_wall_in(Vec2d low, Vec2d high) const { return grid_.any_in(low, high); }
    /// Indices of the walls at distance <= range, ascending. Returns how many there are; when that exceeds out.size(),
    /// `out` holds the nearest ones (of equal distances the lower index). Does not allocate.
    std::size_t walls_near(Vec2d p, double range, std::span<std::uint32_t> out) const {
        return grid_.near(walls_, p, range, out);
    }
    /// Whether the segment touches or crosses a wall.
    bool crosses_wall(Vec2d a, Vec2d b) const { return grid_.crosses(walls_, a, b); }

    bool empty() const { return walls_.empty(); }
    /// Bounds of all walls; both zero for an open plane.
    Vec2d lower() const { return lower_; }
    Vec2d upper() const { return upper_; }
    /// As given.
    const std::string& wkt() const { return wkt_; }

private:
    std::string wkt_;
    /// Appends the images of the walls from `first` on.
    void add_images(std::size_t first);
    std::vector<Wall> walls_;
    std::size_t boundary_count_ = 0;
    std::size_t door_count_ = 0;  ///< the last walls, with images
    Vec2d periodic_{};
    Vec2d lower_{}, upper_{};
    WallGrid grid_;
};

}  // namespace sidestep
