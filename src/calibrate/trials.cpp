#include "calibrate/trials.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

// Of the range: starts nearer to an end than this are not moved to the middle, or one end would hold nearly everything.
constexpr double kNearestEnd = 0.005;

/// share ↦ share^p leads the middle to where the search starts; from the end that is nearer.
struct Bend {
    explicit Bend(const Unknown& unknown) {
        if (!unknown.start_in_middle || !(unknown.high > unknown.low)) return;
        const double start =
            std::clamp((unknown.start - unknown.low) / (unknown.high - unknown.low), kNearestEnd, 1 - kNearestEnd);
        from_above = start > 0.5;
        exponent = logarithm(from_above ? 1 - start : start) / logarithm(0.5);
    }
    static double raised(double share, double exponent) {
        return share <= 0 ? 0 : share >= 1 ? 1 : exponential(exponent * logarithm(share));
    }
    double exponent = 1;
    bool from_above = false;
};

/// Instead of what is not finite: searches subtract costs.
constexpr double kWorst = 1e30;

}  // namespace

double value_at(const Unknown& unknown, double share) {
    const Bend bend(unknown);
    if (bend.exponent != 1) {
        share = bend.from_above ? 1 - Bend::raised(1 - share, bend.exponent) : Bend::raised(share, bend.exponent);
    }
    return unknown.low + share * (unknown.high - unknown.low);
}

double share_of(const Unknown& unknown, double value) {
    if (!(unknown.high > unknown.low)) return 0;
    const double share = std::clamp((value - unknown.low) / (unknown.high - unknown.low), 0.0, 1.0);
    const Bend bend(unknown);
    if (bend.exponent == 1) return share;
    return bend.from_above ? 1 - Bend::raised(1 - share, 1 / bend.exponent) : Bend::raised(share, 1 / bend.exponent);
}

Trials::Trials(const Objective& objective, std::span<const Unknown> unknowns, std::vector<Trial> known, int most,
               std::function<void(const Trial&)> tried)
    : objective_(objective),
      unknowns_(unknowns),
      known_(std::move(known)),
      most_(most),
      tried_(std::move(tried)),
      best_{{}, kWorst} {}

std::vector<double> Trials::in_units(std::span<const double> at) const {
    std::vector<double> point(unknowns_.size());
    for (std::size_t i = 0; i < point.size(); ++i) point[i] = value_at(unknowns_[i], at[i]);
    return point;
}

double Trials::operator()(std::span<const double> at) {
    if (count_ >= most_) throw SearchStopped{};
    const auto number = static_cast<std::size_t>(count_);
    Trial trial{{at.begin(), at.end()}, 0};
    const bool again = number < known_.size();
    if (again) {
        if (known_[number].at != trial.at) {
            throw InputError({.message = "the checkpoint does not fit this search: another point is tried next",
                              .remedy = "It was written by another version or on another machine; start a new one."});
        }
        trial.cost = known_[number].cost;
    } else {
        trial.cost = objective_(in_units(at));
        if (!std::isfinite(trial.cost)) trial.cost = kWorst;
    }
    ++count_;
    if (trial.cost >= kWorst) ++failed_;
    if (best_.at.empty() || trial.cost < best_.cost) best_ = trial;
    if (!again) tried_(trial);
    return trial.cost;
}

UnitPoint Trials::start() const {
    UnitPoint point;
    for (const Unknown& u : unknowns_) point.push_back(share_of(u, u.start));
    return point;
}

SearchRun Trials::best(std::uint64_t seed) const {
    return {seed, best_.at.empty() ? std::vector<double>{} : in_units(best_.at), best_.cost, count_, failed_};
}

}  // namespace sidestep
