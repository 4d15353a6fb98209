// Table 1 of Karamouzas, Heil, van Beek, Overmars 2009, as made precise in docs/metrics.md.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>

#include "analyse/resample.h"
#include "sidestep/walk_metrics.h"

namespace sidestep {
namespace {

// Below this a step's direction is noise (a standing person sways), so it waits for the next one.
constexpr double kShortestStep = 0.01;  // m

struct Turning {
    double smoothness = 0;  // 1/m
    double radians = 0;
};

/// ∫κ²ds ≈ Σ Δθ²/Δs and Σ|Δθ| of a polyline.
Turning turning_of(std::span<const Vec2d> points) {
    Turning sum;
    if (points.empty()) return sum;
    Vec2d anchor = points[0];
    Vec2d previous{};
    double previous_length = 0;
    for (const Vec2d point : points.subspan(1)) {
        const Vec2d step = point - anchor;
        const double length = norm(step);
        if (length < kShortestStep) continue;
        if (previous_length > 0) {
            const double turn = std::atan2(cross(previous, step), dot(previous, step));
            sum.smoothness += turn * turn / (0.5 * (previous_length + length));
            sum.radians += std::abs(turn);
        }
        anchor = point;
        previous = step;
        previous_length = length;
    }
    return sum;
}

WalkMetrics measure(const Track& track, double fps, double sampling) {
    WalkMetrics m;
    m.id = track.id;
    m.time = (track.frame.back() - track.frame.front()) / fps;
    Vec2d velocity{};
    for (std::size_t i = 1; i < track.position.size(); ++i) {
        const Vec2d step = track.position[i] - track.position[i - 1];
        const Vec2d now = step * (fps / (track.frame[i] - track.frame[i - 1]));
        m.length += norm(step);
        if (i > 1) m.total_accel += norm(now - velocity);
        velocity = now;
    }
    m.avg_speed = m.length / m.time;
    const Turning sampled = turning_of(resampled(track, fps, sampling));
    const Turning raw = turning_of(track.position);
    constexpr double degrees = 180 / std::numbers::pi;
    m.smoothness = sampled.smoothness;
    m.smoothness_raw = raw.smoothness;
    m.degrees = sampled.radians * degrees;
    m.degrees_raw = raw.radians * degrees;
    return m;
}

}  // namespace

std::vector<WalkMetrics> walk_metrics(const Trajectory& trajectory, double sampling) {
    if (!(sampling > 0) || !std::isfinite(sampling))
        throw std::invalid_argument("the sampling interval must be above 0 s");
    std::vector<WalkMetrics> all;
    for (const Track& track : trajectory.tracks) {
        if (track.frame.size() < 2) continue;
        const Vec2d periodic = trajectory.info.periodic;
        all.push_back(measure(periodic == Vec2d{} ? track : unrolled(track, periodic), trajectory.info.fps, sampling));
    }
    return all;
}

}  // namespace sidestep
