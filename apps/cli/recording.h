// A recording as commands take it: with its own map, or with one from a file; with what its file leaves open.
#pragma once

#include <memory>
#include <string>

#include "sidestep/trajectory.h"

namespace CLI {
class App;
}

namespace sidestep::cli {

struct RecordingChoice {
    std::string map;        ///< of well-known text or any plan, instead of the recording's own; empty: its own
    ReadOptions reading{};  ///< what the file leaves open
};

/// Throws InputError.
Trajectory read_recording(const std::string& file, const RecordingChoice& choice);
/// For single frames; reads the whole where something is said otherwise. Throws InputError.
std::unique_ptr<FrameSource> open_recording(const std::string& file, const RecordingChoice& choice);

/// --fps, --unit, --columns.
void add_reading(CLI::App& command, RecordingChoice& recording);

}  // namespace sidestep::cli
