// Scenes made of recordings: who comes where and when, where they go, how fast they want to walk.
#include "sidestep/recorded_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "evaluate/recorded_exits.h"
#include "filmed_walks.h"
#include "sidestep/error.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

using test::even_walk;
using test::filmed;

/// Where and when everybody entered a run.
struct Entry {
    double time = 0;
    Vec2d place{};
};
std::vector<Entry> entries_of(const Scenario& scene, RunHealth* health = nullptr) {
    Simulation crowd(scene, 1);
    std::vector<Entry> entries;
    while (!crowd.finished()) {
        const double time = static_cast<double>(crowd.steps()) * scene.dt;
        crowd.step();
        for (const Event& event : crowd.events()) {
            if (event.kind == EventKind::born) entries.push_back({time, event.place});
        }
    }
    if (health != nullptr) *health = crowd.summary().health;
    return entries;
}

/// Two who pass each other. The recording begins with frame 10; 7 stands behind 3 in it, but comes first.
FilmedPeople two() {
    return filmed({even_walk(3, {0, 0}, {1, 0}, 14, 20), even_walk(7, {8, 0.5}, {-1.25, 0}, 10, 20)});
}

TEST(RecordedScene, SaysWhoComesWhereAndWhen) {
    const RecordedScene made = recorded_scene(two());
    EXPECT_EQ(made.people, (std::vector<AgentId>{7, 3}));
    EXPECT_DOUBLE_EQ(made.begin, 4);
    const Scenario& scene = made.scenario;
    EXPECT_DOUBLE_EQ(scene.dt, 0.1);       // a quarter of the time between samples
    EXPECT_DOUBLE_EQ(scene.duration, 30);  // frames 10 to 33 are 9.2 s, and 20 s more
    ASSERT_EQ(scene.sources.size(), 1u);
    const auto& people = scene.sources[0].newcomers;
    ASSERT_EQ(people.size(), 2u);
    EXPECT_DOUBLE_EQ(people[0].time, 0);
    EXPECT_EQ(people[0].position, (Vec2d{8, 0.5}));
    EXPECT_NEAR(people[0].velocity->x, -1.25, 1e-12);
    EXPECT_NEAR(*people[0].pref_speed, 1.25, 1e-12);
    EXPECT_NEAR(people[0].target->value.x, 8 - 1.25 * 7.6, 1e-12);
    EXPECT_TRUE(people[0].target->exit);
    EXPECT_FALSE(people[0].radius);
    EXPECT_DOUBLE_EQ(people[1].time, 1.6);
    EXPECT_EQ(people[1].position, (Vec2d{0, 0}));
    EXPECT_NEAR(*people[1].pref_speed, 1, 1e-12);
    EXPECT_NEAR(people[1].target->value.x, 7.6, 1e-12);
}

TEST(RecordedScene, RunsAsItSays) {
    const RecordedScene made = recorded_scene(two());
    RunHealth health;
    const std::vector<Entry> entries = entries_of(made.scenario, &health);
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_NEAR(entries[0].time, 0, 1e-9);
    EXPECT_LT(norm(entries[0].place - Vec2d{8, 0.5}), 1e-9);
    EXPECT_NEAR(entries[1].time, 1.6, 1e-9);
    EXPECT_LT(norm(entries[1].place), 1e-9);
    EXPECT_TRUE(health.ok);
    EXPECT_EQ(health.never_arrived, 0u);
}

TEST(RecordedScene, ShortAndLongTimesBetweenSamples) {
    const auto dt = [](double fps) {
        return recorded_scene(filmed({even_walk(1, {0, 0}, {1, 0}, 0, 100, fps)}, fps)).scenario.dt;
    };
    EXPECT_DOUBLE_EQ(dt(16), 0.0625);
    EXPECT_DOUBLE_EQ(dt(8), 0.0625);  // half of 0.125 s
    EXPECT_DOUBLE_EQ(dt(12.5), 0.08);
    EXPECT_DOUBLE_EQ(dt(25), 0.08);            // two samples
    EXPECT_DOUBLE_EQ(dt(9.99), 1 / 9.99);      // is ten
    EXPECT_DOUBLE_EQ(dt(60), 6 * (1.0 / 60));  // six samples
}

TEST(RecordedScene, BodiesFitWhereTheyCome) {
    // 2 comes 0.3 m beside 1, and 3 at 0.1 m from a wall.
    FilmedPeople people = filmed({even_walk(1, {2, 2}, {1, 0}, 0, 20), even_walk(2, {2, 2.3}, {1, 0}, 0, 20),
                                  even_walk(3, {2, 0.1}, {1, 0}, 5, 20), even_walk(4, {2, 1.2}, {1, 0}, 5, 20)});
    people.trajectory.info.wkt = "POLYGON ((0 0, 12 0, 12 4, 0 4, 0 0))";
    const RecordedScene made = recorded_scene(people);
    const auto& newcomers = made.scenario.sources[0].newcomers;
    ASSERT_EQ(newcomers.size(), 4u);
    EXPECT_NEAR(*newcomers[0].radius, 0.149, 1e-12);
    EXPECT_NEAR(*newcomers[1].radius, 0.149, 1e-12);
    EXPECT_NEAR(*newcomers[2].radius, 0.099, 1e-12);
    EXPECT_FALSE(newcomers[3].radius);
    EXPECT_EQ(made.smaller, 3u);
    EXPECT_NEAR(made.smallest, 0.099, 1e-12);
    RunHealth health;
    entries_of(made.scenario, &health);
    EXPECT_EQ(health.placed_aside, 0u);
    RecordedSceneOptions options;
    options.bodies = RecordedBodies::usual;
    const RecordedScene usual = recorded_scene(people, options);
    EXPECT_EQ(usual.smaller, 0u);
    entries_of(usual.scenario, &health);
    EXPECT_EQ(health.placed_aside, 2u);  // one of the two, and who came too near to the wall
    EXPECT_LE(health.placed_aside_m, 0.4);
    EXPECT_EQ(made.scenario.profiles[0].route.name, "hierarchical");  // there are walls
}

TEST(RecordedScene, OnTheGroundOnly) {
    // From x = −3 at 1 m/s: a sample every 0.4 s. On the ground from x = 0.2 on, where a body fits, to x = 3.8.
    FilmedPeople people = filmed({even_walk(1, {-3, 2}, {1, 0}, 0, 20), even_walk(2, {1, 9}, {1, 0}, 0, 20),
                                  even_walk(3, {1, 1}, {0.25, 0}, 0, 20)});
    people.trajectory.info.wkt = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))";
    const RecordedScene made = recorded_scene(people);
    EXPECT_EQ(made.people, (std::vector<AgentId>{3, 1}));
    EXPECT_EQ(made.elsewhere, 1u);
    EXPECT_EQ(made.cut, 1u);
    const NewcomerSpec& one = made.scenario.sources[0].newcomers[1];
    EXPECT_DOUBLE_EQ(one.time, 3.2);
    EXPECT_NEAR(one.position.x, 0.2, 1e-9);
    EXPECT_NEAR(one.target->value.x, 3.8, 1e-9);
    people.trajectory.tracks = {even_walk(2, {1, 9}, {1, 0}, 0, 20)};
    EXPECT_THROW(recorded_scene(people), InputError);
}

TEST(RecordedScene, PartOfARecording) {
    RecordedSceneOptions options;
    options.from = 6;
    options.until = 10;
    const RecordedScene made = recorded_scene(two(), options);
    EXPECT_DOUBLE_EQ(made.begin, 6);
    const auto& people = made.scenario.sources[0].newcomers;
    ASSERT_EQ(people.size(), 2u);
    for (const NewcomerSpec& one : people) EXPECT_DOUBLE_EQ(one.time, 0);  // both were there
    EXPECT_NEAR(people[0].position.x, 0.4, 1e-9);                          // 3: 0.4 s after its first sample
    EXPECT_NEAR(people[1].position.x, 8 - 1.25 * 2, 1e-9);
    EXPECT_NEAR(people[0].target->value.x, 4.4, 1e-9);
    EXPECT_DOUBLE_EQ(made.scenario.duration, 24);
    options.from = 100;
    options.until.reset();
    EXPECT_THROW(recorded_scene(two(), options), InputError);
}

TEST(RecordedScene, WhoStaysAndWhoComesBack) {
    Track back = even_walk(2, {0, 0}, {1, 0}, 0, 11);  // 4 m out, 4 m up, and straight back
    for (std::uint32_t k = 1; k <= 10; ++k) back.frame.push_back(10 + k), back.position.push_back({4, 0.4 * k});
    for (std::uint32_t k = 1; k <= 10; ++k)
        back.frame.push_back(20 + k), back.position.push_back(Vec2d{4, 4} * (1 - 0.1 * k));
    const RecordedScene made = recorded_scene(filmed({even_walk(1, {9, 9}, {0.01, 0}, 0, 20), back}));
    EXPECT_EQ(made.staying, 1u);
    EXPECT_EQ(made.by_ways, 1u);
    const Scenario& scene = made.scenario;
    const auto& people = scene.sources[0].newcomers;
    ASSERT_EQ(scene.goals.size(), 4u);  // a place to stay, two corners and the end
    EXPECT_EQ(people[0].target->goal, 0);
    EXPECT_EQ(scene.goals[0].point, (Vec2d{9, 9}));
    EXPECT_NEAR(scene.goals[0].queue->service->a, 7.6, 1e-12);  // as long as it stood there
    EXPECT_EQ(people[1].target->goal, 1);
    EXPECT_NEAR(norm(scene.goals[1].point - Vec2d{4, 0}), 0, 1e-9);
    EXPECT_EQ(scene.goals[1].next, 2);
    EXPECT_NEAR(norm(scene.goals[2].point - Vec2d{4, 4}), 0, 1e-9);
    EXPECT_NEAR(norm(scene.goals[3].point), 0, 1e-9);
    EXPECT_TRUE(scene.goals[3].exit);
    EXPECT_FALSE(scene.goals[1].exit);
    Simulation crowd(scene, 1);
    while (crowd.steps() < 70) crowd.step();
    const std::vector<AgentState> there = crowd.agents();
    EXPECT_TRUE(std::ranges::any_of(there, [](const AgentState& a) { return norm(a.position - Vec2d{9, 9}) < 0.01; }));
    while (!crowd.finished()) crowd.step();
    EXPECT_EQ(crowd.summary().health.never_arrived, 0u);
    EXPECT_TRUE(crowd.agents().empty());  // and then it left
}

TEST(RecordedScene, StraightOnAsTheyCame) {
    // 4 m to the right and 4 m up: 8 m straight on, or until the wall at x = 6; another stands before it walks 2 m up.
    Track turns = even_walk(1, {0, 0}, {1, 0}, 0, 11), waits = even_walk(2, {0, 3}, {0, 0}, 0, 6);
    for (std::uint32_t k = 1; k <= 10; ++k) turns.frame.push_back(10 + k), turns.position.push_back({4, 0.4 * k});
    for (std::uint32_t k = 1; k <= 5; ++k) waits.frame.push_back(5 + k), waits.position.push_back({0, 3 + 0.4 * k});
    RecordedSceneOptions options;
    options.goals = RecordedGoals::entry;
    FilmedPeople people = filmed({turns, waits});
    const auto goal = [&](std::size_t i) {
        return recorded_scene(people, options).scenario.sources[0].newcomers[i].target->value;
    };
    EXPECT_NEAR(norm(goal(0) - Vec2d{8, 0}), 0, 1e-9);
    EXPECT_NEAR(norm(goal(1) - Vec2d{0, 5}), 0, 1e-9);
    people.trajectory.info.wkt = "LINESTRING (6 -9, 6 9)";
    EXPECT_LE(goal(0).x, 6);
    EXPECT_GE(goal(0).x, 5.8);
}

TEST(RecordedScene, GroupsAreLabels) {
    FilmedPeople people = two();
    people.groups = {{7, 3}, {9, 8}, {3}};
    const RecordedScene made = recorded_scene(people);
    EXPECT_EQ(made.groups, 0u);  // 3 is said to be in two: what is said last counts, and 7 is then alone
    people.groups = {{9, 8}, {7, 3}};
    const RecordedScene together = recorded_scene(people);
    EXPECT_EQ(together.groups, 1u);
    for (const NewcomerSpec& one : together.scenario.sources[0].newcomers) EXPECT_EQ(one.group, "2");
}

TEST(RecordedScene, ModelAndSpeedsAsAsked) {
    RecordedSceneOptions options;
    options.model = "social_force";
    options.speeds = RecordedSpeeds::usual;
    const RecordedScene made = recorded_scene(two(), options);
    EXPECT_EQ(made.scenario.profiles[0].avoid.name, "social_force");
    EXPECT_EQ(made.scenario.contacts, Contacts::none);
    EXPECT_FALSE(made.scenario.sources[0].newcomers[0].pref_speed);
    EXPECT_EQ(recorded_scene(two()).scenario.contacts, Contacts::project);
    options.model = "no_such_model";
    EXPECT_THROW(recorded_scene(two(), options), InputError);
}

TEST(WalkingSpeed, NineTenthsOfWhatASecondShows) {
    // At 10 frames a second: 5 s at 1 m/s, then 5 s standing, then a jump of 3 m within a sample.
    Track track;
    track.id = 1;
    for (std::uint32_t k = 0; k <= 100; ++k) {
        track.frame.push_back(k);
        track.position.push_back({std::min(k, 50u) * 0.1, 0});
    }
    // Of 91 looks, at frames 5 to 95, the 82nd in order of speed: 41 are of the whole second, so it is one of them.
    EXPECT_NEAR(walking_speed(track, 0, 100, 10), 1, 1e-12);
    // Of the last 5 s alone nobody moves; of half a second the whole way counts.
    EXPECT_NEAR(walking_speed(track, 55, 100, 10), 0, 1e-12);
    EXPECT_NEAR(walking_speed(track, 46, 51, 10), 0.4 / 0.5, 1e-12);
    // A sway of 5 cm at one hertz is gone in a second's way.
    for (std::uint32_t k = 0; k <= 100; ++k)
        track.position[k] = {k * 0.1, 0.05 * std::sin(2 * 3.14159265358979 * k / 10)};
    EXPECT_NEAR(walking_speed(track, 0, 100, 10), 1, 1e-9);
}

TEST(RecordedExits, WhereSeveralLeave) {
    // Six leave within half a metre of (10, 2), one at (5, 9), one is still under way in the end.
    std::vector<RecordedWay> ways;
    for (int i = 0; i < 6; ++i) ways.push_back({{0, 0.4 * i}, {10, 1.8 + 0.1 * i}, true});
    ways.push_back({{0, 5}, {5, 9}, true});
    ways.push_back({{0, 6}, {4, 6}, false});
    const RecordedExits exits = recorded_exits(ways);
    ASSERT_EQ(exits.regions.size(), 1u);
    EXPECT_EQ(exits.of, (std::vector<int>{0, 0, 0, 0, 0, 0, -1, 0}));
    for (const Vec2d p : exits.regions[0]) {
        EXPECT_LE(std::abs(p.x - 10), 0.25 + 1e-9);
        EXPECT_GE(p.y, 1.8 - 0.25 - 1e-9);
        EXPECT_LE(p.y, 2.3 + 0.25 + 1e-9);
    }
    // Where people come and go alike there is no exit.
    for (RecordedWay& way : ways) way.entry = {10, 2};
    EXPECT_TRUE(recorded_exits(ways).regions.empty());
    // Nor where four leave.
    EXPECT_TRUE(recorded_exits(std::span(ways).subspan(2, 4)).regions.empty());
}

/// Everybody comes in its step and at its place; those who do not, because another is there, are counted by the run.
TEST(RecordedScene, RecordedPeopleComeWhereTheyCame) {
    struct Expected {
        const char* file;
        std::size_t people;
    };
    for (const auto& [file, n] :
         {Expected{"eth/eth.txt", 360}, Expected{"citr_crossing/bi_5v5_01.txt", 10},
          Expected{"pamela_door/S1_run1.txt", 28}, Expected{"single_walkers_itba/ped01-13.txt", 13}}) {
        const std::string path = test::recording(file);
        if (!std::filesystem::exists(path)) GTEST_SKIP() << "no recording " << path << "; set SIDESTEP_DATA";
        const RecordedScene made = recorded_scene(read_filmed(path));
        ASSERT_EQ(made.people.size(), n) << file;
        RunHealth health;
        const std::vector<Entry> entries = entries_of(made.scenario, &health);
        ASSERT_EQ(entries.size(), n) << file;
        EXPECT_TRUE(health.ok) << file;
        const auto& listed = made.scenario.sources[0].newcomers;
        std::size_t aside = 0;
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_GE(entries[i].time, listed[i].time - 1e-6) << file;
            EXPECT_LT(entries[i].time, listed[i].time + made.scenario.dt) << file;
            aside += norm(entries[i].place - listed[i].position) > 1e-3;
        }
        EXPECT_EQ(aside, health.placed_aside) << file;
        EXPECT_LE(aside, n / 50) << file;
    }
}

}  // namespace
}  // namespace sidestep
