// Trajectories as text: Jülich's columns and CSV.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sidestep/trajectory.h"

namespace sidestep {

enum class TextStyle : std::uint8_t {
    juelich,
    csv,
    bare  ///< blanks between columns that no line names; only read
};

std::unique_ptr<TrajectoryWriter> open_text_writer(const std::string& path, const TrajectoryInfo& info, TextStyle style,
                                                   bool overwrite);
Trajectory read_text(const std::string& path, TextStyle style, const ReadOptions& options, RowWatch* watch);

}  // namespace sidestep
