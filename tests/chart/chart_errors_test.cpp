// What cannot be charted or walked is explained, and nothing hangs.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "chart/rooms.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

InputProblem problem_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        EXPECT_FALSE(error.problem().remedy.empty());
        return error.problem();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const ChartValues kCoarse = chart_values({{kCell, 0.1}});

TEST(ChartErrors, GoalInAnObstacle) {
    const std::string room = "POLYGON ((0 0, 6 0, 6 6, 0 6, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2))";
    const auto inside = problem_of([&] { make_charts(room, {{3, 3}, 0.0}, kCoarse); });
    EXPECT_TRUE(says(inside.message, "outside the walkable area")) << inside.message;
    EXPECT_EQ(inside.value, "(3, 3)");
    const auto near = problem_of([&] { make_charts(room, {{1.95, 3}, 0.0}, kCoarse); });
    EXPECT_TRUE(says(near.message, "closer to one than the body's radius")) << near.message;
    const auto far = problem_of([&] { make_charts(room, {{300, 3}, 0.0}, kCoarse); });
    EXPECT_TRUE(says(far.message, "outside the walkable area")) << far.message;
    const auto nowhere = problem_of([&] { make_charts(room, {{std::nan(""), 3}, 0.0}, kCoarse); });
    EXPECT_TRUE(says(nowhere.message, "outside the walkable area")) << nowhere.message;
}

TEST(ChartErrors, GoalInAGapNarrowerThanTheCells) {
    const std::string gap = "POLYGON ((0 0, 4 0, 4 1.45, 8 1.45, 8 1.75, 4 1.75, 4 3, 0 3, 0 0))";
    const auto problem = problem_of([&] { make_charts(gap, {{7, 1.6}, 0.0}, chart_values({{kCell, 0.2}})); });
    EXPECT_TRUE(says(problem.message, "narrower than the cells")) << problem.message;
    EXPECT_TRUE(make_charts(gap, {{7, 1.6}, 0.0}, chart_values({{kCell, 0.02}, {kTurnRadii, 1}})));
}

TEST(ChartErrors, NoRadius) {
    ChartOptions options;
    options.radii = std::vector<double>{};
    EXPECT_TRUE(says(problem_of([&] { make_charts(test::kRoom, {{3, 3}, 0.0}, kCoarse, options); }).message,
                     "no turning radius"));
    for (const std::vector<double>& radii : {std::vector<double>{0.5, 0.5}, {1, 0.5}, {-1}, {std::nan("")}}) {
        options.radii = radii;
        EXPECT_TRUE(says(problem_of([&] { make_charts(test::kRoom, {{3, 3}, 0.0}, kCoarse, options); }).message,
                         "do not ascend"));
    }
    EXPECT_TRUE(
        says(problem_of([&] { make_charts(test::kRoom, {{3, 3}, 0.0}, chart_values({{kMaxTurnRadius, 0}})); }).message,
             "largest one above 0"));
    EXPECT_EQ(make_charts(test::kRoom, {{3, 3}, 0.0}, chart_values({{kTurnRadii, 1}}))->size(), 1u);
}

TEST(ChartErrors, GoalHeadingImpossible) {
    // The goal stands with its back to the wall: nobody can come from there.
    ChartOptions options;
    options.radii = std::vector<double>{0.8};
    const auto charts = [&](double heading) {
        return make_charts("POLYGON ((0 0, 6 0, 6 6, 0 6, 0 0))", {{0.2, 3}, heading}, kCoarse, options);
    };
    const auto problem = problem_of([&] { charts(0); });
    EXPECT_TRUE(says(problem.message, "nobody can arrive")) << problem.message;
    EXPECT_TRUE(says(problem.message, "0.8 m")) << problem.message;
    EXPECT_TRUE(charts(kPi)) << "facing the wall is no problem";
    options.radii = std::vector<double>{0.0, 0.8};
    const auto both = charts(0);
    EXPECT_TRUE(advice_at(*both, 0, {3, 3})) << "who may turn on the spot arrives";
    EXPECT_EQ(walk_chart(*both, kCoarse, {{3, 3}, {}, 0}).status, WalkStatus::arrived);
}

TEST(ChartErrors, TellWhatTheyAreAbout) {
    // Who may turn on the spot arrives; at the speed of a wide turn nobody does.
    const auto charts = make_charts(test::kRoom, {{0.3, 3}, 0.0, 1.36}, kCoarse);
    charts->check_heading(0);
    try {
        charts->check_heading(charts->nearest(0.83));
        FAIL();
    } catch (const ChartError& error) {
        EXPECT_EQ(error.about(), ChartInput::heading);
        EXPECT_TRUE(says(error.problem().message, "radius of 0.8")) << error.what();
    }
    try {
        make_charts(test::kRoom, {{30, 3}, 0.0}, kCoarse);
        FAIL();
    } catch (const ChartError& error) {
        EXPECT_EQ(error.about(), ChartInput::goal);
    }
}

TEST(ChartErrors, MapWithoutEnd) {
    EXPECT_TRUE(says(problem_of([] { make_charts("", {}, kCoarse); }).message, "no walkable area"));
    EXPECT_TRUE(
        says(problem_of([] { make_charts("LINESTRING (0 0, 1 0)", {{3, 3}, 0.0}, kCoarse); }).message, "no walkable"));
    ChartOptions options;
    options.area = ChartOptions::Area{{2, 2}, {2, 5}};
    EXPECT_TRUE(says(problem_of([&] { make_charts("", {}, kCoarse, options); }).message, "is empty"));
}

TEST(ChartErrors, MemoryIsRefusedBeforeItIsTaken) {
    ChartOptions options;
    options.area = ChartOptions::Area{{0, 0}, {3e5, 3e5}};
    const auto problem = problem_of([&] { make_charts("", {{5, 5}, 0.0}, chart_values(), options); });
    EXPECT_TRUE(says(problem.message, "would need")) << problem.message;
    EXPECT_TRUE(says(problem.allowed, "at most 1074 MB")) << problem.allowed;
    options.area = ChartOptions::Area{{0, 0}, {10, 10}};
    options.memory_limit = 1'000'000;
    EXPECT_THROW(make_charts("", {{5, 5}, 0.0}, chart_values(), options), InputError);
    options.memory_limit = 20'000'000;
    const auto charts = make_charts("", {{5, 5}, 0.0}, chart_values(), options);
    EXPECT_LT(summary_of(*charts).bytes, options.memory_limit);
}

TEST(ChartErrors, MemoryCountsSubgoals) {
    const auto charts = make_charts(test::kSTurn, {test::kSTurnGoal, 0.0}, chart_values());
    std::size_t subgoals = 0, largest = 0;
    for (std::size_t k = 0; k < charts->size(); ++k) {
        subgoals += charts->chart(k).subgoals() * sizeof(Subgoal);
        largest = std::max(largest, charts->chart(k).scratch_bytes());
        EXPECT_GE(charts->chart(k).scratch_bytes(), charts->chart(k).subgoals() * sizeof(Subgoal));
    }
    const std::size_t cells = charts->grid().size();
    EXPECT_EQ(summary_of(*charts).bytes, charts->grid().bytes() + cells * charts->size() * 4 + subgoals);
    EXPECT_GT(subgoals, summary_of(*charts).bytes / 5) << "too few to matter";
    // While they are made each thread has two numbers for every cell and what the greediest chart needs.
    for (const std::size_t threads : {1u, 4u}) {
        ChartOptions options;
        options.threads = static_cast<int>(threads);
        options.memory_limit = summary_of(*charts).bytes + threads * (16 * cells + largest);
        EXPECT_NO_THROW(make_charts(test::kSTurn, {test::kSTurnGoal, 0.0}, chart_values(), options));
        options.memory_limit -= 1;
        const auto problem =
            problem_of([&] { make_charts(test::kSTurn, {test::kSTurnGoal, 0.0}, chart_values(), options); });
        EXPECT_TRUE(says(problem.message, "would need more than")) << problem.message;
        // Enough for the cells alone.
        options.memory_limit = summary_of(*charts).bytes - subgoals + threads * 16 * cells;
        EXPECT_THROW(make_charts(test::kSTurn, {test::kSTurnGoal, 0.0}, chart_values(), options), InputError);
    }
}

TEST(WalkErrors, StartInAWall) {
    const std::string room = "POLYGON ((0 0, 6 0, 6 6, 0 6, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2))";
    const auto charts = make_charts(room, {{1, 1}, {}}, kCoarse);
    EXPECT_EQ(walk_chart(*charts, kCoarse, {{3, 3}, {}, 0}).status, WalkStatus::start_outside);
    EXPECT_EQ(walk_chart(*charts, kCoarse, {{1.95, 3}, {}, 0}).status, WalkStatus::start_blocked);
    EXPECT_EQ(walk_chart(*charts, kCoarse, {{30, 3}, {}, 0}).status, WalkStatus::start_outside);
    EXPECT_EQ(walk_chart(*charts, kCoarse, {{std::nan(""), 3}, {}, 0}).status, WalkStatus::start_outside);
    EXPECT_EQ(walk_grid(*charts, kCoarse, {{1.95, 3}, {}, 0}).status, WalkStatus::start_blocked);
    EXPECT_TRUE(says(problem_of([&] { check_start(*charts, {1.95, 3}); }).message, "body's radius"));
    EXPECT_TRUE(says(problem_of([&] { check_start(*charts, {3, 3}); }).message, "outside"));
    check_start(*charts, {5, 5});
    // In contact with a wall, where the cell's centre lies closer than the radius.
    EXPECT_EQ(walk_chart(*charts, kCoarse, {{0.13, 5}, {}, 0}).status, WalkStatus::arrived);
}

TEST(WalkErrors, UnreachableGoal) {
    const std::string rooms = "GEOMETRYCOLLECTION (POLYGON ((0 0, 6 0, 6 3, 0 3, 0 0)), LINESTRING (3 0, 3 3))";
    const auto charts = make_charts(rooms, {{1, 1}, 0.0}, kCoarse);
    for (const WalkedPath& path :
         {walk_chart(*charts, kCoarse, {{5, 1}, {}, 0}), walk_grid(*charts, kCoarse, {{5, 1}, {}, 0})}) {
        EXPECT_EQ(path.status, WalkStatus::unreachable);
        EXPECT_TRUE(path.place.empty());
    }
    EXPECT_TRUE(grid_path(*charts, {5, 1}).empty());
    EXPECT_TRUE(says(problem_of([&] { check_start(*charts, {5, 1}); }).message, "no way leads"));
}

TEST(WalkErrors, CellLargerThanACorridor) {
    // A passage of 0.35 m: 0.1 m to spare for the body, closed by cells of 0.3 m.
    const std::string rooms = "POLYGON ((0 0, 3 0, 3 1.3, 5 1.3, 5 0, 8 0, 8 3, 5 3, 5 1.65, 3 1.65, 3 3, 0 3, 0 0))";
    const ChartValues coarse = chart_values({{kCell, 0.3}});
    const auto charts = make_charts(rooms, {{1, 1}, {}}, coarse);
    EXPECT_EQ(walk_chart(*charts, coarse, {{7, 2}, {}, 0}).status, WalkStatus::too_coarse);
    EXPECT_EQ(walk_grid(*charts, coarse, {{7, 2}, {}, 0}).status, WalkStatus::too_coarse);
    const auto problem = problem_of([&] { check_start(*charts, {7, 2}); });
    EXPECT_TRUE(says(problem.message, "narrower than the cells")) << problem.message;
    EXPECT_EQ(problem.value, "cell 0.3 m");
    const ChartValues fine = chart_values({{kCell, 0.04}});
    EXPECT_EQ(walk_chart(*make_charts(rooms, {{1, 1}, {}}, fine), fine, {{7, 2}, {}, 0}).status, WalkStatus::arrived);
}

TEST(WalkErrors, AnythingAnOptimiserTriesEnds) {
    const auto charts = make_charts(test::kUTurn, {test::kUTurnGoal, 0.0, 1.36}, kCoarse);
    for (const double c_turn : {0.0, 0.5, 1.0}) {
        for (const double inertia : {0.0, 0.5, 0.99}) {
            for (const double dt : {0.01, 0.2}) {
                const ChartValues values =
                    chart_values({{kCell, 0.1}, {kTurnCoefficient, c_turn}, {kInertia, inertia}, {kWalkStep, dt}});
                const WalkedPath path = walk_chart(*charts, values, {test::kUTurnStart, 0.0, 1.36});
                EXPECT_TRUE(path.status == WalkStatus::arrived || path.status == WalkStatus::missed);
                EXPECT_LT(path.time(), 60);
                EXPECT_EQ(path.place.size(), path.speed.size());
            }
        }
    }
    EXPECT_TRUE(says(std::string(text_of(WalkStatus::missed)), "twice the expected time"));
}

}  // namespace
}  // namespace sidestep
