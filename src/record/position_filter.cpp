#include "record/position_filter.h"

#include <utility>

#include "base/math.h"

namespace sidestep {

namespace {
// Farther off is no jerk but another place: a border of a periodic map, or somebody who was moved.
constexpr double kJump = 1;  // m
}  // namespace

PositionFilter::PositionFilter(double memory, double interval) {
    const double kept = exponential(-interval / memory);
    place_gain_ = 1 - kept * kept;
    step_gain_ = (1 - kept) * (1 - kept);
}

void PositionFilter::apply(TrajectoryFrame& frame) {
    next_.clear();
    auto old = tracks_.begin();
    for (TrajectoryRow& row : frame.rows) {
        while (old != tracks_.end() && old->id < row.id) ++old;
        Track track{row.id, row.position, {}};
        if (old != tracks_.end() && old->id == row.id) {
            const Vec2d expected = old->place + old->step, off = row.position - expected;
            if (norm_squared(off) < kJump * kJump) {
                track.place = expected + off * place_gain_;
                track.step = old->step + off * step_gain_;
            }
        }
        row.position = track.place;
        next_.push_back(track);
    }
    std::swap(tracks_, next_);
}

}  // namespace sidestep
