#include "recording.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "arguments.h"
#include "sidestep/error.h"
#include "sidestep/outline.h"
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

}  // namespace

Trajectory read_recording(const std::string& file, const RecordingChoice& choice) {
    std::string wkt;
    if (!choice.map.empty()) wkt = read_map(choice.map);
    Trajectory trajectory = read_trajectory(file, choice.reading);
    if (!choice.map.empty()) trajectory.info.wkt = std::move(wkt);
    return trajectory;
}

std::unique_ptr<FrameSource> open_recording(const std::string& file, const RecordingChoice& choice) {
    if (choice.map.empty()) return open_trajectory(file, choice.reading);
    return frames_of(read_recording(file, choice));
}

void add_reading(CLI::App& command, RecordingChoice& recording) {
    command.add_option("--fps", recording.reading.fps, ".txt, .csv: frames per second, instead of what the file says");
    command.add_option("--unit", recording.reading.unit, ".txt, .csv: metres per unit of the places, likewise");
    command
        .add_option("--columns", recording.reading.columns,
                    ".txt, .csv: what the columns are, likewise, as in frame,id,x,y; other names are ignored")
        ->delimiter(',')
        ->allow_extra_args(false);
}

}  // namespace sidestep::cli
