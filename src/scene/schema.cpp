// JSON Schema of scene files. What can be said in tables comes from the tables; the structure is written out here, next
// to nothing else, and tests/scenario/schema_test.cpp compares it with what the reader accepts.
#include <string>

#include "scenario/json_source.h"
#include "scene/limits.h"
#include "scene/parameter_value.h"
#include "scene/profile_files.h"
#include "scene/profile_reader.h"
#include "scene/reactions.h"
#include "scene/scene_file.h"
#include "scene/shared_schema.h"

namespace sidestep {
namespace {

Json reference(const std::string& name) {
    return {{"$ref", "#/$defs/" + name}};
}

Json described(Json schema, std::string_view text) {
    schema["description"] = std::string(text);
    return schema;
}

/// An object that allows nothing but its properties.
Json closed_object(Json properties, Json required = Json::array()) {
    Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
}

/// `schema` with exactly one of two sets of keys.
Json exactly_one(Json schema, const std::string& first, const std::string& second) {
    schema["oneOf"] = Json::array({{{"required", Json::array({first})}}, {{"required", Json::array({second})}}});
    return schema;
}

Json ranged(const Range& range, std::string_view type = "number") {
    Json schema{{"type", std::string(type)}};
    if (range.min != -kUnlimited) schema[range.min_excluded ? "exclusiveMinimum" : "minimum"] = range.min;
    if (range.max != kUnlimited) schema["maximum"] = range.max;
    return schema;
}

/// Number, choice or distribution, as the table says.
Json parameter_schema(const Parameter& parameter) {
    std::string text(parameter.meaning);
    if (!parameter.unit.empty() && parameter.unit != "–") text += " [" + std::string(parameter.unit) + "]";
    Json schema;
    if (!parameter.choices.empty()) {
        Json names = Json::array();
        for (const std::string_view name : parameter.choices) names.push_back(std::string(name));
        schema["enum"] = names;
        const auto chosen = static_cast<std::size_t>(parameter.fallback);
        if (chosen < names.size()) schema["default"] = names[chosen];
        if (!parameter.scene_names.empty()) {
            // Names of the scene cannot be listed here.
            schema.erase("enum");
            schema["type"] = "string";
            schema["examples"] = names;
        }
        return described(schema, text);
    }
    const Range range = range_of(parameter);
    Json forms = Json::array({ranged(range, parameter.whole ? "integer" : "number")});
    if (parameter.per_agent) {
        const Json bound = ranged(range), any{{"type", "number"}};
        const auto list = [](Json items) {
            const std::size_t size = items.size();
            return Json{{"type", "array"}, {"prefixItems", std::move(items)}, {"items", false}, {"minItems", size}};
        };
        forms.push_back(closed_object({{"uniform", list(Json::array({bound, bound}))}}, Json::array({"uniform"})));
        const Json sd = ranged({0, kUnlimited, false});
        forms.push_back(
            closed_object({{"normal", list(Json::array({any, sd, bound, bound}))}}, Json::array({"normal"})));
        const Json mean = ranged({0, kUnlimited, true});
        forms.push_back(
            closed_object({{"log_normal", list(Json::array({mean, sd, bound, bound}))}}, Json::array({"log_normal"})));
        forms.push_back(
            closed_object({{"exponential", list(Json::array({mean, bound, bound}))}}, Json::array({"exponential"})));
    }
    if (parameter.fallback == kUnlimited) forms.push_back({{"const", "unlimited"}});
    if (forms.size() == 1) {
        schema = forms[0];
    } else {
        schema["oneOf"] = forms;
    }
    if (parameter.derive != nullptr) {
        text += " (default: " + std::string(parameter.derive_text) + ")";
    } else if (parameter.fallback != kUnlimited) {
        schema["default"] = parameter.fallback;
    }
    return described(schema, text);
}

Json table_schema(std::span<const Parameter> table) {
    Json properties = Json::object();
    for (const Parameter& parameter : table) properties[std::string(parameter.name)] = parameter_schema(parameter);
    return properties;
}

/// Own parameters, without those that are said elsewhere.
Json own_schema(const PartInfo& part) {
    Json properties = table_schema(part.parameters);
    for (const Parameter& parameter : part.parameters) {
        if (!parameter.elsewhere.empty()) properties.erase(std::string(parameter.name));
    }
    return properties;
}

/// A part of one kind: a name, or an object for each.
Json parts_schema(Parts catalogue, PartKind kind, std::string_view text) {
    Json names = Json::array(), forms = Json::array();
    for (const PartInfo* part : catalogue) {
        if (part->kind != kind) continue;
        names.push_back(std::string(part->name));
        Json properties = own_schema(*part);
        if (kind == PartKind::route && part->parameters.empty()) {
            for (const std::string_view key : kOfOtherRoutes) {
                properties[std::string(key)] = described(Json::object(), "Means nothing to this route");
            }
        }
        properties[std::string(kMethodKey)] = described({{"const", std::string(part->name)}}, part->summary);
        properties[std::string(kParamsKey)] =
            described(closed_object(own_schema(*part)), "The parameters may also stand here");
        forms.push_back(closed_object(std::move(properties), Json::array({std::string(kMethodKey)})));
    }
    if (names.empty()) return false;
    forms.insert(forms.begin(), Json{{"enum", names}});
    return described({{"oneOf", std::move(forms)}}, text);
}

Json provenance_schema() {
    return described({{"type", "object"}}, "Where the numbers come from; read by people");
}

Json profile_schema(Parts catalogue) {
    Json kinds = Json::array();
    for (const PartInfo* model : catalogue) {
        if (model->kind != PartKind::avoid) continue;
        Json properties{{"model", described({{"const", std::string(model->name)}}, model->summary)}};
        properties.update(table_schema(common_parameters()));
        properties["params"] = closed_object(table_schema(model->parameters));
        Json presets = Json::array({std::string(kPublished)});
        for (const Preset& preset : model->presets) {
            if (preset.name != kPublished) presets.push_back(std::string(preset.name));
        }
        properties[std::string(kPresetKey)] =
            described({{"enum", std::move(presets)}}, "Values by name, where the profile does not say otherwise");
        properties["neighbours"] = reference("neighbours");
        properties[std::string(kProvenanceKey)] = provenance_schema();
        properties[std::string(kRouteKey)] = reference("route");
        properties[std::string(kMidtermKey)] = reference("midterm");
        properties[std::string(kIntentsKey)] = {{"type", "array"}, {"items", reference("intent")}};
        for (const CommonDefault& own : model->common_defaults) {
            Json& entry = properties[std::string(common_parameters()[own.parameter].name)];
            if (own.value != kUnlimited) entry["default"] = own.value;
        }
        const bool usual = model->name == kDefaultModel;
        kinds.push_back(closed_object(std::move(properties), usual ? Json::array() : Json::array({"model"})));
    }
    if (kinds.empty()) return false;
    // What may be said of one that begins with another depends on the other's model, which its file says.
    Json begun{{std::string(kFromKey), described({{"type", "string"}, {"minLength", 1}},
                                                 "A profile by name, or its file, relative to the scene file")},
               {"model", described({{"type", "string"}}, "Only that of the other")},
               {"params", {{"type", "object"}}},
               {std::string(kPresetKey), {{"type", "string"}}},
               {"neighbours", reference("neighbours")},
               {std::string(kProvenanceKey), provenance_schema()},
               {std::string(kRouteKey), reference("route")},
               {std::string(kMidtermKey), reference("midterm")},
               {std::string(kIntentsKey), {{"type", "array"}, {"items", reference("intent")}}}};
    begun.update(table_schema(common_parameters()));
    kinds.push_back(closed_object(std::move(begun), Json::array({std::string(kFromKey)})));
    kinds.push_back(described({{"type", "string"}, {"minLength", 1}}, "A profile by name, or its file"));
    return {{"oneOf", std::move(kinds)}};
}

Json definitions(Parts catalogue) {
    const Json coordinate = ranged(kCoordinate);
    const Json boolean{{"type", "boolean"}}, name{{"type", "string"}};
    Json defs;
    defs["point"] = {{"type", "array"}, {"items", coordinate}, {"minItems", 2}, {"maxItems", 2}};
    defs["polygon"] = described({{"type", "array"}, {"items", reference("point")}, {"minItems", 3}},
                                "Corners in order, closed or not, in metres");
    defs["area"] = {{"oneOf", Json::array({reference("polygon"),
                                           described({{"type", "string"}, {"minLength", 1}},
                                                     "A place that the map's file names, such as an exit's layer")})}};
    const auto choice = [](std::span<const std::string_view> names) {
        Json list = Json::array();
        for (const std::string_view one : names) list.push_back(std::string(one));
        return Json{{"enum", list}};
    };
    defs["neighbours"] =
        described({{"oneOf", Json::array({choice(names<NeighbourSpec::Provider>()),
                                          closed_object({{"provider", choice(names<NeighbourSpec::Provider>())},
                                                         {"field_of_view_deg", ranged(kFieldOfView)},
                                                         {"hidden_by_walls", boolean},
                                                         {"rank", described(choice(names<NeighbourSpec::Rank>()),
                                                                            "By what max_neighbours chooses")}})})}},
                  "Whom an agent takes into account; what is not named is as the model has it");
    defs["route"] = parts_schema(catalogue, PartKind::route, "How agents find their way: straight, or by a planner");
    defs["midterm"] = parts_schema(catalogue, PartKind::midterm, "How they get through those who walk on the way");
    defs["intent"] = parts_schema(catalogue, PartKind::intent, "What else they want");
    defs["door"] = closed_object(
        {{"segment", {{"type", "array"}, {"items", reference("point")}, {"minItems", 2}, {"maxItems", 2}}},
         {"closed", described(boolean, "At the start")}},
        Json::array({"segment"}));
    defs["event"] = exactly_one(closed_object({{"time", ranged(kSourceTime)},
                                               {"close", described(name, "A door of \"doors\"")},
                                               {"open", described(name, "A door of \"doors\"")}},
                                              Json::array({"time"})),
                                "close", "open");
    defs["target"] = {{"oneOf", Json::array({described(name, "A goal of \"goals\""), reference("point"),
                                             exactly_one(closed_object({{"point", reference("point")},
                                                                        {"offset", reference("point")},
                                                                        {"exit", boolean}}),
                                                         "point", "offset")})}};
    Json one_goal =
        exactly_one(closed_object({{"point", reference("point")},
                                   {"region", reference("area")},
                                   {"exit", described(boolean, "Agents leave the simulation here")},
                                   {"wander", described(boolean, "Each arrival draws a new point of the region")},
                                   {"next", described(name, "Goal taken up after this one")},
                                   {"heading_deg", described(ranged(kGoalHeading),
                                                             "Of those who arrive at the point, "
                                                             "with the route heading_chart [°]")},
                                   {"speed", described(ranged(kGoalSpeed), "Likewise their speed [m/s]")}}),
                    "point", "region");
    one_goal["dependentRequired"] = {{"heading_deg", Json::array({"point"})}, {"speed", Json::array({"point"})}};
    const Json points{{"type", "array"}, {"items", reference("point")}, {"minItems", 1}};
    const Json queue = closed_object(
        {{"line", described(points, "From where the first one stands, backwards")},
         {"spacing", described(ranged(kQueueSpacing), "From one who stands to the next [m]")},
         {"ttr", described(ranged(kQueueReaction), "Until people react to the one before [s]")},
         {"service", parameter_schema(kService)},
         {"points", described(points, "Where people are served; at the head of the line without")},
         {"walking_counts", described(boolean, "The way to the point is part of the service")},
         {"patience", parameter_schema(kQueuePatience)},
         {"otherwise", described(name, "Goal of those who give up")},
         {"most", described({{"type", "integer"}, {"minimum", 1}, {"maximum", kMostAgents}}, "People in the line")},
         {"enter", described(choice(kQueueEntries), "Behind the last, or at the end of the drawn line")}},
        Json::array({"line"}));
    const Json queue_goal =
        exactly_one(closed_object({{"queue", queue},
                                   {"exit", described(boolean, "Who has been served leaves the simulation")},
                                   {"next", described(name, "Goal of those who have been served")}},
                                  Json::array({"queue"})),
                    "exit", "next");
    const Json choice_of_goals =
        closed_object({{"any", described({{"type", "array"}, {"items", name}, {"minItems", 1}},
                                         "The one of these goals that is nearest by the way to walk")}},
                      Json::array({"any"}));
    defs["goal"] = {{"oneOf", Json::array({one_goal, choice_of_goals, queue_goal})}};
    const Json components{{"type", "array"}, {"items", ranged(kVelocityComponent)}, {"minItems", 2}, {"maxItems", 2}};
    const Json velocity{{"oneOf", Json::array({components, {{"const", "to_goal"}}})}};
    const Json group = described({{"type", "string"}}, "A label of these agents, for colouring and measuring");
    Json agents = exactly_one(
        closed_object({{"profile", name},
                       {"position", reference("point")},
                       {"region", reference("area")},
                       {"count", {{"type", "integer"}, {"minimum", 1}, {"maximum", kMostAgents}}},
                       {"min_spacing", described(ranged(kSpacing), "Between the centres of this entry's agents [m]")},
                       {"velocity", velocity},
                       {"goal", reference("target")},
                       {"start_delay", parameter_schema(kStartDelay)},
                       {"group", group},
                       {"follow", described({{"type", "integer"}, {"minimum", 1}, {"maximum", kLargestId}},
                                            "The id of a person these walk behind")}},
                      Json::array({"profile"})),
        "position", "region");
    agents["dependentRequired"] = {{"region", Json::array({"count"})},
                                   {"count", Json::array({"region"})},
                                   {"min_spacing", Json::array({"region"})}};
    defs["agents"] = std::move(agents);
    Json entering = exactly_one(closed_object({{"profile", name},
                                               {"region", reference("area")},
                                               {"goal", reference("target")},
                                               {"rate", described(ranged(kSourceRate), "Agents per second")},
                                               {"times", {{"type", "array"}, {"items", ranged(kSourceTime)}}},
                                               {"gaps", parameter_schema(kSourceGap)},
                                               {"max", {{"type", "integer"}, {"minimum", 1}, {"maximum", kMostAgents}}},
                                               {"velocity", velocity},
                                               {"group", group}},
                                              Json::array({"profile", "region", "goal"})),
                                "rate", "times");
    entering["oneOf"].push_back({{"required", Json::array({"gaps"})}});
    const Json newcomer = closed_object({{"time", ranged(kSourceTime)},
                                         {"position", reference("point")},
                                         {"velocity", components},
                                         {"profile", name},
                                         {"goal", reference("target")},
                                         {"pref_speed", ranged(range_of(common_parameters()[kPrefSpeed]))},
                                         {"radius", ranged(range_of(common_parameters()[kRadius]))},
                                         {"group", group}},
                                        Json::array({"time", "position"}));
    const Json listed = closed_object(
        {{"profile", name},
         {"goal", reference("target")},
         {"newcomers",
          described({{"type", "array"}, {"items", newcomer}, {"minItems", 1}}, "Everybody, in order of time")},
         {"velocity", velocity},
         {"group", group}},
        Json::array({"profile", "newcomers"}));
    defs["source"] = {{"oneOf", Json::array({entering, listed})}};
    defs["region"] = closed_object({{"polygon", reference("polygon")}, {"speed_factor", ranged(kSpeedFactor)}},
                                   Json::array({"polygon", "speed_factor"}));
    Json kinds = Json::object();
    for (const std::string_view type : names<CollisionType>()) {
        kinds[std::string(type)] = {{"type", "array"},
                                    {"maxItems", ReactionList::kMost},
                                    {"items", {{"type", "string"}, {"pattern", std::string(kReactionPattern)}}}};
    }
    defs["reactions"] = described(closed_object(kinds), "What is tried against each type of collision, in this order");
    defs["profile"] = profile_schema(catalogue);
    return defs;
}

}  // namespace

std::string scenario_schema(Parts catalogue) {
    const auto list = [](const std::string& item) { return Json{{"type", "array"}, {"items", reference(item)}}; };
    const auto named = [](const std::string& item) {
        return Json{{"type", "object"}, {"additionalProperties", reference(item)}};
    };
    const Json text{{"type", "string"}};
    Json map = closed_object(
        {{"wkt", described(text, "Well-known text: polygons are walkable area, line strings thin walls")},
         {"file", described(text,
                            "The same in a file of its own, or any file that can be imported; relative to "
                            "the scene file, or data:PATH in the folder of recordings")},
         {"unit", described(ranged(kMapUnit), "Metres per unit of the file, where what it says is wrong")},
         {"floor",
          described(ranged(kMapFloor), "Height of the storey of a 3D model; the lowest large one without [m]")},
         {"periodic", described(reference("point"), "Length of each periodic axis, 0: not periodic")}});
    map["not"] = {{"required", Json::array({"wkt", "file"})}};
    const Json simulation =
        closed_object({{"dt", described(ranged(kTimeStep), "Time step [s]")},
                       {"duration", described(ranged(kDuration), "Simulated time [s]")},
                       {"seed", {{"type", "integer"}, {"minimum", 0}}},
                       {"contacts", {{"enum", Json::array({"none", "project"})}}},
                       {"deadlocks", described({{"enum", Json::array({"none", "yield"})}},
                                               "Whether people who hold each other up give way")},
                       {"planning_expansions",
                        {{"type", "integer"},
                         {"minimum", kLeastExpansions},
                         {"maximum", kMostExpansions},
                         {"description", "Search effort after which a step plans no more paths"}}},
                       {"chart_memory_mb",
                        {{"type", "integer"},
                         {"minimum", 1},
                         {"maximum", kMostChartMemory},
                         {"description", "Heading charts that would need more are refused [MB]"}}}});
    const Json record =
        closed_object({{"every", {{"type", "integer"}, {"minimum", 1}, {"maximum", kMostRecordEvery}}},
                       {"smooth", described(ranged(kSmoothing), "Time constant of a filter of recorded places [s]")}});
    Json measured_line{{"type", "array"}, {"items", reference("point")}, {"minItems", 2}, {"maxItems", 2}};
    const auto by_name = [](Json item) { return Json{{"type", "object"}, {"additionalProperties", std::move(item)}}; };
    const Json measure = closed_object(
        {{"areas", described(by_name(reference("polygon")), "Where density and speed are measured")},
         {"lines", described(by_name(measured_line), "Where passings are counted")},
         {"cutoff", described(ranged(kMeasureCutoff), "Radius of Voronoi cells, 0: as far as the floor [m]")},
         {"cutoff_corners", described({{"type", "integer"}, {"minimum", 1}, {"maximum", kMostCutoffCorners}},
                                      "Sides of the polygon that stands for a quarter of that circle")},
         {"speed_over", described(ranged(kMeasureTime), "Centred time over which speeds are taken [s]")},
         {"speed_border", {{"enum", Json::array({"single_sided", "adaptive", "exclude"})}}},
         {"window", described(ranged(kMeasureTime), "Time over which flows are counted [s]")},
         {"cell", described(ranged(kMeasureCell), "Side of the cells of profiles [m]")}});
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Sidestep scene"}};
    schema.update(closed_object(
        {{"sidestep", {{"const", 1}}},
         {"name", text},
         {"description", text},
         {"project", described(text, "Shown in reports")},
         {"author", described(text, "Shown in reports")},
         {"expect", described({{"enum", Json::array({"healthy", "unhealthy"})}}, "How its run is meant to end")},
         {"map", map},
         {"simulation", simulation},
         {"profiles", named("profile")},
         {"reactions", described(named("reactions"), "Tables that profiles of the model reactive name")},
         {"goals", named("goal")},
         {"agents", list("agents")},
         {"sources", list("source")},
         {"regions", list("region")},
         {"doors", described(named("door"), "Lines that are walls while closed")},
         {"events", list("event")},
         {"measure", described(measure, "Where results are to be measured")},
         {"record", record}},
        Json::array({"sidestep"})));
    schema["$defs"] = definitions(catalogue);
    return with_shared_definitions(std::move(schema)).dump(1);
}

}  // namespace sidestep
