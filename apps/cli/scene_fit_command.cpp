#include "scene_fit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "interrupt.h"
#include "model_fit_command.h"
#include "output_file.h"
#include "recording.h"
#include "scene_choice.h"
#include "search_output.h"
#include "sidestep/scene_fit.h"
#include "sidestep/trajectory.h"
#include "study_output.h"

namespace sidestep::cli {

namespace {

void check(const CalibrateCommand& command) {
    const struct {
        bool given;
        const char* name;
    } of_charts[] = {{!command.data.empty(), "DATA"},
                     {!command.metric.empty(), "--metric"},
                     {!command.parameters.empty(), "--parameters"},
                     {!command.recording.map.empty(), "--map"},
                     {!command.scene.empty(), "--scene"},
                     {command.whole, "--whole"},
                     {!command.per_walk.empty(), "--per-walk"},
                     {command.force, "--force"}};
    refuse_model_options(command);
    for (const auto& option : of_charts) {
        if (!option.given) continue;
        throw InputError({.message = fmt::format("{} belongs to heading charts, not to scenes", option.name),
                          .value = option.name,
                          .allowed = "with heading_chart instead of a scene",
                          .remedy = "Leave it out; what a scene is fitted to is said by --objective and --like."});
    }
    if (command.fit.empty()) {
        throw InputError({.message = "nothing is to be fitted",
                          .value = "--fit",
                          .allowed = "PROFILE.PARAM or PROFILE.PART.PARAM, with =LOW,HIGH behind",
                          .remedy = "Add --fit, and --objective for what runs are to come near to."});
    }
    refuse_replacing(command.search.resume, std::vector{command.like, command.subject});
}

/// A metric without a value takes it from the recording.
std::vector<MetricTarget> targets_of(const CalibrateCommand& command) {
    std::optional<Trajectory> recording;
    std::optional<Measurement> measurement;
    if (!command.like.empty()) measurement.emplace(recording.emplace(read_recording(command.like, command.recording)));
    std::vector<MetricTarget> targets;
    for (const std::string& written : command.objectives) {
        const bool from_recording = measurement && written.find('=') == std::string::npos;
        targets.push_back(from_recording ? target_of(require_metric(written), *measurement) : target_of(written));
    }
    return targets;
}

/// Searches take theirs first: one search cannot use several.
int threads_of_runs(const SearchArguments& search) {
    const int all = search.threads > 0 ? search.threads : static_cast<int>(std::thread::hardware_concurrency());
    return std::max(1, all / search.seeds);
}

SceneFit fit_of(const CalibrateCommand& command) {
    SceneChoice choice;
    choice.scene = command.subject;
    choice.settings = command.settings;
    choice.duration = command.duration;
    choice.dt = command.dt;
    Scenario scene = chosen_scene(choice);
    SceneFitOptions options;
    options.seeds = seeds_of(command.runs, scene.seed);
    options.threads = threads_of_runs(command.search);
    options.variant = variant_of(choice);
    options.goes_on = [] { return interrupted_by() == 0; };
    return {std::move(scene), command.fit, targets_of(command), std::move(options)};
}

/// The mean over the runs; undefined where they were not made.
double value_of(const std::vector<Spread>& spreads, std::size_t target) {
    return spreads.empty() ? std::nan("") : spreads[target].over_runs.mean;
}

/// Whoever is at a bound might want to be beyond it.
std::string at_bound(const Unknown& unknown, double value) {
    const double near = 1e-3 * (unknown.high - unknown.low);
    if (value - unknown.low < near) return fmt::format("{} is at its lower bound, {:g}.\n", unknown.name, unknown.low);
    if (unknown.high - value < near)
        return fmt::format("{} is at its upper bound, {:g}.\n", unknown.name, unknown.high);
    return {};
}

Json document(const CalibrateCommand& command, const SceneFit& fit, const SceneFitResult& result) {
    Json objectives = Json::object();
    for (std::size_t i = 0; i < fit.targets().size(); ++i) {
        const MetricTarget& target = fit.targets()[i];
        objectives[std::string(target.metric->name)] = {{"unit", target.metric->unit},
                                                        {"target", target.value},
                                                        {"scale", target.scale},
                                                        {"before", finite_or_null(value_of(result.before, i))},
                                                        {"after", finite_or_null(value_of(result.after, i))}};
    }
    const bool any = !result.found.runs.empty();
    const auto or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json json{{"scene", command.subject},
              {"like", or_null(command.like)},
              {"method", command.search.method},
              {"finished", result.found.finished},
              {"cost", any ? Json(result.found.best().cost) : Json(nullptr)},
              {"cost_before", result.before.empty() ? Json(nullptr) : finite_or_null(fit.cost(result.before))},
              {"parameters", any ? parameters_json(fit.unknowns(), result.found) : Json::object()},
              {"objectives", std::move(objectives)},
              {"runs", runs_json(result.found)},
              {"checkpoint", or_null(command.search.resume)}};
    if (const std::string signal = interruption(); !signal.empty()) json["interrupted"] = signal;
    return json;
}

std::string objectives_text(const SceneFit& fit, const SceneFitResult& result) {
    const auto shown = [](double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-"; };
    std::vector<std::vector<std::string>> rows{{"", "unit", "wanted", "scale", "before", "after"}};
    for (std::size_t i = 0; i < fit.targets().size(); ++i) {
        const MetricTarget& target = fit.targets()[i];
        rows.push_back({std::string(target.metric->name), std::string(target.metric->unit), shown(target.value),
                        shown(target.scale), shown(value_of(result.before, i)), shown(value_of(result.after, i))});
    }
    return aligned(rows);
}

std::string readable(const CalibrateCommand& command, const SceneFit& fit, const SceneFitResult& result) {
    std::string text = fmt::format("{}: {}, {} seeds of {} evaluations{}\n\n", command.subject, command.search.method,
                                   result.found.runs.size(), command.search.evaluations,
                                   result.found.finished ? "" : ", NOT FINISHED");
    if (result.found.runs.empty()) return text + "nothing was evaluated\n";
    text += parameters_text(fit.unknowns(), result.found) + '\n' + objectives_text(fit, result);
    text += fmt::format("cost {:.4g}, before {:.4g}: mean of ((value - wanted)/scale)².\n", result.found.best().cost,
                        fit.cost(result.before));
    for (std::size_t i = 0; i < fit.unknowns().size(); ++i) {
        text += at_bound(fit.unknowns()[i], result.found.best().best[i]);
    }
    if (!command.search.resume.empty()) text += fmt::format("checkpoint: {}\n", command.search.resume);
    return text;
}

}  // namespace

int scene_fit_command(const CalibrateCommand& command) {
    check(command);
    SearchOptions options = options_of(command.search);
    const SceneFit fit = fit_of(command);
    SceneFitResult result;
    {
        const SearchWatch watch(options);
        result = fit_scene(fit, options);
    }
    if (command.json) {
        print(document(command, fit, result));
    } else {
        print(readable(command, fit, result));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return kHealthy;
}

}  // namespace sidestep::cli
