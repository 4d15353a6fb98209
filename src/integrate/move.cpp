#include "integrate/move.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void move(World&, const MoveContext&, Row, Row, MoveReport&))

MoveFunction mover() {
    return SIDESTEP_CHOOSE_KERNEL(move);
}

void wrap(Place& place, Self& self, Vec2d periodic) {
    const auto back = [](double& at, double& goal, double length) {
        if (!(length > 0)) return;
        while (at >= length) at -= length, goal -= length;
        while (at < 0) at += length, goal += length;
        if (at >= length) at = 0;  // rounding of a tiny negative number
    };
    back(place.x, self.goal_x, periodic.x);
    back(place.y, self.goal_y, periodic.y);
}

}  // namespace sidestep
