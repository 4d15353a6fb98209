// Some people of a recording are simulated, the others walk as they did.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "sidestep/evaluate.h"

namespace sidestep {

/// Where somebody was at a time, in seconds of the recording; nothing while it was not there.
std::optional<Vec2d> place_at_time(const Track& track, double fps, double time);

/// Somebody who is simulated from a moment on.
struct Actor {
    const Track* person = nullptr;
    double enters = 0, leaves = 0;  ///< s of the recording
    Vec2d place{}, velocity{};
    Vec2d wont{};  ///< m/s, velocity over the history: its size is the preferred speed
    Vec2d goal{};
};
/// From what was seen of a person until `time`, and only from that but for the goal, which the caller sets. Nothing
/// where it was not seen for two frames by then.
std::optional<Actor> actor_at(const Track& person, double fps, double time, const EvaluateOptions& options);

/// Somebody who walks as recorded, until it is simulated or leaves.
struct Extra {
    const Track* person = nullptr;
    double until = std::numeric_limits<double>::infinity();  ///< s of the recording
};

struct Replay {
    double fps = 1;  ///< of the recording
    double from = 0;
    std::size_t steps = 0;
    double step = 0.1;
    std::vector<Actor> actors;
    std::vector<Extra> extras;
    bool leaves_at_goal = false;
    std::uint64_t seed = 1;
};

/// Of every actor its places from the first step at which it is there on; who has left at its goal has no further ones.
struct ReplayedWay {
    std::size_t first = 0;  ///< step
    std::vector<Vec2d> place;
};
/// Throws InputError for what the engine refuses.
std::vector<ReplayedWay> replay(const Replay& scene, const EvaluatedWalker& walker);

}  // namespace sidestep
