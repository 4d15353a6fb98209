#include "reproduce/law_walker.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"

namespace sidestep {

namespace {

std::size_t steps_in(double seconds, double dt) {
    return static_cast<std::size_t>(std::lround(seconds / dt));
}

/// The next speed. `leader(k)` and `self(k)` are where they were k steps ago.
template <class Leader, class Self>
double next_speed(const LawWalker& w, const Leader& leader, const Self& self, double now, double dt, double noise) {
    LeaderAhead f;
    const double here = self(0);
    f.ahead = leader(0) - here;
    if (w.law == FollowingLaw::distance) {
        f.leader =
            fit_leader(steps_in(w.window, dt) + 1, [&](std::size_t back) { return leader(back) - here; }, w.error);
    }
    f.leader_speed = (leader(0) - leader(1)) / dt;
    if (w.law == FollowingLaw::delayed) {
        const std::size_t late = steps_in(w.delay, dt);
        f.closing = (leader(late) - leader(late + 1) - self(late) + self(late + 1)) / dt;
    }
    f.standstill = w.standstill;
    f.speed = now;
    f.max_speed = w.limits.most;
    f.dt = dt;
    return limited_speed(asked_speed(w.law, w.constants, f), now, w.limits, noise, dt);
}

}  // namespace

SingleFile walk_ring(const LawWalker& walker, const RingStart& start) {
    SingleFile file;
    file.interval = start.dt;
    file.ring = start.length;
    const std::size_t steps = steps_in(start.seconds, start.dt);
    const double apart = start.spacing > 0 ? start.spacing : start.length / start.people;
    for (std::uint32_t i = 0; i < start.people; ++i) {
        file.walks.push_back({.id = i + 1, .along = {apart * i}});
        file.walks.back().along.reserve(steps + 1);
    }
    std::vector<double> speed(start.people), next(start.people);
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::uint32_t i = 0; i < start.people; ++i) {
            const bool last = i + 1 == start.people;
            const std::vector<double>&own = file.walks[i].along, &ahead = file.walks[last ? 0 : i + 1].along;
            const double round = last ? start.length : 0;
            const auto leader = [&](std::size_t back) { return ahead[step - std::min(back, step)] + round; };
            const auto self = [&](std::size_t back) { return own[step - std::min(back, step)]; };
            const double unit = random_unit(start.seed, i + 1, step, Purpose::tempo) + 0x1p-54;
            const double noise = walker.noise > 0 ? walker.noise * normal_quantile(unit) : 0;
            next[i] = next_speed(walker, leader, self, speed[i], start.dt, noise);
        }
        speed.swap(next);
        for (std::uint32_t i = 0; i < start.people; ++i) {
            std::vector<double>& along = file.walks[i].along;
            along.push_back(along.back() + start.dt * speed[i]);
        }
    }
    return file;
}

double ring_speed(const LawWalker& walker, const RingStart& start) {
    const SingleFile file = walk_ring(walker, start);
    double way = 0;
    std::size_t steps = 0;
    for (const LineWalk& walk : file.walks) {
        const std::size_t middle = walk.along.size() / 2;
        way += walk.along.back() - walk.along[middle];
        steps += walk.along.size() - 1 - middle;
    }
    return way / (static_cast<double>(steps) * start.dt);
}

std::vector<double> walk_behind(const LawWalker& walker, std::span<const double> leader, double interval, double place,
                                double speed) {
    std::vector<double> own{place};
    own.reserve(leader.size());
    const double before = speed * interval;  // who walked has a past
    for (std::size_t step = 0; step + 1 < leader.size(); ++step) {
        const auto seen = [&](std::size_t back) {
            if (back <= step) return leader[step - back];
            const double first = leader.size() > 1 ? leader[1] - leader[0] : 0;
            return leader[0] - first * static_cast<double>(back - step);
        };
        const auto self = [&](std::size_t back) {
            return back <= step ? own[step - back] : own[0] - before * static_cast<double>(back - step);
        };
        speed = next_speed(walker, seen, self, speed, interval, 0);
        own.push_back(own.back() + interval * speed);
    }
    return own;
}

}  // namespace sidestep
