#include "evacuate/plan_ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evacuate/openings.h"
#include "evacuate/passage.h"
#include "outline/refuse.h"
#include "scenario/polygon.h"

namespace sidestep {
namespace {

constexpr double kStep = 0.1;  // m that a body gets into an exit beyond touching its border
// A mark to walk to rather than a door. Centres would have to hit it one by one, and a crowd would mill around it.
constexpr double kNarrowExit = 0.8;    // m
constexpr double kClearShare = 0.1;    // of an exit, at least, where a body can stand
constexpr double kSmallestExit = 0.1;  // m

Vec2d middle_of(const Polygon& region) {
    const Box box = bounds(region);
    return (box.lower + box.upper) * 0.5;
}

double longest_side(const Polygon& region) {
    double longest = 0;
    for (std::size_t i = 0; i < region.size(); ++i) {
        longest = std::max(longest, norm(region[(i + 1) % region.size()] - region[i]));
    }
    return longest;
}

PlanExit exit_of(std::string name, ExitSource source, Polygon region, double width) {
    PlanExit exit{std::move(name), source, std::move(region), width, {}};
    exit.middle = middle_of(exit.region);
    return exit;
}

/// A rectangle along a line, from so far at its right to so far at its left.
Polygon strip(Vec2d a, Vec2d b, double right, double left) {
    const Vec2d aside = unit(left_of(b - a));
    return {a - aside * right, b - aside * right, b + aside * left, a + aside * left};
}

/// A line that a body may come near to, until it is known what lies behind it.
PlanExit exit_on(std::string name, ExitSource source, Vec2d a, Vec2d b) {
    PlanExit exit = exit_of(std::move(name), source, strip(a, b, kStep, kStep), norm(b - a));
    exit.line = {a, b};
    return exit;
}

/// Of an area that lies on a wall, the long side along which there is more floor.
std::array<Vec2d, 2> side_with_floor(const BuiltMap& map, const Polygon& region) {
    constexpr int kSamples = 20;
    Vec2d along{};
    for (std::size_t i = 0; i < region.size(); ++i) {
        const Vec2d side = region[(i + 1) % region.size()] - region[i];
        if (norm(side) > norm(along)) along = side;
    }
    along = unit(along);
    const Vec2d aside = left_of(along);
    double from = dot(region[0], along), to = from, right = dot(region[0], aside), left = right;
    for (const Vec2d p : region) {
        from = std::min(from, dot(p, along));
        to = std::max(to, dot(p, along));
        right = std::min(right, dot(p, aside));
        left = std::max(left, dot(p, aside));
    }
    const auto side = [&](double at) {
        return std::array<Vec2d, 2>{aside * at + along * from, aside * at + along * to};
    };
    const auto floor = [&](double at, Vec2d beside) {
        const auto [a, b] = side(at);
        int found = 0;
        for (int i = 0; i < kSamples; ++i) found += map.walkable(a + (b - a) * ((i + 0.5) / kSamples) + beside * kStep);
        return found;
    };
    return floor(left, aside) > floor(right, aside * -1.0) ? side(left) : side(right);
}

std::vector<PlanExit> given_exits(const std::vector<std::array<Vec2d, 2>>& given) {
    std::vector<PlanExit> exits;
    for (const auto& [a, b] : given) {
        const double width = norm(b - a);
        if (!(width >= kSmallestExit)) {
            refuse("an exit goes from one place to another", fmt::format("{},{},{},{}", a.x, a.y, b.x, b.y),
                   fmt::format("two places at least {} m apart", kSmallestExit), "Name both ends of the exit.");
        }
        exits.push_back(exit_on(fmt::format("exit {}", exits.size() + 1), ExitSource::given, a, b));
    }
    return exits;
}

std::vector<PlanExit> drawn_exits(const ImportedMap& plan) {
    std::vector<PlanExit> exits;
    for (const PlanPlace& place : plan.places) {
        if (place.use != PlaceUse::exit) continue;
        const Polygon region = polygon_of(place);
        exits.push_back(exit_of(place.name, ExitSource::layer, region, longest_side(region)));
        const bool is_line = !place.closed && place.points.size() == 2;
        if (is_line && exits.back().width >= kNarrowExit) exits.back().line = {place.points[0], place.points[1]};
    }
    return exits;
}

std::vector<PlanExit> exits_at(const std::vector<Opening>& openings) {
    std::vector<PlanExit> exits;
    for (const Opening& o : openings) {
        exits.push_back(exit_on(fmt::format("opening {}", exits.size() + 1), ExitSource::opening, o.a, o.b));
    }
    return exits;
}

/// What is inside the walls.
MapOutline floor_of(const InsideOfWalls& inside, const MapOutline& outline) {
    MapOutline floor;
    for (const Polygon& cell : inside.cells) floor.floor.push_back({cell, {}});
    floor.walls = outline.walls;
    return floor;
}

/// Places of a region, evenly spread.
struct Look {
    std::vector<Vec2d> clear;  ///< where a body can stand
    std::size_t all = 0;
    double share() const { return all > 0 ? static_cast<double>(clear.size()) / static_cast<double>(all) : 0; }
};
Look looked_at(const BuiltMap& map, const Polygon& region, double radius) {
    constexpr int kSamples = 40;
    Look look;
    const Box box = bounds(region);
    const Vec2d step = (box.upper - box.lower) / kSamples;
    for (int j = 0; j <= kSamples; ++j) {
        for (int i = 0; i <= kSamples; ++i) {
            const Vec2d p = box.lower + Vec2d{step.x * i, step.y * j};
            if (!contains(region, p)) continue;
            ++look.all;
            if (map.walkable(p) && map.clearance(p, radius) >= radius) look.clear.push_back(p);
        }
    }
    return look;
}

}  // namespace

std::vector<Vec2d> clear_places(const BuiltMap& map, const Polygon& region, double radius) {
    constexpr std::size_t kEnough = 24;
    const std::vector<Vec2d> places = looked_at(map, region, radius).clear;
    if (places.size() <= kEnough) return places;
    std::vector<Vec2d> few;
    for (std::size_t i = 0; i < kEnough; ++i) few.push_back(places[i * places.size() / kEnough]);
    return few;
}

std::string extent_of(const MapOutline& outline) {
    Polygon all;
    for (const MapOutline::Area& area : outline.floor) all.insert(all.end(), area.outer.begin(), area.outer.end());
    for (const auto& wall : outline.walls) all.insert(all.end(), wall.begin(), wall.end());
    const Box box = all.empty() ? Box{} : bounds(all);
    const auto metres = [](double v) { return fmt::format("{}", std::round(v * 100) / 100 + 0.0); };
    return fmt::format("from ({} {}) to ({} {})", metres(box.lower.x), metres(box.lower.y), metres(box.upper.x),
                       metres(box.upper.y));
}

PlanGround ground_of(const ImportedMap& plan, double radius, const std::vector<std::array<Vec2d, 2>>& given) {
    PlanGround ground;
    ground.exits = given.empty() ? drawn_exits(plan) : given_exits(given);
    MapOutline outline = plan.outline;
    if (is_open(plan)) {
        const InsideOfWalls inside = inside_of_walls(plan.outline, radius);
        if (ground.exits.empty()) ground.exits = exits_at(inside.openings);
        if (!inside.cells.empty() && !ground.exits.empty()) outline = floor_of(inside, plan.outline);
    }
    for (const PlanExit& exit : ground.exits) {
        if (exit.line) open_walls(outline, *exit.line, kStep, kStep);
    }
    ground.map = BuiltMap::from_outline(outline);
    for (PlanExit& exit : ground.exits) {
        if (exit.source != ExitSource::layer || exit.width >= kNarrowExit) continue;
        exit.region = grown(exit.region, radius);
        ground.remarks.push_back(
            fmt::format("{} is drawn {:.2f} m wide: whoever touches it has left", exit.name, exit.width));
    }
    std::erase_if(ground.exits, [&](PlanExit& exit) {
        const double clear = looked_at(*ground.map, exit.region, radius).share();
        if (clear >= kClearShare) return false;
        // Drawn on a wall, or thinner than a body is wide.
        if (!exit.line && exit.width >= kNarrowExit) exit.line = side_with_floor(*ground.map, exit.region);
        Polygon wider = grown(exit.region, radius + kStep);
        if (looked_at(*ground.map, wider, radius).clear.empty()) {
            ground.remarks.push_back(
                fmt::format("{} at ({:.2f} {:.2f}) was left out: nobody with a radius of {:.2f} m "
                            "can get there",
                            exit.name, exit.middle.x, exit.middle.y, radius));
            return true;
        }
        exit.region = std::move(wider);
        return false;
    });
    return ground;
}

void lead_through(PlanGround& ground, const FloorParts& floor, double radius) {
    constexpr double kReach = 1;  // m, more than is looked at behind a line
    std::vector<Passage> passages;
    for (PlanExit& exit : ground.exits) {
        if (!exit.line) continue;
        const std::vector<Polygon> cells = floor.inside_near(*exit.line, kReach);
        const IsInside inside = [&](Vec2d p) {
            return std::ranges::any_of(cells, [&](const Polygon& cell) { return contains(cell, p); });
        };
        const std::optional<Opening> opening = opening_at(*exit.line, inside);
        if (!opening) continue;  // a line amid the floor
        const double width = norm(opening->b - opening->a);
        const std::optional<Passage> passage = passage_behind(*ground.map, *opening, inside, radius, passages);
        if (!passage) {
            const bool narrow = width <= 2 * radius;
            ground.remarks.push_back(fmt::format(
                "{}: who comes near has left, which is sooner than through a door: {}", exit.name,
                narrow ? fmt::format("{:.2f} m are too narrow for a body with a radius of {:.2f} m", width, radius)
                       : "other floor, a wall or another exit is right behind it"));
            continue;
        }
        if (width < exit.width - kStep) {
            ground.remarks.push_back(fmt::format("{} is {:.2f} m wide: of its {:.2f} m only so much has floor along it",
                                                 exit.name, width, exit.width));
        }
        exit.line = {opening->a, opening->b};
        exit.width = width;
        exit.middle = (opening->a + opening->b) * 0.5;
        exit.region = passage->left();
        passages.push_back(*passage);
    }
    if (!passages.empty()) ground.map = BuiltMap::from_outline(with_passages(ground.map->outline(), passages));
}

std::vector<PlanExit> find_exits(const ImportedMap& plan, double radius) {
    PlanGround ground = ground_of(plan, radius, {});
    if (!ground.exits.empty()) lead_through(ground, FloorParts(*ground.map, ground.exits, radius, {}), radius);
    return std::move(ground.exits);
}

}  // namespace sidestep
