// The shortest way for a disc through a sequence of portals, pulled taut: straight lines that touch circles around the
// portals' ends, and corners cut off those circles from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep {

class TautString {
public:
    /// An end of a portal. The same corner has the same id in every portal that ends at it.
    struct Corner {
        Vec2d place;
        std::uint32_t id;
    };

    static constexpr std::uint32_t kNoCorner = UINT32_MAX;

    void clear() { gates_.clear(); }
    /// The next portal, as seen by whoever walks through; one of the corners may be none.
    void cross(Corner left, Corner right) { gates_.push_back({left, right}); }
    /// Appends the way to `points`, start and goal included, and returns its length. Start and goal must be clear of
    /// the corners by `radius`, and portals longer than 2 · radius.
    double pull(Vec2d start, Vec2d goal, double radius, std::vector<Vec2d>& points);

private:
    struct Gate {
        Corner left, right;
    };
    struct Bend {
        Vec2d corner;
        std::size_t gate;
        double side;  ///< +1: the corner is at the left hand, −1: at the right, 0: start or goal
    };

    void find_bends(Vec2d start, Vec2d goal, double radius);
    /// How far a corner cut may lie beyond the circle.
    double play(const Bend& bend, double radius) const;

    std::vector<Gate> gates_;
    std::vector<Bend> bends_;
};

}  // namespace sidestep
