#include "analyse/place_at.h"

#include <algorithm>

namespace sidestep {

std::optional<Vec2d> place_at(const Track& track, double frame) {
    constexpr double kRounding = 1e-6;
    if (track.frame.empty() || frame < track.frame.front() - kRounding || frame > track.frame.back() + kRounding)
        return std::nullopt;
    const auto after = std::lower_bound(track.frame.begin(), track.frame.end(), frame - kRounding);
    const auto i = static_cast<std::size_t>(after - track.frame.begin());
    if (i == 0 || i == track.frame.size() || track.frame[i] <= frame)
        return track.position[std::min(i, track.frame.size() - 1)];
    const double share = (frame - track.frame[i - 1]) / (track.frame[i] - track.frame[i - 1]);
    return track.position[i - 1] + share * (track.position[i] - track.position[i - 1]);
}

}  // namespace sidestep
