// The score of the steering benchmark.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyse/point_grid.h"
#include "record/frames.h"
#include "sidestep/steerbench.h"

namespace sidestep {
namespace {

/// Radius by track.
std::vector<double> radii(const Trajectory& trajectory, double unknown) {
    std::vector<double> all(trajectory.tracks.size(), unknown);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto found = std::lower_bound(trajectory.agents.begin(), trajectory.agents.end(), trajectory.tracks[i].id,
                                            [](const AgentInfo& a, AgentId id) { return a.id < id; });
        if (found != trajectory.agents.end() && found->id == trajectory.tracks[i].id && found->radius > 0) {
            all[i] = static_cast<double>(found->radius);
        }
    }
    return all;
}

/// Overlaps that begin: of a pair, frames in a row count once.
std::size_t count_collisions(const Trajectory& trajectory, const SteerOptions& options) {
    const Frames frames(trajectory);
    const std::vector<double> radius = radii(trajectory, options.unknown_radius);
    const double widest = radius.empty() ? 0 : *std::max_element(radius.begin(), radius.end());
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Pair, std::size_t> overlapping;  // last frame in which the pair did
    std::size_t begun = 0;
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < frames.numbers().size(); ++i) {
        const auto samples = frames.at(i);
        points.clear();
        for (const Frames::Sample s : samples) points.push_back(frames.position(s));
        const double cell = std::max(2 * widest, 1e-3);
        PointGrid(points, cell, cell).for_each_pair([&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t first = std::min(samples[a].track, samples[b].track);
            const std::uint32_t second = std::max(samples[a].track, samples[b].track);
            const double reach = radius[first] + radius[second] - options.tolerance;
            if (!(reach > 0) || norm_squared(points[a] - points[b]) >= reach * reach) return;
            const auto [known, fresh] = overlapping.try_emplace({first, second}, i);
            if (fresh || known->second + 1 < i) ++begun;
            known->second = i;
        });
    }
    return begun;
}

}  // namespace

SteerScore steer_score(const Trajectory& trajectory, const SteerOptions& options) {
    SteerScore score;
    score.agents = trajectory.tracks.size();
    if (score.agents == 0) return score;
    const auto n = static_cast<double>(score.agents);
    score.collisions = 2 * static_cast<double>(count_collisions(trajectory, options)) / n;
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 1; i < track.frame.size(); ++i) {
            const double dt = (track.frame[i] - track.frame[i - 1]) / trajectory.info.fps;
            const double speed2 = norm_squared(track.position[i] - track.position[i - 1]) / (dt * dt);
            score.time += dt / n;
            score.kinetic += 0.5 * speed2 * dt / n;
            score.effort += (kStandingPower + kWalkingPower * speed2) * dt / n;
        }
    }
    score.score = 50 * score.collisions + score.time + score.kinetic;
    return score;
}

}  // namespace sidestep
