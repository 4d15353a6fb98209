// Table 1 of Karamouzas, Heil, van Beek, Overmars 2009, as made precise in docs/metrics.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "sidestep/analyse.h"

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

/// Positions every `interval` seconds from the first sample on. A remainder shorter than the interval is left out: its
/// direction would be that of single steps, which is what resampling is to avoid.
std::vector<Vec2d> resampled(const Track& track, double fps, double interval) {
    std::vector<Vec2d> points;
    const double frames_apart = interval * fps;
    const double frames = track.frame.back() - track.frame.front();
    const auto count = static_cast<std::size_t>(std::floor(frames / frames_apart * (1 + 1e-12) + 1e-9)) + 1;
    points.reserve(count);
    std::size_t next = 0;  // first sample not before the wanted moment
    for (std::size_t i = 0; i < count; ++i) {
        const double at = static_cast<double>(i) * frames_apart;
        const auto elapsed = [&](std::size_t k) { return static_cast<double>(track.frame[k] - track.frame.front()); };
        while (next + 1 < track.frame.size() && elapsed(next) < at) ++next;
        if (next == 0) {
            points.push_back(track.position[0]);
            continue;
        }
        const double share = std::min(1.0, (at - elapsed(next - 1)) / (elapsed(next) - elapsed(next - 1)));
        points.push_back(track.position[next - 1] + share * (track.position[next] - track.position[next - 1]));
    }
    return points;
}

/// The way really walked: round a periodic axis, recorded places jump back by its length.
Track unrolled(Track track, Vec2d periodic) {
    Vec2d before = track.position.front(), place = before;
    for (Vec2d& p : track.position) {
        place += {wrapped_difference(before.x, p.x, periodic.x), wrapped_difference(before.y, p.y, periodic.y)};
        before = std::exchange(p, place);
    }
    return track;
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

std::span<const WalkMetric> walk_metric_table() {
    static constexpr std::array table{
        WalkMetric{"time", "s", &WalkMetrics::time, false},
        WalkMetric{"length", "m", &WalkMetrics::length, false},
        WalkMetric{"avg_speed", "m/s", &WalkMetrics::avg_speed, false},
        WalkMetric{"smoothness", "1/m", &WalkMetrics::smoothness, true},
        WalkMetric{"smoothness_raw", "1/m", &WalkMetrics::smoothness_raw, false},
        WalkMetric{"total_accel", "m/s", &WalkMetrics::total_accel, false},
        WalkMetric{"degrees", "deg", &WalkMetrics::degrees, true},
        WalkMetric{"degrees_raw", "deg", &WalkMetrics::degrees_raw, false},
    };
    return table;
}

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
