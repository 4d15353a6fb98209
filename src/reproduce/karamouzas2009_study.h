// What the parts of the reproduction share: the runs, the result they write to, and the statements about rivals that
// are tested in more than one place.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reproduce/karamouzas2009_comparison.h"
#include "reproduce/lab.h"

namespace sidestep::karamouzas2009 {

/// Constants of 1995, not our defaults. They act between points: bodies of 0.3 m then walk through each other (overlaps
/// of 0.6 m), which costs no time. That is not the rival the paper had, whose agents are discs; Helbing's own later
/// contact forces make bodies solid.
inline const std::vector<std::string> kPoints{"step_time=2", "relaxation_time=0.5"},
    kSolidBodies{"step_time=2", "relaxation_time=0.5", "contact=on"};

inline constexpr int kScenarioSeeds = 3;  // for scenes that the paper names but gives no numbers for

/// The models that Table 1 compares, and the successor of one of them by the same group.
struct Contestants {
    const Batch &predictive, &helbing, &rvo;
    const Batch* orca = nullptr;
};

class Study {
public:
    explicit Study(const ReproduceOptions& options_in) : options(options_in), lab(options_in) {
        result.paper = "karamouzas2009";
    }

    const Batch& hallway(const std::string& model, std::vector<std::string> settings = {}) {
        return lab.batch({"hallway100", model, std::move(settings)});
    }
    void claim(Claim claim) { result.claims.push_back(std::move(claim)); }
    void metrics_table(std::string part, std::string title,
                       const std::vector<std::pair<std::string, const Batch*>>& batches);
    /// Ours beside the paper's, with the p values of the differences.
    void table_beside_the_papers(std::string part, std::string title, const Contestants& batches);
    /// Everybody arrives.
    void claim_arrivals(const std::string& part, const std::vector<std::pair<std::string, const Batch*>>& batches,
                        bool required);
    /// Better in all six metrics.
    void claim_against_helbing(const std::string& part, const Batch& predictive, const Batch& helbing, bool required);
    /// As fast, with less effort, on longer ways.
    void claim_against_rvo(const std::string& part, const std::string& name, const Batch& predictive,
                           const Batch& rival);

    const ReproduceOptions& options;
    Lab lab;
    Reproduction result;
};

/// Order of the two streams in the hallway.
void claim_lane_index(Study& study, const std::string& id, const Batch& predictive, bool required);
/// Figure 1: two people whose ways cross, the first of whom would walk into the other's back.
Scenario back_of_another(const Study& study, const std::string& model, const std::vector<std::string>& settings);

void calibration(Study& study);
void table1(Study& study);
void fresh(Study& study);
void lanes(Study& study);
void evasion(Study& study);
void colliders(Study& study);
void scenarios(Study& study);
void park1000(Study& study);

}  // namespace sidestep::karamouzas2009
