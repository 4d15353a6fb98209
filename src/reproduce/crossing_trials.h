// Trials of the crossing experiment: one pair per seed, from the corners of one of the four sides of the square, walked
// by any model, and walkers made up with hidden parameters to be found again.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "sidestep/analyse.h"
#include "sidestep/calibrate.h"
#include "sidestep/reproduce.h"
#include "sidestep/run.h"

namespace sidestep {

using Point = std::vector<double>;

/// What is fitted: (α, β_v, γ_v, β_θ, γ_θ), the same for both walkers. Searches begin at the paper's defaults.
std::vector<Unknown> fitted_unknowns();
/// The paper's defaults.
Point default_parameters();

/// Two walkers of one trial.
struct CrossingTrial {
    std::uint64_t seed = 0;
    Trajectory walked;
    std::optional<PairMeeting> meeting{};
    Point parameters{};  ///< by which they were made, where they were made up
};

/// Seeds first … first + count − 1.
struct TrialRange {
    std::uint64_t first = 1;
    int count = 0;
};

/// A parameter of experiment_based and how it is drawn for each walker.
using DrawnParameter = std::pair<std::string, Distribution>;

class CrossingTrials {
public:
    CrossingTrials(Scenario scene, int threads);

    /// Trials under a model (empty: nobody sees anybody); all models see equally far, and not through walls. Rivals
    /// have the constants of their publications.
    std::vector<CrossingTrial> run(std::string_view model, TrialRange range);
    /// The same of experiment_based, but for these parameters.
    std::vector<CrossingTrial> run(const std::vector<DrawnParameter>& parameters, TrialRange range);
    /// `count` pairs who would come close, each with hidden parameters (the same for all if `shared`) and with places
    /// that are known to about 3 cm.
    std::vector<CrossingTrial> make_up(int count, bool shared, std::uint64_t seed);

    /// How well walkers with these parameters match a trial, from first sight to the closest approach.
    Likelihood match(const CrossingTrial& real, const Point& parameters) const;
    Likelihood match(const CrossingTrial& real, std::string_view model) const;
    /// Fits every trial by itself, or all of them together, with so many evaluations each. Never worse than the
    /// defaults.
    std::vector<SearchRun> fit_each(const std::vector<CrossingTrial>& real, int evaluations);
    SearchRun fit_all(const std::vector<CrossingTrial>& real, int evaluations);

private:
    std::vector<CrossingTrial> run(const std::function<Scenario(std::uint64_t seed)>& scenario, std::string_view model,
                                   TrialRange range);
    Scenario with_model(std::string_view model, std::uint64_t seed) const;
    Scenario with_parameters(const Point& parameters, std::uint64_t seed) const;
    CrossingTrial trial_of(std::uint64_t seed, RecordedRun&& run) const;
    CrossingTrial run_trial(Scenario scenario) const;
    Likelihood compare(const CrossingTrial& real, Scenario scenario) const;

    Scenario scene_;
    Sight sight_;
    int threads_;
    Workers workers_;
};

}  // namespace sidestep
