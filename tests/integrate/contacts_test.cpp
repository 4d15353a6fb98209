// Bodies that overlap are pushed apart: enough, not through walls, and the same for any threads and order.
#include "integrate/contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/crowd.h"

namespace sidestep {
namespace {

using test::Crowd;
using test::Dice;

std::vector<double> values(double radius = 0.25) {
    std::vector<double> v(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) v[i] = common_parameters()[i].fallback;
    v[kRadius] = radius;
    return v;
}

double deepest(const World& world, Vec2d periodic = {}) {
    double depth = 0;
    for (Row i = 0; i < world.size(); ++i) {
        for (Row j = 0; j < i; ++j) {
            const Place p = world.now.place[i], q = world.now.place[j];
            const double d =
                std::hypot(wrapped_difference(p.x, q.x, periodic.x), wrapped_difference(p.y, q.y, periodic.y));
            depth = std::max(depth, static_cast<double>(world.now.motion[i].radius) + world.now.motion[j].radius - d);
        }
    }
    return depth;
}

ContactReport project(Crowd& crowd, int times = 1, int threads = 1) {
    ContactProjection contacts;
    Workers workers(threads);
    ContactReport report;
    for (int i = 0; i < times; ++i) {
        crowd.sort();
        report = contacts.project(crowd.world, crowd.map, crowd.periodic, crowd.cells, 0, 0.1f, workers);
    }
    return report;
}

Place place_of(const Crowd& crowd, AgentId id) {
    return crowd.world.now.place[*crowd.world.row_of(crowd.world.handle_of(id))];
}

TEST(Contacts, PairPartsHalfEach) {
    Crowd crowd;
    crowd.add({1, {0, 0}}, values());
    crowd.add({2, {0.3, 0}}, values());
    project(crowd);
    EXPECT_NEAR(place_of(crowd, 1).x, -0.1, 1e-6);
    EXPECT_NEAR(place_of(crowd, 2).x, 0.4, 1e-6);
    // What was pushed is part of the motion.
    EXPECT_NEAR(crowd.world.now.motion[*crowd.world.row_of(crowd.world.handle_of(2))].vx, 1.0, 1e-5);
    EXPECT_LE(deepest(crowd.world), 1e-6);
}

TEST(Contacts, OnePlaceParts) {
    Crowd crowd;
    crowd.add({7, {3, 4}}, values());
    crowd.add({9, {3, 4}}, values());
    project(crowd);
    EXPECT_NEAR(place_of(crowd, 9).x - place_of(crowd, 7).x, 0.5, 1e-6);
    EXPECT_EQ(place_of(crowd, 9).y, 4);
}

TEST(Contacts, TouchingBodiesStay) {
    Crowd crowd;
    crowd.add({1, {0, 0}}, values());
    crowd.add({2, {0.5, 0}}, values());
    project(crowd);
    EXPECT_NEAR(place_of(crowd, 1).x, 0, 1e-6);
}

TEST(Contacts, CrowdSeparatesWithinSomeSteps) {
    Dice dice(61);
    Crowd crowd;
    for (AgentId id = 1; id <= 150; ++id) {
        crowd.add({id, {dice.between(0, 8), dice.between(0, 8)}}, values(dice.between(0.15, 0.35)));
    }
    const double before = deepest(crowd.world);
    ASSERT_GT(before, 0.2);
    project(crowd, 1);
    EXPECT_LT(deepest(crowd.world), before);
    project(crowd, 60);
    EXPECT_LT(deepest(crowd.world), 0.01);
}

TEST(Contacts, AcrossAPeriodicBorder) {
    Crowd crowd({}, {10, 10});
    crowd.add({1, {0.1, 5}}, values());
    crowd.add({2, {9.9, 5}}, values());
    project(crowd, 2);
    EXPECT_LE(deepest(crowd.world, {10, 10}), 1e-6);
    for (const AgentId id : {1u, 2u}) {
        EXPECT_GE(place_of(crowd, id).x, 0);
        EXPECT_LT(place_of(crowd, id).x, 10);
    }
    EXPECT_NEAR(place_of(crowd, 1).x, 0.25, 1e-6);
}

TEST(Contacts, WallsAreRespected) {
    Dice dice(62);
    // A room of 3 m × 3 m filled beyond what fits.
    Crowd crowd(Map::from_wkt("POLYGON ((0 0, 3 0, 3 3, 0 3, 0 0))"));
    for (AgentId id = 1; id <= 60; ++id) {
        crowd.add({id, {dice.between(0.25, 2.75), dice.between(0.25, 2.75)}}, values());
    }
    for (int step = 0; step < 30; ++step) {
        project(crowd);
        for (const Place& p : crowd.world.now.place) {
            ASSERT_TRUE(crowd.map.walkable({p.x, p.y}));
            ASSERT_GE(crowd.map.clearance({p.x, p.y}, 1), 0.25 - 1e-4);
        }
    }
}

std::uint64_t hash_after(int threads, bool reversed, int count, double side) {
    Dice dice(63);
    std::vector<Vec2d> places;
    for (int i = 0; i < count; ++i) places.push_back({dice.between(0, side), dice.between(0, side)});
    Crowd crowd(Map::from_wkt("LINESTRING (-1 -1, 100 -1)"));
    for (int i = 0; i < count; ++i) {
        const int k = reversed ? count - 1 - i : i;
        crowd.add({static_cast<AgentId>(k + 1), places[static_cast<std::size_t>(k)]}, values());
    }
    project(crowd, 5, threads);
    return crowd.world.state_hash();
}

TEST(Contacts, SameForAnyThreads) {
    const std::uint64_t one = hash_after(1, false, 3000, 25);
    EXPECT_EQ(one, hash_after(2, false, 3000, 25));
    EXPECT_EQ(one, hash_after(4, false, 3000, 25));
}

TEST(Contacts, SameForAnyOrderOfAgents) {
    EXPECT_EQ(hash_after(1, false, 1000, 15), hash_after(1, true, 1000, 15));
}

TEST(Contacts, SameForAnyOrderOfAgentsInACrush) {
    // Dozens overlap one agent: who is left out, if anybody, must not depend on the order of rows.
    EXPECT_EQ(hash_after(1, false, 200, 1.0), hash_after(1, true, 200, 1.0));
}

}  // namespace
}  // namespace sidestep
