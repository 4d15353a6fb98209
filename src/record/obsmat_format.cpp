// obsmat.txt of the ETH and UCY recordings: frame, id, x, z, y and a velocity of the same order, bare numbers in metres
// and seconds, z upwards. Frames count video frames, of which only every sixth or tenth is there, and the rate of the
// video stands in no file.
#include "record/text_files.h"
#include "record/whole_file.h"

namespace sidestep {
namespace {

const std::vector<std::string> kColumns{"frame", "id", "x", "up", "y", "velocity_x", "velocity_up", "velocity_y"};

Trajectory read_obsmat(const std::string& path, const ReadOptions& options, RowWatch* watch) {
    ReadOptions known = options;
    if (known.columns.empty()) known.columns = kColumns;
    if (!known.unit) known.unit = 1;
    return read_text(path, TextStyle::bare, known, watch);
}

/// From the sample before to the one after; at an end, and beside a gap, from one to the other.
Vec2d velocity_of(const Track& track, std::size_t i, std::uint32_t step, const TrajectoryInfo& info) {
    const bool before = i > 0 && track.frame[i] - track.frame[i - 1] == step;
    const bool after = i + 1 < track.frame.size() && track.frame[i + 1] - track.frame[i] == step;
    if (!before && !after) return {};
    const std::size_t from = before ? i - 1 : i, to = after ? i + 1 : i;
    const Vec2d a = track.position[from], b = track.position[to];
    const Vec2d way{wrapped_difference(a.x, b.x, info.periodic.x), wrapped_difference(a.y, b.y, info.periodic.y)};
    return way * (info.fps / (track.frame[to] - track.frame[from]));
}

void write_obsmat(const std::string& path, const Trajectory& trajectory, bool overwrite) {
    const std::uint32_t step = frame_step(trajectory);
    std::string out;
    for_each_row(trajectory, [&](std::uint32_t frame, const Track& track, std::size_t i) {
        const Vec2d place = track.position[i], velocity = velocity_of(track, i, step, trajectory.info);
        append_number(out, frame);
        out += ' ';
        append_number(out, track.id);
        for (const double value : {place.x, 0.0, place.y, velocity.x, 0.0, velocity.y}) {
            out += ' ';
            append_number(out, value);
        }
        out += '\n';
    });
    write_whole(path, out, overwrite);
}

}  // namespace

extern const TrajectoryFormat kObsmatFormat;
constinit const TrajectoryFormat kObsmatFormat{
    .name = "ETH/UCY obsmat",
    .extension = "obsmat.txt",
    .also = ".obsmat",
    .write = write_obsmat,
    .read = read_obsmat,
    .takes_fps = true,
    .takes_unit = true,
    .takes_columns = true,
    .keeps_fps = false,
    .keeps_map = false,
    .keeps_metadata = false,
};

}  // namespace sidestep
