// Collision-free speed: published values, the bound on the time step, and what small scenes come to.
#include "avoid/collision_free_speed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"
#include "avoid/scans.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;

CollisionFreeSpeedValues<double> values(const test::Settings& settings = {}) {
    return collision_free_speed_values<double>(test::table(collision_free_speed::kInfo, settings));
}

Own<double> walker() {
    return {.velocity = {1.2, 0}, .heading = {0, 1}, .pref = {1.2, 0}, .radius = 0.2, .max_speed = 2, .dt = 0.05};
}

struct Outcome {
    V direction;
    double spacing;
    V velocity;
};
Outcome decide(const std::vector<Near<double>>& near, const std::vector<WallPiece<double>>& walls = {},
               const Own<double>& own = walker()) {
    const auto p = values();
    const V e = speed_model_direction(own, NearList(near), WallList(walls), p);
    return {e, spacing_ahead(own, NearList(near), e),
            collision_free_walk(own, NearList(near), WallList(walls), p).velocity};
}
Near<double> at(double x, double y) {
    return {{x, y}, {0, 0}, 0.2};
}
void expect_vector(V found, V wanted) {
    EXPECT_NEAR(found.x, wanted.x, 1e-6);
    EXPECT_NEAR(found.y, wanted.y, 1e-6);
}

TEST(CollisionFreeSpeed, CheckValues) {
    const WallPiece<double> wall{{-5, -0.25}, {5, -0.25}};
    Outcome o = decide({at(1, 0.1)});
    expect_vector(o.direction, {0.999998, -0.001913});
    EXPECT_NEAR(o.spacing, 0.604988, 1e-6);
    expect_vector(o.velocity, {0.604986, -0.001157});
    expect_vector(decide({}, {wall}).velocity, {1.110137, 0.455628});
    o = decide({at(1, 0)}, {wall});
    expect_vector(o.direction, {0.922400, 0.386235});
    EXPECT_NEAR(o.spacing, 0.6, 1e-6);
    expect_vector(o.velocity, {0.553440, 0.231741});
    // Nobody ahead of where it now goes: backs off at full speed.
    o = decide({at(0.6, 0.1), at(0.3, -0.5)});
    expect_vector(o.direction, {-0.566276, 0.824216});
    expect_vector(o.velocity, {-0.679531, 0.989059});
}

TEST(CollisionFreeSpeed, TurnsBackBelowAGap) {
    const double gap = 0.1 * std::log(8.0);  // D ln A
    EXPECT_NEAR(gap, 0.208, 5e-4);
    EXPECT_GT(decide({at(0.4 + gap + 0.001, 0)}).velocity.x, 0);
    EXPECT_LT(decide({at(0.4 + gap - 0.001, 0)}).velocity.x, 0);
}

TEST(CollisionFreeSpeed, EdgeCases) {
    // Overlapping somebody ahead of where repulsion leads: stands. Beside or behind: walks out.
    const Outcome between = decide({at(0.3, 0), at(-0.3, 0)});
    EXPECT_EQ(norm(between.velocity), 0);
    EXPECT_NEAR(norm(decide({at(0.3, 0)}).velocity), 1.2, 1e-9);
    // In one place: away from each other.
    EXPECT_LT(decide({at(0, 0)}).velocity.x, -1);
    // Waiting: stays, whoever is near.
    Own<double> own = walker();
    own.pref = {0, 0};
    EXPECT_EQ(norm(decide({at(0.3, 0)}, {}, own).velocity), 0);
    // No direction at all: keeps the heading.
    expect_vector(decide({}, {}, own).direction, {0, 1});
    // On a wall, deep in a crowd: numbers.
    for (const Near<double>& n : {at(1e-7, 0), at(0, 0)}) {
        const Outcome o = decide({n, n, n}, {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}});
        EXPECT_TRUE(std::isfinite(o.velocity.x) && std::isfinite(o.velocity.y));
    }
}

TEST(CollisionFreeSpeed, LargestStep) {
    const auto step = [](const test::Settings& settings) {
        return collision_free_speed::kInfo.max_dt(test::values_with(collision_free_speed::kInfo, settings));
    };
    EXPECT_DOUBLE_EQ(step({}), 0.05);  // the bound for agents is 0.0976 s
    EXPECT_NEAR(step({{"radius", 0.1}}), 0.0488, 1e-4);
    EXPECT_NEAR(step({{"radius", 0.05}}), 0.097631 / 4, 1e-6);
    EXPECT_NEAR(step({{"radius", 0.05}, {"pref_speed", 0}}), 0.05, 1e-12);
    // The published bounds, for bodies half or two fifths as wide: they are proportional to the diameter.
    EXPECT_NEAR(2 * step({{"radius", 0.15 / 2}, {"pref_speed", 1.2}}), 0.073223, 1e-6);
    EXPECT_NEAR(2.5 * step({{"radius", 0.25 / 2.5}, {"pref_speed", 1.34}}), 0.109289, 1e-6);
}

TEST(CollisionFreeSpeed, PackAgreesWithDouble) {
    for (const double time : {0.0, 0.3}) {
        const test::Settings settings = {{"relaxation_time", time}};
        const auto p = values(settings);
        test::expect_lanes_agree({.model = "collision_free_speed",
                                  .seed = 52,
                                  .settings = settings,
                                  .dt = 0.05f,
                                  .spacing = 0.38,
                                  .at_walls = 5},
                                 [&](const test::Decided& d) {
                                     return collision_free_walk(d.own, NearList(d.near), WallList(d.feet), p).velocity;
                                 });
    }
}

TEST(CollisionFreeSpeed, TurnsAndWalksFasterInTimeAndStopsAtOnce) {
    const auto p = values({{"relaxation_time", 0.3}});
    Own<double> own = walker();
    const auto walk = [&](const std::vector<Near<double>>& near) {
        return collision_free_walk(own, NearList(near), WallList({}), p);
    };
    // Faces left of where it wants to go: a sixth of the way there in a step of 0.05 s, and no more speed than that.
    const V first = walk({}).heading;
    expect_vector(first, unit_or_zero(V{1.0 / 6, 5.0 / 6}));
    EXPECT_NEAR(norm(walk({}).velocity), dot(own.velocity, first) + (1.2 - dot(own.velocity, first)) / 6, 1e-9);
    for (int i = 0; i < 200; ++i) {
        const auto next = walk({});
        own.heading = next.heading, own.velocity = next.velocity;
    }
    expect_vector(own.velocity, {1.2, 0});
    // Somebody steps in its way: no faster than the room allows, at once.
    EXPECT_LE(walk({at(0.65, 0)}).velocity.x, 0.25 + 1e-9);
    EXPECT_EQ(norm(walk({at(0.39, 0), at(-0.39, 0)}).velocity), 0);
    // Who waits does not turn.
    own.pref = {0, 0};
    expect_vector(walk({at(0, 0.45)}).heading, own.heading);
}

test::ScanResult scan(test::Scan s, double dt) {
    const auto p = values();
    s.radius = 0.2;
    s.range = 3;
    return run_scan(s, dt, [&](const Own<double>& own, V, const NearList& near, const WallList& walls) {
        return collision_free_walk(own, near, walls, p).velocity;
    });
}

TEST(CollisionFreeSpeed, SmallScenes) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const test::ScanResult circle = scan(test::circle_scan(seed), 0.05);
        EXPECT_EQ(circle.arrived, 10) << seed;
        EXPECT_LT(circle.last_arrival, 14) << seed;
        EXPECT_LE(circle.deepest, 1e-9) << seed;
        EXPECT_LT(circle.fastest_raw, 3 * 1.3) << seed;
    }
    EXPECT_GT(scan(test::circle_scan(2), 0.2).deepest, 0.05) << "above the bound on the step";
    // Walls are weaker than a step is long: without the engine's guarantee bodies sink in.
    const test::ScanResult queue = scan(test::queue_scan(), 0.05);
    EXPECT_LE(queue.deepest, 1e-9);
    EXPECT_NEAR(queue.deepest_wall, 0.054, 0.01);
    EXPECT_NEAR(scan(test::queue_scan(), 0.02).deepest_wall, 0.022, 0.002);
    EXPECT_LT(queue.fastest_raw, 3 * 1.3);
}

}  // namespace
}  // namespace sidestep
