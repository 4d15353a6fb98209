// Questions of a program between steps: who is near, in an area, along a ray; which way leads there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenario/polygon.h"
#include "sidestep/error.h"
#include "sidestep/path.h"
#include "simulation/engine.h"
#include "world/crowd_grid.h"

namespace sidestep {

namespace {

constexpr double kLookupCell = 1;  // m
constexpr double kFirstLook = 2;   // m
constexpr double kFarthest = 1e8;  // m

void require_place(Vec2d p) {
    if (std::isfinite(p.x) && std::isfinite(p.y)) return;
    throw InputError({.message = "a question about no place",
                      .value = fmt::format("[{}, {}]", p.x, p.y),
                      .allowed = "numbers",
                      .remedy = "Name a place."});
}

/// How far along the way from 0 to `way` (its share) a disc around `centre` is met; nothing where it is not.
std::optional<double> meets(Vec2d way, Vec2d centre, double radius) {
    if (norm_squared(centre) <= radius * radius) return 0;
    const double length2 = norm_squared(way), along = dot(way, centre);
    const double under = along * along - length2 * (norm_squared(centre) - radius * radius);
    if (along <= 0 || under < 0) return {};
    const double share = (along - std::sqrt(under)) / length2;
    return share <= 1 ? std::optional(share) : std::nullopt;
}

/// Likewise of a wall, relative to the same start.
std::optional<double> meets(Vec2d way, Vec2d a, Vec2d b) {
    const double across = cross(way, b - a);
    if (across == 0) return {};
    const double share = cross(a, b - a) / across, along_wall = cross(a, way) / across;
    return share >= 0 && share <= 1 && along_wall >= 0 && along_wall <= 1 ? std::optional(share) : std::nullopt;
}

bool same(const PathOptions& a, const PathOptions& b) {
    return a.method == b.method && a.radius == b.radius && a.key_points == b.key_points &&
           a.within_common_part == b.within_common_part;
}

}  // namespace

/// Who stands where.
struct Simulation::Engine::Lookup {
    explicit Lookup(const Engine& engine)
        : of(engine.changes),
          periodic(engine.scenario.map.periodic),
          people(engine.world.size(), kLookupCell, periodic) {
        for (Row row = 0; row < engine.world.size(); ++row) {
            const Place p = engine.world.now.place[row];
            const Motion m = engine.world.now.motion[row];
            people.add({{p.x, p.y}, m.radius, m.id});
        }
    }

    struct Met {
        Nearby who;
        Vec2d difference;
        double radius;
        friend bool operator<(const Met& a, const Met& b) {
            return std::pair(a.who.distance, a.who.id) < std::pair(b.who.distance, b.who.id);
        }
    };
    /// Those within range, the nearest first.
    std::vector<Met> near(Vec2d at, double range) const {
        std::vector<Met> met;
        people.find(at, range, [&](const CrowdGrid::Member& m, double distance2) {
            if (distance2 > range * range) return false;
            met.push_back({{m.tag, std::sqrt(distance2)},
                           {wrapped_difference(at.x, m.position.x, periodic.x),
                            wrapped_difference(at.y, m.position.y, periodic.y)},
                           m.radius});
            return false;  // go on
        });
        std::sort(met.begin(), met.end());
        // Cells of a hash may share a bucket, which then is looked into twice.
        const auto twice = [](const Met& a, const Met& b) { return a.who.id == b.who.id; };
        met.erase(std::unique(met.begin(), met.end(), twice), met.end());
        return met;
    }

    std::uint64_t of;  ///< Engine::changes
    Vec2d periodic;
    CrowdGrid people;
};

/// Finders for the ground as it is.
struct Simulation::Engine::Finders {
    std::shared_ptr<const BuiltMap> of;
    std::vector<PathFinder> all;
};

std::shared_ptr<const Simulation::Engine::Lookup> Simulation::Engine::lookup() const {
    const std::lock_guard lock(query_mutex);
    if (!looked_up || looked_up->of != changes) looked_up = std::make_shared<const Lookup>(*this);
    return looked_up;
}

std::vector<Nearby> Simulation::agents_near(Vec2d at, double range) const {
    require_place(at);
    std::vector<Nearby> all;
    for (const auto& met : engine_->lookup()->near(at, std::min(range, kFarthest))) all.push_back(met.who);
    return all;
}

std::vector<Nearby> Simulation::nearest_agents(Vec2d at, std::size_t count) const {
    require_place(at);
    const auto people = engine_->lookup();
    count = std::min(count, agent_count());
    std::vector<Nearby> all;
    for (double range = kFirstLook; all.size() < count && range <= kFarthest; range *= 2) {
        all.clear();
        for (const auto& met : people->near(at, range)) all.push_back(met.who);
    }
    if (all.size() > count) all.resize(count);
    return all;
}

std::vector<AgentId> Simulation::agents_in(std::span<const Vec2d> area) const {
    const Polygon polygon(area.begin(), area.end());
    for (const Vec2d p : polygon) require_place(p);
    if (polygon.size() < 3) {
        throw InputError({.message = "an area needs three corners",
                          .value = fmt::format("{} corners", polygon.size()),
                          .allowed = "at least 3",
                          .remedy = "Add the others."});
    }
    const Box box = bounds(polygon);
    const Vec2d middle = (box.lower + box.upper) * 0.5;
    std::vector<AgentId> inside;
    for (const auto& met : engine_->lookup()->near(middle, norm(box.upper - middle))) {
        if (contains(polygon, middle + met.difference)) inside.push_back(met.who.id);
    }
    std::sort(inside.begin(), inside.end());
    return inside;
}

std::vector<RayHit> Simulation::along_ray(Vec2d from, Vec2d to) const {
    require_place(from);
    require_place(to);
    const Engine& e = *engine_;
    const Vec2d way = to - from, middle = from + way * 0.5;
    const double length = norm(way);
    std::vector<RayHit> hits;
    const auto add = [&](double share, std::optional<AgentId> agent) {
        hits.push_back({share * length, from + way * share, agent});
    };
    double wall = kUnlimited;
    std::vector<std::uint32_t> near(e.map.walls().size());
    near.resize(e.map.walls_near(middle, length * 0.5, near));
    for (const std::uint32_t i : near) {
        const Wall& w = e.map.walls()[i];
        if (const auto share = meets(way, w.a - from, w.b - from)) wall = std::min(wall, *share);
    }
    if (wall <= 1) add(wall, {});
    for (const auto& met : e.lookup()->near(middle, length * 0.5 + e.world.widest())) {
        const auto share = meets(way, middle + met.difference - from, met.radius);
        if (share && *share <= wall) add(*share, met.who.id);
    }
    std::sort(hits.begin(), hits.end(), [](const RayHit& a, const RayHit& b) {
        return std::pair(a.distance, a.agent.value_or(kNobody)) < std::pair(b.distance, b.agent.value_or(kNobody));
    });
    return hits;
}

Path Simulation::path(Vec2d from, Vec2d to, const PathOptions& options) const {
    require_place(from);
    require_place(to);
    const Engine& e = *engine_;
    if (e.map.empty() && e.scenario.doors.empty()) {
        Path straight;
        straight.status = PathStatus::found;
        straight.points = {from, to};
        straight.length = straight.roadmap_length = norm(to - from);
        return straight;
    }
    const std::lock_guard lock(e.query_mutex);
    if (!e.finders || e.finders->of != e.scenario.map.built) {
        e.finders = std::make_shared<Engine::Finders>(Engine::Finders{e.scenario.map.built, {}});
    }
    std::vector<PathFinder>& all = e.finders->all;
    auto found = std::find_if(all.begin(), all.end(), [&](const PathFinder& f) { return same(f.options(), options); });
    if (found == all.end()) {
        std::vector<PlanningMap::Door> doors;
        for (const DoorSpec& door : e.scenario.doors) doors.push_back({door.a, door.b});
        all.emplace_back(PlanningMap(*e.scenario.map.built, doors), options);
        found = all.end() - 1;
    }
    for (std::size_t i = 0; i < e.door_closed.size(); ++i) {
        found->set_door(static_cast<std::uint32_t>(i), !e.door_closed[i]);
    }
    return found->find(from, to);
}

void Simulation::keep_history(double seconds) {
    engine_->keep_history(seconds);
    // Those who are there already begin now.
    World& world = engine_->world;
    for (Row row = 0; row < world.size(); ++row) {
        if (world.history.of(world.now.self[row].slot).size() == 0) world.put(row, world.now.place[row]);
    }
}

std::size_t Simulation::history(AgentHandle agent, std::span<Vec2d> places) const {
    const auto row = engine_->world.row_of(agent);
    if (!row) return 0;
    const Past past = engine_->world.history.of(engine_->world.now.self[*row].slot);
    const std::size_t count = std::min(places.size(), past.size());
    for (std::size_t back = 0; back < count; ++back) places[back] = {past[back].x, past[back].y};
    return count;
}

}  // namespace sidestep
