// What the terms of a cost are made of.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sidestep/people_fit.h"

namespace sidestep {

/// Whether there is anything in the data that the term could be measured on.
bool can_tell(const FitData& data, FitTerm term);
/// One behind the other, round and round.
bool is_single_file(const FlowExperiment& experiment);

/// How a value becomes a part of the cost.
enum class FitCounts : std::uint8_t {
    value,    ///< value/scale
    missing,  ///< (1 − value)/scale: of likelihoods, where 1 is perfect
    excess    ///< what it is more than people have of it, /scale
};

/// A metric of evaluate_metrics() as a part of a term.
struct FitMeasure {
    FitTerm term;
    std::size_t metric;
    FitCounts counts;
    double share;                 ///< of the term
    std::optional<double> scale;  ///< nothing: what the baseline `relaxed` has of it on what is learnt
    EvaluateMode mode() const { return term == FitTerm::pairs ? EvaluateMode::pairs : EvaluateMode::one_by_one; }
};
std::span<const FitMeasure> fit_measures();

/// Measures profiles on one share of the data.
class ShareScore {
public:
    ShareScore(const FitData& data, std::vector<const FlowExperiment*> experiments, std::vector<FitWeight> objective,
               FitShare share, const PeopleFitOptions& options);

    /// By measure: the scale of the table, or what `relaxed` has of it here. Throws InputError without any case.
    std::vector<double> scales() const;
    std::optional<FitScore> score(const ProfileSpec& profile, std::span<const double> scales, bool with_draws) const;

private:
    bool uses(EvaluateMode mode) const;
    EvaluateOptions options_of(EvaluateMode mode) const;
    Evaluation evaluated(EvaluateMode mode, const EvaluatedWalker& walker) const;
    bool ended() const { return options_.goes_on && !options_.goes_on(); }
    bool add_replays(const EvaluatedWalker& walker, std::span<const double> scales, bool with_draws,
                     FitScore& score) const;
    bool add_flows(const EvaluatedWalker& walker, bool with_draws, FitScore& score) const;
    void add(FitTerm term, double part, std::span<const double> draws, FitScore& score) const;

    const FitData& data_;
    std::vector<FlowExperiment> experiments_;
    std::vector<FitWeight> objective_;
    FitShare share_;
    PeopleFitOptions options_;
};

}  // namespace sidestep
