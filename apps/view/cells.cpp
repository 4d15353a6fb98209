#include "cells.h"

#include <cmath>

namespace sidestep::view {

namespace {

/// Millimetres are finer than anything on a screen, and half as long as what doubles are written with.
void add_place(Json& numbers, Vec2d place, Vec2d origin) {
    numbers.push_back(std::llround((place.x - origin.x) * 1000));
    numbers.push_back(std::llround((place.y - origin.y) * 1000));
}

}  // namespace

Json cells_document(const PlanningMap& map, double body, Vec2d origin) {
    Json sides = Json::array(), corners = Json::array(), ways = Json::array();
    for (const PlanningMap::Cell& cell : map.cells(body)) {
        sides.push_back(cell.corners.size());
        ways.push_back(cell.ways);
        for (const Vec2d corner : cell.corners) add_place(corners, corner, origin);
    }
    Json ends = Json::array(), joins = Json::array(), widths = Json::array(), doors = Json::array(),
         bottlenecks = Json::array();
    for (const PlanningMap::Portal& portal : map.portals()) {
        add_place(ends, portal.a, origin);
        add_place(ends, portal.b, origin);
        for (const std::uint32_t cell : portal.cells) joins.push_back(cell);
        widths.push_back(std::round(norm(portal.b - portal.a) * 1e4) / 1e4);
        doors.push_back(portal.door ? static_cast<std::int64_t>(*portal.door) : -1);
        bottlenecks.push_back(portal.bottleneck ? 1 : 0);
    }
    Json tree = Json::array();
    for (const std::optional<std::uint32_t> parent : map.tree(body)) {
        tree.push_back(parent ? static_cast<std::int64_t>(*parent) : -1);
    }
    return {{"body", body},
            {"cells", {{"sides", std::move(sides)}, {"corners", std::move(corners)}, {"ways", std::move(ways)}}},
            {"portals",
             {{"ends", std::move(ends)},
              {"cells", std::move(joins)},
              {"width", std::move(widths)},
              {"door", std::move(doors)},
              {"bottleneck", std::move(bottlenecks)}}},
            {"tree", std::move(tree)}};
}

}  // namespace sidestep::view
