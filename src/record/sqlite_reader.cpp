// Reads all of a file in JuPedSim's SQLite format from whoever wrote it, also when the writer was killed.
#include <fmt/format.h>

#include "record/formats.h"
#include "record/sqlite_file.h"
#include "record/sqlite_files.h"
#include "record/track_builder.h"

namespace sidestep {
namespace {

std::vector<Track> read_rows(const SqliteFile& file, double fps, RowWatch* watch) {
    TrackBuilder builder(file.has_headings(), watch);
    // In the order of the file: sorting ten million rows in SQL takes longer than reading them, and it is nearly always
    // in order of frame already.
    const sqlite::Statement rows =
        sqlite::prepare(file.db(), fmt::format("SELECT {} FROM trajectory_data", file.row_columns()));
    std::uint64_t number = 0;
    while (sqlite::step(rows.get())) {
        ++number;
        const auto [frame, row] =
            file.row_of(rows.get(), [&] { return fmt::format("row {} of trajectory_data", number); });
        builder.add(frame, row, number);
    }
    file.check_span(builder.first(), builder.last(), fps);
    try {
        return builder.finish();
    } catch (const DuplicateRow& twice) {
        file.refuse_duplicate(twice.id, twice.frame);
    }
}

}  // namespace

Trajectory read_sqlite(const std::string& path, RowWatch* watch) {
    const SqliteFile file(path);
    return file.guarded([&] {
        const sqlite::Snapshot snapshot(file.db());
        Trajectory trajectory;
        trajectory.info = file.read_info();
        trajectory.tracks = read_rows(file, trajectory.info.fps, watch);
        trajectory.agents = file.read_agents();
        trajectory.explanations = file.read_explanations();
        trajectory.waits = file.read_waits();
        return trajectory;
    });
}

}  // namespace sidestep
