// One parameter of one profile from the command line.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scenario/parameter_value.h"
#include "scenario/reader.h"
#include "scenario/scene_file.h"

namespace sidestep {
namespace {

[[noreturn]] void fail(const Scenario& scenario, const std::string& setting, const std::string& message,
                       std::string value, std::string allowed, std::string remedy) {
    InputProblem problem;
    problem.message = fmt::format("the setting {} cannot be used: {}", setting, message);
    problem.file = scenario.file;
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(std::move(problem));
}

/// A word that is not JSON stands for itself, so that choices need no quotes in a shell.
Json value_of(const std::string& written) {
    try {
        return read_json(written, {});
    } catch (const InputError&) {
        return written;
    }
}

}  // namespace

void apply_setting(Scenario& scenario, const std::string& setting, std::span<const ModelInfo* const> models) {
    const std::string form = "PROFILE.PARAM=VALUE";
    const std::size_t equals = setting.find('=');
    const std::size_t dot = equals == std::string::npos ? equals : setting.rfind('.', equals);
    if (dot == std::string::npos || dot == 0 || dot + 1 == equals || equals + 1 == setting.size()) {
        fail(scenario, setting, "it does not have the form " + form, setting, form, "For example walker.radius=0.3.");
    }
    const std::string profile_name = setting.substr(0, dot), name = setting.substr(dot + 1, equals - dot - 1);
    const std::string written = setting.substr(equals + 1);

    const auto profile = std::find_if(scenario.profiles.begin(), scenario.profiles.end(),
                                      [&](const ProfileSpec& p) { return p.name == profile_name; });
    if (profile == scenario.profiles.end()) {
        std::vector<std::string> names;
        for (const ProfileSpec& p : scenario.profiles) names.push_back(p.name);
        fail(scenario, setting, "there is no such profile", profile_name, list_of(names),
             did_you_mean(profile_name, names, "Choose a profile of the scene."));
    }
    const ModelInfo* model = find_model(models, profile->model);
    if (model == nullptr) {
        fail(scenario, setting, "the profile's model is not known", profile->model, list_of(names_of(models)),
             "Choose another model.");
    }
    const int index = find_parameter(*model, name);
    if (index < 0) {
        std::vector<std::string> names = names_of(common_parameters());
        for (std::string& own : names_of(model->parameters)) names.push_back(std::move(own));
        fail(scenario, setting, fmt::format("the model {} has no such parameter", model->name), name, list_of(names),
             did_you_mean(name, names, fmt::format("See `sidestep params {}`.", model->name)));
    }

    const auto at = static_cast<std::size_t>(index);
    const Json document{{name, value_of(written)}};
    const std::string nothing;
    const Source source{nothing, nothing};
    const Node root(source, document);
    profile->values.resize(std::max(profile->values.size(), kCommonCount + model->parameters.size()));
    try {
        const Node value = root.child(name);
        std::vector<std::string> tables;
        for (const NamedReactions& named : scenario.reactions) tables.push_back(named.name);
        profile->values[at] = read_value(value, parameter_at(*model, at), tables);
    } catch (const InputError& error) {
        fail(scenario, setting, error.problem().message, written, error.problem().allowed, error.problem().remedy);
    }
}

}  // namespace sidestep
