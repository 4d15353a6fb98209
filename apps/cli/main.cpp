// The sidestep command: parses the arguments and hands over; what a command does is in the file of its name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <exception>
#include <optional>
#include <span>
#include <string_view>

#include "analyse_command.h"
#include "bench_command.h"
#include "bench_path_command.h"
#include "calibrate_command.h"
#include "compare_command.h"
#include "evacuate_command.h"
#include "export_command.h"
#include "manual.h"
#include "map_command.h"
#include "metrics_command.h"
#include "models_command.h"
#include "output.h"
#include "params_command.h"
#include "path_command.h"
#include "reproduce_command.h"
#include "run_command.h"
#include "scenes_command.h"
#include "schema_command.h"
#include "sidestep/calibrate.h"
#include "sidestep/import.h"
#include "sidestep/reproduce.h"
#include "sidestep/simulation.h"
#include "sidestep/spelling.h"
#include "view_command.h"

namespace sidestep::cli {

namespace {

/// ".sqlite (JuPedSim SQLite), .txt (Jülich text), .csv (CSV)"
std::string formats() {
    std::string text;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", format->extension, format->name);
    }
    return text;
}

/// "karamouzas2009, pettre2009, …"
std::string papers() {
    std::string text;
    for (const ReproduciblePaper& paper : reproducible_papers()) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", paper.name);
    }
    return text;
}

/// "karamouzas2009: table1, lanes, …; pettre2009: …"
std::string parts() {
    std::string text;
    for (const ReproduciblePaper& paper : reproducible_papers()) {
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", paper.name, fmt::join(paper.parts, ", "));
    }
    return text;
}

constexpr auto kMetricHelp = "a name from `sidestep metrics`, or all; may be repeated";
constexpr auto kResumeHelp = "keep what is done in FILE, and go on from there if it exists";
constexpr auto kJsonHelp = "print exactly one JSON document on standard output";

// CLI11 lets a negative seed wrap round and a huge one saturate: two seeds would silently be the same run.
std::string refuse_bad_seed(std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole ? "" : "a seed is a whole number from 0 to 18446744073709551615, not " + text;
}

void add_scene(CLI::App& command, SceneChoice& choice) {
    command.add_option("SCENE", choice.scene, "scene file, or the name of a shipped scene")->required();
    command.add_option("--set", choice.settings, "PROFILE.PARAM=VALUE instead of the scene's; may be repeated")
        ->allow_extra_args(false);
    command.add_option("--duration", choice.duration, "simulated seconds instead of the scene's");
    command.add_option("--dt", choice.dt, "time step in seconds instead of the scene's");
}

constexpr auto kMapHelp = "a plan as for `map`, for recordings without one or instead of theirs";

void add_reading(CLI::App& command, RecordingChoice& recording) {
    command.add_option("--fps", recording.reading.fps, ".txt, .csv: frames per second, instead of what the file says");
    command.add_option("--unit", recording.reading.unit, ".txt, .csv: metres per unit of the places, likewise");
    command
        .add_option("--columns", recording.reading.columns,
                    ".txt, .csv: what the columns are, likewise, as in frame,id,x,y; other names are ignored")
        ->delimiter(',')
        ->allow_extra_args(false);
}

void add_run(CLI::App& app, RunCommand& run) {
    CLI::App* command = app.add_subcommand("run", "simulate a scene and say whether the result can be trusted");
    add_scene(*command, run.choice);
    command->add_option("--model", run.choice.model, "put into every profile, instead of the scene's own");
    command->add_option("-o,--output", run.output, "record to FILE, whose extension chooses the format: " + formats());
    command->add_option("--threads", run.threads, "threads, 0 for all; never changes the result")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command->add_option("--seed", run.seed, "seed instead of the scene's")
        ->check(CLI::Validator(refuse_bad_seed, "SEED"));
    command->add_option("--seeds", run.seeds, "several runs, N from the seed on or seeds A-B: means and their spread");
    command->add_option("--metric", run.metrics, std::string("with --seeds: ") + kMetricHelp)->allow_extra_args(false);
    command
        ->add_option("--snapshot-every", run.snapshot_every,
                     "keep the state in OUTPUT.snapshot (or SCENE.snapshot) every so many simulated seconds")
        ->check(CLI::Range(0.001, 1e9));
    command->add_option(
        "--resume", run.resume,
        std::string("go on from this snapshot, to the result of an undisturbed run; with --seeds: ") + kResumeHelp);
    command->add_option("--explain", run.explain, "ID,…: record why these agents decide as they do (.sqlite only)")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_flag("--force", run.force, "overwrite an existing output");
    command->add_flag("--json", run.json, kJsonHelp);
}

void add_view(CLI::App& app, ViewCommand& view) {
    CLI::App* command = app.add_subcommand("view", "show a recording, a map, or a scene as it runs, in the browser");
    command
        ->add_option("RESULT|MAP|SCENE", view.subject,
                     "recording (" + trajectory_extensions() + "), map as for `map` and `path`, or scene as for run")
        ->required();
    command->add_option("--map", view.recording.map, kMapHelp);
    add_reading(*command, view.recording);
    command->add_option("--port", view.port, "port on 127.0.0.1, 0 for any that is free")->check(CLI::Range(0, 65535));
    command->add_option("--threads", view.threads, "threads of a run, 0 for all")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command->add_option("--seed", view.seed, "seed instead of the scene's")
        ->check(CLI::Validator(refuse_bad_seed, "SEED"));
    command->add_option("--set", view.settings, "PROFILE.PARAM=VALUE instead of the scene's; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--json", view.json, kJsonHelp);
}

void add_export(CLI::App& app, ExportCommand& command_line) {
    CLI::App* command =
        app.add_subcommand("export", "write a recording as a page that shows it anywhere, or as a picture");
    command->add_option("RESULT", command_line.recording, "recording: " + trajectory_extensions())->required();
    command->add_option("-o,--output", command_line.output, "FILE.html, or FILE.svg or FILE.png: paths over the map")
        ->required();
    command->add_option("--every", command_line.every, ".html: keep every N-th frame")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    PictureOptions& picture = command_line.picture;
    command->add_option("--width", picture.width, ".svg, .png: pixels")
        ->check(CLI::Range(300, 10000))
        ->capture_default_str();
    command->add_option("--colour", picture.colour, ".svg, .png: of paths, by direction, profile or time")
        ->check(CLI::IsMember({"direction", "profile", "time"}))
        ->capture_default_str();
    command->add_option("--from", picture.from, ".svg, .png: seconds, leave out what was before")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--until", picture.to, ".svg, .png: seconds, leave out what came after")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--map", picture.recording.map, kMapHelp);
    add_reading(*command, picture.recording);
    command->add_flag("--force", command_line.force, "overwrite an existing output");
    command->add_flag("--json", command_line.json, kJsonHelp);
}

void add_analyse(CLI::App& app, AnalyseOptions& analyse) {
    CLI::App* command = app.add_subcommand("analyse", "measure recorded trajectories; several results are compared");
    command->add_option("RESULT", analyse.results, "recordings: " + trajectory_extensions())->required();
    command->add_option("--metric", analyse.metrics, kMetricHelp)->allow_extra_args(false);
    command
        ->add_option("--sampling", analyse.sampling,
                     "seconds between samples for smoothness and turning; 0.5, or the time between frames if longer")
        ->check(CLI::PositiveNumber);
    command->add_flag("--walking-profile", analyse.profile,
                      "top speed, speed in turns, distances of speeding up and slowing down, instead");
    command->add_option("--per-agent", analyse.per_agent, "write one row per agent to FILE.csv");
    command->add_option("--report", analyse.report, "write a report with figures to FILE.html");
    command->add_option("--project", analyse.project, "stands in the report, instead of the scene's");
    command->add_option("--author", analyse.author, "likewise");
    command->add_option("--map", analyse.recording.map, kMapHelp);
    add_reading(*command, analyse.recording);
    command->add_option("--cell", analyse.cell, "size in metres of the cells of the report's density and speed maps")
        ->check(CLI::Range(0.01, 1000.0));
    command->add_flag("--force", analyse.force, "overwrite an existing output");
    command->add_flag("--json", analyse.json, kJsonHelp);
}

void add_bench(CLI::App& app, BenchCommand& bench) {
    CLI::App* command = app.add_subcommand("bench", "time the steps of scenes");
    command
        ->add_option("SCENE", bench.scenes,
                     "circle_{100,1k,10k}, cross4_{1k,5k,20k,100k}, sandbox_{1k,10k,100k,1m}, or scenes as for run")
        ->required();
    command->add_option("--model", bench.model, "model instead of the scene's (generated scenes: orca)");
    command->add_option("--threads", bench.threads, "threads, 0 for all")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command->add_option("--warmup", bench.warmup, "steps before timing (default 50; 10 above 200,000 agents)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--steps", bench.steps, "timed steps (default 100; 20 above 200,000 agents)")
        ->check(CLI::PositiveNumber);
    command->add_option("--neighbours", bench.neighbours, "K nearest within 5 m instead of the model's own choice")
        ->check(CLI::PositiveNumber);
    command->add_flag("--puppets", bench.puppets, "everybody is moved by the program instead of deciding");
    command->add_option("--csv", bench.csv, "append the results to FILE");
    command->add_flag("--json", bench.json, kJsonHelp);
}

void add_compare(CLI::App& app, CompareCommand& compare) {
    CLI::App* command = app.add_subcommand("compare", "run one scene with several models and set them side by side");
    add_scene(*command, compare.choice);
    command
        ->add_option("--models", compare.models,
                     "models, separated by commas; \"all\" for every one, \"own\" for those of the scene")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--seeds", compare.seeds, "runs of each model: N from the scene's seed on, or seeds A-B")
        ->capture_default_str();
    command->add_option("--metric", compare.metrics, std::string("a further column: ") + kMetricHelp)
        ->allow_extra_args(false);
    command->add_option("--resume", compare.resume, kResumeHelp);
    command->add_option("--threads", compare.threads, "threads, 0 for all; never changes the result")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command->add_option("--report", compare.report, "write table and paths side by side to FILE.html");
    command->add_flag("--force", compare.force, "overwrite an existing report");
    command->add_flag("--json", compare.json, kJsonHelp);
}

void add_search(CLI::App& command, SearchArguments& search) {
    command.add_option("--method", search.method, fmt::format("{}", fmt::join(names<SearchMethod>(), ", ")))
        ->capture_default_str();
    command.add_option("--seeds", search.seeds, "searches")->check(CLI::Range(1, 1000))->capture_default_str();
    command.add_option("--seed", search.seed, "of the first search")
        ->check(CLI::Validator(refuse_bad_seed, "SEED"))
        ->capture_default_str();
    command.add_option("--evaluations", search.evaluations, "of each search")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command.add_option("--threads", search.threads, "threads, 0 for all; never changes the result")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command.add_option("--resume", search.resume, "keep what was tried in FILE, and go on from there if it exists");
}

void add_calibrate(CLI::App& app, CalibrateCommand& calibrate) {
    CLI::App* command = app.add_subcommand("calibrate", "find parameters from recorded motion, or from what is wanted");
    command->add_option("SCENE|heading_chart", calibrate.subject, "scene as for run, or heading_chart")->required();
    command->add_option("DATA", calibrate.data, "heading charts: recording of walks, " + trajectory_extensions());
    add_search(*command, calibrate.search);
    command
        ->add_option("--set", calibrate.settings,
                     "PROFILE.PARAM=VALUE instead of the scene's, PARAM=VALUE of charts; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--json", calibrate.json, kJsonHelp);

    command
        ->add_option(
            "--fit", calibrate.fit,
            "scene: PROFILE.PARAM or PROFILE.PART.PARAM, with =LOW,HIGH behind for other bounds; may be repeated")
        ->allow_extra_args(false);
    command
        ->add_option("--objective", calibrate.objectives,
                     "scene: METRIC=VALUE or METRIC=VALUE,SCALE to come near to; METRIC with --like; may be repeated")
        ->allow_extra_args(false);
    command->add_option("--like", calibrate.like, "scene: recording that has the values of objectives without one");
    command->add_option("--runs", calibrate.runs, "scene: runs of each evaluation, N or seeds A-B")
        ->capture_default_str();
    command->add_option("--duration", calibrate.duration, "scene: simulated seconds instead of the scene's");
    command->add_option("--dt", calibrate.dt, "scene: time step in seconds instead of the scene's");

    command->add_option("--metric", calibrate.metric, "charts: error to minimise, distance (default), area or speed");
    command
        ->add_option("--parameters", calibrate.parameters,
                     "charts: to be fitted, separated by commas; c_turn,c_inertia without")
        ->delimiter(',')
        ->allow_extra_args(false);
    auto* map = command->add_option("--map", calibrate.recording.map, std::string("charts: ") + kMapHelp);
    add_reading(*command, calibrate.recording);
    command->add_option("--scene", calibrate.scene, "charts: scene whose map to take instead")->excludes(map);
    auto* whole =
        command->add_flag("--whole", calibrate.whole, "charts: tracks as they are, instead of cut where people stand");
    command
        ->add_flag("--heel-strikes", calibrate.heel_strikes,
                   "charts: rows of DATA are where a heel touched the ground; the path is made of them")
        ->excludes(whole);
    command->add_option("--per-walk", calibrate.per_walk, "charts: write the errors of each walk to FILE.csv");
    command->add_flag("--force", calibrate.force, "charts: overwrite an existing output");
}

void add_reproduce(CLI::App& app, ReproduceCommand& reproduce) {
    CLI::App* command = app.add_subcommand("reproduce", "run a paper's experiments again, its numbers beside ours");
    command->add_option("PAPER", reproduce.paper, papers())->required();
    command->add_option("--part", reproduce.part, "one part instead of all of them. " + parts());
    command->add_option("--seeds", reproduce.seeds, "runs of each experiment")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    command->add_option("--threads", reproduce.threads, "threads, 0 for all; changes no result")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command->add_flag("--strict", reproduce.strict, "exit 1 when a required claim is missed");
    command->add_option("--figures", reproduce.figures, "directory to put the paper's figures in, as SVG");
    command->add_flag("--force", reproduce.force,
                      "put figures in a directory that holds files, replacing those of the same name");
    command->add_flag("--json", reproduce.json, kJsonHelp);
}

void add_path(CLI::App& app, PathCommand& path) {
    CLI::App* command = app.add_subcommand("path", "find the way from one place of a map to another, or say why not");
    command->add_option("MAP", path.map, "a plan as for `map`, or a built map file")->required();
    command->add_option("START", path.start, "X,Y in metres")->required();
    command->add_option("GOAL", path.goal, "X,Y in metres")->required();
    command->add_option("--method", path.method, "how to look for it")->capture_default_str();
    command->add_option("--radius", path.options.radius, "of the body, m")->capture_default_str();
    command->add_option("--key-points", path.options.key_points, "flat, hierarchical: places on each portal, 1 to 5")
        ->capture_default_str();
    command->add_option("--svg", path.svg, "write a picture to FILE");
    command->add_flag("--force", path.force, "overwrite an existing picture");
    command->add_flag("--json", path.json, kJsonHelp);
}

void add_bench_path(CLI::App& app, BenchPathCommand& bench) {
    CLI::App* command = app.add_subcommand("bench-path", "time random path queries on a map");
    command->add_option("--map", bench.map, "a plan as for `map`, or a built map file")->required();
    command->add_option("--pairs", bench.pairs, "queries")->check(CLI::Range(1, 10'000'000))->capture_default_str();
    command->add_option("--seed", bench.seed, "of the places")
        ->check(CLI::Validator(refuse_bad_seed, "SEED"))
        ->capture_default_str();
    command->add_option("--tile", bench.tile, "the map K times in each direction, every other one turned over")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command->add_option("--radius", bench.radius, "of the body, m")->capture_default_str();
    command->add_option("--key-points", bench.key_points, "flat, hierarchical: places on each portal, 1 to 5")
        ->capture_default_str();
    command->add_option("--methods", bench.methods, "separated by commas; all without")->delimiter(',');
    command->add_flag("--json", bench.json, kJsonHelp);
}

void add_reading(CLI::App& command, ImportArguments& reading) {
    ImportOptions& options = reading.options;
    command.add_option("--unit", options.unit, "metres per unit of the file, instead of what the file says");
    command.add_option("--inside", reading.inside, "X,Y: a walkable place; its region is kept instead of the largest");
    command.add_option("--regions", reading.regions, "keep one region, or all of them")
        ->check(CLI::IsMember({"auto", "one", "all"}))
        ->capture_default_str();
    command.add_option("--snap", options.snap, "metres; walls nearer to each other are joined")->capture_default_str();
    command.add_option("--margin", options.margin, "metres of ground round buildings without ground")
        ->capture_default_str();
    command.add_option("--up", reading.up, "3D: the axis that points upwards")
        ->check(CLI::IsMember({"auto", "y", "z"}))
        ->capture_default_str();
    command.add_option("--floor", options.floor, "3D: height of the floor, m; found without");
    command.add_option("--slice", options.slice_height, "3D: metres above the floor; what is higher is no obstacle")
        ->capture_default_str();
    command.add_option("--step", options.step, "3D: metres; what rises less above the floor is floor")
        ->capture_default_str();
    command.add_option("--layers", options.layers, "DXF: layers that are walls, separated by commas; chosen without")
        ->delimiter(',');
    command.add_option("--coordinates", reading.coordinates, "GeoJSON: degrees of longitude and latitude, or metres")
        ->check(CLI::IsMember({"auto", "degrees", "metres"}))
        ->capture_default_str();
    command.add_option("--polygons", reading.polygons, "GeoJSON: polygons are floor or obstacles")
        ->check(CLI::IsMember({"auto", "floor", "obstacles"}))
        ->capture_default_str();
}

void add_map(CLI::App& app, MapCommand& map) {
    CLI::App* command = app.add_subcommand("map", "import a plan, footprints or a 3D model as a map, and mend it");
    command
        ->add_option("FILE", map.input,
                     "map: .wkt, .geojson, .osm, .dxf, .obj, .ifc (also with .gz), .glb, .gltf and other meshes")
        ->required();
    command->add_option("-o,--output", map.output, "write the map to FILE.wkt, or ready for use to FILE.sidestepmap");
    command->add_option("--svg", map.svg, "draw the map to FILE.svg or FILE.png");
    command->add_option("--width", map.width, "pixels of the picture")
        ->check(CLI::Range(300, 10000))
        ->capture_default_str();
    command->add_option("--body", map.body, "metres; statistics are for people of this diameter")
        ->check(CLI::Range(0.1, 4.0))
        ->capture_default_str();
    add_reading(*command, map.reading);
    command->add_flag("--force", map.force, "overwrite existing outputs");
    command->add_flag("--json", map.json, kJsonHelp);
}

void add_evacuate(CLI::App& app, EvacuateCommand& evacuate) {
    CLI::App* command = app.add_subcommand(
        "evacuate", "let everybody leave a building: from its plan to a replay, an evacuation curve and a report");
    command->add_option("PLAN", evacuate.plan, "plan in any format of `map`")->required();
    command->add_option("--people", evacuate.people, "how many are in the building")
        ->required()
        ->check(CLI::Range(1u, 1'000'000u));
    command
        ->add_option("--exit", evacuate.exits,
                     "X,Y,X,Y: an exit from one end to the other, m, instead of those of the plan; may be repeated")
        ->allow_extra_args(false);
    command->add_option("-o,--output", evacuate.output, "new or empty folder for what is made (PLAN_evacuation)");
    command->add_option("--write-scene", evacuate.scene, "save the scene to FILE.json, to go on with `run`");
    command->add_option("--model", evacuate.model, "how people avoid each other, a name from `sidestep models`")
        ->capture_default_str();
    command->add_option("--premovement", evacuate.premovement,
                        "seconds before people set out: MEAN,SD of a log-normal, a number for all, or a distribution "
                        "as in scenes (30,20)");
    command->add_option("--speed", evacuate.speed,
                        "m/s when nothing is in the way: MEAN,SD of a normal, a number, or a distribution (1.34,0.26)");
    command->add_option("--radius", evacuate.radius, "of bodies, m: a number or a distribution (0.2)");
    command->add_flag("--start-areas", evacuate.start_areas,
                      "people start in the areas that the plan has for that, instead of anywhere");
    command->add_option("--duration", evacuate.duration, "simulated seconds, unless everybody is out before")
        ->capture_default_str();
    command->add_option("--seed", evacuate.seed, "decides places, speeds and premovement times")
        ->check(CLI::Validator(refuse_bad_seed, "SEED"))
        ->capture_default_str();
    command->add_option("--seeds", evacuate.seeds,
                        "several runs, N from the seed on or seeds A-B: times and their spread");
    command->add_option("--threads", evacuate.threads, "threads, 0 for all; never changes the result")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    add_reading(*command, evacuate.reading);
    command->add_flag("--force", evacuate.force,
                      "put files in a folder that holds some, replacing those of the same name");
    command->add_flag("--json", evacuate.json, kJsonHelp);
}

bool asks_for_json(std::span<char*> arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [](std::string_view a) { return a == "--json"; });
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    return names;
}

/// Null where there is none.
const CLI::App* find_command(const CLI::App& app, const std::string& name) {
    for (const CLI::App* command : app.get_subcommands(nullptr)) {
        if (command->get_name() == name) return command;
    }
    return nullptr;
}

[[noreturn]] void refuse_command(const CLI::App& app, const std::string& name) {
    const std::vector<std::string> names = command_names(app);
    // What others call it is no misspelling.
    std::string meant = name == "simulate" ? "run" : name == "plot" || name == "convert" ? "export" : "";
    throw InputError({.message = "there is no command named \"" + name + "\"",
                      .value = name,
                      .allowed = list_of(names),
                      .remedy = meant.empty()
                                    ? did_you_mean(name, names, "`sidestep help` says what each command does.")
                                    : fmt::format("Did you mean \"{}\"?", meant)});
}

// CLI11 would only say that a subcommand is missing.
void refuse_unknown_command(const CLI::App& app, const std::string& name) {
    if (!name.starts_with('-') && find_command(app, name) == nullptr) refuse_command(app, name);
}

/// Arguments that nobody expected, in the order in which they were given.
std::string unexpected(const CLI::App& app, std::span<char*> arguments) {
    std::vector<std::string> left = app.remaining(true);
    std::string text;
    for (const std::string argument : arguments) {
        const auto found = std::find(left.begin(), left.end(), argument);
        if (found == left.end()) continue;
        left.erase(found);
        text += (text.empty() ? "" : " ") + argument;
    }
    return text;
}

/// "--seed" for "--sed", where the command has it.
std::optional<std::string> option_meant(const CLI::App& command, const std::string& written) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return nearest_name(written.substr(0, written.find('=')), names);
}

[[noreturn]] void refuse_arguments(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
    InputProblem problem;
    problem.message = error.what();
    const auto chosen = app.get_subcommands();
    problem.remedy = chosen.empty() ? "`sidestep help` lists the commands."
                                    : fmt::format("`sidestep help {}` lists the arguments.", chosen[0]->get_name());
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        problem.value = unexpected(app, arguments);
        problem.message = "these arguments were not expected";
    }
    // Without a command the first argument is an option, of ours or misspelt.
    const std::string where = chosen.empty() && arguments.size() > 1 ? arguments[1] : problem.value;
    if (const std::size_t option = (" " + where).find(" -"); option != std::string::npos) {
        const std::string written = where.substr(option, where.find(' ', option) - option);
        if (const auto meant = option_meant(chosen.empty() ? app : *chosen[0], written)) {
            problem.remedy = fmt::format("Did you mean \"{}\"? ", *meant) + problem.remedy;
        }
    }
    throw InputError(problem);
}

struct HelpCommand {
    std::string about;
};

int help_command(const CLI::App& app, const HelpCommand& help) {
    if (help.about.empty()) {
        // app.help() would speak of the command that was chosen, which is this one.
        print(app.get_formatter()->make_help(&app, "sidestep", CLI::AppFormatMode::Normal));
        return kHealthy;
    }
    const CLI::App* const command = find_command(app, help.about);
    if (command == nullptr) refuse_command(app, help.about);
    print(command->help("sidestep"));
    return kHealthy;
}

int completion_command(const CLI::App& app, const std::string& shell) {
    if (shell == "man") {
        print(manual_page(app));
    } else {
        print(bash_completion(app));
    }
    return kHealthy;
}

/// Throws InputError for options that were given and mean nothing beside the others.
void refuse_idle(const CLI::App& command, bool idle, std::initializer_list<const char*> options, const char* why) {
    for (const char* option : options) {
        if (!idle || command.count(option) == 0) continue;
        throw InputError({.message = fmt::format("{} would do nothing: it is {}", option, why),
                          .value = option,
                          .remedy = "Leave it out."});
    }
}

bool ends_in(const std::string& file, std::initializer_list<const char*> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) {
        return file.ends_with(ending) || file.ends_with(std::string(ending) + ".gz");
    });
}

void refuse_idle_options(const CLI::App& app, const ExportCommand& page, const PathCommand& path, const MapCommand& map,
                         const BenchCommand& bench, const CompareCommand& compare) {
    const auto of = [&](const char* name) -> const CLI::App& { return *app.get_subcommand(name); };
    const bool is_page = page.output.ends_with(".html");
    refuse_idle(of("export"), is_page, {"--width", "--colour", "--from", "--until"}, "for .svg and .png");
    refuse_idle(of("export"), !is_page, {"--every"}, "for .html");
    refuse_idle(of("path"), path.method == "corner" || path.method == "exact", {"--key-points"},
                "for flat and hierarchical");
    refuse_idle(of("map"), map.svg.empty(), {"--width"}, "for the picture, --svg FILE");
    const bool flat = ends_in(map.input, {".wkt", ".geojson", ".json", ".osm", ".dxf"});
    refuse_idle(of("map"), flat, {"--up", "--floor", "--slice", "--step"}, "for 3D models");
    refuse_idle(of("map"), !ends_in(map.input, {".dxf"}), {"--layers"}, "for DXF");
    refuse_idle(of("map"), !ends_in(map.input, {".geojson", ".json"}), {"--coordinates", "--polygons"}, "for GeoJSON");
    refuse_idle(of("bench"), bench.puppets, {"--model", "--neighbours"}, "for people who decide, not for --puppets");
    refuse_idle(of("compare"), compare.report.empty(), {"--force"}, "for the report, --report FILE.html");
}

int parse_and_dispatch(int argc, char** argv) {
    CLI::App app{"Sidestep simulates how people walk."};
    app.name("sidestep");
    app.set_version_flag("-v,--version", std::string(version()));
    app.require_subcommand(1);
    app.footer("Exit code: 0 done and healthy, 1 done but unhealthy, 2 bad input and nothing written, 3 our fault.");

    RunCommand run;
    ViewCommand view;
    ExportCommand export_page;
    AnalyseOptions analyse;
    BenchCommand bench;
    CompareCommand compare;
    CalibrateCommand calibrate;
    ReproduceCommand reproduce;
    PathCommand path;
    BenchPathCommand bench_path;
    MapCommand map;
    ScenesCommand scenes;
    HelpCommand help;
    std::string shell;
    EvacuateCommand evacuate;
    bool models_json = false, metrics_json = false, params_json = false, schema_json = false;
    std::string params_model;
    add_run(app, run);
    add_view(app, view);
    add_export(app, export_page);
    add_analyse(app, analyse);
    add_bench(app, bench);
    add_compare(app, compare);
    add_calibrate(app, calibrate);
    add_reproduce(app, reproduce);
    add_path(app, path);
    add_bench_path(app, bench_path);
    add_map(app, map);
    add_evacuate(app, evacuate);
    CLI::App* list = app.add_subcommand("scenes", "list the scenes that can be named");
    list->add_option("WORD", scenes.words, "only those with these words in name or description");
    list->add_flag("--names", scenes.names, "nothing but the names");
    list->add_flag("--json", scenes.json, kJsonHelp);
    app.add_subcommand("models", "list the models, and which is for what")->add_flag("--json", models_json, kJsonHelp);
    app.add_subcommand("metrics", "list what can be measured on a recording")
        ->add_flag("--json", metrics_json, kJsonHelp);
    CLI::App* params = app.add_subcommand("params", "print a model's parameters");
    params->add_option("MODEL", params_model, "a name from `sidestep models`")->required();
    params->add_flag("--json", params_json, kJsonHelp);
    app.add_subcommand("schema", "print the JSON schema of scene files")
        ->add_flag("--json", schema_json, "accepted for uniformity: a schema is JSON anyway");

    CLI::App* helping = app.add_subcommand("help", "say what the commands do, or the arguments of one");
    helping->add_option("COMMAND", help.about, "of which to list the arguments");
    CLI::App* completion = app.add_subcommand("completion", "print what shells and man read about these arguments");
    completion->add_option("KIND", shell, "bash: completion, for `source`; man: the manual page, for man(1)")
        ->required()
        ->check(CLI::IsMember({"bash", "man"}));

    if (argc > 1) refuse_unknown_command(app, argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        refuse_arguments(app, error, {argv, static_cast<std::size_t>(argc)});
    }
    refuse_idle_options(app, export_page, path, map, bench, compare);
    if (app.got_subcommand("help")) return help_command(app, help);
    if (app.got_subcommand("completion")) return completion_command(app, shell);
    if (app.got_subcommand("scenes")) return scenes_command(scenes);
    if (app.got_subcommand("run")) return run_command(run);
    if (app.got_subcommand("view")) return view_command(view);
    if (app.got_subcommand("export")) return export_command(export_page);
    if (app.got_subcommand("analyse")) return analyse_command(analyse);
    if (app.got_subcommand("bench")) return bench_command(bench);
    if (app.got_subcommand("compare")) return compare_command(compare);
    if (app.got_subcommand("calibrate")) return calibrate_command(calibrate);
    if (app.got_subcommand("reproduce")) return reproduce_command(reproduce);
    if (app.got_subcommand("path")) return path_command(path);
    if (app.got_subcommand("bench-path")) return bench_path_command(bench_path);
    if (app.got_subcommand("map")) return map_command(map);
    if (app.got_subcommand("evacuate")) return evacuate_command(evacuate);
    if (app.got_subcommand("models")) return models_command(models_json);
    if (app.got_subcommand("metrics")) return metrics_command(metrics_json);
    if (app.got_subcommand("params")) return params_command(params_model, params_json);
    return schema_command();
}

}  // namespace

}  // namespace sidestep::cli

int main(int argc, char** argv) {
    using namespace sidestep;
    if (const auto served = serve_as_model_helper(argc, argv)) return *served;
    // A file size limit then is a failed write with a message instead of a death in the middle of one.
    std::signal(SIGXFSZ, SIG_IGN);
    const bool json = cli::asks_for_json({argv, static_cast<std::size_t>(argc)});
    try {
        return cli::parse_and_dispatch(argc, argv);
    } catch (const InputError& error) {
        cli::report(error.problem(), json);
        return cli::kBadInput;
    } catch (const std::exception& error) {
        InputProblem problem;
        problem.message = std::string("unexpected: ") + error.what();
        problem.remedy = "This is a defect or the machine ran out of something; please report it with the command.";
        cli::report(problem, json);
        return cli::kOurFault;
    }
}
