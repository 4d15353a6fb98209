// The simplest way to fit a few parameters when derivatives are of no use: try evenly spread points, then walk downhill
// from the best with a simplex (J. A. Nelder, R. Mead: A simplex method for function minimization, 1965).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "calibrate/trials.h"

namespace sidestep {

namespace {

// Looking round and walking downhill take turns of these lengths, so that more evaluations only continue a search.
constexpr int kLookRound = 40;
constexpr int kDescend = 200;
constexpr double kFirstStep = 0.1;  // of the range
constexpr double kPoint = 1e-3;     // of the range: a simplex no larger has found what it can

struct Corner {
    UnitPoint at;
    double cost;
};

bool cheaper(const Corner& a, const Corner& b) {
    return a.cost < b.cost;
}

/// Points outside the cube are moved to its border.
Corner tried(Trials& trials, UnitPoint at) {
    for (double& x : at) x = std::clamp(x, 0.0, 1.0);
    const double cost = trials(at);
    return {std::move(at), cost};
}

class Simplex {
public:
    Simplex(Trials& trials, const Corner& start) : trials_(trials), corners_{start} {
        for (std::size_t i = 0; i < start.at.size(); ++i) {
            UnitPoint p = start.at;
            p[i] += p[i] + kFirstStep <= 1 ? kFirstStep : -kFirstStep;
            corners_.push_back(tried(trials_, std::move(p)));
        }
    }

    void step() {
        std::stable_sort(corners_.begin(), corners_.end(), cheaper);
        Corner& worst = corners_.back();
        const UnitPoint centre = centre_of_the_others();
        const Corner reflected = tried(trials_, between(centre, worst.at, -1));
        if (reflected.cost < corners_.front().cost) {
            const Corner expanded = tried(trials_, between(centre, worst.at, -2));
            worst = expanded.cost < reflected.cost ? expanded : reflected;
            return;
        }
        if (reflected.cost < corners_[corners_.size() - 2].cost) {
            worst = reflected;
            return;
        }
        const Corner contracted = tried(trials_, between(centre, worst.at, reflected.cost < worst.cost ? -0.5 : 0.5));
        if (contracted.cost < std::min(reflected.cost, worst.cost)) {
            worst = contracted;
            return;
        }
        for (std::size_t k = 1; k < corners_.size(); ++k) {
            corners_[k] = tried(trials_, between(corners_[0].at, corners_[k].at, 0.5));
        }
    }

    /// The farthest of its corners from the first, along any axis.
    double size() const {
        double size = 0;
        for (const Corner& corner : corners_) {
            for (std::size_t i = 0; i < corner.at.size(); ++i)
                size = std::max(size, std::abs(corner.at[i] - corners_[0].at[i]));
        }
        return size;
    }

private:
    UnitPoint centre_of_the_others() const {
        const std::size_t n = corners_.size() - 1;
        UnitPoint centre(n, 0);
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) centre[i] += corners_[k].at[i] / static_cast<double>(n);
        }
        return centre;
    }
    static UnitPoint between(const UnitPoint& from, const UnitPoint& to, double share) {
        UnitPoint p(from.size());
        for (std::size_t i = 0; i < p.size(); ++i) p[i] = from[i] + share * (to[i] - from[i]);
        return p;
    }

    Trials& trials_;
    std::vector<Corner> corners_;
};

}  // namespace

std::vector<UnitPoint> latin_hypercube(std::size_t dimensions, int count, std::uint64_t seed, std::uint64_t turn) {
    std::vector<UnitPoint> points(static_cast<std::size_t>(count), UnitPoint(dimensions));
    const std::uint64_t first = turn * (points.size() + 1);
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        const auto draw = [&](std::size_t i, std::uint64_t which) {
            return random_unit(seed, static_cast<AgentId>(axis), 2 * (first + i) + which, Purpose::shuffle);
        };
        std::vector<std::size_t> slice(points.size());
        std::iota(slice.begin(), slice.end(), std::size_t{0});
        for (std::size_t i = slice.size(); i > 1; --i) {
            std::swap(slice[i - 1], slice[static_cast<std::size_t>(draw(i, 0) * static_cast<double>(i))]);
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i][axis] = (static_cast<double>(slice[i]) + draw(i, 1)) / count;
        }
    }
    return points;
}

void descend(Trials& trials, std::uint64_t seed) {
    std::vector<Corner> starts{tried(trials, trials.start())};
    // Until the trials are used up, which ends the search.
    for (std::uint64_t turn = 0;; ++turn) {
        for (UnitPoint& p : latin_hypercube(trials.dimensions(), kLookRound, seed, turn)) {
            starts.push_back(tried(trials, std::move(p)));
        }
        const auto best = std::min_element(starts.begin(), starts.end(), cheaper);
        const int before = trials.count();
        Simplex simplex(trials, *best);
        starts.erase(best);
        while (trials.count() - before < kDescend) simplex.step();
    }
}

void polish(Trials& trials) {
    const Trial lowest = trials.lowest();
    Simplex simplex(trials, {lowest.at, lowest.cost});
    while (simplex.size() > kPoint) simplex.step();
}

}  // namespace sidestep
