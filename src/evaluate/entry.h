// How recorded people come into a picture and where they leave it: what a scene made of a recording starts with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sidestep/scenario.h"
#include "sidestep/trajectory.h"

namespace sidestep {

/// Velocity over the half second after a sample, m/s: over less the head's sway would be part of it. Zero where nothing
/// follows.
Vec2d velocity_after(const Track& track, std::size_t sample, double fps);

/// Indices of the tracks that have samples, in order of their first frame: newcomers are listed so.
std::vector<std::size_t> in_order_of_entry(const Trajectory& trajectory);

/// The first time of a recording at which anybody is seen, and the last, s. Infinity and 0 for nobody.
struct SeenSpan {
    double first = 0, last = 0;
};
SeenSpan seen_span(const Trajectory& trajectory);

/// Which of the exits is next to a place: of those it is in, or as far from, the first. There is one at least.
int nearest_exit(std::span<const Polygon> exits, Vec2d place);

}  // namespace sidestep
