// The ground under a waiting line: places along what is drawn, and straight on behind its end.
#pragma once

#include <cstddef>
#include <vector>

#include "map/map.h"
#include "sidestep/scenario.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// A coordinate counts metres from the head backwards, in steps of the spacing: those who stand so far apart by it are
/// as far apart on the ground, round corners too, where it is farther along the line.
class QueueLine {
public:
    QueueLine(const QueueSpec& spec, const Map& map);

    /// Where a coordinate lies.
    Vec2d place(double x) const;
    /// How that moves for each metre the coordinate gets smaller: a unit vector, longer in corners.
    Vec2d forward(double x) const;

    /// Places of the drawn line, the head included.
    std::size_t places() const { return places_; }
    /// Coordinate of the end of the drawn line.
    double end() const { return end_; }
    /// No coordinate beyond has a place: a wall is in the way. Infinity on open ground.
    double limit() const { return limit_; }

private:
    struct Corner {
        Vec2d at;
        double along;  ///< m of line from the head
    };
    Vec2d at(double along) const;
    /// The next place behind: where the line has come so far from the one before.
    double next_place(double along) const;

    double spacing_;
    std::vector<Corner> corners_;
    Vec2d backwards_{};            ///< beyond the last corner; zero where there is no direction
    std::vector<double> station_;  ///< by number of a place: m of line from the head; the last two are both beyond
    std::size_t places_ = 1;
    double end_ = 0, limit_ = 0;
};

}  // namespace sidestep
