// Levels of the abstraction tree as parts of a map.
#include "map_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sidestep::cli {
namespace {

/// So many pillars in both directions, every other one larger.
PlanningMap pillars(int count) {
    MapOutline outline;
    const double side = 4.0 * count + 1;
    MapOutline::Area& floor = outline.floor.emplace_back();
    floor.outer = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (int x = 0; x < count; ++x) {
        for (int y = 0; y < count; ++y) {
            const double left = 4.0 * x + 1, low = 4.0 * y + 1, size = (x + y) % 2 == 0 ? 2 : 2.5;
            floor.holes.push_back({{left, low}, {left, low + size}, {left + size, low + size}, {left + size, low}});
        }
    }
    return PlanningMap(outline);
}

TEST(MapParts, FromTheCellsToTheWhole) {
    const PlanningMap map = pillars(6);
    const PartsOfMap tree(map, 0.5);
    EXPECT_EQ(tree.at_level(0).count, map.cell_count());
    EXPECT_EQ(tree.at_level(tree.highest_level()).count, 1u);
    MapParts below = tree.at_level(0);
    for (std::size_t level = 1; level <= tree.highest_level(); ++level) {
        const MapParts parts = tree.at_level(level);
        EXPECT_LT(parts.count, below.count) << level;
        std::vector<std::set<std::uint32_t>> whole(below.count);
        for (std::size_t cell = 0; cell < map.cell_count(); ++cell) {
            ASSERT_LT(parts.of_cell[cell], parts.count);
            whole[below.of_cell[cell]].insert(parts.of_cell[cell]);
        }
        for (const auto& in : whole) EXPECT_EQ(in.size(), 1u) << "a part of level " << level - 1 << " was torn";
        below = parts;
    }
    const auto shown = tree.levels_to_show(4);
    ASSERT_EQ(shown.size(), 4u);
    EXPECT_EQ(shown[0], 0u);
    EXPECT_LT(shown.back(), tree.highest_level());
}

TEST(MapParts, AQuerySeesItsEndsAsTheyAre) {
    const PlanningMap map = pillars(6);
    const PartsOfMap tree(map, 0.5);
    const std::uint32_t from = 0, to = static_cast<std::uint32_t>(map.cell_count()) - 1;
    const MapParts parts = tree.around(from, to);
    EXPECT_LT(parts.count, map.cell_count() / 2) << "what is far is seen as a whole";
    for (const std::uint32_t end : {from, to}) {
        EXPECT_EQ(std::count(parts.of_cell.begin(), parts.of_cell.end(), parts.of_cell[end]), 1);
    }
}

TEST(MapParts, SixColoursTellNeighboursApart) {
    const PlanningMap map = pillars(12);
    const PartsOfMap tree(map, 0.5);
    for (std::size_t level = 0; level <= tree.highest_level(); ++level) {
        const MapParts parts = tree.at_level(level);
        const std::vector<std::size_t> colour = colours_of(parts, map.portals());
        ASSERT_EQ(colour.size(), parts.count);
        for (const std::size_t c : colour) EXPECT_LT(c, 6u);
        for (const PlanningMap::Portal& portal : map.portals()) {
            const std::uint32_t a = parts.of_cell[portal.cells[0]], b = parts.of_cell[portal.cells[1]];
            EXPECT_TRUE(a == b || colour[a] != colour[b]) << "level " << level;
        }
    }
}

}  // namespace
}  // namespace sidestep::cli
