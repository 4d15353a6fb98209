// sidestep view: a recording, a run or a map in the browser.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "find_scene.h"
#include "output.h"
#include "recording.h"
#include "require_page.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "view/http_server.h"
#include "view/live.h"
#include "view/map_service.h"
#include "view/replay_service.h"

namespace sidestep::cli {

namespace {

struct ViewCommand {
    std::string subject;  ///< recording, map or scene
    RecordingChoice recording{};
    std::uint16_t port = 0;
    int threads = 0;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> settings;
    bool json = false;
};

using std::chrono::milliseconds;

constexpr milliseconds kPatience{150};     // for a step or a query under way when the end comes
constexpr milliseconds kOpeningTime{300};  // so that a bad file is refused before an address is printed

/// GeoJSON and scenes share an extension.
bool is_geojson(const std::string& subject) {
    std::ifstream in(subject);
    const Json document = Json::parse(in, nullptr, false);
    return document.is_object() && document.contains("type") && !document.contains("sidestep");
}

bool is_map(const std::string& subject) {
    const std::string extension = std::filesystem::path(subject).extension().string();
    if (extension == ".json") return is_geojson(subject);
    constexpr std::array<std::string_view, 15> kMaps{".sidestepmap", ".wkt", ".geojson", ".osm", ".gz",
                                                     ".dxf",         ".obj", ".ifc",     ".glb", ".gltf",
                                                     ".ply",         ".stl", ".dae",     ".fbx", ".3ds"};
    return std::find(kMaps.begin(), kMaps.end(), extension) != kMaps.end();
}

void announce(const view::Server& server, bool json) {
    if (json) {
        print(Json{{"address", server.address()}});
    } else {
        print(server.address() + "\n");
        fmt::print(stderr, "Open this address in a browser on this machine. Ctrl-C ends it.\n");
    }
}

/// Nothing is being written, so a thread that is busy need not be waited for; the threads would be, at a normal end.
[[noreturn]] void leave_at_once() {
    std::fflush(nullptr);
    std::_Exit(kHealthy);
}

void refuse_settings(const ViewCommand& command, const char* what) {
    if (!command.seed && command.settings.empty() && command.threads == 0) return;
    InputProblem problem;
    problem.message = fmt::format("--seed, --set and --threads are for a run, and this is a {}", what);
    problem.file = command.subject;
    problem.remedy = "Leave them out, or name a scene.";
    throw InputError(problem);
}

void refuse_reading(const ViewCommand& command, const char* what) {
    if (command.recording.map.empty() && command.recording.reading.empty()) return;
    throw InputError(
        {.message = fmt::format("--map, --fps, --unit and --columns are for recordings, and this is a {}", what),
         .file = command.subject,
         .remedy = "Leave them out, or name a recording."});
}

int view_recording(const ViewCommand& command, const std::string& page) {
    refuse_settings(command, "recording");
    view::ReplayService replay(command.subject,
                               [&command] { return open_recording(command.subject, command.recording); });
    view::Server server(page, command.port, replay);
    replay.open([&server] { server.stop(); });
    replay.wait_open(kOpeningTime);
    announce(server, command.json);
    server.run();
    replay.wait_open(milliseconds(0));  // says why, if that is what ended it
    if (!replay.stop(kPatience)) leave_at_once();
    return kHealthy;
}

int view_map(const ViewCommand& command, const std::string& page) {
    refuse_settings(command, "map");
    refuse_reading(command, "map");
    view::MapService map(command.subject, view::open_map(command.subject));
    view::Server server(page, command.port, map);
    announce(server, command.json);
    server.run();
    if (!map.stop(kPatience)) leave_at_once();
    return kHealthy;
}

int view_scene(const ViewCommand& command, const std::string& page) {
    refuse_reading(command, "scene");
    Scenario scenario = load_scene(find_scene(command.subject));
    if (command.seed) scenario.seed = *command.seed;
    for (const std::string& setting : command.settings) apply_setting(scenario, setting);
    view::Live live(std::move(scenario), command.threads);
    view::Server server(page, command.port, live);
    live.start([&server] { server.wake(); });
    announce(server, command.json);
    server.run();
    if (!live.stop(kPatience)) leave_at_once();
    return kHealthy;
}

/// Until SIGINT or SIGTERM.
int view_command(const ViewCommand& command) {
    const std::string page = require_page();
    if (find_trajectory_format(command.subject)) return view_recording(command, page);
    return is_map(command.subject) ? view_map(command, page) : view_scene(command, page);
}

}  // namespace

void add_view(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("view", "show a recording, a map, or a scene as it runs, in the browser");
    ViewCommand& view = arguments_of(*command, action, view_command);
    command
        ->add_option("RESULT|MAP|SCENE", view.subject,
                     "recording (" + trajectory_extensions() + "), map as for `map` and `path`, or scene as for run")
        ->required();
    command->add_option("--map", view.recording.map, kMapHelp);
    add_reading(*command, view.recording);
    command->add_option("--port", view.port, "port on 127.0.0.1, 0 for any that is free")->check(CLI::Range(0, 65535));
    add_threads(*command, view.threads, "threads of a run, 0 for all");
    command->add_option("--seed", view.seed, "seed instead of the scene's")->check(seed_check());
    command->add_option("--set", view.settings, "PROFILE.PARAM=VALUE instead of the scene's; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--json", view.json, kJsonHelp);
}

}  // namespace sidestep::cli
