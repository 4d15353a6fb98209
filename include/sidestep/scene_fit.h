// Parameters of a scene's profiles, found from what is measured on its runs: any part's parameters, any metric.
// docs/calibration.md has the method.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sidestep/calibrate.h"
#include "sidestep/export.h"
#include "sidestep/metric.h"
#include "sidestep/scenario.h"
#include "sidestep/study.h"

namespace SIDESTEP_EXPORT sidestep {

/// What runs are to come near to.
struct MetricTarget {
    const Metric* metric = nullptr;
    double value = 0;  ///< of the metric's mean over a run
    double scale = 1;  ///< a difference of this much costs 1
};
/// |value|, so that differences count in relation to what is wanted; for 0 it is 1, of the metric's unit.
double usual_scale(double value);
/// Written METRIC=VALUE or METRIC=VALUE,SCALE. Throws InputError.
MetricTarget target_of(const std::string& written);
/// The mean over a recording. Throws InputError where there is nothing to measure.
MetricTarget target_of(const Metric& metric, const Measurement& recording);

struct SceneFitOptions {
    std::vector<std::uint64_t> seeds{};  ///< of the runs of each evaluation; empty: the scene's own
    int threads = 1;                     ///< of each evaluation; never changes a result
    MetricOptions measuring{};
    std::string variant{};  ///< how the scene differs from its text, as in StudyPlan
    /// Asked about ten times a second, from several threads; false ends runs, and with them the search.
    std::function<bool()> goes_on{};
};

class SceneFit {
public:
    /// `fitted` are written PROFILE.PARAM or PROFILE.PART.PARAM, with =LOW,HIGH behind where bounds other than the
    /// table's are wanted. Searches begin at the scene's values, or at the defaults. Throws InputError for a parameter
    /// that is not there, must not be fitted or has no bounds, and for targets that are none or twice the same.
    SceneFit(Scenario scene, std::span<const std::string> fitted, std::vector<MetricTarget> targets,
             SceneFitOptions options = {});

    std::span<const Unknown> unknowns() const { return unknowns_; }
    std::span<const MetricTarget> targets() const { return targets_; }
    /// With these values in place of the scene's.
    Scenario scene(std::span<const double> at) const;
    /// Each target over the runs; nothing where they were ended. Throws InputError for what cannot be run.
    std::optional<std::vector<Spread>> measured(std::span<const double> at) const;
    /// Mean over the targets of ((value − wanted)/scale)²; infinite where one has no value in any run.
    double cost(std::span<const Spread> measured) const;
    /// What cannot be run costs most. Refers to this object.
    Objective objective() const;
    /// For SearchOptions::subject.
    std::string subject() const;

private:
    struct Place {
        std::size_t profile;
        std::string path;
    };
    void add(const std::string& written);

    Scenario scene_;
    std::vector<MetricTarget> targets_;
    SceneFitOptions options_;
    std::vector<Unknown> unknowns_;
    std::vector<Place> places_;  ///< by unknown
};

struct SceneFitResult {
    SearchResult found;                 ///< without a run where it was ended before the first evaluation
    std::vector<Spread> before, after;  ///< by target, at the start and with what was found; empty where it was ended
};
/// Throws InputError where a target has no value at the start, and as search() does. The options' subject is set here.
SceneFitResult fit_scene(const SceneFit& fit, SearchOptions options);

}  // namespace SIDESTEP_EXPORT sidestep
