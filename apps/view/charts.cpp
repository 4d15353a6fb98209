#include "charts.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "scene_info.h"
#include "sidestep/error.h"
#include "sidestep/heading_chart.h"
#include "sidestep/import.h"
#include "sidestep/simulation.h"

namespace sidestep::view {

namespace {

constexpr double kLargestArea = 4000;   // m², some 0.2 s per radius
constexpr double kGridCells = 100'000;  // of a chart made for looking at
constexpr double kFinestCell = 0.05;    // m
constexpr std::size_t kArrows = 3000;   // more would run into each other on a screen
constexpr double kSteps = 256;          // of a turn
constexpr int kNoPath = -1, kBlocked = -2;

Vec2d place_of(const GoalSpec& goal) {
    if (goal.region.empty()) return goal.point;
    Bounds bounds;
    bounds.include(goal.region);
    return (bounds.low + bounds.high) / 2;
}

int heading_at(const ChartField& field, std::size_t at) {
    if (field.blocked[at] != 0) return kBlocked;
    if (std::isnan(field.heading[at])) return kNoPath;
    const double turns = static_cast<double>(field.heading[at]) / (2 * std::numbers::pi);
    return static_cast<int>(std::lround((turns - std::floor(turns)) * kSteps)) % static_cast<int>(kSteps);
}

std::vector<ChartField> fields_of(const ChartSet& charts) {
    std::vector<ChartField> fields;
    for (std::size_t i = 0; i < summary_of(charts).charts.size(); ++i) fields.push_back(field_of(charts, i));
    return fields;
}

/// Those that a run of the scene makes, for its goals with a name; made when the first of them is asked for.
Charts charts_of_walkers(const Scenario& scenario) {
    Charts charts;
    for (const GoalSpec& goal : scenario.goals) {
        if (goal.any.empty() && !goal.wander) charts.names.push_back(goal.name);
    }
    auto made = std::make_shared<std::vector<GoalCharts>>();
    charts.fields = [scenario, names = charts.names, made](std::size_t name) {
        if (made->empty()) *made = Simulation(scenario).charts();
        for (const GoalCharts& leading : *made) {
            if (std::ranges::find(leading.goals, names[name]) != leading.goals.end()) return fields_of(*leading.charts);
        }
        throw InputError({.message = "nobody walks to this goal by heading charts"});
    };
    return charts;
}

}  // namespace

Charts charts_of_goals(std::shared_ptr<const BuiltMap> map, const Scenario& scenario, double body) {
    Charts charts;
    const MapOutline& outline = map->outline();
    if (outline.floor.empty() || scenario.map.periodic != Vec2d{}) return charts;
    const auto by_chart = [](const ProfileSpec& p) { return p.route.name == "heading_chart"; };
    if (std::ranges::any_of(scenario.profiles, by_chart)) return charts_of_walkers(scenario);
    const double area = area_of(outline);
    if (area > kLargestArea) return charts;
    std::vector<Vec2d> places;
    for (const GoalSpec& goal : scenario.goals) {
        if (!goal.any.empty() || goal.wander) continue;
        charts.names.push_back(goal.name);
        places.push_back(place_of(goal));
    }
    const double cell = std::max(kFinestCell, std::sqrt(area / kGridCells));
    charts.fields = [map = std::move(map), places, cell, body](std::size_t name) {
        const ChartValues values = chart_values({{kBodyRadius, body / 2}, {kCell, cell}});
        return fields_of(
            *make_charts(*map, {.place = places[name]}, values, {.radii = std::vector{0.0, 0.5, 1.0, 1.5}}));
    };
    return charts;
}

Json chart_document(const std::string& name, const std::vector<ChartField>& fields) {
    Json document{{"name", name}, {"lower", {0, 0}}, {"cell", 1},
                  {"columns", 0}, {"rows", 0},       {"charts", Json::array()}};
    for (const ChartField& field : fields) {
        const std::size_t cells = std::size_t{field.columns} * field.rows;
        const auto step =
            static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(cells) / static_cast<double>(kArrows))));
        const std::uint32_t thin = std::max(1U, step);
        Json headings = Json::array();
        // The middle of each block stands for it; those at the far borders may be incomplete.
        const std::uint32_t columns = (field.columns + thin - 1) / thin, rows = (field.rows + thin - 1) / thin;
        for (std::uint32_t row = 0; row < rows; ++row) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                const std::size_t y = std::min(row * thin + thin / 2, field.rows - 1);
                const std::size_t x = std::min(column * thin + thin / 2, field.columns - 1);
                headings.push_back(heading_at(field, y * field.columns + x));
            }
        }
        document["lower"] = {field.lower.x, field.lower.y};
        document["cell"] = field.cell * thin;
        document["columns"] = columns;
        document["rows"] = rows;
        document["charts"].push_back({{"radius", field.radius}, {"heading", std::move(headings)}});
    }
    return document;
}

}  // namespace sidestep::view
