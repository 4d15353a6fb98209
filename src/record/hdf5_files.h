// Trajectories as HDF5, as the data archive of Jülich has them.
#pragma once

#include <string>

#include "sidestep/trajectory.h"

namespace sidestep {

Trajectory read_hdf5(const std::string& path, const ReadOptions& options, RowWatch* watch);
void write_hdf5(const std::string& path, const Trajectory& trajectory, bool overwrite);

extern const TrajectoryFormat kHdf5Format;

}  // namespace sidestep
