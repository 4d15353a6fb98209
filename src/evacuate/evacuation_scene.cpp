#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evacuate/plan_ground.h"
#include "outline/refuse.h"
#include "scenario/polygon.h"
#include "sidestep/path.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

constexpr double kBody = 0.1;     // m²: what is smaller holds nobody
constexpr double kCovered = 0.5;  // share of a floor that bodies at random places can cover
constexpr std::string_view kWalker = "person", kAnyExit = "any exit";

double largest(const Distribution& d) {
    switch (d.kind) {
        case Distribution::Kind::constant:
            return d.a;
        case Distribution::Kind::uniform:
            return d.b;
        default:
            return d.max;
    }
}

[[noreturn]] void refuse_without_exits(const ImportedMap& plan, const PlanGround& ground) {
    std::string left_out;
    for (const std::string& remark : ground.remarks) left_out += "; " + remark;
    refuse("no exit is known: the plan has no layer that names exits, and its walls no opening" + left_out, "",
           "exits on a layer named exit, exits or Ausgang, gaps in the walls around the plan, or --exit",
           fmt::format("Say where people leave: --exit X,Y,X,Y, from one end of the exit to the other in metres, once "
                       "for each. The plan reaches {}.",
                       extent_of(plan.outline)));
}

/// Which cells an exit can be reached from.
std::vector<bool> reached_cells(const std::vector<PlanningMap::Cell>& cells,
                                const std::vector<PlanningMap::Portal>& portals, const BuiltMap& map,
                                const std::vector<PlanExit>& exits, double radius) {
    std::vector<std::vector<std::uint32_t>> ways(cells.size());
    for (const PlanningMap::Portal& p : portals) {
        if (norm(p.b - p.a) <= 2 * radius) continue;
        ways[p.cells[0]].push_back(p.cells[1]);
        ways[p.cells[1]].push_back(p.cells[0]);
    }
    std::vector<Vec2d> starts;
    for (const PlanExit& exit : exits) {
        const std::vector<Vec2d> places = clear_places(map, exit.region, radius);
        starts.insert(starts.end(), places.begin(), places.end());
    }
    std::vector<bool> reached(cells.size());
    std::vector<std::uint32_t> queue;
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
        const Box box = bounds(cells[c].corners);
        const bool holds = std::ranges::any_of(starts, [&](Vec2d p) {
            return p.x >= box.lower.x && p.x <= box.upper.x && p.y >= box.lower.y && p.y <= box.upper.y &&
                   contains(cells[c].corners, p);
        });
        if (!holds) continue;
        reached[c] = true;
        queue.push_back(c);
    }
    while (!queue.empty()) {
        const std::uint32_t cell = queue.back();
        queue.pop_back();
        for (const std::uint32_t next : ways[cell]) {
            if (reached[next]) continue;
            reached[next] = true;
            queue.push_back(next);
        }
    }
    return reached;
}

/// Without the floor from which no exit can be reached.
void cut_off(EvacuationScene& scene, std::shared_ptr<const BuiltMap>& map, double radius) {
    const PlanningMap planning(*map);
    const std::vector<PlanningMap::Cell> cells = planning.cells();
    const std::vector<bool> reached = reached_cells(cells, planning.portals(), *map, scene.exits, radius);
    MapOutline rest;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        (reached[c] ? scene.area : scene.cut_off) += std::fabs(polygon_area(cells[c].corners));
        if (reached[c]) rest.floor.push_back({cells[c].corners, {}});
    }
    if (scene.cut_off < kBody || rest.floor.empty()) {
        scene.cut_off = 0;
        return;
    }
    rest.walls = map->outline().walls;
    map = BuiltMap::from_outline(rest);
}

std::string exits_text(const std::vector<PlanExit>& exits) {
    std::string text;
    for (const PlanExit& exit : exits) text += fmt::format("{}{}", text.empty() ? "" : ", ", exit.name);
    return text;
}

/// Shares of the whole by size, so that they add up: what is left goes to the largest remainders.
std::vector<std::uint32_t> shares(std::uint32_t people, const std::vector<double>& size) {
    const double all = std::accumulate(size.begin(), size.end(), 0.0);
    std::vector<std::uint32_t> result;
    std::vector<std::pair<double, std::size_t>> rest;
    std::uint32_t given = 0;
    for (std::size_t i = 0; i < size.size(); ++i) {
        const double share = people * size[i] / all;
        result.push_back(static_cast<std::uint32_t>(share));
        given += result.back();
        rest.push_back({result.back() - share, i});
    }
    std::ranges::sort(rest);
    for (std::size_t i = 0; given < people; ++i, ++given) ++result[rest[i % rest.size()].second];
    return result;
}

std::vector<Polygon> start_areas(const ImportedMap& plan, const BuiltMap& map, bool drawn) {
    std::vector<Polygon> areas;
    if (!drawn) {
        for (const MapOutline::Area& area : map.outline().floor) areas.push_back(area.outer);
        return areas;
    }
    for (const PlanPlace& place : plan.places) {
        if (place.use == PlaceUse::start) areas.push_back(polygon_of(place));
    }
    if (areas.empty()) {
        refuse("the plan has no areas to start in", "", "areas on a layer named distribution",
               "Leave the choice out: people then start anywhere.");
    }
    return areas;
}

void put_people(EvacuationScene& scene, const ImportedMap& plan, const BuiltMap& map,
                const EvacuationOptions& options) {
    const std::vector<Polygon> areas = start_areas(plan, map, options.in_start_areas);
    std::vector<double> size;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        size.push_back(std::fabs(polygon_area(areas[i])));
        if (options.in_start_areas) continue;
        for (const auto& hole : map.outline().floor[i].holes) size.back() -= std::fabs(polygon_area(hole));
    }
    const double floor = std::accumulate(size.begin(), size.end(), 0.0), radius = options.radius.middle();
    const double most = std::floor(kCovered * floor / (3.14159 * radius * radius));
    if (options.people > most) {
        refuse("the plan has no room for so many people", std::to_string(options.people),
               fmt::format("at most about {:.0f} people with a radius of {:g} m on {:.0f} m²", most, radius, floor),
               "Ask for fewer.");
    }
    AgentSpec entry;
    entry.target.goal = static_cast<int>(scene.scenario.goals.size()) - 1;
    entry.start_delay = options.premovement;
    const std::vector<std::uint32_t> counts = shares(options.people, size);
    for (std::size_t i = 0; i < areas.size(); ++i) {
        if (counts[i] == 0) continue;
        entry.region = areas[i];
        entry.count = counts[i];
        scene.scenario.agents.push_back(entry);
    }
}

}  // namespace

EvacuationScene evacuation_scene(const ImportedMap& plan, const std::string& name, const EvacuationOptions& options) {
    if (options.people == 0) refuse("nobody is in the building", "0", "1 or more people", "Ask for some.");
    const double radius = largest(options.radius);
    PlanGround ground = ground_of(plan, radius, options.exits);
    if (ground.exits.empty()) refuse_without_exits(plan, ground);
    EvacuationScene scene;
    scene.exits = std::move(ground.exits);
    scene.remarks = std::move(ground.remarks);
    std::shared_ptr<const BuiltMap> map = std::move(ground.map);
    cut_off(scene, map, radius);
    if (scene.area < kBody) {
        refuse("no floor leads to an exit", exits_text(scene.exits), "exits that people can walk to",
               fmt::format("Move the exits, or look at the plan with `sidestep map --svg`. It reaches {}.",
                           extent_of(plan.outline)));
    }
    if (scene.cut_off > 0) {
        scene.remarks.push_back(
            fmt::format("{:.1f} m² of {:.1f} m² were left out: from there nobody with a radius of "
                        "{:.2f} m can get to an exit",
                        scene.cut_off, scene.area + scene.cut_off, radius));
    }

    Scenario& s = scene.scenario;
    s.name = name;
    s.seed = options.seed;
    s.duration = options.duration;
    s.contacts = Contacts::project;
    s.record_every = 2;
    set_map(s, std::move(map));
    ProfileSpec walker;
    walker.name = kWalker;
    walker.avoid.name = require_model(options.model).name;
    walker.route.name = name_of(PathMethod::corner);
    walker.set(kRadius, options.radius);
    walker.set(kPrefSpeed, options.speed);
    s.profiles.push_back(std::move(walker));
    GoalSpec any;
    any.name = kAnyExit;
    for (const PlanExit& exit : scene.exits) {
        any.any.push_back(static_cast<int>(s.goals.size()));
        GoalSpec goal;
        goal.name = exit.name;
        goal.region = exit.region;
        goal.exit = true;
        s.goals.push_back(std::move(goal));
    }
    if (scene.exits.size() > 1) s.goals.push_back(std::move(any));
    put_people(scene, plan, *built_map(s), options);
    return scene;
}

}  // namespace sidestep
