// What every path must be: portals that follow each other, and a taut line a disc can be moved along.
#pragma once

#include <gtest/gtest.h>

#include "map/ground.h"
#include "sidestep/path.h"

namespace sidestep::test {

inline void expect_sound(const PathGround& ground, const Path& path, std::uint32_t from, std::uint32_t to,
                         double radius) {
    const Subdivision& map = ground.subdivision();
    std::uint32_t cell = from;
    for (const std::uint32_t portal : path.portals) {
        const auto& cells = map.portals[portal].cells;
        ASSERT_TRUE(cells[0] == cell || cells[1] == cell) << "portal " << portal << " is not one of cell " << cell;
        EXPECT_GT(map.length(map.portals[portal]), 2 * radius);
        cell = cells[0] == cell ? cells[1] : cells[0];
    }
    EXPECT_EQ(cell, to);
    double length = 0;
    for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
        const Vec2d a = path.points[i], b = path.points[i + 1];
        length += norm(b - a);
        const int samples = static_cast<int>(norm(b - a) / 0.05) + 1;
        for (int s = 0; s <= samples; ++s) {
            const Vec2d p = a + (b - a) * (static_cast<double>(s) / samples);
            ASSERT_GE(ground.clearance(p, 1), radius - 1e-4) << "at " << p.x << " " << p.y;
        }
    }
    EXPECT_NEAR(path.length, length, 1e-9 * (1 + length));
    EXPECT_LE(path.length, path.roadmap_length * (1 + 1e-6) + 2 * radius);
}

}  // namespace sidestep::test
