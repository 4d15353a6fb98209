#include "compare_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "find_scene.h"
#include "output.h"
#include "output_file.h"
#include "sidestep/analyse.h"
#include "sidestep/report.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

/// What a model did in all seeds.
struct Entry {
    std::string model;
    std::size_t agents = 0, arrived = 0, healthy = 0, runs = 0;
    std::vector<WalkMetrics> walks;
    std::vector<double> score, collisions, kinetic, effort;
    double deepest = 0;
    std::uint64_t overlaps = 0, stuck = 0, wall_contacts = 0;
    double closest = std::numeric_limits<double>::infinity();
    double wall_s = 0;
    std::uint64_t agent_steps = 0;
    Trajectory first;  ///< of the first seed, for pictures
};

void add_run(Entry& entry, Walked walked) {
    const RunHealth& health = walked.summary.health;
    ++entry.runs;
    entry.healthy += health.ok;
    entry.agents += walked.trajectory.tracks.size();
    entry.arrived += walked.arrived;
    entry.overlaps += health.overlaps;
    entry.deepest = std::max(entry.deepest, health.deepest_m);
    entry.stuck += health.stuck.size();
    entry.wall_contacts += health.wall_contacts;
    entry.wall_s += walked.summary.wall_s;
    entry.agent_steps += walked.summary.agent_steps;
    const std::vector<WalkMetrics> walks = walk_metrics(walked.trajectory);
    entry.walks.insert(entry.walks.end(), walks.begin(), walks.end());
    const SteerScore score = steer_score(walked.trajectory);
    entry.score.push_back(score.score);
    entry.collisions.push_back(score.collisions);
    entry.kinetic.push_back(score.kinetic);
    entry.effort.push_back(score.effort);
    if (const auto pair = closest_ever(walked.trajectory)) entry.closest = std::min(entry.closest, pair->distance);
    if (entry.runs == 1) entry.first = std::move(walked.trajectory);
}

double mean(const std::vector<double>& values) {
    return summarise(values).mean;
}

double mean(const Entry& entry, double WalkMetrics::* metric) {
    std::vector<double> values;
    for (const WalkMetrics& walk : entry.walks) values.push_back(walk.*metric);
    return mean(values);
}

double per_second(const Entry& entry) {
    return entry.wall_s > 0 ? static_cast<double>(entry.agent_steps) / entry.wall_s : 0;
}

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json document(const std::string& scene, int seeds, const std::vector<Entry>& entries) {
    Json models = Json::array();
    for (const Entry& e : entries) {
        Json metrics = Json::object();
        for (const WalkMetric& metric : walk_metric_table()) {
            metrics[std::string(metric.name)] = number(mean(e, metric.value));
        }
        models.push_back({{"model", e.model},
                          {"agents", e.agents},
                          {"arrived", e.arrived},
                          {"healthy_runs", e.healthy},
                          {"health",
                           {{"overlaps", e.overlaps},
                            {"deepest_m", e.deepest},
                            {"stuck", e.stuck},
                            {"wall_contacts", e.wall_contacts}}},
                          {"steer",
                           {{"score", number(mean(e.score))},
                            {"collisions", number(mean(e.collisions))},
                            {"kinetic", number(mean(e.kinetic))},
                            {"effort", number(mean(e.effort))}}},
                          {"metrics", std::move(metrics)},
                          {"closest_m", number(e.closest)},
                          {"agent_steps_per_s", per_second(e)}});
    }
    return {{"scene", scene}, {"seeds", seeds}, {"models", std::move(models)}};
}

std::string readable(const std::string& scene, int seeds, const std::vector<Entry>& entries) {
    std::size_t widest = 5;
    for (const Entry& e : entries) widest = std::max(widest, e.model.size());
    std::string text = fmt::format("{}, {} seed{}, {} people each\n", scene, seeds, seeds == 1 ? "" : "s",
                                   entries.empty() ? 0 : entries[0].agents / std::max<std::size_t>(1, entries[0].runs));
    text += fmt::format("{:<{}}  {:>9} {:>7} {:>8} {:>7} {:>7} {:>7} {:>7} {:>8} {:>8} {:>9} {:>8}  {}\n", "model",
                        widest, "arrived", "score", "collis.", "time", "length", "speed", "smooth", "deepest",
                        "closest", "effort", "steps/s", "health");
    text += fmt::format("{:<{}}  {:>9} {:>7} {:>8} {:>7} {:>7} {:>7} {:>7} {:>8} {:>8} {:>9} {:>8}\n", "", widest, "",
                        "–", "/agent", "s", "m", "m/s", "1/m", "m", "m", "J/kg", "");
    for (const Entry& e : entries) {
        text += fmt::format(
            "{:<{}}  {:>9} {:>7.1f} {:>8.2f} {:>7.2f} {:>7.2f} {:>7.3f} {:>7.2f} {:>8.3f} {:>8.3f} {:>9.1f} {:>8}  "
            "{}\n",
            e.model, widest, fmt::format("{}/{}", e.arrived, e.agents), mean(e.score), mean(e.collisions),
            mean(e, &WalkMetrics::time), mean(e, &WalkMetrics::length), mean(e, &WalkMetrics::avg_speed),
            mean(e, &WalkMetrics::smoothness), e.deepest, e.closest, mean(e.effort), short_count(per_second(e)),
            e.healthy == e.runs ? "ok" : fmt::format("{} of {} runs unhealthy", e.runs - e.healthy, e.runs));
    }
    text +=
        "score: SteerBench, 50 collisions + time + kinetic energy per agent, lower is better; deepest: overlap of "
        "bodies;\neffort: of walking; smooth: bending, lower is smoother. Speeds are this machine's.\n";
    return text;
}

std::string report(const std::string& scene, int seeds, std::vector<Entry>& entries) {
    ComparisonTable table;
    table.title = fmt::format("{}: {} models", scene, entries.size());
    table.remark = fmt::format(
        "Means over people and {} seed{}. Score: SteerBench, 50 collisions + time + kinetic energy per agent, lower is "
        "better. Smoothness: "
        "bending of the path, lower is smoother. Overlap: deepest of two bodies. Speed: agent-steps per second on the "
        "machine that ran it.",
        seeds, seeds == 1 ? "" : "s");
    table.columns = {"arrived",     "score",         "collisions /agent", "time [s]",
                     "length [m]",  "speed [m/s]",   "smoothness [1/m]",  "overlap [m]",
                     "closest [m]", "effort [J/kg]", "steps/s",           "healthy runs"};
    for (Entry& e : entries) {
        table.rows.push_back(
            {e.model,
             {fmt::format("{}/{}", e.arrived, e.agents), fmt::format("{:.1f}", mean(e.score)),
              fmt::format("{:.2f}", mean(e.collisions)), fmt::format("{:.2f}", mean(e, &WalkMetrics::time)),
              fmt::format("{:.2f}", mean(e, &WalkMetrics::length)),
              fmt::format("{:.3f}", mean(e, &WalkMetrics::avg_speed)),
              fmt::format("{:.2f}", mean(e, &WalkMetrics::smoothness)), fmt::format("{:.3f}", e.deepest),
              fmt::format("{:.3f}", e.closest), fmt::format("{:.1f}", mean(e.effort)), short_count(per_second(e)),
              fmt::format("{}/{}", e.healthy, e.runs)},
             std::move(e.first),
             std::string(require_model(e.model).source)});
    }
    return comparison_html(table);
}

}  // namespace

int compare_command(const CompareCommand& command) {
    std::vector<std::string> names;
    for (const std::string& name : command.models) {
        if (name == "all") {
            for (const ModelInfo* model : models()) names.emplace_back(model->name);
        } else {
            names.emplace_back(require_model(name).name);
        }
    }
    Scenario scene = load_scene(find_scene(command.scene));
    if (!command.report.empty()) refuse_existing(command.report, command.force);
    for (const std::string& setting : command.settings) apply_setting(scene, setting);
    std::vector<Entry> entries;
    for (const std::string& name : names) {
        Entry& entry = entries.emplace_back();
        entry.model = name;
        for (int seed = 0; seed < command.seeds; ++seed) {
            if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "{} {}/{}\n", name, seed + 1, command.seeds);
            Scenario scenario = scene;
            use_model(scenario, name);
            scenario.seed = scene.seed + static_cast<std::uint64_t>(seed);
            add_run(entry, walk(std::move(scenario), command.threads));
        }
    }
    if (command.json) {
        print(document(scene.name, command.seeds, entries));
    } else {
        print(readable(scene.name, command.seeds, entries));
    }
    if (!command.report.empty()) {
        write_file(command.report, report(scene.name, command.seeds, entries));
        if (!command.json) print(fmt::format("report: {}\n", command.report));
    }
    return kHealthy;
}

}  // namespace sidestep::cli
