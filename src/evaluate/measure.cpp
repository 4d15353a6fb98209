#include "evaluate/measure.h"

#include <algorithm>
#include <cmath>

#include "sidestep/meetings.h"
#include "sidestep/path_errors.h"

namespace sidestep {
namespace {

double time_of(const Replay& scene, std::size_t step) {
    return scene.from + static_cast<double>(step) * scene.step;
}

/// Of a way, at a time; where it has ended, the last place.
Vec2d place_on(const Replay& scene, const ReplayedWay& way, double time) {
    const double at = std::max(0.0, (time - time_of(scene, way.first)) / scene.step);
    const double whole = std::floor(at + 1e-6);
    const auto k = static_cast<std::size_t>(whole);
    if (k + 1 >= way.place.size()) return way.place.back();
    return way.place[k] + (way.place[k + 1] - way.place[k]) * std::max(0.0, at - whole);
}

/// The same person as it was filmed, at the same steps, as long as it was there.
std::vector<Vec2d> filmed_way(const Replay& scene, const Actor& actor, const ReplayedWay& way) {
    std::vector<Vec2d> places;
    for (std::size_t k = way.first; k <= scene.steps; ++k) {
        const auto at = place_at_time(*actor.person, scene.fps, time_of(scene, k));
        if (!at) break;
        places.push_back(*at);
    }
    return places;
}

Track track_of(const std::vector<Vec2d>& places) {
    Track track;
    track.position = places;
    for (std::size_t k = 0; k < places.size(); ++k) track.frame.push_back(static_cast<std::uint32_t>(k));
    return track;
}

/// As long as the filmed one; who is at its goal stays.
std::vector<Vec2d> as_long_as(const std::vector<Vec2d>& filmed, std::vector<Vec2d> places) {
    places.resize(filmed.size(), places.back());
    return places;
}

/// Distances to the filmed person, at its frames after the start.
struct Errors {
    double sum = 0, last = 0;
    std::size_t n = 0;
    double mean() const { return n == 0 ? kUndefined : sum / static_cast<double>(n); }
};
Errors errors_of(const Replay& scene, const Actor& actor, const ReplayedWay& way) {
    Errors errors;
    const double from = time_of(scene, way.first), to = time_of(scene, scene.steps);
    for (std::size_t i = 0; i < actor.person->frame.size(); ++i) {
        const double time = actor.person->frame[i] / scene.fps;
        if (time < from + 1e-6 || time > to + 1e-6) continue;
        errors.last = norm(place_on(scene, way, time) - actor.person->position[i]);
        errors.sum += errors.last;
        ++errors.n;
    }
    return errors;
}

Likelihood likelihood_of(const std::vector<Vec2d>& filmed, const std::vector<Vec2d>& walked, const Replay& scene,
                         const EvaluateOptions& options) {
    const double rate = 1 / scene.step;
    // The start is given: it is no merit to be there.
    return likelihood(track_of(filmed), track_of(walked), rate, rate, scene.step,
                      static_cast<double>(filmed.size() - 1) * scene.step, {.sigma = options.sigma, .rate = rate});
}

PathErrors path_errors_of(const std::vector<Vec2d>& filmed, const std::vector<Vec2d>& walked, double step) {
    return path_errors(filmed, walked, step, {.steps = PathSteps::longer});
}

struct Present {
    Vec2d at;
    std::size_t actor;  ///< or beyond all actors
};

/// Least distance of every actor to anybody, looked at after every step.
std::vector<double> least_distances(const Replay& scene, const std::vector<ReplayedWay>& ways, double farthest) {
    std::vector<double> least(ways.size(), farthest);
    std::vector<Present> present;
    for (std::size_t k = 0; k <= scene.steps; ++k) {
        present.clear();
        for (std::size_t i = 0; i < ways.size(); ++i) {
            if (k >= ways[i].first && k - ways[i].first < ways[i].place.size())
                present.push_back({ways[i].place[k - ways[i].first], i});
        }
        const std::size_t actors = present.size();
        if (actors == 0) continue;
        for (const Extra& extra : scene.extras) {
            if (time_of(scene, k) > extra.until - 1e-6) continue;
            if (const auto at = place_at_time(*extra.person, scene.fps, time_of(scene, k)))
                present.push_back({*at, ways.size()});
        }
        for (std::size_t i = 0; i < actors; ++i) {
            const std::size_t actor = present[i].actor;
            if (k == ways[actor].first) continue;  // the start is as recorded
            for (std::size_t j = 0; j < present.size(); ++j) {
                if (i != j) least[actor] = std::min(least[actor], norm(present[i].at - present[j].at));
            }
        }
    }
    return least;
}

}  // namespace

ClosestApproach closest_approach(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    ClosestApproach best{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t k = 0; k + 1 < std::min(a.size(), b.size()); ++k) {
        const Vec2d from = b[k] - a[k], moved = (b[k + 1] - a[k + 1]) - from;
        const double squared = norm_squared(moved);
        const double share = squared > 0 ? std::clamp(-dot(from, moved) / squared, 0.0, 1.0) : 0;
        const Vec2d here = from + moved * share;
        if (norm(here) < best.distance) best = {norm(here), here.x * moved.y - here.y * moved.x};
    }
    return best;
}

std::vector<std::vector<double>> measure_people(const Replay& scene, const std::vector<ReplayedWay>& ways,
                                                const EvaluateOptions& options) {
    const std::vector<double> least = least_distances(scene, ways, options.farthest);
    std::vector<std::vector<double>> all;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        std::vector<double>& values = all.emplace_back(kPersonMetrics, kUndefined);
        if (ways[i].place.empty()) continue;
        const std::vector<Vec2d> filmed = filmed_way(scene, scene.actors[i], ways[i]);
        if (filmed.size() < 2) continue;
        const std::vector<Vec2d> walked = as_long_as(filmed, ways[i].place);
        const Errors errors = errors_of(scene, scene.actors[i], ways[i]);
        values[kAde] = errors.mean();
        values[kFde] = errors.n == 0 ? kUndefined : errors.last;
        values[kTouch] = least[i] < options.touch;
        values[kNear] = least[i] < options.near;
        values[kW1] = least[i];
        values[kPersonLikelihood] = likelihood_of(filmed, walked, scene, options).normalised;
        const PathErrors path = path_errors_of(filmed, walked, scene.step);
        values[kPersonArea] = path.area;
        values[kPersonSpeed] = path.speed;
    }
    return all;
}

std::vector<double> measure_meeting(const Replay& scene, const std::vector<ReplayedWay>& ways,
                                    const EvaluateOptions& options) {
    std::vector<double> values(kMeetingMetrics, 0.0);
    std::vector<Vec2d> filmed[2], walked[2];
    Likelihood parts[2];
    Errors both;
    for (std::size_t i = 0; i < 2; ++i) {
        filmed[i] = filmed_way(scene, scene.actors[i], ways[i]);
        walked[i] = as_long_as(filmed[i], ways[i].place);
        const Errors errors = errors_of(scene, scene.actors[i], ways[i]);
        both.sum += errors.sum;
        both.n += errors.n;
        parts[i] = likelihood_of(filmed[i], walked[i], scene, options);
        const PathErrors path = path_errors_of(filmed[i], walked[i], scene.step);
        values[kArea] += path.area / 2;
        values[kSpeed] += path.speed / 2;
    }
    values[kDelta] = both.mean();
    values[kLikelihood] = joined(parts, {.sigma = options.sigma}).normalised;
    const ClosestApproach real = closest_approach(filmed[0], filmed[1]);
    const ClosestApproach here = closest_approach(walked[0], walked[1]);
    values[kLeast] = std::abs(here.distance - real.distance);
    values[kOrder] = (here.side > 0) == (real.side > 0);
    return values;
}

}  // namespace sidestep
