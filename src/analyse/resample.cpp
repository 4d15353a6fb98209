#include "analyse/resample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sidestep {

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

Track unrolled(Track track, Vec2d periodic) {
    Vec2d before = track.position.front(), place = before;
    for (Vec2d& p : track.position) {
        place += {wrapped_difference(before.x, p.x, periodic.x), wrapped_difference(before.y, p.y, periodic.y)};
        before = std::exchange(p, place);
    }
    return track;
}

}  // namespace sidestep
