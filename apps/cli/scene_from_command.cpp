// `sidestep scene-from`: a recording as a scene that runs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "named.h"
#include "output.h"
#include "output_file.h"
#include "recording.h"
#include "sidestep/recorded_scene.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {
namespace {

struct SceneFromCommand {
    std::string data, output;
    std::string goals{name_of(RecordedGoals::places)}, speeds{name_of(RecordedSpeeds::recorded)},
        bodies{name_of(RecordedBodies::fitted)};
    RecordedSceneOptions options;
    RecordingChoice recording;
    bool force = false;
    bool json = false;
};

/// Where the ground comes from, for people: "walkable.wkt", "the recording", "none: an open plane".
std::string ground_of(const SceneFromCommand& command, Trajectory& trajectory) {
    if (!command.recording.map.empty()) return command.recording.map;
    if (!trajectory.info.wkt.empty()) return "the recording";
    GroundBeside ground = ground_beside(command.data);
    if (ground.files.empty()) return "none, an open plane";
    trajectory.info.wkt = std::move(ground.wkt);
    return fmt::format("{}{}", fmt::join(ground.files, " and "),
                       ground.split > 0 ? fmt::format(", walls split where they cross ({})", ground.split) : "");
}

/// What is in the scene otherwise than in the recording, a sentence for each.
std::vector<std::string> remarks_of(const RecordedScene& made) {
    std::vector<std::string> remarks;
    const auto people = [](std::size_t n) { return fmt::format("{} {}", n, n == 1 ? "person" : "people"); };
    if (made.elsewhere > 0) remarks.push_back(people(made.elsewhere) + " left out: not on the ground for two samples");
    if (made.cut > 0)
        remarks.push_back(people(made.cut) + " beside the ground at first or at last: the scene has what was on it");
    if (made.smaller > 0) {
        remarks.push_back(fmt::format(
            "{} with smaller bodies than {:g} m, down to {:.3g} m: so near were others or walls where they came",
            people(made.smaller), kUsualRadius, made.smallest));
    }
    if (made.staying > 0) remarks.push_back(people(made.staying) + " stay where they came");
    if (made.too_fast > 0) remarks.push_back(people(made.too_fast) + " faster than any profile can be");
    return remarks;
}

int scene_from_command(const SceneFromCommand& command) {
    refuse_extension(command.output, {".json"});
    const std::array inputs{command.data, command.recording.map};
    refuse_replacing(command.output, inputs);
    refuse_existing(command.output, command.force);
    RecordedSceneOptions options = command.options;
    options.goals = require_named<RecordedGoals>(command.goals, "kind of goals");
    options.speeds = require_named<RecordedSpeeds>(command.speeds, "kind of speeds");
    options.bodies = require_named<RecordedBodies>(command.bodies, "kind of bodies");
    CheckedRecording recording = check_and_read(command.data, command.recording);
    const std::string ground = ground_of(command, recording.trajectory);
    const FilmedPeople people = filmed_people(command.data, std::move(recording.trajectory));
    const RecordedScene made = recorded_scene(people, options);
    const std::string text = scene_text(made.scenario);
    // What cannot be set up leaves nothing behind.
    static_cast<void>(Simulation(parse_scene(text, command.output)));
    write_file(command.output, text);
    const std::vector<std::string> remarks = remarks_of(made);
    const Scenario& scene = made.scenario;
    if (command.json) {
        print(Json{{"data", command.data},
                   {"output", command.output},
                   {"ground", ground},
                   {"people", made.people},
                   {"begin_s", made.begin},
                   {"dt", scene.dt},
                   {"duration", scene.duration},
                   {"model", scene.profiles[0].avoid.name},
                   {"goals", name_of(options.goals)},
                   {"speeds", name_of(options.speeds)},
                   {"bodies", name_of(options.bodies)},
                   {"exits", made.exits},
                   {"to_exits", made.to_exits},
                   {"by_ways", made.by_ways},
                   {"staying", made.staying},
                   {"groups", made.groups},
                   {"speed", {made.slowest, made.fastest}},
                   {"left_out", made.elsewhere},
                   {"cut", made.cut},
                   {"smaller", made.smaller},
                   {"smallest_radius", made.smallest},
                   {"remarks", remarks},
                   {"reading", recording.remarks},
                   {"findings", json_of(recording.findings)}});
        return kHealthy;
    }
    std::string said = fmt::format(
        "{}: {} people from {:g} s on, {} group{}, speeds {:.2f} to {:.2f} m/s\nground: {}\n", command.data,
        made.people.size(), made.begin, made.groups, made.groups == 1 ? "" : "s", made.slowest, made.fastest, ground);
    if (made.exits > 0)
        said += fmt::format("{} exit{}, taken by {} people\n", made.exits, made.exits == 1 ? "" : "s", made.to_exits);
    if (made.by_ways > 0) said += fmt::format("{} people walk by corners of their ways\n", made.by_ways);
    for (const std::string& remark : recording.remarks) said += fmt::format("    {}\n", printable(remark));
    for (const ToldFinding& told : recording.findings) said += fmt::format("    {}\n", text_of(told));
    for (const std::string& remark : remarks) said += fmt::format("    {}\n", remark);
    said += fmt::format("wrote {}: steps of {:.4g} s, {:g} s, model {}\n", command.output, scene.dt, scene.duration,
                        scene.profiles[0].avoid.name);
    print(said);
    return kHealthy;
}

}  // namespace

void add_scene_from(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("scene-from", "make a scene of a recording, with the same people");
    SceneFromCommand& from = arguments_of(*command, action, scene_from_command);
    command->add_option("DATA", from.data, "recording: " + trajectory_extensions())->required();
    command->add_option("-o,--output", from.output, "scene file to write, .json")->required();
    command->add_option("--map", from.recording.map,
                        "a plan as for `map`, instead of the recording's own and of what lies beside it");
    command->add_option("--model", from.options.model, "how people avoid each other, a name from `sidestep models`");
    command->add_option("--from", from.options.from, "s of the recording, from then on");
    command->add_option("--until", from.options.until, "s of the recording, until then");
    command
        ->add_option("--goals", from.goals,
                     "where people go: places (where they were last seen), exits (regions in which several left), ways "
                     "(along the corners of their ways), entry (straight on as they came)")
        ->capture_default_str();
    command
        ->add_option("--speeds", from.speeds,
                     "how fast people want to walk: recorded (as fast as each walked when it could), usual (as a scene "
                     "that says nothing of it)")
        ->capture_default_str();
    command
        ->add_option("--bodies", from.bodies,
                     "how large people are: fitted (smaller where others or walls are too near when they come), usual "
                     "(who does not fit comes beside its place)")
        ->capture_default_str();
    add_reading(*command, from.recording);
    add_smoothing(*command, from.recording);
    command->add_flag("--force", from.force, "overwrite an existing output");
    command->add_flag("--json", from.json, kJsonHelp);
}

}  // namespace sidestep::cli
