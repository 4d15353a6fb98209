// Whom somebody walks behind: the nearest ahead on its way, in its lane, who walks the same way. The way is straight to
// the way point and, where that is a bend, on from there, so that distances are along the way and not through the wall.
//
// Who is farther beside than ahead does not lead: ways converge before doors, and of two side by side each would be a
// hair ahead on the other's way. Both would stand for good.
#pragma once

#include "sense/cell_order.h"
#include "world/view.h"

namespace sidestep {

/// The way of one walker as far as it looks.
struct WayAhead {
    Place at;
    double radius = 0;
    Vec2d along;        ///< unit vector to the way point
    double reach = 0;   ///< m: nobody farther along the way is looked for
    double first = 0;   ///< m to the bend, or `reach`
    Vec2d beyond{};     ///< unit vector from the bend on; zero where there is none within reach
    double margin = 0;  ///< m beside the body that still belong to the lane
};

struct Leader {
    static constexpr Row kNone = UINT32_MAX;
    Row row = kNone;
    double ahead = 0;   ///< m along the way, between centres
    Vec2d along{};      ///< direction of the way where the leader is
    double across = 0;  ///< m to the left of the way
    explicit operator bool() const { return row != kNone; }
};

/// Cosine of 60°: who looks farther aside walks another way.
inline constexpr double kSameWay = 0.5;

/// Whether somebody is walking, or kept from it by others. Who stands because it is to stand is walked round, not
/// followed; puppets count as they look.
inline bool walks(const WorldView& world, const Self& self) {
    if ((self.flags & flag::puppet) != 0) return true;
    return (self.flags & flag::arrived) == 0 && static_cast<double>(self.start_time) <= world.time;
}

/// Farthest look ahead, m: what a fixed number of row ranges can cover.
inline constexpr double kFarthestLook = 30;

/// The same whatever the order of rows: of equals the one nearer to the middle of the lane, then the lower id.
Leader find_leader(const WorldView& world, const CellOrder& cells, Row self, const WayAhead& way);

/// Calls `look(row, offset)` for everybody but `self` whose cell touches a box around `at`, in no order; `low` and
/// `high` are relative to it.
template <class Look>
void look_in_box(const WorldView& world, const CellOrder& cells, Row self, Place at, Vec2d low, Vec2d high,
                 const Look& look) {
    constexpr int kMostRanges = 64;
    constexpr double kRounding = 0.01;  // m, of windows in float
    RowRange ranges[kMostRanges];
    const double x = at.x - cells.origin().x, y = at.y - cells.origin().y;
    const int count =
        cells.rows_in({static_cast<float>(x + low.x - kRounding), static_cast<float>(y + low.y - kRounding)},
                      {static_cast<float>(x + high.x + kRounding), static_cast<float>(y + high.y + kRounding)}, ranges);
    for (int r = 0; r < count; ++r) {
        for (Row row = ranges[r].begin; row < ranges[r].end; ++row) {
            if (row == self) continue;
            const Place p = world.place[row];
            look(row, Vec2d{wrapped_difference(at.x, p.x, world.periodic.x),
                            wrapped_difference(at.y, p.y, world.periodic.y)});
        }
    }
}

}  // namespace sidestep
