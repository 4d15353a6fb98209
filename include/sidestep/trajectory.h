// Files of recorded motion.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/explain.h"
#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/tracks.h"

namespace SIDESTEP_EXPORT sidestep {

class TrajectoryWriter {
public:
    virtual ~TrajectoryWriter() = default;
    virtual void write(const TrajectoryFrame& frame) = 0;
    /// Writes what is pending and closes the file. Not calling it leaves a readable file that may lack the last second.
    /// `closing` is metadata known only now, such as the verdict of a run; an entry replaces one of the same name.
    virtual void finish(const std::map<std::string, std::string>& closing = {}) = 0;
};

/// Format by extension, one of trajectory_formats(). Throws InputError when the file exists and `overwrite` is false,
/// when the extension is unknown or of a format that can only be written as a whole, or when it cannot be written.
std::unique_ptr<TrajectoryWriter> open_trajectory_writer(const std::string& path, const TrajectoryInfo& info,
                                                         bool overwrite);
/// All at once, in any format; frames in which nobody is present are left out. Throws InputError likewise.
void write_trajectory(const std::string& path, const Trajectory& trajectory, bool overwrite);

/// What recordings of others may leave open, or say wrongly: said here, it counts instead of what the file says.
struct ReadOptions {
    std::optional<double> fps{};         ///< frames per second
    std::optional<double> unit{};        ///< metres per unit of the places
    std::vector<std::string> columns{};  ///< in their order: id, frame, x, y, heading_x, heading_y; others are ignored

    bool empty() const { return !fps && !unit && columns.empty(); }
};

/// Throws InputError with file, line and remedy for anything that is not a whole, unambiguous trajectory file, and for
/// options where the format leaves nothing open.
Trajectory read_trajectory(const std::string& path, const ReadOptions& options = {});

/// Metadata in which a reader says what it made of a file that does not say frames and places outright.
inline constexpr const char* kReadingKey = "reading";

/// Names a row of a recording.
struct RowKey {
    AgentId id = 0;
    std::uint32_t frame = 0;
    friend auto operator<=>(const RowKey&, const RowKey&) = default;
};
/// Where these rows stand in a file that read_trajectory has read, by reading it once more: lines or rows, as
/// TrajectoryFormat::counts says, from 1; 0 for what is not there.
std::vector<std::uint64_t> find_rows(const std::string& path, std::span<const RowKey> rows,
                                     const ReadOptions& options = {});

/// A recording opened for looking at single frames: nothing is read that is not asked for where the format allows it,
/// so that a file of many gigabytes opens at once. Not for several threads at a time.
class FrameSource {
public:
    virtual ~FrameSource() = default;
    virtual const TrajectoryInfo& info() const = 0;
    /// Numbers of the frames there are, ascending; a frame is asked for by its place in this list.
    virtual std::span<const std::uint32_t> frames() const = 0;
    virtual std::span<const AgentInfo> agents() const = 0;
    /// Who waited when, in order of (id, first); empty where the file does not say.
    virtual std::span<const Wait> waits() const { return {}; }
    /// Rows in order of id, into a frame that keeps its memory; newcomers and explanations are left empty.
    virtual void read(std::size_t index, TrajectoryFrame& frame) = 0;
    /// How many people are in a frame.
    virtual std::size_t count(std::size_t index) = 0;
    /// One agent through all frames; empty for an unknown id.
    virtual Track track(AgentId id) = 0;
    virtual std::vector<AgentId> explained() = 0;  ///< agents with explanations, ascending
    virtual std::optional<Explanation> explanation(AgentId id, std::uint32_t frame) = 0;
};
/// Throws InputError like read_trajectory. A file that somebody still records into is shown as it was when it was
/// opened.
std::unique_ptr<FrameSource> open_trajectory(const std::string& path, const ReadOptions& options = {});
/// The same from memory; its frames are those in which somebody is present.
std::unique_ptr<FrameSource> frames_of(Trajectory trajectory);

class RowWatch;

/// A kind of trajectory file. Whoever reads, writes, offers or recognises such files goes by the table of them.
struct TrajectoryFormat {
    std::string_view name;       ///< "JuPedSim SQLite"
    std::string_view extension;  ///< ".sqlite", in lower case, or a longer end of the name as "obsmat.txt"
    std::string_view also{};     ///< another extension; empty for none
    /// Frame by frame, so that a run that is killed leaves what was recorded; null where only the whole can be written.
    std::unique_ptr<TrajectoryWriter> (*open_writer)(const std::string& path, const TrajectoryInfo& info,
                                                     bool overwrite) = nullptr;
    /// The whole, where there is no open_writer.
    void (*write)(const std::string& path, const Trajectory& trajectory, bool overwrite) = nullptr;
    /// `watch`, where not null, is told where each row stands.
    Trajectory (*read)(const std::string& path, const ReadOptions& options, RowWatch* watch);
    /// Single frames without reading the rest; null where only the whole can be read.
    std::unique_ptr<FrameSource> (*open_frames)(const std::string& path) = nullptr;
    std::string_view counts = "line";  ///< what find_rows counts
    bool takes_fps = false;            ///< may leave open what ReadOptions say
    bool takes_unit = false;
    bool takes_columns = false;
    bool keeps_fps = true;
    bool keeps_map = true;  ///< and periodic axes
    bool keeps_metadata = true;
    bool keeps_headings = false;
    bool keeps_agents = false;        ///< radius, profile, goal and group of everybody, and who waited when
    bool keeps_explanations = false;  ///< why somebody decided as it did
};
std::span<const TrajectoryFormat* const> trajectory_formats();
/// By the end of the name of a file that need not exist; null for one that names no format.
const TrajectoryFormat* find_trajectory_format(const std::string& path);
/// Throws InputError naming the extensions there are.
const TrajectoryFormat& require_trajectory_format(const std::string& path);
/// Of a file to be written while a run goes on. Throws InputError likewise.
const TrajectoryFormat& require_recording_format(const std::string& path);
/// ".sqlite, .txt or .csv"; `of_runs`: only what can be written while one goes on.
std::string trajectory_extensions(bool of_runs = false);
/// What of a trajectory has no place in a format, for people: "headings", "the frame rate (say --fps 10 when it is
/// read)".
std::vector<std::string> lost_in(const TrajectoryFormat& format, const Trajectory& trajectory);

}  // namespace SIDESTEP_EXPORT sidestep
