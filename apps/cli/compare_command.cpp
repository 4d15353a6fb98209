// `sidestep compare`: one scene under several models, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "output_file.h"
#include "scene_choice.h"
#include "sidestep/report.h"
#include "sidestep/simulation.h"
#include "study_output.h"
#include "verdict.h"

namespace sidestep::cli {

namespace {

struct CompareCommand {
    SceneChoice choice;
    std::vector<std::string> models{"all"};  ///< names, "all" for every one, "own" for those of the scene
    std::vector<std::string> metrics;        ///< further columns
    std::string seeds = "1";                 ///< N, or A-B
    int threads = 1;
    std::string resume;  ///< checkpoint
    std::string report;  ///< HTML file
    bool force = false;
    bool json = false;
};

/// What a model did in all seeds.
struct Entry {
    std::string model;
    std::span<const StudyResult> results;
    std::map<std::string, Spread> numbers;
    std::size_t runs = 0, healthy = 0, agents = 0, arrived = 0;
    Trajectory first;  ///< of the first seed, for pictures
};

Entry entry_of(const std::string& model, std::span<const StudyResult> results) {
    Entry entry;
    entry.model = model;
    entry.results = results;
    for (Spread& spread : spread_of(results)) entry.numbers.emplace(spread.name, std::move(spread));
    for (const StudyResult& result : results) {
        if (!result.done) continue;
        ++entry.runs;
        entry.healthy += result.summary.health.ok;
        entry.agents += result.summary.agents_created;
        entry.arrived += result.arrived;
    }
    return entry;
}

/// Of a number over the seeds: the mean with its spread, or the worst.
enum class Of : std::uint8_t { mean, least, most };

struct Column {
    std::string number, title, unit;
    int decimals = 3;  ///< below 0: counted in thousands and millions
    Of of = Of::mean;
};

std::vector<Column> columns_of(std::span<const std::string> wanted) {
    std::vector<Column> columns{{"score", "score", "", 1},
                                {"collisions", "collisions", "/agent", 2},
                                {"time", "time", "s", 2},
                                {"length", "length", "m", 2},
                                {"avg_speed", "speed", "m/s", 3},
                                {"smoothness", "smoothness", "1/m", 2},
                                {"deepest_m", "overlap", "m", 3, Of::most},
                                {"closest", "closest", "m", 3, Of::least},
                                {"effort", "effort", "J/kg", 1},
                                {"agent_steps_per_s", "steps/s", "", -1}};
    for (const std::string& name : wanted) {
        if (name == "all" ||
            std::any_of(columns.begin(), columns.end(), [&](const Column& c) { return c.number == name; }))
            continue;
        const Metric& metric = require_metric(name);
        columns.push_back({name, name, std::string(metric.unit == "1" ? "" : metric.unit), 3});
    }
    return columns;
}

std::string cell(const Entry& entry, const Column& column) {
    const auto found = entry.numbers.find(column.number);
    if (found == entry.numbers.end()) return "-";
    const Spread& s = found->second;
    const double value = column.of == Of::mean ? s.over_runs.mean : column.of == Of::least ? s.min : s.max;
    if (!std::isfinite(value)) return "-";
    if (column.decimals < 0) return short_count(value);
    if (column.of != Of::mean || !std::isfinite(s.over_runs.sd)) return fmt::format("{:.{}f}", value, column.decimals);
    return fmt::format("{:.{}f} ±{:.{}f}", value, column.decimals, s.over_runs.sd, column.decimals);
}

/// The whole table, for the terminal and for the page.
std::vector<std::vector<std::string>> cells_of(const std::vector<Entry>& entries, const std::vector<Column>& columns) {
    std::vector<std::vector<std::string>> rows;
    for (const Entry& e : entries) {
        std::vector<std::string>& row = rows.emplace_back();
        row.push_back(fmt::format("{}/{}", e.arrived, e.agents));
        for (const Column& column : columns) row.push_back(cell(e, column));
        row.push_back(fmt::format("{}/{}", e.healthy, e.runs));
    }
    return rows;
}

/// The row of recorded people; empty where none of the columns was measured on them.
std::vector<std::string> people_cells(const Scenario& scene, const std::vector<Column>& columns) {
    std::vector<std::string> row{""};
    for (const Column& column : columns) row.push_back(people_beside(column.number, scene));
    row.emplace_back();
    const bool any = std::ranges::any_of(row, [](const std::string& text) { return !text.empty(); });
    return any ? row : std::vector<std::string>{};
}

constexpr auto kWords =
    "score: SteerBench, 50 collisions + time + kinetic energy per agent, lower is better; smoothness: bending of the "
    "path, lower is smoother; overlap: deepest of two bodies in any run; closest: centres, in any run; steps/s: "
    "agent-steps on this machine.";

// ---- What a model takes where the scene says nothing ----

constexpr std::string_view kOwn = "own";

/// The model of all profiles; null where the scene's own are several.
const PartInfo* model_of(const Entry& entry, const Scenario& scene) {
    if (entry.model != kOwn) return &require_model(entry.model);
    const std::string& first = scene.profiles.at(0).avoid.name;
    const bool one = std::all_of(scene.profiles.begin(), scene.profiles.end(),
                                 [&](const ProfileSpec& profile) { return profile.avoid.name == first; });
    return one ? &require_model(first) : nullptr;
}

double default_of(const PartInfo& model, Common parameter) {
    for (const CommonDefault& own : model.common_defaults) {
        if (own.parameter == parameter) return own.value;
    }
    return common_parameters()[parameter].fallback;
}

constexpr std::array kLeftToModels{kRadius, kPrefSpeed};

/// Of these, what some profile leaves to its model.
std::vector<Common> left_to_models(const Scenario& scene) {
    std::vector<Common> left;
    for (const Common parameter : kLeftToModels) {
        const bool open = std::any_of(scene.profiles.begin(), scene.profiles.end(), [&](const ProfileSpec& profile) {
            return parameter >= profile.common.size() || !profile.common[parameter];
        });
        if (open) left.push_back(parameter);
    }
    return left;
}

/// Whether models walk with the same bodies and speeds, or how what the scene leaves to them differs.
std::string defaults_remark(const Scenario& scene, std::span<const Entry> entries) {
    std::string text, same;
    for (const Common parameter : left_to_models(scene)) {
        std::set<double> values;
        std::string list;
        for (const Entry& e : entries) {
            const PartInfo* model = model_of(e, scene);
            if (model == nullptr) continue;
            const double value = default_of(*model, parameter);
            values.insert(value);
            list += fmt::format("{}{} {:g}", list.empty() ? "" : ", ", e.model, value);
        }
        const Parameter& p = common_parameters()[parameter];
        if (values.size() == 1) {
            same += fmt::format("{}{} {:g} {}", same.empty() ? "; where it sets none, " : ", ", p.name, *values.begin(),
                                p.unit);
        }
        if (values.size() < 2) continue;
        text += fmt::format(
            "The scene sets no {}, and the models' own differ [{}]: {}. --set PROFILE.{}=VALUE makes "
            "them equal.\n",
            p.name, p.unit, list, p.name);
    }
    if (text.empty()) text = fmt::format("Bodies and preferred speeds are the same for all: the scene's{}.\n", same);
    return text;
}

// ---- Output ----

Json document(const Scenario& scene, std::span<const std::uint64_t> seeds, const std::vector<Entry>& entries) {
    Json models = Json::array();
    for (const Entry& e : entries) {
        Json defaults = Json::object();
        const PartInfo* model = model_of(e, scene);
        for (const Common parameter : left_to_models(scene)) {
            if (model == nullptr) break;
            defaults[std::string(common_parameters()[parameter].name)] = default_of(*model, parameter);
        }
        Json verdicts = Json::array();
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            if (!e.results[i].done) continue;
            verdicts.push_back({{"seed", seeds[i]}, {"health", Json::parse(to_json(e.results[i].summary.health))}});
        }
        std::vector<Spread> spreads = spread_of(e.results);
        models.push_back({{"model", e.model},
                          {"runs", e.runs},
                          {"healthy_runs", e.healthy},
                          {"verdicts", std::move(verdicts)},
                          {"agents", e.agents},
                          {"arrived", e.arrived},
                          {"defaults", std::move(defaults)},
                          {"numbers", to_json(spreads, scene)}});
    }
    Json json{{"scene", scene.name}, {"seeds", seeds.size()}, {"models", std::move(models)}};
    if (const std::string signal = interruption(); !signal.empty()) json["interrupted"] = signal;
    return json;
}

std::string readable(const Scenario& scene, std::span<const std::uint64_t> seeds, const std::vector<Entry>& entries,
                     const std::vector<Column>& columns) {
    std::string text = fmt::format("{}, {}", printable(scene.name), seeds_text(seeds));
    if (!entries.empty() && entries[0].runs > 0)
        text += fmt::format(", {} people each", entries[0].agents / entries[0].runs);
    text += '\n';
    std::vector<std::string> titles{"model", "arrived"}, units{"", ""};
    for (const Column& column : columns) {
        titles.push_back(column.title);
        units.push_back(column.unit);
    }
    titles.emplace_back("healthy");
    units.emplace_back("runs");
    std::vector<std::vector<std::string>> rows{std::move(titles), std::move(units)};
    const auto cells = cells_of(entries, columns);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        rows.push_back({entries[i].model});
        rows.back().insert(rows.back().end(), cells[i].begin(), cells[i].end());
    }
    const auto people = people_cells(scene, columns);
    if (!people.empty()) {
        rows.push_back({"people"});
        rows.back().insert(rows.back().end(), people.begin(), people.end());
    }
    text += aligned(rows);
    if (!people.empty()) text += "people: least and greatest mean of recordings (docs/quality_of_motion.md).\n";
    if (seeds.size() > 1) text += "±: standard deviation over seeds, of the mean of each run.\n";
    return text + kWords + "\n" + defaults_remark(scene, entries);
}

std::string report(const Scenario& scene, std::span<const std::uint64_t> seeds, std::vector<Entry>& entries,
                   const std::vector<Column>& columns) {
    ComparisonTable table;
    table.title = fmt::format("{}: {} models", scene.name, entries.size());
    table.remark = fmt::format("Means over people and {}; ±: standard deviation over seeds. {} {}", seeds_text(seeds),
                               kWords, defaults_remark(scene, entries));
    table.columns = {"arrived"};
    for (const Column& column : columns) {
        table.columns.push_back(column.unit.empty() ? column.title : fmt::format("{} [{}]", column.title, column.unit));
    }
    table.columns.emplace_back("healthy runs");
    const auto cells = cells_of(entries, columns);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const PartInfo* model = model_of(entries[i], scene);
        table.rows.push_back({entries[i].model, cells[i], std::move(entries[i].first),
                              std::string(model ? model->source : "the scene's own models")});
    }
    return comparison_html(table);
}

/// As a study takes them: nothing for the scene's own.
std::vector<std::string> models_of(const CompareCommand& command) {
    std::vector<std::string> names;
    for (const std::string& name : command.models) {
        if (name == "all") {
            for (const PartInfo* model : models()) names.emplace_back(model->name);
        } else {
            names.emplace_back(name == kOwn ? "" : require_model(name).name);
        }
    }
    return names;
}

/// The usual metrics and those asked for.
std::vector<const Metric*> metrics_of(const CompareCommand& command) {
    std::vector<const Metric*> all = choose_metrics({});
    if (command.metrics.empty()) return all;
    for (const Metric* metric : choose_metrics(command.metrics)) {
        if (std::find(all.begin(), all.end(), metric) == all.end()) all.push_back(metric);
    }
    return all;
}

/// Unhealthy runs are what one wants to see here, so they do not make the comparison fail.
int compare_command(const CompareCommand& command) {
    StudyPlan plan;
    plan.models = models_of(command);
    StudyOptions options;
    options.metrics = metrics_of(command);
    options.threads = command.threads;
    options.checkpoint = command.resume;
    Scenario scene = chosen_scene(command.choice);
    scene.expect = Expectation::healthy;  // what the scene was made to show excuses no model
    if (!command.report.empty()) refuse_existing(command.report, command.force);
    plan.scenes = {scene};
    plan.variant = variant_of(command.choice);
    plan.seeds = seeds_of(command.seeds, scene.seed);

    const std::vector<StudyJob> jobs = jobs_of(plan);
    std::vector<Trajectory> pictures(plan.models.size());
    if (!command.report.empty()) {
        options.observe = [&](std::size_t job, RecordedRun&& run) {
            if (job % plan.seeds.size() == 0) pictures[job / plan.seeds.size()] = std::move(run.trajectory);
        };
    }
    const StudyOutcome outcome = run_watched(jobs, options);
    std::vector<Entry> entries;
    for (std::size_t m = 0; m < plan.models.size(); ++m) {
        const std::span all(outcome.results);
        const std::string name(plan.models[m].empty() ? kOwn : plan.models[m]);
        Entry entry = entry_of(name, all.subspan(m * plan.seeds.size(), plan.seeds.size()));
        entry.first = std::move(pictures[m]);
        if (entry.runs > 0) entries.push_back(std::move(entry));
    }
    if (!outcome.finished) {
        fmt::print(stderr, "sidestep: ended early by {}: {} of {} runs\n", interruption(), outcome.done(), jobs.size());
    }
    const std::vector<Column> columns = columns_of(command.metrics);
    if (command.json) {
        print(document(scene, plan.seeds, entries));
    } else {
        print(readable(scene, plan.seeds, entries, columns) + verdict_text(jobs, outcome.results));
    }
    if (!command.report.empty()) {
        write_file(command.report, report(scene, plan.seeds, entries, columns));
        if (!command.json) print(fmt::format("report: {}\n", command.report));
    }
    return outcome.finished ? static_cast<int>(kHealthy) : 128 + interrupted_by();
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("compare", "run one scene with several models and set them side by side");
    CompareCommand& compare =
        arguments_of(*command, action, std::make_shared<CompareCommand>(), [command](const auto& given) {
            refuse_idle(*command, given.report.empty(), {"--force"}, "for the report, --report FILE.html");
            return compare_command(given);
        });
    add_scene(*command, compare.choice);
    command
        ->add_option("--models", compare.models,
                     "models, separated by commas; \"all\" for every one, \"own\" for those of the scene")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--seeds", compare.seeds, "runs of each model: N from the scene's seed on, or seeds A-B")
        ->capture_default_str();
    command->add_option("--metric", compare.metrics, std::string("a further column: ") + kMetricHelp)
        ->allow_extra_args(false);
    command->add_option("--resume", compare.resume, kResumeHelp);
    add_threads(*command, compare.threads);
    command->add_option("--report", compare.report, "write table and paths side by side to FILE.html");
    command->add_flag("--force", compare.force, "overwrite an existing report");
    command->add_flag("--json", compare.json, kJsonHelp);
}

}  // namespace sidestep::cli
