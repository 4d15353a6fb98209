// sidestep path: one question of the way from here to there, and why the answer is what it is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include "arguments.h"
#include "commands.h"
#include "map_picture.h"
#include "named.h"
#include "output.h"
#include "output_file.h"
#include "picture.h"
#include "place.h"
#include "sidestep/path.h"
#include "thread_time.h"
#include "view/map_service.h"

namespace sidestep::cli {

namespace {

struct PathCommand {
    std::string map;
    std::string start, goal;  ///< "X,Y"
    std::string method = "hierarchical";
    PathOptions options;
    std::string svg;  ///< or .png
    std::string draw = "way";
    std::string view;     ///< "X,Y,X,Y", empty: the way
    double width = 1000;  ///< pixels of the picture
    bool force = false;
    bool json = false;
};

Json place(Vec2d p) {
    return Json::array({p.x, p.y});
}

struct Answer {
    Path path;
    Vec2d start, goal;
    double build_ms, time_us;
    std::size_t memory;
};

Json document(const PathCommand& command, const PlanningMap& map, const Answer& answer) {
    const Path& path = answer.path;
    Json points = Json::array(), portals = Json::array();
    for (const Vec2d p : path.points) points.push_back(place(p));
    for (const std::uint32_t portal : path.portals) {
        const auto [a, b] = map.portal(portal);
        portals.push_back(Json::array({place(a), place(b)}));
    }
    Json result{{"map", command.map},
                {"method", command.method},
                {"radius", command.options.radius},
                {"status", name_of(path.status)},
                {"explanation", explain(path, command.options)}};
    result["widest_m"] = path.status == PathStatus::too_narrow && path.widest > 0 ? Json(path.widest) : Json(nullptr);
    result["length_m"] = path.length;
    result["straight_m"] = norm(answer.goal - answer.start);
    result["expansions"] = path.expansions;
    result["time_us"] = answer.time_us;
    result["build_ms"] = answer.build_ms;
    result["memory_mb"] = static_cast<double>(answer.memory) / 1e6;
    result["points"] = std::move(points);
    result["portals"] = std::move(portals);
    result["picture"] = command.svg.empty() ? Json(nullptr) : Json(command.svg);
    return result;
}

std::string moved(const char* what, Vec2d asked, Vec2d stands) {
    if (asked == stands) return {};
    return fmt::format("The {} is too close to a wall: ({:.2f}, {:.2f}), {:.2f} m away, stands for it.\n", what,
                       stands.x, stands.y, norm(stands - asked));
}

std::string readable(const PathCommand& command, const PlanningMap& map, const Answer& answer) {
    const Path& path = answer.path;
    std::string text = explain(path, command.options) + "\n";
    if (path.status == PathStatus::found) {
        text += moved("start", answer.start, path.points.front()) + moved("goal", answer.goal, path.points.back());
        text += fmt::format("straight    {:.2f} m ({:.2f} of the way)\n", norm(answer.goal - answer.start),
                            path.length > 0 ? norm(answer.goal - answer.start) / path.length : 1.0);
    }
    text += fmt::format("map         {} cells, {} portals\n", map.cell_count(), map.portal_count());
    text += fmt::format("method      {}, body {:.2f} m wide; built in {:.1f} ms, {:.2f} MB\n", command.method,
                        2 * command.options.radius, answer.build_ms, static_cast<double>(answer.memory) / 1e6);
    text += fmt::format("query       {} expansions, {:.1f} us\n", path.expansions, answer.time_us);
    for (const Vec2d p : path.points) text += fmt::format("  {:10.3f} {:10.3f}\n", p.x, p.y);
    return text;
}

int path_command(const PathCommand& asked) {
    PathCommand command = asked;
    command.options.method = require_named<PathMethod>(command.method, "way of finding paths");
    Answer answer{};
    answer.start = parse_place(command.start, "start");
    answer.goal = parse_place(command.goal, "goal");
    const std::array inputs{command.map};
    refuse_extension(command.svg, {".svg", ".png", ".pdf"});
    refuse_replacing(command.svg, inputs);
    refuse_existing(command.svg, command.force);
    const WayPicture picture{
        .what = require_named<WayDrawing>(command.draw, "drawing"),
        .options = command.options,
        .start = answer.start,
        .goal = answer.goal,
        .view = parse_view(command.view),
        .title = fmt::format("{}: {}", std::filesystem::path(command.map).stem().string(), command.method)};

    const PlanningMap map = view::open_map(command.map);
    const double before = thread_microseconds();
    PathFinder finder(map, command.options);
    answer.build_ms = (thread_microseconds() - before) / 1000;
    answer.memory = finder.memory_bytes();
    // The first grows the working memory; the second is what a run would see.
    finder.find(answer.start, answer.goal, answer.path);
    const double asked_at = thread_microseconds();
    finder.find(answer.start, answer.goal, answer.path);
    answer.time_us = thread_microseconds() - asked_at;

    if (!command.svg.empty()) {
        write_file(command.svg, picture_of(command.svg, command.width,
                                           [&](double width) { return way_figure(picture, map, answer.path, width); }));
    }
    if (command.json) {
        print(document(command, map, answer));
    } else {
        print(readable(command, map, answer));
    }
    return answer.path.status == PathStatus::found ? kHealthy : kUnhealthy;
}

}  // namespace

void add_path(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("path", "find the way from one place of a map to another, or say why not");
    PathCommand& path = arguments_of(*command, action, std::make_shared<PathCommand>(), [command](const auto& given) {
        const bool no_portals = given.method == "corner" || given.method == "exact";
        refuse_idle(*command, no_portals, {"--key-points"}, "for flat and hierarchical");
        refuse_idle(*command, given.svg.empty(), {"--draw", "--view", "--width", "--force"},
                    "for the picture, --svg FILE");
        return path_command(given);
    });
    command->add_option("MAP", path.map, "a plan as for `map`, or a built map file")->required();
    command->add_option("START", path.start, "X,Y in metres")->required();
    command->add_option("GOAL", path.goal, "X,Y in metres")->required();
    command->add_option("--method", path.method, "how to look for it")->capture_default_str();
    command->add_option("--radius", path.options.radius, "of the body, m")->capture_default_str();
    command->add_option("--key-points", path.options.key_points, "flat, hierarchical: places on each portal, 1 to 5")
        ->capture_default_str();
    command->add_option("--svg", path.svg, "draw the way to FILE.svg or FILE.png");
    command
        ->add_option("--draw", path.draw,
                     "what lies under it: way, its cells; tree, the parts that were looked through; roadmap")
        ->capture_default_str();
    add_view_of_picture(*command, path.view, path.width);
    command->add_flag("--force", path.force, "overwrite an existing picture");
    command->add_flag("--json", path.json, kJsonHelp);
}

}  // namespace sidestep::cli
