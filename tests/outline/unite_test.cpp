// Areas that overlap become one and keep the coordinates they were written with.
#include "outline/unite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "outline/validity.h"
#include "sidestep/map.h"
#include "support/dice.h"
#include "support/geos.h"

namespace sidestep {
namespace {

using Area = MapOutline::Area;
using test::Dice;

double area_of(const std::vector<Area>& areas) {
    const auto ring_area = [](const std::vector<Vec2d>& ring) {
        double doubled = 0;
        for (std::size_t i = 1; i + 1 < ring.size(); ++i) doubled += cross(ring[i] - ring[0], ring[i + 1] - ring[0]);
        return std::fabs(doubled) / 2;
    };
    double sum = 0;
    for (const Area& area : areas) {
        sum += ring_area(area.outer);
        for (const auto& hole : area.holes) sum -= ring_area(hole);
    }
    return sum;
}

std::vector<Area> floor_of(const std::string& wkt) {
    return map_outline(wkt).floor;
}

TEST(Unite, AreasApartStayAsTheyWereWritten) {
    const std::string text =
        "GEOMETRYCOLLECTION (POLYGON ((20.1 0, 30 0, 30 10, 20.1 0)), POLYGON ((0 0, 0 9.3, 9.7 9.3, 9.7 0, 0 0), (1 "
        "1, 8 1, 8 8, 1 8, 1 1)), POLYGON ((2 2, 3 2, 2.1 3, 2 2)))";
    EXPECT_EQ(to_wkt(map_outline(text)), text);
}

TEST(Unite, CornersKeepEveryBit) {
    const double x = 0.1 + 0.2, y = 1.0 / 3;
    const std::vector<Area> one = united({{{{x, y}, {x + 4, y}, {x + 4, y + 4}, {x, y + 4}}, {}},
                                          {{{2.7, 2.9}, {7.7, 2.9}, {7.7, 8.3}, {2.7, 8.3}}, {}}});
    ASSERT_EQ(one.size(), 1u);
    ASSERT_EQ(one[0].outer.size(), 8u);
    for (const Vec2d p : {Vec2d{x, y}, {x + 4, y}, {x, y + 4}, {7.7, 2.9}, {7.7, 8.3}, {2.7, 8.3}}) {
        EXPECT_NE(std::find(one[0].outer.begin(), one[0].outer.end(), p), one[0].outer.end()) << p.x << " " << p.y;
    }
    for (const Vec2d p : {Vec2d{x + 4, 2.9}, {2.7, y + 4}}) {
        EXPECT_TRUE(
            std::any_of(one[0].outer.begin(), one[0].outer.end(), [&](Vec2d q) { return norm(p - q) < 1.0 / 65536; }));
    }
}

TEST(Unite, WhatIsSharedGoes) {
    EXPECT_EQ(floor_of("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 0, 8 0, 8 4, 4 4, 4 0)))").at(0).outer.size(),
              4u);
    EXPECT_EQ(floor_of("MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0)), ((2 2, 3 2, 3 3, 2 2)))").at(0).holes.size(), 0u);
    EXPECT_EQ(floor_of("MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0)), ((0 0, 9 0, 9 9, 0 9, 0 0)))").size(), 1u);
    EXPECT_EQ(floor_of("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 4, 8 4, 8 8, 4 8, 4 4)))").size(), 2u);
    // A hole that another area fills in part.
    const std::vector<Area> filled = floor_of(
        "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 8 2, 8 8, 2 8, 2 2)), ((2 2, 5 2, 5 8, 2 8, 2 2)))");
    ASSERT_EQ(filled.size(), 1u);
    ASSERT_EQ(filled[0].holes.size(), 1u);
    EXPECT_DOUBLE_EQ(area_of(filled), 100 - 18);
    // Four bars around a yard.
    const std::vector<Area> yard = floor_of(
        "MULTIPOLYGON (((0 0, 9 0, 9 1, 0 1, 0 0)), ((0 8, 9 8, 9 9, 0 9, 0 8)), ((0 0, 1 0, 1 9, 0 9, 0 0)), ((8 0, 9 "
        "0, 9 9, 8 9, 8 0)))");
    ASSERT_EQ(yard.size(), 1u);
    EXPECT_EQ(yard[0].holes.size(), 1u);
    EXPECT_DOUBLE_EQ(area_of(yard), 81 - 49);
}

TEST(Unite, AnyTrianglesUniteAsInGeos) {
    const Geos geos;
    GEOSWKTReader* reader = GEOSWKTReader_create_r(geos.handle());
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Dice dice(seed);
        // Coarse places make many of them coincide, fine ones need rounding.
        const int cells = dice.below(2) == 0 ? 8 : 100'000;
        std::vector<Area> areas;
        for (int count = 2 + dice.below(8); count > 0; --count) {
            Area area;
            for (int c = 0; c < 3; ++c) {
                area.outer.push_back({dice.below(cells) * (20.0 / cells), dice.below(cells) * (20.0 / cells)});
            }
            const Vec2d o = area.outer[0];
            if (std::fabs(cross(area.outer[1] - o, area.outer[2] - o)) > 0.01) areas.push_back(area);
        }
        if (areas.empty()) continue;
        const std::string text = to_wkt({.floor = areas, .walls = {}});
        const GeometryPtr all = geos.own(GEOSWKTReader_read_r(geos.handle(), reader, text.c_str()));
        const GeometryPtr one = geos.own(GEOSUnaryUnion_r(geos.handle(), all.get()));
        double expected = -1;
        GEOSArea_r(geos.handle(), one.get(), &expected);
        const std::vector<Area> result = united(areas);
        ASSERT_NEAR(area_of(result), expected, 0.01) << text;
        if (cells == 8) {
            ASSERT_EQ(static_cast<int>(result.size()), GEOSGetNumGeometries_r(geos.handle(), one.get())) << text;
        }
        for (const Area& area : result)
            ASSERT_FALSE(fault_of(area)) << text << "\n" << to_wkt({.floor = result, .walls = {}});
    }
    GEOSWKTReader_destroy_r(geos.handle(), reader);
}

}  // namespace
}  // namespace sidestep
