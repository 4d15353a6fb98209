#include "scene/profile_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/limits.h"
#include "scene/parameter_value.h"
#include "scene/profile_files.h"

namespace sidestep {

namespace {

constexpr std::size_t kMostIntents = 16;

/// "the model orca", "the route flat"
std::string called(const PartInfo& part) {
    return fmt::format("the {} {}", part.kind == PartKind::avoid ? "model" : name_of(part.kind), part.name);
}

}  // namespace

const PartInfo& ProfileReader::read_name(const Node& node, PartKind kind) const {
    if (const PartInfo* part = find_part(catalogue_, kind, node.text())) return *part;
    const std::vector<std::string> names = names_of(catalogue_, kind);
    node.fail(kind == PartKind::avoid ? "there is no such model" : fmt::format("there is no such {}", name_of(kind)),
              names.empty() ? fmt::format("there are no parts of this kind") : list_of(names),
              did_you_mean(node.text(), names, "Choose one of these."));
}

void ProfileReader::read_parameter(const Node& value, const Parameter& parameter, std::size_t index,
                                   PartSpec& spec) const {
    if (!parameter.elsewhere.empty()) {
        value.fail_at_key(fmt::format("\"{}\" is {}", parameter.name, parameter.elsewhere),
                          std::string(parameter.elsewhere), "Set it there.");
    }
    spec.set(index, read_value(value, parameter, scene_names_));
}

void ProfileReader::read_parameters(const Node& node, const PartInfo& part, PartSpec& spec) const {
    if (!node.json().is_object()) node.fail_type("an object of parameters");
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        const auto index = find_parameter(part.parameters, it.key());
        if (!index) fail_parameter(node, it.key(), part);
        const Node value = node.child(it);
        read_parameter(value, part.parameters[*index], *index, spec);
    }
}

void ProfileReader::fail_parameter(const Node& params, const std::string& name, const PartInfo& part) const {
    std::vector<std::string> own;
    for (const Parameter& parameter : part.parameters) {
        if (parameter.elsewhere.empty()) own.emplace_back(parameter.name);
    }
    const std::string allowed = own.empty() ? "no parameters" : list_of(own);
    const Node entry = params.child(name);
    if (find_parameter(common_parameters(), name)) {
        entry.fail_at_key(fmt::format("\"{}\" is common to all models and does not belong into \"params\"", name),
                          allowed, "Set it on the profile itself.");
    }
    std::vector<std::string> owners;
    for (const PartInfo* other : catalogue_) {
        if (find_parameter(other->parameters, name)) owners.emplace_back(other->name);
    }
    if (!owners.empty()) {
        entry.fail_at_key(fmt::format("\"{}\" is a parameter of {}, not of {}", name, list_of(owners), part.name),
                          allowed, did_you_mean(name, own, "Remove it, or choose the model it belongs to."));
    }
    entry.fail_at_key(fmt::format("{} has no parameter \"{}\"", called(part), name), allowed,
                      did_you_mean(name, own, fmt::format("See `sidestep params {}`.", part.name)));
}

PartSpec ProfileReader::read_part(const Node& node, PartKind kind) const {
    if (node.json().is_string()) return {std::string(read_name(node, kind).name)};
    const std::string what = fmt::format("\"{}\"", name_of(kind));
    Object object(node, what);
    const Node method = object.need(kMethodKey);
    const PartInfo& part = read_name(method, kind);
    PartSpec spec{std::string(part.name)};
    for (std::size_t i = 0; i < part.parameters.size(); ++i) {
        if (!part.parameters[i].elsewhere.empty() && !node.json().contains(part.parameters[i].name)) continue;
        if (const auto value = object.find(part.parameters[i].name)) {
            read_parameter(*value, part.parameters[i], i, spec);
        }
    }
    if (kind == PartKind::route && part.parameters.empty()) {
        for (const std::string_view key : kOfOtherRoutes) object.find(key);
    }
    if (const auto params = object.find(kParamsKey)) read_parameters(*params, part, spec);
    object.finish([&](const std::string& key) {
        std::vector<std::string> owners;
        for (const PartInfo* other : catalogue_) {
            if (other->kind == kind && find_parameter(other->parameters, key)) owners.emplace_back(other->name);
        }
        return owners.empty() ? std::string() : fmt::format("It belongs to {}; remove it.", list_of(owners));
    });
    return spec;
}

ProfileSpec ProfileReader::read(const Node& node, const ProfileSpec* from) const {
    Object object(node, "a profile");
    ProfileSpec profile;
    if (from != nullptr) {
        object.find(kFromKey);
        profile = *from;
    }
    const auto model_name = object.find("model");
    const std::string_view unsaid = from != nullptr ? std::string_view(from->avoid.name) : kDefaultModel;
    const PartInfo* const usual = find_part(catalogue_, PartKind::avoid, unsaid);
    const PartInfo& model = model_name || usual == nullptr ? read_name(object.need("model"), PartKind::avoid) : *usual;
    if (from != nullptr && model.name != from->avoid.name) {
        model_name->fail("the profile that it begins with has another model", from->avoid.name,
                         "Leave \"model\" out, or begin with another profile.");
    }
    profile.avoid.name = model.name;
    for (std::size_t i = 0; i < kCommonCount; ++i) {
        const Parameter& parameter = common_parameters()[i];
        if (const auto value = object.find(parameter.name)) {
            profile.set(static_cast<Common>(i), read_value(*value, parameter));
        }
    }
    if (const auto params = object.find(kParamsKey)) read_parameters(*params, model, profile.avoid);
    if (const auto neighbours = object.find("neighbours")) {
        profile.neighbours = read_neighbours(*neighbours, model.neighbours);
    }
    if (const auto route = object.find(kRouteKey)) profile.route = read_part(*route, PartKind::route);
    if (const auto midterm = object.find(kMidtermKey)) profile.midterm = read_part(*midterm, PartKind::midterm);
    if (const auto intents = object.find(kIntentsKey)) {
        profile.intents.clear();
        const std::size_t size = intents->items("an array of intents");
        if (size > kMostIntents) {
            intents->fail("a profile has too many intents", fmt::format("at most {}", kMostIntents), "Remove some.");
        }
        for (std::size_t i = 0; i < size; ++i) {
            const Node intent = intents->item(i);
            profile.intents.push_back(read_part(intent, PartKind::intent));
        }
    }
    if (const auto preset = object.find(kPresetKey)) {
        const std::vector<std::string> names = presets_of(profile, catalogue_);
        if (std::find(names.begin(), names.end(), preset->text()) == names.end()) {
            preset->fail("no part of this profile has such a preset", list_of(names),
                         did_you_mean(preset->text(), names, "Choose one of these."));
        }
        apply_preset(profile, catalogue_, preset->text());
    }
    if (const auto provenance = object.find(kProvenanceKey); provenance && !provenance->json().is_object())
        provenance->fail_type("an object");
    object.finish([&](const std::string& key) {
        return find_parameter(model.parameters, key)
                   ? std::string("It is a parameter of the model: put it into \"params\".")
                   : std::string();
    });
    return profile;
}

NeighbourSpec ProfileReader::read_neighbours(const Node& node, NeighbourSpec spec) {
    const auto choose = [](const Node& name, std::span<const std::string_view> names) {
        const auto found = std::find(names.begin(), names.end(), name.text());
        if (found == names.end()) {
            const std::vector<std::string> all(names.begin(), names.end());
            name.fail("there is no such choice", list_of(all), did_you_mean(name.text(), all, "Choose one of these."));
        }
        return static_cast<std::size_t>(found - names.begin());
    };
    const auto provider = [&](const Node& name) {
        return static_cast<NeighbourSpec::Provider>(choose(name, names<NeighbourSpec::Provider>()));
    };
    if (node.json().is_string()) {
        spec.provider = provider(node);
        return spec;
    }
    Object object(node, "\"neighbours\"");
    if (const auto name = object.find("provider")) spec.provider = provider(*name);
    if (const auto angle = object.find("field_of_view_deg")) spec.field_of_view_deg = angle->number(kFieldOfView);
    if (const auto hidden = object.find("hidden_by_walls")) spec.hidden_by_walls = hidden->boolean();
    if (const auto name = object.find("rank")) {
        spec.rank = static_cast<NeighbourSpec::Rank>(choose(*name, names<NeighbourSpec::Rank>()));
    }
    object.finish();
    return spec;
}

}  // namespace sidestep
