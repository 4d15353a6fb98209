#include <algorithm>

#include "sidestep/velocity.h"

namespace sidestep {

Vec2d velocity_at(Vec2d before, Vec2d here, Vec2d after, std::uint32_t frames, const TrajectoryInfo& info) {
    if (frames == 0) return {};
    // Both halves of the way on their own: together they may be longer than half of a short periodic axis.
    const auto way = [](double a, double b, double c, double length) {
        return length > 0 ? wrapped_difference(a, b, length) + wrapped_difference(b, c, length) : c - a;
    };
    return Vec2d{way(before.x, here.x, after.x, info.periodic.x), way(before.y, here.y, after.y, info.periodic.y)} /
           (frames / info.fps);
}

Vec2d velocity_at(const Track& track, std::size_t sample, const TrajectoryInfo& info) {
    const std::size_t before = sample > 0 ? sample - 1 : 0;
    const std::size_t after = std::min(sample + 1, track.frame.size() - 1);
    return velocity_at(track.position[before], track.position[sample], track.position[after],
                       track.frame[after] - track.frame[before], info);
}

}  // namespace sidestep
