// Recorded motion, from a simulation or from a camera: both are measured by the same code.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sidestep/explain.h"
#include "sidestep/id.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// One agent in one frame.
struct TrajectoryRow {
    AgentId id = 0;
    Vec2d position;
    Vec2f heading{};  ///< unit vector, or zero where the file has none
};

/// What does not change about an agent. Names are empty where the file or the scene has none.
struct AgentInfo {
    AgentId id = 0;
    float radius = 0;  ///< m; 0 where unknown
    std::string profile{}, goal{}, group{};
    friend bool operator==(const AgentInfo&, const AgentInfo&) = default;
};

/// Rows of one frame, as the simulation hands them to a writer, in order of id.
struct TrajectoryFrame {
    std::uint32_t frame = 0;
    std::vector<TrajectoryRow> rows;
    std::vector<AgentInfo> newcomers{};       ///< agents no earlier frame had, in order of id
    std::vector<Explanation> explanations{};  ///< of decisions taken from this frame's state
};

struct TrajectoryInfo {
    double fps = 10;                                ///< frames per second
    std::string wkt{};                              ///< map, empty if unknown
    Vec2d periodic{};                               ///< m, length of each periodic axis, 0 where it is not
    std::map<std::string, std::string> metadata{};  ///< scene, parameters, seed, engine version, …
};

/// One agent's samples in consecutive order of frame.
struct Track {
    AgentId id = 0;
    std::vector<std::uint32_t> frame;
    std::vector<Vec2d> position;
    std::vector<Vec2f> heading;  ///< empty where the file has none
};

struct Trajectory {
    TrajectoryInfo info;
    std::vector<Track> tracks;              ///< in order of id
    std::vector<AgentInfo> agents;          ///< in order of id; empty where the file has none
    std::vector<Explanation> explanations;  ///< in order of (frame, id)
};

class TrajectoryWriter {
public:
    virtual ~TrajectoryWriter() = default;
    virtual void write(const TrajectoryFrame& frame) = 0;
    /// Writes what is pending and closes the file. Not calling it leaves a readable file that may lack the last second.
    /// `closing` is metadata known only now, such as the verdict of a run; an entry replaces one of the same name.
    virtual void finish(const std::map<std::string, std::string>& closing = {}) = 0;
};

/// Format by extension: .sqlite (JuPedSim version 2), .txt (Jülich text), .csv. Throws InputError when the file exists
/// and `overwrite` is false, when the extension is unknown or when it cannot be written.
std::unique_ptr<TrajectoryWriter> open_trajectory_writer(const std::string& path, const TrajectoryInfo& info,
                                                         bool overwrite);

/// Throws InputError with file, line and remedy for anything that is not a whole, unambiguous trajectory file.
Trajectory read_trajectory(const std::string& path);

/// A recording opened for looking at single frames: nothing is read that is not asked for where the format allows it
/// (.sqlite), so that a file of many gigabytes opens at once. Not for several threads at a time.
class FrameSource {
public:
    virtual ~FrameSource() = default;
    virtual const TrajectoryInfo& info() const = 0;
    /// Numbers of the frames there are, ascending; a frame is asked for by its place in this list.
    virtual std::span<const std::uint32_t> frames() const = 0;
    virtual std::span<const AgentInfo> agents() const = 0;
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
std::unique_ptr<FrameSource> open_trajectory(const std::string& path);
/// The same from memory; its frames are those in which somebody is present.
std::unique_ptr<FrameSource> frames_of(Trajectory trajectory);

}  // namespace sidestep
