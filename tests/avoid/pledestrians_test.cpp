// Least effort: the energy, its minimum on lines and inside ORCA's half-planes.
#include "avoid/pledestrians.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"
#include "avoid/scans.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;

constexpr double kRest = 2.23, kWalk = 1.26;
const double kFree = std::sqrt(kRest / kWalk);

double effort(V v, V goal, double time) {
    return walking_effort(v, goal, time, kRest, kWalk);
}

void expect_vector(V found, V wanted, double tolerance = 1e-6) {
    EXPECT_NEAR(found.x, wanted.x, tolerance);
    EXPECT_NEAR(found.y, wanted.y, tolerance);
}

V best(V goal, double time, const std::vector<HalfPlane<double>>& planes = {}, double max_speed = 2) {
    const auto at = [&](int k) -> const HalfPlane<double>& { return planes[static_cast<std::size_t>(k)]; };
    const auto r = best_inside<double>(LeastEffort<double>{goal, kFree, time}, at, static_cast<int>(planes.size()),
                                       max_speed, true);
    EXPECT_TRUE(r.feasible);
    return r.v;
}

TEST(Pledestrians, EffortAsSpecified) {
    EXPECT_NEAR(kFree, 1.330354, 1e-6);
    for (const double time : {0.5, 1.0, 3.0}) EXPECT_NEAR(effort({kFree, 0}, {10, 0}, time), 33.524916, 1e-6);
    EXPECT_NEAR(effort({1, 0}, {10, 0}, 3), 33.937441, 1e-6);
    EXPECT_NEAR(effort({1.2, 0.3}, {10, 0}, 3), 34.140458, 1e-6);
    EXPECT_NEAR(effort({2.0 / 3, 0}, {2, 0}, 3), 8.370000, 1e-6);
    EXPECT_NEAR(effort({0.6, 0}, {2, 0}, 3), 8.721298, 1e-6);
    EXPECT_NEAR(effort({0.7, 0}, {2, 0}, 3), 8.877449, 1e-6);
}

TEST(Pledestrians, AloneItWalksStraightAtTheBestSpeed) {
    expect_vector(best({10, 0}, 1), {kFree, 0});
    expect_vector(best({2, 0}, 3), {2.0 / 3, 0});
    expect_vector(best({10, 0}, 1, {}, 1), {1, 0});
    expect_vector(best({0, 0}, 1), {0, 0});
}

TEST(Pledestrians, WinnersAsSpecified) {
    // A hair of asymmetry chooses the right leg.
    Own<double> own{
        .velocity = {1, -1e-10}, .heading = {1, 0}, .pref = {1, 0}, .radius = 0.5, .max_speed = 2, .dt = 0.1};
    const HalfPlane<double> line = orca_plane(own, Near<double>{{4, 0}, {-1, 0}, 0.5}, 1 / 4.0, 1 / own.dt, 0.5, true);
    V v = best({10, 0}, 1, {line});
    expect_vector(v, {1.234678, -0.318793});
    EXPECT_NEAR(effort(v, {10, 0}, 1), 33.683931, 1e-6);
    v = best({10, 0}, 3, {line});
    expect_vector(v, {1.188981, -0.306994});
    EXPECT_NEAR(effort(v, {10, 0}, 3), 34.176604, 1e-6);
    // A far goal: plain ORCA, the projection of the free velocity.
    expect_vector(best({1e7, 0}, 1, {line}), {0.9375 * kFree, -0.25 * 0.9682458365518543 * kFree});
    own.velocity = {1.3, -1e-10};
    own.radius = 0.25;
    const HalfPlane<double> crossing =
        orca_plane(own, Near<double>{{3, -3}, {0, 1.3}, 0.25}, 1 / 3.0, 1 / own.dt, 0.5, true);
    expect_vector(best({10, 0}, 3, {crossing}), {1.208434, -0.058831});
}

TEST(Pledestrians, NothingPermittedIsBetter) {
    test::Dice dice(81);
    for (int i = 0; i < 300; ++i) {
        const V goal{dice.between(-6, 6), dice.between(-6, 6)};
        const double time = dice.between(0.5, 3);
        const V inside{dice.between(-0.8, 0.8), dice.between(-0.8, 0.8)};  // so that something is permitted
        std::vector<HalfPlane<double>> planes;
        for (int k = dice.below(6); k >= 0; --k) {
            const double angle = dice.between(0, 2 * kPi);
            const V n{std::cos(angle), std::sin(angle)};
            planes.push_back({n, dot(n, inside) - dice.between(0, 0.8)});
        }
        const V v = best(goal, time, planes);
        const double least = effort(v, goal, time);
        EXPECT_LE(norm(v), 2 + 1e-9);
        for (const auto& h : planes) EXPECT_LE(violation(h, v), 2e-5);
        for (int k = 0; k < 2000; ++k) {
            const V other{dice.between(-2, 2), dice.between(-2, 2)};
            bool permitted = norm(other) <= 2;
            for (const auto& h : planes) permitted &= violation(h, other) <= 0;
            if (permitted) {
                ASSERT_GE(effort(other, goal, time), least - 1e-3) << i;
            }
        }
    }
}

PledestriansValues<double> values(const test::Settings& settings = {}) {
    return pledestrians_values<double>(test::table(pledestrians::kInfo, settings));
}

TEST(Pledestrians, EnergiesFollowThePreferredSpeed) {
    EXPECT_NEAR(test::table(pledestrians::kInfo, {}).own(pledestrians::kWalkPower), kWalk, 1e-5);
    // Free walking is at the preferred speed, slowed as the wish is.
    const Own<double> own{
        .velocity = {0, 0}, .heading = {1, 0}, .pref = {0, 0.5}, .radius = 0.25, .max_speed = 2, .dt = 0.1};
    for (const double speed : {0.5, 1.0}) {
        const LeastEffort<double> e = least_effort(own, V{3, 4}, values({{"pref_speed", speed}}));
        expect_vector(e.start(2.0), {0, 0.5});
        expect_vector(e.goal, {0, 5}, 1e-9);
    }
    // A body that walks more cheaply than its preferred speed says walks faster.
    EXPECT_NEAR(least_effort(own, V{0, 50}, values({{"pref_speed", 1}, {"walk_power", kRest / 4}})).start(5.0).y, 1,
                1e-9);
    // Just before the way point it still walks freely.
    EXPECT_NEAR(least_effort(own, V{0, 0.3}, values({{"pref_speed", 0.5}})).start(2.0).y, 0.5, 1e-9);
    Own<double> waiting = own;
    waiting.pref = {0, 0};
    expect_vector(least_effort(waiting, V{3, 4}, values()).start(2.0), {0, 0});
}

/// The whole decision in double.
V decide(const Own<double>& own, V way, const std::vector<Near<double>>& near,
         const std::vector<WallPiece<double>>& walls, const PledestriansValues<double>& p) {
    std::vector<HalfPlane<double>> planes(near.size() + walls.size() + 1);
    const int hard =
        orca_planes(own, NearList(near), WallList(walls), p.time_horizon, p.time_horizon_walls, 0.5, planes.data());
    const int count = hard + static_cast<int>(near.size());
    const auto at = [&](int k) -> const HalfPlane<double>& { return planes[static_cast<std::size_t>(k)]; };
    const LeastEffort<double> sought = least_effort(own, way, p);
    const auto r = best_inside<double>(sought, at, count, own.max_speed, true);
    return r.feasible ? r.v
                      : least_violation<double>(at, hard, count, sought.start(own.max_speed), own.max_speed, true);
}

TEST(Pledestrians, PackAgreesWithDouble) {
    const auto p = values();
    int moving = 0;
    test::expect_lanes_agree({.model = "pledestrians", .seed = 82, .spacing = 0.45}, [&](const test::Decided& d) {
        const V v = decide(d.own, d.way_point, d.near, d.walls, p);
        moving += norm(v) > 0.1;
        return v;
    });
    EXPECT_GT(moving, 200);
}

test::ScanResult scan(test::Scan s, double dt, const test::Settings& settings = {}) {
    s.range = 5;
    s.most = 10;
    test::Settings all = settings;
    all.emplace_back("pref_speed", s.pref_speed);
    const auto p = values(all);
    return run_scan(s, dt, [&](const Own<double>& own, V way, const NearList& near, const WallList& walls) {
        std::vector<Near<double>> n;
        for (int k = 0; k < near.longest(); ++k) n.push_back(near[k]);
        std::vector<WallPiece<double>> w;
        for (int k = 0; k < walls.longest(); ++k) w.push_back(walls[k]);
        return decide(own, way, n, w, p);
    });
}

TEST(Pledestrians, SmallScenes) {
    const test::ScanResult head_on = scan(test::head_on_scan(), 0.1);
    EXPECT_EQ(head_on.arrived, 2);
    EXPECT_LT(head_on.last_arrival, 7);
    double deepest = 0, at_larger_steps = 0;
    for (const double aside : {0.03, 0.05, 0.1}) {
        const test::ScanResult queue = scan(test::queue_scan(aside), 0.1);
        deepest = std::max(deepest, queue.deepest);
        at_larger_steps = std::max(at_larger_steps, scan(test::queue_scan(aside), 0.25).deepest);
        EXPECT_LT(queue.fastest_raw, 3 * 1.3);
        EXPECT_LE(queue.deepest_wall, 1e-6);
    }
    EXPECT_LE(deepest, 0.04);
    EXPECT_GT(at_larger_steps, 0.1) << "why steps are at most 0.1 s";
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        // Like orca they may all stop in the middle: no overlap, but no promise to arrive.
        const test::ScanResult circle = scan(test::circle_scan(seed), 0.1);
        EXPECT_LE(circle.deepest, 0.01) << seed;
        EXPECT_LT(circle.fastest_raw, 3 * 1.3) << seed;
    }
}

}  // namespace
}  // namespace sidestep
