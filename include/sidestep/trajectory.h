// Recorded motion, from a simulation or from a camera: both are measured by the same code.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sidestep/id.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// One agent in one frame.
struct TrajectoryRow {
    AgentId id = 0;
    Vec2d position;
    Vec2f heading{};  ///< unit vector, or zero where the file has none
};

/// Rows of one frame, as the simulation hands them to a writer, in order of id.
struct TrajectoryFrame {
    std::uint32_t frame = 0;
    std::vector<TrajectoryRow> rows;
};

struct TrajectoryInfo {
    double fps = 10;                              ///< frames per second
    std::string wkt;                              ///< map, empty if unknown
    std::map<std::string, std::string> metadata;  ///< scene, parameters, seed, engine version, …
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
    std::vector<Track> tracks;  ///< in order of id
};

class TrajectoryWriter {
public:
    virtual ~TrajectoryWriter() = default;
    virtual void write(const TrajectoryFrame& frame) = 0;
    /// Writes what is pending and closes the file. Not calling it leaves a readable file that may lack the last second.
    virtual void finish() = 0;
};

/// Format by extension: .sqlite (JuPedSim version 2), .txt (Jülich text), .csv. Throws InputError when the file exists
/// and `overwrite` is false, when the extension is unknown or when it cannot be written.
std::unique_ptr<TrajectoryWriter> open_trajectory_writer(const std::string& path, const TrajectoryInfo& info,
                                                         bool overwrite);

/// Throws InputError with file, line and remedy for anything that is not a whole, unambiguous trajectory file.
Trajectory read_trajectory(const std::string& path);

}  // namespace sidestep
