// Cases × models × seeds: scenes are run as one study, and judged as soon as all of a case's are there.
#include "sidestep/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "sidestep/error.h"
#include "sidestep/report.h"
#include "sidestep/simulation.h"
#include "sidestep/spelling.h"
#include "verify/cases.h"

namespace sidestep {
namespace {

constexpr std::string_view kModels[] = {"predictive", "orca", "social_force", "collision_free_speed",
                                        "experiment_based"};
constexpr std::string_view kGroups[] = {"rimea", "imo", "basic"};
constexpr std::size_t kMostPictures = 4;  // of one case and model
constexpr double kPictureWidth = 440;     // pixels

bool is_called(const VerifyCase& which, std::string_view name) {
    if (which.id == name || (!which.also.empty() && which.also == name)) return true;
    const bool group = std::ranges::find(kGroups, name) != std::end(kGroups);
    const std::string prefix = std::string(name) + "_";
    return group && (which.id.starts_with(prefix) || which.also.starts_with(prefix));
}

/// Without the digits that rounding leaves.
std::string plain(double value) {
    return fmt::format("{:.4g}", value);
}

std::string with_unit(std::string text, const std::string& unit) {
    return unit.empty() ? text : text + " " + unit;
}

std::string cause_of(const VerifyNumber& number) {
    return fmt::format("{}: {}, must be {}", number.name,
                       std::isnan(number.value) ? "not reached" : with_unit(plain(number.value), number.unit),
                       limits_text(number));
}

std::string picture_of(const VerifyRun& run, const std::string& prefix) {
    const Trajectory& t = run.recorded.trajectory;
    plot::PathMap map = path_map(t, result_ground(t.info), PathColour::direction, run.scenario->name);
    map.most_paths = 60;
    map.most_points = 3000;
    map.most_marks = 30;
    return figure(map, kPictureWidth, plot::Theme::page, prefix);
}

/// The runs of one case with one model and seed, while they come in.
struct Group {
    std::size_t entry = 0, seed = 0;
    std::size_t missing = 0;
    std::vector<VerifyRun> runs{};  ///< by scene
    std::optional<VerifyTrial> trial{};
};

}  // namespace

bool VerifyNumber::judged() const {
    return std::isfinite(low) || std::isfinite(high);
}
bool VerifyNumber::holds() const {
    return !judged() || (value >= low && value <= high);
}

std::string limits_text(const VerifyNumber& number) {
    const bool low = std::isfinite(number.low), high = std::isfinite(number.high);
    if (low && high && number.low == number.high) return with_unit(plain(number.low), number.unit);
    if (low && high) return with_unit(fmt::format("{} to {}", plain(number.low), plain(number.high)), number.unit);
    if (low) return with_unit("at least " + plain(number.low), number.unit);
    return high ? with_unit("at most " + plain(number.high), number.unit) : "";
}

std::span<const VerifyCase> verify_cases() {
    static const std::vector<VerifyCase> all = [] {
        std::vector<VerifyCase> cases;
        for (const auto part : {rimea_walking_cases(), rimea_crowd_cases(), imo_cases(), basic_cases()})
            cases.insert(cases.end(), part.begin(), part.end());
        return cases;
    }();
    return all;
}

std::vector<const VerifyCase*> choose_verify_cases(std::span<const std::string> names) {
    std::vector<std::string> known(std::begin(kGroups), std::end(kGroups));
    for (const VerifyCase& which : verify_cases()) {
        known.emplace_back(which.id);
        if (!which.also.empty()) known.emplace_back(which.also);
    }
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) != known.end()) continue;
        throw InputError({.message = fmt::format("there is no case named \"{}\"", name),
                          .value = name,
                          .allowed = list_of(known),
                          .remedy = did_you_mean(name, known, "Choose one of these, or leave it out for all.")});
    }
    std::vector<const VerifyCase*> chosen;
    for (const VerifyCase& which : verify_cases()) {
        const bool asked = std::ranges::any_of(names, [&](const std::string& name) { return is_called(which, name); });
        if (names.empty() || asked) chosen.push_back(&which);
    }
    return chosen;
}

std::vector<Scenario> verify_scenes(const VerifyCase& which, std::string_view model) {
    std::vector<Scenario> scenes = which.scenes();
    for (Scenario& scene : scenes) {
        const Expectation expect = scene.expect;  // a case's is about everybody, not about the default model
        use_model(scene, model);
        scene.expect = expect;
    }
    return scenes;
}

std::span<const std::string_view> verified_models() {
    return kModels;
}

VerifyTrial judge_trial(const VerifyCase& which, std::span<const VerifyRun> runs) {
    VerifyTrial trial;
    trial.seed = runs[0].scenario->seed;
    trial.numbers = which.judge(runs);
    for (const VerifyNumber& number : trial.numbers) {
        if (!number.holds()) trial.cause += (trial.cause.empty() ? "" : "; ") + cause_of(number);
    }
    for (const VerifyRun& run : runs) {
        trial.state_hashes.push_back(run.recorded.summary.state_hash);
        const RunHealth& health = run.recorded.summary.health;
        if (health.as_expected()) continue;
        trial.unhealthy.push_back(fmt::format("{}: {}", run.scenario->name, fmt::join(to_sentences(health), " ")));
    }
    return trial;
}

std::size_t VerifyEntry::passes() const {
    return static_cast<std::size_t>(std::ranges::count_if(trials, [](const VerifyTrial& t) { return t.passed(); }));
}
bool VerifyEntry::passed() const {
    return !trials.empty() && passes() == trials.size();
}
bool VerifyEntry::healthy() const {
    return std::ranges::all_of(trials, [](const VerifyTrial& t) { return t.unhealthy.empty(); });
}

bool Verification::ok() const {
    return finished &&
           std::ranges::all_of(entries, [](const VerifyEntry& e) { return e.passed() || !e.which->required; });
}

Verification verify(std::span<const VerifyCase* const> cases, const VerifyOptions& options) {
    Verification result;
    result.cases.assign(cases.begin(), cases.end());
    result.seeds = options.seeds;
    for (const std::string& model : options.models) result.models.emplace_back(require_model(model).name);

    std::vector<Group> groups;
    std::vector<StudyJob> jobs;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // of jobs: group, scene
    for (const VerifyCase* which : result.cases) {
        for (const std::string& model : result.models) {
            result.entries.push_back({which, model});
            const std::vector<Scenario> scenes = verify_scenes(*which, model);
            for (std::size_t s = 0; s < result.seeds.size(); ++s) {
                Group& group = groups.emplace_back();
                group.entry = result.entries.size() - 1;
                group.seed = s;
                group.missing = scenes.size();
                for (Scenario scene : scenes) {
                    scene.seed = result.seeds[s];
                    places.emplace_back(groups.size() - 1, group.runs.size());
                    group.runs.push_back({std::make_shared<const Scenario>(std::move(scene)), {}});
                    jobs.push_back({group.runs.back().scenario, result.seeds[s], model});
                }
            }
        }
    }

    std::mutex mutex;
    StudyOptions study;
    study.threads = options.threads;
    study.progress = options.progress;
    study.observe = [&](std::size_t job, RecordedRun&& run) {
        Group& group = groups[places[job].first];
        group.runs[places[job].second].recorded = std::move(run);
        {
            const std::lock_guard lock(mutex);
            if (--group.missing > 0) return;
        }
        VerifyEntry& entry = result.entries[group.entry];
        group.trial = judge_trial(*entry.which, group.runs);
        for (std::size_t k = 0; options.pictures && group.seed == 0 && k < group.runs.size() && k < kMostPictures; ++k)
            entry.pictures.push_back(picture_of(group.runs[k], fmt::format("e{}s{}", group.entry, k)));
        group.runs.clear();
    };
    result.finished = run_study(jobs, study).finished;
    for (Group& group : groups) {
        if (group.trial) result.entries[group.entry].trials.push_back(std::move(*group.trial));
    }
    return result;
}

}  // namespace sidestep
