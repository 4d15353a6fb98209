#include "recording.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "arguments.h"
#include "sidestep/error.h"
#include "sidestep/import.h"
#include "sidestep/outline.h"
#include "sidestep/smoothing.h"
#include "view/map_service.h"

namespace sidestep::cli {
namespace {

[[noreturn]] void reject(std::string message, const std::string& file, std::string allowed, std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = problem.value = file;
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(problem);
}

/// Well-known text as it is written, several lines being one collection; other plans are imported.
std::string read_map(const std::string& file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    if (!extension.empty() && extension != ".wkt" && extension != ".txt") return to_wkt(view::open_map(file).outline());
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) reject("the map cannot be opened", file, "a file of well-known text", "Check the name.");
    std::string parts;
    std::size_t count = 0;
    std::istringstream lines(text);
    // A geometry may be broken into several lines; it is whole where its parentheses are closed.
    std::string geometry;
    for (std::string line; std::getline(lines, line);) {
        geometry += line + ' ';
        int depth = 0;
        for (const char c : geometry) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth != 0 || geometry.find_first_not_of(" \t\r") == std::string::npos) continue;
        parts += (count++ > 0 ? ", " : "") + geometry;
        geometry.clear();
    }
    if (geometry.find_first_not_of(" \t\r") != std::string::npos) parts += (count++ > 0 ? ", " : "") + geometry;
    const std::string wkt = count > 1 ? "GEOMETRYCOLLECTION (" + parts + ")" : parts;
    try {
        if (count == 0) reject("the map is empty", file, "well-known text", "Leave --map out for no map.");
        map_outline(wkt);
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        problem.file = file;
        throw InputError(problem);
    }
    return wkt;
}

/// Says which file it is.
SmoothedParts smooth_recording(Trajectory& trajectory, const std::string& file, double cutoff) {
    try {
        return smooth(trajectory, cutoff);
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        problem.file = file;
        throw InputError(problem);
    }
}

}  // namespace

GroundBeside ground_beside(const std::string& recording) {
    const std::filesystem::path path(recording);
    const auto find = [&](const char* what) {
        std::error_code error;
        for (const std::string& name : {path.stem().string() + "_" + what, std::string(what)}) {
            const std::filesystem::path file = path.parent_path() / name;
            if (std::filesystem::is_regular_file(file, error)) return file.string();
        }
        return std::string();
    };
    GroundBeside ground;
    MapOutline outline;
    if (const std::string file = find("walkable.wkt"); !file.empty()) {
        outline = map_outline(read_map(file));
        ground.files.push_back(file);
    }
    if (const std::string file = find("obstacles.wkt"); !file.empty()) {
        MapOutline obstacles = map_outline(read_map(file));
        const auto wall_round = [&](std::vector<Vec2d> ring) {
            ring.push_back(ring.front());
            outline.walls.push_back(std::move(ring));
        };
        for (MapOutline::Area& area : obstacles.floor) {
            wall_round(std::move(area.outer));
            for (auto& hole : area.holes) wall_round(std::move(hole));
        }
        for (auto& wall : obstacles.walls) outline.walls.push_back(std::move(wall));
        ground.files.push_back(file);
        // Obstacles are drawn for pictures: where their lines cross, scenes would refuse them.
        ImportOptions options;
        options.regions = KeepRegions::all;
        ImportedMap mended = import_text(MapFormat::wkt, to_wkt(outline), options);
        ground.split = mended.report.count(RepairKind::crossing);
        outline = std::move(mended.outline);
    }
    ground.wkt = to_wkt(outline);
    return ground;
}

Trajectory read_recording(const std::string& file, const RecordingChoice& choice) {
    std::string wkt;
    if (!choice.map.empty()) wkt = read_map(choice.map);
    Trajectory trajectory = read_trajectory(file, choice.reading);
    if (!choice.map.empty()) trajectory.info.wkt = std::move(wkt);
    if (choice.smooth) smooth_recording(trajectory, file, *choice.smooth);
    return trajectory;
}

CheckedRecording check_and_read(const std::string& file, const RecordingChoice& choice) {
    RecordingChoice raw = choice;
    raw.smooth.reset();
    CheckedRecording recording{.trajectory = read_recording(file, raw), .findings = {}, .remarks = {}};
    std::vector<RowKey> rows;
    for (Finding& finding : check_recording(recording.trajectory)) {
        rows.push_back(finding.row);
        recording.findings.push_back({.finding = std::move(finding), .counts = require_trajectory_format(file).counts});
    }
    if (!rows.empty()) {
        const std::vector<std::uint64_t> places = find_rows(file, rows, choice.reading);
        for (std::size_t i = 0; i < rows.size(); ++i) recording.findings[i].place = places[i];
    }
    SmoothedParts parts;
    if (choice.smooth) parts = smooth_recording(recording.trajectory, file, *choice.smooth);
    const auto& metadata = recording.trajectory.info.metadata;
    for (const char* key : {kReadingKey, kSmoothedKey}) {
        const auto entry = metadata.find(key);
        if (entry != metadata.end()) recording.remarks.push_back(fmt::format("{}: {}", key, entry->second));
    }
    if (parts.left > 0) {
        recording.remarks.push_back(fmt::format("{} part{} of too few samples to smooth left as {}", parts.left,
                                                parts.left == 1 ? "" : "s", parts.left == 1 ? "it was" : "they were"));
    }
    return recording;
}

void tell(const CheckedRecording& recording, const std::string& file) {
    for (const std::string& remark : recording.remarks) fmt::print(stderr, "{}: {}\n", file, printable(remark));
    for (const ToldFinding& told : recording.findings) fmt::print(stderr, "{}: {}\n", file, text_of(told));
}

Trajectory read_and_tell(const std::string& file, const RecordingChoice& choice) {
    CheckedRecording recording = check_and_read(file, choice);
    tell(recording, file);
    return std::move(recording.trajectory);
}

std::string text_of(const ToldFinding& told) {
    return fmt::format("{}: {}{}", told.finding.kind, told.finding.text,
                       told.place > 0 ? fmt::format(" ({} {})", told.counts, told.place) : "");
}

Json json_of(const std::vector<ToldFinding>& findings) {
    Json list = Json::array();
    for (const auto& [finding, place, counts] : findings) {
        Json entry{{"kind", finding.kind},
                   {"people", finding.people},
                   {"times", finding.times},
                   {"id", finding.row.id},
                   {"frame", finding.row.frame}};
        if (place > 0) entry[std::string(counts)] = place;
        entry["text"] = finding.text;
        list.push_back(std::move(entry));
    }
    return list;
}

std::unique_ptr<FrameSource> open_recording(const std::string& file, const RecordingChoice& choice) {
    if (choice.map.empty() && !choice.smooth) return open_trajectory(file, choice.reading);
    return frames_of(read_recording(file, choice));
}

void add_reading(CLI::App& command, RecordingChoice& recording) {
    const auto takers = [](bool TrajectoryFormat::* takes) {
        std::string text;
        for (const TrajectoryFormat* format : trajectory_formats()) {
            if (format->*takes) text += (text.empty() ? "" : ", ") + std::string(format->extension);
        }
        return text;
    };
    command.add_option("--fps", recording.reading.fps,
                       takers(&TrajectoryFormat::takes_fps) + ": frames per second, instead of what the file says");
    command.add_option("--unit", recording.reading.unit,
                       takers(&TrajectoryFormat::takes_unit) + ": metres per unit of the places, likewise");
    command
        .add_option("--columns", recording.reading.columns,
                    takers(&TrajectoryFormat::takes_columns) +
                        ": what the columns are, likewise, as in frame,id,x,y; other names are ignored")
        ->delimiter(',')
        ->allow_extra_args(false);
}

void add_smoothing(CLI::App& command, RecordingChoice& recording) {
    command.add_option("--smooth", recording.smooth,
                       "Hz: take jitter out of the places with a zero-phase Butterworth low-pass of order 2 and this "
                       "cut-off, which the result tells");
}

}  // namespace sidestep::cli
