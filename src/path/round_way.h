// A way for a round body pulled taut: straight lines that touch circles round the walls' corners, and arcs of those
// circles, cut off from outside. It begins as a way over corners of polygons round the circles, which is a little
// longer and never wrong.
#pragma once

#include <cstddef>
#include <vector>

#include "path/round_walls.h"
#include "path/tangent.h"

namespace sidestep {

/// Lattice units.
class RoundWay {
public:
    void begin(Vec2d start);
    /// The next circle. `known_clear`: that nothing is in the way between the last one and this.
    void pass(const Circle& circle, bool stands_alone, bool known_clear);
    /// Appends the way from start to goal to `points`, without either. False where something is in the way that it
    /// could not be led round: nothing was appended, and the way over the polygons' corners is the one to take.
    bool end(Vec2d goal, const RoundWalls& walls, std::vector<Vec2d>& points);

private:
    struct Bend {
        Circle circle;
        bool alone;  ///< nothing comes near its arc
        bool clear;  ///< nothing is in the way to the next one
        Vec2d out;   ///< direction to the next one
    };

    bool pull(const RoundWalls& walls);
    bool straighten();
    bool cut(const RoundWalls& walls, HalfTurn half, std::vector<Vec2d>& points) const;

    std::vector<Bend> bends_;
    std::size_t patience_ = 0;
};

}  // namespace sidestep
