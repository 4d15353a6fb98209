#include "sidestep/motion_quality.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "analyse/resample.h"
#include "analyse/turning.h"
#include "base/reversal_counter.h"
#include "sidestep/walks.h"

namespace sidestep {
namespace {

constexpr std::size_t kLeastPlaces = 4;  // three velocities, two accelerations, one jerk
constexpr double kWayTime = 2;           // s before and after, for the way somebody makes
constexpr double kSmoothTime = 1;        // s before and after, for the path somebody needs
constexpr double kLeastWay = 1;          // m

/// Places and when they were, s.
struct Timed {
    std::vector<double> time;
    std::vector<Vec2d> place;
};

Timed recorded(const Track& track, double fps) {
    Timed m{{}, track.position};
    for (const std::uint32_t frame : track.frame) m.time.push_back((frame - track.frame.front()) / fps);
    return m;
}

Timed at_even_times(const Track& track, double fps, double interval) {
    Timed m{{}, resampled(track, fps, interval)};
    for (std::size_t i = 0; i < m.place.size(); ++i) m.time.push_back(static_cast<double>(i) * interval);
    return m;
}

/// Change over time of values, each taken to be in the middle of what it was made of.
Timed derivative(const Timed& of) {
    Timed d;
    for (std::size_t i = 1; i < of.place.size(); ++i) {
        d.time.push_back(0.5 * (of.time[i - 1] + of.time[i]));
        d.place.push_back((of.place[i] - of.place[i - 1]) / (of.time[i] - of.time[i - 1]));
    }
    return d;
}

double reversals_per_minute(const Timed& acceleration, double seconds) {
    ReversalCounter reversals;
    for (std::size_t i = 0; i < acceleration.place.size(); ++i) {
        reversals.add(acceleration.place[i], acceleration.time[i]);
    }
    return 60 * static_cast<double>(reversals.count()) / seconds;
}

std::vector<double> lengths(std::span<const Vec2d> vectors) {
    std::vector<double> all;
    for (const Vec2d v : vectors) all.push_back(norm(v));
    return all;
}

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

/// The least of the values that 95 % of them do not exceed.
double percentile_95(std::vector<double> values) {
    const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.95 * static_cast<double>(values.size()) - 1e-9)) - 1;
    std::nth_element(values.begin(), values.begin() + rank, values.end());
    return values[static_cast<std::size_t>(rank)];
}

/// How many intervals either side come nearest to so much time.
std::size_t steps_within(double seconds, double interval) {
    return static_cast<std::size_t>(std::max(1L, std::lround(seconds / interval)));
}

/// Every place becomes the mean of as many before as after it; the ends stay.
std::vector<Vec2d> smoothed(std::span<const Vec2d> path, std::size_t reach) {
    std::vector<Vec2d> smooth;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const std::size_t side = std::min({reach, i, path.size() - 1 - i});
        Vec2d sum{};
        for (std::size_t k = i - side; k <= i + side; ++k) sum += path[k];
        smooth.push_back(sum / static_cast<double>(2 * side + 1));
    }
    return smooth;
}

void measure_sampled(const Timed& motion, double interval, MotionQuality& q) {
    const std::vector<Vec2d>& path = motion.place;
    const Timed velocity = derivative(motion), acceleration = derivative(velocity);
    const std::vector<double> jerk = lengths(derivative(acceleration).place);
    q.reversals = reversals_per_minute(acceleration, motion.time.back());
    q.jerk = mean(jerk);
    q.jerk_95 = percentile_95(jerk);

    const std::size_t reach = steps_within(kWayTime, interval);
    const std::size_t steps = velocity.place.size();
    std::size_t standing = 0, creeping = 0, backwards = 0;
    double way = 0;
    for (std::size_t i = 0; i < steps; ++i) {
        const double speed = norm(velocity.place[i]);
        way += speed * interval;
        if (speed < RestOptions{}.standing) {
            ++standing;
            continue;
        }
        creeping += speed < kCreepingSpeed;
        const Vec2d before = path[i - std::min(i, reach)], after = path[std::min(i + 1 + reach, steps)];
        backwards += dot(velocity.place[i], after - before) < 0;
    }
    const auto share = [&](std::size_t count) { return static_cast<double>(count) / static_cast<double>(steps); };
    q.standing = share(standing);
    q.creeping = share(creeping);
    q.backwards = share(backwards);
    if (way < kLeastWay) return;
    const std::vector<Vec2d> needed = smoothed(path, steps_within(kSmoothTime, interval));
    const double shortest = kCreepingSpeed * interval;  // who shuffles in a queue sways as far as it gets
    const double radians = turning_of(path, shortest).radians - turning_of(needed, shortest).radians;
    q.swerving = std::max(0.0, radians) * 180 / std::numbers::pi / way;
}

MotionQuality measure(const Track& track, double fps, double sampling) {
    MotionQuality q;
    q.id = track.id;
    if (const Timed every = recorded(track, fps); every.place.size() >= kLeastPlaces) {
        const Timed acceleration = derivative(derivative(every));
        q.reversals_raw = reversals_per_minute(acceleration, every.time.back());
        q.jerk_raw = mean(lengths(derivative(acceleration).place));
    }
    if (const Timed even = at_even_times(track, fps, sampling); even.place.size() >= kLeastPlaces) {
        measure_sampled(even, sampling, q);
    }
    return q;
}

}  // namespace

std::vector<MotionQuality> motion_quality(const Trajectory& trajectory, double sampling) {
    return measured_ways(trajectory, sampling, measure);
}

}  // namespace sidestep
