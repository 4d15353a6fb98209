// Who was out when.
#include "sidestep/leaving.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyse/walks.h"
#include "sidestep/departures.h"
#include "sidestep/metric.h"

namespace sidestep {
namespace {

/// Twenty people, of whom those from 1 on left after as many seconds by the exits in turn.
Trajectory people(AgentId left, std::vector<std::string> exits) {
    Trajectory t;
    t.info.fps = 10;
    for (AgentId id = 1; id <= 20; ++id) {
        t.tracks.push_back(walk(id, 10, 2, [&](double s) { return Vec2d{1.2 * s, 1.0 * id}; }));
    }
    std::vector<ExitUse> uses;
    for (const std::string& exit : exits) uses.push_back({exit, {}});
    for (AgentId id = 1; id <= left; ++id) uses[id % uses.size()].left.push_back({id, 1.0 * id});
    t.info.metadata[std::string(kExitsKey)] = to_json(uses);
    return t;
}

TEST(Leaving, SharesAreOfEverybody) {
    const Leaving all = leaving_of(people(20, {"a"}));
    EXPECT_EQ(all.all.people, 20u);
    EXPECT_EQ(all.all.when(0.5), 10);
    EXPECT_EQ(all.all.when(0.9), 18);
    EXPECT_EQ(all.all.when(0.95), 19);
    EXPECT_EQ(all.all.when(0.951), 20);
    EXPECT_EQ(all.all.when(1), 20);
    EXPECT_TRUE(all.inside.empty());

    const Leaving some = leaving_of(people(18, {"a", "b", "unused"}));
    EXPECT_EQ(some.all.when(0.9), 18);
    EXPECT_TRUE(std::isnan(some.all.when(0.95))) << "so many never got out";
    EXPECT_EQ(some.inside, (std::vector<AgentId>{19, 20}));
    ASSERT_EQ(some.exits.size(), 3u);
    EXPECT_EQ(some.exits[1].exit, "b");
    EXPECT_EQ(some.exits[1].people, 6u) << "of those who took it";
    EXPECT_EQ(some.exits[1].time, (std::vector<double>{1, 4, 7, 10, 13, 16}));
    EXPECT_EQ(some.exits[1].when(0.5), 7);
    EXPECT_EQ(some.exits[1].when(1), 16);
    EXPECT_TRUE(std::isnan(leaving_of(people(0, {"a"})).exits[0].when(0.5))) << "nobody";
}

TEST(Leaving, TheFullestStretch) {
    LeavingTimes times;
    EXPECT_EQ(times.most_per_second(), 0);
    times.time = {0, 1, 2, 20, 20.5, 21, 21.5, 29.9, 30, 50};
    EXPECT_EQ(times.most_per_second(), 0.5) << "20 to 29.9; 30 is in the next";
    EXPECT_EQ(times.most_per_second(2), 2);
}

TEST(Leaving, IsMeasured) {
    const Trajectory t = people(19, {"a", "b"});
    const Measurement m(t);
    const auto value = [&](const char* name) { return require_metric(name).measure(m); };
    const auto times = value("exit_time");
    ASSERT_EQ(times.size(), 19u);
    for (const MetricValue& v : times) EXPECT_EQ(v.value, v.a);
    ASSERT_EQ(value("out_50").size(), 1u);
    EXPECT_EQ(value("out_50")[0].value, 10);
    EXPECT_EQ(value("out_90")[0].value, 18);
    EXPECT_EQ(value("out_95")[0].value, 19);
    EXPECT_TRUE(value("out_all").empty()) << "one stayed";
}

TEST(Leaving, WhatCannotBeReadIsNothing) {
    Trajectory t = people(3, {"a"});
    for (const char* text : {"", "[]", "{", "{\"a\": 3}", "{\"a\": [[1]]}", "{\"a\": [[-1, 2]]}",
                             "{\"a\": [[1, \"x\"]]}", "{\"a\": [[4294967296, 2]]}"}) {
        t.info.metadata[std::string(kExitsKey)] = text;
        EXPECT_TRUE(exits_of(t.info).empty()) << text;
    }
    std::string deep(100000, '[');
    t.info.metadata[std::string(kExitsKey)] = "{\"a\":" + deep;
    EXPECT_TRUE(exits_of(t.info).empty());
    t.info.metadata.clear();
    EXPECT_TRUE(exits_of(t.info).empty());
    EXPECT_EQ(leaving_of(t).inside.size(), 20u);
}

}  // namespace
}  // namespace sidestep
