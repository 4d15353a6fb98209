// sidestep convert: a recording in another format, and what is lost on the way.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "output_file.h"
#include "recording.h"

namespace sidestep::cli {
namespace {

struct ConvertCommand {
    std::string input, output;
    RecordingChoice recording{};
    bool force = false;
    bool json = false;
};

struct Counts {
    std::size_t people = 0, rows = 0;
    std::uint32_t first = 0, last = 0;
};

Counts counts_of(const Trajectory& trajectory) {
    Counts counts;
    for (const Track& track : trajectory.tracks) {
        if (track.frame.empty()) continue;
        counts.first = counts.people == 0 ? track.frame.front() : std::min(counts.first, track.frame.front());
        counts.last = std::max(counts.last, track.frame.back());
        ++counts.people;
        counts.rows += track.frame.size();
    }
    return counts;
}

int convert_command(const ConvertCommand& command) {
    // Both names are looked at before the work.
    const TrajectoryFormat& from = require_trajectory_format(command.input);
    const TrajectoryFormat& to = require_trajectory_format(command.output);
    const std::array inputs{command.input, command.recording.map};
    refuse_replacing(command.output, inputs);
    refuse_existing(command.output, command.force);
    const CheckedRecording recording = check_and_read(command.input, command.recording);
    const Trajectory& trajectory = recording.trajectory;
    const std::vector<std::string> lost = lost_in(to, trajectory);
    write_trajectory(command.output, trajectory, command.force);
    const Counts counts = counts_of(trajectory);
    if (command.json) {
        print(Json{{"input", command.input},
                   {"from", from.name},
                   {"output", command.output},
                   {"to", to.name},
                   {"people", counts.people},
                   {"rows", counts.rows},
                   {"first_frame", counts.first},
                   {"last_frame", counts.last},
                   {"fps", trajectory.info.fps},
                   {"map", !trajectory.info.wkt.empty()},
                   {"remarks", recording.remarks},
                   {"findings", json_of(recording.findings)},
                   {"lost", lost}});
        return kHealthy;
    }
    std::string text =
        fmt::format("{} ({}): {} {}, {} rows, frames {} to {} at {:g} fps, {}\n", command.input, from.name,
                    counts.people, counts.people == 1 ? "person" : "people", counts.rows, counts.first, counts.last,
                    trajectory.info.fps, trajectory.info.wkt.empty() ? "no map" : "with a map");
    for (const std::string& remark : recording.remarks) text += fmt::format("    {}\n", printable(remark));
    for (const ToldFinding& told : recording.findings) text += fmt::format("    {}\n", text_of(told));
    text += fmt::format("wrote {} ({})\n", command.output, to.name);
    for (const std::string& what : lost) text += fmt::format("    not kept: {}\n", printable(what));
    print(text);
    return kHealthy;
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("convert", "write a recording in another format");
    ConvertCommand& convert = arguments_of(*command, action, convert_command);
    command->add_option("IN", convert.input, "recording: " + trajectory_extensions())->required();
    command->add_option("OUT", convert.output, "file whose end names the format: " + trajectory_extensions())
        ->required();
    command->add_option("--map", convert.recording.map, kMapHelp);
    add_reading(*command, convert.recording);
    add_smoothing(*command, convert.recording);
    command->add_flag("--force", convert.force, "overwrite an existing output");
    command->add_flag("--json", convert.json, kJsonHelp);
}

}  // namespace sidestep::cli
