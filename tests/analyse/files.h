// People along a line whose answer is known.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>

#include "sidestep/single_file.h"

namespace sidestep {

/// Person i, with id i + 1, is at where(i, t) from 0 to `seconds`.
inline SingleFile file_of(std::uint32_t people, double ring, double interval, double seconds,
                          const std::function<double(std::uint32_t, double)>& where) {
    SingleFile file;
    file.interval = interval;
    file.ring = ring;
    const auto steps = static_cast<std::size_t>(std::lround(seconds / interval)) + 1;
    for (std::uint32_t i = 0; i < people; ++i) {
        LineWalk walk;
        walk.id = i + 1;
        for (std::size_t k = 0; k < steps; ++k) walk.along.push_back(where(i, static_cast<double>(k) * interval));
        file.walks.push_back(std::move(walk));
    }
    return file;
}

/// Evenly spaced round a ring, all at one speed; person i + 1 is behind person i.
inline SingleFile even_ring(std::uint32_t people, double ring, double speed, double seconds = 30) {
    return file_of(people, ring, 0.1, seconds,
                   [=](std::uint32_t i, double t) { return speed * t - ring * i / people; });
}

/// A dip of speed that passes from everybody to the follower, who has it `lag` later and `growth` times as deep.
struct Dip {
    double speed = 0.9, depth = 0.5, growth = 1;
    double lag = 0.8, headway = 1.2;
    double half = 2;     ///< s that it lasts to either side of its lowest
    double first = 10;   ///< s at which the first person is lowest
    double again = 1e9;  ///< s until the same person has it again, unaltered
    double depth_of(std::uint32_t i) const { return depth * std::pow(growth, i); }
    /// s·m/s, of a dip of depth 1 up to u after its lowest
    double lost(double u) const {
        const double x = std::clamp(u / half, -1.0, 1.0);
        return 0.5 * half * (x + 1 + std::sin(std::numbers::pi * x) / std::numbers::pi);
    }
    double at(std::uint32_t i, double t) const {
        double along = speed * t - headway * i;
        for (double when = first + lag * i; when - half < t; when += again) along -= depth_of(i) * lost(t - when);
        return along;
    }
    /// What an average over so much to either side leaves of the depth.
    double left(double smoothing) const {
        const double x = std::numbers::pi * smoothing / half;
        return 0.5 * (1 + std::sin(x) / x);
    }
    /// m/s of the lowest speeds, where all dips are as deep.
    double wave_speed() const { return speed - headway / lag; }
};

}  // namespace sidestep
