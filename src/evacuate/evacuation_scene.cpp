#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/math.h"
#include "evacuate/floor_parts.h"
#include "evacuate/plan_ground.h"
#include "outline/obstacles.h"
#include "outline/refuse.h"
#include "scenario/polygon.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

constexpr double kBody = 0.1;                          // m²: what is smaller holds nobody
constexpr double kCovered = 0.5;                       // share of a floor that bodies at random places can cover
constexpr double kHurry = 1.3;                         // of the speed somebody wants, at most (Helbing and Molnár 1995)
constexpr double kUsualLimit = 2, kHighestLimit = 20;  // m/s, of max_speed
// Of a crowd before a door bodies are pressed into each other by several centimetres in a tenth of a second.
constexpr double kTimeStep = 0.05;         // s
constexpr std::uint32_t kRecordEvery = 4;  // steps
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
    std::string message;
    for (const std::string& remark : ground.remarks) {
        message += (message.empty() ? "no exit can be reached: " : "; ") + remark;
    }
    if (message.empty()) message = "no exit is known: the plan has no layer that names exits, and its walls no opening";
    refuse(message, "", "exits on a layer named exit, exits or Ausgang, gaps in the walls around the plan, or --exit",
           fmt::format("Say where people leave: --exit X,Y,X,Y, from one end of the exit to the other in metres, once "
                       "for each. The plan reaches {}.",
                       extent_of(plan.outline)));
}

/// Where people start, and how large that is without obstacles.
struct StartArea {
    Polygon region;
    double size = 0;  ///< m²
};

double size_of(const MapOutline::Area& area) {
    double size = std::fabs(polygon_area(area.outer));
    for (const auto& hole : area.holes) size -= std::fabs(polygon_area(hole));
    return size;
}

/// One ring around an area and these of its holes: there and back again along a line between the two.
Polygon around(const MapOutline::Area& area, const std::vector<Vec2d>& left_out) {
    Polygon ring = area.outer;
    for (const auto& hole : area.holes) {
        if (!std::ranges::any_of(left_out, [&](Vec2d p) { return contains(hole, p); })) continue;
        Polygon bridged = ring;
        bridged.push_back(ring[0]);
        bridged.insert(bridged.end(), hole.begin(), hole.end());
        bridged.push_back(hole[0]);
        ring = std::move(bridged);
    }
    return ring;
}

Vec2d centre_of(const Polygon& cell) {
    Vec2d sum{};
    for (const Vec2d p : cell) sum = sum + p;
    return sum / static_cast<double>(cell.size());
}

/// The floor, without what no exit can be reached from, and what lies beyond exits.
MapOutline floor_inside(EvacuationScene& scene, const BuiltMap& map, const FloorParts& floor) {
    MapOutline kept;
    for (std::size_t c = 0; c < floor.size(); ++c) {
        const FloorPart part = floor.part(c);
        (part == FloorPart::cut_off  ? scene.cut_off
         : part == FloorPart::beyond ? scene.beyond
                                     : scene.area) += floor.area(c);
        if (part == FloorPart::inside) kept.floor.push_back({floor.corners(c), {}});
    }
    if (scene.cut_off < kBody) scene.cut_off = 0;
    return scene.cut_off + scene.beyond == 0 ? map.outline() : kept;
}

/// Floor as areas to start in, a body's width from all exits.
std::vector<StartArea> start_areas(const MapOutline& floor, const EvacuationScene& scene, const BuiltMap& map,
                                   double radius, std::vector<Vec2d> left_out) {
    constexpr double kSmall = 2;  // m²: may be too narrow for anybody
    std::vector<Obstacle> exits;
    for (const PlanExit& exit : scene.exits) {
        exits.push_back({grown(exit.region, 2 * radius), true});
        left_out.push_back(centre_of(exit.region));
    }
    std::vector<StartArea> areas;
    if (floor.floor.empty()) return areas;
    const MapOutline whole = BuiltMap::from_outline(floor)->outline();
    MapOutline rest;
    try {
        rest = with_obstacles(whole, exits);
    } catch (const InputError&) {
        return areas;  // exits cover all of it
    }
    for (const MapOutline::Area& area : rest.floor) {
        const StartArea start{around(area, left_out), size_of(area)};
        if (start.size < kSmall && clear_places(map, start.region, radius).empty()) continue;
        areas.push_back(start);
    }
    return areas;
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

MapOutline drawn_areas(const ImportedMap& plan) {
    MapOutline areas;
    for (const PlanPlace& place : plan.places) {
        if (place.use != PlaceUse::start) continue;
        areas.floor.push_back({polygon_of(place), {}});
    }
    if (areas.floor.empty()) {
        refuse("the plan has no areas to start in", "", "areas on a layer named distribution",
               "Leave the choice out: people then start anywhere.");
    }
    return areas;
}

void put_people(Scenario& scenario, const std::vector<StartArea>& areas, const EvacuationOptions& options) {
    std::vector<double> size;
    for (const StartArea& area : areas) size.push_back(area.size);
    const double floor = std::accumulate(size.begin(), size.end(), 0.0), radius = options.radius.middle();
    const double most = std::floor(kCovered * floor / (kPi * radius * radius));
    if (options.people > most) {
        refuse("the plan has no room for so many people", std::to_string(options.people),
               fmt::format("at most about {:.0f} people with a radius of {:g} m on {:.0f} m²", most, radius, floor),
               "Ask for fewer.");
    }
    AgentSpec entry;
    entry.target.goal = static_cast<int>(scenario.goals.size()) - 1;
    entry.start_delay = options.premovement;
    const std::vector<std::uint32_t> counts = shares(options.people, size);
    for (std::size_t i = 0; i < areas.size(); ++i) {
        if (counts[i] == 0) continue;
        entry.region = areas[i].region;
        entry.count = counts[i];
        scenario.agents.push_back(entry);
    }
}

void tell_what_is_left_out(EvacuationScene& scene, double radius) {
    if (scene.cut_off > 0) {
        scene.remarks.push_back(fmt::format(
            "from {:.1f} m² of {:.1f} m² nobody with a radius of {:.2f} m can get to an exit: nobody starts there",
            scene.cut_off, scene.area + scene.beyond + scene.cut_off, radius));
    }
    if (scene.beyond > 0) {
        scene.remarks.push_back(fmt::format(
            "{:.1f} m² lie beyond the exits: nobody starts there (--inside X,Y names a place that is inside)",
            scene.beyond));
    }
}

}  // namespace

EvacuationScene evacuation_scene(const ImportedMap& plan, const std::string& name, const EvacuationOptions& options) {
    if (options.people == 0) refuse("nobody is in the building", "0", "1 or more people", "Ask for some.");
    const double radius = largest(options.radius);
    PlanGround ground = ground_of(plan, radius, options.exits);
    if (ground.exits.empty()) refuse_without_exits(plan, ground);
    EvacuationScene scene;
    const FloorParts floor(*ground.map, ground.exits, radius, options.inside);
    const MapOutline inside = floor_inside(scene, *ground.map, floor);
    lead_through(ground, floor, radius);
    scene.exits = std::move(ground.exits);
    scene.remarks = std::move(ground.remarks);
    if (scene.area < kBody) {
        refuse("no floor leads to an exit", exits_text(scene.exits), "exits that people can walk to",
               fmt::format("Move the exits, or look at the plan with `sidestep map --svg`. It reaches {}.",
                           extent_of(plan.outline)));
    }
    tell_what_is_left_out(scene, radius);
    std::vector<Vec2d> left_out;
    for (std::size_t c = 0; c < floor.size(); ++c) {
        if (floor.part(c) != FloorPart::inside) left_out.push_back(centre_of(floor.corners(c)));
    }
    const std::vector<StartArea> areas =
        start_areas(options.in_start_areas ? drawn_areas(plan) : inside, scene, *ground.map, radius, left_out);
    if (areas.empty()) {
        refuse("nobody can start a body's width from all exits", exits_text(scene.exits), "floor besides the exits",
               "Make the exits smaller: who sets foot in one has left.");
    }

    Scenario& s = scene.scenario;
    s.name = name;
    s.seed = options.seed;
    s.duration = options.duration;
    s.contacts = Contacts::project;
    s.deadlocks = Deadlocks::yield;
    s.dt = kTimeStep;
    s.record_every = kRecordEvery;
    set_map(s, std::move(ground.map));
    ProfileSpec walker;
    walker.name = kWalker;
    walker.avoid.name = require_model(options.model).name;
    walker.route.name = name_of(PathMethod::corner);
    walker.set(kRadius, options.radius);
    walker.set(kPrefSpeed, options.speed);
    // Whoever wants to walk at the limit would be above it with every push.
    walker.set(kMaxSpeed, Distribution::fixed(std::clamp(kHurry * largest(options.speed), kUsualLimit, kHighestLimit)));
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
    put_people(s, areas, options);
    return scene;
}

}  // namespace sidestep
