// Table 1 of Karamouzas, Heil, van Beek, Overmars 2009, as made precise in docs/metrics.md.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyse/resample.h"
#include "analyse/turning.h"
#include "sidestep/walk_metrics.h"

namespace sidestep {
namespace {

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
    return measured_ways(trajectory, sampling, measure);
}

}  // namespace sidestep
