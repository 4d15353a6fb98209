#include "reproduce/fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace sidestep {

std::vector<Point> latin_hypercube(std::span<const FitRange> box, int count, std::uint64_t seed) {
    std::vector<Point> points(static_cast<std::size_t>(count), Point(box.size()));
    for (std::size_t axis = 0; axis < box.size(); ++axis) {
        const auto draw = [&](std::size_t i, std::uint64_t which) {
            return random_unit(seed, static_cast<AgentId>(axis), 2 * i + which, Purpose::shuffle);
        };
        std::vector<std::size_t> slice(points.size());
        std::iota(slice.begin(), slice.end(), std::size_t{0});
        for (std::size_t i = slice.size(); i > 1; --i) {
            std::swap(slice[i - 1], slice[static_cast<std::size_t>(draw(i, 0) * static_cast<double>(i))]);
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double share = (static_cast<double>(slice[i]) + draw(i, 1)) / count;
            points[i][axis] = box[axis].low + share * (box[axis].high - box[axis].low);
        }
    }
    return points;
}

Fit nelder_mead(const Cost& cost, std::span<const FitRange> box, const Point& start, double start_cost,
                int evaluations) {
    constexpr double kFirstStep = 0.1;  // of the range
    const std::size_t n = box.size();
    struct Corner {
        Point at;
        double cost;
    };
    Fit result{start, start_cost, 0};
    const auto inside = [&](Point p) {
        for (std::size_t i = 0; i < n; ++i) p[i] = std::clamp(p[i], box[i].low, box[i].high);
        return p;
    };
    const auto tried = [&](const Point& p) {
        Corner c{inside(p), 0};
        c.cost = cost(c.at);
        ++result.evaluations;
        if (c.cost < result.cost) result.best = c.at, result.cost = c.cost;
        return c;
    };
    std::vector<Corner> simplex{{start, start_cost}};
    for (std::size_t i = 0; i < n && result.evaluations < evaluations; ++i) {
        Point p = start;
        const double step = kFirstStep * (box[i].high - box[i].low);
        p[i] += p[i] + step <= box[i].high ? step : -step;
        simplex.push_back(tried(p));
    }
    const auto by_cost = [](const Corner& a, const Corner& b) { return a.cost < b.cost; };
    while (simplex.size() == n + 1 && result.evaluations < evaluations) {
        std::stable_sort(simplex.begin(), simplex.end(), by_cost);
        Point centre(n, 0);
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) centre[i] += simplex[k].at[i] / static_cast<double>(n);
        }
        Corner& worst = simplex.back();
        const auto towards = [&](double factor) {
            Point p(n);
            for (std::size_t i = 0; i < n; ++i) p[i] = centre[i] + factor * (worst.at[i] - centre[i]);
            return p;
        };
        const Corner reflected = tried(towards(-1));
        if (reflected.cost < simplex.front().cost) {
            const Corner expanded = tried(towards(-2));
            worst = expanded.cost < reflected.cost ? expanded : reflected;
        } else if (reflected.cost < simplex[n - 1].cost) {
            worst = reflected;
        } else {
            const Corner contracted = tried(towards(reflected.cost < worst.cost ? -0.5 : 0.5));
            if (contracted.cost < std::min(reflected.cost, worst.cost)) {
                worst = contracted;
            } else {
                for (std::size_t k = 1; k <= n; ++k) {
                    Point p(n);
                    for (std::size_t i = 0; i < n; ++i) p[i] = 0.5 * (simplex[0].at[i] + simplex[k].at[i]);
                    simplex[k] = tried(p);
                }
            }
        }
    }
    return result;
}

Fit fit(const Cost& cost, std::span<const FitRange> box, const Point& known, const FitOptions& options) {
    struct Start {
        Point at;
        double cost;
    };
    std::vector<Start> starts{{known, cost(known)}};
    for (Point& p : latin_hypercube(box, options.starts, options.seed)) {
        const double c = cost(p);
        starts.push_back({std::move(p), c});
    }
    std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.cost < b.cost; });
    Fit best{starts[0].at, starts[0].cost, static_cast<int>(starts.size())};
    for (std::size_t k = 0; k < std::min(starts.size(), static_cast<std::size_t>(options.polished)); ++k) {
        const Fit polished = nelder_mead(cost, box, starts[k].at, starts[k].cost, options.evaluations);
        best.evaluations += polished.evaluations;
        if (polished.cost < best.cost) best.best = polished.best, best.cost = polished.cost;
    }
    return best;
}

}  // namespace sidestep
