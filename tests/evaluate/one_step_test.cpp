// One step from recorded states: errors that are known, and their entropy.
#include "sidestep/one_step.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "filmed_walks.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using test::even_walk;
using test::filmed;

const OneStepRow& row_of(const OneStepResult& result, const std::string& walker, ReplayGoal goal) {
    for (const OneStepRow& row : result.rows) {
        if (row.walker == walker && row.goal == goal) return row;
    }
    throw std::runtime_error("no such row: " + walker);
}

OneStepOptions few() {
    OneStepOptions options;
    options.evaluate.resamples = 20;
    options.evaluate.threads = 1;
    return options;
}

TEST(DifferenceEntropy, ByHand) {
    // M = 0.01 I: ½ ln((2πe)² · 10⁻⁴) = −1.767293.
    const std::vector<Vec2d> square{{0.1, 0.1}, {-0.1, 0.1}, {0.1, -0.1}, {-0.1, -0.1}};
    EXPECT_NEAR(difference_entropy(square), -1.767293, 1e-6);
    // Not about the mean: who is always 0.1 m ahead is wrong by it.
    const std::vector<Vec2d> ahead{{0.2, 0.1}, {0, 0.1}, {0.2, -0.1}, {0, -0.1}};  // xx 0.02, yy 0.01
    EXPECT_NEAR(difference_entropy(ahead), std::log(2 * kPi * std::exp(1.0)) + std::log(0.02 * 0.01) / 2, 1e-12);
    EXPECT_TRUE(std::isnan(difference_entropy(std::vector<Vec2d>{})));
    EXPECT_TRUE(std::isnan(difference_entropy(std::vector<Vec2d>{{1, 0}, {2, 0}})));  // no spread across
    std::vector<Vec2d> failed = square;
    failed.push_back({kUndefined, kUndefined});
    EXPECT_NEAR(difference_entropy(failed), -1.767293, 1e-6);
}

TEST(OneStep, EvenWalkersAreKnown) {
    const auto people =
        std::vector{filmed({even_walk(1, {0, 0}, {1, 0}, 0, 16), even_walk(2, {0, 5}, {0, 1.2}, 2, 16)})};
    const OneStepResult result = evaluate_one_step(people, baseline_walkers(), few());
    // Frames 1 to 14 and 3 to 16 have one before and one after.
    EXPECT_EQ(result.cases.size(), 28u);
    EXPECT_NEAR(row_of(result, "constant_velocity", ReplayGoal::oracle).error.value, 0, 1e-9);
    EXPECT_NEAR(row_of(result, "people", ReplayGoal::oracle).error.value, 0, 1e-9);
    EXPECT_NEAR(row_of(result, "straight", ReplayGoal::extrapolated).error.value, 0, 1e-9);
}

TEST(OneStep, ErrorOfOneWhoTurns) {
    // Straight on to (1.2, 0) and then sideways at the same speed: one step is wrong by 0.4·√2 with a velocity of the
    // last sample alone, all others are right.
    Track track = even_walk(1, {0, 0}, {1, 0}, 0, 4);
    for (std::uint32_t k = 1; k <= 6; ++k) track.frame.push_back(3 + k), track.position.push_back({1.2, 0.4 * k});
    OneStepOptions options = few();
    options.evaluate.velocity_over = 0.4;
    const auto people = std::vector{filmed({track})};
    const OneStepResult result = evaluate_one_step(people, baseline_walkers(), options);
    ASSERT_EQ(result.cases.size(), 8u);  // from frames 1 to 8
    const OneStepRow& row = row_of(result, "constant_velocity", ReplayGoal::oracle);
    EXPECT_NEAR(row.error.value, 0.4 * std::sqrt(2.0) / 8, 1e-9);
    EXPECT_NEAR(row.error_95, 0.4 * std::sqrt(2.0), 1e-9);  // the eighth of eight
    EXPECT_NEAR(row.differences[2].x, -0.4, 1e-9);
    EXPECT_NEAR(row.differences[2].y, 0.4, 1e-9);
}

TEST(OneStep, EntropyOfNoiseIsThatOfItsDistribution) {
    // Steps of 1 m/s · 0.4 s and noise of 5 cm in every step. Who goes on with the mean velocity of the last two steps
    // is wrong by the noise of this step less the mean of two others: variance 1.5 · 0.05² along each axis.
    std::vector<Track> tracks;
    std::uint64_t draw = 0;
    const auto normal = [&] { return normal_quantile(random_unit(1, 1, ++draw, Purpose::shuffle)); };
    for (AgentId id = 1; id <= 40; ++id) {
        Track track;
        track.id = id;
        Vec2d at{0, 20.0 * id};
        for (std::uint32_t k = 0; k < 150; ++k) {
            track.frame.push_back(k);
            track.position.push_back(at);
            at += Vec2d{0.4 + 0.05 * normal(), 0.05 * normal()};
        }
        tracks.push_back(std::move(track));
    }
    double xx = 0, n = 0;  // the noise as it was drawn
    for (const Track& track : tracks) {
        for (std::size_t k = 1; k < track.position.size(); ++k) {
            const double noise = track.position[k].x - track.position[k - 1].x - 0.4;
            xx += noise * noise, n += 1;
        }
    }
    ASSERT_NEAR(std::sqrt(xx / n), 0.05, 0.002);
    const auto people = std::vector{filmed(std::move(tracks))};
    const auto walkers = baseline_walkers();
    const OneStepResult result = evaluate_one_step(people, std::span(walkers).subspan(0, 4), few());
    const double expected = std::log(2 * kPi * std::exp(1.0)) + std::log(1.5 * 0.05 * 0.05);
    EXPECT_NEAR(row_of(result, "constant_velocity", ReplayGoal::oracle).entropy, expected, 0.05 * std::abs(expected));
}

TEST(OneStep, ModelsThreadsAndWhatIsTooShort) {
    const auto people =
        std::vector{filmed({even_walk(1, {0, 0}, {1, 0}, 0, 16), even_walk(2, {6, 0.1}, {-1, 0}, 0, 16)})};
    auto walkers = baseline_walkers();
    EvaluatedWalker orca;
    orca.name = "orca";
    orca.profile.avoid = {"orca"};
    walkers.push_back(orca);
    OneStepOptions options = few();
    const OneStepResult one = evaluate_one_step(people, walkers, options);
    options.evaluate.threads = 3;
    const OneStepResult three = evaluate_one_step(people, walkers, options);
    const OneStepRow &a = row_of(one, "orca", ReplayGoal::oracle), &b = row_of(three, "orca", ReplayGoal::oracle);
    EXPECT_EQ(a.differences, b.differences);
    EXPECT_GT(a.error.value, 0.001);  // they evade, which these people did not
    EXPECT_EQ(a.failed, 0u);
    options.lag = 60;
    EXPECT_THROW(evaluate_one_step(people, walkers, options), InputError);
    options = few();
    options.evaluate.reference = "nobody";
    EXPECT_THROW(evaluate_one_step(people, walkers, options), InputError);
}

}  // namespace
}  // namespace sidestep
