// Speed over headway: a slope between standing and walking freely, by least squares.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "base/random.h"
#include "sidestep/single_file.h"
#include "sidestep/statistics.h"

namespace sidestep {
namespace {

constexpr std::size_t kFewest = 10;  // points

/// Sums over the points with the least headways, so that those of any range are a difference.
struct Sums {
    double n = 0, h = 0, hh = 0, v = 0, hv = 0, vv = 0;

    void add(double headway, double speed, double weight) {
        n += weight;
        h += weight * headway;
        hh += weight * headway * headway;
        v += weight * speed;
        hv += weight * headway * speed;
        vv += weight * speed * speed;
    }
    friend Sums operator-(const Sums& a, const Sums& b) {
        return {a.n - b.n, a.h - b.h, a.hh - b.hh, a.v - b.v, a.hv - b.hv, a.vv - b.vv};
    }
};

/// The headway at which people stand, and that from which on they walk freely. The best free speed then follows.
struct Kinks {
    double stand = 0, free = 0;
};

class Problem {
public:
    explicit Problem(std::span<const HeadwayPoint> points) : points_(points.begin(), points.end()) {
        // Points that are equal in all may stand in either order.
        std::ranges::sort(points_, [](const HeadwayPoint& a, const HeadwayPoint& b) {
            return std::tie(a.headway, a.speed, a.person) < std::tie(b.headway, b.speed, b.person);
        });
        // About their middle, or squares would cancel where headways differ little.
        middle_ = points_[points_.size() / 2].headway;
        for (HeadwayPoint& p : points_) p.headway -= middle_;
        sums_.resize(points_.size() + 1);
        weigh([](const HeadwayPoint&) { return 1.0; });
    }

    template <class Weight>
    void weigh(Weight weight) {
        for (std::size_t i = 0; i < points_.size(); ++i) {
            sums_[i + 1] = sums_[i];
            sums_[i + 1].add(points_[i].headway, points_[i].speed, weight(points_[i]));
        }
    }

    double quantile(double share) const {
        return points_[static_cast<std::size_t>(share * static_cast<double>(points_.size() - 1))].headway;
    }
    double middle() const { return middle_; }
    const Sums& all() const { return sums_.back(); }

    struct Parts {
        Sums slope, free;
    };
    Parts parts(Kinks kinks) const {
        const Sums &low = below(kinks.stand), &high = below(kinks.free);
        return {high - low, sums_.back() - high};
    }

    /// Sum of squares that the best speeds with these kinks explain, of those about 0.
    double explained(Kinks kinks) const {
        const double width = kinks.free - kinks.stand;
        if (!(width > 0)) return 0;
        const auto [slope, free] = parts(kinks);
        const double gv = (slope.hv - kinks.stand * slope.v) / width + free.v;
        if (!(gv > 0)) return 0;
        return gv * gv / along(slope, kinks, free.n);
    }
    double free_speed(Kinks kinks) const {
        const auto [slope, free] = parts(kinks);
        const double gv = (slope.hv - kinks.stand * slope.v) / (kinks.free - kinks.stand) + free.v;
        return gv / along(slope, kinks, free.n);
    }

private:
    static double along(const Sums& slope, Kinks kinks, double free) {
        const double width = kinks.free - kinks.stand;
        return (slope.hh - 2 * kinks.stand * slope.h + kinks.stand * kinks.stand * slope.n) / (width * width) + free;
    }
    const Sums& below(double headway) const {
        const auto end = std::ranges::lower_bound(points_, headway, {}, &HeadwayPoint::headway);
        return sums_[static_cast<std::size_t>(end - points_.begin())];
    }

    std::vector<HeadwayPoint> points_;
    std::vector<Sums> sums_;  // of the first i points
    double middle_ = 0;
};

/// Steps to all sides that halve where none helps, and then the line through the points of the slope and the mean of
/// those above it, which is exact where the kinks already part the points rightly.
Kinks refined(const Problem& problem, Kinks kinks, double step, double least) {
    double best = problem.explained(kinks);
    const auto take = [&](Kinks tried) {
        const double value = problem.explained(tried);
        if (!(value > best)) return false;
        best = value;
        kinks = tried;
        return true;
    };
    for (; step > least; step *= 0.5) {
        bool moved = true;
        for (int round = 0; moved && round < 40; ++round) {
            moved = false;
            for (const double a : {-step, 0.0, step}) {
                for (const double b : {-step, 0.0, step}) {
                    if (a != 0 || b != 0) moved |= take({kinks.stand + a, kinks.free + b});
                }
            }
        }
    }
    for (int round = 0; round < 5; ++round) {
        const auto [slope, free] = problem.parts(kinks);
        const double spread = slope.n * slope.hh - slope.h * slope.h;
        if (!(spread > 0)) break;
        const double b = (slope.n * slope.hv - slope.h * slope.v) / spread, a = (slope.v - b * slope.h) / slope.n;
        if (!(b > 0)) break;
        const Kinks exact{-a / b, free.n > 0 ? (free.v / free.n - a) / b : kinks.free};
        if (!take(exact)) break;
    }
    return kinks;
}

Kinks searched(const Problem& problem, double range) {
    std::vector<double> grid;
    constexpr int kCuts = 48;
    for (int i = 0; i <= kCuts; ++i) grid.push_back(problem.quantile(static_cast<double>(i) / kCuts));
    const double low = grid.front(), high = grid.back();
    // Where nobody stands the slope begins below all headways; where nobody walks freely it ends above them.
    for (const double far : {0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0}) grid.push_back(low - far * range);
    grid.push_back(high + 1e-6 * range);
    std::ranges::sort(grid);
    Kinks best{low - range, high + 1e-6 * range};
    double most = problem.explained(best);
    for (const double stand : grid) {
        for (const double free : grid) {
            if (free <= stand) continue;
            if (const double value = problem.explained({stand, free}); value > most) {
                most = value;
                best = {stand, free};
            }
        }
    }
    return best;
}

/// time to react, standstill distance, free speed
using Values = std::array<double, 3>;

Values values_of(const Problem& problem, Kinks kinks, double least_share) {
    constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
    const auto [slope, free] = problem.parts(kinks);
    const double least = least_share * problem.all().n, speed = problem.free_speed(kinks);
    Values values{kUndefined, kUndefined, kUndefined};
    if (slope.n >= least && slope.n > 0) {
        values[0] = (kinks.free - kinks.stand) / speed;
        values[1] = kinks.stand + problem.middle();
    }
    if (free.n >= least && free.n > 0) values[2] = speed;
    return values;
}

}  // namespace

double HeadwayFit::speed(double headway) const {
    const bool slope = std::isfinite(time_to_react.value), top = std::isfinite(free_speed.value);
    if (!slope) return free_speed.value;
    const double speed = std::max(0.0, (headway - standstill.value) / time_to_react.value);
    return top ? std::min(speed, free_speed.value) : speed;
}

HeadwayFit fit_headways(std::span<const HeadwayPoint> given, const HeadwayFitOptions& options) {
    HeadwayFit fit;
    std::vector<HeadwayPoint> points;
    for (const HeadwayPoint& p : given) {
        if (std::isfinite(p.headway) && std::isfinite(p.speed)) points.push_back(p);
    }
    fit.n = points.size();
    std::map<std::uint32_t, std::uint32_t> people;  // and their places among each other
    for (const HeadwayPoint& p : points) people.try_emplace(p.person);
    fit.people = people.size();
    if (fit.n < kFewest) return fit;
    std::uint32_t place = 0;
    for (auto& [person, at] : people) at = place++;
    for (HeadwayPoint& p : points) p.person = people[p.person];

    Problem problem(points);
    const double range = problem.quantile(1) - problem.quantile(0);
    if (!(range > 0)) return fit;
    const double coarse = range / 16, fine = 1e-7 * range;
    const Kinks best = refined(problem, searched(problem, range), coarse, fine);
    const Values values = values_of(problem, best, options.least_share);
    const auto [slope, free] = problem.parts(best);
    fit.constrained = static_cast<std::size_t>(slope.n);
    fit.free = static_cast<std::size_t>(free.n);
    const Sums all = problem.all();
    const double about_mean = all.vv - all.v * all.v / all.n;
    if (about_mean > 0) fit.r2 = 1 - (all.vv - problem.explained(best)) / about_mean;

    std::array<std::vector<double>, 3> drawn;
    std::vector<double> times(people.size());
    for (int round = 0; people.size() > 1 && round < options.resamples; ++round) {
        std::ranges::fill(times, 0);
        for (std::uint32_t i = 0; i < times.size(); ++i) {
            const double unit = random_unit(options.seed, i, static_cast<std::uint64_t>(round), Purpose::shuffle);
            ++times[static_cast<std::size_t>(unit * static_cast<double>(times.size()))];
        }
        problem.weigh([&](const HeadwayPoint& p) { return times[p.person]; });
        const Values again = values_of(problem, refined(problem, best, coarse, 1e-4 * range), options.least_share);
        for (std::size_t i = 0; i < again.size(); ++i) {
            if (std::isfinite(again[i])) drawn[i].push_back(again[i]);
        }
    }
    const auto estimate = [&](std::size_t i) {
        return Estimate{values[i],
                        std::isfinite(values[i]) ? summarise(drawn[i]).sd : std::numeric_limits<double>::quiet_NaN()};
    };
    fit.time_to_react = estimate(0);
    fit.standstill = estimate(1);
    fit.free_speed = estimate(2);
    return fit;
}

}  // namespace sidestep
