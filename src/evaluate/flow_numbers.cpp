// Flow, density, speed and lanes, of recordings and runs alike.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "scenario/polygon.h"
#include "sidestep/flow_experiments.h"
#include "sidestep/lanes.h"

namespace sidestep {
namespace {

// Of a hundred who cross: between these the flow is steady.
constexpr double kFirst = 0.15, kLast = 0.85;
constexpr double kSpeedOver = 1;  // s: heads sway

double side_of(const Vec2d line[2], Vec2d p) {
    const Vec2d along = line[1] - line[0], to = p - line[0];
    return along.x * to.y - along.y * to.x;
}

/// When somebody first crosses the line between its ends, in frames.
std::optional<double> crossing(const Track& track, const Vec2d line[2]) {
    const Vec2d along = line[1] - line[0];
    for (std::size_t k = 1; k < track.frame.size(); ++k) {
        const double before = side_of(line, track.position[k - 1]), after = side_of(line, track.position[k]);
        if ((before > 0) == (after > 0)) continue;
        const double share = before / (before - after);
        const Vec2d at = track.position[k - 1] + (track.position[k] - track.position[k - 1]) * share;
        const double where = dot(at - line[0], along) / norm_squared(along);
        if (where < 0 || where > 1) continue;
        return track.frame[k - 1] + share * (track.frame[k] - track.frame[k - 1]);
    }
    return std::nullopt;
}

double area_of(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2d a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return std::abs(twice) / 2;
}

void measure_inside(const Trajectory& trajectory, const FlowExperiment& experiment, FlowNumbers& numbers) {
    const double fps = trajectory.info.fps;
    const auto later = static_cast<std::uint32_t>(std::max(1L, std::lround(kSpeedOver * fps)));
    const auto first = static_cast<std::uint32_t>(std::ceil(numbers.from * fps - 1e-6));
    const auto last = static_cast<std::uint32_t>(std::max(0.0, std::floor(numbers.to * fps + 1e-6)));
    const double round = trajectory.info.periodic.x;
    const bool everywhere = round > 0 || experiment.area.empty();
    const auto is_inside = [&](Vec2d p) { return everywhere || contains(experiment.area, p); };
    std::size_t inside = 0, moved = 0;
    double speeds = 0;
    for (const Track& track : trajectory.tracks) {
        std::size_t ahead = 0;
        for (std::size_t k = 0; k < track.frame.size(); ++k) {
            if (track.frame[k] < first || track.frame[k] > last) continue;
            if (!is_inside(track.position[k])) continue;
            ++inside;
            while (ahead < track.frame.size() && track.frame[ahead] < track.frame[k] + later) ++ahead;
            if (ahead == track.frame.size() || track.frame[ahead] != track.frame[k] + later) continue;
            Vec2d way = track.position[ahead] - track.position[k];
            if (!is_inside(track.position[ahead])) continue;
            if (round > 0) way.x = std::remainder(way.x, round);
            speeds += norm(way) * fps / later;
            ++moved;
        }
    }
    double area = area_of(experiment.area);
    // Where the number of people is given, their density is no result.
    if (round > 0) area = experiment.people > 0 ? 0 : experiment.ring * experiment.width;
    if (last >= first && area > 0) numbers.density = static_cast<double>(inside) / ((last - first + 1) * area);
    if (moved > 0) numbers.speed = speeds / static_cast<double>(moved);
}

}  // namespace

FlowNumbers flow_numbers(const Trajectory& trajectory, const FlowExperiment& experiment, std::size_t people) {
    FlowNumbers numbers;
    const double fps = trajectory.info.fps;
    if (experiment.is_ring()) {
        double first = std::numeric_limits<double>::infinity();
        for (const Track& track : trajectory.tracks) {
            if (track.frame.empty()) continue;
            first = std::min(first, track.frame.front() / fps);
            numbers.to = std::max(numbers.to, track.frame.back() / fps);
        }
        // A run begins in no state that people would be in.
        const bool simulated = trajectory.info.periodic.x > 0;
        numbers.from = !(numbers.to > first) ? 0 : simulated ? (first + numbers.to) / 2 : first;
        measure_inside(trajectory, experiment, numbers);
        return numbers;
    }
    std::vector<double> times;
    for (const Track& track : trajectory.tracks) {
        if (const auto frame = crossing(track, experiment.line)) times.push_back(*frame / fps);
    }
    std::sort(times.begin(), times.end());
    numbers.through = people == 0 ? 0 : static_cast<double>(times.size()) / static_cast<double>(people);
    const auto a = static_cast<std::size_t>(kFirst * static_cast<double>(people));
    const auto b = static_cast<std::size_t>(kLast * static_cast<double>(people));
    if (b <= a || b >= times.size() || !(times[b] > times[a])) return numbers;
    numbers.from = times[a];
    numbers.to = times[b];
    numbers.flow = static_cast<double>(b - a) / (times[b] - times[a]);
    measure_inside(trajectory, experiment, numbers);
    if (experiment.lanes) {
        double sum = 0;
        const auto samples = lane_index(
            trajectory,
            {.axis = Axis::y, .half_length = 4, .min_per_stream = 2, .from = numbers.from, .to = numbers.to});
        for (const LaneSample& s : samples) sum += s.lanes();
        if (!samples.empty()) numbers.lanes = sum / static_cast<double>(samples.size());
    }
    return numbers;
}

}  // namespace sidestep
