#include "view/charts.h"

#include <gtest/gtest.h>

#include <future>
#include <limits>

#include "sidestep/error.h"
#include "view/map_desk.h"

namespace sidestep::view {
namespace {

/// Everybody heads up; a column in the middle is blocked, the last one has no path.
ChartField field(double radius, std::uint32_t columns, std::uint32_t rows) {
    ChartField made;
    made.radius = radius;
    made.lower = {10, 20};
    made.cell = 0.1;
    made.columns = columns;
    made.rows = rows;
    const std::size_t n = std::size_t{columns} * rows;
    made.heading.assign(n, 1.5707963F);
    made.left.assign(n, 1);
    made.blocked.assign(n, 0);
    for (std::uint32_t row = 0; row < rows; ++row) {
        made.blocked[row * columns + columns / 2] = 1;
        made.heading[row * columns + columns / 2] = std::numeric_limits<float>::quiet_NaN();
        made.heading[row * columns + columns - 1] = std::numeric_limits<float>::quiet_NaN();
    }
    return made;
}

TEST(Charts, HeadingsWallsAndPlacesWithoutAWay) {
    const Json document = chart_document("exit", {field(0, 5, 2), field(0.5, 5, 2)});
    EXPECT_EQ(document["name"], "exit");
    EXPECT_EQ(document["lower"], Json({10.0, 20.0}));
    ASSERT_EQ(document["charts"].size(), 2U);
    EXPECT_EQ(document["charts"][1]["radius"], 0.5);
    EXPECT_EQ(document["charts"][0]["heading"], Json({64, 64, -2, 64, -1, 64, 64, -2, 64, -1}));
}

TEST(Charts, AreThinnedToWhatArrowsCanShow) {
    const Json document = chart_document("exit", {field(0, 1000, 500)});
    const std::size_t columns = document["columns"], rows = document["rows"];
    EXPECT_LE(columns * rows, 3200U);
    EXPECT_GE(columns * rows, 1500U);
    EXPECT_EQ(document["charts"][0]["heading"].size(), columns * rows);
    EXPECT_GE(document["cell"].get<double>() * static_cast<double>(columns), 100) << "nothing is left out";
}

TEST(Charts, AnybodyMaySupplyThem) {
    int made = 0;
    MapDesk desk(
        {.cut = {}, .charts = {.names = {"a", "b"}, .fields = [&](std::size_t name) -> std::vector<ChartField> {
                                   ++made;
                                   if (name == 1) throw InputError({.message = "the goal lies in a wall"});
                                   return {field(1, 4, 4)};
                               }}});
    const auto ask = [&](const std::string& name) {
        std::promise<Response> answer;
        desk.answer({"/api/chart", {{"of", name}}}, [&](Response response) { answer.set_value(std::move(response)); });
        return answer.get_future().get();
    };
    EXPECT_EQ(ask("0").status, 200);
    EXPECT_EQ(ask("0").status, 200);
    EXPECT_EQ(made, 1) << "made once";
    EXPECT_EQ(ask("1").status, 422);
    EXPECT_EQ(ask("2").status, 400);
}

}  // namespace
}  // namespace sidestep::view
