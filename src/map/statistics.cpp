#include <algorithm>

#include "map/subdivision.h"

namespace sidestep {
namespace {

/// Parts that portals longer than `width` hold together.
std::size_t count_parts(const Subdivision& subdivision, double width) {
    std::vector<std::uint32_t> parent(subdivision.cells.size());
    for (std::uint32_t c = 0; c < parent.size(); ++c) parent[c] = c;
    const auto root = [&](std::uint32_t c) {
        while (parent[c] != c) c = parent[c] = parent[parent[c]];
        return c;
    };
    std::size_t parts = parent.size();
    for (const Subdivision::Portal& portal : subdivision.portals) {
        const std::uint32_t a = root(portal.cells[0]), b = root(portal.cells[1]);
        if (a == b || !(subdivision.length(portal) > width)) continue;
        parent[std::max(a, b)] = std::min(a, b);
        --parts;
    }
    return parts;
}

double area_of(const Subdivision& subdivision, std::uint32_t cell) {
    const auto sides = subdivision.sides_of(cell);
    const Vec2d first = subdivision.place(sides[0].point);
    double twice = 0;
    for (std::size_t i = 1; i + 1 < sides.size(); ++i) {
        twice += cross(subdivision.place(sides[i].point) - first, subdivision.place(sides[i + 1].point) - first);
    }
    return twice / 2;
}

}  // namespace

MapStatistics statistics_of(const Subdivision& subdivision, double width, std::size_t narrowest) {
    MapStatistics result;
    result.width = width;
    result.cells = subdivision.cells.size();
    result.free_segments = subdivision.portals.size();
    for (std::uint32_t c = 0; c < subdivision.cells.size(); ++c) {
        result.area += area_of(subdivision, c);
        result.components = std::max(result.components, std::size_t{subdivision.cells[c].component} + 1);
        switch (kind_of(arity(subdivision, c, width))) {
            case CellKind::closed:
                ++result.closed;
                break;
            case CellKind::dead_end:
                ++result.dead_ends;
                break;
            case CellKind::passage:
                ++result.passages;
                break;
            case CellKind::crossroads:
                ++result.crossroads;
                break;
        }
        for (const Subdivision::Side& side : subdivision.sides_of(c)) result.walls += side.portal == kNoPortal;
    }
    result.components_wide = count_parts(subdivision, width);
    if (!subdivision.points.empty()) result.lower = result.upper = subdivision.place(0);
    for (std::uint32_t p = 0; p < subdivision.points.size(); ++p) {
        const Vec2d at = subdivision.place(p);
        result.lower = {std::min(result.lower.x, at.x), std::min(result.lower.y, at.y)};
        result.upper = {std::max(result.upper.x, at.x), std::max(result.upper.y, at.y)};
    }

    std::vector<std::pair<double, std::uint32_t>> by_width;
    for (std::uint32_t p = 0; p < subdivision.portals.size(); ++p) {
        const Subdivision::Portal& portal = subdivision.portals[p];
        result.doors += portal.door != kNoDoor;
        by_width.emplace_back(subdivision.length(portal), p);
    }
    const std::size_t listed = std::min(narrowest, by_width.size());
    std::partial_sort(by_width.begin(), by_width.begin() + static_cast<std::ptrdiff_t>(listed), by_width.end());
    for (std::size_t i = 0; i < listed; ++i) {
        const Subdivision::Portal& portal = subdivision.portals[by_width[i].second];
        result.narrowest.push_back({subdivision.place(portal.a), subdivision.place(portal.b), by_width[i].first});
    }
    return result;
}

MapStatistics map_statistics(const MapOutline& outline, double width, std::size_t narrowest) {
    return statistics_of(subdivide(outline), width, narrowest);
}

}  // namespace sidestep
