// Collectiveness and vorticity of those who are there at one moment.
#include "sidestep/collective.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analyse/frame_grid.h"
#include "analyse/point_grid.h"
#include "record/frames.h"
#include "sidestep/area_measures.h"

namespace sidestep {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kPath = 0.5;   // z·K: how much paths of neighbours of neighbours count
constexpr int kRounds = 60;     // the sum over paths halves each time
constexpr double kFlat = 1e-9;  // of the spread of neighbours, below which they stand in line

}  // namespace

double collectiveness(std::span<const Vec2d> places, std::span<const Vec2d> velocities, std::size_t neighbours) {
    const std::size_t n = places.size(), k = std::min(neighbours, n > 0 ? n - 1 : 0);
    if (n < 2 || k == 0) return kNone;
    struct Link {
        std::uint32_t to;
        double weight;
    };
    std::vector<Link> links;
    links.reserve(n * k);
    std::vector<std::pair<double, std::uint32_t>> by_distance(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            by_distance[j] = {i == j ? std::numeric_limits<double>::infinity() : norm_squared(places[j] - places[i]),
                              j};
        }
        std::nth_element(by_distance.begin(), by_distance.begin() + static_cast<std::ptrdiff_t>(k - 1),
                         by_distance.end());
        for (std::size_t m = 0; m < k; ++m) {
            const std::uint32_t j = by_distance[m].second;
            const double alike = dot(unit(velocities[i]), unit(velocities[j]));
            links.push_back({j, std::max(0.0, alike) * kPath / static_cast<double>(k)});
        }
    }
    // (I − zW)⁻¹ 1 as a sum over paths of all lengths.
    std::vector<double> sum(n, 1), next(n);
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t i = 0; i < n; ++i) {
            next[i] = 1;
            for (std::size_t m = 0; m < k; ++m) next[i] += links[i * k + m].weight * sum[links[i * k + m].to];
        }
        std::swap(sum, next);
    }
    double total = 0;
    for (const double s : sum) total += s - 1;
    return total / static_cast<double>(n);
}

double vorticity(std::span<const Vec2d> places, std::span<const Vec2d> velocities, double reach) {
    /// Sums of places and velocities around one person, relative to its own.
    struct Sums {
        double n = 1, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
        Vec2d v{}, vx{}, vy{};
    };
    std::vector<Sums> sums(places.size());
    const auto add = [&](std::uint32_t i, std::uint32_t j) {
        const Vec2d d = places[j] - places[i], v = velocities[j] - velocities[i];
        Sums& s = sums[i];
        s.n += 1;
        s.x += d.x;
        s.y += d.y;
        s.xx += d.x * d.x;
        s.xy += d.x * d.y;
        s.yy += d.y * d.y;
        s.v += v;
        s.vx += v * d.x;
        s.vy += v * d.y;
    };
    PointGrid(places, reach, reach).for_each_pair([&](std::uint32_t i, std::uint32_t j) {
        if (norm(places[i] - places[j]) > reach) return;
        add(i, j);
        add(j, i);
    });
    double total = 0;
    std::size_t n = 0;
    for (const Sums& s : sums) {
        if (s.n < 4) continue;
        const double xx = s.xx - s.x * s.x / s.n, xy = s.xy - s.x * s.y / s.n, yy = s.yy - s.y * s.y / s.n;
        const double determinant = xx * yy - xy * xy;
        if (!(determinant > kFlat * (xx + yy) * (xx + yy))) continue;
        const Vec2d vx = s.vx - s.v * (s.x / s.n), vy = s.vy - s.v * (s.y / s.n);
        // Least squares: the slopes of each component along x and y.
        const double y_along_x = (vx.y * yy - vy.y * xy) / determinant,
                     x_along_y = (vy.x * xx - vx.x * xy) / determinant;
        total += std::abs(y_along_x - x_along_y);
        ++n;
    }
    return n > 0 ? total / static_cast<double>(n) : kNone;
}

std::vector<CollectiveSample> collective_series(const Trajectory& trajectory, const MeasurePlan& plan, double every) {
    std::vector<CollectiveSample> series;
    const Frames frames(trajectory);
    const std::size_t steps = speed_steps(plan, trajectory.info, frame_grid(trajectory).interval);
    std::vector<Vec2d> places, velocities;
    double next = -1;
    for (std::size_t f = 0; f < frames.numbers().size(); ++f) {
        const std::uint32_t frame = frames.numbers()[f];
        const double time = frame / trajectory.info.fps;
        if (time < next) continue;
        next = time + every * (1 - 1e-9);
        places.clear();
        velocities.clear();
        for (const Frames::Sample s : frames.at(f)) {
            const std::optional<Vec2d> v =
                individual_velocity(frames.track(s), s.index, trajectory.info, steps, plan.speed_border);
            if (!v) continue;
            places.push_back(frames.position(s));
            velocities.push_back(*v);
        }
        series.push_back({.frame = frame,
                          .time = time,
                          .people = places.size(),
                          .collectiveness = collectiveness(places, velocities),
                          .vorticity = vorticity(places, velocities)});
    }
    return series;
}

}  // namespace sidestep
