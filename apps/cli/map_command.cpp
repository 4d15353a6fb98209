// sidestep map: a plan, footprints or a 3D model as a map, with what was mended on the way.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "arguments.h"
#include "commands.h"
#include "import_arguments.h"
#include "map_picture.h"
#include "named.h"
#include "output.h"
#include "output_file.h"
#include "picture.h"
#include "sidestep/path.h"

namespace sidestep::cli {
namespace {

struct MapCommand {
    std::string input;
    std::string output;  ///< .wkt or .sidestepmap
    std::string svg;     ///< or .png
    std::string draw = "cells";
    std::optional<std::size_t> level;  ///< of the tree
    std::string view;                  ///< "X,Y,X,Y", empty: the whole map
    ImportArguments reading;
    double body = 2 * kUsualRadius;  ///< m, diameter of those who walk there
    double join = 0.02;              ///< m: walls become one where nothing moves by more
    double width = 1000;             ///< pixels of the picture
    bool force = false;
    bool json = false;
};

bool is_built(const std::string& output) {
    return std::filesystem::path(output).extension() == ".sidestepmap";
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A document with a million places helps nobody.
constexpr std::size_t kMostPlaces = 100;

struct Numbers {
    std::size_t areas = 0, holes = 0, corners = 0, walls = 0;
    double floor_m2 = 0, wall_m = 0;
    Vec2d lower{}, upper{};
};

Numbers numbers_of(const MapOutline& outline) {
    Numbers n;
    bool any = false;
    const auto chain = [&](const std::vector<Vec2d>& points, bool closed) {
        n.corners += points.size();
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vec2d p = points[i];
            if (!any) n.lower = n.upper = p, any = true;
            n.lower = {std::min(n.lower.x, p.x), std::min(n.lower.y, p.y)};
            n.upper = {std::max(n.upper.x, p.x), std::max(n.upper.y, p.y)};
            if (i + 1 == points.size() && !closed) break;
            n.wall_m += norm(points[(i + 1) % points.size()] - p);
            ++n.walls;
        }
    };
    n.areas = outline.floor.size();
    for (const MapOutline::Area& area : outline.floor) {
        chain(area.outer, true);
        for (const auto& hole : area.holes) chain(hole, true);
        n.holes += area.holes.size();
    }
    for (const auto& wall : outline.walls) chain(wall, false);
    n.floor_m2 = area_of(outline);
    return n;
}

/// The map as those see it who plan ways through it, or why they cannot.
struct Cells {
    std::optional<PlanningMap> map;
    MapStatistics statistics;
    double seconds = 0;
    std::string trouble;
};

Cells cells_of(const MapCommand& command, const MapOutline& outline) {
    Cells cells;
    const auto start = std::chrono::steady_clock::now();
    try {
        cells.map.emplace(outline, std::span<const PlanningMap::Door>{}, PlanningMap::Cut{command.join});
        cells.statistics = cells.map->statistics(command.body);
    } catch (const InputError& error) {
        // The import is good for other things; only who asked for the built map must hear of it as an error.
        if (is_built(command.output)) throw;
        cells.trouble = "cells: " + error.problem().message;
    }
    cells.seconds = seconds_since(start);
    return cells;
}

Json json_of(const Cells& cells) {
    if (!cells.map) return nullptr;
    const MapStatistics& s = cells.statistics;
    Json narrowest = Json::array();
    for (const MapStatistics::Passage& p : s.narrowest) {
        narrowest.push_back({{"width", p.width}, {"a", {p.a.x, p.a.y}}, {"b", {p.b.x, p.b.y}}});
    }
    return {{"body", s.width},
            {"cells", s.cells},
            {"closed", s.closed},
            {"dead_ends", s.dead_ends},
            {"passages", s.passages},
            {"crossroads", s.crossroads},
            {"free_segments", s.free_segments},
            {"walls", s.walls},
            {"components", s.components},
            {"components_for_body", s.components_wide},
            {"narrowest", std::move(narrowest)},
            {"build_s", cells.seconds}};
}

/// To the millimetre and in full: in national coordinates six digits would be off by metres.
std::string metres(double value) {
    return fmt::format("{}", std::round(value * 1000) / 1000 + 0.0);
}

std::string text_of(const Cells& cells) {
    if (!cells.map) return fmt::format("warning: {}\n", cells.trouble);
    const MapStatistics& s = cells.statistics;
    std::string text = fmt::format(
        "cells: {} ({} crossroads, {} passages, {} dead ends, {} closed, for people {:g} m wide), {} free segments, {} "
        "walls, {:.2f} s\n",
        s.cells, s.crossroads, s.passages, s.dead_ends, s.closed, s.width, s.free_segments, s.walls, cells.seconds);
    text += fmt::format("connected parts: {}, for people {:g} m wide {}\n", s.components, s.width, s.components_wide);
    text += "narrowest:";
    constexpr std::size_t kShown = 3;
    for (std::size_t i = 0; i < s.narrowest.size() && i < kShown; ++i) {
        const MapStatistics::Passage& p = s.narrowest[i];
        text += fmt::format("{} {:.3g} m at ({} {})", i > 0 ? "," : "", p.width, metres((p.a.x + p.b.x) / 2),
                            metres((p.a.y + p.b.y) / 2));
    }
    return text + (s.narrowest.empty() ? " nothing is\n" : "\n");
}

Json json_of(const MapCommand& command, const ImportedMap& map, const Numbers& n, double seconds, const Cells& cells) {
    const ImportReport& report = map.report;
    Json repairs = Json::object();
    for (std::size_t k = 0; k < kRepairKinds; ++k) {
        const auto kind = static_cast<RepairKind>(k);
        Json places = Json::array();
        for (const Vec2d p : report.places(kind)) {
            if (places.size() == kMostPlaces) break;
            places.push_back({p.x, p.y});
        }
        repairs[std::string(name_of(kind))] = {{"count", report.count(kind)}, {"places", std::move(places)}};
    }
    Json ignored = Json::object();
    for (const ImportReport::Ignored& entry : report.ignored) ignored[entry.what] = entry.count;
    Json named = Json::array();
    for (const PlanPlace& place : map.places) {
        Json points = Json::array();
        for (const Vec2d p : place.points) points.push_back({p.x, p.y});
        named.push_back({{"name", place.name},
                         {"use", name_of(place.use)},
                         {"closed", place.closed},
                         {"points", std::move(points)}});
    }
    Json document{{"input", command.input},
                  {"format", name_of(report.format)},
                  {"unit", report.unit},
                  {"points_read", report.read_points},
                  {"import_s", seconds},
                  {"floor_m2", n.floor_m2},
                  {"areas", n.areas},
                  {"holes", n.holes},
                  {"walls", n.walls},
                  {"wall_m", n.wall_m},
                  {"lower", {n.lower.x, n.lower.y}},
                  {"upper", {n.upper.x, n.upper.y}},
                  {"repairs", std::move(repairs)},
                  {"places", std::move(named)},
                  {"ignored", std::move(ignored)},
                  {"warnings", report.warnings},
                  {"cells", json_of(cells)},
                  {"origin", nullptr},
                  {"model", nullptr},
                  {"output", command.output.empty() ? Json() : Json(command.output)},
                  {"svg", command.svg.empty() ? Json() : Json(command.svg)}};
    if (!cells.trouble.empty()) document["warnings"].push_back(cells.trouble);
    if (report.origin) {
        document["origin"] = {{"longitude", report.origin->longitude}, {"latitude", report.origin->latitude}};
    }
    if (report.model) {
        document["model"] = {{"up", report.model->up == UpAxis::y ? "y" : "z"},
                             {"floor", report.model->floor},
                             {"triangles", report.model->triangles}};
    }
    return document;
}

std::string text_of(const ImportedMap& map, const Numbers& n, double seconds) {
    const ImportReport& report = map.report;
    std::string text = fmt::format("{}: {} points read, unit {:g} m, {:.2f} s\n", name_of(report.format),
                                   report.read_points, report.unit, seconds);
    if (report.model) {
        text += fmt::format("3D model: {} triangles, {} is up, floor at {:.2f} m\n", report.model->triangles,
                            report.model->up == UpAxis::y ? "y" : "z", report.model->floor + 0.0);
    }
    if (report.origin) {
        text += fmt::format("(0 0) of the map is longitude {:.7f}, latitude {:.7f}\n", report.origin->longitude,
                            report.origin->latitude);
    }
    const Vec2d size = n.upper - n.lower;
    text += fmt::format("map: {} m by {} m, from ({} {}) to ({} {})\n", metres(size.x), metres(size.y),
                        metres(n.lower.x), metres(n.lower.y), metres(n.upper.x), metres(n.upper.y));
    text += n.areas > 0 ? fmt::format("walkable: {} m² in {} {}, {} holes\n", metres(n.floor_m2), n.areas,
                                      n.areas == 1 ? "area" : "areas", n.holes)
                        : "walkable: an open plane\n";
    text += fmt::format("walls: {}, {} m\n", n.walls, metres(n.wall_m));
    for (std::size_t k = 0; k < kRepairKinds; ++k) {
        const auto kind = static_cast<RepairKind>(k);
        if (report.count(kind) == 0) continue;
        const Vec2d p = report.places(kind)[0];
        text +=
            fmt::format("{:>8}  {} (first at {} {})\n", report.count(kind), meaning_of(kind), metres(p.x), metres(p.y));
    }
    for (const PlanPlace& place : map.places) {
        const Vec2d p = place.points.front();
        text +=
            fmt::format("{:>10}  {} (at {} {})\n", name_of(place.use), printable(place.name), metres(p.x), metres(p.y));
    }
    for (const ImportReport::Ignored& entry : report.ignored) {
        text += fmt::format("{:>8}  {}, ignored\n", entry.count, entry.what);
    }
    for (const std::string& warning : report.warnings) text += fmt::format("warning: {}\n", warning);
    return text;
}

/// With repairs that somebody should look at.
MapPicture picture_of_map(const MapCommand& command, const ImportReport& report, const Numbers& n) {
    MapPicture picture{.what = require_named<MapDrawing>(command.draw, "drawing"),
                       .body = command.body,
                       .level = command.level,
                       .view = parse_view(command.view),
                       .title = std::filesystem::path(command.input).filename().string(),
                       .note = fmt::format("{} m² walkable, {} walls", plot::plain(n.floor_m2, 6), n.walls)};
    std::size_t category = 4;
    for (const RepairKind kind : {RepairKind::crossing_ring, RepairKind::crossing, RepairKind::hole_outside}) {
        std::string name(name_of(kind));
        for (char& c : name) c = c == '_' ? ' ' : c;
        picture.marks.push_back({.name = std::move(name), .places = report.places(kind), .category = category++});
    }
    return picture;
}

int map_command(const MapCommand& command) {
    refuse_extension(command.output, {".wkt", ".sidestepmap"});
    refuse_extension(command.svg, {".svg", ".png", ".pdf"});
    const std::array inputs{command.input};
    for (const std::string& file : {command.output, command.svg}) {
        if (!file.empty()) refuse_replacing(file, inputs);
        refuse_existing(file, command.force);
    }
    require_named<MapDrawing>(command.draw, "drawing");
    parse_view(command.view);
    const ImportOptions options = options_of(command.reading);
    const auto start = std::chrono::steady_clock::now();
    ImportedMap map = import_map(command.input, options);
    const double seconds = seconds_since(start);
    const Numbers numbers = numbers_of(map.outline);
    const Cells cells = cells_of(command, map.outline);
    const Json document = command.json ? json_of(command, map, numbers, seconds, cells) : Json();
    const std::string text = command.json ? "" : text_of(map, numbers, seconds) + text_of(cells);

    std::string drawn;
    if (!command.svg.empty()) {
        const MapPicture picture = picture_of_map(command, map.report, numbers);
        drawn = picture_of(command.svg, command.width, [&](double width) {
            return map_figure(picture, map.outline, cells.map ? &*cells.map : nullptr, width);
        });
    }
    if (is_built(command.output)) {
        // Ready for the usual way of planning, and for this body.
        PathOptions usual;
        usual.radius = command.body / 2;
        cells.map->save(command.output, std::span(&usual, 1));
    } else if (!command.output.empty()) {
        write_file(command.output, to_wkt(map.outline) + "\n");
    }
    if (!command.svg.empty()) write_file(command.svg, drawn);
    if (command.json) {
        print(document);
    } else {
        print(text);
    }
    return kHealthy;
}

bool ends_in(const std::string& file, std::initializer_list<const char*> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) {
        return file.ends_with(ending) || file.ends_with(std::string(ending) + ".gz");
    });
}

void refuse_idle_options(const CLI::App& command, const MapCommand& map) {
    refuse_idle(command, map.svg.empty(), {"--draw", "--level", "--view", "--width"}, "for the picture, --svg FILE");
    refuse_idle(command, map.draw != "tree", {"--level"}, "for --draw tree");
    const bool flat = ends_in(map.input, {".wkt", ".geojson", ".json", ".osm", ".dxf"});
    refuse_idle(command, flat, {"--up", "--floor", "--slice", "--step"}, "for 3D models");
    refuse_idle(command, !ends_in(map.input, {".dxf"}), {"--layers"}, "for DXF");
    refuse_idle(command, !ends_in(map.input, {".geojson", ".json"}), {"--coordinates", "--polygons"}, "for GeoJSON");
}

}  // namespace

void add_map(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("map", "import a plan, footprints or a 3D model as a map, and mend it");
    MapCommand& map = arguments_of(*command, action, std::make_shared<MapCommand>(), [command](const auto& given) {
        refuse_idle_options(*command, given);
        return map_command(given);
    });
    command
        ->add_option("FILE", map.input,
                     "map: .wkt, .geojson, .osm, .dxf, .obj, .ifc (also with .gz), .glb, .gltf and other meshes")
        ->required();
    command->add_option("-o,--output", map.output, "write the map to FILE.wkt, or ready for use to FILE.sidestepmap");
    command->add_option("--svg", map.svg, "draw the map to FILE.svg or FILE.png");
    command
        ->add_option("--draw", map.draw,
                     "what of it: cells; graph of them; tree, levels of its abstraction; roadmap, key points and links")
        ->capture_default_str();
    command->add_option("--level", map.level, "--draw tree: this level alone, 0 for the cells");
    add_view_of_picture(*command, map.view, map.width);
    command
        ->add_option("--join", map.join,
                     "metres, at most 0.05: walls that turn by 1 degree or less become one where nothing moves by more")
        ->check(CLI::Range(0.0, 0.05))
        ->capture_default_str();
    command->add_option("--body", map.body, "metres; statistics are for people of this diameter")
        ->check(CLI::Range(0.1, 4.0))
        ->capture_default_str();
    add_reading(*command, map.reading);
    command->add_flag("--force", map.force, "overwrite existing outputs");
    command->add_flag("--json", map.json, kJsonHelp);
}

}  // namespace sidestep::cli
