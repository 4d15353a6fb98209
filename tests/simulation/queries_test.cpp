// Who is near, in an area, along a ray; which way leads there; where somebody was.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "sidestep/error.h"
#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::box;
using test::profile;
using test::put;
using test::run_steps;
using test::scene;
using test::to_point;

Simulation crowd(int people, Vec2d periodic = {}) {
    Scenario s = scene(profile("walker", "orca"), 100);
    s.map.periodic = periodic;
    AgentSpec all;
    all.region = box(0, 0, 40, 40);
    all.count = static_cast<std::uint32_t>(people);
    all.target.is_offset = true;
    all.target.value = {5, 0};
    s.agents.push_back(all);
    return Simulation(std::move(s));
}

double distance(Vec2d a, Vec2d b, Vec2d periodic) {
    return std::hypot(wrapped_difference(a.x, b.x, periodic.x), wrapped_difference(a.y, b.y, periodic.y));
}

TEST(Queries, NearAndNearestAreThoseOfAllPairs) {
    for (const Vec2d periodic : {Vec2d{}, Vec2d{40, 40}}) {
        Simulation s = crowd(400, periodic);
        test::Dice dice(3);
        for (int round = 0; round < 40; ++round) {
            if (round % 4 == 0) s.step();
            const Vec2d at{dice.between(-5, 45), dice.between(-5, 45)};
            const Vec2d inside = periodic.x > 0 ? Vec2d{std::clamp(at.x, 0.0, 39.9), std::clamp(at.y, 0.0, 39.9)} : at;
            const double range = dice.between(0.1, 12);
            std::vector<Nearby> wanted;
            for (const AgentState& a : s.agents()) wanted.push_back({a.id, distance(inside, a.position, periodic)});
            std::sort(wanted.begin(), wanted.end(), [](const Nearby& a, const Nearby& b) {
                return std::pair(a.distance, a.id) < std::pair(b.distance, b.id);
            });
            const std::vector<Nearby> near = s.agents_near(inside, range), nearest = s.nearest_agents(inside, 7);
            const auto in_range =
                std::count_if(wanted.begin(), wanted.end(), [&](const Nearby& n) { return n.distance <= range; });
            ASSERT_EQ(near.size(), static_cast<std::size_t>(in_range));
            ASSERT_EQ(nearest.size(), 7u);
            for (std::size_t i = 0; i < near.size(); ++i) EXPECT_EQ(near[i].id, wanted[i].id);
            for (std::size_t i = 0; i < nearest.size(); ++i) EXPECT_EQ(nearest[i].id, wanted[i].id);
        }
        EXPECT_EQ(s.nearest_agents({20, 20}, 10'000).size(), 400u) << "no more than there are";
        EXPECT_EQ(s.agents_near({20, 20}, 1e300).size(), 400u);
    }
}

TEST(Queries, SeeTheStateAsItIsNow) {
    Simulation s(scene(profile("walker", "orca"), 100));
    EXPECT_TRUE(s.nearest_agents({0, 0}, 3).empty()) << "nobody there";
    NewAgent a;
    a.profile = "walker";
    a.position = {3, 0};
    const AgentHandle h = s.add(a);
    EXPECT_EQ(s.agents_near({0, 0}, 3.5).size(), 1u);
    s.set_position(h, {9, 0});
    EXPECT_TRUE(s.agents_near({0, 0}, 3.5).empty());
    EXPECT_NEAR(s.nearest_agents({0, 0}, 1)[0].distance, 9, 1e-12);
    s.remove(h);
    EXPECT_TRUE(s.nearest_agents({0, 0}, 1).empty());
}

TEST(Queries, InAnArea) {
    for (const Vec2d periodic : {Vec2d{}, Vec2d{40, 40}}) {
        Simulation s = crowd(300, periodic);
        run_steps(s, 5);
        const std::vector<Vec2d> area = {{5, 5}, {30, 8}, {20, 20}, {28, 35}, {6, 30}};  // not convex
        std::vector<AgentId> wanted;
        for (const AgentState& a : s.agents()) {
            int crossings = 0;
            for (std::size_t i = 0; i < area.size(); ++i) {
                const Vec2d p = area[i], q = area[(i + 1) % area.size()];
                if ((p.y > a.position.y) == (q.y > a.position.y)) continue;
                crossings += a.position.x < p.x + (q.x - p.x) * (a.position.y - p.y) / (q.y - p.y);
            }
            if (crossings % 2 == 1) wanted.push_back(a.id);
        }
        EXPECT_GT(wanted.size(), 50u);
        EXPECT_EQ(s.agents_in(area), wanted);
    }
    // Across a border.
    Simulation s = crowd(300, {40, 40});
    std::size_t wanted = 0;
    for (const AgentState& a : s.agents()) {
        wanted += (a.position.x > 37 || a.position.x < 2) && a.position.y > 10 && a.position.y < 20;
    }
    EXPECT_EQ(s.agents_in(box(37, 10, 42, 20)).size(), wanted);
    const Vec2d two[] = {{0, 0}, {1, 1}};
    EXPECT_THROW(s.agents_in(two), InputError);
}

TEST(Queries, ARayMeetsBodiesUpToTheFirstWall) {
    Scenario scenario = scene(profile("walker", "orca", {{"radius", 0.25}}), 100);
    scenario.map.wkt = "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0)), LINESTRING (15 2, 15 10))";
    put(scenario, {4, 5}, to_point({4, 5}));
    put(scenario, {8, 5.2}, to_point({8, 5.2}));
    put(scenario, {8, 6}, to_point({8, 6}));
    put(scenario, {17, 5}, to_point({17, 5}));  // behind the wall
    Simulation s(scenario);
    const std::vector<RayHit> hits = s.along_ray({1, 5}, {19, 5});
    ASSERT_EQ(hits.size(), 3u);
    EXPECT_EQ(hits[0].agent, AgentId{1});
    EXPECT_NEAR(hits[0].distance, 2.75, 1e-9);
    EXPECT_EQ(hits[1].agent, AgentId{2});
    EXPECT_NEAR(hits[1].distance, 7 - std::sqrt(0.25 * 0.25 - 0.2 * 0.2), 1e-6);
    EXPECT_FALSE(hits[2].agent);
    EXPECT_NEAR(hits[2].distance, 14, 1e-9);
    EXPECT_NEAR(hits[2].place.x, 15, 1e-9);
    EXPECT_EQ(s.along_ray({4, 5}, {3, 5}).front().distance, 0) << "from inside a body";
    EXPECT_TRUE(s.along_ray({1, 1}, {10, 1}).empty());
    EXPECT_THROW(s.along_ray({1, 1}, {std::nan(""), 1}), InputError);
}

TEST(Queries, PathsKnowDoorsAndObstacles) {
    Scenario scenario = scene(profile("walker", "orca"), 100);
    scenario.map.wkt =
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0)), LINESTRING (10 0, 10 4), LINESTRING (10 6, 10 "
        "10))";
    scenario.doors.resize(1);
    scenario.doors[0].name = "door";
    scenario.doors[0].a = {10, 4};
    scenario.doors[0].b = {10, 6};
    Simulation s(scenario);
    PathOptions shortest;
    shortest.method = PathMethod::corner;
    EXPECT_NEAR(s.path({2, 5}, {18, 5}, shortest).length, 16, 1e-6);
    s.close_door("door");
    EXPECT_EQ(s.path({2, 5}, {18, 5}, shortest).status, PathStatus::unreachable);
    EXPECT_TRUE(s.path({2, 5}, {18, 5}).closed_door);
    s.open_door("door");
    const ObstacleId o = s.add_obstacle(box(5, 1, 6, 10));
    const Path round = s.path({2, 5}, {18, 5}, shortest);
    EXPECT_EQ(round.status, PathStatus::found);
    EXPECT_GT(round.length, 17);
    EXPECT_EQ(s.path({5.5, 5}, {18, 5}, shortest).status, PathStatus::start_blocked);
    s.remove_obstacle(o);
    EXPECT_NEAR(s.path({2, 5}, {18, 5}, shortest).length, 16, 1e-6);
    // Nothing in the way.
    const Simulation open(scene(profile("walker", "orca"), 100));
    EXPECT_EQ(open.path({0, 0}, {3, 4}).length, 5);
}

TEST(Queries, ManyThreadsMayAsk) {
    Simulation s = crowd(500);
    s.step();
    std::vector<std::thread> threads;
    std::vector<std::size_t> found(4);
    for (std::size_t t = 0; t < found.size(); ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 200; ++i) found[t] += s.agents_near({20, 0.2 * i}, 3).size();
            found[t] += s.path({0, 0}, {3, 4}).points.size();
        });
    }
    for (std::thread& t : threads) t.join();
    for (const std::size_t n : found) EXPECT_EQ(n, found[0]);
}

TEST(History, OfEverybody) {
    Scenario scenario = scene(profile("walker", "constant_velocity", {{"pref_speed", 1}}), 100);
    put(scenario, {0, 0}, to_point({50, 0})).walking = true;
    Simulation s(scenario);
    std::vector<Vec2d> places(20);
    EXPECT_EQ(s.history(s.handle_of(1), places), 0u) << "nobody asked for it";
    s.step();
    s.keep_history(0.5);
    EXPECT_EQ(s.history(s.handle_of(1), places), 1u);
    std::vector<Vec2d> walked{s.agents()[0].position};
    for (int i = 1; i <= 12; ++i) {
        s.step();
        walked.push_back(s.agents()[0].position);
        const std::size_t known = s.history(s.handle_of(1), places);
        ASSERT_EQ(known, std::min<std::size_t>(walked.size(), 6)) << "now, and five steps ago";
        for (std::size_t back = 0; back < known; ++back) EXPECT_EQ(places[back], walked[walked.size() - 1 - back]);
    }
    EXPECT_EQ(s.history(s.handle_of(1), std::span(places).first(3)), 3u);
    // More is kept from now on, and what is known stays known.
    s.keep_history(1);
    EXPECT_EQ(s.history(s.handle_of(1), places), 6u);
    s.step();
    walked.push_back(s.agents()[0].position);
    EXPECT_EQ(s.history(s.handle_of(1), places), 7u);
    for (std::size_t back = 0; back < 7; ++back) EXPECT_EQ(places[back], walked[walked.size() - 1 - back]);
    // A newcomer, in a slot that somebody left.
    s.remove(s.handle_of(1));
    NewAgent a;
    a.profile = "walker";
    a.position = {7, 7};
    const AgentHandle h = s.add(a);
    EXPECT_EQ(s.history(h, places), 1u);
    EXPECT_EQ(places[0], (Vec2d{7, 7}));
    run_steps(s, 3);
    EXPECT_EQ(s.history(h, places), 4u);
    s.set_position(h, {9, 9});
    EXPECT_EQ(s.history(h, places), 1u) << "put somewhere else, it begins anew";
}

TEST(History, IsPartOfASnapshotAndNotOfResults) {
    Simulation s = crowd(50), plain = crowd(50);
    s.keep_history(0.5);
    run_steps(s, 20);
    run_steps(plain, 20);
    EXPECT_EQ(s.state_hash(), plain.state_hash());
    Simulation resumed = crowd(50);
    resumed.keep_history(0.5);
    resumed.restore(s.snapshot());
    std::vector<Vec2d> theirs(6), ours(6);
    for (const AgentState& a : s.agents()) {
        ASSERT_EQ(resumed.history(resumed.handle_of(a.id), theirs), 6u);
        ASSERT_EQ(s.history(s.handle_of(a.id), ours), 6u);
        EXPECT_EQ(theirs, ours);
    }
    run_steps(s, 3);
    run_steps(resumed, 3);
    resumed.history(resumed.handle_of(7), theirs);
    s.history(s.handle_of(7), ours);
    EXPECT_EQ(theirs, ours);
    plain.restore(s.snapshot());  // without a history of its own
    EXPECT_EQ(plain.history(plain.handle_of(7), ours), 0u);
}

TEST(History, OfAPuppetThatJumpsBeginsAnew) {
    Simulation s(scene(profile("walker", "orca"), 100));
    s.keep_history(0.5);
    NewAgent a;
    a.profile = "walker";
    a.position = {0, 0};
    a.puppet = true;
    const AgentHandle h = s.add(a);
    std::vector<Vec2d> places(6);
    for (int i = 1; i <= 3; ++i) {
        s.move_puppet(h, {0.1 * i, 0});
        s.step();
    }
    EXPECT_EQ(s.history(h, places), 4u);
    s.move_puppet(h, {100, 0});
    s.step();
    EXPECT_EQ(s.history(h, places), 1u);
    EXPECT_EQ(places[0], (Vec2d{100, 0}));
}

}  // namespace
}  // namespace sidestep
