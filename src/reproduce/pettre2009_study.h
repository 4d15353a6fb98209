// What the parts of the reproduction share: the trials, each run once, and the result they write to.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/crossing_people.h"
#include "reproduce/lab.h"

namespace sidestep::pettre2009 {

/// Models beside which the paper puts its own, and what its Table 1 prints: mean likelihood over the 429 trials.
struct Rival {
    std::string_view model;
    double likelihood;
};
inline constexpr Rival kRivals[] = {{"rvo", 0.14}, {"orca", 0.14}, {"reynolds", 0.047}, {"social_force", 0.004}};

/// The same of the paper's own model, with its defaults and calibrated pair by pair.
inline constexpr double kPaperDefault = 0.165, kPaperCalibrated = 0.214;

inline constexpr double kFigureWidth = 560, kFigureHeight = 360;  // pixels

class Study {
public:
    explicit Study(const ReproduceOptions& options_in) : options(options_in), lab(options_in) {
        result.paper = "pettre2009";
    }

    void claim(Claim claim) { result.claims.push_back(std::move(claim)); }
    CrossingTrials& trials();
    /// The trials walked by a model; empty: nobody reacts.
    const std::vector<CrossingTrial>& run(const std::string& model);
    /// The trials walked by experiment_based with other parameters, under a name of their own.
    const std::vector<CrossingTrial>& run_variant(const std::string& name,
                                                  const std::vector<DrawnParameter>& parameters);
    /// People who differ, as the fit found them on trials of its own; and the trials above walked by them.
    const DifferingPeople& calibrated();
    const std::vector<CrossingTrial>& run_calibrated() { return run_variant("calibrated", calibrated().parameters()); }
    TrialRange fitted_trials() const;

    const ReproduceOptions& options;
    Lab lab;
    Reproduction result;

private:
    std::optional<CrossingTrials> trials_;
    std::optional<DifferingPeople> calibrated_;
    TrialRange judged_trials() const;
    std::map<std::string, std::vector<CrossingTrial>> runs_;
};

void crossing(Study& study);
void models(Study& study);
void scenes(Study& study);
void likelihood(Study& study);
void people(Study& study);

}  // namespace sidestep::pettre2009
