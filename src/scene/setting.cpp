// One parameter of one profile from the command line.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "scenario/profile_path.h"
#include "scene/limits.h"
#include "scene/parameter_value.h"
#include "scene/reader.h"
#include "scene/scene_file.h"
#include "sidestep/scene.h"

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

/// PROFILE.NAME=VALUE.
struct Setting {
    ProfileSpec* profile = nullptr;
    std::string name, written;
};

Setting setting_of(Scenario& scenario, const std::string& setting) {
    const std::string form = "PROFILE.PARAM=VALUE or PROFILE.PART.PARAM=VALUE";
    const std::size_t equals = setting.find('=');
    const std::size_t dot = equals == std::string::npos ? equals : setting.find('.');
    if (dot == std::string::npos || dot == 0 || dot > equals || setting[equals - 1] == '.' ||
        equals + 1 == setting.size()) {
        fail(scenario, setting, "it does not have the form " + form, setting, form, "For example walker.radius=0.3.");
    }
    if (const auto path = taken_apart(scenario, std::string_view(setting).substr(0, equals))) {
        return {&scenario.profiles[path->profile], path->name, setting.substr(equals + 1)};
    }
    std::vector<std::string> names;
    for (const ProfileSpec& p : scenario.profiles) names.push_back(p.name);
    const std::string written = setting.substr(0, setting.rfind('.', equals));
    fail(scenario, setting, "there is no such profile", written, list_of(names),
         did_you_mean(written, names, "Choose a profile of the scene."));
}

/// Whether the setting chooses a part; then it is chosen. What was said of another part's parameters goes with it.
bool choose_part(Scenario& scenario, const std::string& setting, const Setting& s, Parts catalogue) {
    const struct {
        std::string_view name;
        PartKind kind;
        PartSpec* spec;
    } places[] = {{"route", PartKind::route, &s.profile->route},
                  {"midterm", PartKind::midterm, &s.profile->midterm},
                  {"model", PartKind::avoid, &s.profile->avoid},
                  {"avoid", PartKind::avoid, &s.profile->avoid}};
    for (const auto& place : places) {
        if (s.name != place.name) continue;
        const PartInfo* part = find_part(catalogue, place.kind, s.written);
        if (part == nullptr) {
            const std::vector<std::string> names = names_of(catalogue, place.kind);
            fail(scenario, setting, "there is no such part", s.written, list_of(names),
                 did_you_mean(s.written, names, "Choose one of these."));
        }
        if (place.spec->name != part->name) *place.spec = {std::string(part->name)};
        return true;
    }
    return false;
}

}  // namespace

Distribution parse_value(std::string_view parameter, const std::string& text) {
    const auto common = find_parameter(common_parameters(), parameter);
    const Parameter& row = common ? common_parameters()[*common] : kStartDelay;
    if (row.name != parameter) {
        throw std::invalid_argument("parse_value: neither common to all models nor start_delay");
    }
    const Json document{{std::string(parameter), value_of(text)}};
    const std::string nothing;
    const Source source{nothing, nothing};
    const Node root(source, document);
    const Node value = root.child(std::string(parameter));
    return read_value(value, row);
}

std::string to_text(const Distribution& d, std::string_view unit) {
    switch (d.kind) {
        case Distribution::Kind::uniform:
            return fmt::format("uniform, from {:g} to {:g} {}", d.a, d.b, unit);
        case Distribution::Kind::normal:
        case Distribution::Kind::log_normal:
            return fmt::format("{}, mean {:g} {}, sd {:g} {}, from {:g} to {:g} {}",
                               d.kind == Distribution::Kind::normal ? "normal" : "log-normal", d.a, unit, d.b, unit,
                               d.min, d.max, unit);
        case Distribution::Kind::exponential:
            return fmt::format("exponential, mean {:g} {}, from {:g} to {:g} {}", d.a, unit, d.min, d.max, unit);
        case Distribution::Kind::constant:
            break;
    }
    return fmt::format("{:g} {}", d.a, unit);
}

void apply_setting(Scenario& scenario, const std::string& setting, Parts catalogue) {
    const Setting s = setting_of(scenario, setting);
    if (choose_part(scenario, setting, s, catalogue)) return;
    std::vector<std::string> names;
    for (const ParameterPlace& place : parameters_of(*s.profile, catalogue)) names.push_back(place.path);
    for (const PartPlace& part : parts_of(*s.profile, catalogue)) {
        if (part.info != nullptr) continue;
        fail(scenario, setting, fmt::format("the profile's {} is not known", part.place), part.spec->name,
             list_of(names), "Choose another part.");
    }
    const std::vector<ParameterPlace> meant = parameters_named(*s.profile, catalogue, s.name);
    if (meant.empty()) {
        // Short names are what people misspell.
        std::vector<std::string> short_names = names;
        for (const ParameterPlace& place : parameters_of(*s.profile, catalogue)) {
            short_names.emplace_back(place.parameter->name);
        }
        fail(scenario, setting, fmt::format("no part of profile {} has such a parameter", s.profile->name), s.name,
             list_of(names), did_you_mean(s.name, short_names, "See `sidestep params PART`."));
    }
    if (meant.size() > 1) {
        std::vector<std::string> paths;
        for (const ParameterPlace& place : meant) paths.push_back(place.path);
        fail(scenario, setting, "several parts have a parameter of this name", s.name, list_of(paths),
             "Name the part too.");
    }
    const Json document{{s.name, value_of(s.written)}};
    const std::string nothing;
    const Source source{nothing, nothing};
    const Node root(source, document);
    try {
        const Node value = root.child(s.name);
        std::vector<std::string> tables;
        for (const NamedReactions& named : scenario.reactions) tables.push_back(named.name);
        meant.front().set(read_value(value, *meant.front().parameter, tables));
    } catch (const InputError& error) {
        fail(scenario, setting, error.problem().message, s.written, error.problem().allowed, error.problem().remedy);
    }
}

}  // namespace sidestep
