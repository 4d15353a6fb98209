// GeoJSON and OpenStreetMap: buildings are obstacles on ground nobody drew.
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <string>

#include "import/projection.h"
#include "import/refused.h"
#include "sidestep/import.h"

namespace sidestep {
namespace {

using test::refused;

std::string ring(double x, double y, double size) {
    std::string text = "[";
    const double corners[5][2] = {{0, 0}, {size, 0}, {size, size}, {0, size}, {0, 0}};
    for (const auto& c : corners) {
        text += (text.size() > 1 ? ", [" : "[") + std::to_string(x + c[0]) + ", " + std::to_string(y + c[1]) + "]";
    }
    return text + "]";
}

std::string feature(const std::string& geometry, const std::string& properties = "{}") {
    return R"({"type": "Feature", "properties": )" + properties + R"(, "geometry": )" + geometry + "}";
}

std::string polygon(const std::string& rings) {
    return R"({"type": "Polygon", "coordinates": [)" + rings + "]}";
}

std::string collection(const std::string& features) {
    return R"({"type": "FeatureCollection", "features": [)" + features + "]}";
}

TEST(Projection, DegreesAreAsLongAsOnTheEllipsoid) {
    // Lengths of a degree at 50° north (WGS 84): 71,695.7 m east, 111,229.0 m north.
    const Projection at({14, 50});
    EXPECT_NEAR(at({15, 50}).x, 71695.7, 1);
    EXPECT_NEAR(at({14, 51}).y, 111229.0, 1);
    EXPECT_EQ(at({14, 50}), (Vec2d{0, 0}));
}

TEST(GeoJson, BuildingsInDegreesStandOnARectangle) {
    // Two buildings of 0.0002° (14.3 m by 22.2 m), 0.001° apart.
    const std::string text =
        collection(feature(polygon(ring(14.0, 50.0, 0.0002))) + ", " + feature(polygon(ring(14.001, 50.001, 0.0002))));
    const ImportedMap map = import_text(MapFormat::geojson, text);
    ASSERT_TRUE(map.report.origin.has_value());
    EXPECT_NEAR(map.report.origin->longitude, 14.0006, 1e-9);
    EXPECT_NEAR(map.report.origin->latitude, 50.0006, 1e-9);
    ASSERT_EQ(map.outline.floor.size(), 1u);
    EXPECT_EQ(map.outline.floor[0].holes.size(), 2u);
    const double width = 0.0012 * 71696 + 20, height = 0.0012 * 111229 + 20;
    const double building = 0.0002 * 71696 * 0.0002 * 111229;
    EXPECT_NEAR(area_of(map.outline), width * height - 2 * building, 2);
}

TEST(GeoJson, PlansInMetresAreFloor) {
    const std::string text = collection(feature(polygon(ring(0, 0, 400) + ", " + ring(100, 100, 50))) + ", " +
                                        feature(polygon(ring(200, 200, 10)), R"({"building": "yes"})") + ", " +
                                        feature(R"({"type": "LineString", "coordinates": [[10, 10], [90, 10]]})") +
                                        ", " + feature(R"({"type": "Point", "coordinates": [10, 10]})") +
                                        R"(, {"type": "Feature", "geometry": null})");
    const ImportedMap map = import_text(MapFormat::geojson, text);
    EXPECT_FALSE(map.report.origin.has_value());
    EXPECT_NEAR(area_of(map.outline), 400 * 400 - 50 * 50 - 100, 1e-3);
    EXPECT_EQ(map.outline.walls.size(), 1u);
    EXPECT_EQ(map.report.ignored.size(), 2u);

    ImportOptions options;
    options.polygons = PolygonsAre::obstacles;
    EXPECT_NEAR(
        area_of(import_text(MapFormat::geojson, collection(feature(polygon(ring(0, 0, 400)))), options).outline),
        420 * 420 - 400 * 400, 1e-3);
    options = {};
    options.coordinates = Coordinates::metres;
    EXPECT_NEAR(area_of(import_text(MapFormat::geojson, polygon(ring(1, 1, 1)), options).outline), 1, 1e-3);
}

TEST(GeoJson, WhatIsTakenForMetres) {
    // A plan of 50 m would be 50 degrees; a file that names its system says so itself.
    const ImportedMap plan = import_text(MapFormat::geojson, polygon(ring(0, 0, 50)));
    EXPECT_FALSE(plan.report.origin.has_value());
    EXPECT_EQ(plan.report.warnings.size(), 1u);
    const std::string named =
        R"({"type": "FeatureCollection", "crs": {"properties": {"name": "EPSG:5514"}}, "features": [)" +
        feature(polygon(ring(0, 0, 1.5))) + "]}";
    EXPECT_FALSE(import_text(MapFormat::geojson, named).report.origin.has_value());
}

TEST(GeoJson, BadTextIsRefused) {
    for (const std::string text :
         {"", "{", "[]", "{}", "not json", R"({"type": "Feature"})", R"({"type": "Polygon"})",
          R"({"type": "Polygon", "coordinates": []})", R"({"type": "Curve", "coordinates": [1]})",
          R"({"type": "Polygon", "coordinates": [[1, 2]]})",
          R"({"type": "Polygon", "coordinates": [[["a", 2], [3, 4], [5, 6]]]})", R"({"type": "FeatureCollection"})",
          R"({"type": "GeometryCollection"})", R"({"type": "LineString", "coordinates": [[1, 2], [1e999, 2]]})"}) {
        refused(MapFormat::geojson, text);
    }
    const std::string whole = collection(feature(polygon(ring(14, 50, 0.001))));
    const InputProblem problem = refused(MapFormat::geojson, whole.substr(0, whole.size() / 2));
    EXPECT_NE(problem.message.find("ends too early"), std::string::npos);
    EXPECT_GT(problem.column, 1);
}

const std::string kOsm = R"(<?xml version='1.0' encoding='UTF-8'?>
<!-- a comment with <node> in it -->
<osm version="0.6">
  <node id='1' lat='50.000' lon='14.000'/> <node id='2' lat='50.000' lon='14.001'/>
  <node id='3' lat='50.001' lon='14.001'/> <node id='4' lat='50.001' lon='14.000'/>
  <node id='5' lat='50.0004' lon='14.0004'/> <node id='6' lat='50.0004' lon='14.0006'/>
  <node id='7' lat='50.0006' lon='14.0006'><tag k='name' v='a &gt; b'/></node>
  <node id='8' lat='50.002' lon='14.002'/> <node id='9' lat='50.002' lon='14.003'/> <node id='10' lat='50.003' lon='14.003'/>
  <way id='20'><nd ref='1'/><nd ref='2'/><nd ref='3'/></way>
  <way id='21'><nd ref='1'/><nd ref='4'/><nd ref='3'/></way>
  <way id='22'><nd ref='5'/><nd ref='6'/><nd ref='7'/><nd ref='5'/></way>
  <way id='23'><nd ref='8'/><nd ref='9'/><nd ref='10'/><nd ref='8'/><tag k='building' v='yes'/></way>
  <way id='24'><nd ref='8'/><nd ref='9'/><tag k='highway' v='footway'/></way>
  <relation id='30'>
    <member type='way' ref='20' role='outer'/><member type='way' ref='21' role='outer'/>
    <member type='way' ref='22' role='inner'/>
    <tag k='type' v='multipolygon'/><tag k='building' v='yes'/>
  </relation>
</osm>)";

TEST(Osm, BuildingsAndMultipolygonsAreObstacles) {
    const ImportedMap map = import_text(MapFormat::osm, kOsm);
    ASSERT_EQ(map.outline.floor.size(), 1u);
    EXPECT_EQ(map.outline.floor[0].holes.size(), 2u);
    const double east = 71696, north = 111229;
    const double ground = (0.003 * east + 20) * (0.003 * north + 20);
    EXPECT_NEAR(area_of(map.outline), ground - 0.001 * 0.001 * east * north * 1.5, 30);
    EXPECT_EQ(map.report.count(RepairKind::dropped_region), 1u) << "the courtyard";
    ImportOptions courtyard;
    const Vec2d at = Projection(*map.report.origin)({14.00055, 50.00045});
    courtyard.inside = at;
    EXPECT_NEAR(area_of(import_text(MapFormat::osm, kOsm, courtyard).outline), 0.0002 * 0.0002 * east * north / 2, 1);
}

TEST(Osm, CompressedFilesAreRead) {
    const auto path =
        std::filesystem::temp_directory_path() / ("sidestep_import_" + std::to_string(getpid()) + ".osm.gz");
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, kOsm.data(), static_cast<unsigned>(kOsm.size()));
    gzclose(file);
    EXPECT_EQ(import_map(path.string()).outline.floor.size(), 1u);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 20);
    try {
        import_map(path.string());
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().message.find("damaged or incomplete"), std::string::npos) << error.problem().message;
        EXPECT_EQ(error.problem().file, path.string());
    }
    std::filesystem::remove(path);
}

TEST(Osm, BadTextIsRefused) {
    for (const std::string text :
         {"", "<html></html>", "<osm></osm>", "<osm/>", "<osm><node id='x' lat='1' lon='1'/></osm>",
          "<osm><node id='1' lat='nan' lon='1'/></osm>", "<osm><way id='1'><nd/></way></osm>", "<osm><!-- ",
          "<osm><node id='1"}) {
        refused(MapFormat::osm, text);
    }
    const InputProblem truncated = refused(MapFormat::osm, kOsm.substr(0, kOsm.size() / 2));
    EXPECT_NE(truncated.message.find("ends too early"), std::string::npos);
    EXPECT_GT(truncated.line, 5);
    // Corners outside the extract are told, not fatal.
    std::string text = kOsm;
    text.replace(text.find("<nd ref='9'/><nd ref='10'/>"), 13, "<nd ref='99'/>");
    EXPECT_EQ(import_text(MapFormat::osm, text).report.ignored.size(), 1u);
}

}  // namespace
}  // namespace sidestep
