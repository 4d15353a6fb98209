// Walks along known curves.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>

#include "sidestep/trajectory.h"

namespace sidestep {

/// One agent that is at where(t) from 0 to `seconds`.
inline Track walk(AgentId id, double fps, double seconds, const std::function<Vec2d(double)>& where) {
    Track track;
    track.id = id;
    const auto last = static_cast<std::uint32_t>(std::lround(seconds * fps));
    for (std::uint32_t frame = 0; frame <= last; ++frame) {
        track.frame.push_back(frame);
        track.position.push_back(where(frame / fps));
    }
    return track;
}

inline Trajectory alone(double fps, double seconds, const std::function<Vec2d(double)>& where) {
    Trajectory trajectory;
    trajectory.info.fps = fps;
    trajectory.tracks.push_back(walk(1, fps, seconds, where));
    return trajectory;
}

inline constexpr double kRadius = 2, kSpeed = 1.4;
/// A quarter circle of radius 2 m at 1.4 m/s takes this long.
inline constexpr double kQuarter = std::numbers::pi / 2 * kRadius / kSpeed;

inline Vec2d on_circle(double t) {
    const double angle = kSpeed * t / kRadius;
    return {kRadius * std::cos(angle), kRadius * std::sin(angle)};
}

}  // namespace sidestep
