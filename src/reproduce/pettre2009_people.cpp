// Table 1 on recorded people: how likely their ways are under each model, and under none.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "reproduce/pettre2009_study.h"
#include "scene/doors.h"
#include "sidestep/evaluate.h"
#include "sidestep/people_fit.h"

namespace sidestep::pettre2009 {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPart = "people";
// Open squares with lists of those who met.
constexpr std::string_view kRecordings[] = {"eth/eth.txt", "zara01/zara01.txt", "students01/students01.txt"};
constexpr std::string_view kDefault = "experiment_based", kCalibrated = "calibrated";
// What the paper calibrates.
constexpr std::string_view kFitted[] = {"alpha", "beta_v", "beta_theta", "gamma_v", "gamma_theta"};
constexpr int kEvaluations = 161, kFewEvaluations = 7;
constexpr std::size_t kAll = 0, kFewCases = 4;  // meetings of each recording

fs::path folder_of(const Study& study) {
    return study.options.data.empty() ? data_folder("scenes") : fs::path(study.options.data);
}

std::vector<FilmedPeople> filmed_people(const fs::path& folder) {
    std::vector<FilmedPeople> all;
    for (const std::string_view name : kRecordings) {
        const fs::path file = folder / name;
        std::error_code none;
        if (fs::is_regular_file(file, none)) all.push_back(read_filmed(file.string()));
    }
    return all;
}

ProfileSpec usual(std::string_view model) {
    ProfileSpec profile;
    profile.avoid = {std::string(model)};
    return profile;
}

bool is_whole(const Study& study) {
    return study.options.seeds >= 5;
}

/// One vector for all pairs: people are seen once, in one meeting, so that a vector for each could not be judged.
PeopleFitResult calibrated(const Study& study, std::vector<FilmedPeople> people) {
    PeopleFitOptions options;
    options.objective = {{FitTerm::pairs, 1}};
    options.goals = {ReplayGoal::oracle};
    options.cases = is_whole(study) ? kAll : kFewCases;
    options.threads = study.options.threads;
    const PeopleFit fit({std::move(people), {}}, usual(kDefault),
                        std::vector<std::string>(std::begin(kFitted), std::end(kFitted)), options);
    PeopleFitPlan plan;
    plan.search.method = SearchMethod::simplex;
    plan.search.seeds = 1;
    plan.search.evaluations = is_whole(study) ? kEvaluations : kFewEvaluations;
    plan.search.threads = 1;
    plan.identify = false;
    return fit_people(fit, plan);
}

std::vector<EvaluatedWalker> walkers(const ProfileSpec& fitted) {
    std::vector<EvaluatedWalker> all = baseline_walkers();
    all.push_back({.name = std::string(kDefault), .profile = usual(kDefault)});
    all.push_back({.name = std::string(kCalibrated), .profile = fitted});
    for (const Rival& rival : kRivals) all.push_back({.name = std::string(rival.model), .profile = usual(rival.model)});
    return all;
}

std::size_t column(std::string_view name) {
    const auto all = evaluate_metrics(EvaluateMode::pairs);
    return static_cast<std::size_t>(std::ranges::find(all, name, &EvaluateMetric::name) - all.begin());
}

const EvaluateRow& row(const Evaluation& evaluation, std::string_view walker, ReplayGoal goal) {
    return *std::ranges::find_if(evaluation.rows,
                                 [&](const EvaluateRow& r) { return r.walker == walker && r.goal == goal; });
}

std::string told(double p) {
    return std::isnan(p) ? "" : fmt::format(", p = {:.2g}", p);
}

}  // namespace

void people(Study& study) {
    const std::vector<FilmedPeople> recorded = filmed_people(folder_of(study));
    if (recorded.empty()) {
        study.result.tables.push_back(
            {std::string(kPart), "Recorded people", {}, {}, "There are no recordings here; set SIDESTEP_DATA."});
        return;
    }
    study.lab.tell("recorded pairs, experiment_based fitted to the first halves");
    const PeopleFitResult fit = calibrated(study, recorded);
    study.lab.tell("recorded pairs, the second halves under every model");
    EvaluateOptions options;
    options.mode = EvaluateMode::pairs;
    options.half = EvaluateHalf::second;
    options.reference = kDefault;
    options.threads = study.options.threads;
    if (!is_whole(study)) options.cases = kFewCases;
    const std::vector<EvaluatedWalker> compared = walkers(fit.fitted);
    const Evaluation judged = evaluate(recorded, compared, options);

    const std::size_t likelihood = column("likelihood"), delta = column("delta");
    ReproducedTable table{std::string(kPart),
                          "Table 1 on recorded people: mean L_norm of meetings that no fit has seen",
                          {"paper", "goal known", "goal guessed", "δ, known [m]"},
                          {}};
    const auto cell = [&](std::string_view walker, ReplayGoal goal, std::size_t metric) -> const EvaluateCell& {
        return row(judged, walker, goal).cells[metric];
    };
    for (const EvaluatedWalker& walker : compared) {
        if (walker.baseline == Baseline::people) continue;
        std::optional<Summary> paper;
        for (const Rival& rival : kRivals) {
            if (walker.name == rival.model) paper = number(rival.likelihood);
        }
        if (walker.name == kDefault) paper = number(kPaperDefault);
        if (walker.name == kCalibrated) paper = number(kPaperCalibrated);
        table.rows.push_back({walker.baseline == Baseline::none ? walker.name : walker.name + " (sees nobody)",
                              "–",
                              {paper, number(cell(walker.name, ReplayGoal::oracle, likelihood).value),
                               number(cell(walker.name, ReplayGoal::extrapolated, likelihood).value),
                               number(cell(walker.name, ReplayGoal::oracle, delta).value)}});
    }
    std::string found;
    for (std::size_t i = 0; i < fit.values.size(); ++i)
        found += fmt::format("{}{} {:.3g}", i == 0 ? "" : ", ", kFitted[i], fit.values[i]);
    table.remark = fmt::format(
        "{} meetings in {} clusters on {} squares, in the second halves of the recordings; calibrated on the first: "
        "{}. "
        "Paper: 429 pairs of its experiment, calibrated pair by pair.",
        judged.cases.size(), judged.clusters, recorded.size(), found);
    study.result.tables.push_back(std::move(table));

    const auto above = [&](std::string id, std::string_view more, std::string_view less, std::string note) {
        const EvaluateCell &a = cell(more, ReplayGoal::oracle, likelihood),
                           &b = cell(less, ReplayGoal::oracle, likelihood);
        // One of the two is the reference, which is not tested against itself.
        study.claim({.id = std::move(id),
                     .ours = a.value - b.value,
                     .unit = "L_norm",
                     .rule = fmt::format("{} − {} > 0 on recorded meetings that no fit has seen", more, less),
                     .holds = a.value > b.value,
                     .note = fmt::format("{:.3f} against {:.3f}{}{}", a.value, b.value,
                                         told(std::isnan(a.p) ? b.p : a.p), note)});
    };
    above("people.calibrated_above_default", kCalibrated, kDefault, "");
    above("people.default_above_nothing", kDefault, "relaxed", "; who is relaxed sees nobody, but has inertia");
    above("people.default_above_straight", kDefault, "straight", "; who goes straight sees nobody");
    for (const Rival& rival : kRivals)
        above(fmt::format("people.default_above_{}", rival.model), kDefault, rival.model, "");
}

}  // namespace sidestep::pettre2009
