#include "record/sqlite_files.h"

namespace sidestep {

extern const TrajectoryFormat kSqliteFormat;
constinit const TrajectoryFormat kSqliteFormat{
    .name = "JuPedSim SQLite",
    .extension = ".sqlite",
    .open_writer = open_sqlite_writer,
    .read = read_sqlite,
    .open_frames = open_sqlite_frames,
    .keeps_agents = true,
    .keeps_explanations = true,
};

}  // namespace sidestep
