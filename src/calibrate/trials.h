// What one seed of a search tries, in order. Searches are functions of their seed and of the costs they were told, so
// one that is run again with the costs it was told before is where it was: that is how searches are resumed, whatever
// the method keeps in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sidestep/calibrate.h"

namespace sidestep {

/// A point of the unit cube: all searches work there, whatever the units of the unknowns.
using UnitPoint = std::vector<double>;

struct Trial {
    UnitPoint at;
    double cost = 0;
};

/// A value of an unknown and its place between 0 and 1.
double value_at(const Unknown& unknown, double share);
double share_of(const Unknown& unknown, double value);

/// Ends a search early; thrown through it.
struct SearchStopped {};
/// The same from inside an evaluation, whose cost is then not known: ends all seeds.
struct SearchAbandoned {};

class Trials {
public:
    /// `known` are those of an earlier run, `tried` is called with each new one and may throw SearchStopped.
    Trials(const Objective& objective, std::span<const Unknown> unknowns, std::vector<Trial> known, int most,
           std::function<void(const Trial&)> tried);

    /// The cost at a point, never NaN nor infinite. Throws SearchStopped beyond the last evaluation.
    double operator()(std::span<const double> at);
    /// Where searches begin.
    UnitPoint start() const;
    /// The best so far; there must be one.
    const Trial& lowest() const { return best_; }
    /// More evaluations, for another way of searching.
    void allow(int most) { most_ = most; }
    std::size_t dimensions() const { return unknowns_.size(); }
    int most() const { return most_; }
    int count() const { return count_; }
    /// The best so far in the units of the unknowns.
    SearchRun best(std::uint64_t seed) const;

private:
    std::vector<double> in_units(std::span<const double> at) const;

    const Objective& objective_;
    std::span<const Unknown> unknowns_;
    std::vector<Trial> known_;
    int most_, count_ = 0, failed_ = 0;
    std::function<void(const Trial&)> tried_;
    Trial best_;
};

/// Simulated annealing.
void anneal(Trials& trials, std::uint64_t seed);
/// A Latin hypercube, then simplexes downhill.
void descend(Trials& trials, std::uint64_t seed);
/// A simplex from the best that was tried, until it has become a point.
void polish(Trials& trials);
/// So many points of the unit cube: each coordinate is cut into as many slices, and each slice is hit once.
/// Others in every turn.
std::vector<UnitPoint> latin_hypercube(std::size_t dimensions, int count, std::uint64_t seed, std::uint64_t turn = 0);
/// By pagmo.
void adapt_covariance(Trials& trials, std::uint64_t seed);
bool has_covariance_adaptation();

}  // namespace sidestep
