// Lines and bars.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/frame.h"

namespace sidestep::plot {
namespace {

void include(std::optional<Range>& range, double value) {
    if (!std::isfinite(value)) return;
    if (!range) range = Range{value, value};
    range->low = std::min(range->low, value);
    range->high = std::max(range->high, value);
}

void say_nothing_there(Canvas& canvas, Box data) {
    canvas.text({data.x + data.width / 2, data.y + data.height / 2}, "no data",
                {.anchor = TextStyle::Anchor::middle, .ink = Ink::faint});
}

/// A line needs no more points than its box has pixels.
constexpr double kTolerance = 0.25;

}  // namespace

Layout draw(Canvas& canvas, Box area, const LineChart& chart) {
    std::optional<Range> x, y;
    bool whole = true;
    for (const Line& line : chart.lines) {
        for (const Vec2d p : line.points) {
            if (!std::isfinite(p.y)) continue;
            include(x, p.x);
            include(y, p.y);
            whole = whole && p.y == std::round(p.y);
        }
    }
    const bool empty = !y;
    if (y && chart.from_zero) include(y, 0);
    if (y) y->high += 0.05 * y->size();
    FrameSpec spec{chart.title, chart.note, chart.x, chart.y, x.value_or(Range{}), y.value_or(Range{}), whole};
    for (std::size_t i = 0; chart.lines.size() > 1 && i < chart.lines.size(); ++i) {
        spec.legend.push_back({LegendEntry::Mark::line, canvas.colour(Ink::category, i), chart.lines[i].name});
    }
    const Frame frame(canvas, area, spec);
    if (empty) say_nothing_there(canvas, frame.layout().data);
    canvas.clip(frame.layout().data);
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const std::string stroke = canvas.colour(Ink::category, i);
        std::vector<Vec2d> piece;
        const auto finish = [&] {
            if (piece.size() == 1) canvas.circle(piece[0], 2.5, stroke);
            if (piece.size() > 1) {
                std::string d;
                for (const Vec2d p : simplified(piece, kTolerance)) {
                    d += fmt::format("{}{} {}", d.empty() ? "M" : "L", decimal(p.x, 1), decimal(p.y, 1));
                }
                canvas.raw(fmt::format(
                    "<path d=\"{}\" stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/>\n", d, stroke));
            }
            piece.clear();
        };
        for (const Vec2d p : chart.lines[i].points) {
            if (std::isfinite(p.x) && std::isfinite(p.y)) {
                piece.push_back(frame.place(p));
            } else {
                finish();
            }
        }
        finish();
    }
    canvas.end();
    return frame.layout();
}

Layout draw(Canvas& canvas, Box area, const BarChart& chart) {
    const auto n = static_cast<double>(chart.heights.size());
    double highest = 0;
    for (const double h : chart.heights) highest = std::max(highest, h);
    const bool whole =
        std::all_of(chart.heights.begin(), chart.heights.end(), [](double h) { return h == std::round(h); });
    // Room on both sides, so that a single bar is a bar and not a wall.
    const double around = n > 0 && n < 4 ? chart.width * (4 - n) / 2 : 0;
    const double end = chart.heights.empty() ? chart.width : n * chart.width;
    FrameSpec spec{chart.title,
                   chart.note,
                   chart.x,
                   chart.y,
                   {chart.lower - around, chart.lower + end + around},
                   {0, highest > 0 ? highest * 1.05 : 1},
                   whole};
    if (chart.mark && !chart.heights.empty()) {
        spec.legend.push_back({LegendEntry::Mark::dashes, canvas.colour(Ink::mark), chart.mark_name});
    }
    const Frame frame(canvas, area, spec);
    const Box& data = frame.layout().data;
    if (chart.heights.empty()) say_nothing_there(canvas, data);
    for (std::size_t i = 0; i < chart.heights.size(); ++i) {
        if (!(chart.heights[i] > 0)) continue;
        const double left = chart.lower + static_cast<double>(i) * chart.width;
        const Vec2d a = frame.place({left, chart.heights[i]}), b = frame.place({left + chart.width, 0});
        const double gap = b.x - a.x > 4 ? 1 : 0;
        canvas.rect({a.x, a.y, b.x - a.x - gap, b.y - a.y}, canvas.colour(Ink::category, 0));
    }
    if (chart.mark && !chart.heights.empty()) {
        const double x = frame.place({*chart.mark, 0}).x;
        if (x >= data.x && x <= data.right()) {
            canvas.raw("<g stroke-dasharray=\"4 3\">");
            canvas.line({x, data.y}, {x, data.bottom()}, canvas.colour(Ink::mark), 1.6);
            canvas.raw("</g>\n");
        }
    }
    return frame.layout();
}

std::string figure(const LineChart& chart, double width, double height, Theme theme, const std::string& prefix) {
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, chart);
    return canvas.finish(chart.title);
}

Layout draw(Canvas& canvas, Box area, const CellChart& chart) {
    double most = 0;
    for (const double v : chart.values) {
        if (std::isfinite(v)) most = std::max(most, v);
    }
    FrameSpec spec{
        chart.title, chart.note, chart.x, chart.y, {chart.lower.x, chart.upper.x}, {chart.lower.y, chart.upper.y}};
    spec.bar = ColourBar{chart.value, {0, most > 0 ? most : 1}};
    const Frame frame(canvas, area, spec);
    if (most <= 0) say_nothing_there(canvas, frame.layout().data);
    canvas.clip(frame.layout().data);
    const Vec2d size = chart.upper - chart.lower;
    const auto corner = [&](std::size_t column, std::size_t row) {
        return frame.place({chart.lower.x + size.x * static_cast<double>(column) / static_cast<double>(chart.columns),
                            chart.lower.y + size.y * static_cast<double>(row) / static_cast<double>(chart.rows)});
    };
    // One path per colour, neighbours of a row in one piece.
    std::vector<std::string> pieces(spec.bar->levels);
    const auto level = [&](std::size_t column, std::size_t row) {
        const double v = column < chart.columns ? chart.values[row * chart.columns + column] : 0;
        return std::isfinite(v) && v > 0 ? static_cast<int>(spec.bar->level_of(v)) : -1;
    };
    for (std::size_t row = 0; row < chart.rows; ++row) {
        for (std::size_t first = 0, end = 1; first < chart.columns; first = end++) {
            const int colour_level = level(first, row);
            while (end < chart.columns && level(end, row) == colour_level) ++end;
            if (colour_level < 0) continue;
            const Vec2d p = corner(first, row), q = corner(end, row + 1);
            pieces[static_cast<std::size_t>(colour_level)] +=
                fmt::format("M{} {}H{}V{}H{}z", decimal(p.x, 1), decimal(p.y, 1), decimal(q.x, 1), decimal(q.y, 1),
                            decimal(p.x, 1));
        }
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].empty()) continue;
        canvas.raw(fmt::format("<path d=\"{}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>\n", pieces[i],
                               ramp(static_cast<double>(i) / static_cast<double>(spec.bar->levels - 1))));
    }
    canvas.end();
    return frame.layout();
}

std::string figure(const CellChart& chart, double width, double height, Theme theme, const std::string& prefix) {
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, chart);
    return canvas.finish(chart.title);
}

std::string figure(const BarChart& chart, double width, double height, Theme theme, const std::string& prefix) {
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, chart);
    return canvas.finish(chart.title);
}

}  // namespace sidestep::plot
