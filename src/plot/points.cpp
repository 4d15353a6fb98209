// Clouds of points with their means, and lines that change colour.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/frame.h"

namespace sidestep::plot {
namespace {

bool is_finite(Vec2d p) {
    return std::isfinite(p.x) && std::isfinite(p.y);
}

/// From 0 to what is there.
void include(Range& range, double value) {
    if (!std::isfinite(value)) return;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
}

std::string move_to(Vec2d p) {
    return fmt::format("M{} {}", decimal(p.x, 1), decimal(p.y, 1));
}
std::string line_to(Vec2d p) {
    return fmt::format("L{} {}", decimal(p.x, 1), decimal(p.y, 1));
}

/// Lines from point to point, interrupted where one is not finite.
std::string path_of(const Frame& frame, const std::vector<Vec2d>& points) {
    std::string d;
    bool drawing = false;
    for (const Vec2d p : points) {
        if (is_finite(p)) d += drawing ? line_to(frame.place(p)) : move_to(frame.place(p));
        drawing = is_finite(p);
    }
    return d;
}

std::string note_of(const std::string& said, std::size_t each) {
    if (each <= 1) return said;
    return fmt::format("{}{}one point of {} is drawn", said, said.empty() ? "" : "; ", each);
}

}  // namespace

Layout draw(Canvas& canvas, Box area, const PointChart& chart) {
    Range x{0, 0}, y{0, 0};
    std::size_t points = 0, each = 1;
    const auto look = [&](Vec2d p) {
        if (!is_finite(p) || p.x > chart.x_most) return;
        include(x, p.x);
        include(y, p.y);
        ++points;
    };
    for (const PointChart::Cloud& cloud : chart.clouds) {
        for (const Vec2d p : cloud.points) look(p);
        each =
            std::max(each, (cloud.points.size() + chart.most_points - 1) / std::max(chart.most_points, std::size_t{1}));
    }
    for (const PointChart::Spread& spread : chart.spreads) {
        for (const PointChart::Spread::Bar& bar : spread.bars) {
            look(bar.at);
            look(bar.at + Vec2d{0, bar.half});
        }
    }
    for (const PointChart::Curve& curve : chart.curves) {
        for (const Vec2d p : curve.points) look(p);
    }
    if (points == 0) x.high = y.high = 1;
    x.high += 0.02 * x.size();
    y.high += 0.05 * y.size();
    FrameSpec spec{chart.title, note_of(chart.note, each), chart.x, chart.y, x, y};
    using Mark = LegendEntry::Mark;
    for (const auto& c : chart.clouds)
        spec.legend.push_back({Mark::dot, canvas.colour(Ink::category, c.category), c.name});
    for (const auto& s : chart.spreads) {
        spec.legend.push_back({Mark::ring, canvas.colour(Ink::category, s.category), s.name});
    }
    for (const auto& c : chart.curves)
        spec.legend.push_back({Mark::line, canvas.colour(Ink::category, c.category), c.name});
    std::erase_if(spec.legend, [](const LegendEntry& entry) { return entry.label.empty(); });
    const Frame frame(canvas, area, spec);
    const Box& data = frame.layout().data;
    if (points == 0) {
        canvas.text({data.x + data.width / 2, data.y + data.height / 2}, "no data",
                    {.anchor = TextStyle::Anchor::middle, .ink = Ink::faint});
    }
    canvas.clip(data);
    for (const PointChart::Cloud& cloud : chart.clouds) {
        // Lines of no length with round ends: one path instead of thousands of circles.
        std::string d;
        for (std::size_t i = 0; i < cloud.points.size(); i += each) {
            if (is_finite(cloud.points[i])) d += move_to(frame.place(cloud.points[i])) + "h0";
        }
        canvas.raw(
            fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"2.4\" stroke-linecap=\"round\" "
                        "stroke-opacity=\"0.5\"/>\n",
                        d, canvas.colour(Ink::category, cloud.category)));
    }
    for (const PointChart::Curve& curve : chart.curves) {
        canvas.raw(fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
                               path_of(frame, curve.points), canvas.colour(Ink::category, curve.category)));
    }
    for (const PointChart::Spread& spread : chart.spreads) {
        const std::string stroke = canvas.colour(Ink::category, spread.category);
        for (const PointChart::Spread::Bar& bar : spread.bars) {
            if (!is_finite(bar.at)) continue;
            if (std::isfinite(bar.half)) {
                canvas.line(frame.place(bar.at - Vec2d{0, bar.half}), frame.place(bar.at + Vec2d{0, bar.half}), stroke,
                            1.2);
            }
            canvas.circle(frame.place(bar.at), 3, canvas.colour(Ink::paper), stroke);
        }
    }
    canvas.end();
    return frame.layout();
}

Layout draw(Canvas& canvas, Box area, const TraceChart& chart) {
    std::optional<Range> x;
    Range value{0, 0};
    std::size_t points = 0;
    for (const TraceChart::Trace& trace : chart.traces) {
        for (std::size_t i = 0; i < trace.points.size(); ++i) {
            if (!is_finite(trace.points[i])) continue;
            if (!x) x = Range{trace.points[i].x, trace.points[i].x};
            include(*x, trace.points[i].x);
            include(value, trace.values[i]);
            ++points;
        }
    }
    FrameSpec spec{chart.title, chart.note, chart.x, chart.y, x.value_or(Range{}), {chart.y_low, chart.y_high}};
    spec.bar = ColourBar{chart.value, {std::max(value.low, 0.0), value.high > 0 ? value.high : 1}};
    if (!chart.marked.empty()) {
        spec.legend.push_back({LegendEntry::Mark::line, canvas.colour(Ink::mark), chart.marked_name});
    }
    const Frame frame(canvas, area, spec);
    canvas.clip(frame.layout().data);
    const std::size_t each = points / std::max(chart.most_points, std::size_t{1}) + 1;
    std::vector<std::string> pieces(spec.bar->levels);
    for (const TraceChart::Trace& trace : chart.traces) {
        // From one kept point to the next in the colour of the first.
        std::optional<std::size_t> last;
        std::optional<std::size_t> colour;
        for (std::size_t i = 0; i < trace.points.size(); ++i) {
            if (!is_finite(trace.points[i])) {
                last.reset();
                colour.reset();
                continue;
            }
            const bool ends = i + 1 == trace.points.size() || !is_finite(trace.points[i + 1]);
            if (last && !ends && i % each != 0) continue;
            if (last) {
                const std::size_t level = spec.bar->level_of(trace.values[*last]);
                if (colour != level) pieces[level] += move_to(frame.place(trace.points[*last]));
                pieces[level] += line_to(frame.place(trace.points[i]));
                colour = level;
            }
            last = i;
        }
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].empty()) continue;
        canvas.raw(fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>\n",
                               pieces[i], ramp(static_cast<double>(i) / static_cast<double>(spec.bar->levels - 1))));
    }
    for (const std::vector<Vec2d>& line : chart.marked) {
        canvas.raw(fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"/>\n", path_of(frame, line),
                               canvas.colour(Ink::mark)));
        for (const Vec2d p : line) {
            if (is_finite(p)) canvas.circle(frame.place(p), 2.6, canvas.colour(Ink::paper), canvas.colour(Ink::mark));
        }
    }
    canvas.end();
    return frame.layout();
}

std::string figure(const PointChart& chart, double width, double height, Theme theme, const std::string& prefix) {
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, chart);
    return canvas.finish(chart.title);
}

std::string figure(const TraceChart& chart, double width, double height, Theme theme, const std::string& prefix) {
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, chart);
    return canvas.finish(chart.title);
}

}  // namespace sidestep::plot
