#include "view/cells.h"

#include <gtest/gtest.h>

namespace sidestep::view {
namespace {

/// Two rooms of 4 × 4 m with a door of 1 m between them, far from (0, 0).
PlanningMap two_rooms() {
    const std::string wkt =
        "GEOMETRYCOLLECTION (POLYGON ((100 200, 108 200, 108 204, 100 204, 100 200)), "
        "MULTILINESTRING ((104 200, 104 201.5), (104 202.5, 104 204)))";
    const PlanningMap::Door door{{104, 201.5}, {104, 202.5}};
    return PlanningMap(map_outline(wkt), {&door, 1});
}

TEST(Cells, EveryCornerPortalAndGroupIsThere) {
    const PlanningMap map = two_rooms();
    const Json document = cells_document(map, 0.5, {104, 202});
    const Json &cells = document["cells"], &portals = document["portals"];
    ASSERT_EQ(cells["sides"].size(), map.cell_count());
    EXPECT_EQ(cells["ways"].size(), map.cell_count());
    std::size_t corners = 0;
    for (const std::size_t n : cells["sides"]) corners += n;
    EXPECT_EQ(cells["corners"].size(), 2 * corners);
    for (const int mm : cells["corners"]) EXPECT_LE(std::abs(mm), 4000);
    ASSERT_EQ(portals["width"].size(), map.portal_count());
    EXPECT_EQ(portals["ends"].size(), 4 * map.portal_count());
    EXPECT_EQ(portals["cells"].size(), 2 * map.portal_count());
    ASSERT_GE(document["tree"].size(), map.cell_count());
    for (std::size_t member = 0; member < document["tree"].size(); ++member) {
        const int parent = document["tree"][member];
        if (parent < 0) continue;
        EXPECT_GT(parent, static_cast<int>(member)) << "parts come before the whole";
    }
}

TEST(Cells, TheDoorIsAPortalAndABottleneck) {
    const Json portals = cells_document(two_rooms(), 0.5, {})["portals"];
    std::size_t doors = 0;
    for (std::size_t p = 0; p < portals["width"].size(); ++p) {
        if (portals["door"][p] != 0) continue;
        ++doors;
        EXPECT_NEAR(portals["width"][p].get<double>(), 1, 1e-3);
        EXPECT_EQ(portals["bottleneck"][p], 1);
    }
    EXPECT_EQ(doors, 1U);
}

TEST(Cells, WidthDecidesTheirClass) {
    const PlanningMap map = two_rooms();
    const auto ways = [&](double body) {
        std::size_t sum = 0;
        const Json document = cells_document(map, body, {});
        for (const std::size_t n : document["cells"]["ways"]) sum += n;
        return sum;
    };
    EXPECT_GT(ways(0.5), ways(1.5));
}

}  // namespace
}  // namespace sidestep::view
