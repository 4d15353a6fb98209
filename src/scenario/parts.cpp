#include "scenario/parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace sidestep {

const PartInfo* find_part(Parts catalogue, PartKind kind, std::string_view name) {
    for (const PartInfo* part : catalogue) {
        if (part->kind == kind && part->name == name) return part;
    }
    return nullptr;
}

const PartInfo* find_part(Parts catalogue, std::string_view name) {
    for (const PartInfo* part : catalogue) {
        if (part->name == name) return part;
    }
    return nullptr;
}

std::vector<std::string> names_of(Parts catalogue, PartKind kind) {
    std::vector<std::string> names;
    for (const PartInfo* part : catalogue) {
        if (part->kind == kind) names.emplace_back(part->name);
    }
    return names;
}

std::vector<std::string> names_of(std::span<const Parameter> table) {
    std::vector<std::string> names;
    for (const Parameter& parameter : table) names.emplace_back(parameter.name);
    return names;
}

std::optional<std::size_t> find_parameter(std::span<const Parameter> table, std::string_view name) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].name == name) return i;
    }
    return {};
}

std::vector<PartPlace> parts_of(ProfileSpec& profile, Parts catalogue) {
    std::vector<PartPlace> parts;
    const auto add = [&](std::string place, PartKind kind, PartSpec& spec) {
        if (!spec.name.empty()) parts.push_back({std::move(place), &spec, find_part(catalogue, kind, spec.name)});
    };
    add("route", PartKind::route, profile.route);
    add("midterm", PartKind::midterm, profile.midterm);
    for (std::size_t i = 0; i < profile.intents.size(); ++i) {
        add(fmt::format("intents.{}", i), PartKind::intent, profile.intents[i]);
    }
    add("avoid", PartKind::avoid, profile.avoid);
    return parts;
}

std::vector<ParameterPlace> parameters_of(ProfileSpec& profile, Parts catalogue) {
    std::vector<ParameterPlace> all;
    for (std::size_t i = 0; i < kCommonCount; ++i) {
        all.push_back({std::string(common_parameters()[i].name), &common_parameters()[i], &profile.common, i});
    }
    for (const PartPlace& part : parts_of(profile, catalogue)) {
        if (part.info == nullptr) continue;
        const std::span<const Parameter> table = part.info->parameters;
        for (std::size_t i = 0; i < table.size(); ++i) {
            if (!table[i].elsewhere.empty()) continue;
            all.push_back({fmt::format("{}.{}", part.place, table[i].name), &table[i], &part.spec->values, i});
        }
    }
    return all;
}

std::vector<ParameterPlace> parameters_named(ProfileSpec& profile, Parts catalogue, std::string_view name) {
    std::vector<ParameterPlace> exact, meant;
    for (ParameterPlace& place : parameters_of(profile, catalogue)) {
        if (place.path == name) {
            exact.push_back(std::move(place));
            continue;
        }
        bool means = place.parameter->name == name;
        for (const PartPlace& part : parts_of(profile, catalogue)) {
            if (part.info == nullptr || &part.spec->values != place.values) continue;
            const std::string kind(name_of(part.info->kind));
            means |= name == fmt::format("{}.{}", part.info->name, place.parameter->name) ||
                     name == fmt::format("{}.{}", kind, place.parameter->name);
        }
        if (means) meant.push_back(std::move(place));
    }
    return exact.empty() ? meant : exact;
}

std::vector<std::string> presets_of(ProfileSpec& profile, Parts catalogue) {
    std::vector<std::string> names{std::string(kPublished)};
    for (const PartPlace& part : parts_of(profile, catalogue)) {
        if (part.info == nullptr) continue;
        for (const Preset& preset : part.info->presets) {
            if (std::find(names.begin(), names.end(), preset.name) == names.end()) names.emplace_back(preset.name);
        }
    }
    return names;
}

void apply_preset(ProfileSpec& profile, Parts catalogue, std::string_view name) {
    const std::vector<ParameterPlace> all = parameters_of(profile, catalogue);
    for (const PartPlace& part : parts_of(profile, catalogue)) {
        if (part.info == nullptr) continue;
        for (const Preset& preset : part.info->presets) {
            if (preset.name != name) continue;
            for (const PresetValue& value : preset.values) {
                const auto place = std::find_if(all.begin(), all.end(), [&](const ParameterPlace& p) {
                    return p.parameter->name == value.parameter &&
                           (p.values == &part.spec->values || p.values == &profile.common);
                });
                const std::optional<Distribution>* set = place->value();
                if (set == nullptr || !*set) place->set(Distribution::fixed(value.value));
            }
        }
    }
}

}  // namespace sidestep
