#include "record/hdf5_files.h"

namespace sidestep {

constinit const TrajectoryFormat kHdf5Format{
    .name = "Jülich HDF5",
    .extension = ".h5",
    .also = ".hdf5",
    .write = write_hdf5,
    .read = read_hdf5,
    .counts = "row",
    .takes_fps = true,
    .takes_unit = true,
};

}  // namespace sidestep
