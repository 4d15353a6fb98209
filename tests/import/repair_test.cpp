// What is mended, what is told about it, and that the result is in order.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <string>

#include "outline/wkt.h"
#include "sidestep/error.h"
#include "sidestep/import.h"
#include "support/geos.h"

namespace sidestep {
namespace {

ImportOptions exact() {
    ImportOptions options;
    options.snap = 0;
    return options;
}

ImportedMap mend(const std::string& wkt, const ImportOptions& options = {}) {
    ImportedMap map = import_text(MapFormat::wkt, wkt, options);
    // Whatever comes out, scenes accept it.
    const MapOutline again = map_outline(to_wkt(map.outline));
    EXPECT_NEAR(area_of(again), area_of(map.outline), 1e-9 * (1 + area_of(map.outline))) << wkt;
    return map;
}

std::size_t all_repairs(const ImportReport& report) {
    std::size_t sum = 0;
    for (const auto& places : report.repairs) sum += places.size();
    return sum;
}

std::size_t corners_of(const MapOutline& outline) {
    std::size_t sum = 0;
    for (const MapOutline::Area& area : outline.floor) {
        sum += area.outer.size();
        for (const auto& hole : area.holes) sum += hole.size();
    }
    for (const auto& wall : outline.walls) sum += wall.size();
    return sum;
}

TEST(Repair, WhatIsInOrderStays) {
    const ImportedMap map = mend(
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0), (4 4, 4 5, 5 5, 5 4, 4 4)), LINESTRING (1 1, 2 1, 2 "
        "2))");
    ASSERT_EQ(map.outline.floor.size(), 1u);
    EXPECT_EQ(map.outline.floor[0].outer.size(), 4u);
    EXPECT_EQ(map.outline.floor[0].holes.size(), 1u);
    ASSERT_EQ(map.outline.walls.size(), 1u);
    EXPECT_EQ(map.outline.walls[0].size(), 3u);
    EXPECT_DOUBLE_EQ(area_of(map.outline), 79);
    EXPECT_EQ(all_repairs(map.report), 2u) << "the wall's two free ends";
    EXPECT_EQ(map.report.count(RepairKind::dangling), 2u);
    EXPECT_EQ(map.report.read_points, 11u);
}

TEST(Repair, RingsThatCrossThemselvesAreSplit) {
    const ImportedMap map = mend("POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))");
    EXPECT_EQ(map.outline.floor.size(), 2u);
    EXPECT_DOUBLE_EQ(area_of(map.outline), 50);
    ASSERT_EQ(map.report.count(RepairKind::crossing_ring), 1u);
    EXPECT_EQ(map.report.places(RepairKind::crossing_ring)[0], (Vec2d{5, 5}));
}

TEST(Repair, HolesOutsideAreIgnored) {
    const ImportedMap map = mend("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (6 1, 7 1, 7 2, 6 2, 6 1))");
    EXPECT_DOUBLE_EQ(area_of(map.outline), 16);
    EXPECT_EQ(map.report.count(RepairKind::hole_outside), 1u);
    const ImportedMap half = mend("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (3 1, 5 1, 5 2, 3 2, 3 1))");
    EXPECT_DOUBLE_EQ(area_of(half.outline), 15) << "the part inside counts";
    EXPECT_EQ(half.report.count(RepairKind::hole_outside), 0u);
    EXPECT_EQ(half.report.count(RepairKind::crossing_ring), 2u);
}

TEST(Repair, OverlappingPolygonsAreUnited) {
    const ImportedMap map = mend("MULTIPOLYGON (((0 0, 6 0, 6 2, 0 2, 0 0)), ((4 1, 10 1, 10 3, 4 3, 4 1)))");
    ASSERT_EQ(map.outline.floor.size(), 1u);
    EXPECT_DOUBLE_EQ(area_of(map.outline), 22);
    EXPECT_EQ(map.report.count(RepairKind::overlap), 2u);
    const ImportedMap beside = mend("MULTIPOLYGON (((0 0, 6 0, 6 2, 0 2, 0 0)), ((6 0, 9 0, 9 2, 6 2, 6 0)))");
    ASSERT_EQ(beside.outline.floor.size(), 1u);
    EXPECT_EQ(beside.outline.floor[0].outer.size(), 4u) << "no corner is left where they met";
    EXPECT_EQ(all_repairs(beside.report), 0u);
}

TEST(Repair, CrossingDuplicateAndZeroLengthWalls) {
    const ImportedMap map = mend(
        "GEOMETRYCOLLECTION (LINESTRING (0 0, 10 0), LINESTRING (5 -5, 5 5), LINESTRING (2 0, 8 0), LINESTRING (1 1, 1 "
        "1, "
        "1 2), LINESTRING (3 3, 3 3))");
    EXPECT_EQ(map.report.count(RepairKind::crossing), 2u) << "with both of the walls that lie on each other";
    EXPECT_EQ(map.report.count(RepairKind::duplicate), 2u) << "2 to 5 and 5 to 8";
    EXPECT_EQ(map.report.count(RepairKind::zero_length), 3u) << "the point alone loses a repetition and itself";
    EXPECT_EQ(map.report.count(RepairKind::dangling), 6u);
    EXPECT_TRUE(map.outline.floor.empty());
    double length = 0;
    for (const auto& wall : map.outline.walls) {
        for (std::size_t i = 1; i < wall.size(); ++i) length += norm(wall[i] - wall[i - 1]);
    }
    EXPECT_DOUBLE_EQ(length, 21);
}

TEST(Repair, NearlyTouchingWallsAreJoined) {
    const std::string text =
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (5 0.004, 5 9.997))";
    const ImportedMap joined = mend(text);
    EXPECT_EQ(joined.report.count(RepairKind::nearly_touching), 2u);
    EXPECT_EQ(joined.report.count(RepairKind::dangling), 0u);
    EXPECT_EQ(mend(text, exact()).report.count(RepairKind::dangling), 2u);
    const ImportedMap corners = mend("MULTILINESTRING ((0 0, 5 0), (5.005 0, 5.005 5))");
    EXPECT_EQ(corners.report.count(RepairKind::nearly_touching), 1u);
    ASSERT_EQ(corners.outline.walls.size(), 1u);
    EXPECT_EQ(corners.outline.walls[0].size(), 3u);
}

TEST(Repair, UnclosedAndShortRings) {
    const ImportedMap map = mend("POLYGON ((0 0, 4 0, 4 4, 0 4))");
    EXPECT_DOUBLE_EQ(area_of(map.outline), 16);
    ASSERT_EQ(map.report.count(RepairKind::unclosed_ring), 1u);
    EXPECT_EQ(map.report.places(RepairKind::unclosed_ring)[0], (Vec2d{0, 4}));
    const ImportedMap flat = mend("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 1 1))");
    EXPECT_EQ(flat.report.count(RepairKind::short_ring), 1u);
    EXPECT_EQ(flat.outline.walls.size(), 1u);
}

TEST(Repair, RegionsAreKeptOrDropped) {
    const std::string text = "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (3 0, 3 10))";
    EXPECT_DOUBLE_EQ(area_of(mend(text).outline), 100) << "well-known text says itself where one can walk";
    ImportOptions one;
    one.regions = KeepRegions::one;
    const ImportedMap largest = mend(text, one);
    EXPECT_DOUBLE_EQ(area_of(largest.outline), 70);
    EXPECT_TRUE(largest.outline.walls.empty()) << "the wall is the border now";
    EXPECT_EQ(largest.report.count(RepairKind::dropped_region), 1u);
    ImportOptions left;
    left.inside = Vec2d{1, 5};
    EXPECT_DOUBLE_EQ(area_of(mend(text, left).outline), 30);
    left.inside = Vec2d{-1, 5};
    EXPECT_THROW(mend(text, left), InputError);
    left.inside = Vec2d{1e6, 5};
    EXPECT_THROW(mend(text, left), InputError);
}

TEST(Repair, RingsThatTouchThemselvesBecomeValid) {
    // A C whose tips meet in one point, and two squares that meet in a corner.
    const ImportedMap c = mend("POLYGON ((0 0, 6 0, 6 6, 0 6, 0 3, 2 4, 4 4, 4 2, 2 2, 0 3, 0 0))");
    EXPECT_EQ(c.outline.floor.size(), 1u);
    EXPECT_EQ(c.outline.floor[0].holes.size(), 1u);
    const ImportedMap squares = mend("MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))");
    EXPECT_EQ(squares.outline.floor.size(), 2u);
    EXPECT_DOUBLE_EQ(area_of(squares.outline), 8);
}

/// Nothing is found to mend in what was mended, and no corner goes.
void expect_in_order(const ImportedMap& map) {
    const ImportedMap again = mend(to_wkt(map.outline), exact());
    EXPECT_EQ(all_repairs(again.report), again.report.count(RepairKind::dangling));
    EXPECT_EQ(corners_of(again.outline), corners_of(map.outline));
    EXPECT_DOUBLE_EQ(area_of(again.outline), area_of(map.outline));
}

TEST(Repair, NeedlesAreMendedOnce) {
    // 122 km long on a lattice of 0.12 mm: straightening a side of one area led it through the tip of another.
    const ImportedMap map = mend(
        "GEOMETRYCOLLECTION (POLYGON ((122223 8,1 0 0, 10 4, 0 7,0 0, 10 8, 0 8,0  0), (4 4, 5 4, 5  0 5, 4 2 00  ,2  "
        "220, 2 25, 4 4)), MULTIPOLYGON (((9 2, 14 2, 14 6, 8 6))), LINESTRING Z (2 1 0, 2 1 0, 2 2 0 0), "
        "MULTILINESTRING ((4  8, 0 8, 0 07, 7 1)))");
    EXPECT_EQ(map.outline.floor.size(), 5u);
    expect_in_order(map);
    // A wall's point in line, with another wall's end behind the next one.
    expect_in_order(
        mend("GEOMETRYCOLLECTION (POLYGON ((122223 8,1 0 0, 10  0, 10 8, 0 8,0  0), (4 4, 5 4, 5  0 5, 4 2 00  ,2  "
             "22,0 2 25, 4 4)), MULTIPOLYGON (((9 2, 1. 2, 14 6, 8 6))), LINESTRING Z (2 0 0, 2 1 0, 2 2 0 0), "
             "MULTILINESTRING ((4  8, 0 8, 0  207, 7 1)))"));
}

TEST(Repair, CornersStayHoweverFlat) {
    // By 2 units of the lattice over 5 m.
    const ImportedMap bent = mend("POLYGON ((0 0, 5 -0.000030517578125, 10 0, 10 8, 0 8, 0 0))");
    EXPECT_EQ(corners_of(bent.outline), 5u);
    // By one, drawn at every metre: an arc that would be flattened a little more each time.
    std::string arc = "POLYGON ((";
    for (int i = 0; i <= 16; ++i) arc += std::to_string(i) + " " + std::to_string(i * (i - 16) / 65536.0) + ", ";
    const ImportedMap round = mend(arc + "16 8, 0 8, 0 0))");
    EXPECT_EQ(corners_of(round.outline), 19u);
    expect_in_order(round);
    EXPECT_EQ(corners_of(mend("POLYGON ((0 0, 5 0, 10 0, 10 8, 0 8, 0 0))").outline), 4u) << "in line";
    // What mending itself leaves in line goes: the lower triangle's tip is a unit off the upper one's side.
    const ImportedMap met = mend("MULTIPOLYGON (((0 0, 10 3.3, 0 8, 0 0)), ((0 0, 3 -4, 3 0.99, 0 0)))");
    EXPECT_EQ(corners_of(met.outline), 5u);
    expect_in_order(met);
}

TEST(Repair, PlacesFarFromTheOriginStayExact) {
    const ImportedMap map =
        mend("POLYGON ((395131.75 5268347.5, 395141.75 5268347.5, 395141.75 5268357.5, 395131.75 5268347.5))");
    EXPECT_EQ(map.outline.floor[0].outer.size(), 3u);
    EXPECT_DOUBLE_EQ(area_of(map.outline), 50);
    for (const Vec2d p : map.outline.floor[0].outer) EXPECT_EQ(p.x * 65536, std::floor(p.x * 65536));
}

TEST(Repair, ImplausibleSizesAreWarnedAbout) {
    EXPECT_TRUE(mend("POLYGON ((0 0, 100 0, 100 100, 0 0))").report.warnings.empty());
    EXPECT_EQ(mend("POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))").report.warnings.size(), 1u);
    const ImportedMap large = mend("POLYGON ((0 0, 2e6 0, 2e6 2e6, 0 2e6, 0 0))");
    EXPECT_EQ(large.report.warnings.size(), 1u);
    EXPECT_DOUBLE_EQ(area_of(large.outline), 4e12);
    ImportOptions millimetres;
    millimetres.unit = 0.001;
    const ImportedMap plan = mend("POLYGON ((0 0, 20000 0, 20000 10000, 0 10000, 0 0))", millimetres);
    EXPECT_DOUBLE_EQ(area_of(plan.outline), 200);
}

TEST(Repair, BadTextIsRefusedWithItsPlace) {
    const auto problem = [](const std::string& text, const ImportOptions& options = {}) {
        try {
            import_text(MapFormat::wkt, text, options);
        } catch (const InputError& error) {
            return error.problem();
        }
        ADD_FAILURE() << "accepted: " << text;
        return InputProblem{};
    };
    for (const std::string text :
         {"", "  \n", "POLYGON EMPTY", "POLYGON ((0 0, 4 0", "POLYGON ((0 0, 4 0, 4 nan, 0 0))",
          "POLYGON ((0 0, inf 0))", "CIRCLE (0 0)", "POLYGON 1", "POLYGON ((0 0, 4 0, 4 4, 0 0)", "POLYGON ((0))",
          "POINT (1 1)", "POLYGON ((1e9 0, 4 0, 4 4, 1e9 0))", "POLYGON ((0 0, 0 0, 0 0))", "POLYGON ((0 0, 5 5, 0 0))",
          "nonsense"}) {
        const InputProblem p = problem(text);
        EXPECT_FALSE(p.message.empty()) << text;
        EXPECT_FALSE(p.remedy.empty()) << text;
        EXPECT_FALSE(p.allowed.empty()) << text;
    }
    const InputProblem truncated = problem("POLYGON ((0 0, 4 0,\n 4 4, 0");
    EXPECT_EQ(truncated.line, 2);
    EXPECT_NE(truncated.message.find("ends too early"), std::string::npos);
    const InputProblem nan = problem("POLYGON ((0 0, 4 nan, 4 4, 0 0))");
    EXPECT_EQ(nan.column, 18);
    EXPECT_NE(nan.message.find("not a number"), std::string::npos);
    ImportOptions bad;
    bad.unit = -1;
    problem("POLYGON ((0 0, 4 0, 4 4, 0 0))", bad);
    EXPECT_NO_THROW(mend("srid=4326;POLYGON Z ((0 0 1, 4 0 1, 4 4 1, 0 0 1)); linestring m (1 1 0, 2 1 0)"));
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "GEOMETRYCOLLECTION (";
    problem(deep);
}

/// Area of the union, by GEOS.
double united_area(const std::string& wkt) {
    const Geos geos;
    GEOSWKTReader* reader = GEOSWKTReader_create_r(geos.handle());
    const GeometryPtr all = geos.own(GEOSWKTReader_read_r(geos.handle(), reader, wkt.c_str()));
    GEOSWKTReader_destroy_r(geos.handle(), reader);
    const GeometryPtr one = geos.own(GEOSUnaryUnion_r(geos.handle(), all.get()));
    double area = -1;
    GEOSArea_r(geos.handle(), one.get(), &area);
    return area;
}

TEST(Repair, AnyTrianglesUniteAsInGeos) {
    EXPECT_TRUE(rc::check([] {
        const int count = *rc::gen::inRange(1, 12);
        // Coarse places make many of them coincide, fine ones need rounding.
        const int cells = *rc::gen::element(4, 12, 100000);
        std::string text;
        for (int i = 0; i < count; ++i) {
            double x[3], y[3];
            for (int c = 0; c < 3; ++c)
                x[c] = *rc::gen::inRange(0, cells) * (20.0 / cells),
                y[c] = *rc::gen::inRange(0, cells) * (20.0 / cells);
            const double doubled = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
            if (std::fabs(doubled) < 0.01) continue;
            text += (text.empty() ? "" : ", ") + std::string("((");
            for (const int c : {0, 1, 2, 0}) text += std::to_string(x[c]) + " " + std::to_string(y[c]) + ", ";
            text.resize(text.size() - 2);
            text += "))";
        }
        RC_PRE(!text.empty());
        text = "MULTIPOLYGON (" + text + ")";
        const ImportedMap map = import_text(MapFormat::wkt, text, exact());
        const std::string result = to_wkt(map.outline);
        // The strict reader insists on valid polygons.
        RC_ASSERT(std::fabs(area_of(read_wkt(result)) - area_of(map.outline)) < 1e-9);
        RC_ASSERT(std::fabs(area_of(map.outline) - united_area(text)) < 0.01);
        const ImportedMap again = import_text(MapFormat::wkt, result, exact());
        RC_ASSERT(all_repairs(again.report) == 0u);
        RC_ASSERT(corners_of(again.outline) == corners_of(map.outline));
        RC_ASSERT(area_of(again.outline) == area_of(map.outline));
    }));
}

TEST(Repair, AnyLinesBecomeWallsThatMeetAtTheirEnds) {
    EXPECT_TRUE(rc::check([] {
        const int count = *rc::gen::inRange(1, 15), cells = *rc::gen::element(4, 12, 100000);
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += (i == 0 ? "" : ", ") + std::string("(");
            for (int c = 0; c < 3; ++c) {
                text += std::to_string(*rc::gen::inRange(0, cells) * (20.0 / cells)) + " " +
                        std::to_string(*rc::gen::inRange(0, cells) * (20.0 / cells)) + (c < 2 ? ", " : ")");
            }
        }
        ImportOptions options;
        options.snap = *rc::gen::element(0.0, 0.01, 0.5);
        ImportedMap map;
        try {
            map = import_text(MapFormat::wkt, "MULTILINESTRING (" + text + ")", options);
        } catch (const InputError&) {
            RC_DISCARD("points only");
        }
        if (map.outline.empty()) return;
        const ImportedMap again = import_text(MapFormat::wkt, to_wkt(map.outline), exact());
        RC_ASSERT(again.report.count(RepairKind::crossing) == 0u);
        RC_ASSERT(again.report.count(RepairKind::duplicate) == 0u);
        RC_ASSERT(again.report.count(RepairKind::dangling) == map.report.count(RepairKind::dangling));
    }));
}

}  // namespace
}  // namespace sidestep
