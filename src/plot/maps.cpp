// Heat maps and paths over a map.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "base/round_number.h"
#include "plot/frame.h"

namespace sidestep::plot {
namespace {

/// Tenths of a pixel, relative to the last point: a third of the bytes of plain coordinates.
class Strokes {
public:
    explicit Strokes(const Frame& frame) : frame_(frame) {}
    static Vec2d tenths(Vec2d pixels) { return {std::round(pixels.x * 10), std::round(pixels.y * 10)}; }
    Vec2d place(Vec2d metres) const { return tenths(frame_.place(metres)); }
    static void append(std::string& d, const std::vector<Vec2d>& points, bool closed) {
        Vec2d last{};
        bool begun = false;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vec2d step = i == 0 ? points[0] : points[i] - last;
            if (i > 0 && step == Vec2d{}) continue;
            d += i == 0 ? "M" : begun ? " " : "l";
            begun = i > 0;
            d += fmt::format("{:.0f}{}{:.0f}", step.x + 0.0, step.y < 0 ? "" : " ", step.y + 0.0);
            last = points[i];
        }
        if (closed) d += "z";
    }
    std::string ring(const std::vector<Vec2d>& corners) const {
        std::vector<Vec2d> points;
        for (const Vec2d p : corners) points.push_back(place(p));
        std::string d;
        append(d, points, true);
        return d;
    }

private:
    const Frame& frame_;
};

constexpr const char* kTenths = "<g transform=\"scale(.1)\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";

bool in_sight(const Box& data, const std::vector<Vec2d>& pixels) {
    Vec2d low{1e300, 1e300}, high{-1e300, -1e300};
    for (const Vec2d p : pixels) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    return high.x >= data.x && low.x <= data.right() && high.y >= data.y && low.y <= data.bottom();
}

void draw_floor(Canvas& canvas, const Frame& frame, const Ground& ground) {
    const Strokes strokes(frame);
    if (ground.outline.floor.empty()) return;
    std::string d;
    for (const MapOutline::Area& area : ground.outline.floor) {
        d += strokes.ring(area.outer);
        for (const auto& hole : area.holes) d += strokes.ring(hole);
    }
    canvas.raw(fmt::format("{}><path d=\"{}\" fill=\"{}\" fill-rule=\"evenodd\"/></g>\n", kTenths, d,
                           canvas.colour(Ink::floor)));
}

void draw_walls(Canvas& canvas, const Frame& frame, const Ground& ground) {
    const Strokes strokes(frame);
    std::string d;
    std::size_t corners = 0;
    const auto count = [&](const std::vector<Vec2d>& chain) {
        for (const Vec2d p : chain) corners += in_sight(frame.layout().data, {frame.place(p)});
    };
    for (const MapOutline::Area& area : ground.outline.floor) {
        d += strokes.ring(area.outer);
        count(area.outer);
        for (const auto& hole : area.holes) {
            d += strokes.ring(hole);
            count(hole);
        }
    }
    for (const auto& line : ground.outline.walls) {
        count(line);
        std::vector<Vec2d> points;
        for (const Vec2d p : line) points.push_back(strokes.place(p));
        Strokes::append(d, points, false);
    }
    if (d.empty()) return;
    // Those of a city would cover its streets.
    canvas.raw(fmt::format("{} stroke=\"{}\" stroke-width=\"{}\"><path d=\"{}\"/></g>\n", kTenths,
                           canvas.colour(Ink::wall), corners > 3000 ? 8 : 16, d));
}

void draw_goals(Canvas& canvas, const Frame& frame, const Ground& ground) {
    const Strokes strokes(frame);
    for (const Ground::Goal& goal : ground.goals) {
        if (!goal.polygon.empty()) {
            canvas.raw(fmt::format(
                "{} stroke=\"{}\" stroke-width=\"14\" stroke-dasharray=\"50 40\"><path d=\"{}\" fill=\"{}\" "
                "fill-opacity=\".12\"/></g>\n",
                kTenths, canvas.colour(Ink::goal), strokes.ring(goal.polygon), canvas.colour(Ink::goal)));
            continue;
        }
        if (goal.line.size() > 1) {
            std::vector<Vec2d> points;
            for (const Vec2d p : goal.line) points.push_back(strokes.place(p));
            std::string d;
            Strokes::append(d, points, false);
            canvas.raw(fmt::format(
                "{} fill=\"none\" stroke=\"{}\" stroke-width=\"14\" stroke-dasharray=\"10 40\"><path d=\"{}\"/></g>\n",
                kTenths, canvas.colour(Ink::goal), d));
        }
        const Vec2d at = frame.place(goal.point);
        canvas.raw(fmt::format("<path d=\"M{} {}m-4-4l8 8m0-8l-8 8\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                               decimal(at.x, 1), decimal(at.y, 1), canvas.colour(Ink::goal)));
    }
}

void add_goal_legend(Canvas& canvas, const Ground& ground, std::vector<LegendEntry>& legend) {
    if (ground.goals.empty()) return;
    const std::size_t n = ground.goals.size();
    const bool named = n == 1 && !ground.goals[0].name.empty();
    legend.push_back({LegendEntry::Mark::dashes, canvas.colour(Ink::goal),
                      named    ? fmt::format("goal: {}", ground.goals[0].name)
                      : n == 1 ? "goal"
                               : "goals"});
}

std::string counted(const std::string& name, std::size_t n, bool count) {
    return count ? fmt::format("{} ({})", name, n) : name;
}

void add_legend(Canvas& canvas, const std::vector<LineSet>& sets, std::size_t most, std::vector<LegendEntry>& legend) {
    for (const LineSet& set : sets) {
        if (set.lines.empty() || set.name.empty()) continue;
        std::string label =
            set.lines.size() > most ? set.name + " (not drawn)" : counted(set.name, set.lines.size(), set.counted);
        legend.push_back({set.dashed ? LegendEntry::Mark::dashes : LegendEntry::Mark::line,
                          canvas.colour(set.ink, set.category), std::move(label)});
    }
}

void add_legend(Canvas& canvas, const std::vector<MarkSet>& sets, std::vector<LegendEntry>& legend) {
    for (const MarkSet& set : sets) {
        if (set.places.empty() || set.name.empty()) continue;
        legend.push_back({set.filled ? LegendEntry::Mark::dot : LegendEntry::Mark::ring,
                          canvas.colour(Ink::category, set.category),
                          counted(set.name, set.places.size(), set.counted)});
    }
}

void draw_lines(Canvas& canvas, const Frame& frame, const std::vector<LineSet>& sets, std::size_t most) {
    const Strokes strokes(frame);
    for (const LineSet& set : sets) {
        if (set.lines.size() > most) continue;
        std::string d;
        std::size_t drawn = 0;
        for (const std::vector<Vec2d>& line : set.lines) {
            std::vector<Vec2d> pixels, points;
            for (const Vec2d p : line) pixels.push_back(frame.place(p));
            if (line.size() < 2 || !in_sight(frame.layout().data, pixels)) continue;
            for (const Vec2d p : pixels) points.push_back(Strokes::tenths(p));
            Strokes::append(d, points, false);
            ++drawn;
        }
        if (d.empty()) continue;
        // Thin where there are many, so that what lies between them can be seen.
        const double width = set.width > 0 ? set.width : drawn > 1000 ? 0.3 : 0.7;
        canvas.raw(fmt::format("{} stroke=\"{}\" stroke-width=\"{}\"{}><path d=\"{}\"/></g>\n", kTenths,
                               canvas.colour(set.ink, set.category), decimal(10 * width),
                               set.dashed ? " stroke-dasharray=\"60 50\"" : "", d));
    }
}

void draw_marks(Canvas& canvas, const Frame& frame, const std::vector<MarkSet>& sets, std::size_t most) {
    for (const MarkSet& set : sets) {
        const std::string colour = canvas.colour(Ink::category, set.category);
        const std::size_t every =
            set.filled ? 1 : std::max<std::size_t>(1, (set.places.size() + most - 1) / std::max<std::size_t>(most, 1));
        for (std::size_t i = 0; i < set.places.size(); i += every) {
            const Vec2d at = frame.place(set.places[i]);
            if (!in_sight(frame.layout().data, {at})) continue;
            if (set.filled) {
                canvas.circle(at, set.radius, colour);
            } else {
                canvas.circle(at, set.radius, "none", colour);
            }
        }
    }
}

/// The range of the colours: from 0, and not up to a few outliers that would leave everything else dark.
ColourBar bar_for(const HeatMap& map) {
    std::vector<double> shown;
    for (const double v : map.field.value) {
        if (v > 0) shown.push_back(v);
    }
    ColourBar bar{map.value, {0, 1}};
    if (shown.empty()) return bar;
    std::sort(shown.begin(), shown.end());
    const double most = shown.back(),
                 usual = shown[static_cast<std::size_t>(0.99 * static_cast<double>(shown.size() - 1))];
    bar.open_top = most > 1.5 * usual;
    const double top = bar.open_top ? usual : most;
    // Ends on a tick.
    const double step = round_number_above(top / 5);
    bar.range.high = std::ceil(top / step - 1e-9) * step;
    return bar;
}

struct Run {
    std::uint32_t first, end, row, rows;  // columns [first, end), rows [row, row + rows)
};

/// Rectangles of equal level: runs within a row, joined with the same run of the row below.
std::vector<std::vector<Run>> merged_runs(const HeatMap& map, const ColourBar& bar) {
    std::vector<std::vector<Run>> by_level(bar.levels);
    struct Open {
        std::size_t level, index;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Open> above;  // runs that end at the last row
    for (std::uint32_t row = 0; row < map.field.rows; ++row) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, Open> now;
        for (std::uint32_t c = 0; c < map.field.columns;) {
            const auto level_at = [&](std::uint32_t column) {
                const double v = map.field.at(column, row);
                return v > 0 || (map.zero_counts && v == 0) ? bar.level_of(v) : bar.levels;
            };
            const std::size_t level = level_at(c);
            std::uint32_t end = c + 1;
            while (end < map.field.columns && level_at(end) == level) ++end;
            if (level < bar.levels) {
                const auto same = above.find({c, end});
                if (same != above.end() && same->second.level == level) {
                    ++by_level[level][same->second.index].rows;
                    now.emplace(same->first, same->second);
                } else {
                    now.emplace(std::pair{c, end}, Open{level, by_level[level].size()});
                    by_level[level].push_back({c, end, row, 1});
                }
            }
            c = end;
        }
        above = std::move(now);
    }
    return by_level;
}

/// Whether the cell at a place has a light colour, or none.
std::size_t on_light(const HeatMap& map, const ColourBar& bar, Vec2d at) {
    const Vec2d cell = (at - map.field.lower) / map.field.cell;
    const bool inside = cell.x >= 0 && cell.y >= 0 && cell.x < map.field.columns && cell.y < map.field.rows;
    const double value =
        inside ? map.field.at(static_cast<std::uint32_t>(cell.x), static_cast<std::uint32_t>(cell.y)) : NAN;
    return !(value >= 0) || 2 * bar.level_of(value) >= bar.levels ? 1 : 0;
}

/// White on dark cells and dark on light ones, whatever the paper.
void draw_arrows(Canvas& canvas, const Frame& frame, const HeatMap& map, const ColourBar& bar) {
    if (map.arrows.empty()) return;
    double apart = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < map.arrows.size(); ++i) {
        apart = std::min(apart, norm(map.arrows[i].at - map.arrows[i - 1].at));
    }
    const double length = std::min(0.7 * apart * frame.pixels_per_x(), 22.0), head = 0.3 * length;
    std::array<std::string, 2> d;
    for (const HeatMap::Arrow& arrow : map.arrows) {
        const Vec2d at = frame.place(arrow.at), along{arrow.direction.x, -arrow.direction.y};
        const Vec2d tip = at + 0.5 * length * along, side{-along.y, along.x};
        const auto tenths = [](Vec2d p) { return Strokes::tenths(p); };
        Strokes::append(d[on_light(map, bar, arrow.at)], {tenths(at - 0.5 * length * along), tenths(tip)}, false);
        Strokes::append(
            d[on_light(map, bar, arrow.at)],
            {tenths(tip - head * (along + 0.6 * side)), tenths(tip), tenths(tip - head * (along - 0.6 * side))}, false);
    }
    for (const std::size_t light : {0u, 1u}) {
        if (d[light].empty()) continue;
        canvas.raw(fmt::format("{} stroke=\"{}\" stroke-width=\"11\"><path d=\"{}\"/></g>\n", kTenths,
                               light != 0 ? "#1d2126" : "#ffffff", d[light]));
    }
}

/// Thinned and simplified paths in tenths of a pixel, and how it was done.
struct Drawable {
    struct Stroke {
        const Path* path;
        std::vector<std::vector<Vec2d>> pieces;
    };
    std::vector<Stroke> strokes;
    std::size_t every = 1;
};

Drawable drawable(const PathMap& map, const Frame& frame) {
    Drawable out;
    out.every = (map.paths.size() + map.most_paths - 1) / std::max<std::size_t>(map.most_paths, 1);
    out.every = std::max<std::size_t>(out.every, 1);
    std::size_t points = 0;
    for (std::size_t i = 0; i < map.paths.size(); i += out.every) {
        Drawable::Stroke stroke{&map.paths[i], {}};
        for (const auto& piece : map.paths[i].pieces) {
            std::vector<Vec2d> placed;
            for (const Vec2d p : piece) {
                const Vec2d at = Strokes::tenths(frame.place(p));
                if (placed.empty() || placed.back() != at) placed.push_back(at);
            }
            placed = simplified(placed, 3);
            points += placed.size();
            stroke.pieces.push_back(std::move(placed));
        }
        out.strokes.push_back(std::move(stroke));
    }
    // Coarser until it fits, but never so coarse that the eye sees it.
    for (double tolerance = 6; points > map.most_points && tolerance <= 24; tolerance *= 2) {
        points = 0;
        for (Drawable::Stroke& stroke : out.strokes) {
            for (auto& piece : stroke.pieces) {
                piece = simplified(piece, tolerance);
                points += piece.size();
            }
        }
    }
    // Then fewer people.
    const std::size_t fewer = map.most_points > 0 ? (points + map.most_points - 1) / map.most_points : 1;
    if (fewer > 1) {
        Drawable thinned;
        thinned.every = out.every * fewer;
        for (std::size_t i = 0; i < out.strokes.size(); i += fewer)
            thinned.strokes.push_back(std::move(out.strokes[i]));
        return thinned;
    }
    return out;
}

std::string ordinal(std::size_t n) {
    const std::size_t tens = n % 100;
    const char* end = tens >= 11 && tens <= 13 ? "th"
                      : n % 10 == 1            ? "st"
                      : n % 10 == 2            ? "nd"
                      : n % 10 == 3            ? "rd"
                                               : "th";
    return fmt::format("{}{}", n, end);
}

FrameSpec map_spec(const std::string& title, const std::string& note, const View& view) {
    FrameSpec spec{title, note, {"x", "m"}, {"y", "m"}, {view.lower.x, view.upper.x}, {view.lower.y, view.upper.y}};
    spec.true_aspect = true;
    return spec;
}

}  // namespace

View view_of(const Ground& ground, const std::optional<View>& people) {
    std::optional<View> map;
    const auto include = [](std::optional<View>& view, Vec2d p) {
        if (!view) view = View{p, p};
        view->lower = {std::min(view->lower.x, p.x), std::min(view->lower.y, p.y)};
        view->upper = {std::max(view->upper.x, p.x), std::max(view->upper.y, p.y)};
    };
    for (const MapOutline::Area& area : ground.outline.floor) {
        for (const Vec2d p : area.outer) include(map, p);
    }
    for (const auto& wall : ground.outline.walls) {
        for (const Vec2d p : wall) include(map, p);
    }
    for (const Ground::Goal& goal : ground.goals) {
        for (const Vec2d p : goal.polygon) include(map, p);
        for (const Vec2d p : goal.line) include(map, p);
        if (goal.polygon.empty()) include(map, goal.point);
    }
    if (!people && !map) return {};
    View view = people ? *people : *map;
    const double size = std::max({view.upper.x - view.lower.x, view.upper.y - view.lower.y, 2.0});
    if (people && map) {
        // Walls may reach far beyond the people. A map that ends near them is shown to its end, any other is cut off
        // near them, so that they fill the figure.
        const auto reach = [size](double to_border) {
            return to_border <= 0 ? 0 : to_border <= 0.3 * size ? to_border : 0.06 * size;
        };
        view = {{view.lower.x - reach(view.lower.x - map->lower.x), view.lower.y - reach(view.lower.y - map->lower.y)},
                {view.upper.x + reach(map->upper.x - view.upper.x), view.upper.y + reach(map->upper.y - view.upper.y)}};
    }
    const double margin = 0.02 * size + 0.3;
    view.lower -= {margin, margin};
    view.upper += {margin, margin};
    return view;
}

double map_height(const View& view, double width) {
    const double data = std::max(width - 72, 60.0);  // less what labels usually take
    const double aspect = (view.upper.y - view.lower.y) / std::max(view.upper.x - view.lower.x, 1e-9);
    return std::round(std::clamp(data * aspect, 90.0, 1.1 * data) + kMapSurround + 12);
}

Layout draw(Canvas& canvas, Box area, const HeatMap& map) {
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    FrameSpec spec = map_spec(map.title, map.note, map.view);
    spec.bar = bar_for(map);
    if (!map.arrows.empty() && !map.arrow_name.empty())
        spec.legend.push_back({LegendEntry::Mark::line, canvas.colour(Ink::text), map.arrow_name});
    add_legend(canvas, map.lines, kAll, spec.legend);
    add_legend(canvas, map.marks, spec.legend);
    const Frame frame(canvas, area, spec);
    canvas.clip(frame.layout().data);
    draw_floor(canvas, frame, map.ground);
    const Vec2d corner = frame.place(map.field.lower);
    const double scale = frame.pixels_per_x() * map.field.cell;
    if (!map.field.value.empty()) {
        canvas.raw(fmt::format("<g transform=\"translate({} {}) scale({} -{})\" shape-rendering=\"crispEdges\">\n",
                               decimal(corner.x, 3), decimal(corner.y, 3), decimal(scale, 5), decimal(scale, 5)));
        const auto runs = merged_runs(map, *spec.bar);
        for (std::size_t level = 0; level < runs.size(); ++level) {
            if (runs[level].empty()) continue;
            std::string d;
            for (const Run& r : runs[level])
                d += fmt::format("M{} {}h{}v{}h-{}z", r.first, r.row, r.end - r.first, r.rows, r.end - r.first);
            const double share = static_cast<double>(level) / static_cast<double>(spec.bar->levels - 1);
            canvas.raw(fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", d, ramp(share)));
        }
        canvas.end();
    }
    draw_arrows(canvas, frame, map, *spec.bar);
    draw_lines(canvas, frame, map.lines, kAll);
    draw_walls(canvas, frame, map.ground);
    draw_marks(canvas, frame, map.marks, kAll);
    canvas.end();
    return frame.layout();
}

Layout draw(Canvas& canvas, Box area, const PathMap& map) {
    FrameSpec spec = map_spec(map.title, map.note, map.view);
    std::vector<std::size_t> used(std::max<std::size_t>(map.categories.size(), 1), 0);
    Range values{0, 0};
    for (std::size_t i = 0; i < map.paths.size(); ++i) {
        const Path& path = map.paths[i];
        if (path.category < used.size()) ++used[path.category];
        values = i == 0 ? Range{path.value, path.value}
                        : Range{std::min(values.low, path.value), std::max(values.high, path.value)};
    }
    if (map.value) {
        if (!(values.size() > 0)) values.high = values.low + 1;
        spec.bar = ColourBar{*map.value, values};
    } else {
        std::size_t others = 0;
        for (std::size_t c = 0; c < map.categories.size(); ++c) {
            if (used[c] == 0) continue;
            // A last category may have the grey for itself; more of them share it.
            if (c >= kCategories && map.categories.size() > kCategories + 1) {
                others += used[c];
                continue;
            }
            spec.legend.push_back({LegendEntry::Mark::line, canvas.colour(Ink::category, c),
                                   fmt::format("{} ({})", map.categories[c], used[c])});
        }
        if (others > 0) {
            spec.legend.push_back({LegendEntry::Mark::line, canvas.colour(Ink::category, kCategories),
                                   fmt::format("others ({})", others)});
        }
    }
    const bool marks = !map.paths.empty() && map.paths.size() <= map.most_marks;
    if (marks && !map.value) {
        spec.legend.push_back({LegendEntry::Mark::ring, canvas.colour(Ink::text), "start"});
        spec.legend.push_back({LegendEntry::Mark::dot, canvas.colour(Ink::text), "end"});
    }
    if (!map.value) add_goal_legend(canvas, map.ground, spec.legend);
    // How many are drawn depends on the frame's size, so the note is written afterwards, into a row kept for it.
    std::size_t points = 0;
    for (const Path& path : map.paths) {
        for (const auto& piece : path.pieces) points += piece.size();
    }
    const bool may_thin = map.paths.size() > map.most_paths || points > map.most_points;
    spec.note = may_thin || !map.note.empty() ? " " : "";
    const Frame frame(canvas, area, spec);
    const Drawable shown = drawable(map, frame);
    canvas.clip(frame.layout().data);
    draw_floor(canvas, frame, map.ground);
    draw_goals(canvas, frame, map.ground);

    const auto colour_of = [&](const Path& path) {
        return map.value ? spec.bar->colour_of(path.value) : canvas.colour(Ink::category, path.category);
    };
    // Fewer people, stronger lines.
    const double opacity = shown.strokes.size() <= 50 ? 0.85 : shown.strokes.size() <= 400 ? 0.6 : 0.4;
    // In the order given, so that no category lies on top of all others.
    canvas.raw(fmt::format("{} stroke-width=\"12\" stroke-opacity=\"{}\">\n", kTenths, decimal(opacity)));
    for (const Drawable::Stroke& stroke : shown.strokes) {
        std::string d;
        for (const auto& piece : stroke.pieces) {
            if (piece.size() > 1) Strokes::append(d, piece, false);
        }
        if (!d.empty()) canvas.raw(fmt::format("<path d=\"{}\" stroke=\"{}\"/>\n", d, colour_of(*stroke.path)));
    }
    canvas.end();
    draw_walls(canvas, frame, map.ground);
    for (const Drawable::Stroke& stroke : shown.strokes) {
        const auto& pieces = stroke.pieces;
        if (pieces.empty() || pieces.front().empty() || pieces.back().empty()) continue;
        // Whoever was seen once is a dot whatever the number of people: there is nothing else to show.
        const bool seen_once = pieces.size() == 1 && pieces[0].size() == 1;
        if (marks && !seen_once)
            canvas.circle(pieces.front().front() / 10, 2.2, canvas.colour(Ink::paper), colour_of(*stroke.path));
        if (marks || seen_once) canvas.circle(pieces.back().back() / 10, marks ? 2.6 : 1.5, colour_of(*stroke.path));
    }
    canvas.end();
    std::string note = map.note;
    if (shown.every > 1) {
        note = fmt::format("drawn: every {} of {} people{}{}", ordinal(shown.every), map.paths.size(),
                           note.empty() ? "" : "; ", note);
    }
    if (!note.empty())
        canvas.text({area.x, area.bottom() - 5}, shortened(note, kSmall, area.width),
                    {.size = kSmall, .ink = Ink::faint});
    if (map.paths.empty()) {
        const Box& data = frame.layout().data;
        canvas.text({data.x + data.width / 2, data.y + data.height / 2}, "nobody was recorded",
                    {.anchor = TextStyle::Anchor::middle, .ink = Ink::faint});
    }
    return frame.layout();
}

Layout draw(Canvas& canvas, Box area, const OutlineMap& map) {
    FrameSpec spec = map_spec(map.title, map.note, map.view);
    std::vector<std::size_t> used(map.categories.size(), 0);
    for (const OutlineMap::Tile& tile : map.tiles) {
        if (tile.category < used.size()) ++used[tile.category];
    }
    for (std::size_t c = 0; c < used.size(); ++c) {
        if (used[c] == 0 || map.categories[c].empty()) continue;
        spec.legend.push_back({LegendEntry::Mark::area, canvas.colour(Ink::category, c),
                               fmt::format("{} ({})", map.categories[c], used[c])});
    }
    add_legend(canvas, map.lines, map.most_lines, spec.legend);
    add_legend(canvas, map.marks, spec.legend);
    const Frame frame(canvas, area, spec);
    const Strokes strokes(frame);
    canvas.clip(frame.layout().data);
    draw_floor(canvas, frame, map.ground);
    std::vector<std::string> tiles(map.categories.size());
    for (const OutlineMap::Tile& tile : map.tiles) {
        std::vector<Vec2d> pixels;
        for (const Vec2d p : tile.corners) pixels.push_back(frame.place(p));
        if (tile.category < tiles.size() && in_sight(frame.layout().data, pixels))
            tiles[tile.category] += strokes.ring(tile.corners);
    }
    for (std::size_t c = 0; c < tiles.size(); ++c) {
        if (tiles[c].empty()) continue;
        canvas.raw(fmt::format("{}><path d=\"{}\" fill=\"{}\" fill-opacity=\".45\"/></g>\n", kTenths, tiles[c],
                               canvas.colour(Ink::category, c)));
    }
    draw_lines(canvas, frame, map.lines, map.most_lines);
    draw_walls(canvas, frame, map.ground);
    draw_marks(canvas, frame, map.marks, map.most_marks);
    canvas.end();
    return frame.layout();
}

std::string figure(const OutlineMap& map, double width, Theme theme, const std::string& prefix) {
    const double height = map_height(map.view, width);
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, map);
    return canvas.finish(map.title);
}

std::string figure(const HeatMap& map, double width, Theme theme, const std::string& prefix) {
    const double height = map_height(map.view, width);
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, map);
    return canvas.finish(map.title);
}

std::string figure(const PathMap& map, double width, Theme theme, const std::string& prefix) {
    const double height = map_height(map.view, width);
    Canvas canvas(width, height, theme, prefix);
    draw(canvas, {8, 4, width - 16, height - 8}, map);
    return canvas.finish(map.title);
}

}  // namespace sidestep::plot
