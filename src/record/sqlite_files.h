// Trajectories in JuPedSim's SQLite format: versions 1 to 3 are read, version 2 is written.
#pragma once

#include <memory>
#include <string>

#include "sidestep/trajectory.h"

namespace sidestep {

std::unique_ptr<TrajectoryWriter> open_sqlite_writer(const std::string& path, const TrajectoryInfo& info,
                                                     bool overwrite);
Trajectory read_sqlite(const std::string& path, RowWatch* watch);
std::unique_ptr<FrameSource> open_sqlite_frames(const std::string& path);

}  // namespace sidestep
