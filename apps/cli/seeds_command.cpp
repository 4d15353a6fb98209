#include "seeds_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "interrupt.h"
#include "output.h"
#include "study_output.h"
#include "verdict.h"

namespace sidestep::cli {

namespace {

void refuse(const char* option, std::string remedy) {
    throw InputError(
        {.message = fmt::format("{} does not go with --seeds", option), .value = option, .remedy = std::move(remedy)});
}

void check(const RunCommand& command) {
    if (!command.output.empty()) refuse("-o", "Record single runs with --seed, or leave -o out.");
    if (command.snapshot_every) refuse("--snapshot-every", "Finished runs are kept with --resume FILE.");
    if (command.force) refuse("--force", "Nothing is overwritten here; leave it out.");
    if (!command.explain.empty()) refuse("--explain", "Explain agents of a single run, with --seed and -o.");
    if (command.seed && command.seeds.find('-') != std::string::npos) {
        refuse("--seed", "--seeds A-B names its first seed itself; --seed S --seeds N makes N runs from S on.");
    }
}

Json document(const Scenario& scene, std::span<const StudyJob> jobs, const StudyOutcome& outcome) {
    Json runs = Json::array();
    std::size_t healthy = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const StudyResult& result = outcome.results[i];
        if (!result.done) continue;
        healthy += result.summary.health.ok;
        runs.push_back({{"seed", jobs[i].seed},
                        {"state_hash", hex(result.summary.state_hash)},
                        {"health", Json::parse(to_json(result.summary.health))}});
    }
    Json json{{"scene", scene.name},
              {"runs", std::move(runs)},
              {"healthy_runs", healthy},
              {"numbers", to_json(spread_of(outcome.results), scene)}};
    if (!outcome.finished) json["interrupted"] = interruption();
    return json;
}

std::string shown(double value) {
    return significant(value, 4);
}

std::string readable(const Scenario& scene, std::span<const StudyJob> jobs, const StudyOutcome& outcome) {
    std::vector<std::uint64_t> seeds;
    for (const StudyJob& job : jobs) seeds.push_back(job.seed);
    std::string text = fmt::format("{}: {}\n", printable(scene.name), seeds_text(seeds));
    if (!outcome.finished) {
        text += fmt::format("ended early by {}: {} of {} runs\n", interruption(), outcome.done(), jobs.size());
    }
    text += verdict_text(jobs, outcome.results);
    std::vector<std::vector<std::string>> rows{{"", "unit", "mean", "sd", "95 % interval", "", "min", "max", "people"}};
    for (const Spread& s : spread_of(outcome.results)) {
        if (s.name.starts_with("stages_ms.")) continue;  // of the machine; with --json they are there
        rows.push_back({s.name, s.unit, shown(s.over_runs.mean), shown(s.over_runs.sd), shown(s.interval.low),
                        shown(s.interval.high), shown(s.min), shown(s.max), people_beside(s.name, scene)});
    }
    text += aligned(rows);
    text +=
        "Metrics of people: the mean of each run counts once. sd: of the sample (n - 1). Interval: Student. "
        "people: least and greatest mean of recordings.\n";
    return text;
}

}  // namespace

int seeds_command(const RunCommand& command) {
    check(command);
    StudyPlan plan;
    plan.scenes = {chosen_scene(command.choice)};
    plan.variant = variant_of(command.choice);
    plan.seeds = seeds_of(command.seeds, command.seed.value_or(plan.scenes[0].seed));
    StudyOptions options;
    options.threads = command.threads;
    options.metrics = choose_metrics(command.metrics);
    options.checkpoint = command.resume;
    const std::vector<StudyJob> jobs = jobs_of(plan);
    const StudyOutcome outcome = run_watched(jobs, options);
    if (command.json) {
        print(document(plan.scenes[0], jobs, outcome));
    } else {
        print(readable(plan.scenes[0], jobs, outcome));
    }
    if (!outcome.finished) return 128 + interrupted_by();
    const bool healthy = std::all_of(outcome.results.begin(), outcome.results.end(),
                                     [](const StudyResult& r) { return r.summary.health.as_expected(); });
    return healthy ? kHealthy : kUnhealthy;
}

}  // namespace sidestep::cli
