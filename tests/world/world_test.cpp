// Handles, slots and rows; parameter values; the state hash.
#include "world/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "support/dice.h"

namespace sidestep {
namespace {

std::vector<double> values(double radius = 0.25) {
    std::vector<double> v(kCommonCount + 2);
    for (std::size_t i = 0; i < kCommonCount; ++i) v[i] = common_parameters()[i].fallback;
    v[kRadius] = radius;
    v[kCommonCount] = 11;
    v[kCommonCount + 1] = 12;
    return v;
}

AgentInit init(AgentId id, Vec2d at, std::span<const double> v) {
    AgentInit i;
    i.id = id;
    i.position = at;
    i.values = v;
    i.way_point = at + Vec2d{3, 4};
    i.wall_range = 1.5;
    return i;
}

TEST(World, AddFillsTheColumns) {
    World world;
    const auto v = values(0.3);
    AgentInit i = init(17, {1, 2}, v);
    i.velocity = {0.5f, -0.5f};
    i.goal = 3;
    i.exits = true;
    i.start_time = 2.5;
    i.kind = 2;
    i.profile = 4;
    const AgentHandle h = world.add(i);
    ASSERT_TRUE(h);
    ASSERT_EQ(world.size(), 1u);
    const Row row = *world.row_of(h);
    EXPECT_EQ(world.now.place[row].x, 1);
    EXPECT_EQ(world.now.motion[row].id, 17u);
    EXPECT_EQ(world.now.motion[row].vy, -0.5f);
    EXPECT_EQ(world.now.motion[row].radius, 0.3f);
    const Self& s = world.now.self[row];
    EXPECT_EQ(s.goal_x, 4);
    EXPECT_EQ(s.goal, 3);
    EXPECT_EQ(s.profile, 4);
    EXPECT_EQ(s.kind, 2);
    EXPECT_EQ(s.start_time, 2.5f);
    EXPECT_EQ(s.flags & flag::exits, flag::exits);
    EXPECT_EQ(world.values()[s.values + kRadius], 0.3f);
    EXPECT_EQ(world.values()[s.values + kCommonCount + 1], 12);
    EXPECT_EQ(world.values()[s.values + ValueLayout::wall_range(2)], 1.5f) << "computed once, after the parameters";
    EXPECT_TRUE(world.knows(17));
    EXPECT_EQ(world.handle_of(17), h);
}

TEST(World, HeadingAtTheStart) {
    World world;
    const auto v = values();
    AgentInit moving = init(1, {0, 0}, v), standing = init(2, {0, 0}, v), there = init(3, {0, 0}, v);
    moving.velocity = {0, -2};
    there.way_point = there.position;
    for (const AgentInit& i : {moving, standing, there}) world.add(i);
    const auto heading = [&](AgentId id) {
        const Self& s = world.now.self[*world.row_of(world.handle_of(id))];
        return Vec2f{s.heading_x, s.heading_y};
    };
    EXPECT_EQ(heading(1), (Vec2f{0, -1}));
    EXPECT_NEAR(heading(2).x, 0.6, 1e-6);
    EXPECT_NEAR(norm(heading(3)), 1, 1e-6);
}

TEST(World, HandlesGoStale) {
    World world;
    const auto v = values();
    const AgentHandle a = world.add(init(1, {0, 0}, v)), b = world.add(init(2, {1, 0}, v));
    world.remove(*world.row_of(a));
    EXPECT_FALSE(world.row_of(a));
    ASSERT_TRUE(world.row_of(b));
    EXPECT_EQ(world.now.motion[*world.row_of(b)].id, 2u);
    const AgentHandle c = world.add(init(3, {2, 0}, v));
    EXPECT_EQ(c.slot_plus_one, a.slot_plus_one) << "slots are used again";
    EXPECT_NE(c.generation, a.generation);
    EXPECT_FALSE(world.row_of(a));
    EXPECT_FALSE(world.row_of({}));
    EXPECT_FALSE(world.row_of({77, 1}));
    EXPECT_FALSE(world.handle_of(1));
}

TEST(World, SharedValuesAreKeptOnce) {
    World world;
    const auto v = values(0.2), w = values(0.4);
    for (AgentId id = 1; id <= 100; ++id) {
        AgentInit i = init(id, {0, 0}, v);
        i.shared_values = true;
        world.add(i);
    }
    std::set<std::uint32_t> places;
    for (const Self& s : world.now.self) places.insert(s.values);
    EXPECT_EQ(places.size(), 1u);
    AgentInit other = init(200, {0, 0}, w);
    other.profile = 1;
    other.shared_values = true;
    world.add(other);
    EXPECT_EQ(world.values()[world.now.self.back().values + kRadius], 0.4f);
    // They outlive those who use them.
    while (world.size() > 0) world.remove(0);
    AgentInit again = init(300, {0, 0}, v);
    again.shared_values = true;
    world.add(again);
    EXPECT_EQ(world.values()[world.now.self[0].values + kRadius], 0.2f);
}

TEST(World, OwnValuesAreNotMixedUp) {
    World world;
    test::Dice dice(81);
    std::map<AgentId, float> radius;
    AgentId next = 1;
    for (int i = 0; i < 2000; ++i) {
        if (world.size() == 0 || dice.below(3) > 0) {
            const auto v = values(dice.between(0.1, 1));
            radius[next] = static_cast<float>(v[kRadius]);
            world.add(init(next++, {dice.unit(), dice.unit()}, v));
        } else {
            const auto row = static_cast<Row>(dice.below(static_cast<int>(world.size())));
            radius.erase(world.now.motion[row].id);
            world.remove(row);
        }
        for (Row row = 0; row < world.size(); ++row) {
            const AgentId id = world.now.motion[row].id;
            ASSERT_EQ(world.values()[world.now.self[row].values + kRadius], radius.at(id));
            ASSERT_EQ(*world.row_of(world.handle_of(id)), row);
        }
        ASSERT_EQ(world.size(), radius.size());
        if (world.size() > 60) {
            while (world.size() > 20) {
                radius.erase(world.now.motion[0].id);
                world.remove(0);
            }
        }
    }
}

TEST(World, HashIgnoresOrderAndSeesEveryBit) {
    const auto v = values();
    World a, b;
    for (AgentId id = 1; id <= 5; ++id) a.add(init(id, {1.0 * id, 2}, v));
    for (AgentId id = 5; id >= 1; --id) b.add(init(id, {1.0 * id, 2}, v));
    EXPECT_EQ(a.state_hash(), b.state_hash());
    const std::uint64_t before = a.state_hash();
    const auto changed = [&](auto&& change) {
        World c = a;
        change(c);
        return c.state_hash() != before;
    };
    EXPECT_TRUE(changed([](World& w) { w.now.place[2].x = std::nextafter(w.now.place[2].x, 9.0); }));
    EXPECT_TRUE(changed([](World& w) { w.now.place[2].y = std::nextafter(w.now.place[2].y, 9.0); }));
    EXPECT_TRUE(changed([](World& w) { w.now.motion[1].vx = 1e-30f; }));
    EXPECT_TRUE(changed([](World& w) { w.now.motion[1].vy = 1e-30f; }));
    EXPECT_TRUE(changed([](World& w) { w.now.self[0].heading_x += 1e-6f; }));
    EXPECT_TRUE(changed([](World& w) { std::swap(w.now.place[0], w.now.place[1]); }));
    EXPECT_TRUE(changed([](World& w) { w.remove(4); }));
}

TEST(Memory, BelongsToTheSlotAndStartsAsZero) {
    struct Remembered {
        float a, b;
        std::uint64_t c[5];
    };
    World world;
    const auto v = values();
    std::map<AgentId, AgentHandle> handles;
    for (AgentId id = 1; id <= 20; ++id) {
        AgentInit i = init(id, {1.0 * id, 0}, v);
        i.memory_bytes = id % 3 == 0 ? 0 : sizeof(Remembered);
        handles[id] = world.add(i);
    }
    const auto of = [&](AgentId id) -> Remembered& {
        return world.memory().of<Remembered>(world.now.self[*world.row_of(handles[id])]);
    };
    for (AgentId id = 1; id <= 20; ++id) {
        if (id % 3 == 0) continue;
        EXPECT_EQ(of(id).c[4], 0u);
        of(id) = {1.0f * static_cast<float>(id), 2, {id, id, id, id, id}};
    }
    for (const AgentId gone : {2u, 3u, 7u}) world.remove(*world.row_of(handles[gone]));
    for (AgentId id = 21; id <= 24; ++id) {
        AgentInit i = init(id, {1.0 * id, 0}, v);
        i.memory_bytes = sizeof(Remembered);
        handles[id] = world.add(i);
        EXPECT_EQ(of(id).a, 0) << "memory of somebody who left is not inherited";
        EXPECT_EQ(of(id).c[0], 0u);
    }
    for (const AgentId id : {1u, 4u, 5u, 8u, 20u}) EXPECT_EQ(of(id).c[2], id);
    EXPECT_TRUE(world.memory_of(*world.row_of(handles[6])).empty());
}

TEST(World, RememberedWaysArePartOfTheStateHashAndNotInherited) {
    World world;
    const auto v = values();
    AgentInit i = init(1, {0, 0}, v);
    i.plans = true;
    const AgentHandle h = world.add(i);
    const std::uint64_t before = world.state_hash();
    const Row row = *world.row_of(h);
    EXPECT_TRUE(world.plans(row));
    world.route_of(row).portals = {7, 8};
    EXPECT_NE(world.state_hash(), before);
    world.remove(row);
    i.id = 2;
    EXPECT_TRUE(world.route_of(*world.row_of(world.add(i))).portals.empty());
    i.id = 3;
    i.plans = false;
    EXPECT_FALSE(world.plans(*world.row_of(world.add(i))));
}

TEST(Memory, IsPartOfTheStateHash) {
    World world;
    const auto v = values();
    AgentInit i = init(1, {0, 0}, v);
    i.memory_bytes = 12;
    const AgentHandle h = world.add(i);
    const std::uint64_t before = world.state_hash();
    world.memory().of<float[3]>(world.now.self[*world.row_of(h)])[2] = 1e-6f;
    EXPECT_NE(world.state_hash(), before);
}

}  // namespace
}  // namespace sidestep
