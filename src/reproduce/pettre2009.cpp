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

const std::vector<CrossingTrial>& Study::run(const std::string& model) {
    const auto [entry, is_new] = runs_.try_emplace(model);
    if (is_new) {
        const int count = std::min(kTrials, kTrialsPerSeed * options.seeds);
        lab.tell(fmt::format("crossing_429, {} trials, {}", count, model.empty() ? "nobody reacts" : model));
        entry->second = trials().run(model, count);
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
