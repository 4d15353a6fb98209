#include "world/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scenario/test_models.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

ProfileSpec profile_of(const PartInfo& model) {
    ProfileSpec profile;
    profile.name = "walker";
    profile.avoid.name = model.name;
    return profile;
}

std::vector<double> draw(const ProfileSpec& profile, AgentId id = 1, std::uint64_t seed = 1) {
    const Chain chain(profile, test::models());
    std::vector<double> values(chain.value_count());
    chain.draw_values(seed, id, values);
    return values;
}

double draw_common(const ProfileSpec& profile, std::uint64_t seed, AgentId id, Common parameter) {
    return Chain(profile, test::models()).draw_common(seed, id, parameter);
}

bool profile_varies(const ProfileSpec& profile) {
    return Chain(profile, test::models()).values_vary();
}

Distribution normal(double mean, double sd, double min, double max) {
    return {Distribution::Kind::normal, mean, sd, min, max};
}

TEST(Draw, DefaultsComeFromTheModelThenFromTheTable) {
    const std::vector<double> alpha = draw(profile_of(test::alpha()));
    EXPECT_EQ(alpha[kPrefSpeed], 1.4) << "the model's own default";
    EXPECT_EQ(alpha[kRadius], 0.2);
    EXPECT_EQ(alpha[kMaxAccel], kUnlimited);
    EXPECT_EQ(alpha[kCommonCount], 1);
    const std::vector<double> beta = draw(profile_of(test::beta()));
    EXPECT_EQ(beta[kPrefSpeed], 1.34);
    EXPECT_EQ(beta[kCommonCount], 3);
}

TEST(Draw, DerivedDefaultsFollowWhatTheyDependOn) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.set(kRadius, Distribution::fixed(0.4));
    std::vector<double> values = draw(profile);
    EXPECT_DOUBLE_EQ(values[kCommonCount + 3], 0.7);
    EXPECT_DOUBLE_EQ(values[kCommonCount + 4], 1.4);
    profile.avoid.set(3, Distribution::fixed(40));
    values = draw(profile);
    EXPECT_EQ(values[kCommonCount + 4], 50) << "kept in its own range";
}

TEST(Draw, ValuesBelongToSeedIdAndParameterAlone) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.set(kRadius, Distribution::between(0.2, 0.4));
    const std::vector<double> before = draw(profile, 7, 3);
    profile.set(kPrefSpeed, Distribution::between(1, 2));
    const std::vector<double> after = draw(profile, 7, 3);
    EXPECT_EQ(before[kRadius], after[kRadius]) << "another parameter's distribution changes nothing";
    EXPECT_NE(draw(profile, 8, 3)[kRadius], after[kRadius]);
    EXPECT_NE(draw(profile, 7, 4)[kRadius], after[kRadius]);
    EXPECT_EQ(draw_common(profile, 3, 7, kRadius), after[kRadius]);
    EXPECT_EQ(Chain(profile, test::models()).largest_common(kRadius), 0.4);
}

TEST(Draw, UniformFillsItsRange) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.set(kPrefSpeed, Distribution::between(1, 1.6));
    double sum = 0, low = 9, high = 0;
    for (AgentId id = 1; id <= 20000; ++id) {
        const double value = draw_common(profile, 1, id, kPrefSpeed);
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

TEST(Draw, LogNormalHasTheMeanAndSpreadItSays) {
    const Distribution delay = Distribution::log_normal(30, 20, 0, 1e6);
    double sum = 0, squares = 0, before = 0;
    for (int i = 0; i < 200000; ++i) {
        const double value = quantile(delay, (i + 0.5) / 200000);
        EXPECT_GT(value, before);
        before = value;
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / 200000, 30, 0.01);
    EXPECT_NEAR(std::sqrt(squares / 200000 - std::pow(sum / 200000, 2)), 20, 0.1);
    // exp(ln 30 - s²/2 + s z) with s² = ln(1 + (20/30)²), z of the standard normal.
    EXPECT_NEAR(quantile(delay, 0.5), 24.96151, 1e-4);
    EXPECT_NEAR(quantile(delay, 0.95), 67.67923, 1e-3);
    EXPECT_NEAR(quantile(delay, 0.05), 9.20632, 1e-3);
    // Bounds cut off, they do not pile up.
    const Distribution cut = Distribution::log_normal(30, 20, 10, 60);
    EXPECT_NEAR(quantile(cut, 0), 10, 1e-6);
    EXPECT_LT(quantile(cut, 0.999), 60);
    EXPECT_GT(quantile(cut, 0.999), 59);
    EXPECT_GT(quantile(cut, 0.01), 10.1);
    EXPECT_EQ(quantile(Distribution::log_normal(30, 0, 0, 60), 0.7), 30) << "no spread";
}

TEST(Draw, ExponentialHasTheMeanAndSpreadItSays) {
    const Distribution gap = Distribution::exponential(4, 0, 1e6);
    double sum = 0, squares = 0, before = -1;
    for (int i = 0; i < 200000; ++i) {
        const double value = quantile(gap, (i + 0.5) / 200000);
        EXPECT_GT(value, before);
        before = value;
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / 200000, 4, 1e-3);
    EXPECT_NEAR(std::sqrt(squares / 200000 - std::pow(sum / 200000, 2)), 4, 0.01);
    EXPECT_NEAR(quantile(gap, 0.5), 4 * 0.693147, 1e-5) << "ln 2";
    EXPECT_EQ(quantile(gap, 0), 0);
    // Bounds cut off, they do not pile up: exponential numbers above 2 are 2 and an exponential number.
    const Distribution cut = Distribution::exponential(4, 2, 1e6);
    EXPECT_NEAR(quantile(cut, 0.5), 2 + 4 * 0.693147, 1e-4);
    EXPECT_LT(quantile(Distribution::exponential(4, 0, 5), 0.9999), 5);
    EXPECT_GT(quantile(Distribution::exponential(4, 0, 5), 0.9999), 4.99);
    EXPECT_EQ(quantile(Distribution::exponential(4, 4, 4), 0.7), 4) << "no spread";
}

TEST(Draw, DrawnNumbersOfNeighboursAreWhole) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.set(kMaxNeighbours, Distribution::between(2, 5));
    for (AgentId id = 1; id < 100; ++id) {
        const double value = draw_common(profile, 1, id, kMaxNeighbours);
        EXPECT_EQ(value, std::floor(value));
    }
}

TEST(Draw, KeepsValuesInTheRangeOfTheTable) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.set(kRadius, Distribution::fixed(-3));
    profile.set(kMaxSpeed, Distribution::fixed(0));
    const std::vector<double> values = draw(profile);
    EXPECT_EQ(values[kRadius], 0.05);
    EXPECT_GT(values[kMaxSpeed], 0) << "an excluded bound is not reached";
}

TEST(Draw, ProfilesVaryOnlyWhereADistributionSpreads) {
    ProfileSpec profile = profile_of(test::alpha());
    EXPECT_FALSE(profile_varies(profile));
    profile.set(kRadius, Distribution::fixed(0.3));
    profile.set(kPrefSpeed, Distribution::between(1, 1));
    profile.set(kMaxSpeed, normal(1, 0, 0, 2));
    EXPECT_FALSE(profile_varies(profile));
    profile.avoid.set(0, Distribution::between(1, 2));
    EXPECT_TRUE(profile_varies(profile));
}

TEST(Chain, PartsInTheOrderTheyAreAskedEachWithItsOwnValuesAndMemory) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.route = {"roads"};
    profile.intents = {{"trail"}, {"gather"}};
    profile.intents[1].set(0, Distribution::between(1, 2));
    const Chain chain(profile, test::models());
    ASSERT_EQ(chain.links().size(), 4u);
    EXPECT_EQ(chain.route().info->name, "roads");
    EXPECT_EQ(chain.wishes()[0].info->name, "trail");
    EXPECT_EQ(chain.wishes()[1].info->name, "gather");
    EXPECT_EQ(chain.avoid().info->name, "alpha");
    EXPECT_FALSE(chain.values_vary());
    EXPECT_TRUE(chain.part_values_vary());

    std::vector<double> common(chain.value_count()), values(chain.part_value_count());
    ASSERT_EQ(values.size(), 4u) << "two of the route, one each of the intents";
    chain.draw_values(1, 7, common);
    chain.draw_part_values(1, 7, common, values);
    EXPECT_EQ(values[chain.route().first_value], 5);
    EXPECT_DOUBLE_EQ(values[chain.wishes()[0].first_value], 2 * 0.2) << "derived from the radius";
    const double drawn = values[chain.wishes()[1].first_value];
    EXPECT_GT(drawn, 1);
    EXPECT_LT(drawn, 2);
    chain.draw_part_values(1, 8, common, values);
    EXPECT_NE(values[chain.wishes()[1].first_value], drawn);

    EXPECT_EQ(chain.wishes()[0].first_memory, 0u) << "the model remembers nothing";
    EXPECT_EQ(chain.wishes()[1].first_memory, 2u) << "in units of 32 bytes, after 40";
    EXPECT_EQ(chain.memory_bytes(), 2 * 32 + 8u);
}

TEST(Chain, TheDefaultOfThePartAskedFirstCounts) {
    ProfileSpec profile = profile_of(test::alpha());
    EXPECT_EQ(draw_common(profile, 1, 1, kGoalRadius), common_parameters()[kGoalRadius].fallback);
    profile.route = {"roads"};
    EXPECT_EQ(draw_common(profile, 1, 1, kGoalRadius), 0.7);
    EXPECT_EQ(draw_common(profile, 1, 1, kPrefSpeed), 1.4) << "the model's";
    profile.set(kGoalRadius, Distribution::fixed(0.2));
    EXPECT_EQ(draw_common(profile, 1, 1, kGoalRadius), 0.2);
}

TEST(Chain, APartThereIsNotIsRefused) {
    ProfileSpec profile = profile_of(test::alpha());
    profile.route = {"alpha"};
    try {
        Chain(profile, test::models());
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().value, "alpha") << "a model is no route";
        EXPECT_NE(error.problem().allowed.find("roads"), std::string::npos);
    }
}

}  // namespace
}  // namespace sidestep
