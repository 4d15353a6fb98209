#include "map/map_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>

#include "sidestep/error.h"
#include "support/maps.h"

namespace sidestep {
namespace {

MapOutline sample_outline() {
    MapOutline outline = test::floor_of(test::rectangle({0, 0}, {12, 8}), {test::rectangle({3, 3}, {4, 5})});
    outline.walls = {{{8, 0}, {8, 3}}};
    return outline;
}

Subdivision sample_subdivision() {
    SubdivisionOptions options;
    options.doors = {{Vec2d{8, 3}, Vec2d{8, 8}}};
    return subdivide(sample_outline(), options);
}

std::vector<std::byte> sample_bytes() {
    MapFileWriter writer;
    add_outline(writer, sample_outline());
    add_subdivision(writer, sample_subdivision());
    return writer.bytes();
}

std::string error_of(std::vector<std::byte> bytes) {
    try {
        const MapFile file = MapFile::from_bytes(std::move(bytes), "city.map");
        static_cast<void>(read_outline(file));
        static_cast<void>(read_subdivision(file));
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, "city.map");
        EXPECT_FALSE(error.problem().remedy.empty());
        return error.problem().message;
    }
    return "";
}

TEST(MapFile, GivesBackWhatWasWritten) {
    const std::string path = (std::filesystem::path(testing::TempDir()) / "sample.map").string();
    MapFileWriter writer;
    add_outline(writer, sample_outline());
    add_subdivision(writer, sample_subdivision());
    writer.write(path);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    const MapFile file = MapFile::read(path);
    const MapOutline outline = read_outline(file);
    ASSERT_EQ(outline.floor.size(), 1u);
    EXPECT_EQ(outline.floor[0].outer, sample_outline().floor[0].outer);
    EXPECT_EQ(outline.floor[0].holes, sample_outline().floor[0].holes);
    EXPECT_EQ(outline.walls, sample_outline().walls);
    MapFileWriter again;
    add_outline(again, outline);
    add_subdivision(again, read_subdivision(file));
    EXPECT_EQ(again.bytes(), writer.bytes());
    std::filesystem::remove(path);
}

TEST(MapFile, OthersHaveSectionsOfTheirOwn) {
    ArchiveWriter content;
    content.add(std::uint32_t{42});
    MapFileWriter writer;
    add_subdivision(writer, sample_subdivision());
    writer.add("TREE", 3, content);
    const MapFile file = MapFile::from_bytes(writer.bytes(), "city.map");
    ASSERT_TRUE(file.section("TREE", 3));
    EXPECT_EQ(file.section("TREE", 3)->value<std::uint32_t>(), 42u);
    EXPECT_FALSE(file.section("TREE", 2)) << "another version is as good as none";
    EXPECT_FALSE(file.section("LABL", 1));
}

TEST(MapFile, SaysWhatIsWrong) {
    EXPECT_THROW(MapFile::read("/nowhere/at/all.map"), InputError);
    EXPECT_EQ(error_of({}), "this is not a built map");
    std::vector<std::byte> bytes = sample_bytes();
    bytes[0] = std::byte{'P'};
    EXPECT_EQ(error_of(bytes), "this is not a built map");
    bytes = sample_bytes();
    bytes[8] = std::byte{99};
    EXPECT_EQ(error_of(bytes), "the built map is of another version");
    bytes = sample_bytes();
    bytes.back() ^= std::byte{1};
    EXPECT_EQ(error_of(bytes), "the built map is damaged: its checksum does not fit");
    bytes = sample_bytes();
    bytes.push_back({});
    EXPECT_EQ(error_of(bytes), "something follows the built map");
    bytes = sample_bytes();
    for (std::size_t length = 8; length < bytes.size(); length += 13) {
        EXPECT_EQ(error_of({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)}),
                  "the built map is truncated");
    }
    MapFileWriter empty;
    EXPECT_EQ(error_of(empty.bytes()), "the built map has no section OUTL of version 1");
}

/// A file with a right checksum whose subdivision was changed.
std::string error_after(const std::function<void(Subdivision&)>& change) {
    Subdivision subdivision = sample_subdivision();
    change(subdivision);
    MapFileWriter writer;
    add_outline(writer, {});
    add_subdivision(writer, subdivision);
    return error_of(writer.bytes());
}

TEST(MapFile, IndicesAreChecked) {
    EXPECT_EQ(error_after([](Subdivision&) {}), "");
    const std::string lie = "the built map contradicts itself: ";
    EXPECT_EQ(error_after([](Subdivision& s) { s.sides[2].point = 1000; }), lie + "a side has no such point");
    EXPECT_EQ(error_after([](Subdivision& s) { s.sides[2].portal = 1000; }).substr(0, lie.size()), lie);
    EXPECT_EQ(error_after([](Subdivision& s) { s.portals[0].a = 1000; }), lie + "a portal has no such point");
    EXPECT_EQ(error_after([](Subdivision& s) { s.portals[0].cells[1] = 1000; }), lie + "a portal has no such cell");
    EXPECT_EQ(error_after([](Subdivision& s) { s.portals[0].door = 5; }), lie + "a portal has no such door");
    EXPECT_EQ(error_after([](Subdivision& s) { s.door_count = 1000; }), lie + "there are more doors than portals");
    EXPECT_EQ(error_after([](Subdivision& s) { s.cells[0].side_count += 1; }).substr(0, lie.size()), lie);
    EXPECT_EQ(error_after([](Subdivision& s) { s.cells[0].first_side = 1000; }), lie + "a cell has no such sides");
    EXPECT_EQ(error_after([](Subdivision& s) { s.cells[0].component = 1000; }).substr(0, lie.size()), lie);
    EXPECT_EQ(error_after([](Subdivision& s) { s.points[0].x = INT32_MAX; }), lie + "a point lies outside the lattice");
    EXPECT_EQ(error_after([](Subdivision& s) { std::swap(s.points[0], s.points[1]); }).substr(0, lie.size()), lie);
    EXPECT_EQ(error_after([](Subdivision& s) { s.origin.x = HUGE_VAL; }), lie + "the origin is nowhere");
}

}  // namespace
}  // namespace sidestep
