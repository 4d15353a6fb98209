#include "reproduce/pettre2009.h"

#include <fmt/format.h>

#include <algorithm>

#include "reproduce/pettre2009_study.h"

namespace sidestep::pettre2009 {

namespace {

constexpr int kTrials = 429;                    // of the experiment
constexpr int kTrialsPerSeed = 43;              // so that the usual ten seeds make all of them
constexpr std::uint64_t kFirstFitted = 10'001;  // far from those that are judged
constexpr int kMostFitted = 215;
constexpr int kEvaluations = 61, kFewEvaluations = 31;  // of a fit; few where a quick look is wanted

}  // namespace

CrossingTrials& Study::trials() {
    if (!trials_) trials_.emplace(options.scene("crossing_429"), options.threads);
    return *trials_;
}

TrialRange Study::judged_trials() const {
    return {1, std::min(kTrials, kTrialsPerSeed * options.seeds)};
}

TrialRange Study::fitted_trials() const {
    return {kFirstFitted, std::min(kMostFitted, kTrialsPerSeed * options.seeds)};
}

const std::vector<CrossingTrial>& Study::run(const std::string& model) {
    const auto [entry, is_new] = runs_.try_emplace(model);
    if (is_new) {
        const TrialRange range = judged_trials();
        lab.tell(fmt::format("crossing_429, {} trials, {}", range.count, model.empty() ? "nobody reacts" : model));
        entry->second = trials().run(model, range);
    }
    return entry->second;
}

const std::vector<CrossingTrial>& Study::run_variant(const std::string& name,
                                                     const std::vector<DrawnParameter>& parameters) {
    const auto [entry, is_new] = runs_.try_emplace("experiment_based: " + name);
    if (is_new) {
        const TrialRange range = judged_trials();
        lab.tell(fmt::format("crossing_429, {} trials, {}", range.count, name));
        entry->second = trials().run(parameters, range);
    }
    return entry->second;
}

const DifferingPeople& Study::calibrated() {
    if (!calibrated_) {
        const TrialRange range = fitted_trials();
        lab.tell(fmt::format("crossing_429, people who differ fitted on {} trials", range.count));
        calibrated_ = fit_people(trials(), range, options.seeds >= 5 ? kEvaluations : kFewEvaluations);
    }
    return *calibrated_;
}

Reproduction reproduce(const ReproduceOptions& options) {
    Study study(options);
    if (options.wants("crossing")) crossing(study);
    if (options.wants("models")) models(study);
    if (options.wants("scenes")) scenes(study);
    if (options.wants("likelihood")) likelihood(study);
    if (options.wants("people")) people(study);
    return std::move(study.result);
}

}  // namespace sidestep::pettre2009
