// The same scene and seed give the same bits: for any number of threads, changed at any time, and for every copy of the
// kernels.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/processor.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

/// All models in one hall with pillars, two streams, a source, a slow region; enough agents for several blocks.
Scenario busy_scene(Contacts contacts, int only_model = -1) {
    Scenario s;
    s.name = "busy";
    s.duration = 30;
    s.seed = 7;
    s.contacts = contacts;
    s.map.wkt =
        "POLYGON ((-40 -12, 40 -12, 40 12, -40 12, -40 -12), (-4 -3, -3 -3, -3 -2, -4 -2, -4 -3), "
        "(3 2, 4 1, 5 2, 4 3, 3 2), (0 6, 0.4 6, 0.2 9, 0 6))";
    int index = 0;
    for (const PartInfo* m : models()) {
        if (only_model >= 0 && index++ != only_model) continue;
        ProfileSpec p = profile(std::string(m->name), m->name, {{"radius", 0.25}});
        set_parameter(p, "pref_speed", Distribution::between(0.9, 1.6));
        s.profiles.push_back(p);
    }
    const auto kinds = static_cast<std::uint32_t>(s.profiles.size());
    for (std::uint32_t k = 0; k < kinds; ++k) {
        const auto profile_index = static_cast<int>(k);
        put_many(s, box(-38, -11, -6, 11), 360 / kinds, by_offset({44, 0}, true), 0.6, profile_index).walking = true;
        put_many(s, box(6, -11, 38, 11), 360 / kinds, by_offset({-44, 1e-3}, true), 0.6, profile_index);
    }
    SourceSpec source;
    source.region = box(-2, -11, 2, -9);
    source.target = to_point({0, 11}, true);
    source.rate = 4;
    s.sources.push_back(source);
    s.regions.push_back({box(-2, -5, 2, 5), 0.6});
    return s;
}

std::uint64_t hash_after(const Scenario& s, int threads, int steps) {
    Simulation simulation(s, threads);
    run_steps(simulation, steps);
    return simulation.state_hash();
}

#ifdef __SANITIZE_THREAD__
constexpr int kSteps = 10;  // a race is one in any step, and each takes fifty times as long
#else
constexpr int kSteps = 40;
#endif

TEST(Determinism, AnyNumberOfThreads) {
    for (const Contacts contacts : {Contacts::none, Contacts::project}) {
        for (int model = -1; model < static_cast<int>(models().size()); ++model) {
            const Scenario s = busy_scene(contacts, model);
            const std::uint64_t one = hash_after(s, 1, kSteps);
            EXPECT_EQ(one, hash_after(s, 2, kSteps)) << model;
            EXPECT_EQ(one, hash_after(s, 4, kSteps)) << model;
            EXPECT_EQ(one, hash_after(s, 0, kSteps)) << model;
        }
    }
}

TEST(Determinism, ThreadsChangedDuringARun) {
    for (const Contacts contacts : {Contacts::none, Contacts::project}) {
        const Scenario s = busy_scene(contacts);
        Simulation one(s, 1), changing(s, 1);
        const int threads[] = {1, 3, 2, 4, 1, 0, 2};
        for (int i = 0; i < kSteps; ++i) {
            changing.set_threads(threads[i % 7]);
            one.step();
            changing.step();
            ASSERT_EQ(one.state_hash(), changing.state_hash()) << "step " << i;
        }
        const RunSummary a = one.summary(), b = changing.summary();
        EXPECT_EQ(a.agent_steps, b.agent_steps);
        EXPECT_EQ(a.agents_created, b.agents_created);
        EXPECT_EQ(a.health.overlaps, b.health.overlaps);
        EXPECT_EQ(a.health.deepest_m, b.health.deepest_m);
        EXPECT_EQ(a.health.wall_contacts, b.health.wall_contacts);
        EXPECT_EQ(a.health.accel_outliers, b.health.accel_outliers);
    }
}

TEST(Determinism, TheHashSeesEverything) {
    const Scenario s = busy_scene(Contacts::none);
    const auto after = [&s](const auto& change) {
        Simulation simulation(s);
        run_steps(simulation, 3);
        change(simulation, simulation.handle_of(5));
        return simulation.state_hash();
    };
    const std::uint64_t unchanged = after([](Simulation&, AgentHandle) {});
    ASSERT_EQ(unchanged, hash_after(s, 1, 3));
    const auto seen = [&](const auto& change) { return after(change) != unchanged; };
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.set_velocity(five, {0.1f, 0.1f}); }));
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.set_position(five, {0.5, 5.5}); }));
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.set_heading(five, {0, 1}); }));
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.set_goal(five, {0.5, 5.5}); }));
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.set_parameter(five, "max_accel", 1.25); }));
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.set_puppet(five, true); }));
    EXPECT_TRUE(seen([](Simulation& x, AgentHandle five) { x.remove(five); }));
    EXPECT_FALSE(seen([](Simulation& x, AgentHandle five) { x.set_user(five, 7); })) << "decides nothing";
    Scenario other = s;
    other.seed = 8;
    EXPECT_NE(hash_after(s, 1, 3), hash_after(other, 1, 3));
}

TEST(Determinism, ASceneIsNotDisturbedByTheOneBefore) {
    const Scenario s = busy_scene(Contacts::none);
    const std::uint64_t first = hash_after(s, 1, 10);
    hash_after(busy_scene(Contacts::project), 2, 10);
    EXPECT_EQ(first, hash_after(s, 1, 10));
}

TEST(Determinism, CopyingTheEngineElsewhereChangesNothing) {
    const Scenario s = busy_scene(Contacts::project);
    Simulation a(s);
    run_steps(a, 10);
    Simulation b = std::move(a);
    run_steps(b, 10);
    EXPECT_EQ(b.state_hash(), hash_after(s, 1, 20));
}

// Printed by a child process that is told to use the plain kernels.
TEST(Determinism, DISABLED_PrintHashes) {
    for (int model = -1; model < static_cast<int>(models().size()); ++model) {
        std::printf("hash %016llx\n",
                    static_cast<unsigned long long>(hash_after(busy_scene(Contacts::project, model), 1, kSteps)));
    }
}

std::vector<std::string> hashes_of_child(const std::string& environment) {
    char self[4096];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return {};
    self[n] = 0;
    const std::string command = "env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX " + environment + " '" + self +
                                "' --gtest_also_run_disabled_tests "
                                "--gtest_filter=Determinism.DISABLED_PrintHashes 2>/dev/null";
    std::vector<std::string> hashes;
    FILE* out = popen(command.c_str(), "r");
    char line[256];
    while (out != nullptr && std::fgets(line, sizeof line, out) != nullptr) {
        if (std::string(line).starts_with("hash ")) hashes.push_back(line);
    }
    if (out != nullptr) pclose(out);
    return hashes;
}

TEST(Determinism, PlainAndWideKernelsGiveTheSameBits) {
    if (!use_avx2()) GTEST_SKIP() << "this build, machine or environment has the plain kernels only";
    const auto usual = hashes_of_child(""), plain = hashes_of_child("SIDESTEP_SIMD=baseline");
    ASSERT_EQ(usual.size(), models().size() + 1);
    EXPECT_EQ(usual, plain);
}

}  // namespace
}  // namespace sidestep
