// DXF plans: shapes, blocks, layers, units.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "import/refused.h"

namespace sidestep {
namespace {

using test::refused;

std::string groups(std::initializer_list<std::pair<int, std::string>> list) {
    std::string text;
    for (const auto& [code, value] : list) text += std::to_string(code) + "\n" + value + "\n";
    return text;
}

std::string line(double x0, double y0, double x1, double y1, const std::string& layer = "0") {
    return groups({{0, "LINE"},
                   {8, layer},
                   {10, std::to_string(x0)},
                   {20, std::to_string(y0)},
                   {11, std::to_string(x1)},
                   {21, std::to_string(y1)}});
}

std::string rectangle(double x0, double y0, double x1, double y1, const std::string& layer = "0", double bulge = 0) {
    std::string text = groups({{0, "LWPOLYLINE"}, {8, layer}, {90, "4"}, {70, "1"}});
    const double corners[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    for (const auto& c : corners) {
        text += groups({{10, std::to_string(c[0])}, {20, std::to_string(c[1])}});
        if (bulge != 0) text += groups({{42, std::to_string(bulge)}});
    }
    return text;
}

std::string dxf(const std::string& entities, const std::string& blocks = "", int units = 6) {
    return groups({{0, "SECTION"}, {2, "HEADER"}, {9, "$INSUNITS"}, {70, std::to_string(units)}, {0, "ENDSEC"}}) +
           groups({{0, "SECTION"}, {2, "BLOCKS"}}) + blocks + groups({{0, "ENDSEC"}, {0, "SECTION"}, {2, "ENTITIES"}}) +
           entities + groups({{0, "ENDSEC"}, {0, "EOF"}});
}

double area(const std::string& text, const ImportOptions& options = {}) {
    return area_of(import_text(MapFormat::dxf, text, options).outline);
}

TEST(Dxf, LayersNamePlaces) {
    const std::string floor = rectangle(0, 0, 20, 10, "walkablearea");
    const ImportedMap map = import_text(
        MapFormat::dxf,
        dxf(floor + rectangle(19, 4, 20, 6, "jps-exits") + rectangle(0, 4, 1, 6, "jps-exits") +
            rectangle(2, 2, 5, 5, "jps-distributions") + line(4, 9.5, 5, 9.5, "Notausgang") +
            groups({{0, "CIRCLE"}, {8, "jps-waypoints"}, {10, "10"}, {20, "5"}, {40, "1"}}) +
            line(3, 3, 10, 5, "jps-journeys") + line(10, 5, 19, 5, "jps-journeys") + line(1, 1, 2, 1, "exit signs")));
    EXPECT_NEAR(area_of(map.outline), 200, 1e-3) << "places are neither floor nor walls";
    ASSERT_EQ(map.places.size(), 7u);
    EXPECT_EQ(map.places[0].name, "jps-exits 1");
    EXPECT_EQ(map.places[0].use, PlaceUse::exit);
    EXPECT_EQ(map.places[0].points, (std::vector<Vec2d>{{19, 4}, {20, 4}, {20, 6}, {19, 6}}));
    EXPECT_TRUE(map.places[0].closed);
    EXPECT_EQ(map.places[1].name, "jps-exits 2");
    EXPECT_EQ(map.places[2].name, "jps-distributions");
    EXPECT_EQ(map.places[2].use, PlaceUse::start);
    EXPECT_EQ(map.places[3].name, "Notausgang");
    EXPECT_FALSE(map.places[3].closed);
    const std::vector<Vec2d> strip = polygon_of(map.places[3]);
    ASSERT_EQ(strip.size(), 4u);
    EXPECT_NEAR(strip[0].y, 9.6, 1e-9);
    EXPECT_NEAR(strip[3].y, 9.4, 1e-9);
    EXPECT_EQ(map.places[4].use, PlaceUse::waypoint);
    EXPECT_TRUE(map.places[4].closed);
    EXPECT_EQ(map.places[5].use, PlaceUse::journey);
    EXPECT_EQ(map.places[6].name, "jps-journeys 2") << "journeys that meet stay two";
    ASSERT_EQ(map.report.ignored.size(), 1u) << "signs are no exits";

    // An exit of four lines is one area; in millimetres it is as large as in metres.
    const std::string corner = line(18, 4, 20, 4, "EXIT") + line(20, 6, 20, 4, "EXIT") + line(20, 6, 18, 6, "EXIT") +
                               line(18, 4, 18, 6, "EXIT");
    const ImportedMap joined = import_text(MapFormat::dxf, dxf(floor + corner));
    ASSERT_EQ(joined.places.size(), 1u);
    EXPECT_EQ(joined.places[0].name, "EXIT");
    EXPECT_TRUE(joined.places[0].closed);
    EXPECT_EQ(joined.places[0].points.size(), 4u);
}

TEST(Dxf, AUnitThatCannotBeIsDoubted) {
    // Says millimetres, means metres.
    const std::string plan = dxf(rectangle(0, 0, 20, 12, "walkablearea"), "", 4);
    const InputProblem problem = refused(MapFormat::dxf, dxf(rectangle(0, 0, 8, 5, "walkablearea"), "", 4));
    EXPECT_NE(problem.message.find("With --unit 1 (in a scene \"unit\": 1 beside \"file\") it would be 8 m by 5 m."),
              std::string::npos)
        << problem.message;
    ImportOptions metres;
    metres.unit = 1;
    EXPECT_NEAR(area_of(import_text(MapFormat::dxf, plan, metres).outline), 240, 1e-3);
    // Large enough to be read, too small to walk in.
    const ImportedMap tiny = import_text(MapFormat::dxf, plan);
    EXPECT_NE(tiny.report.unit_doubt.find("--unit 1 "), std::string::npos) << tiny.report.unit_doubt;
    EXPECT_TRUE(import_text(MapFormat::dxf, dxf(rectangle(0, 0, 8, 5, "walkablearea"))).report.unit_doubt.empty());
}

TEST(Dxf, LinesEncloseARoom) {
    const std::string room = line(0, 0, 8, 0) + line(8, 0, 8, 5) + line(8, 5, 0, 5) + line(0, 5, 0, 0);
    EXPECT_NEAR(area(dxf(room)), 40, 1e-3);
    // A corner that was not met, and one drawn too far.
    const ImportedMap mended = import_text(
        MapFormat::dxf, dxf(line(0, 0, 8, 0) + line(8.004, 0.003, 8, 5.2) + line(8, 5, -0.1, 5) + line(0, 5, 0, 0)));
    EXPECT_NEAR(area_of(mended.outline), 40, 0.05);
    EXPECT_GE(mended.report.count(RepairKind::nearly_touching), 1u);
    EXPECT_EQ(mended.report.count(RepairKind::dropped_wall), 2u) << "the ends beyond the corners";
    // An open plan: what lies around it, with a warning.
    const ImportedMap open = import_text(MapFormat::dxf, dxf(line(0, 0, 8, 0) + line(8, 5, 0, 5)));
    EXPECT_EQ(open.report.warnings.size(), 1u);
    EXPECT_NEAR(area_of(open.outline), 10 * 7, 1e-3);
    ImportOptions inside;
    inside.inside = Vec2d{4, 2};
    const std::string nested = room + rectangle(3, 1, 5, 3);
    EXPECT_NEAR(area(dxf(nested), inside), 4, 1e-3);
    EXPECT_NEAR(area(dxf(nested)), 36, 1e-3);
}

TEST(Dxf, UnitsOfTheFile) {
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 8000, 5000), "", 4)), 40, 1e-3);
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 100, 100), "", 2)), 100 * 100 * 0.3048 * 0.3048, 1e-2);
    const ImportedMap unsaid = import_text(MapFormat::dxf, dxf(rectangle(0, 0, 8, 5), "", 0));
    EXPECT_EQ(unsaid.report.warnings.size(), 1u);
    ImportOptions options;
    options.unit = 0.01;
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 800, 500), "", 4), options), 40, 1e-3);
    // A unit no file can name is none.
    std::string odd = dxf(rectangle(0, 0, 8, 5), "", 77);
    odd.replace(odd.find("\n77\n"), 4, "\n1e300\n");
    EXPECT_EQ(import_text(MapFormat::dxf, odd).report.warnings.size(), 1u);
}

TEST(Dxf, CurvesAreChords) {
    const double pi = std::numbers::pi;
    const std::string circle = groups({{0, "CIRCLE"}, {8, "0"}, {10, "5"}, {20, "5"}, {40, "2"}});
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 10, 10) + circle)), 100 - 4 * pi, 0.1);
    // A rectangle whose sides are half circles, outwards.
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 4, 4, "0", 1))), 16 + 2 * pi * 4, 0.1);
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 4, 4, "0", -0.2))), 16 - 4 * 1.0731, 0.05);
    const std::string arc = groups({{0, "ARC"}, {8, "0"}, {10, "0"}, {20, "0"}, {40, "5"}, {50, "0"}, {51, "180"}});
    EXPECT_NEAR(area(dxf(arc + line(-5, 0, 5, 0))), 12.5 * pi, 0.1);
}

TEST(Dxf, BlocksAreInserted) {
    const std::string block = groups({{0, "BLOCK"}, {8, "0"}, {2, "PILLAR"}, {10, "1"}, {20, "1"}}) +
                              rectangle(1, 1, 2, 2) + groups({{0, "ENDBLK"}});
    const auto insert = [](double x, double y, double scale, double turn) {
        return groups({{0, "INSERT"},
                       {8, "0"},
                       {2, "PILLAR"},
                       {10, std::to_string(x)},
                       {20, std::to_string(y)},
                       {41, std::to_string(scale)},
                       {42, std::to_string(scale)},
                       {50, std::to_string(turn)}});
    };
    const ImportedMap map =
        import_text(MapFormat::dxf, dxf(rectangle(0, 0, 20, 20) + insert(5, 5, 1, 0) + insert(10, 10, 2, 90), block));
    EXPECT_NEAR(area_of(map.outline), 400 - 1 - 4, 1e-3);
    double leftmost = 100;
    for (const auto& hole : map.outline.floor[0].holes) {
        for (const Vec2d p : hole) leftmost = std::min(leftmost, p.x);
    }
    EXPECT_NEAR(leftmost, 5, 1e-4) << "the block's base point lies on the place of insertion";
    const std::string endless = groups({{0, "BLOCK"},
                                        {8, "0"},
                                        {2, "A"},
                                        {10, "0"},
                                        {20, "0"},
                                        {0, "INSERT"},
                                        {8, "0"},
                                        {2, "A"},
                                        {10, "0"},
                                        {20, "0"},
                                        {0, "ENDBLK"}});
    refused(MapFormat::dxf, dxf(groups({{0, "INSERT"}, {8, "0"}, {2, "A"}, {10, "0"}, {20, "0"}}), endless));
}

TEST(Dxf, OldPolylines) {
    std::string text = groups({{0, "POLYLINE"}, {8, "0"}, {66, "1"}, {70, "1"}});
    const double corners[4][2] = {{0, 0}, {8, 0}, {8, 5}, {0, 5}};
    for (const auto& c : corners) {
        text += groups({{0, "VERTEX"}, {8, "0"}, {10, std::to_string(c[0])}, {20, std::to_string(c[1])}});
    }
    EXPECT_NEAR(area(dxf(text + groups({{0, "SEQEND"}}))), 40, 1e-3);
}

TEST(Dxf, LayersSayWhatIsAWall) {
    const std::string plan = rectangle(0, 0, 10, 10, "A-WALL") + rectangle(2, 2, 4, 4, "furniture");
    const ImportedMap walls = import_text(MapFormat::dxf, dxf(plan));
    EXPECT_NEAR(area_of(walls.outline), 100, 1e-3);
    EXPECT_EQ(walls.report.ignored.size(), 1u);
    ImportOptions both;
    both.layers = {"A-WALL", "furniture"};
    EXPECT_NEAR(area(dxf(plan), both), 96, 1e-3);
    both.layers = {"roof"};
    EXPECT_NE(refused(MapFormat::dxf, dxf(plan), both).allowed.find("furniture"), std::string::npos);
    const std::string areas = rectangle(0, 0, 10, 10, "walkable") + rectangle(9, 0, 20, 5, "walkable") +
                              rectangle(2, 2, 4, 4, "obstacles") + line(0, 5, 10, 5, "journeys");
    EXPECT_NEAR(area(dxf(areas)), 100 + 50 - 4, 1e-3) << "polygons by name";
    EXPECT_NEAR(area(dxf(rectangle(0, 0, 10, 10, "x") + rectangle(2, 2, 4, 4, "y"))), 96, 1e-3) << "all are walls";
}

TEST(Dxf, BadTextIsRefused) {
    for (const std::string& text :
         {std::string(), std::string("hello"), std::string("AutoCAD Binary DXF\r\n"), dxf(""), dxf(line(0, 0, 0, 0)),
          groups({{0, "SECTION"}, {2, "ENTITIES"}, {0, "LINE"}, {10, "x"}, {0, "ENDSEC"}}),
          // Larger than any number of chords, or of anything else that is counted.
          dxf(groups({{0, "CIRCLE"}, {8, "0"}, {10, "5"}, {20, "5"}, {40, "1e40"}})),
          dxf(groups({{0, "LINE"}, {8, "0"}, {10, "nan"}, {20, "0"}, {11, "1"}, {21, "1"}}))}) {
        refused(MapFormat::dxf, text);
    }
    const std::string whole = dxf(rectangle(0, 0, 8, 5));
    const InputProblem truncated = refused(MapFormat::dxf, whole.substr(0, whole.size() * 2 / 3));
    EXPECT_NE(truncated.message.find("ends too early"), std::string::npos);
    EXPECT_GT(truncated.line, 10);
}

}  // namespace
}  // namespace sidestep
