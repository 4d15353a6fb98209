// Errors between paths: the cases of the specification of Brogan and Johnson 2003, and areas against counted squares.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "analyse/walks.h"
#include "sidestep/analyse.h"
#include "support/dice.h"

namespace sidestep {
namespace {

using Points = std::vector<Vec2d>;

Points line(Vec2d from, Vec2d to, int steps) {
    Points points;
    for (int i = 0; i <= steps; ++i) points.push_back(from + (to - from) * (static_cast<double>(i) / steps));
    return points;
}

TEST(AreaBetween, CasesOfTheSpecification) {
    EXPECT_DOUBLE_EQ(area_between(Points{{0, 0}, {4, 0}}, Points{{0, 0}, {4, 1}}), 2);
    // Two lobes of unit height on both sides of a straight line.
    const Points straight{{0, 0}, {4, 0}}, s_shaped{{0, 0}, {1, 1}, {3, -1}, {4, 0}};
    EXPECT_DOUBLE_EQ(area_between(straight, s_shaped), 2);
    EXPECT_DOUBLE_EQ(area_between(s_shaped, straight), 2);
    EXPECT_EQ(area_between(s_shaped, s_shaped), 0);
    EXPECT_EQ(area_between(s_shaped, straight), area_between(straight, s_shaped));
}

TEST(AreaBetween, EndsThatDifferAreJoined) {
    EXPECT_DOUBLE_EQ(area_between(Points{{0, 0}, {4, 0}}, Points{{0, 1}, {4, 1}}), 4);
    EXPECT_DOUBLE_EQ(area_between(Points{{0, 0}, {0, 4}}, Points{{1, 0}, {1, 4}}), 4) << "upright";
    EXPECT_EQ(area_between(Points{{0, 0}, {4, 0}}, Points{{0, 0}, {2, 0}}), 0) << "one stopped on the other's way";
}

TEST(AreaBetween, LoopsCountAsOftenAsTheyAreRunThrough) {
    const Points once{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}};
    EXPECT_DOUBLE_EQ(area_between(once, Points{{0, 0}, {0, 0}}), 4);
    Points twice = once;
    twice.insert(twice.end(), once.begin() + 1, once.end());
    EXPECT_DOUBLE_EQ(area_between(twice, Points{{0, 0}, {0, 0}}), 8);
    EXPECT_DOUBLE_EQ(area_between(Points{{1, 1}}, Points{{1, 1}}), 0);
    EXPECT_DOUBLE_EQ(area_between({}, Points{{1, 1}}), 0);
}

/// By the crossings of a ray to the right.
int winding(const Points& curve, Vec2d p) {
    int sum = 0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const Vec2d a = curve[i], b = curve[(i + 1) % curve.size()];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if (a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x) sum += b.y > a.y ? 1 : -1;
    }
    return sum;
}

TEST(AreaBetween, AgreesWithCountedSquares) {
    EXPECT_TRUE(rc::check([] {
        test::Dice dice(*rc::gen::arbitrary<std::uint32_t>());
        const auto draw = [&](int n) {
            Points points;
            for (int i = 0; i < n; ++i) points.push_back({dice.between(0, 1), dice.between(0, 1)});
            return points;
        };
        const Points a = draw(*rc::gen::inRange(2, 8)), b = draw(*rc::gen::inRange(2, 8));
        Points curve = a;
        curve.insert(curve.end(), b.rbegin(), b.rend());
        constexpr int kSide = 300;
        double counted = 0;
        for (int x = 0; x < kSide; ++x) {
            for (int y = 0; y < kSide; ++y) counted += std::abs(winding(curve, {(x + 0.5) / kSide, (y + 0.5) / kSide}));
        }
        counted /= kSide * kSide;
        RC_ASSERT(std::abs(area_between(a, b) - counted) < 0.015);
        // Turned by a right angle, other edges are upright.
        Points turned_a, turned_b;
        for (const Vec2d p : a) turned_a.push_back(left_of(p));
        for (const Vec2d p : b) turned_b.push_back(left_of(p));
        RC_ASSERT(std::abs(area_between(turned_a, turned_b) - area_between(a, b)) < 1e-9);
    }));
}

TEST(PathErrors, ConstantLag) {
    // The same straight way at 1.36 m/s, half a second late: the late one stands first.
    const double step = 0.1, speed = 1.36;
    Points early, late;
    for (int k = 0; k <= 100; ++k) {
        early.push_back({speed * step * k, 0});
        late.push_back({speed * step * std::max(0, k - 5), 0});
    }
    const auto interior = [](const Points& p) { return std::span(p).subspan(20, 60); };
    const PathErrors errors = path_errors(interior(early), interior(late), step);
    EXPECT_NEAR(errors.distance, 0.68, 1e-12);
    EXPECT_NEAR(errors.area, 0, 1e-12);
    EXPECT_NEAR(errors.speed, 0, 1e-9);
    EXPECT_EQ(errors.steps, 59u);
}

TEST(PathErrors, StepsAreThoseOfTheSimulation) {
    const double step = 0.5;
    const Points slow = line({0, 0}, {4, 0}, 8), fast = line({0, 0}, {4, 2}, 4);
    // A fast walker is compared until it has arrived, a slow one until the end with an observed person who waits.
    const PathErrors arrives_first = path_errors(slow, fast, step), arrives_last = path_errors(fast, slow, step);
    EXPECT_EQ(arrives_first.steps, 4u);
    EXPECT_EQ(arrives_last.steps, 8u);
    double sum = 0;
    for (int k = 1; k <= 4; ++k) sum += std::hypot(0.5 * k, 0.5 * k);
    EXPECT_DOUBLE_EQ(arrives_first.distance, sum / 4);
    for (int k = 5; k <= 8; ++k) sum += std::hypot(4 - 0.5 * k, 2);
    EXPECT_DOUBLE_EQ(arrives_last.distance, sum / 8);
    // The area is that between the whole paths.
    EXPECT_DOUBLE_EQ(arrives_first.area, 4.0 / 4);
    EXPECT_DOUBLE_EQ(arrives_last.area, 4.0 / 8);
}

TEST(PathErrors, WhoHasArrivedStays) {
    const double step = 0.5;
    const Points observed = line({0, 0}, {4, 0}, 8), walked = line({0, 0}, {4, 0}, 4);
    const PathErrors errors = path_errors(observed, walked, step, {PathSteps::longer});
    EXPECT_EQ(errors.steps, 8u);
    // Half a metre apart after one step, 2 m after four, then the other comes: 0.5 + 1 + 1.5 + 2 + 1.5 + 1 + 0.5 + 0.
    EXPECT_DOUBLE_EQ(errors.distance, 8.0 / 8);
    EXPECT_DOUBLE_EQ(errors.speed, 1) << "2 m/s against 1 m/s, then 0 against 1";
    EXPECT_EQ(errors.area, 0);
    EXPECT_DOUBLE_EQ(path_errors(observed, walked, step, {PathSteps::shorter}).distance, 5.0 / 4);
    EXPECT_EQ(path_errors(observed, observed, step).distance, 0);
    EXPECT_EQ(path_errors(observed, {}, step).steps, 0u);
    EXPECT_EQ(path_errors(Points{{1, 1}}, Points{{2, 2}}, step).distance, 0) << "nobody has taken a step";
    EXPECT_THROW(path_errors(observed, walked, 0), std::invalid_argument);
}

TEST(PathErrors, AreaIsPerStep) {
    const PathErrors errors = path_errors(line({0, 0}, {4, 0}, 10), line({0, 0}, {4, 1}, 20), 0.1);
    EXPECT_NEAR(errors.area, 2.0 / 20, 1e-12);
}

TEST(SampledPath, OfARecording) {
    const Trajectory recording = alone(25, 4, [](double t) { return Vec2d{1.2 * t, 0.5}; });
    const Points path = sampled_path(recording.tracks[0], recording.info, 0.066);
    ASSERT_EQ(path.size(), 61u) << "4 s / 0.066 s";
    for (std::size_t k = 0; k < path.size(); ++k) EXPECT_NEAR(path[k].x, 1.2 * 0.066 * static_cast<double>(k), 1e-9);
    TrajectoryInfo round = recording.info;
    round.periodic = {2, 0};
    Track wrapped = recording.tracks[0];
    for (Vec2d& p : wrapped.position) p.x = std::fmod(p.x, 2);
    EXPECT_NEAR(sampled_path(wrapped, round, 0.066).back().x, path.back().x, 1e-9) << "the way really walked";
    EXPECT_TRUE(sampled_path(Track{}, recording.info, 0.1).empty());
}

TEST(HeelStrikes, MidpointsAtHalfTime) {
    // Straight steps left and right of the way, 0.6 s each: the body walks between at constant speed.
    std::vector<HeelStrike> strikes;
    for (int i = 0; i < 8; ++i) strikes.push_back({0.6 * i, {0.7 * i, i % 2 == 0 ? 0.1 : -0.1}});
    const Points path = path_of_heel_strikes(strikes, 0.066);
    ASSERT_EQ(path.size(), 55u) << "from 0.3 s to 3.9 s";
    for (std::size_t k = 0; k < path.size(); ++k) {
        EXPECT_NEAR(path[k].x, 0.35 + 0.7 / 0.6 * 0.066 * static_cast<double>(k), 1e-9);
        EXPECT_NEAR(path[k].y, 0, 1e-9);
    }
}

TEST(HeelStrikes, CurveGoesThroughTheMidpoints) {
    std::vector<HeelStrike> strikes;
    for (const double t : {0.0, 0.5, 1.1, 1.5, 2.3, 2.7}) strikes.push_back({t, {std::cos(t), 2 * std::sin(t)}});
    const double start = 0.25;
    for (std::size_t i = 1; i < strikes.size(); ++i) {
        const double middle = 0.5 * (strikes[i - 1].time + strikes[i].time);
        if (middle == start) continue;
        const Points path = path_of_heel_strikes(strikes, (middle - start) / 7);
        ASSERT_GE(path.size(), 8u);
        EXPECT_LT(norm(path[7] - 0.5 * (strikes[i - 1].place + strikes[i].place)), 1e-9) << i;
    }
    // Smooth: no step turns or jumps by more than the curve does.
    const Points fine = path_of_heel_strikes(strikes, 0.01);
    for (std::size_t k = 2; k < fine.size(); ++k)
        EXPECT_LT(norm(fine[k] - 2 * fine[k - 1] + fine[k - 2]) / (0.01 * 0.01), 12) << k;
}

TEST(HeelStrikes, Degenerate) {
    EXPECT_TRUE(path_of_heel_strikes({}, 0.1).empty());
    EXPECT_TRUE(path_of_heel_strikes(std::vector<HeelStrike>{{0, {1, 1}}}, 0.1).empty());
    EXPECT_EQ(path_of_heel_strikes(std::vector<HeelStrike>{{0, {1, 1}}, {1, {3, 1}}}, 0.1), (Points{{2, 1}}));
    EXPECT_THROW(path_of_heel_strikes(std::vector<HeelStrike>{{1, {1, 1}}, {1, {3, 1}}}, 0.1), std::invalid_argument);
}

}  // namespace
}  // namespace sidestep
