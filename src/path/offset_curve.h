// The curve at a distance from a closed chain of walls, on its left, as it comes: it crosses itself wherever walls are
// too short or too close.
//
// It goes round the walls' own chain, less the strip along each wall and the wedge at each corner that turns away.
// So of all the curves of a map together: what they run around once is free, everything that a strip or wedge
// covers counts less. Whoever needs the free space alone looks at winding numbers and need not unite anything.
#pragma once

#include <vector>

#include "base/lattice.h"
#include "outline/linework.h"
#include "sidestep/vec2.h"

namespace sidestep {

using LatticeChain = std::vector<LatticePoint>;

class OffsetCurves {
public:
    /// `distance` in lattice units. Other walls matter: a corner is cut closer where another wall is near.
    OffsetCurves(const std::vector<LatticeChain>& chains, double distance);
    struct Curve {
        LatticeChain points;
        LatticeChain centres;  ///< by point: the wall's corner that it belongs to
    };
    /// No two points of the closed chain that follow each other are equal.
    Curve around(const LatticeChain& chain) const;
    /// The end of a wall that a point where curves cross or touch stands off: the nearest, or the point itself where
    /// none is as near as corners are.
    LatticePoint nearest_end(LatticePoint p) const;

private:
    struct Wall {
        LatticePoint a, b;
    };
    void add_corner(LatticePoint before, LatticePoint at, LatticePoint after, LatticeChain& curve) const;
    LatticePoint tangent_corner(LatticePoint at, Vec2d n1, Vec2d n2) const;
    /// Whether walls other than those that meet here come this close.
    bool anything_near(LatticePoint at, double reach) const;
    /// Normals of the corner's tangents, from left to right. Adds those towards walls that a corner between two
    /// tangents could come in the way of.
    void add_narrow_directions(LatticePoint at, std::vector<Vec2d>& normals) const;

    double distance_;
    std::vector<Wall> walls_;
    SegmentGrid grid_;
};

}  // namespace sidestep
