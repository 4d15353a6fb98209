#include "map/narrow_places.h"

#include <array>
#include <cstdint>

namespace sidestep {

namespace {

// A foot may lie 1.5 mm beside the nearest point of its wall (docs/architecture.md); in a gap of 0.1 m that is 0.9°.
constexpr double kRightAngle = 0.02;  // cosine

/// Where a portal is among the sides of the cells it joins.
using SidesOfPortal = std::array<std::uint32_t, 2>;

std::vector<SidesOfPortal> sides_of_portals(const Subdivision& map) {
    std::vector<SidesOfPortal> result(map.portals.size());
    for (std::uint32_t cell = 0; cell < map.cells.size(); ++cell) {
        for (std::uint32_t i = 0; i < map.cells[cell].side_count; ++i) {
            const std::uint32_t portal = map.sides[map.cells[cell].first_side + i].portal;
            if (portal != kNoPortal) result[portal][map.portals[portal].cells[0] == cell ? 0 : 1] = i;
        }
    }
    return result;
}

/// Turns around one end of a portal, from cell to cell, until the first wall: whether it is a right angle away.
bool walls_lead_away(const Subdivision& map, const std::vector<SidesOfPortal>& places, std::uint32_t portal,
                     std::uint32_t side_of_portal, bool at_end) {
    const Subdivision::Portal& from = map.portals[portal];
    const bool ends_at_b = (side_of_portal == 0) == at_end;
    const Vec2d turn = map.place(ends_at_b ? from.b : from.a);
    const Vec2d across = map.place(ends_at_b ? from.a : from.b) - turn;
    for (std::uint32_t which = side_of_portal;;) {
        const Subdivision::Portal& crossed = map.portals[portal];
        const auto sides = map.sides_of(crossed.cells[which]);
        const std::size_t n = sides.size(), here = places[portal][which];
        const std::size_t next = at_end ? (here + 1) % n : (here + n - 1) % n;
        // The end of the next side that is not where we turn.
        const Vec2d along = map.place(sides[at_end ? (next + 1) % n : next].point) - turn;
        if (dot(across, along) <= kRightAngle * norm(across) * norm(along)) return true;
        if (sides[next].portal == kNoPortal) return false;
        const std::uint32_t cell = crossed.cells[which];
        portal = sides[next].portal;
        which = map.portals[portal].cells[0] == cell ? 1 : 0;
    }
}

}  // namespace

std::vector<bool> narrow_places(const Subdivision& subdivision) {
    const std::vector<SidesOfPortal> places = sides_of_portals(subdivision);
    std::vector<bool> narrow(subdivision.portals.size());
    for (std::uint32_t portal = 0; portal < narrow.size(); ++portal) {
        bool all = true;
        for (const std::uint32_t side : {0U, 1U}) {
            for (const bool at_end : {false, true}) {
                all = all && walls_lead_away(subdivision, places, portal, side, at_end);
            }
        }
        narrow[portal] = all;
    }
    return narrow;
}

}  // namespace sidestep
