// People who walk together by the group terms of `moussaid`: abreast where there is room, in a V where there is less,
// and never apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

constexpr double kStreet = 40, kWidth = 6;  // m; it closes upon itself

ProfileSpec walker(bool together) {
    return profile("walker", "moussaid", {{"groups", together ? 1.0 : 0.0}});
}

/// Companions 1 … n on a street, with others of a density per m² who walk singly, half of them towards them.
Scenario street(int companions, bool together, double density, std::uint64_t seed, bool in_file) {
    Scenario s = scene(walker(together), 60);
    s.seed = seed;
    s.map.periodic = {kStreet, 0};
    s.map.wkt = "MULTILINESTRING ((0 0, 40 0), (0 6, 40 6))";
    std::vector<Vec2d> places;
    for (int i = 0; i < companions; ++i) {
        places.push_back(in_file ? Vec2d{5 - 0.8 * i, 3 + 0.05 * i}
                                 : Vec2d{5, kWidth / 2 - 0.4 * (companions - 1) + 0.8 * i});
        AgentSpec& a = put(s, places.back(), by_offset({1000, 0}));
        a.group = "us";
        a.walking = true;
    }
    Dice dice(seed);
    const auto strangers = static_cast<std::size_t>(density * kStreet * kWidth);
    while (places.size() < strangers + static_cast<std::size_t>(companions)) {
        const Vec2d at{dice.between(0, kStreet), dice.between(0.4, kWidth - 0.4)};
        const bool taken = std::any_of(places.begin(), places.end(), [&](Vec2d p) {
            const double x = std::abs(p.x - at.x);
            return std::hypot(std::min(x, kStreet - x), p.y - at.y) < 0.8;
        });
        if (taken) continue;
        put(s, at, by_offset({places.size() % 2 == 0 ? 1000.0 : -1000.0, 0})).walking = true;
        places.push_back(at);
    }
    return s;
}

/// Means over the last three quarters of a minute.
struct Formation {
    double extent = 0;          ///< m, between the two who are farthest apart
    double largest_extent = 0;  ///< m, ever
    double along = 0;           ///< m along the street, between neighbours across it
    double across = 0;          ///< m across the street, between neighbours
    double behind = 0;          ///< m that the middle one of three walks behind the others
    double speed = 0;           ///< m/s
};
Formation formation(const Scenario& scenario, int companions) {
    Simulation simulation(scenario);
    Formation f;
    int samples = 0;
    while (!simulation.finished()) {
        simulation.step();
        if (simulation.time() < 15) continue;
        std::vector<Vec2d> at;
        double speed = 0;
        for (AgentId id = 1; id <= static_cast<AgentId>(companions); ++id) {
            const AgentState a = agent(simulation, id);
            at.push_back(a.position);
            at.back().x = at[0].x + std::remainder(a.position.x - at[0].x, kStreet);
            speed += a.velocity.x / companions;
        }
        double extent = 0;
        for (const Vec2d a : at) {
            for (const Vec2d b : at) extent = std::max(extent, norm(a - b));
        }
        std::sort(at.begin(), at.end(), [](Vec2d a, Vec2d b) { return a.y < b.y; });
        double along = 0;
        for (std::size_t i = 1; i < at.size(); ++i) along = std::max(along, std::abs(at[i].x - at[i - 1].x));
        ++samples;
        f.extent += extent;
        f.largest_extent = std::max(f.largest_extent, extent);
        f.along += along;
        f.across += (at.back().y - at.front().y) / (companions - 1);
        if (companions == 3) f.behind += (at[0].x + at[2].x) / 2 - at[1].x;
        f.speed += speed;
    }
    for (double* mean : {&f.extent, &f.along, &f.across, &f.behind, &f.speed}) *mean /= samples;
    return f;
}
/// The mean of four seeds.
Formation formations(int companions, bool together, double density) {
    constexpr int kSeeds = 4;
    Formation mean;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const Formation f = formation(street(companions, together, density, seed, false), companions);
        mean.extent += f.extent / kSeeds;
        mean.largest_extent = std::max(mean.largest_extent, f.largest_extent);
        mean.along += f.along / kSeeds;
        mean.across += f.across / kSeeds;
        mean.behind += f.behind / kSeeds;
        mean.speed += f.speed / kSeeds;
    }
    return mean;
}

TEST(WalkingTogether, FromAFileToALineAbreast) {
    double before = 1.29;  // of somebody alone
    for (const int companions : {2, 3}) {
        const Formation f = formation(street(companions, true, 0, 1, true), companions);
        EXPECT_LT(f.largest_extent, 1.05 * (companions - 1)) << companions;
        EXPECT_NEAR(f.across, 0.95, 0.1) << companions;
        EXPECT_LT(f.along, 0.35) << companions;
        EXPECT_GT(before - f.speed, 0.03) << "larger groups are slower: " << companions;
        before = f.speed;
        const Formation apart = formation(street(companions, false, 0, 1, true), companions);
        EXPECT_GT(apart.along, 1) << "without the terms they stay in file";
        EXPECT_NEAR(apart.speed, 1.29, 0.01);
    }
}

TEST(WalkingTogether, StayTogetherAgainstTheStream) {
    for (const double density : {0.1, 0.25}) {
        for (const int companions : {2, 3, 4}) {
            EXPECT_LT(formations(companions, true, density).largest_extent, 1.05 * (companions - 1))
                << companions << " at " << density << " per m²";
            EXPECT_GT(formations(companions, false, density).largest_extent, 1.5 * (companions - 1))
                << companions << " at " << density << " per m²";
        }
    }
}

TEST(WalkingTogether, ThreeBendIntoAVWhereItIsDenser) {
    const Formation free = formation(street(3, true, 0, 1, false), 3), some = formations(3, true, 0.1),
                    more = formations(3, true, 0.25);
    for (const Formation& f : {free, some, more}) EXPECT_GT(f.behind, 0.1) << "the middle one walks behind";
    EXPECT_GT(free.across, some.across + 0.03);
    EXPECT_GT(some.across, more.across + 0.05);
    EXPECT_LT(free.along + 0.05, some.along);
    EXPECT_LT(some.along + 0.05, more.along);
}

TEST(WalkingTogether, LabelsOfOthersAndTheSwitchDecide) {
    // Without labels, or with the switch off, the terms change not a bit.
    const auto places = [](const Scenario& s) {
        Simulation simulation(s);
        run_steps(simulation, 100);
        std::vector<Vec2d> all;
        for (const AgentState& a : simulation.agents()) all.push_back(a.position);
        return all;
    };
    const auto unlabelled = [](Scenario s) {
        for (AgentSpec& a : s.agents) a.group.clear();
        return s;
    };
    const Scenario off = street(3, false, 0.1, 2, false), on = street(3, true, 0.1, 2, false);
    EXPECT_EQ(places(off), places(unlabelled(off)));
    EXPECT_EQ(places(off), places(unlabelled(on)));
    EXPECT_NE(places(off), places(on));
    // Profiles may differ within eight lanes: a mixed group is decided agent by agent.
    Scenario mixed = on;
    mixed.profiles.push_back(walker(false));
    mixed.profiles.back().name = "other";
    mixed.agents[1].profile = 1;
    EXPECT_NE(places(mixed), places(on));
    EXPECT_NE(places(mixed), places(off));
}

TEST(WalkingTogether, GoesOnAfterSomebodyLeftAndFromASnapshot) {
    const Scenario s = street(3, true, 0.1, 1, true);
    Simulation left(s), stayed(s);
    run_steps(left, 20);
    run_steps(stayed, 20);
    left.remove(left.handle_of(2));
    Simulation restored(s);
    restored.restore(left.snapshot());
    for (Simulation* one : {&left, &stayed, &restored}) run_steps(*one, 20);
    EXPECT_EQ(left.state_hash(), restored.state_hash());
    EXPECT_GT(norm(agent(left, 1).position - agent(stayed, 1).position), 0.01) << "nobody waits for who is gone";
}

TEST(WalkingTogether, WhoJoinsLaterBelongsToThem) {
    const auto first_after = [](std::string_view group) {
        const Scenario s = street(2, true, 0, 1, false);
        Simulation simulation(s);
        const Vec2d first = agent(simulation, 1).position;
        simulation.add({.profile = s.profiles[0].name,
                        .position = first + Vec2d{-2, 0},
                        .velocity = {1.2f, 0},
                        .goal = first + Vec2d{1000, 0},
                        .group = group});
        run_steps(simulation, 10);
        return agent(simulation, 1).position;
    };
    EXPECT_LT(first_after("us").x, first_after("others").x - 0.01) << "who is behind is waited for";
}

TEST(WalkingTogether, ExplainedAsDecided) {
    Scenario s = street(3, true, 0.1, 1, true);
    s.dt = 0.05;  // a step that is not divided
    Simulation simulation(s);
    for (int step = 0; step < 40; ++step) {
        const Explanation told = *simulation.explain(2);
        simulation.step();
        const auto labelled = [&](std::string_view label) {
            return std::find_if(told.shapes.begin(), told.shapes.end(),
                                [&](const Shape& shape) { return shape.label == label; });
        };
        const Vec2f velocity = agent(simulation, 2).velocity;
        ASSERT_NE(labelled("chosen velocity"), told.shapes.end());
        EXPECT_LT(norm(labelled("chosen velocity")->b - Vec2d{velocity.x, velocity.y}), 1e-6) << step;
        for (const char* term : {"group: gaze", "group: cohesion", "group: spacing"}) {
            EXPECT_NE(labelled(term), told.shapes.end()) << term;
        }
    }
}

}  // namespace
}  // namespace sidestep
