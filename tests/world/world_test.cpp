// Handles, slots and rows; parameter values; the state hash.
#include "world/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "support/crowd.h"
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

AgentRecord record(AgentId id, Vec2d at, std::span<const double> v) {
    AgentRecord r = test::record_of(id, at, v, at + Vec2d{3, 4});
    r.values.back() = 1.5;
    return r;
}

TEST(World, AddFillsTheColumns) {
    World world;
    const auto v = values(0.3);
    AgentRecord i = record(17, {1, 2}, v);
    i.motion.vx = 0.5f;
    i.motion.vy = -0.5f;
    i.self.goal = 3;
    i.self.flags = flag::exits;
    i.self.start_time = 2.5;
    i.self.kind = 2;
    i.self.profile = 4;
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

TEST(World, HandlesGoStale) {
    World world;
    const auto v = values();
    const AgentHandle a = world.add(record(1, {0, 0}, v)), b = world.add(record(2, {1, 0}, v));
    world.remove(*world.row_of(a));
    EXPECT_FALSE(world.row_of(a));
    ASSERT_TRUE(world.row_of(b));
    EXPECT_EQ(world.now.motion[*world.row_of(b)].id, 2u);
    const AgentHandle c = world.add(record(3, {2, 0}, v));
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
        AgentRecord i = record(id, {0, 0}, v);
        i.shares_values = true;
        world.add(i);
    }
    std::set<std::uint32_t> places;
    for (const Self& s : world.now.self) places.insert(s.values);
    EXPECT_EQ(places.size(), 1u);
    AgentRecord other = record(200, {0, 0}, w);
    other.self.profile = 1;
    other.shares_values = true;
    world.add(other);
    EXPECT_EQ(world.values()[world.now.self.back().values + kRadius], 0.4f);
    // They outlive those who use them.
    while (world.size() > 0) world.remove(0);
    AgentRecord again = record(300, {0, 0}, v);
    again.shares_values = true;
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
            world.add(record(next++, {dice.unit(), dice.unit()}, v));
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
    for (AgentId id = 1; id <= 5; ++id) a.add(record(id, {1.0 * id, 2}, v));
    for (AgentId id = 5; id >= 1; --id) b.add(record(id, {1.0 * id, 2}, v));
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
    EXPECT_TRUE(changed([](World& w) { w.now.self[0].goal_x += 1e-9; }));
    EXPECT_TRUE(changed([](World& w) { w.now.self[0].goal = 3; }));
    EXPECT_TRUE(changed([](World& w) { w.now.self[0].flags ^= flag::exits; }));
    EXPECT_TRUE(changed([](World& w) { w.now.self[0].start_time = 1; }));
    EXPECT_TRUE(changed([](World& w) { w.now.self[0].slow_since = 1; }));
    EXPECT_TRUE(changed([](World& w) { w.now.motion[0].radius = 0.26f; }));
    EXPECT_FALSE(changed([](World& w) { w.now.self[0].window = 7; })) << "only how long a search takes";
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
        AgentRecord i = record(id, {1.0 * id, 0}, v);
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
        AgentRecord i = record(id, {1.0 * id, 0}, v);
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
    AgentRecord i = record(1, {0, 0}, v);
    i.plans = true;
    const AgentHandle h = world.add(i);
    const std::uint64_t before = world.state_hash();
    const Row row = *world.row_of(h);
    EXPECT_TRUE(world.plans(row));
    world.route_of(row).portals = {7, 8};
    EXPECT_NE(world.state_hash(), before);
    world.remove(row);
    i.motion.id = 2;
    EXPECT_TRUE(world.route_of(*world.row_of(world.add(i))).portals.empty());
    i.motion.id = 3;
    i.plans = false;
    EXPECT_FALSE(world.plans(*world.row_of(world.add(i))));
}

TEST(Memory, IsPartOfTheStateHash) {
    World world;
    const auto v = values();
    AgentRecord i = record(1, {0, 0}, v);
    i.memory_bytes = 12;
    const AgentHandle h = world.add(i);
    const std::uint64_t before = world.state_hash();
    world.memory().of<float[3]>(world.now.self[*world.row_of(h)])[2] = 1e-6f;
    EXPECT_NE(world.state_hash(), before);
}

TEST(World, WhatIsPackedIsTheSameAgentElsewhere) {
    World here, there;
    const auto v = values(0.3);
    AgentRecord r = record(5, {1, 2}, v);
    r.part_values = {7, 8};
    r.memory_bytes = 40;
    r.plans = true;
    const AgentHandle h = here.add(r);
    here.memory().of<float[10]>(here.now.self[*here.row_of(h)])[9] = 3;
    here.route_of(*here.row_of(h)).portals = {7, 8};
    for (AgentId id = 10; id < 15; ++id) there.add(record(id, {0, 0}, values(0.2)));
    const AgentRecord packed = here.pack(*here.row_of(h));
    const Row row = *there.row_of(there.add(packed));
    EXPECT_EQ(there.now.place[row].y, 2);
    EXPECT_EQ(there.values()[there.now.self[row].values + kRadius], 0.3f);
    EXPECT_EQ(there.part_values_of(there.now.self[row])[1], 8);
    EXPECT_EQ(there.memory().of<float[10]>(there.now.self[row])[9], 3);
    while (there.size() > 1) {
        for (Row other = 0; other < there.size(); ++other) {
            if (there.now.motion[other].id == 5) continue;
            there.remove(other);
            break;
        }
    }
    // What left is part of the hash, so a world without it is compared.
    World alone;
    alone.add(packed);
    EXPECT_EQ(alone.state_hash(), here.state_hash());
}

TEST(IdMap, FindsNearAndFarIds) {
    IdMap map;
    const std::vector<AgentId> ids = {1, 5, 1023, 1024, 5000, 4'000'000'000u, 2, 2048};
    for (std::size_t i = 0; i < ids.size(); ++i) map.set(ids[i], static_cast<Slot>(i));
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(map.find(ids[i]), i) << ids[i];
    EXPECT_EQ(map.find(3), IdMap::kNone);
    EXPECT_EQ(map.find(4'000'000'001u), IdMap::kNone);
    for (AgentId id = 10; id < 9000; ++id) map.set(id, id + 100);
    for (AgentId id = 10; id < 9000; ++id) ASSERT_EQ(map.find(id), id + 100) << "also those that were far before";
    EXPECT_EQ(map.find(4'000'000'000u), 5u);
    map.set(5, IdMap::kGone);
    EXPECT_EQ(map.find(5), IdMap::kGone);
}

}  // namespace
}  // namespace sidestep
