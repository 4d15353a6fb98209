// How close people come to each other.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "analyse/point_grid.h"
#include "record/frames.h"
#include "sidestep/closeness.h"

namespace sidestep {
namespace {

struct Pair {
    std::uint32_t a = 0, b = 0;
    double squared = std::numeric_limits<double>::infinity();
};

void keep_closer(std::span<const Vec2d> points, std::uint32_t a, std::uint32_t b, Pair& best) {
    const double squared = norm_squared(points[a] - points[b]);
    if (squared < best.squared) best = {a, b, squared};
}

/// Any real pair bounds the smallest distance, and the closer the bound the fewer pairs the grid yields. Neighbours in
/// the order of x, and in the order of y, are good candidates.
Pair guess(std::span<const Vec2d> points) {
    Pair best;
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    for (double Vec2d::* axis : {&Vec2d::x, &Vec2d::y}) {
        std::sort(order.begin(), order.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return points[a].*axis < points[b].*axis; });
        for (std::size_t i = 1; i < order.size(); ++i) keep_closer(points, order[i - 1], order[i], best);
    }
    return best;
}

Pair closest(std::span<const Vec2d> points) {
    Pair best = guess(points);
    const double cell = std::max(std::sqrt(best.squared), 1e-3);
    PointGrid(points, cell, cell).for_each_pair([&](std::uint32_t a, std::uint32_t b) {
        keep_closer(points, a, b, best);
    });
    return best;
}

}  // namespace

std::vector<ClosestPair> closest_pairs(const Trajectory& trajectory) {
    std::vector<ClosestPair> pairs;
    const Frames frames(trajectory);
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < frames.numbers().size(); ++i) {
        const std::uint32_t frame = frames.numbers()[i];
        const auto samples = frames.at(i);
        if (samples.size() < 2) continue;
        points.clear();
        for (const Frames::Sample s : samples) points.push_back(frames.position(s));
        const Pair pair = closest(points);
        const auto [low, high] = std::minmax(pair.a, pair.b);
        pairs.push_back({frame, frame / trajectory.info.fps, std::sqrt(pair.squared), frames.id(samples[low]),
                         frames.id(samples[high])});
    }
    return pairs;
}

std::vector<ClosestPair> approaches(const Trajectory& trajectory, double within) {
    const Frames frames(trajectory);
    std::map<std::pair<std::uint32_t, std::uint32_t>, ClosestPair> pairs;  // by track
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < frames.numbers().size(); ++i) {
        const std::uint32_t frame = frames.numbers()[i];
        const auto samples = frames.at(i);
        points.clear();
        for (const Frames::Sample s : samples) points.push_back(frames.position(s));
        PointGrid(points, within, within).for_each_pair([&](std::uint32_t a, std::uint32_t b) {
            const double distance = norm(points[a] - points[b]);
            if (!(distance < within)) return;
            const auto [low, high] = std::minmax(samples[a].track, samples[b].track);
            const ClosestPair here{frame, frame / trajectory.info.fps, distance, trajectory.tracks[low].id,
                                   trajectory.tracks[high].id};
            const auto [known, fresh] = pairs.try_emplace({low, high}, here);
            if (!fresh && distance < known->second.distance) known->second = here;
        });
    }
    std::vector<ClosestPair> all;
    for (const auto& [tracks, pair] : pairs) all.push_back(pair);
    return all;
}

std::optional<ClosestPair> closest_ever(const Trajectory& trajectory) {
    const std::vector<ClosestPair> pairs = closest_pairs(trajectory);
    const auto best = std::min_element(
        pairs.begin(), pairs.end(), [](const ClosestPair& p, const ClosestPair& q) { return p.distance < q.distance; });
    if (best == pairs.end()) return std::nullopt;
    return *best;
}

}  // namespace sidestep
