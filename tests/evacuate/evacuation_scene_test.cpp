// The scene that a plan becomes.
#include <gtest/gtest.h>

#include <algorithm>

#include "evacuate/plans.h"
#include "map/region.h"
#include "scenario/polygon.h"
#include "sidestep/error.h"
#include "sidestep/evacuation.h"
#include "sidestep/map.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

using namespace test;

/// At the right end of the door.
const std::array<Vec2d, 2> kDoor{Vec2d{10.2, 2}, Vec2d{10.2, 3.2}};

EvacuationOptions options(std::uint32_t people) {
    EvacuationOptions o;
    o.people = people;
    o.exits = {kDoor};
    return o;
}

InputProblem refused(const ImportedMap& plan, const EvacuationOptions& o) {
    try {
        evacuation_scene(plan, "plan", o);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << "accepted";
    return {};
}

std::size_t count_of(const Scenario& scenario) {
    std::size_t count = 0;
    for (const AgentSpec& entry : scenario.agents) count += entry.count;
    return count;
}

TEST(EvacuationScene, IsAnOrdinaryScene) {
    const EvacuationScene scene = evacuation_scene(plan(room_with_door()), "room", options(30));
    const Scenario& s = scene.scenario;
    EXPECT_EQ(s.name, "room");
    EXPECT_EQ(count_of(s), 30u);
    EXPECT_EQ(s.contacts, Contacts::project);
    EXPECT_EQ(s.deadlocks, Deadlocks::yield);
    ASSERT_EQ(s.goals.size(), 1u) << "one exit is no choice";
    EXPECT_TRUE(s.goals[0].exit);
    EXPECT_EQ(s.agents[0].start_delay, EvacuationOptions{}.premovement);
    EXPECT_NEAR(scene.area, 60.24, 0.01);
    EXPECT_EQ(scene.cut_off, 0);

    Simulation simulation(s);
    ASSERT_EQ(simulation.agent_count(), 30u);
    for (const AgentState& a : simulation.agents()) {
        EXPECT_TRUE(built_map(s)->walkable(a.position));
        for (const Nearby& other : simulation.agents_near(a.position, 0.399)) EXPECT_EQ(other.id, a.id) << "on top";
    }
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.agent_count(), 0u) << "everybody is out";
}

TEST(EvacuationScene, ItsTextRunsToTheSameBits) {
    const EvacuationScene scene = evacuation_scene(plan(thin_walls(true)), "room", [] {
        EvacuationOptions o;
        o.people = 25;
        return o;
    }());
    Simulation made(scene.scenario), read(parse_scene(scene_text(scene.scenario), "room.json"));
    for (int i = 0; i < 400; ++i) {
        made.step();
        read.step();
    }
    EXPECT_EQ(made.state_hash(), read.state_hash());
    EXPECT_LT(made.agent_count(), 25u) << "some are out by then";
}

TEST(EvacuationScene, OfWallsIsWhatIsInside) {
    EvacuationOptions o;
    o.people = 40;
    const EvacuationScene scene = evacuation_scene(plan(thin_walls(true)), "room", o);
    EXPECT_NEAR(scene.area, 60, 0.05);
    ASSERT_EQ(scene.scenario.goals.size(), 3u);
    EXPECT_EQ(scene.scenario.goals[2].any, (std::vector{0, 1}));
    EXPECT_EQ(scene.scenario.agents[0].target.goal, 2);
    Simulation simulation(scene.scenario);
    const Polygon inside{{0, 0}, {10.5, 0}, {10.5, 6.5}, {0, 6.5}};
    for (const AgentState& a : simulation.agents()) EXPECT_TRUE(contains(inside, a.position));
}

TEST(EvacuationScene, NobodyStartsWhereNoExitCanBeReached) {
    // A second room without a door, and a third behind a gap of 0.3 m.
    const ImportedMap rooms = plan("GEOMETRYCOLLECTION (" + room_with_door() +
                                   ", POLYGON ((20 0, 24 0, 24 4, 20 4, 20 0)), LINESTRING (4 0, 4 3), "
                                   "LINESTRING (4 3.3, 4 6))");
    const EvacuationScene scene = evacuation_scene(rooms, "rooms", options(20));
    EXPECT_NEAR(scene.area, 36.24, 0.1);
    EXPECT_NEAR(scene.cut_off, 40, 0.1);
    ASSERT_EQ(scene.remarks.size(), 1u);
    Simulation simulation(scene.scenario);
    for (const AgentState& a : simulation.agents()) EXPECT_GT(a.position.x, 4);
    for (const AgentState& a : simulation.agents()) EXPECT_LT(a.position.x, 11);
}

TEST(EvacuationScene, NobodyStartsBeyondAnExit) {
    // A building with a courtyard in a yard: doors to both.
    const ImportedMap site = plan(
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 30 0, 30 30, 0 30, 0 0)), "
        "LINESTRING (5 14, 5 5, 25 5, 25 25, 5 25, 5 15.2), "
        "LINESTRING (10 14, 10 10, 20 10, 20 20, 10 20, 10 15))");
    EvacuationOptions o = options(60);
    o.exits = {{Vec2d{5, 14}, Vec2d{5, 15.2}}, {Vec2d{10, 14}, Vec2d{10, 15}}};
    o.inside = Vec2d{7, 7};
    const EvacuationScene scene = evacuation_scene(site, "site", o);
    EXPECT_NEAR(scene.area, 300, 0.1);
    EXPECT_NEAR(scene.beyond, 600, 0.1);
    EXPECT_NEAR(area_of(built_map(scene.scenario)->outline()), 900, 0.1) << "the plan stays as it is";
    const Polygon building{{5, 5}, {25, 5}, {25, 25}, {5, 25}}, court{{10, 10}, {20, 10}, {20, 20}, {10, 20}};
    Simulation simulation(scene.scenario);
    EXPECT_EQ(simulation.agent_count(), 60u);
    for (const AgentState& a : simulation.agents()) {
        EXPECT_TRUE(contains(building, a.position) && !contains(court, a.position))
            << a.position.x << ' ' << a.position.y;
    }
    // Without a word the largest part is inside: the yard.
    o.inside.reset();
    EXPECT_NEAR(evacuation_scene(site, "site", o).area, 500, 0.1);
}

TEST(EvacuationScene, NobodyStartsNearerToAnExitThanABody) {
    // Areas amid the floor, at its border and round a corner of it; filled, so that somebody would.
    ImportedMap hall = plan("POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0))");
    hall.places = {{"amid", PlaceUse::exit, {{4, 2}, {6, 2}, {6, 4}, {4, 4}}, true},
                   {"border", PlaceUse::exit, {{9, 1}, {10, 1}, {10, 2.5}, {9, 2.5}}, true},
                   {"corner", PlaceUse::exit, {{0, 5}, {1, 5}, {1, 6}, {0, 6}}, true},
                   {"start", PlaceUse::start, {{3, 0}, {9.5, 0}, {9.5, 6}, {3, 6}}, true}};
    EvacuationOptions o;
    o.people = 110;
    for (const bool in_start_areas : {false, true}) {
        o.in_start_areas = in_start_areas;
        if (in_start_areas) o.people = 60;
        const EvacuationScene scene = evacuation_scene(hall, "hall", o);
        ASSERT_EQ(scene.exits.size(), 3u);
        EXPECT_NEAR(scene.area, 60, 0.01);
        Simulation simulation(scene.scenario);
        EXPECT_EQ(simulation.agent_count(), o.people);
        double nearest = 10;
        for (const AgentState& a : simulation.agents()) {
            for (const PlanExit& exit : scene.exits) {
                nearest = std::min(nearest, norm(nearest_point(exit.region, a.position) - a.position));
            }
        }
        EXPECT_GT(nearest, 2 * 0.2 * 0.92) << "corners are rounded by eight directions";
        EXPECT_LT(nearest, 0.7) << "but others are near";
    }
    hall.places = {{"all", PlaceUse::exit, {{0, 0}, {10, 0}, {10, 6}, {0, 6}}, true}};
    o.in_start_areas = false;
    EXPECT_EQ(refused(hall, o).message, "nobody can start a body's width from all exits");
}

TEST(EvacuationScene, PeopleAreSharedByArea) {
    const ImportedMap halls = plan("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((20 0, 25 0, 25 5, 20 5, 20 0)))");
    EvacuationOptions o = options(101);
    o.exits = {{Vec2d{0, 4}, Vec2d{0, 6}}, {Vec2d{25, 1}, Vec2d{25, 3}}};
    const EvacuationScene scene = evacuation_scene(halls, "halls", o);
    ASSERT_EQ(scene.scenario.agents.size(), 2u);
    EXPECT_EQ(scene.scenario.agents[0].count + scene.scenario.agents[1].count, 101u);
    EXPECT_EQ(std::max(scene.scenario.agents[0].count, scene.scenario.agents[1].count), 81u);
}

TEST(EvacuationScene, SaysHowToGiveAnExit) {
    EvacuationOptions o;
    const InputProblem problem = refused(plan(room_with_door()), o);
    EXPECT_NE(problem.remedy.find("--exit X,Y,X,Y"), std::string::npos);
    EXPECT_NE(problem.remedy.find("from (0 0) to (10.2 6)"), std::string::npos) << problem.remedy;
}

TEST(EvacuationScene, RefusesWhatCannotBe) {
    EXPECT_NE(refused(plan(room_with_door()), options(2000)).allowed.find("at most about"), std::string::npos);
    EvacuationOptions far = options(10);
    far.exits = {{Vec2d{50, 50}, Vec2d{51, 50}}};
    EXPECT_NE(refused(plan(room_with_door()), far)
                  .message.find("no exit can be reached: exit 1 at (50.50 50.00) was left out"),
              std::string::npos);
    far.exits = {{Vec2d{5, 5}, Vec2d{5, 5}}};
    EXPECT_EQ(refused(plan(room_with_door()), far).value, "5,5,5,5");
    EvacuationOptions nobody = options(0);
    EXPECT_EQ(refused(plan(room_with_door()), nobody).message, "nobody is in the building");
    EvacuationOptions drawn = options(3);
    drawn.in_start_areas = true;
    EXPECT_EQ(refused(plan(room_with_door()), drawn).message, "the plan has no areas to start in");
}

}  // namespace
}  // namespace sidestep
