// Walks between rests, and how they begin and end.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "analyse/resample.h"
#include "sidestep/walks.h"

namespace sidestep {
namespace {

constexpr double kSpeedTime = 0.5;                    // s over which speeds decide between walking and standing
constexpr double kEndWay = 0.25, kEndTime = 1.0 / 3;  // m, s over which headings and speeds at the ends are taken

/// The end at the front of the path, as if it led away from there.
PathEnd front_of(std::span<const Vec2d> path, double step) {
    if (!(step > 0)) throw std::invalid_argument("start_of, end_of: the time step must be above 0 s");
    const auto far = std::find_if(path.begin(), path.end(), [&](Vec2d p) { return norm(p - path[0]) >= kEndWay; });
    const Vec2d to = path.empty() ? Vec2d{} : far != path.end() ? *far : path.back();
    if (path.empty() || to == path[0]) throw std::invalid_argument("start_of, end_of: the path goes nowhere");
    const auto steps =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(kEndTime / step)), 1, path.size() - 1);
    double way = 0;
    for (std::size_t i = 1; i <= steps; ++i) way += norm(path[i] - path[i - 1]);
    return {path[0], std::atan2(to.y - path[0].y, to.x - path[0].x), way / (static_cast<double>(steps) * step)};
}

}  // namespace

std::vector<Track> walks_of(const Track& track, const TrajectoryInfo& info, const RestOptions& options) {
    const Track whole = info.periodic == Vec2d{} || track.frame.empty() ? track : unrolled(track, info.periodic);
    const std::size_t n = whole.frame.size();
    const auto frames = static_cast<std::uint32_t>(std::max(1L, std::lround(kSpeedTime * info.fps / 2)));
    std::vector<bool> walking(n);
    for (std::size_t i = 0, first = 0, last = 0; i < n; ++i) {
        while (whole.frame[i] - whole.frame[first] > frames) ++first;
        while (last + 1 < n && whole.frame[last + 1] <= whole.frame[i] + frames) ++last;
        const double time = (whole.frame[last] - whole.frame[first]) / info.fps;
        walking[i] = time > 0 && norm(whole.position[last] - whole.position[first]) / time >= options.standing;
    }
    std::vector<Track> walks;
    for (std::size_t i = 0; i < n; ++i) {
        if (!walking[i]) continue;
        std::size_t end = i;
        while (end < n && walking[end]) ++end;
        const std::size_t from = i > 0 ? i - 1 : 0, to = std::min(end, n - 1);
        Track walk{whole.id, {}, {}, {}};
        double length = 0;
        for (std::size_t k = from; k <= to; ++k) {
            walk.frame.push_back(whole.frame[k]);
            walk.position.push_back(whole.position[k]);
            if (!whole.heading.empty()) walk.heading.push_back(whole.heading[k]);
            if (k > from) length += norm(whole.position[k] - whole.position[k - 1]);
        }
        if (length >= options.least) walks.push_back(std::move(walk));
        i = end;
    }
    return walks;
}

PathEnd start_of(std::span<const Vec2d> path, double step) {
    return front_of(path, step);
}

PathEnd end_of(std::span<const Vec2d> path, double step) {
    const std::vector<Vec2d> back(path.rbegin(), path.rend());
    PathEnd end = front_of(back, step);
    end.heading = std::atan2(-std::sin(end.heading), -std::cos(end.heading));
    return end;
}

}  // namespace sidestep
