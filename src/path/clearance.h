// Where the centre of a round body may be: the walkable area without everything closer to a wall than the body's
// radius.
#pragma once

#include <cstdint>
#include <vector>

#include "base/lattice.h"
#include "sidestep/map.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// Walls moved outwards by the radius, noded on the lattice: segments meet at their ends only.
struct Clearance {
    struct Segment {
        std::uint32_t a, b;  ///< points
        bool border;         ///< of the free space; else a thin wall with free space on both sides (radius 0 only)
    };
    struct Wall {
        LatticePoint a, b;
    };
    Vec2d origin{};     ///< of lattice (0, 0), m
    double radius = 0;  ///< lattice units: what bodies keep clear of walls, rounding of walls included
    std::vector<LatticePoint> points;
    /// By point: the wall's corner that it is a corner of a polygon round, the polygon's sides being tangents of the
    /// disc; the point itself where it is none.
    std::vector<LatticePoint> centres;
    std::vector<Segment> segments;  ///< each once, a before b
    std::vector<Wall> walls;        ///< as they stand
};

/// Corners of obstacles stay corners (mitres) as long as they lie within this many radii of the wall's corner; sharper
/// ones, ends of thin walls among them, are cut off along the tangent of the disc and become two corners, and so are
/// those whose mitre would come in the way where a body fits between them and another wall.
inline constexpr double kMitreLimit = 2;
/// The radius is enlarged by this much, so that rounding to the lattice never brings a body closer to a wall than it.
inline constexpr double kClearanceMargin = 0x1p-15;
/// The same where only walls were rounded.
inline constexpr double kWallMargin = 0x1p-16;

/// Passages narrower than twice the radius are closed. An outline without floor is walkable everywhere up to this
/// margin (m) beyond its walls and the radius. Throws InputError where the map is too large for the lattice.
Clearance clear_of_walls(const MapOutline& outline, double radius, double open_margin = 10);

}  // namespace sidestep
