// The simplest way to fit a few parameters to data when derivatives are of no use: try evenly spread points, then walk
// downhill from the best with a simplex.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sidestep {

struct FitRange {
    double low, high;
};
using Point = std::vector<double>;
/// To be minimised; called with points inside the box.
using Cost = std::function<double(const Point&)>;

struct Fit {
    Point best;
    double cost = 0;
    int evaluations = 0;
};

/// Each coordinate's range is cut into `count` slices, and each slice is hit once.
std::vector<Point> latin_hypercube(std::span<const FitRange> box, int count, std::uint64_t seed);

/// J. A. Nelder, R. Mead: A simplex method for function minimization, 1965; points outside the box are moved to its
/// border. At most `evaluations` calls.
Fit nelder_mead(const Cost& cost, std::span<const FitRange> box, const Point& start, double start_cost,
                int evaluations);

struct FitOptions {
    int starts = 200;       ///< points of the hypercube
    int polished = 5;       ///< of the best, each by …
    int evaluations = 200;  ///< … so many calls
    std::uint64_t seed = 1;
};
/// Never worse than `known`, which is among the starts.
Fit fit(const Cost& cost, std::span<const FitRange> box, const Point& known, const FitOptions& options);

}  // namespace sidestep
