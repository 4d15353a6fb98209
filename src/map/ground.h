// Where a body can stand: which cell a place is in, and the nearest place that is clear of walls.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "map/cell_locator.h"
#include "map/map_file.h"
#include "map/subdivision.h"
#include "map/wall.h"
#include "map/wall_grid.h"
#include "map/widest_ways.h"

namespace sidestep {

/// What all searches on one map share, whatever the method and the body. Safe to ask from any thread.
class PathGround {
public:
    /// The outline is what the subdivision was made from, for methods that need it; the file what both were read from,
    /// for methods that find something of theirs in it.
    explicit PathGround(Subdivision subdivision, MapOutline outline = {}, std::shared_ptr<const MapFile> file = {});

    const MapOutline& outline() const { return outline_; }
    const MapFile* file() const { return file_.get(); }
    const Subdivision& subdivision() const { return subdivision_; }
    /// kNoCell outside.
    std::uint32_t locate(Vec2d p) const { return locator_.locate(p); }
    /// From a in `cell` straight to b; appends the portals crossed.
    CellLocator::Walk walk(std::uint32_t cell, Vec2d a, Vec2d b, std::vector<std::uint32_t>& portals) const {
        return locator_.walk(subdivision_, cell, a, b, portals);
    }
    /// Distance to the nearest wall, or `at_most`.
    double clearance(Vec2d p, double at_most) const { return grid_.clearance(walls_, p, at_most); }

    /// What is wider does not get from one cell to the other, whatever doors are open; 0 where nobody does.
    double widest_way(std::uint32_t from, std::uint32_t to) const { return widest_ways_.between(from, to); }

    struct Footing {
        Vec2d place{};
        std::uint32_t cell = kNoCell;  ///< kNoCell: there is no place to stand near here
    };
    /// The place itself where it is clear of walls by the radius. People in a crowd are pressed against walls, and a
    /// goal may be a door handle: a place in a cell but too close to a wall is moved away from the walls, by at most
    /// four radii and never across one nor past a gap that is too narrow for the body.
    Footing footing(Vec2d p, double radius) const;

    /// Uniform over the clear places of the component with the largest area. Throws InputError where there are hardly
    /// any.
    Vec2d random_place(std::uint64_t seed, std::uint64_t index, double radius) const;

private:
    /// A triangle of a cell of the largest component.
    struct Patch {
        std::uint32_t cell, corner;
        double area_before;
    };
    bool clear_in_cell(std::uint32_t cell, Vec2d p, double radius) const;

    MapOutline outline_;
    std::shared_ptr<const MapFile> file_;
    Subdivision subdivision_;
    CellLocator locator_;
    WidestWays widest_ways_;
    std::vector<Wall> walls_;
    WallGrid grid_;
    std::vector<Patch> patches_;
    double patches_area_ = 0;
};

}  // namespace sidestep
