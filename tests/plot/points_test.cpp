// Clouds, means and lines that change colour: nothing lies on the legend, large input stays small.
#include <gtest/gtest.h>

#include <cmath>

#include "sidestep/plot.h"

namespace sidestep::plot {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

constexpr Box kArea{8, 4, 464, 262};

PointChart cloud_of(std::size_t points) {
    PointChart chart;
    chart.title = "Speed over headway";
    chart.x = {"headway", "m"};
    chart.y = {"speed", "m/s"};
    PointChart::Cloud cloud{.name = "people", .points = {}};
    for (std::size_t i = 0; i < points; ++i) {
        const double x = static_cast<double>(i) / static_cast<double>(points);
        cloud.points.push_back({3 * x, 1.2 * x});
    }
    chart.clouds = {std::move(cloud)};
    return chart;
}

TEST(PointChart, DrawsAllOfIt) {
    PointChart chart = cloud_of(50);
    chart.spreads = {{.name = "mean", .bars = {{{0.5, 0.4}, 0.1}, {{1, 0.6}, NAN}}}};
    chart.curves = {{.name = "fit", .points = {{0, 0}, {1, 1}, {NAN, NAN}, {2, 1}, {3, 1}}}};
    Canvas canvas(480, 270, Theme::plain);
    const Layout layout = draw(canvas, kArea, chart);
    ASSERT_TRUE(layout.legend);
    EXPECT_LE(layout.legend->bottom(), layout.data.y);
    EXPECT_EQ(layout.x_ticks.front(), 0);
    EXPECT_EQ(layout.y_ticks.front(), 0);
    const std::string svg = canvas.finish("x");
    EXPECT_EQ(occurrences(svg, "h0"), 50u);
    EXPECT_EQ(occurrences(svg, "stroke-width=\"1.2\""), 1u) << "a mean without a spread has no bar";
    EXPECT_EQ(occurrences(svg, "<circle"), 2u + 2u) << "two means, two marks of the legend";
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("is drawn"), std::string::npos);
}

TEST(PointChart, ManyPointsAreThinnedAndThatIsSaid) {
    Canvas canvas(480, 270, Theme::plain);
    draw(canvas, kArea, cloud_of(100'000));
    const std::string svg = canvas.finish("x");
    EXPECT_LE(occurrences(svg, "h0"), 3000u);
    EXPECT_GE(occurrences(svg, "h0"), 2000u);
    EXPECT_NE(svg.find("one point of 34 is drawn"), std::string::npos);
}

TEST(PointChart, TheAxisMayEndBeforeOutliers) {
    PointChart chart = cloud_of(100);
    chart.clouds[0].points.push_back({500, 1});
    chart.x_most = 3;
    Canvas canvas(480, 270, Theme::plain);
    EXPECT_LT(draw(canvas, kArea, chart).x_ticks.back(), 3.5);
    Canvas empty(480, 270, Theme::plain);
    draw(empty, kArea, PointChart{.title = "T", .note = "", .x = {}, .y = {}});
    EXPECT_NE(empty.finish("x").find("no data"), std::string::npos);
}

TraceChart traces(std::size_t points) {
    TraceChart chart;
    chart.title = "Places over time";
    chart.x = {"time", "s"};
    chart.y = {"place", "m"};
    chart.value = {"speed", "m/s"};
    chart.y_high = 10;
    for (int person = 0; person < 3; ++person) {
        TraceChart::Trace trace;
        for (std::size_t i = 0; i < points; ++i) {
            const double x = static_cast<double>(i) / static_cast<double>(points);
            trace.points.push_back({60 * x, 3.0 * person + x});
            trace.values.push_back(i < points / 2 ? 0.1 : 1);
        }
        chart.traces.push_back(std::move(trace));
    }
    return chart;
}

TEST(TraceChart, OnePathPerColour) {
    TraceChart chart = traces(100);
    Canvas canvas(480, 270, Theme::plain);
    const Layout layout = draw(canvas, kArea, chart);
    ASSERT_TRUE(layout.legend) << "the colour bar";
    EXPECT_LE(layout.legend->bottom(), layout.data.y);
    const std::string svg = canvas.finish("x");
    EXPECT_EQ(occurrences(svg, "stroke-width=\"1.4\""), 2u);
    // From point to point, of three people.
    const std::size_t first = svg.find("stroke-width=\"1.4\"");
    EXPECT_GT(occurrences(svg.substr(0, first), "L"), 3u * 48u);
    chart.traces.clear();
    EXPECT_EQ(occurrences(figure(chart, 480, 270, Theme::plain), "stroke-width=\"1.4\""), 0u);
}

TEST(TraceChart, GapsAreGaps) {
    TraceChart chart = traces(4);
    chart.traces.resize(1);
    chart.traces[0].values = {1, 1, NAN, 1};
    chart.traces[0].points[2] = {NAN, NAN};
    Canvas canvas(480, 270, Theme::plain);
    draw(canvas, kArea, chart);
    const std::string svg = canvas.finish("x");
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(occurrences(svg, "stroke-width=\"1.4\""), 1u);
}

TEST(TraceChart, MarksLieOverAndAreNamed) {
    TraceChart chart = traces(100);
    chart.marked = {{{10, 1}, {11, 4}, {NAN, NAN}, {12, 7}}};
    chart.marked_name = "waves (1)";
    Canvas canvas(480, 270, Theme::plain);
    const Layout layout = draw(canvas, kArea, chart);
    EXPECT_LE(layout.legend->bottom(), layout.data.y);
    const std::string svg = canvas.finish("x");
    EXPECT_NE(svg.find("waves (1)"), std::string::npos);
    EXPECT_EQ(occurrences(svg, "<circle"), 3u);
}

TEST(TraceChart, ManyPointsAreThinned) {
    const std::string few = figure(traces(5'000), 1000, 500, Theme::plain),
                      many = figure(traces(200'000), 1000, 500, Theme::plain);
    EXPECT_LT(many.size(), 3 * few.size());
    EXPECT_LT(many.size(), 1'000'000u);
}

}  // namespace
}  // namespace sidestep::plot
