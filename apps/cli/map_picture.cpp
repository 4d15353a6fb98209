#include "map_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "map_parts.h"
#include "place.h"
#include "sidestep/error.h"

namespace sidestep::cli {
namespace {

constexpr std::size_t kPanels = 4;
constexpr double kWay = 2.6;  // pixels

/// Pixels of a dot where there are so many.
double dot_radius(std::size_t count) {
    return count > 3000 ? 1.1 : count > 400 ? 1.8 : 3.2;
}

struct Extent {
    Vec2d centre;
    double area;
};
Extent extent_of(const std::vector<Vec2d>& corners) {
    // From the first corner: national coordinates are large.
    double area = 0;
    Vec2d sum{};
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const Vec2d a = corners[i - 1] - corners[0], b = corners[i] - corners[0];
        const double twice = cross(a, b);
        area += twice / 2;
        sum += twice / 6 * (a + b);
    }
    return {corners[0] + (area > 0 ? sum / area : Vec2d{}), area};
}

bool shows(const plot::View& view, Vec2d p) {
    return p.x >= view.lower.x && p.x <= view.upper.x && p.y >= view.lower.y && p.y <= view.upper.y;
}

std::size_t shown(const plot::View& view, const std::vector<Vec2d>& places) {
    return static_cast<std::size_t>(std::ranges::count_if(places, [&](Vec2d p) { return shows(view, p); }));
}

/// Left of all sides, or on one.
bool inside(const std::vector<Vec2d>& corners, Vec2d p) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2d along = corners[(i + 1) % corners.size()] - corners[i];
        if (cross(along, p - corners[i]) < -1e-6 * norm(along)) return false;
    }
    return true;
}

plot::OutlineMap framed(const MapOutline& outline, const std::optional<plot::View>& view, const std::string& title) {
    plot::OutlineMap figure;
    figure.title = title;
    figure.ground.outline = outline;
    figure.view = view ? *view : plot::view_of(figure.ground, std::nullopt);
    return figure;
}

plot::LineSet portal_lines(const std::vector<PlanningMap::Portal>& portals) {
    plot::LineSet set{.name = "free segments", .lines = {}};
    for (const PlanningMap::Portal& portal : portals) set.lines.push_back({portal.a, portal.b});
    return set;
}

void add_cells(plot::OutlineMap& figure, const PlanningMap& map, double body) {
    figure.categories = {"closed", "dead ends", "passages", "crossroads"};
    for (PlanningMap::Cell& cell : map.cells(body)) {
        figure.tiles.push_back({std::move(cell.corners), std::min<std::size_t>(cell.ways, 3)});
    }
    figure.lines.push_back(portal_lines(map.portals()));
}

/// Cells as dots, and a line through every portal that is wide enough.
void add_graph(plot::OutlineMap& figure, const PlanningMap& map, double body) {
    const std::vector<PlanningMap::Cell> cells = map.cells(body);
    std::vector<Vec2d> centre;
    for (const PlanningMap::Cell& cell : cells) centre.push_back(extent_of(cell.corners).centre);
    const std::size_t dots = shown(figure.view, centre);
    for (const char* kind : {"closed", "dead ends", "passages", "crossroads"}) {
        figure.marks.push_back(
            {.name = kind, .places = {}, .category = figure.marks.size(), .radius = dot_radius(dots), .filled = true});
    }
    for (std::size_t c = 0; c < cells.size(); ++c) {
        figure.marks[std::min<std::size_t>(cells[c].ways, 3)].places.push_back(centre[c]);
    }
    plot::LineSet links{.name = "links", .lines = {}, .width = dots > 3000 ? 0.5 : 1.1};
    plot::LineSet narrow{.name = "too narrow", .lines = {}, .ink = plot::Ink::mark, .width = 1.1, .dashed = true};
    for (const PlanningMap::Portal& portal : map.portals()) {
        (norm(portal.b - portal.a) > body ? links : narrow)
            .lines.push_back({centre[portal.cells[0]], (portal.a + portal.b) / 2, centre[portal.cells[1]]});
    }
    figure.lines = {std::move(links), std::move(narrow)};
}

/// Where the dot of each part lies: in the cell nearest to the middle of its area.
std::vector<Vec2d> middles(const MapParts& parts, const std::vector<PlanningMap::Cell>& cells) {
    std::vector<Vec2d> sum(parts.count), place(parts.count);
    std::vector<double> area(parts.count, 0), nearest(parts.count, std::numeric_limits<double>::infinity());
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const Extent extent = extent_of(cells[c].corners);
        sum[parts.of_cell[c]] += extent.area * extent.centre;
        area[parts.of_cell[c]] += extent.area;
    }
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::uint32_t part = parts.of_cell[c];
        const Vec2d centre = extent_of(cells[c].corners).centre;
        const double distance = norm(centre - sum[part] / area[part]);
        if (distance < nearest[part]) nearest[part] = distance, place[part] = centre;
    }
    return place;
}

void add_tiles(plot::OutlineMap& figure, const PlanningMap& map, double body, const MapParts& parts) {
    const std::vector<std::size_t> colour = colours_of(parts, map.portals());
    figure.categories.resize(plot::kCategories);
    std::vector<PlanningMap::Cell> cells = map.cells(body);
    for (std::size_t c = 0; c < cells.size(); ++c) {
        figure.tiles.push_back({std::move(cells[c].corners), colour[parts.of_cell[c]]});
    }
}

/// Parts in colours that only tell them apart, a dot in each, and the portals between them as links.
void add_parts(plot::OutlineMap& figure, const PlanningMap& map, double body, const MapParts& parts) {
    add_tiles(figure, map, body, parts);
    const std::vector<Vec2d> middle = middles(parts, map.cells(body));
    const std::size_t dots = shown(figure.view, middle);
    plot::LineSet links{.name = "links", .lines = {}, .ink = plot::Ink::text, .width = dots > 1000 ? 0.4 : 0.8};
    for (const PlanningMap::Portal& portal : map.portals()) {
        const std::uint32_t a = parts.of_cell[portal.cells[0]], b = parts.of_cell[portal.cells[1]];
        if (a == b || norm(portal.b - portal.a) <= body) continue;
        links.lines.push_back({middle[a], (portal.a + portal.b) / 2, middle[b]});
    }
    figure.lines.push_back(std::move(links));
    figure.marks.push_back(
        {.name = "parts", .places = middle, .category = plot::kCategories, .radius = dot_radius(dots), .filled = true});
}

std::string tree_figure(const MapPicture& picture, const MapOutline& outline, const PlanningMap& map, double width) {
    const PartsOfMap tree(map, picture.body);
    const auto panel = [&](std::size_t level) {
        plot::OutlineMap figure = framed(outline, picture.view, "");
        add_parts(figure, map, picture.body, tree.at_level(level));
        figure.title = fmt::format("{}: level {} of {}", picture.title, level, tree.highest_level());
        return figure;
    };
    if (picture.level) {
        if (*picture.level > tree.highest_level()) {
            throw InputError({.message = "the tree of this map has no such level",
                              .value = fmt::format("{}", *picture.level),
                              .allowed = fmt::format("0, the cells, to {}, the whole", tree.highest_level()),
                              .remedy = "Choose one of these, or leave --level out."});
        }
        return plot::figure(panel(*picture.level), width, plot::Theme::plain);
    }
    const std::vector<std::size_t> levels = tree.levels_to_show(kPanels);
    const std::size_t columns = levels.size() > 1 ? 2 : 1, rows = (levels.size() + columns - 1) / columns;
    const double each = width / static_cast<double>(columns);
    const double height = plot::map_height(panel(0).view, each);
    plot::Canvas canvas(width, height * static_cast<double>(rows), plot::Theme::plain);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const double x = each * static_cast<double>(i % columns), y = height * static_cast<double>(i / columns);
        draw(canvas, {x + 8, y + 4, each - 16, height - 8}, panel(levels[i]));
    }
    return canvas.finish(picture.title);
}

plot::LineSet road_lines(const PlanningMap::RoadMap& roads, std::size_t dots) {
    plot::LineSet set{
        .name = "links", .lines = {}, .ink = plot::Ink::category, .category = 0, .width = dots > 3000 ? 0.4 : 0.9};
    for (const auto& [a, b] : roads.links) set.lines.push_back({roads.places[a], roads.places[b]});
    return set;
}

plot::MarkSet key_points(const PlanningMap::RoadMap& roads, std::size_t dots) {
    return {
        .name = "key points", .places = roads.places, .category = 1, .radius = dot_radius(dots) * 0.8, .filled = true};
}

void add_roads(plot::OutlineMap& figure, const PlanningMap::RoadMap& roads, plot::LineSet portals) {
    figure.lines.push_back(std::move(portals));
    const std::size_t dots = shown(figure.view, roads.places);
    figure.lines.push_back(road_lines(roads, dots));
    figure.marks.push_back(key_points(roads, dots));
}

/// The cells that a way leads through, from the one that it begins in.
std::vector<std::uint32_t> cells_of(const Path& path, const std::vector<PlanningMap::Cell>& cells,
                                    const std::vector<PlanningMap::Portal>& portals) {
    std::vector<std::uint32_t> passed;
    if (path.points.empty()) return passed;
    for (std::uint32_t c = 0; c < cells.size() && passed.empty(); ++c) {
        const bool begins =
            path.portals.empty() || portals[path.portals[0]].cells[0] == c || portals[path.portals[0]].cells[1] == c;
        if (begins && inside(cells[c].corners, path.points.front())) passed.push_back(c);
    }
    if (passed.empty()) return passed;
    for (const std::uint32_t portal : path.portals) {
        const auto& [a, b] = portals[portal].cells;
        passed.push_back(passed.back() == a ? b : a);
    }
    return passed;
}

plot::View around(const WayPicture& picture, const Path& path, const MapOutline& outline) {
    plot::View seen{picture.start, picture.start};
    const auto look = [&](Vec2d p) {
        seen.lower = {std::min(seen.lower.x, p.x), std::min(seen.lower.y, p.y)};
        seen.upper = {std::max(seen.upper.x, p.x), std::max(seen.upper.y, p.y)};
    };
    look(picture.goal);
    for (const Vec2d p : path.points) look(p);
    return plot::view_of({outline, {}}, seen);
}

}  // namespace

std::optional<plot::View> parse_view(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto [a, b] = parse_two_places(text, "part of the map to draw");
    const plot::View view{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
    if (view.upper.x > view.lower.x && view.upper.y > view.lower.y) return view;
    throw InputError({.message = "the part of the map to draw has no area",
                      .value = text,
                      .allowed = "two opposite corners, X,Y,X,Y in metres",
                      .remedy = "Write the corners of a rectangle."});
}

std::string map_figure(const MapPicture& picture, const MapOutline& outline, const PlanningMap* map, double width) {
    if (map != nullptr && picture.what == MapDrawing::tree) return tree_figure(picture, outline, *map, width);
    plot::OutlineMap figure = framed(outline, picture.view, picture.title);
    figure.note = picture.note;
    if (map != nullptr && picture.what == MapDrawing::cells) add_cells(figure, *map, picture.body);
    if (map != nullptr && picture.what == MapDrawing::graph) add_graph(figure, *map, picture.body);
    if (map != nullptr && picture.what == MapDrawing::roadmap) {
        add_roads(figure, map->road_map(picture.body), portal_lines(map->portals()));
    }
    figure.marks.insert(figure.marks.end(), picture.marks.begin(), picture.marks.end());
    return plot::figure(figure, width, plot::Theme::plain);
}

std::string way_figure(const WayPicture& picture, const PlanningMap& map, const Path& path, double width) {
    const double body = 2 * picture.options.radius;
    std::vector<PlanningMap::Cell> cells = map.cells(body);
    const std::vector<PlanningMap::Portal> portals = map.portals();
    const std::vector<std::uint32_t> passed = cells_of(path, cells, portals);
    const std::optional<plot::View> view = picture.view ? picture.view : around(picture, path, map.outline());
    plot::OutlineMap figure = framed(map.outline(), view, picture.title);
    figure.note = explain(path, picture.options);
    const bool over_key_points =
        picture.options.method == PathMethod::flat || picture.options.method == PathMethod::hierarchical;

    if (picture.what == WayDrawing::tree && !passed.empty()) {
        const MapParts parts = PartsOfMap(map, body).around(passed.front(), passed.back());
        add_tiles(figure, map, body, parts);
        figure.note += fmt::format(" Looked through: {} parts, {} of them cells on the way.", parts.count,
                                   std::ranges::count_if(passed, [&](std::uint32_t cell) {
                                       return std::ranges::count(parts.of_cell, parts.of_cell[cell]) == 1;
                                   }));
    } else if (picture.what == WayDrawing::roadmap) {
        add_roads(figure, map.road_map(body, picture.options.key_points), portal_lines(portals));
    } else {
        figure.categories = {"", "", "cells on the way"};
        for (const std::uint32_t cell : passed) figure.tiles.push_back({std::move(cells[cell].corners), 2});
    }
    if (picture.what == WayDrawing::way) {
        plot::LineSet crossed{.name = "portals", .lines = {}, .width = 1.1};
        for (const std::uint32_t portal : path.portals) crossed.lines.push_back({portals[portal].a, portals[portal].b});
        figure.lines.push_back(std::move(crossed));
    }
    if (over_key_points && picture.options.key_points == 1 && !path.points.empty()) {
        std::vector<Vec2d> way{path.points.front()};
        for (const std::uint32_t portal : path.portals) way.push_back((portals[portal].a + portals[portal].b) / 2);
        way.push_back(path.points.back());
        figure.lines.push_back({.name = "through key points",
                                .lines = {std::move(way)},
                                .ink = plot::Ink::text,
                                .width = 1.4,
                                .dashed = true,
                                .counted = false});
    }
    if (!path.points.empty()) {
        figure.lines.push_back({.name = fmt::format("taut, {:.1f} m", path.length),
                                .lines = {path.points},
                                .ink = plot::Ink::mark,
                                .width = kWay,
                                .counted = false});
    }
    figure.marks.push_back(
        {.name = "start", .places = {picture.start}, .category = 0, .radius = 4.5, .filled = false, .counted = false});
    figure.marks.push_back(
        {.name = "goal", .places = {picture.goal}, .category = 0, .radius = 4.5, .filled = true, .counted = false});
    return plot::figure(figure, width, plot::Theme::plain);
}

}  // namespace sidestep::cli
