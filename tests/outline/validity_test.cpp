// When an area is valid, exactly and however many corners it has.
#include "outline/validity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "outline/ring_sweep.h"
#include "sidestep/map.h"
#include "support/dice.h"
#include "support/geos.h"

namespace sidestep {
namespace {

using test::Dice;

/// Outer rings and holes with few places to be at, so that they touch, cross and repeat all the time.
MapOutline::Area random_area(Dice& dice) {
    const int cells = 3 + dice.below(6);
    const auto ring = [&](int corners) {
        Ring result;
        while (result.size() < static_cast<std::size_t>(corners)) {
            const Vec2d p{dice.below(cells) * 0.7, dice.below(cells) * 0.3};
            if (result.empty() || !(p == result.back() || p == result.front())) result.push_back(p);
        }
        return result;
    };
    MapOutline::Area area;
    area.outer = ring(3 + dice.below(4));
    if (dice.below(2) == 0) {
        const double far = 0.7 * (cells - 1), high = 0.3 * (cells - 1);
        area.outer = {{0, 0}, {far, 0}, {far, high}, {0, high}};
    }
    for (int holes = dice.below(4); holes > 0; --holes) area.holes.push_back(ring(3 + dice.below(2)));
    return area;
}

std::string text_of(const MapOutline::Area& area) {
    return to_wkt({.floor = {area}, .walls = {}});
}

TEST(Validity, AnyRingsAreJudgedAsByGeos) {
    const Geos geos;
    GEOSWKTReader* reader = GEOSWKTReader_create_r(geos.handle());
    int valid = 0, touching = 0;
    for (std::uint64_t seed = 1; seed <= 60'000; ++seed) {
        Dice dice(seed);
        const MapOutline::Area area = random_area(dice);
        const std::string text = text_of(area);
        const GeometryPtr geometry = geos.own(GEOSWKTReader_read_r(geos.handle(), reader, text.c_str()));
        const bool expected = GEOSisValid_r(geos.handle(), geometry.get()) == 1;
        const auto fault = fault_of(area);
        ASSERT_EQ(!fault, expected) << text << (fault ? fault->reason : "");
        valid += expected;
        if (expected && !area.holes.empty()) {
            std::vector<const Ring*> rings{&area.outer};
            for (const Ring& hole : area.holes) rings.push_back(&hole);
            touching += !relations_of(rings).touches.empty();
        }
    }
    GEOSWKTReader_destroy_r(geos.handle(), reader);
    EXPECT_GT(valid, 5000);
    EXPECT_GT(touching, 500);
}

TEST(Validity, AnyAreasAreApartAsInGeos) {
    const Geos geos;
    GEOSWKTReader* reader = GEOSWKTReader_create_r(geos.handle());
    int apart_count = 0, nested = 0, together = 0;
    for (std::uint64_t seed = 1; seed <= 150'000; ++seed) {
        Dice dice(seed);
        std::vector<MapOutline::Area> areas{random_area(dice), random_area(dice)};
        // Small enough to fit into a hole.
        const Vec2d offset{dice.below(50) * 0.1, dice.below(50) * 0.05};
        const auto shrink = [&](Ring& ring) {
            for (Vec2d& p : ring) p = p * 0.125 + offset;
        };
        shrink(areas[1].outer);
        for (Ring& hole : areas[1].holes) shrink(hole);
        if (fault_of(areas[0]) || fault_of(areas[1])) continue;
        GeometryPtr one = geos.own(GEOSWKTReader_read_r(geos.handle(), reader, text_of(areas[0]).c_str()));
        GeometryPtr two = geos.own(GEOSWKTReader_read_r(geos.handle(), reader, text_of(areas[1]).c_str()));
        const bool expected = GEOSDisjoint_r(geos.handle(), one.get(), two.get()) == 1;
        ASSERT_EQ(apart(areas), expected) << text_of(areas[0]) << " " << text_of(areas[1]);
        (expected ? apart_count : together) += 1;
        const GeometryPtr hull = geos.own(GEOSConvexHull_r(geos.handle(), one.get()));
        nested += expected && GEOSContains_r(geos.handle(), hull.get(), two.get()) == 1;
    }
    GEOSWKTReader_destroy_r(geos.handle(), reader);
    EXPECT_GT(apart_count, 100);
    EXPECT_GT(nested, 5);
    EXPECT_GT(together, 1000);
}

TEST(Validity, DifferencesOfOneBitCount) {
    // A corner on a side, and beyond it by the smallest step there is.
    MapOutline::Area area{{{0, 0}, {3, 1}, {9, 3}, {0, 9}}, {{{3, 1}, {4, 4}, {2, 4}}}};
    EXPECT_FALSE(fault_of(area));
    area = {{{0, 0}, {9, 3}, {0, 9}}, {{{3, 1}, {4, 4}, {2, 4}}}};
    EXPECT_FALSE(fault_of(area)) << "touches the side";
    area.holes[0][0].y = std::nextafter(1.0, 0);
    ASSERT_TRUE(fault_of(area));
    EXPECT_EQ(fault_of(area)->reason, "Self-intersection");
    area.holes[0][0].y = std::nextafter(1.0, 2);
    EXPECT_FALSE(fault_of(area));
}

TEST(Validity, FarFromTheOrigin) {
    const double x = 9'999'000.123456789, y = -9'999'999.987654321;
    MapOutline::Area area{{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}, {}};
    EXPECT_FALSE(fault_of(area));
    std::swap(area.outer[2], area.outer[3]);
    ASSERT_TRUE(fault_of(area));
    EXPECT_NEAR(fault_of(area)->at.x, x + 0.5, 1e-6);
}

/// Narrow teeth as long as the comb is wide, turned by an angle.
MapOutline::Area comb(int teeth, double turned) {
    MapOutline::Area area;
    const Vec2d u{std::cos(turned), std::sin(turned)}, v = left_of(u);
    const auto add = [&](double s, double t) { area.outer.push_back(u * s + v * t); };
    for (int i = 0; i < teeth; ++i) {
        add(i * (100.0 / teeth), 1);
        add((i + 0.5) * (100.0 / teeth), 100);
    }
    add(100, 1);
    add(100, 0);
    add(0, 0);
    return area;
}

MapOutline::Area spiral(int corners) {
    MapOutline::Area area;
    const auto arm = [&](double grown) {
        Ring points;
        for (int i = 0; i < corners / 2; ++i) {
            const double angle = i * 0.01, r = 10 + angle + grown;
            points.push_back({r * std::cos(angle), r * std::sin(angle)});
        }
        return points;
    };
    area.outer = arm(0);
    const Ring back = arm(2);
    area.outer.insert(area.outer.end(), back.rbegin(), back.rend());
    return area;
}

// These take a second together; looking at all pairs would take days.
TEST(Validity, LongThinAndManyTurnsTakeNoLonger) {
    EXPECT_FALSE(fault_of(comb(200'000, 0)));
    EXPECT_FALSE(fault_of(comb(200'000, 1.5707963)));
    EXPECT_FALSE(fault_of(comb(200'000, 0.4)));
    EXPECT_FALSE(fault_of(spiral(400'000)));
    MapOutline::Area crossed = comb(200'000, 0.4);
    std::swap(crossed.outer[1'000], crossed.outer[300'000]);
    ASSERT_TRUE(fault_of(crossed));
    MapOutline::Area holed{{{-1, -1}, {1010, -1}, {1010, 1010}, {-1, 1010}}, {}};
    for (int i = 0; i < 100'000; ++i) {
        // Rows of holes, each of which touches the next at a corner.
        const double x = 3 * (i % 300), y = 3 * (i / 300);
        holed.holes.push_back({{x, y}, {x + 3, y}, {x + 1, y + 2}});
    }
    EXPECT_FALSE(fault_of(holed));
}

}  // namespace
}  // namespace sidestep
