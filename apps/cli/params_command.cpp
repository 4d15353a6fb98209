// sidestep params: one model's parameter table, the common parameters first.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "sidestep/heading_chart.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

struct ParamsCommand {
    std::string model;
    bool json = false;
};

struct Row {
    const Parameter* parameter;
    bool common;
    std::optional<double> model_default;  ///< the model's own default of a common parameter
};

/// Common parameters are shown with the local models, whose defaults they have; of other parts only what they change.
std::vector<Row> rows_of(const PartInfo& part) {
    std::vector<Row> rows;
    const std::span<const Parameter> common = common_parameters();
    for (std::size_t i = 0; i < common.size(); ++i) {
        std::optional<double> changed;
        for (const CommonDefault& own : part.common_defaults) {
            if (own.parameter == i) changed = own.value;
        }
        if (part.kind == PartKind::avoid || changed) rows.push_back({&common[i], true, changed});
    }
    for (const Parameter& parameter : part.parameters) rows.push_back({&parameter, false, std::nullopt});
    return rows;
}

/// How a scene sets the parameters of a part.
std::string_view place_of(const PartInfo& part) {
    switch (part.kind) {
        case PartKind::avoid:
            return "of the model, set under \"params\" of the profile";
        case PartKind::route:
            return "of the route, set beside \"method\" of \"route\"";
        case PartKind::midterm:
            return "of the planner, set beside \"method\" of \"midterm\"";
        case PartKind::intent:
            return "of the intent, set beside \"method\" in \"intents\"";
    }
    return "";
}

bool is_derived(const Row& row) {
    return row.parameter->derive && !row.model_default;
}

double default_of(const Row& row) {
    return row.model_default.value_or(row.parameter->fallback);
}

std::string number(double value) {
    return std::isinf(value) ? (value > 0 ? "unlimited" : "-unlimited") : fmt::format("{}", value);
}

std::string default_text(const Row& row) {
    const Parameter& parameter = *row.parameter;
    if (is_derived(row)) return std::string(parameter.derive_text);
    if (!parameter.choices.empty()) return std::string(parameter.choices[static_cast<std::size_t>(default_of(row))]);
    return number(default_of(row));
}

std::string range_text(const Parameter& parameter) {
    if (!parameter.choices.empty()) {
        std::string text;
        for (const std::string_view choice : parameter.choices)
            text += (text.empty() ? "" : " | ") + std::string(choice);
        return text;
    }
    const bool open_above = std::isinf(parameter.max);
    return fmt::format("{}{}, {}{}", parameter.min_excluded || std::isinf(parameter.min) ? "(" : "[",
                       std::isinf(parameter.min) ? "-∞" : fmt::format("{}", parameter.min),
                       open_above ? "∞" : fmt::format("{}", parameter.max), open_above ? ")" : "]");
}

Json row_document(const Row& row) {
    const Parameter& parameter = *row.parameter;
    Json fallback;
    if (is_derived(row)) {
        fallback = nullptr;
    } else if (!parameter.choices.empty()) {
        fallback = default_text(row);
    } else {
        fallback = finite_or_null(default_of(row));
    }
    Json document{{"name", parameter.name},
                  {"common", row.common},
                  {"symbol", parameter.symbol},
                  {"unit", parameter.unit},
                  {"default", std::move(fallback)},
                  {"derived", is_derived(row) ? Json(parameter.derive_text) : Json(nullptr)},
                  {"min", finite_or_null(parameter.min)},
                  {"min_excluded", parameter.min_excluded},
                  {"max", finite_or_null(parameter.max)},
                  {"choices", Json::array()},
                  {"per_agent", parameter.per_agent},
                  {"calibratable", parameter.calibratable},
                  {"source", parameter.source},
                  {"meaning", parameter.meaning},
                  {"elsewhere", parameter.elsewhere.empty() ? Json(nullptr) : Json(parameter.elsewhere)}};
    for (const std::string_view choice : parameter.choices) document["choices"].push_back(choice);
    return document;
}

int params_command(const ParamsCommand& command) {
    const PartInfo& model = require_part(command.model);
    if (command.json) {
        Json rows = Json::array();
        for (const Row& row : rows_of(model)) rows.push_back(row_document(row));
        Json presets = Json::object();
        for (const Preset& preset : model.presets) {
            for (const PresetValue& value : preset.values) {
                presets[std::string(preset.name)][std::string(value.parameter)] = value.value;
            }
        }
        print(Json{{"model", model.name},
                   {"kind", name_of(model.kind)},
                   {"source", model.source},
                   {"summary", model.summary},
                   {"parameters", std::move(rows)},
                   {"presets", std::move(presets)}});
        return kHealthy;
    }
    std::string text = fmt::format("{}: {}\n{}\n", model.name, model.summary, model.source);
    const std::vector<Row> rows = rows_of(model);
    if (rows.empty()) text += "\nno parameters\n";
    std::optional<bool> common;
    for (const Row& row : rows) {
        if (common != row.common) {
            text += row.common ? "\ncommon, set on the profile\n" : fmt::format("\n{}\n", place_of(model));
            common = row.common;
        }
        const Parameter& parameter = *row.parameter;
        text += fmt::format("  {:<22} {:<8} {:<6} default {:<18} range {}\n", parameter.name, parameter.symbol,
                            parameter.unit, default_text(row), range_text(parameter));
        text += fmt::format("  {:22} {} [{}]\n", "", parameter.meaning, parameter.source);
        if (!parameter.elsewhere.empty()) text += fmt::format("  {:22} in a scene: {}\n", "", parameter.elsewhere);
    }
    for (const Preset& preset : model.presets) {
        text += fmt::format("\n\"preset\": \"{}\" of a profile stands for\n", preset.name);
        for (const PresetValue& value : preset.values)
            text += fmt::format("  {:<22} {}\n", value.parameter, value.value);
    }
    print(text);
    return kHealthy;
}

}  // namespace

void add_params(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("params", "print a model's parameters");
    ParamsCommand& params = arguments_of(*command, action, params_command);
    command->add_option("MODEL", params.model, "a name from `sidestep models`")->required();
    command->add_flag("--json", params.json, kJsonHelp);
}

}  // namespace sidestep::cli
