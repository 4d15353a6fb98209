#include "record/sqlite_files.h"

namespace sidestep {

extern const TrajectoryFormat kSqliteFormat;
constinit const TrajectoryFormat kSqliteFormat{
    .name = "JuPedSim SQLite",
    .extension = ".sqlite",
    .open_writer = open_sqlite_writer,
    .read = [](const std::string& path, const ReadOptions&, RowWatch* watch) { return read_sqlite(path, watch); },
    .open_frames = open_sqlite_frames,
    .counts = "row",
    .keeps_headings = true,
    .keeps_agents = true,
    .keeps_explanations = true,
};

}  // namespace sidestep
