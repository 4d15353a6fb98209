#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analyse/walks.h"
#include "sidestep/analyse.h"

namespace sidestep {
namespace {

constexpr double kFps = 20;

TEST(PredictedDistance, ByHand) {
    EXPECT_DOUBLE_EQ(predicted_distance({4, -3}, {0, 0}), 5);
    EXPECT_DOUBLE_EQ(predicted_distance({4, 3}, {0, 1}), 5) << "receding: never closer than now";
    EXPECT_DOUBLE_EQ(predicted_distance({4, 3}, {0, -1}), 4);
    // The crossing of the pair simulation: half a metre late at a right angle.
    EXPECT_NEAR(predicted_distance({5.6, -6.1}, {-1.4, 1.4}), 0.354, 1e-3);
}

TEST(TimeToInteraction, ByHand) {
    EXPECT_DOUBLE_EQ(time_to_interaction({4, 3}, {0, -1}), 3);
    EXPECT_DOUBLE_EQ(time_to_interaction({4, 3}, {0, 1}), 0) << "receding";
    EXPECT_DOUBLE_EQ(time_to_interaction({4, -3}, {0, 0}), 0);
    // 5.6 m and 6.1 m from the crossing at 1.4 m/s each: (5.6 + 6.1)/2/1.4 s.
    EXPECT_NEAR(time_to_interaction({5.6, -6.1}, {-1.4, 1.4}), 5.85 / 1.4, 1e-12);
}

Track straight(AgentId id, Vec2d from, Vec2d velocity, double seconds = 8) {
    return walk(id, kFps, seconds, [=](double t) { return from + velocity * t; });
}

TEST(PairMeeting, UndisturbedCrossing) {
    const Track a = straight(1, {-5.6, 0}, {1.4, 0}), b = straight(2, {0, -6.1}, {0, 1.4});
    const auto m = pair_meeting(a, b, kFps);
    ASSERT_TRUE(m);
    EXPECT_EQ(m->seen, 0);
    EXPECT_NEAR(m->closest, 5.85 / 1.4, 0.5 / kFps + 1e-9);
    EXPECT_NEAR(m->least, 0.354, 5e-3);
    EXPECT_FALSE(m->b_first);
    EXPECT_EQ(m->samples.front().left, 1);
    EXPECT_EQ(m->samples.back().left, 0);
    for (const auto& s : m->samples) {
        EXPECT_NEAR(s.mpd, 0.3536, 5e-3) << s.time;
        EXPECT_NEAR(s.adaptation[0], 0, 1e-6);
        EXPECT_NEAR(s.adaptation[1], 0, 1e-6);
    }
    EXPECT_FALSE(periods(*m)) << "nothing was gained";
    // The other way round.
    const auto swapped = pair_meeting(b, a, kFps);
    ASSERT_TRUE(swapped);
    EXPECT_TRUE(swapped->b_first);
}

TEST(PairMeeting, SightBeginsWhereTheWallEnds) {
    const Track a = straight(1, {-5.6, 0}, {1.4, 0}), b = straight(2, {0, -6.1}, {0, 1.4});
    PairOptions options;
    options.sight = sight_on("LINESTRING (-1.5 -1.5, -9 -9)");  // on the diagonal between them
    const auto m = pair_meeting(a, b, kFps, options);
    ASSERT_TRUE(m);
    // The sight line from (−5.6 + 1.4 t, 0) to (0, −6.1 + 1.4 t) leaves the wall when it passes (−1.5, −1.5).
    const auto hidden = [](double t) {
        const double x = 5.6 - 1.4 * t, y = 6.1 - 1.4 * t;
        return x * y / (x + y) > 1.5;  // where the line meets the diagonal
    };
    EXPECT_TRUE(hidden(m->seen - 1 / kFps));
    EXPECT_FALSE(hidden(m->seen + 1e-9));
    options.sight = [](Vec2d, Vec2d) { return false; };
    EXPECT_FALSE(pair_meeting(a, b, kFps, options));
}

TEST(PairMeeting, PathsThatDoNotCrossAreOrderedByWhoIsAhead) {
    const auto m = pair_meeting(straight(1, {0, 0}, {1.4, 0}), straight(2, {1, 1}, {1.3, 0.01}), kFps);
    ASSERT_TRUE(m);
    EXPECT_GT(m->closest, 5);
    const auto n = pair_meeting(straight(1, {1, 1}, {1.3, 0.01}), straight(2, {0, 0}, {1.4, 0}), kFps);
    ASSERT_TRUE(n);
    EXPECT_NE(m->b_first, n->b_first);
}

TEST(PairMeeting, AdaptationOfKnownMotion) {
    // One turns on a circle of 4 m, one speeds up evenly: v²/r and a.
    const Track turns =
        walk(1, kFps, 6, [](double t) { return Vec2d{4 * std::sin(1.4 * t / 4), 4 - 4 * std::cos(1.4 * t / 4)}; });
    const Track speeds = walk(2, kFps, 6, [](double t) { return Vec2d{10 - t - 0.05 * t * t, 6}; });
    PairOptions raw;
    raw.cutoff = 0;
    const auto m = pair_meeting(turns, speeds, kFps, raw);
    ASSERT_TRUE(m);
    for (std::size_t i = 3; i + 3 < m->samples.size(); ++i) {
        const auto& s = m->samples[i];
        EXPECT_NEAR(s.adaptation[0], 1.4 * 1.4 / 4, 2e-3);
        EXPECT_NEAR(s.turning[0], 1.4 * 1.4 / 4, 2e-3);
        EXPECT_NEAR(s.speeding[0], 0, 2e-3);
        EXPECT_NEAR(s.speeding[1], 0.1, 1e-6);
        EXPECT_NEAR(s.turning[1], 0, 1e-6);
    }
    EXPECT_NEAR(m->effort(1), 0.1 * (m->closest - m->seen), 0.01);
}

TEST(LowPass, KeepsWhatIsSlowAndDropsWhatIsFast) {
    std::vector<double> line, slow, fast;
    for (int i = 0; i < 400; ++i) {
        const double t = i / kFps;
        line.push_back(3 + 1.4 * t);
        slow.push_back(std::sin(2 * std::numbers::pi * 0.1 * t));
        fast.push_back(std::sin(2 * std::numbers::pi * 5 * t));
    }
    const auto l = low_pass(line, kFps, 1), s = low_pass(slow, kFps, 1), f = low_pass(fast, kFps, 1);
    for (std::size_t i = 0; i < line.size(); ++i) EXPECT_NEAR(l[i], line[i], 1e-9) << i;
    double largest = 0;
    for (std::size_t i = 40; i < 360; ++i) {
        EXPECT_NEAR(s[i], slow[i], 1e-3) << "no delay, no loss";
        largest = std::max(largest, std::abs(f[i]));
    }
    EXPECT_LT(largest, 0.005);
    // At the cutoff each of the two passes leaves 1/√2.
    std::vector<double> edge;
    for (int i = 0; i < 800; ++i) edge.push_back(std::sin(2 * std::numbers::pi * i / kFps));
    const auto e = low_pass(edge, kFps, 1);
    largest = 0;
    for (std::size_t i = 300; i < 500; ++i) largest = std::max(largest, std::abs(e[i]));
    EXPECT_NEAR(largest, 0.5, 0.005);
}

/// A meeting whose predicted distance is given over normalised time.
PairMeeting made_up(const std::function<double(double)>& mpd) {
    PairMeeting m;
    m.closest = 4;
    for (int i = 0; i <= 400; ++i) {
        PairMeeting::Sample s;
        s.time = 0.01 * i;
        s.left = 1 - s.time / 4;
        s.mpd = mpd(s.left);
        m.samples.push_back(s);
    }
    return m;
}

TEST(Periods, ThreeOfThem) {
    // Flat until 0.8, up to 1 m at 0.4, flat: a tenth is gained at 0.76, nine tenths at 0.44.
    const auto m = made_up([](double left) {
        return left > 0.8 ? 0.3 : left < 0.4 ? 1.0 : 0.3 + 0.7 * (0.8 - left) / 0.4;
    });
    const auto p = periods(m);
    ASSERT_TRUE(p);
    EXPECT_NEAR(p->observed, 0.76, 0.003);
    EXPECT_NEAR(p->reacted, 0.44, 0.003);
    EXPECT_FALSE(periods(made_up([](double) { return 0.3; })));
    EXPECT_FALSE(periods(made_up([](double left) { return 0.9 + (1 - left); }))) << "was never too close";
}

TEST(MeetingDensity, EveryColumnSumsToOne) {
    const std::vector<PairMeeting> meetings = {made_up([](double left) { return 3 * left; }),
                                               made_up([](double) { return 1.02; }), made_up([](double) { return 9; })};
    const MeetingDensity d = meeting_density(meetings);
    for (std::uint32_t c = 0; c < d.columns; ++c) {
        double sum = 0;
        for (std::uint32_t r = 0; r < d.rows; ++r) sum += d.at(c, r);
        EXPECT_NEAR(sum, 1, 1e-12);
        EXPECT_NEAR(d.at(c, 59), c < 2 ? 2.0 / 3 : 1.0 / 3, 1e-12);
        EXPECT_GE(d.at(c, 20), 1.0 / 3 - 1e-12);
        const double mpd = 3 * (1 - (c + 0.5) / d.columns);
        EXPECT_GE(d.at(c, static_cast<std::uint32_t>(mpd / 3 * 60)), 1.0 / 3 - 1e-12) << c;
    }
}

TEST(MeetingDensity, OfTimes) {
    const Track a = straight(1, {-5.6, 0}, {1.4, 0}), b = straight(2, {0, -6.1}, {0, 1.4});
    const std::vector<PairMeeting> meetings{*pair_meeting(a, b, kFps)};
    const MeetingDensity d = meeting_density(meetings, MeetingValue::tti);
    EXPECT_EQ(d.highest, 6);
    // Of an undisturbed crossing the time that is left is the time until then: 4.18 s, in rows of 0.1 s.
    for (std::uint32_t c = 0; c < d.columns; c += 9) {
        const double left = (1 - (c + 0.5) / d.columns) * 5.85 / 1.4;
        const auto row = static_cast<std::uint32_t>(left / 0.1);
        double near = 0;
        for (std::uint32_t r = row > 0 ? row - 1 : 0; r <= row + 1; ++r) near += d.at(c, r);
        EXPECT_NEAR(near, 1, 1e-12) << c;
    }
}

TEST(Likelihood, ConstantDistances) {
    const Track real = straight(1, {0, 0}, {1, 0.5});
    const struct {
        double delta, value;
    } cases[] = {{0, 1}, {0.1, 0.9231}, {0.25, 0.6065}, {0.4, 0.2780}, {0.5, 0.1353}, {1, 0.0003}};
    for (const auto& c : cases) {
        const Track simulated = straight(1, {0.7 * c.delta, -0.3 * c.delta}, {1, 0.5});
        const Likelihood l = likelihood(real, simulated, kFps, kFps, 1, 5);
        EXPECT_EQ(l.n, 41u);
        EXPECT_NEAR(l.normalised, c.value, 5e-5);
        EXPECT_NEAR(l.rms, c.delta, 1e-9);
        const double peak = 1 / (std::sqrt(2 * std::numbers::pi) * 0.25);
        EXPECT_NEAR(l.log, 41 * (std::log(peak) - 0.5 * c.delta * c.delta / 0.0625), 1e-6);
    }
}

TEST(Likelihood, RatesMayDifferAndPartsJoin) {
    const Track real = walk(1, 25, 6, [](double t) { return Vec2d{t, 0}; });
    const Track simulated = walk(1, 10, 6, [](double t) { return Vec2d{t, 0.2}; });
    const Likelihood a = likelihood(real, simulated, 25, 10, 0, 6);
    EXPECT_NEAR(a.rms, 0.2, 1e-6);
    const Likelihood b = likelihood(real, walk(1, 10, 6, [](double t) { return Vec2d{t + 5, 0}; }), 25, 10, 0, 6);
    EXPECT_EQ(b.normalised, std::exp(-200));
    const Likelihood both[] = {a, b};
    const Likelihood j = joined(both);
    EXPECT_EQ(j.n, a.n + b.n);
    EXPECT_NEAR(j.log, a.log + b.log, 1e-6);
    EXPECT_NEAR(j.rms, std::sqrt((0.04 + 25) / 2), 1e-9);
}

}  // namespace
}  // namespace sidestep
