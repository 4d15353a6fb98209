// A recording as commands take it: with its own map, or with one from a file; with what its file leaves open.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output.h"
#include "sidestep/recording_check.h"
#include "sidestep/trajectory.h"

namespace CLI {
class App;
}

namespace sidestep::cli {

struct RecordingChoice {
    std::string map;                 ///< of well-known text or any plan, instead of the recording's own; empty: its own
    ReadOptions reading{};           ///< what the file leaves open
    std::optional<double> smooth{};  ///< Hz, cut-off of a low-pass on the places
};

/// What files beside a recording say of where people can walk, named after it (NAME_walkable.wkt, NAME_obstacles.wkt)
/// or for all in the folder (walkable.wkt, obstacles.wkt): the walls round obstacles are added to the walkable area.
struct GroundBeside {
    std::string wkt;                 ///< empty: there is no such file
    std::vector<std::string> files;  ///< of which it was made
    std::size_t split = 0;           ///< places where walls round obstacles crossed and were split
};
/// Throws InputError.
GroundBeside ground_beside(const std::string& recording);

/// Throws InputError.
Trajectory read_recording(const std::string& file, const RecordingChoice& choice);
/// What is wrong with a recording, and the line or row of its file where it is.
struct ToldFinding {
    Finding finding;
    std::uint64_t place = 0;  ///< 0 where it is not known
    std::string_view counts;  ///< what `place` counts
};
struct CheckedRecording {
    Trajectory trajectory;              ///< smoothed, where that was asked for
    std::vector<ToldFinding> findings;  ///< of the file as it is
    std::vector<std::string> remarks;   ///< what was made of it, for people
};
/// Throws InputError.
CheckedRecording check_and_read(const std::string& file, const RecordingChoice& choice);
/// The same for commands whose output says other things: what there is to tell goes to standard error.
Trajectory read_and_tell(const std::string& file, const RecordingChoice& choice);
void tell(const CheckedRecording& recording, const std::string& file);
/// "gaps: 2 people are missing … (line 12)"
std::string text_of(const ToldFinding& told);
Json json_of(const std::vector<ToldFinding>& findings);

/// For single frames; reads the whole where something is said otherwise. Throws InputError.
std::unique_ptr<FrameSource> open_recording(const std::string& file, const RecordingChoice& choice);

/// --fps, --unit, --columns.
void add_reading(CLI::App& command, RecordingChoice& recording);
/// --smooth
void add_smoothing(CLI::App& command, RecordingChoice& recording);

}  // namespace sidestep::cli
