#include "record/text_files.h"

namespace sidestep {

namespace {

template <TextStyle style>
std::unique_ptr<TrajectoryWriter> writer(const std::string& path, const TrajectoryInfo& info, bool overwrite) {
    return open_text_writer(path, info, style, overwrite);
}

template <TextStyle style>
Trajectory read(const std::string& path, const ReadOptions& options, RowWatch* watch) {
    return read_text(path, style, options, watch);
}

}  // namespace

extern const TrajectoryFormat kJuelichFormat, kCsvFormat;
constinit const TrajectoryFormat kJuelichFormat{
    .name = "Jülich text",
    .extension = ".txt",
    .open_writer = writer<TextStyle::juelich>,
    .read = read<TextStyle::juelich>,
    .takes_fps = true,
    .takes_unit = true,
    .takes_columns = true,
};
constinit const TrajectoryFormat kCsvFormat{
    .name = "CSV",
    .extension = ".csv",
    .open_writer = writer<TextStyle::csv>,
    .read = read<TextStyle::csv>,
    .takes_fps = true,
    .takes_unit = true,
    .takes_columns = true,
    .keeps_headings = true,
};

}  // namespace sidestep
