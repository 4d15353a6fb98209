// Figures: legends keep off the data, ticks are few and do not collide, large input stays small, bytes repeat.
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

void expect_apart(const Layout& layout, Box area) {
    EXPECT_GE(layout.data.x, area.x);
    EXPECT_GE(layout.data.y, area.y);
    EXPECT_LE(layout.data.right(), area.right());
    EXPECT_LE(layout.data.bottom(), area.bottom());
    if (!layout.legend) return;
    EXPECT_LE(layout.legend->bottom(), layout.data.y) << "the legend lies on the data";
    EXPECT_GE(layout.legend->y, area.y);
}

void expect_room_between_labels(const Layout& layout) {
    for (std::size_t i = 1; i < layout.x_ticks.size(); ++i) {
        const double step = layout.x_ticks[i] - layout.x_ticks[i - 1];
        const double pixels = layout.data.width / static_cast<double>(layout.x_ticks.size());
        EXPECT_GT(pixels, text_width(tick_label(layout.x_ticks[i], step), 11.5) * 0.9) << "labels of x collide";
    }
}

constexpr Box kArea{8, 4, 464, 262};

TEST(LineChart, LegendOnlyForSeveralLinesAndAboveThem) {
    LineChart chart{"Title", "", {"time", "s"}, {"people", ""}, {{"a", {{0, 1}, {1, 3}, {2, 2}}}}, true};
    Canvas one(480, 270, Theme::plain);
    const Layout alone = draw(one, kArea, chart);
    EXPECT_FALSE(alone.legend);
    EXPECT_EQ(alone.y_ticks.front(), 0);
    for (const double t : alone.y_ticks) EXPECT_EQ(t, std::round(t)) << "people are counted in whole numbers";
    for (int i = 0; i < 9; ++i) chart.lines.push_back({std::string(60, 'w') + std::to_string(i), {{0, 2}, {2, 1}}});
    Canvas many(480, 500, Theme::plain);
    const Box area{8, 4, 464, 492};
    const Layout together = draw(many, area, chart);
    ASSERT_TRUE(together.legend);
    expect_apart(together, area);
    EXPECT_NE(many.finish("t").find("…"), std::string::npos) << "long names are shortened";
}

TEST(LineChart, GapsInterruptTheLine) {
    const LineChart chart{
        "Speed", "", {"t", "s"}, {"v", "m/s"}, {{"v", {{0, 1}, {1, 1.5}, {2, NAN}, {3, 1}, {4, 1.2}}}}, true};
    Canvas canvas(480, 270, Theme::plain);
    draw(canvas, kArea, chart);
    const std::string svg = canvas.finish("Speed");
    EXPECT_EQ(occurrences(svg, "stroke-width=\"1.8\""), 2u);
    EXPECT_NE(svg.find(">v [m/s]<"), std::string::npos);
    EXPECT_NE(svg.find(">t [s]<"), std::string::npos);
}

TEST(Charts, WideNumbersDoNotCollide) {
    for (const double top : {1e-3, 1.0, 37.0, 1234567.0, 8e8}) {
        const LineChart chart{"T", "note", {"x", "m"}, {"y", "m"}, {{"a", {{0, 0}, {top, top}}}}, true};
        for (const double width : {300.0, 480.0, 1400.0}) {
            Canvas canvas(width, 270, Theme::plain);
            const Box area{0, 0, width, 270};
            const Layout layout = draw(canvas, area, chart);
            expect_room_between_labels(layout);
            expect_apart(layout, area);
        }
    }
}

TEST(BarChart, MarkIsExplainedAboveTheBars) {
    BarChart chart{"Speed", "", {"speed", "m/s"}, {"people", ""}, 0, 0.5, {1, 5, 2, 0, 1}, 0.9, "mean 0.9 m/s"};
    Canvas canvas(480, 270, Theme::plain);
    const Layout layout = draw(canvas, kArea, chart);
    expect_apart(layout, kArea);
    EXPECT_TRUE(layout.legend);
    EXPECT_EQ(occurrences(canvas.finish("x"), "<rect"), 4u + 1u) << "four bars that are not empty, and the paper";
    chart.heights.clear();
    Canvas empty(480, 270, Theme::plain);
    draw(empty, kArea, chart);
    EXPECT_NE(empty.finish("x").find("no data"), std::string::npos);
}

TEST(CellChart, OnePathPerColourAndRow) {
    // Two rows of four: equal neighbours are one piece, nothing is drawn for 0 and NaN.
    CellChart chart{"Pairs",
                    "",
                    {"time", "s"},
                    {"distance", "m"},
                    {"share", "%"},
                    {0, 0},
                    {4, 2},
                    4,
                    2,
                    {1, 1, 0, 3, std::numeric_limits<double>::quiet_NaN(), 3, 3, 3}};
    Canvas canvas(480, 270, Theme::plain);
    const Layout layout = draw(canvas, kArea, chart);
    expect_apart(layout, kArea);
    const std::string svg = canvas.finish("x");
    EXPECT_EQ(occurrences(svg, "crispEdges"), 2u);
    EXPECT_EQ(occurrences(svg, "z\" fill") + occurrences(svg, "zM"), 3u);
    chart.values.assign(8, 0);
    Canvas empty(480, 270, Theme::plain);
    draw(empty, kArea, chart);
    EXPECT_NE(empty.finish("x").find("no data"), std::string::npos);
}

/// Left half 1, right half 2, last column 0.
GridField stripes(std::uint32_t columns, std::uint32_t rows) {
    GridField field{{0, 0}, 1, columns, rows, {}};
    for (std::uint32_t r = 0; r < rows; ++r) {
        for (std::uint32_t c = 0; c < columns; ++c) {
            field.value.push_back(c < columns / 2 ? 1 : c == columns - 1 ? 0 : 2);
        }
    }
    return field;
}

TEST(HeatMap, EqualCellsBecomeOneRectangle) {
    HeatMap map{"Density", "", {"density", "1/m²"}, stripes(40, 30), false, {}, {{0, 0}, {40, 30}}};
    Canvas canvas(480, 500, Theme::plain);
    const Box area{8, 4, 464, 492};
    expect_apart(draw(canvas, area, map), area);
    const std::string svg = canvas.finish("x");
    EXPECT_NE(svg.find("d=\"M0 0h20v30h-20z\""), std::string::npos);
    EXPECT_NE(svg.find("d=\"M20 0h19v30h-19z\""), std::string::npos);
    EXPECT_EQ(svg.find("M39 0"), std::string::npos) << "0 is empty";
    map.zero_counts = true;
    Canvas with_zero(480, 500, Theme::plain);
    draw(with_zero, area, map);
    EXPECT_NE(with_zero.finish("x").find("M39 0h1v30h-1z"), std::string::npos);
}

TEST(HeatMap, OutliersDoNotDarkenTheRest) {
    HeatMap map{"Density", "", {"density", "1/m²"}, stripes(40, 30), false, {}, {{0, 0}, {40, 30}}};
    map.field.value[3] = 500;
    Canvas canvas(480, 500, Theme::plain);
    draw(canvas, {8, 4, 464, 492}, map);
    EXPECT_NE(canvas.finish("x").find("≥ 2"), std::string::npos);
}

TEST(HeatMap, Empty) {
    const HeatMap map{"Density", "", {"density", "1/m²"}, {}, false, {}, {}};
    EXPECT_NE(figure(map, 480, Theme::page, "a").find("</svg>"), std::string::npos);
}

PathMap crowd(std::size_t people, std::size_t samples) {
    PathMap map;
    map.title = "Paths";
    map.categories = {"one", "two"};
    for (std::size_t i = 0; i < people; ++i) {
        Path path;
        const auto number = static_cast<double>(i);
        path.category = i % 2;
        path.value = number;
        path.pieces.emplace_back();
        for (std::size_t k = 0; k < samples; ++k) {
            const auto t = static_cast<double>(k);
            path.pieces[0].push_back({0.1 * t, static_cast<double>(i % 50) + std::sin(t * 0.7 + number)});
        }
        map.paths.push_back(std::move(path));
    }
    map.view = {{-1, -2}, {0.1 * static_cast<double>(samples) + 1, 52}};
    return map;
}

TEST(PathMap, AMetreIsAsLongAlongBothAxes) {
    for (const Vec2d size : {Vec2d{100, 10}, Vec2d{10, 100}, Vec2d{30, 30}}) {
        PathMap map;
        map.view = {{0, 0}, size};
        // A square of a third of the shorter side, as a wall.
        const double side = std::min(size.x, size.y) / 3;
        map.ground.outline.walls = {{{0, 0}, {side, 0}, {side, side}}};
        const double height = map_height(map.view, 600);
        Canvas canvas(600, height, Theme::plain);
        const Box area{0, 0, 600, height};
        const Layout layout = draw(canvas, area, map);
        expect_apart(layout, area);
        expect_room_between_labels(layout);
        // "M x y l dx 0 0 -dy" in tenths of a pixel: dx must be dy.
        const std::string svg = canvas.finish("x");
        const std::size_t at = svg.find("stroke-width=\"16\"><path d=\"M");
        ASSERT_NE(at, std::string::npos);
        double x = 0, y = 0, dx = 0, dy = 0;
        ASSERT_EQ(std::sscanf(svg.c_str() + at, "stroke-width=\"16\"><path d=\"M%lf %lfl%lf 0 0%lf", &x, &y, &dx, &dy),
                  4);
        EXPECT_GT(dx, 20);
        EXPECT_NEAR(dx, -dy, 1.5);
    }
}

TEST(PathMap, LegendNamesWhatIsThereAndKeepsOffTheData) {
    PathMap map = crowd(20, 30);
    map.categories = {"walker <b>", std::string(400, 'x'), "nobody"};
    map.ground.goals.push_back({"exit", {{1, 1}, {2, 1}, {2, 2}}, {}, {}});
    const Box area{0, 0, 500, 500};
    Canvas canvas(500, 500, Theme::plain);
    expect_apart(draw(canvas, area, map), area);
    const std::string svg = canvas.finish("x");
    EXPECT_NE(svg.find("walker &lt;b&gt; (10)"), std::string::npos);
    EXPECT_EQ(svg.find("nobody"), std::string::npos);
    EXPECT_NE(svg.find(">start<"), std::string::npos);
    EXPECT_NE(svg.find(">goal: exit<"), std::string::npos);
    EXPECT_NE(svg.find(" m</text>"), std::string::npos) << "the scale bar";
    map.value = Axis{"appeared at", "s"};
    Canvas by_time(500, 500, Theme::plain);
    expect_apart(draw(by_time, area, map), area);
    EXPECT_NE(by_time.finish("x").find(ramp(1)), std::string::npos);
}

TEST(PathMap, ManyCategoriesShareAGrey) {
    PathMap map = crowd(20, 3);
    map.categories.clear();
    for (std::size_t i = 0; i < 20; ++i) {
        map.categories.push_back("kind " + std::to_string(i));
        map.paths[i].category = i;
    }
    EXPECT_NE(figure(map, 600, Theme::plain).find(">others (14)<"), std::string::npos);
}

TEST(PathMap, LargeInputStaysSmallAndSaysSo) {
    const std::string svg = figure(crowd(100000, 3), 1000, Theme::plain);
    EXPECT_LT(svg.size(), 400000u);
    EXPECT_NE(svg.find("every 50th of 100000 people"), std::string::npos);
    PathMap detailed = crowd(1000, 2000);
    detailed.most_points = 20000;
    const std::string drawn = figure(detailed, 1000, Theme::plain);
    EXPECT_LT(drawn.size(), 400000u);
    EXPECT_NE(drawn.find("drawn: every"), std::string::npos);
    EXPECT_EQ(figure(crowd(100, 30), 1000, Theme::plain).find("drawn: every"), std::string::npos);
}

TEST(PathMap, OddPaths) {
    PathMap map = crowd(0, 0);
    EXPECT_NE(figure(map, 600, Theme::plain).find("nobody was recorded"), std::string::npos);
    map.paths.push_back({{{{1, 1}}}, 0, 0});                            // seen once
    map.paths.push_back({{{{1, 1}, {1, 1}, {1, 1}}}, 0, 0});            // never moved
    map.paths.push_back({{{}}, 0, 0});                                  // nothing at all
    map.paths.push_back({{{{1, 1}, {2, 2}}, {{5, 5}, {6, 5}}}, 1, 0});  // out of sight for a while
    const std::string svg = figure(map, 600, Theme::plain);
    const std::string stroke = "stroke=\"" + colour(Theme::plain, Ink::category, 1) + "\"/>";
    const std::size_t end = svg.find(stroke, svg.find("stroke-opacity"));
    ASSERT_NE(end, std::string::npos);
    const std::string path = svg.substr(svg.rfind("<path", end), end - svg.rfind("<path", end));
    EXPECT_EQ(occurrences(path, "M"), 2u) << path;
    EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(OutlineMap, TilesLinesAndMarksAreNamedAndCounted) {
    OutlineMap map;
    map.title = "cells";
    map.ground.outline.floor.push_back({{{0, 0}, {10, 0}, {10, 5}, {0, 5}}, {}});
    map.view = view_of(map.ground, std::nullopt);
    map.categories = {"closed", "dead ends", "passages"};
    map.tiles = {{{{0, 0}, {5, 0}, {5, 5}, {0, 5}}, 1}, {{{5, 0}, {10, 0}, {10, 5}, {5, 5}}, 1}};
    map.lines = {{"free segments", {{{5, 0}, {5, 5}}}}};
    map.marks = {{"crossing", std::vector<Vec2d>(2000, Vec2d{3, 3}), 4}, {"dangling", {}, 5}};
    const std::string svg = figure(map, 800, Theme::plain);
    for (const char* part : {"dead ends (2)", "free segments (1)", "crossing (2000)"}) {
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    }
    for (const char* part : {"closed", "passages", "dangling"}) EXPECT_EQ(svg.find(part), std::string::npos) << part;
    EXPECT_LT(svg.size(), 100'000u) << "of many marks some are drawn";
    map.lines[0].lines.assign(map.most_lines + 1, map.lines[0].lines[0]);
    const std::string veil = figure(map, 800, Theme::plain);
    EXPECT_NE(veil.find("free segments (not drawn)"), std::string::npos);
    EXPECT_LT(veil.size(), svg.size() + 100) << "a grey veil";
}

TEST(OutlineMap, DrawsWhatLiesInTheView) {
    OutlineMap map;
    map.view = {{0, 0}, {10, 10}};
    map.lines = {{.name = "links", .lines = {{{1, 1}, {9, 9}}, {{-50, 5}, {50, 5}}, {{40, 1}, {50, 9}}}}};
    map.lines[0].ink = Ink::mark;
    map.marks = {{.name = "dots", .places = {{5, 5}, {50, 5}}, .category = 2, .filled = true}};
    const std::string svg = figure(map, 600, Theme::plain);
    const std::size_t stroke = svg.find("stroke=\"" + colour(Theme::plain, Ink::mark) + "\" stroke-width=\"7\"");
    ASSERT_NE(stroke, std::string::npos);
    const std::string d = svg.substr(stroke, svg.find("/>", stroke) - stroke);
    EXPECT_EQ(occurrences(d, "M"), 2u) << "one lies outside: " << d;
    EXPECT_NE(svg.find("links (3)"), std::string::npos);
    EXPECT_NE(svg.find("dots (2)"), std::string::npos);
    EXPECT_EQ(occurrences(svg, "fill=\"" + colour(Theme::plain, Ink::category, 2) + "\""), 2u) << "legend, one dot";
}

TEST(HeatMap, ArrowsAreSeenOnDarkAndOnLight) {
    HeatMap map;
    map.view = {{0, 0}, {3, 1}};
    map.value = {"way left", "m"};
    map.field = {{0, 0}, 1, 3, 1, {1, 9, 9}};
    map.arrows = {{{0.5, 0.5}, {1, 0}}, {{1.5, 0.5}, {0, 1}}};
    map.arrow_name = "headings";
    const std::string svg = figure(map, 600, Theme::plain);
    EXPECT_NE(svg.find(">headings<"), std::string::npos);
    for (const char* ink : {"#ffffff", "#1d2126"}) {
        const std::size_t stroke = svg.find(std::string("stroke=\"") + ink + "\" stroke-width=\"11\"");
        ASSERT_NE(stroke, std::string::npos) << ink;
        const std::string d = svg.substr(stroke, svg.find("/>", stroke) - stroke);
        EXPECT_EQ(occurrences(d, "M"), 2u) << "shaft and head of one arrow: " << d;
    }
    // To the right on dark, up on light.
    const std::size_t dark = svg.find("#ffffff\" stroke-width=\"11\""),
                      light = svg.find("#1d2126\" stroke-width=\"11\"");
    EXPECT_NE(svg.find("l220 0M", dark), std::string::npos);
    EXPECT_NE(svg.find("l0-220M", light), std::string::npos);
}

TEST(View, FollowsPeopleNotDistantWalls) {
    Ground ground;
    ground.outline.walls = {{{-60, -8}, {60, -8}}, {{-60, 8}, {60, 8}}};
    const View people{{-30, -7}, {30, 7}};
    const View far = view_of(ground, people);
    EXPECT_LT(far.upper.x, 40);
    EXPECT_GT(far.upper.y, 8);
    ground.outline.walls = {{{-31, -8}, {40, -8}}};
    EXPECT_GT(view_of(ground, people).upper.x, 40);
    EXPECT_LT(view_of(ground, std::nullopt).lower.x, -31);
    ground.goals.push_back({"behind the wall", {{42, 0}, {44, 0}, {44, 2}}, {}, {}});
    EXPECT_GT(view_of(ground, people).upper.x, 44);
    EXPECT_GT(view_of({}, std::nullopt).upper.x, 1);
    const View point = view_of({}, View{{5, 5}, {5, 5}});
    EXPECT_GT(point.upper.x - point.lower.x, 0.5);
}

TEST(Figures, SameInputSameBytesAndNothingFromOutside) {
    const PathMap map = crowd(30, 50);
    for (const Theme theme : {Theme::plain, Theme::page}) {
        const std::string svg = figure(map, 700, theme, "p");
        EXPECT_EQ(svg, figure(map, 700, theme, "p"));
        EXPECT_EQ(occurrences(svg, "http"), 1u) << "the namespace";
        EXPECT_EQ(occurrences(svg, "var(--") > 0, theme == Theme::page);
        EXPECT_EQ(occurrences(svg, "<g"), occurrences(svg, "</g>"));
    }
}

}  // namespace
}  // namespace sidestep::plot
