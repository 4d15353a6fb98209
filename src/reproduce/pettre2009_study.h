// What the parts of the reproduction share: the trials, each run once, and the result they write to.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/crossing_trials.h"
#include "reproduce/lab.h"

namespace sidestep::pettre2009 {

/// Models beside which the paper puts its own, and what its Table 1 prints: mean likelihood over the 429 trials.
struct Rival {
    std::string_view model;
    double likelihood;
};
inline constexpr Rival kRivals[] = {{"rvo", 0.14}, {"orca", 0.14}, {"reynolds", 0.047}, {"social_force", 0.004}};

class Study {
public:
    explicit Study(const ReproduceOptions& options_in) : options(options_in), lab(options_in) {
        result.paper = "pettre2009";
    }

    void claim(Claim claim) { result.claims.push_back(std::move(claim)); }
    CrossingTrials& trials();
    /// The trials walked by a model; empty: nobody reacts.
    const std::vector<CrossingTrial>& run(const std::string& model);
    /// The model with errors that shrink more slowly (γ = 0.5), which is what calibrating does to its defaults.
    const std::vector<CrossingTrial>& run_delayed();

    const ReproduceOptions& options;
    Lab lab;
    Reproduction result;

private:
    std::optional<CrossingTrials> trials_;
    int trial_count() const;
    std::map<std::string, std::vector<CrossingTrial>> runs_;
};

void crossing(Study& study);
void models(Study& study);
void scenes(Study& study);
void likelihood(Study& study);

}  // namespace sidestep::pettre2009
