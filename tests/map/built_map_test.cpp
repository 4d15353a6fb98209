#include "map/built_map.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "map/map.h"
#include "outline/wkt.h"
#include "sidestep/error.h"
#include "sidestep/scenario.h"

namespace sidestep {
namespace {

const std::string kRooms =
    "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0)), LINESTRING (5 0, 5 2), LINESTRING (5 3, 5 6))";
constexpr DoorLine kDoor{Vec2d{5, 2}, Vec2d{5, 3}};

MapOutline square(double x, double y, double side) {
    MapOutline outline;
    outline.floor.push_back({{{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}}, {}});
    return outline;
}

TEST(BuiltMap, IsMadeOnceForAllWhoAsk) {
    const auto map = BuiltMap::from_wkt(kRooms);
    const std::uint64_t read = texts_read(), cut = maps_cut();
    std::vector<const void*> grounds(8), walls(8);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < grounds.size(); ++i) {
            threads.emplace_back([&, i] {
                grounds[i] = map->parts().ground({&kDoor, 1}).get();
                walls[i] = map->parts().walls({20, 0}).get();
            });
        }
    }
    for (std::size_t i = 0; i < grounds.size(); ++i) {
        EXPECT_EQ(grounds[i], grounds[0]);
        EXPECT_EQ(walls[i], walls[0]);
    }
    EXPECT_EQ(maps_cut(), cut + 1);
    EXPECT_EQ(texts_read(), read);
    EXPECT_NE(map->parts().ground().get(), grounds[0]) << "doors cut the floor";
    EXPECT_NE(map->parts().walls().get(), walls[0]);
    EXPECT_EQ(map->parts().ground({&kDoor, 1})->subdivision().door_count, 1u);
}

TEST(BuiltMap, WhatFailsIsToldEveryTime) {
    const auto map = BuiltMap::from_wkt("MULTILINESTRING ((0 0, 4 4), (0 4, 4 0))");
    EXPECT_THROW(map->parts().ground(), InputError);
    EXPECT_THROW(map->parts().ground(), InputError);
    EXPECT_EQ(map->parts().walls()->walls.size(), 2u);
}

TEST(BuiltMap, TakesPolygonsOfPrograms) {
    MapOutline overlapping = square(0, 0, 4);
    overlapping.floor.push_back(square(3, 0, 4).floor[0]);
    const auto united = BuiltMap::from_outline(overlapping);
    EXPECT_EQ(united->outline().floor.size(), 1u);
    EXPECT_TRUE(united->walkable({Vec2d{3.5, 2}}));
    EXPECT_DOUBLE_EQ(united->clearance(Vec2d{3.5, 1}, 5), 1) << "no wall is left inside";
    EXPECT_EQ(BuiltMap::from_wkt(united->wkt())->outline().floor[0].outer, united->outline().floor[0].outer);

    MapOutline bow;
    bow.floor.push_back({{{0, 0}, {4, 4}, {4, 0}, {0, 4}}, {}});
    EXPECT_THROW(BuiltMap::from_outline(bow), InputError);
    EXPECT_TRUE(BuiltMap::from_outline({})->outline().empty());
}

TEST(BuiltMap, FilesAreUsedAsBuilt) {
    const auto text = BuiltMap::from_wkt(kRooms);
    const std::string file = testing::TempDir() + "rooms.sidestepmap";
    MapFileWriter writer;
    add_outline(writer, text->outline());
    add_subdivision(writer, text->parts().ground()->subdivision());
    writer.write(file);

    const std::uint64_t read = texts_read(), cut = maps_cut();
    const auto built = BuiltMap::load(file);
    EXPECT_EQ(built->parts().ground()->subdivision().cells.size(), text->parts().ground()->subdivision().cells.size());
    EXPECT_NE(built->parts().ground()->file(), nullptr) << "trees are looked for there";
    EXPECT_EQ(maps_cut(), cut);
    EXPECT_EQ(texts_read(), read);
    EXPECT_EQ(map_outline(built->wkt()).walls, text->outline().walls);

    // It was built without doors, so a scene that has some is cut anew.
    EXPECT_EQ(built->parts().ground({&kDoor, 1})->subdivision().door_count, 1u);
    EXPECT_EQ(maps_cut(), cut + 1);
    std::filesystem::remove(file);
    EXPECT_THROW(BuiltMap::load(file), InputError);
}

TEST(BuiltMap, HasOneStorey) {
    const auto map = BuiltMap::from_outline(square(0, 0, 4));
    ASSERT_EQ(map->storeys().size(), 1u);
    EXPECT_EQ(&map->storeys()[0].outline, &map->outline());
    EXPECT_EQ(map->storeys()[0].elevation, 0);
    EXPECT_TRUE(map->walkable({{1, 1}, 0}));
    EXPECT_FALSE(map->walkable({{1, 1}, 1}));
    EXPECT_EQ(map->clearance({{1, 1}, 1}, 5), 0);
}

TEST(BuiltMap, ScenariosShareItUntilTheirTextChanges) {
    Scenario scenario;
    scenario.map.periodic = {20, 0};
    set_map(scenario, BuiltMap::from_outline(square(0, 0, 4)));
    EXPECT_EQ(scenario.map.wkt, to_wkt(square(0, 0, 4)));
    EXPECT_EQ(scenario.map.periodic, (Vec2d{20, 0}));
    Scenario copy = scenario;
    EXPECT_EQ(built_map(copy), scenario.map.built);
    copy.map.wkt = kRooms;
    EXPECT_NE(built_map(copy), scenario.map.built);
    EXPECT_EQ(built_map(copy)->outline().walls.size(), 2u);
    EXPECT_EQ(built_map(scenario.map.wkt, scenario.map.built), scenario.map.built);
}

TEST(Map, CopiesShareWallsAndHaveDoorsOfTheirOwn) {
    const auto built = BuiltMap::from_wkt(kRooms);
    Map one(built->parts().walls());
    Map other = one;
    EXPECT_EQ(one.walls().data(), other.walls().data());
    const Wall door{kDoor[0], kDoor[1]};
    one.block({&door, 1});
    EXPECT_TRUE(one.crosses_wall({4, 2.5}, {6, 2.5}));
    EXPECT_FALSE(other.crosses_wall({4, 2.5}, {6, 2.5}));
    one.block({});
    EXPECT_EQ(one.walls().data(), other.walls().data());
}

}  // namespace
}  // namespace sidestep
