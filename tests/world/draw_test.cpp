#include "world/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scenario/test_models.h"

namespace sidestep {
namespace {

ProfileSpec profile_of(const ModelInfo& model) {
    ProfileSpec profile;
    profile.name = "walker";
    profile.model = model.name;
    profile.values.resize(kCommonCount + model.parameters.size());
    return profile;
}

std::vector<double> draw(const ProfileSpec& profile, const ModelInfo& model, AgentId id = 1, std::uint64_t seed = 1) {
    std::vector<double> values(kCommonCount + model.parameters.size());
    draw_values(profile, model, seed, id, values);
    return values;
}

Distribution normal(double mean, double sd, double min, double max) {
    return {Distribution::Kind::normal, mean, sd, min, max};
}

TEST(Draw, DefaultsComeFromTheModelThenFromTheTable) {
    const std::vector<double> alpha = draw(profile_of(test::alpha()), test::alpha());
    EXPECT_EQ(alpha[kPrefSpeed], 1.4) << "the model's own default";
    EXPECT_EQ(alpha[kRadius], 0.25);
    EXPECT_EQ(alpha[kMaxAccel], kUnlimited);
    EXPECT_EQ(alpha[kCommonCount], 1);
    const std::vector<double> beta = draw(profile_of(test::beta()), test::beta());
    EXPECT_EQ(beta[kPrefSpeed], 1.34);
    EXPECT_EQ(beta[kCommonCount], 3);
}

TEST(Draw, DerivedDefaultsFollowWhatTheyDependOn) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.values[kRadius] = Distribution::fixed(0.4);
    std::vector<double> values = draw(profile, test::alpha());
    EXPECT_DOUBLE_EQ(values[kCommonCount + 3], 0.7);
    EXPECT_DOUBLE_EQ(values[kCommonCount + 4], 1.4);
    profile.values[kCommonCount + 3] = Distribution::fixed(40);
    values = draw(profile, test::alpha());
    EXPECT_EQ(values[kCommonCount + 4], 50) << "kept in its own range";
}

TEST(Draw, ValuesBelongToSeedIdAndParameterAlone) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.values[kRadius] = Distribution::between(0.2, 0.4);
    const std::vector<double> before = draw(profile, test::alpha(), 7, 3);
    profile.values[kPrefSpeed] = Distribution::between(1, 2);
    const std::vector<double> after = draw(profile, test::alpha(), 7, 3);
    EXPECT_EQ(before[kRadius], after[kRadius]) << "another parameter's distribution changes nothing";
    EXPECT_NE(draw(profile, test::alpha(), 8, 3)[kRadius], after[kRadius]);
    EXPECT_NE(draw(profile, test::alpha(), 7, 4)[kRadius], after[kRadius]);
    EXPECT_EQ(draw_common(profile, test::alpha(), 3, 7, kRadius), after[kRadius]);
    EXPECT_EQ(largest_common(profile, test::alpha(), kRadius), 0.4);
}

TEST(Draw, UniformFillsItsRange) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.values[kPrefSpeed] = Distribution::between(1, 1.6);
    double sum = 0, low = 9, high = 0;
    for (AgentId id = 1; id <= 20000; ++id) {
        const double value = draw_common(profile, test::alpha(), 1, id, kPrefSpeed);
        sum += value;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    EXPECT_NEAR(sum / 20000, 1.3, 0.005);
    EXPECT_GE(low, 1);
    EXPECT_LT(low, 1.001);
    EXPECT_LT(high, 1.6);
    EXPECT_GT(high, 1.599);
}

TEST(Draw, NormalIsTruncatedWithoutPilingUpAtTheBounds) {
    const Distribution wide = normal(1.34, 0.26, -kUnlimited, kUnlimited), narrow = normal(1.34, 0.26, 1.2, 1.4);
    double sum = 0, squares = 0;
    int at_bounds = 0;
    std::vector<double> drawn;
    for (int i = 0; i < 20000; ++i) {
        const double u = (i + 0.5) / 20000;
        const double value = quantile(wide, u);
        sum += value;
        squares += value * value;
        const double inside = quantile(narrow, u);
        EXPECT_GE(inside, 1.2);
        EXPECT_LE(inside, 1.4);
        at_bounds += inside == 1.2 || inside == 1.4;
        drawn.push_back(inside);
    }
    EXPECT_NEAR(sum / 20000, 1.34, 1e-6);
    EXPECT_NEAR(std::sqrt(squares / 20000 - std::pow(sum / 20000, 2)), 0.26, 1e-4);
    EXPECT_EQ(at_bounds, 0);
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
    // Median of the truncated distribution: Φ⁻¹ of the middle between Φ(-0.53846) and Φ(0.23077).
    EXPECT_NEAR(quantile(narrow, 0.5), 1.34 + 0.26 * -0.142884, 1e-6);
    EXPECT_EQ(quantile(normal(1, 0.1, 0, 9), 0), quantile(normal(1, 0.1, 0, 90), 0)) << "far bounds do not matter";
    EXPECT_EQ(quantile(normal(1, 0, 0, 2), 0.3), 1);
    EXPECT_EQ(quantile(normal(1, 3, 1, 1), 0.3), 1);
}

TEST(Draw, DrawnNumbersOfNeighboursAreWhole) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.values[kMaxNeighbours] = Distribution::between(2, 5);
    for (AgentId id = 1; id < 100; ++id) {
        const double value = draw_common(profile, test::alpha(), 1, id, kMaxNeighbours);
        EXPECT_EQ(value, std::floor(value));
    }
}

TEST(Draw, KeepsValuesInTheRangeOfTheTable) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.values[kRadius] = Distribution::fixed(-3);
    profile.values[kMaxSpeed] = Distribution::fixed(0);
    const std::vector<double> values = draw(profile, test::alpha());
    EXPECT_EQ(values[kRadius], 0.05);
    EXPECT_GT(values[kMaxSpeed], 0) << "an excluded bound is not reached";
}

TEST(Draw, ProfilesVaryOnlyWhereADistributionSpreads) {
    ProfileSpec profile = profile_of(test::alpha());
    EXPECT_FALSE(profile_varies(profile, test::alpha()));
    profile.values[kRadius] = Distribution::fixed(0.3);
    profile.values[kPrefSpeed] = Distribution::between(1, 1);
    profile.values[kMaxSpeed] = normal(1, 0, 0, 2);
    EXPECT_FALSE(profile_varies(profile, test::alpha()));
    profile.values[kCommonCount] = Distribution::between(1, 2);
    EXPECT_TRUE(profile_varies(profile, test::alpha()));
}

}  // namespace
}  // namespace sidestep
