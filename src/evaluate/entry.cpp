#include "evaluate/entry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scenario/polygon.h"

namespace sidestep {
namespace {

constexpr double kEntryOver = 0.5;  // s

double distance_to(const Polygon& polygon, Vec2d p) {
    if (contains(polygon, p)) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2d a = polygon[i], along = polygon[(i + 1) % polygon.size()] - a;
        const double share = std::clamp(dot(p - a, along) / norm_squared(along), 0.0, 1.0);
        least = std::min(least, norm(p - a - along * share));
    }
    return least;
}

}  // namespace

Vec2d velocity_after(const Track& track, std::size_t sample, double fps) {
    const auto later = track.frame[sample] + std::max(1L, std::lround(kEntryOver * fps));
    const auto begin = track.frame.begin() + static_cast<std::ptrdiff_t>(sample);
    auto end = std::lower_bound(begin, track.frame.end(), later);
    if (end == track.frame.end()) --end;
    if (end == begin) return {};
    const auto k = static_cast<std::size_t>(end - track.frame.begin());
    return (track.position[k] - track.position[sample]) * (fps / (track.frame[k] - track.frame[sample]));
}

std::vector<std::size_t> in_order_of_entry(const Trajectory& trajectory) {
    std::vector<std::pair<std::uint32_t, std::size_t>> order;
    for (std::size_t i = 0; i < trajectory.tracks.size(); ++i) {
        const Track& track = trajectory.tracks[i];
        if (!track.frame.empty()) order.emplace_back(track.frame.front(), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> indices;
    for (const auto& [entry, i] : order) indices.push_back(i);
    return indices;
}

SeenSpan seen_span(const Trajectory& trajectory) {
    SeenSpan span{std::numeric_limits<double>::infinity(), 0};
    for (const Track& track : trajectory.tracks) {
        if (track.frame.empty()) continue;
        span.first = std::min(span.first, track.frame.front() / trajectory.info.fps);
        span.last = std::max(span.last, track.frame.back() / trajectory.info.fps);
    }
    return span;
}

int nearest_exit(std::span<const Polygon> exits, Vec2d place) {
    const auto nearest =
        std::ranges::min_element(exits, {}, [&](const Polygon& exit) { return distance_to(exit, place); });
    return static_cast<int>(nearest - exits.begin());
}

}  // namespace sidestep
