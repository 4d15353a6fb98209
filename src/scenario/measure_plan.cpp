// Places of measurement as text, the way results carry them.
#include "sidestep/measure_plan.h"

#include "scenario/json_source.h"

namespace sidestep {
namespace {

Json point(Vec2d p) {
    return Json::array({p.x, p.y});
}
Vec2d point(const Json& json) {
    return {json.at(0).get<double>(), json.at(1).get<double>()};
}

}  // namespace

std::string to_json(const MeasurePlan& plan) {
    const MeasurePlan usual;
    Json json = Json::object();
    for (const MeasureArea& area : plan.areas) {
        Json polygon = Json::array();
        for (const Vec2d p : area.polygon) polygon.push_back(point(p));
        json["areas"][area.name] = std::move(polygon);
    }
    for (const MeasureLine& line : plan.lines) json["lines"][line.name] = Json::array({point(line.a), point(line.b)});
    if (plan.cutoff != usual.cutoff) json["cutoff"] = plan.cutoff;
    if (plan.cutoff_corners != usual.cutoff_corners) json["cutoff_corners"] = plan.cutoff_corners;
    if (plan.speed_over != usual.speed_over) json["speed_over"] = plan.speed_over;
    if (plan.speed_border != usual.speed_border) json["speed_border"] = std::string(name_of(plan.speed_border));
    if (plan.window != usual.window) json["window"] = plan.window;
    if (plan.cell != usual.cell) json["cell"] = plan.cell;
    return json.dump();
}

MeasurePlan measure_plan_inside(std::string_view json) {
    if (json.empty() || nests_too_deep(json)) return {};
    try {
        const Json document = Json::parse(json);
        MeasurePlan plan;
        if (document.contains("areas")) {
            for (const auto& [name, corners] : document.at("areas").items()) {
                MeasureArea area{name, {}};
                for (const Json& p : corners) area.polygon.push_back(point(p));
                plan.areas.push_back(std::move(area));
            }
        }
        if (document.contains("lines")) {
            for (const auto& [name, ends] : document.at("lines").items()) {
                plan.lines.push_back({name, point(ends.at(0)), point(ends.at(1))});
            }
        }
        plan.cutoff = document.value("cutoff", plan.cutoff);
        plan.cutoff_corners = document.value("cutoff_corners", plan.cutoff_corners);
        plan.speed_over = document.value("speed_over", plan.speed_over);
        plan.window = document.value("window", plan.window);
        plan.cell = document.value("cell", plan.cell);
        const auto border = named<SpeedBorder>(document.value("speed_border", std::string(name_of(plan.speed_border))));
        if (border) plan.speed_border = *border;
        return plan;
    } catch (const nlohmann::json::exception&) {
        return {};
    }
}

}  // namespace sidestep
