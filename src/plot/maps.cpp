// Heat maps and paths over a map.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
    for (const MapOutline::Area& area : ground.outline.floor) {
        d += strokes.ring(area.outer);
        for (const auto& hole : area.holes) d += strokes.ring(hole);
    }
    for (const auto& line : ground.outline.walls) {
        std::vector<Vec2d> points;
        for (const Vec2d p : line) points.push_back(strokes.place(p));
        Strokes::append(d, points, false);
    }
    if (d.empty()) return;
    canvas.raw(fmt::format("{} stroke=\"{}\" stroke-width=\"16\"><path d=\"{}\"/></g>\n", kTenths,
                           canvas.colour(Ink::wall), d));
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
    FrameSpec spec = map_spec(map.title, map.note, map.view);
    spec.bar = bar_for(map);
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
    draw_walls(canvas, frame, map.ground);
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
        if (used[c] == 0) continue;
        spec.legend.push_back({LegendEntry::Mark::area, canvas.colour(Ink::category, c),
                               fmt::format("{} ({})", map.categories[c], used[c])});
    }
    const bool lines = !map.lines.empty() && map.lines.size() <= map.most_lines;
    if (lines) {
        spec.legend.push_back({LegendEntry::Mark::line, canvas.colour(Ink::faint),
                               fmt::format("{} ({})", map.line_name, map.lines.size())});
    }
    for (const OutlineMap::Marks& marks : map.marks) {
        if (marks.places.empty()) continue;
        spec.legend.push_back({LegendEntry::Mark::dot, canvas.colour(Ink::category, marks.category),
                               fmt::format("{} ({})", marks.name, marks.places.size())});
    }
    const Frame frame(canvas, area, spec);
    const Strokes strokes(frame);
    canvas.clip(frame.layout().data);
    draw_floor(canvas, frame, map.ground);
    std::vector<std::string> tiles(map.categories.size());
    for (const OutlineMap::Tile& tile : map.tiles) {
        if (tile.category < tiles.size()) tiles[tile.category] += strokes.ring(tile.corners);
    }
    for (std::size_t c = 0; c < tiles.size(); ++c) {
        if (tiles[c].empty()) continue;
        canvas.raw(fmt::format("{}><path d=\"{}\" fill=\"{}\" fill-opacity=\".45\"/></g>\n", kTenths, tiles[c],
                               canvas.colour(Ink::category, c)));
    }
    if (lines) {
        std::string d;
        for (const OutlineMap::Line& line : map.lines) {
            Strokes::append(d, {strokes.place(line.a), strokes.place(line.b)}, false);
        }
        // Thin where there are many, so that the cells between them can be seen.
        canvas.raw(fmt::format("{} stroke=\"{}\" stroke-width=\"{}\"><path d=\"{}\"/></g>\n", kTenths,
                               canvas.colour(Ink::faint), map.lines.size() > 1000 ? 3 : 7, d));
    }
    draw_walls(canvas, frame, map.ground);
    for (const OutlineMap::Marks& marks : map.marks) {
        const std::size_t every = std::max<std::size_t>(1, (marks.places.size() + map.most_marks - 1) / map.most_marks);
        for (std::size_t i = 0; i < marks.places.size(); i += every) {
            canvas.circle(frame.place(marks.places[i]), 3.2, "none", canvas.colour(Ink::category, marks.category));
        }
    }
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
