// Models against recorded people, a moment at a time: everybody is put where it was recorded, walks for a moment, and
// is compared with where it then was. Errors do not add up as they do over a replay. docs/evaluation.md has the
// definitions.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sidestep/evaluate.h"
#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

struct OneStepOptions {
    /// history, velocity_over, step, goal_beyond, goals, block, resamples, seed, half, reference, threads and progress
    /// count.
    EvaluateOptions evaluate{};
    double lag = 0.4;  ///< s that are simulated; at least from one sample to the next
};

/// One walker with one kind of goal. Each number is the mean over the recordings.
struct OneStepRow {
    std::string walker;
    ReplayGoal goal = ReplayGoal::oracle;
    EvaluateCell error{};              ///< m, mean distance from where the person was
    double error_95 = kUndefined;      ///< m, what 95 % do not exceed
    double entropy = kUndefined;       ///< of the errors as a normal distribution in the plane; less is better
    std::vector<Vec2d> differences{};  ///< recorded − simulated place of every case; NaN where it failed
    std::size_t failed = 0;            ///< cases that could not be simulated
};
struct OneStepResult {
    OneStepOptions options;
    std::vector<std::string> recordings;
    std::vector<EvaluatedCase> cases;  ///< one of each person every lag
    std::vector<OneStepRow> rows;      ///< in order of the walkers and goals; only those that are finished
    std::size_t clusters = 0;
    bool finished = true;
};
/// Throws InputError for recordings in which nobody is seen for long enough, and a reference there is not.
OneStepResult evaluate_one_step(std::span<const FilmedPeople> people, std::span<const EvaluatedWalker> walkers,
                                const OneStepOptions& options = {});

/// ½ ln((2πe)² det M), M the mean of d dᵀ about 0, so that a bias counts too (Guy et al. 2012). NaN for no or no spread
/// of differences; those that are NaN do not count.
double difference_entropy(std::span<const Vec2d> differences);

}  // namespace SIDESTEP_EXPORT sidestep
