#include "model_fit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "interrupt.h"
#include "model_fit_output.h"
#include "named.h"
#include "output_file.h"
#include "search_output.h"
#include "sidestep/people_fit.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "sidestep/spelling.h"

namespace sidestep::cli {
namespace {

struct Given {
    bool given;
    const char* name;
};

void refuse_given(std::initializer_list<Given> options, const std::string& what, const std::string& remedy) {
    for (const Given& option : options) {
        if (!option.given) continue;
        throw InputError({.message = fmt::format("{} {}", option.name, what),
                          .value = option.name,
                          .allowed = "see `sidestep help calibrate`",
                          .remedy = remedy});
    }
}

void check(const CalibrateCommand& command) {
    const CalibrateCommand usual;
    refuse_given({{!command.like.empty(), "--like"},
                  {command.runs != usual.runs, "--runs"},
                  {command.duration.has_value(), "--duration"},
                  {command.dt.has_value(), "--dt"},
                  {!command.metric.empty(), "--metric"},
                  {!command.recording.map.empty(), "--map"},
                  {!command.scene.empty(), "--scene"},
                  {command.whole, "--whole"},
                  {command.heel_strikes, "--heel-strikes"},
                  {!command.per_walk.empty(), "--per-walk"}},
                 "belongs to scenes or heading charts, not to models",
                 "Leave it out; what a model is fitted to is said by DATA and --objective.");
    refuse_extension(command.output, {".json"});
    refuse_replacing(command.output, command.data);
    refuse_existing(command.output, command.force);
    refuse_replacing(command.search.resume, command.data);
}

/// The model, or a profile by name or from a file.
ProfileSpec begun_with(const std::string& subject) {
    ProfileSpec profile;
    if (find_model(subject) != nullptr) {
        profile.avoid = {subject};
        return profile;
    }
    if (subject.ends_with(".json")) return load_profile(subject);
    std::vector<std::string> names{"heading_chart"};
    for (const PartInfo* model : models()) names.emplace_back(model->name);
    for (const KnownProfile& known : known_profiles()) names.push_back(known.name);
    if (std::ranges::find(names, subject) != names.end()) return load_profile(subject);
    throw InputError({.message = fmt::format("there is no model or profile named \"{}\" to fit to data", subject),
                      .value = subject,
                      .allowed = list_of(names) + ", or the path of a profile (.json)",
                      .remedy = did_you_mean(subject, names, "`sidestep models` lists them; a scene takes no data.")});
}

ProfileSpec profile_of(const CalibrateCommand& command) {
    ProfileSpec profile = begun_with(command.subject);
    if (command.following) profile.intents.push_back({"following"});
    Scenario scene;
    scene.profiles.push_back(std::move(profile));
    scene.profiles[0].name = "walker";
    for (const std::string& setting : command.settings) apply_setting(scene, "walker." + setting);
    return scene.profiles[0];
}

FitData data_of(const CalibrateCommand& command) {
    FitData data;
    for (const std::string& file : command.data) {
        if (!file.ends_with(".json")) {
            data.people.push_back(read_filmed(file, command.recording.reading));
            continue;
        }
        std::string folder = command.folder;
        if (const char* known = std::getenv("SIDESTEP_DATA"); folder.empty() && known != nullptr) folder = known;
        if (folder.empty()) folder = std::filesystem::path(file).parent_path().string();
        for (FlowExperiment& experiment : read_flow_experiments(file, folder))
            data.experiments.push_back(std::move(experiment));
    }
    return data;
}

/// Parts and names as they are listed, and what has bounds of its own.
std::vector<std::string> fitted(const CalibrateCommand& command) {
    std::vector<std::string> names = command.parameters;
    names.insert(names.end(), command.fit.begin(), command.fit.end());
    return names;
}

PeopleFitOptions fit_options(const CalibrateCommand& command) {
    PeopleFitOptions options;
    for (const std::string& written : command.objectives) {
        for (const FitWeight& weight : parse_objective(written)) options.objective.push_back(weight);
    }
    options.learnt = require_named<EvaluateHalf>(command.half, "half");
    if (command.goals != CalibrateCommand{}.goals)
        options.goals = {require_named<ReplayGoal>(command.goals, "kind of goals but both")};
    options.held_out = command.hold_out;
    if (command.cases) options.cases = *command.cases;
    options.flow_seeds = command.flow_seeds;
    options.resamples = command.resamples;
    // Searches take their threads first: one search cannot use several.
    const int all =
        command.search.threads > 0 ? command.search.threads : static_cast<int>(std::thread::hardware_concurrency());
    options.threads = std::max(1, all / command.search.seeds);
    options.goes_on = [] { return interrupted_by() == 0; };
    return options;
}

}  // namespace

bool is_model_fit(const CalibrateCommand& command) {
    if (!command.data.empty()) return true;
    if (find_model(command.subject) == nullptr) return false;
    throw InputError({.message = "a model is fitted to recorded people",
                      .value = command.subject,
                      .allowed = "recordings, " + trajectory_extensions() + ", and files of experiments, .json",
                      .remedy = "Name them behind the model."});
}

void refuse_model_options(const CalibrateCommand& command) {
    const CalibrateCommand usual;
    refuse_given({{command.following, "--following"},
                  {command.half != usual.half, "--half"},
                  {command.goals != usual.goals, "--goals"},
                  {!command.hold_out.empty(), "--hold-out"},
                  {command.cases.has_value(), "--cases"},
                  {command.polish.has_value(), "--polish"},
                  {command.flow_seeds != usual.flow_seeds, "--flow-seeds"},
                  {command.resamples != usual.resamples, "--resamples"},
                  {!command.folder.empty(), "--folder"},
                  {command.quick, "--quick"},
                  {!command.output.empty(), "--output"}},
                 "belongs to models that are fitted to recorded people",
                 "Leave it out, or name a model and recordings.");
}

int model_fit_command(const CalibrateCommand& command) {
    check(command);
    PeopleFitPlan plan;
    plan.search = options_of(command.search);
    plan.search.polish = command.polish.value_or(command.search.evaluations / 4);
    plan.identify = !command.quick;
    const PeopleFitOptions options = fit_options(command);
    catch_interrupts();
    const PeopleFit fit(data_of(command), profile_of(command), fitted(command), options);
    PeopleFitResult result;
    {
        const SearchWatch watch(plan.search);
        result = fit_people(fit, plan);
    }
    const ModelFitAnswer answer{command, fit, result, plan, options};
    const bool any = !result.found.runs.empty();
    if (any && !command.output.empty()) write_file(command.output, fitted_profile(answer));
    if (command.json) {
        print(document(answer));
    } else {
        print(readable(answer));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return kHealthy;
}

}  // namespace sidestep::cli
