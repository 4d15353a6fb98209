#include "calibrate/trials.h"

#include <algorithm>
#include <cmath>

#include "sidestep/error.h"

namespace sidestep {
namespace {

/// Instead of what is not finite: searches subtract costs.
constexpr double kWorst = 1e30;

}  // namespace

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
    for (std::size_t i = 0; i < point.size(); ++i)
        point[i] = unknowns_[i].low + at[i] * (unknowns_[i].high - unknowns_[i].low);
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
    if (best_.at.empty() || trial.cost < best_.cost) best_ = trial;
    if (!again) tried_(trial);
    return trial.cost;
}

UnitPoint Trials::start() const {
    UnitPoint point;
    for (const Unknown& u : unknowns_) {
        point.push_back(u.high > u.low ? std::clamp((u.start - u.low) / (u.high - u.low), 0.0, 1.0) : 0);
    }
    return point;
}

SearchRun Trials::best(std::uint64_t seed) const {
    return {seed, best_.at.empty() ? std::vector<double>{} : in_units(best_.at), best_.cost, count_};
}

}  // namespace sidestep
