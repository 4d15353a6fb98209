// Walls and obstacles that a program puts up and takes away while people walk.
#include "outline/obstacles.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/random.h"
#include "map/free_place.h"
#include "sidestep/error.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr double kFarthestAside = 10;  // m
constexpr double kTolerance = 1e-4;    // m, of the wall guarantee

}  // namespace

Simulation::Engine::Ground Simulation::Engine::lay_ground(std::vector<PlacedObstacle> with) {
    std::vector<Obstacle> shapes;
    for (const PlacedObstacle& o : with) shapes.push_back(o.shape);
    auto built = shapes.empty() ? base_map
                                : std::make_shared<const BuiltMap>(std::make_unique<const BuiltMap::Parts>(
                                      with_obstacles(base_map->outline(), shapes)));
    Ground before{std::exchange(obstacles, std::move(with)),
                  std::exchange(scenario.map.built, std::move(built)),
                  map,
                  std::exchange(kinds, {}),
                  std::exchange(kind_of_profile, {}),
                  std::exchange(routes, {}),
                  std::exchange(route_of_profile, {}),
                  std::exchange(anybody_plans, false)};
    try {
        block_map();
        make_kinds();
        make_routes();
        for (const auto& route : routes) route->prepare_sources();
    } catch (...) {
        put_back(std::move(before));
        throw;
    }
    return before;
}

void Simulation::Engine::put_back(Ground before) {
    obstacles = std::move(before.obstacles);
    scenario.map.built = std::move(before.built);
    map = std::move(before.map);
    kinds = std::move(before.kinds);
    kind_of_profile = std::move(before.kind_of_profile);
    routes = std::move(before.routes);
    route_of_profile = std::move(before.route_of_profile);
    anybody_plans = before.anybody_plans;
}

std::vector<std::pair<Row, Vec2d>> Simulation::Engine::places_aside(const Map& before) const {
    std::vector<std::pair<Row, Vec2d>> aside;
    std::vector<AgentId> stay;
    for (Row row = 0; row < world.size(); ++row) {
        const Vec2d at{world.now.place[row].x, world.now.place[row].y};
        const double radius = world.now.motion[row].radius;
        if ((world.now.self[row].flags & flag::puppet) != 0 || is_clear(map, at, radius - kTolerance)) continue;
        if (const auto to = clear_place(map, before, at, radius, kFarthestAside)) {
            aside.emplace_back(row, *to);
        } else {
            stay.push_back(world.now.motion[row].id);
        }
    }
    if (stay.empty()) return aside;
    std::sort(stay.begin(), stay.end());
    throw InputError({.message = fmt::format("the obstacle leaves no room for {} who stand there", stay.size()),
                      .value = fmt::format("agent {}", stay.front()),
                      .allowed = fmt::format("a free place within {} m for everybody in the way", kFarthestAside),
                      .remedy = "Move them first, or make the obstacle smaller."});
}

void Simulation::Engine::stand_on(std::vector<PlacedObstacle> with) {
    Ground before = lay_ground(std::move(with));
    std::vector<std::pair<Row, Vec2d>> aside;
    std::vector<std::pair<Row, RouteMemory>> ways;
    try {
        aside = places_aside(before.map);
        for (Row row = 0; row < world.size(); ++row) {
            const Self& self = world.now.self[row];
            if (!route_of(self).plans()) continue;
            RouteMemory way;
            way.any = world.plans(row) ? world.route_of(row).any : -1;
            TargetSpec target;
            target.goal = way.any >= 0 ? way.any : self.goal;
            target.value = {self.goal_x, self.goal_y};
            route_of(self).need(need_of(row, target), way);
            way.walk.put({world.now.place[row].x, world.now.place[row].y});
            way.want(static_cast<std::uint32_t>(steps));
            ways.emplace_back(row, std::move(way));
        }
    } catch (...) {
        put_back(std::move(before));
        throw;
    }
    for (Row row = 0; row < world.size(); ++row) {
        Self& self = world.now.self[row];
        if ((self.flags & flag::puppet) == 0) self.kind = kind_of_profile[self.profile];
        world.set_way(row, false, {});
    }
    for (auto& [row, way] : ways) world.set_way(row, true, std::move(way));
    for (const auto& [row, to] : aside) {
        world.put(row, {to.x, to.y});
        if (world.plans(row)) world.route_of(row).walk.put(to);
    }
    ++changes;
}

std::uint64_t Simulation::Engine::hash_of_obstacles() const {
    std::uint64_t sum = 0;
    for (const PlacedObstacle& o : obstacles) {
        std::uint64_t h = mix(o.id + (o.shape.is_area ? 0x0b57ull : 0x3a11ull));
        for (const Vec2d p : o.shape.points) {
            h = mix(h ^ std::bit_cast<std::uint64_t>(p.x));
            h = mix(h ^ std::bit_cast<std::uint64_t>(p.y));
        }
        sum += h;
    }
    return sum;
}

namespace {

Obstacle checked(std::span<const Vec2d> points, bool is_area, Vec2d periodic) {
    Obstacle shape{{points.begin(), points.end()}, is_area};
    check(shape);
    for (const Vec2d p : points) {
        const bool beyond =
            (periodic.x > 0 && (p.x < 0 || p.x > periodic.x)) || (periodic.y > 0 && (p.y < 0 || p.y > periodic.y));
        if (!beyond) continue;
        throw InputError({.message = "an obstacle lies beyond the length of a periodic axis",
                          .value = fmt::format("[{}, {}]", p.x, p.y),
                          .allowed = "coordinates from 0 to the length of the axis",
                          .remedy = "Cut it where the axis begins anew."});
    }
    return shape;
}

}  // namespace

ObstacleId Simulation::add_obstacle(std::span<const Vec2d> corners) {
    Engine& e = *engine_;
    std::vector<Engine::PlacedObstacle> all = e.obstacles;
    all.push_back({e.next_obstacle, checked(corners, true, e.scenario.map.periodic)});
    e.stand_on(std::move(all));
    return e.next_obstacle++;
}

ObstacleId Simulation::add_wall(std::span<const Vec2d> line) {
    Engine& e = *engine_;
    std::vector<Engine::PlacedObstacle> all = e.obstacles;
    all.push_back({e.next_obstacle, checked(line, false, e.scenario.map.periodic)});
    e.stand_on(std::move(all));
    return e.next_obstacle++;
}

bool Simulation::remove_obstacle(ObstacleId obstacle) {
    Engine& e = *engine_;
    std::vector<Engine::PlacedObstacle> left;
    for (const Engine::PlacedObstacle& o : e.obstacles) {
        if (o.id != obstacle) left.push_back(o);
    }
    if (left.size() == e.obstacles.size()) return false;
    e.stand_on(std::move(left));
    return true;
}

}  // namespace sidestep
