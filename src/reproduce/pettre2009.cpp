#include "reproduce/pettre2009.h"

#include <fmt/format.h>

#include <algorithm>

#include "reproduce/pettre2009_study.h"

namespace sidestep::pettre2009 {

namespace {

constexpr int kTrials = 429;        // of the experiment
constexpr int kTrialsPerSeed = 43;  // so that the usual ten seeds make all of them

}  // namespace

CrossingTrials& Study::trials() {
    if (!trials_) trials_.emplace(options.scene("crossing_429"), options.threads);
    return *trials_;
}

int Study::trial_count() const {
    return std::min(kTrials, kTrialsPerSeed * options.seeds);
}

const std::vector<CrossingTrial>& Study::run(const std::string& model) {
    const auto [entry, is_new] = runs_.try_emplace(model);
    if (is_new) {
        const int count = trial_count();
        lab.tell(fmt::format("crossing_429, {} trials, {}", count, model.empty() ? "nobody reacts" : model));
        entry->second = trials().run(model, count);
    }
    return entry->second;
}

const std::vector<CrossingTrial>& Study::run_delayed() {
    const auto [entry, is_new] = runs_.try_emplace("delayed");
    if (is_new) {
        lab.tell(fmt::format("crossing_429, {} trials, delayed", trial_count()));
        Point parameters = default_parameters();
        parameters[2] = parameters[4] = 0.5;  // γ_v, γ_θ
        entry->second = trials().run(parameters, trial_count());
    }
    return entry->second;
}

Reproduction reproduce(const ReproduceOptions& options) {
    Study study(options);
    if (options.wants("crossing")) crossing(study);
    if (options.wants("models")) models(study);
    if (options.wants("scenes")) scenes(study);
    if (options.wants("likelihood")) likelihood(study);
    return std::move(study.result);
}

}  // namespace sidestep::pettre2009
