// Motion as values, from a simulation or from a camera: both are measured by the same code.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sidestep/explain.h"
#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// One agent in one frame.
struct TrajectoryRow {
    AgentId id = 0;
    Vec2d position;
    Vec2f heading{};     ///< unit vector, or zero where the file has none
    bool waits = false;  ///< stands because it is not to walk; only results of a simulation say so
};

/// Somebody stands because it is not to walk: before its start, or at its last goal.
struct Wait {
    static constexpr std::uint32_t kToTheEnd = UINT32_MAX;
    AgentId id = 0;
    std::uint32_t first = 0, last = kToTheEnd;  ///< frames, both of them waiting
    friend bool operator==(const Wait&, const Wait&) = default;
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

class BuiltMap;

struct TrajectoryInfo {
    double fps = 10;                                ///< frames per second
    std::string wkt{};                              ///< map, empty if unknown
    Vec2d periodic{};                               ///< m, length of each periodic axis, 0 where it is not
    std::map<std::string, std::string> metadata{};  ///< scene, parameters, seed, engine version, …
    /// What `wkt` was made into, where this comes from a run: whoever measures along walls needs not do it again.
    std::shared_ptr<const BuiltMap> map{};
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
    std::vector<Wait> waits{};              ///< in order of (id, first); empty where the file has none
};

}  // namespace SIDESTEP_EXPORT sidestep
