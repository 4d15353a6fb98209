// Doors while a simulation runs: walls that come and go, and those who are in their way.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "integrate/walls.h"
#include "map/wall.h"
#include "sidestep/error.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

// A body that is moved out of a door stands this far off, so that its next step finds it clear.
constexpr double kBeyond = 1e-6;  // m

/// Where somebody in a door that closes is put while it is not a wall yet: to the side where its centre is, or, without
/// room there, to the other. Nothing where there is room on neither.
std::optional<Vec2d> beside(const Map& map, const Wall& door, Vec2d at, double radius) {
    const Vec2d on = nearest_point(door, at);
    const double d = norm(at - on);
    const Vec2d off = d > kBeyond ? (at - on) / d : unit(left_of(door.b - door.a));
    for (const double way : {radius - d + kBeyond, -(radius + d + kBeyond)}) {
        const Vec2d to = move_along_walls(map, at, at + off * way, radius).to;
        if (distance(door, to) >= radius - kWallTolerance) return to;
    }
    return std::nullopt;
}

}  // namespace

void Simulation::Engine::block_map() {
    std::vector<Wall> walls;
    for (std::size_t i = 0; i < door_closed.size(); ++i) {
        if (door_closed[i]) walls.push_back({scenario.doors[i].a, scenario.doors[i].b});
    }
    std::vector<Polygon> areas;
    for (const auto& [id, shape] : obstacles) {
        for (std::size_t i = 0; i + 1 < shape.points.size(); ++i)
            walls.push_back({shape.points[i], shape.points[i + 1]});
        if (!shape.is_area) continue;
        walls.push_back({shape.points.back(), shape.points.front()});
        areas.push_back(shape.points);
    }
    map.block(walls, std::move(areas));
}

std::size_t Simulation::Engine::door_named(std::string_view name) const {
    std::string names;
    for (std::size_t i = 0; i < scenario.doors.size(); ++i) {
        if (scenario.doors[i].name == name) return i;
        names += (names.empty() ? "" : ", ") + scenario.doors[i].name;
    }
    throw InputError({.message = "there is no such door",
                      .value = std::string(name),
                      .allowed = names.empty() ? "the scenario defines no doors" : names,
                      .remedy = "Name a door of the scenario."});
}

void Simulation::Engine::move_doors() {
    for (std::size_t door = 0; door < door_waits.size(); ++door) {
        if (door_waits[door]) set_door(door, true);
    }
    const double now = time_at(steps, 0) + 1e-9;
    for (; events_done < scenario.events.size() && scenario.events[events_done].time <= now; ++events_done) {
        const DoorEvent& event = scenario.events[events_done];
        set_door(static_cast<std::size_t>(event.door), event.closes);
    }
}

void Simulation::Engine::set_door(std::size_t door, bool closed) {
    const bool waited = door_waits[door];
    door_waits[door] = false;
    if (door_closed[door] == closed) return;
    const Wall line{scenario.doors[door].a, scenario.doors[door].b};
    if (closed && !clear_door(line)) {
        door_waits[door] = true;
        doors_held += waited ? 0 : 1;
        return;
    }
    door_closed[door] = closed;
    ++changes;
    block_map();
    happened.push_back({closed ? EventKind::door_closed : EventKind::door_opened, 0, (line.a + line.b) * 0.5,
                        scenario.doors[door].name});
    const auto number = static_cast<std::uint32_t>(door);
    for (const auto& route : routes) route->set_door(number, !closed);
    for (Row row = 0; row < world.size(); ++row) {
        if (!world.plans(row)) continue;
        RouteMemory& m = world.route_of(row);
        if (route_of(world.now.self[row]).concerns(number, !closed, m)) m.want(static_cast<std::uint32_t>(steps));
    }
}

bool Simulation::Engine::clear_door(const Wall& line) {
    std::vector<std::pair<Row, Vec2d>> aside;
    for (Row row = 0; row < world.size(); ++row) {
        const Vec2d at{world.now.place[row].x, world.now.place[row].y};
        const double radius = world.now.motion[row].radius;
        if (distance(line, at) >= radius || (world.now.self[row].flags & flag::puppet) != 0) continue;
        const std::optional<Vec2d> to = beside(map, line, at, radius);
        if (!to) return false;
        aside.emplace_back(row, *to);
    }
    for (const auto& [row, to] : aside) world.now.place[row] = {to.x, to.y};
    return true;
}

bool Simulation::Engine::is_outside(Row row) const {
    const Place p = world.now.place[row];
    return !map.walkable({p.x, p.y});
}

std::string Simulation::Engine::no_way(Row row) const {
    if (!world.plans(row) || world.route_of(row).planned == RouteMemory::kNever) return {};
    return route_of(world.now.self[row]).why_not(world, row);
}

}  // namespace sidestep
