// What charts cost: processor time of this thread, whatever else the machine does.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "chart/rooms.h"
#include "support/dice.h"

namespace sidestep {
namespace {

double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

TEST(ChartCost, TwentyChartsOfARoom) {
    for (const auto& [room, goal] : {std::pair{test::kUTurn, test::kUTurnGoal}, {test::kSTurn, test::kSTurnGoal}}) {
        const double start = thread_seconds();
        const auto charts = make_charts(room, {goal, 0.0}, chart_values());
        const double seconds = thread_seconds() - start;
        const ChartSummary summary = summary_of(*charts);
        RecordProperty("seconds", std::to_string(seconds));
        RecordProperty("bytes", std::to_string(summary.bytes));
        EXPECT_LT(seconds, 2);
        EXPECT_LT(summary.bytes, 7'200'000u) << "less than heading, cost and target of every cell";
    }
}

TEST(ChartCost, TwentyChartsOfAHall) {
    // 30 × 20 m with 60 pillars and a wall across.
    test::Dice dice(5);
    std::string hall = "POLYGON ((0 0, 30 0, 30 20, 0 20, 0 0)";
    for (int i = 0; i < 60; ++i) {
        const double x = 1 + 3 * (i % 10) + dice.between(-0.5, 0.5), y = 2 + 3.2 * (i / 10) + dice.between(-0.5, 0.5);
        const auto at = [&](double dx, double dy) { return std::to_string(x + dx) + " " + std::to_string(y + dy); };
        hall += ", (" + at(0, 0) + ", " + at(0.6, 0) + ", " + at(0.6, 0.4) + ", " + at(0, 0.4) + ", " + at(0, 0) + ")";
    }
    hall += ")";
    const double start = thread_seconds();
    const auto charts = make_charts(hall, {{29, 10}, 0.0}, chart_values());
    const double seconds = thread_seconds() - start;
    RecordProperty("seconds", std::to_string(seconds));
    RecordProperty("bytes", std::to_string(summary_of(*charts).bytes));
    EXPECT_LT(seconds, 60);
}

TEST(ChartCost, LookingUp) {
    const auto charts = make_charts(test::kUTurn, {test::kUTurnGoal, 0.0}, chart_values());
    test::Dice dice(1);
    std::vector<Vec2d> places;
    for (int i = 0; i < 4096; ++i) places.push_back({dice.between(0.3, 7.7), dice.between(0.3, 5.7)});
    double sum = 0, each = 1;
    for (std::size_t round = 0; round < 100; ++round) {
        const double start = thread_seconds();
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (const auto advice = charts->advice(round / 5, places[i])) sum += advice->left;
        }
        each = std::min(each, (thread_seconds() - start) / static_cast<double>(places.size()));
    }
    RecordProperty("nanoseconds", std::to_string(each * 1e9));
    EXPECT_GT(sum, 0);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(each, 100e-9);
#endif
}

}  // namespace
}  // namespace sidestep
