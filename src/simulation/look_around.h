// Who is near somebody, for stages that look for themselves.
#pragma once

#include <algorithm>
#include <vector>

#include "sense/cell_order.h"
#include "world/view.h"

namespace sidestep {

/// Somebody near.
struct Seen {
    Row row;
    Vec2d towards;  ///< unit vector
    double gap;     ///< m between bodies
};

/// Calls `look(seen)` for everybody whose body is no farther than `nearby` from a row's. In no order: use nothing that
/// depends on it.
template <class Look>
void look_around(const WorldView& frozen, const CellOrder& cells, std::vector<RowRange>& ranges, Row row, double nearby,
                 const Look& look) {
    const Place at = frozen.place[row];
    const double radius = frozen.motion[row].radius;
    const auto reach = static_cast<float>(radius + frozen.widest + nearby + 0.01);
    const Vec2f centre{static_cast<float>(at.x - cells.origin().x), static_cast<float>(at.y - cells.origin().y)};
    ranges.resize(std::max(ranges.size(), cells.most_ranges() + 1));
    const int found =
        cells.rows_in({centre.x - reach, centre.y - reach}, {centre.x + reach, centre.y + reach}, ranges.data());
    for (int k = 0; k < found; ++k) {
        for (Row other = ranges[static_cast<std::size_t>(k)].begin; other < ranges[static_cast<std::size_t>(k)].end;
             ++other) {
            if (other == row) continue;
            const Vec2d to{wrapped_difference(frozen.place[other].x, at.x, frozen.periodic.x) * -1,
                           wrapped_difference(frozen.place[other].y, at.y, frozen.periodic.y) * -1};
            const double distance = norm(to), gap = distance - radius - frozen.motion[other].radius;
            if (gap <= nearby && distance > 0) look(Seen{other, to / distance, gap});
        }
    }
}

}  // namespace sidestep
