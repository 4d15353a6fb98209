// Walks of the model itself: their parameters are found again.
#include <gtest/gtest.h>

#include <cmath>

#include "base/math.h"
#include "chart/rooms.h"
#include "sidestep/calibrate.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

/// Walkers with these parameters from several places of the room with two walls.
std::vector<ObservedWalk> made_up(double c_turn, double c_inertia, double cell = 0.08) {
    const ChartValues values = chart_values({{kCell, cell}, {kTurnCoefficient, c_turn}, {kInertia, c_inertia}});
    std::vector<ObservedWalk> walks;
    for (const bool s_turn : {false, true}) {
        const auto charts = make_charts(s_turn ? test::kSTurn : test::kUTurn,
                                        {s_turn ? test::kSTurnGoal : test::kUTurnGoal, 0.0}, values);
        for (int i = 0; i < 3; ++i) {
            const Vec2d start = (s_turn ? test::kSTurnStart : test::kUTurnStart) + Vec2d{-0.3 * i, 0.2 * i};
            const double heading = (s_turn ? kPi / 2 : kPi) + 0.4 * (i - 1);
            const WalkedPath path = walk_chart(*charts, values, {start, heading, 0.5});
            EXPECT_EQ(path.status, WalkStatus::arrived);
            walks.push_back({static_cast<AgentId>(walks.size() + 1), s_turn ? 1u : 0u, path.place});
        }
    }
    return walks;
}
const std::vector<std::string> kMaps{test::kUTurn, test::kSTurn};

TEST(WalkFit, FindsHiddenParameters) {
    const WalkFit fit(made_up(0.25, 0.78), kMaps, {{kCell, 0.08}}, {.threads = 2});
    ASSERT_EQ(fit.walks().size(), 6u);
    const std::vector<Unknown> unknowns = fit.unknowns();
    EXPECT_EQ(unknowns[0].name, "c_turn");
    EXPECT_EQ(unknowns[0].start, 0.4);
    EXPECT_EQ(unknowns[1].start, 0.85);
    const SearchResult found =
        search(fit.objective(PathMetric::distance, unknowns), unknowns, {.evaluations = 200, .threads = 2});
    EXPECT_NEAR(found.best().best[0], 0.25, 0.1);
    EXPECT_NEAR(found.best().best[1], 0.78, 0.03);
    const WalkScores scores = score(fit, fit.values(unknowns, found.best().best));
    EXPECT_EQ(scores.arrived, 6u);
    EXPECT_LT(scores.test(PathMetric::distance).difference, 0) << "better than the baseline";
    EXPECT_LT(scores.test(PathMetric::distance).p, 0.05);
    EXPECT_NEAR(found.best().cost, summarise(scores.column(PathMetric::distance, false)).mean, 1e-12);
}

TEST(WalkFit, OtherParametersToo) {
    const WalkFit fit(made_up(0.4, 0.85), kMaps, {{kCell, 0.08}, {kTurnCoefficient, 0.4}, {kInertia, 0.85}},
                      {.threads = 1});
    const std::vector<std::string> names{"top_speed"};
    const auto unknowns = fit.unknowns(names);
    EXPECT_EQ(unknowns[0].start, 1.36);
    const Objective cost = fit.objective(PathMetric::speed, unknowns);
    EXPECT_LT(cost(std::array{1.36}), cost(std::array{1.2}));
    EXPECT_LT(cost(std::array{1.36}), cost(std::array{1.5}));
    EXPECT_DOUBLE_EQ(fit.values(unknowns, std::array{1.5})[kMinSpeed], 1.5 * std::exp(-2)) << "what is derived follows";
}

TEST(WalkFit, SaysWhomItLeavesOutAndWhy) {
    std::vector<ObservedWalk> walks = made_up(0.4, 0.85);
    walks[0].path = {{7, 1.8}, {7, 1.81}, {7, 1.8}};
    walks[1].path.back() = {7, 3.08};  // nearer to the wall than a body
    walks[2].path = {{7, 2.5}, {7, 2.9}, {7, 3.3}, {7, 4}};
    const WalkFit fit(walks, kMaps, {{kCell, 0.08}}, {.threads = 1});
    EXPECT_EQ(fit.walks().size(), 3u);
    ASSERT_EQ(fit.left_out().size(), 3u);
    EXPECT_EQ(fit.left_out()[0].id, 1u);
    EXPECT_NE(fit.left_out()[0].why.find("close to each other"), std::string::npos);
    EXPECT_NE(fit.left_out()[1].why.find("obstacle"), std::string::npos) << fit.left_out()[1].why;
    EXPECT_NE(fit.left_out()[2].why.find("through a wall"), std::string::npos) << fit.left_out()[2].why;
    // Kept where asked; then it is the charts, which cover 2 m around a walk, that know no way.
    const WalkFit kept(walks, kMaps, {{kCell, 0.08}}, {.threads = 1, .through_walls = true});
    ASSERT_EQ(kept.left_out().size(), 3u);
    EXPECT_EQ(kept.left_out()[2].why.find("through a wall"), std::string::npos) << kept.left_out()[2].why;
    EXPECT_THROW(WalkFit({}, kMaps, {{kCell, -1}}), InputError);
}

TEST(WalkFit, NobodyGainsByNotArriving) {
    const std::vector<ObservedWalk> walks = made_up(0.4, 0.85);
    const WalkFit fit(walks, kMaps, {{kCell, 0.08}}, {.threads = 1});
    WalkedPath path = fit.walked(0, fit.values());
    // Goes on beside the goal for three times as long.
    const std::size_t steps = 3 * (walks[0].path.size() - 1);
    while (path.place.size() <= steps) path.place.push_back(path.place.back() + Vec2d{0, 0.001});
    const PathErrors arrived = fit.errors(0, path);
    path.status = WalkStatus::missed;
    const PathErrors missed = fit.errors(0, path);
    EXPECT_NEAR(missed.area, 3 * arrived.area, 1e-12);
    EXPECT_NEAR(missed.speed, 3 * arrived.speed, 1e-12);
    EXPECT_NEAR(missed.distance, 3 * arrived.distance, 1e-12);
}

TEST(WalkFit, SubjectsTellDataApart) {
    const std::vector<ObservedWalk> walks = made_up(0.4, 0.85);
    const std::vector<ChartSetting> coarse{{kCell, 0.08}};
    const WalkFit fit(walks, kMaps, coarse, {.threads = 1});
    EXPECT_EQ(fit.subject(PathMetric::area), WalkFit(walks, kMaps, coarse, {.threads = 2}).subject(PathMetric::area));
    EXPECT_NE(fit.subject(PathMetric::area), fit.subject(PathMetric::speed));
    EXPECT_NE(fit.subject(PathMetric::area),
              WalkFit(made_up(0.5, 0.85), kMaps, coarse, {.threads = 1}).subject(PathMetric::area));
    EXPECT_NE(fit.subject(PathMetric::area),
              WalkFit(walks, kMaps, {{kCell, 0.1}}, {.threads = 1}).subject(PathMetric::area));
}

}  // namespace
}  // namespace sidestep
