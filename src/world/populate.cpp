#include "world/populate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.h"
#include "map/region.h"
#include "scenario/json_source.h"
#include "scenario/polygon.h"
#include "scenario/problem.h"
#include "sidestep/error.h"
#include "world/crowd_grid.h"

namespace sidestep {
namespace {

constexpr double kTouch = 1e-9;   // m: bodies and walls may touch, and sums of radii are not exact
constexpr double kOnWall = 1e-6;  // m: a goal nearer than this lies on the wall
constexpr std::uint64_t kWanderTries = 64;
// Darts per agent. Those outside the region are cheap and say nothing about room; those inside find the last gaps of a
// region that is filled to 95 % of what random placement can reach.
constexpr std::uint64_t kDartsInside = 4000, kDarts = 400'000;
constexpr int kSamples = 64;  // per axis, to find walkable ground in a region

std::string text_of(Vec2d p) {
    return fmt::format("[{:g}, {:g}]", p.x, p.y);
}

Vec2d dart(const Box& box, std::uint64_t seed, AgentId id, std::uint64_t number, Purpose purpose) {
    return {box.lower.x + (box.upper.x - box.lower.x) * random_unit(seed, id, 2 * number, purpose),
            box.lower.y + (box.upper.y - box.lower.y) * random_unit(seed, id, 2 * number + 1, purpose)};
}

class Populator {
public:
    Populator(const Scenario& scenario, const Map& map, std::span<const Chain> chains);
    std::vector<Newcomer> place_everybody();

private:
    [[noreturn]] void fail(const std::string& pointer, std::string message, std::string value, std::string allowed,
                           std::string remedy) const {
        throw problem_at(scene_, pointer, std::move(message), std::move(value), std::move(allowed), std::move(remedy));
    }
    bool in_period(Vec2d p) const {
        const Vec2d length = scene_.map.periodic;
        return (length.x == 0 || (p.x >= 0 && p.x < length.x)) && (length.y == 0 || (p.y >= 0 && p.y < length.y));
    }
    Vec2d folded(Vec2d p) const {
        const Vec2d length = scene_.map.periodic;
        if (length.x > 0) p.x -= length.x * std::floor(p.x / length.x);
        if (length.y > 0) p.y -= length.y * std::floor(p.y / length.y);
        return p;
    }
    bool near_wall(Vec2d p, double distance) const {
        return map_.any_wall_near(p, distance) && map_.clearance(p, distance) < distance - kTouch;
    }
    bool has_walkable(const Polygon& region) const;
    void check_goals() const;
    void check_target(const TargetSpec& target, const std::string& pointer) const;
    void check_goal_point(Vec2d point, const std::string& pointer, const std::string& whose) const;
    void check_position(std::size_t entry, Vec2d p, double radius) const;
    double radius_of(int profile, AgentId id) const;
    double typical_distance() const;
    std::size_t agent_count() const;

    void place_single(std::size_t entry, Newcomer& placement);
    void place_region(std::size_t entry, std::span<Newcomer> placements);
    void finish(const AgentSpec& entry, Newcomer& placement) const;

    const Scenario& scene_;
    const Map& map_;
    std::span<const Chain> chains_;       ///< by profile
    std::vector<double> largest_radius_;  ///< by profile
    double largest_of_all_ = 0;
    CrowdGrid crowd_;
};

Populator::Populator(const Scenario& scenario, const Map& map, std::span<const Chain> chains)
    : scene_(scenario), map_(map), chains_(chains), crowd_(0, 1, {}) {
    for (const Chain& chain : chains_) {
        largest_radius_.push_back(chain.largest_common(kRadius));
        largest_of_all_ = std::max(largest_of_all_, largest_radius_.back());
    }
    const auto check_profile = [&](int profile, const std::string& pointer) {
        // Only a scenario built by hand can get this wrong.
        if (profile >= 0 && static_cast<std::size_t>(profile) < chains_.size()) return;
        fail(pointer, "there is no profile of this index", std::to_string(profile), "an index into profiles",
             "Add the profile.");
    };
    for (std::size_t i = 0; i < scene_.agents.size(); ++i) {
        check_profile(scene_.agents[i].profile, fmt::format("/agents/{}/profile", i));
    }
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        check_profile(scene_.sources[i].profile, fmt::format("/sources/{}/profile", i));
    }
    crowd_ = CrowdGrid(agent_count(), typical_distance(), scene_.map.periodic);
}

std::size_t Populator::agent_count() const {
    std::size_t count = 0;
    for (const AgentSpec& entry : scene_.agents) count += entry.position ? 1 : entry.count;
    return count;
}

double Populator::typical_distance() const {
    double sum = 0;
    for (const AgentSpec& entry : scene_.agents) {
        const double distance =
            std::max(entry.min_spacing, 2 * largest_radius_[static_cast<std::size_t>(entry.profile)]);
        sum += distance * (entry.position ? 1 : entry.count);
    }
    return std::max(0.1, sum / std::max<double>(1, static_cast<double>(agent_count())));
}

double Populator::radius_of(int profile, AgentId id) const {
    return chains_[static_cast<std::size_t>(profile)].draw_common(scene_.seed, id, kRadius);
}

bool Populator::has_walkable(const Polygon& region) const {
    if (!map_.has_walkable_area()) return true;
    const Box box = bounds(region);
    const Vec2d step = (box.upper - box.lower) / kSamples;
    for (int j = 0; j < kSamples; ++j) {
        for (int i = 0; i < kSamples; ++i) {
            const Vec2d p = folded(box.lower + Vec2d{step.x * (i + 0.5), step.y * (j + 0.5)});
            if (contains(region, p) && map_.walkable(p)) return true;
        }
    }
    return false;
}

void Populator::check_goal_point(Vec2d point, const std::string& pointer, const std::string& whose) const {
    if (!map_.walkable(point)) {
        fail(pointer, whose + " lies outside the walkable area", text_of(point), "points inside the map's polygons",
             "Move it inside, or extend the map.");
    }
    if (map_.clearance(point, 1) < kOnWall) {
        fail(pointer, whose + " lies on a wall", text_of(point), "points that no wall goes through",
             "Move it away from the wall.");
    }
}

void Populator::check_goals() const {
    for (const GoalSpec& goal : scene_.goals) {
        if (!goal.any.empty()) continue;
        const std::string pointer = "/goals/" + pointer_token(goal.name);
        if (!goal.region.empty()) {
            if (!has_walkable(goal.region)) {
                fail(pointer + "/region", "the goal's region has no walkable ground", "",
                     "a region that overlaps the map's polygons", "Move it, or extend the map.");
            }
            continue;
        }
        if (!in_period(goal.point)) {
            fail(pointer + "/point", "the goal lies beyond a periodic axis", "",
                 "coordinates from 0 up to the axis' length",
                 "Move it inside; use an offset to make agents walk around.");
        }
        check_goal_point(goal.point, pointer + "/point", "the goal");
    }
}

void Populator::check_target(const TargetSpec& target, const std::string& pointer) const {
    if (target.goal >= static_cast<int>(scene_.goals.size())) {
        fail(pointer, "there is no goal of this index", std::to_string(target.goal), "an index into goals",
             "Add the goal.");
    }
    if (target.goal >= 0 || target.is_offset) return;
    if (!in_period(target.value)) {
        fail(pointer, "the goal lies beyond a periodic axis", "", "coordinates from 0 up to the axis' length",
             "Move it inside; use an offset to make agents walk around.");
    }
    check_goal_point(target.value, pointer, "the goal");
}

void Populator::check_position(std::size_t entry, Vec2d p, double radius) const {
    const std::string pointer = fmt::format("/agents/{}/position", entry);
    if (!in_period(p)) {
        fail(pointer, "the agent stands beyond a periodic axis", text_of(p),
             "coordinates from 0 up to the axis' length", "Move it inside.");
    }
    if (!map_.walkable(p)) {
        fail(pointer, "the agent stands outside the walkable area or inside an obstacle", text_of(p),
             "points inside the map's polygons and outside their holes", "Move it, or change the map.");
    }
    if (near_wall(p, radius)) {
        const double distance = map_.clearance(p, radius);
        fail(pointer,
             fmt::format("the agent stands inside a wall: {:.4g} m from it, with a radius of {:.4g} m", distance,
                         radius),
             text_of(p), fmt::format("at least {:.4g} m from every wall", radius), "Move it away from the wall.");
    }
}

void Populator::place_single(std::size_t entry, Newcomer& placement) {
    const Vec2d p = *scene_.agents[entry].position;
    const double radius = radius_of(placement.profile, placement.id);
    check_position(entry, p, radius);
    const auto* other =
        crowd_.find(p, radius + largest_of_all_, [&](const CrowdGrid::Member& m, double distance_squared) {
            const double apart = m.radius + radius - kTouch;
            return distance_squared < apart * apart;
        });
    if (other != nullptr) {
        fail(fmt::format("/agents/{}/position", entry),
             fmt::format("agent entries {} at {} and {} at {} overlap", other->tag, text_of(other->position), entry,
                         text_of(p)),
             text_of(p), fmt::format("centres at least {:.4g} m apart", other->radius + radius), "Move one of them.");
    }
    crowd_.add({p, radius, static_cast<std::uint32_t>(entry)});
    placement.position = p;
}

void Populator::place_region(std::size_t entry, std::span<Newcomer> placements) {
    const AgentSpec& spec = scene_.agents[entry];
    const Box box = bounds(spec.region);
    for (std::size_t n = 0; n < placements.size(); ++n) {
        Newcomer& placement = placements[n];
        const double radius = radius_of(placement.profile, placement.id);
        const double range = std::max(spec.min_spacing, radius + largest_of_all_);
        const auto too_near = [&](const CrowdGrid::Member& m, double distance_squared) {
            const double apart = std::max(spec.min_spacing, m.radius + radius);
            return distance_squared < apart * apart;
        };
        bool placed = false;
        for (std::uint64_t number = 0, inside = 0; !placed && number < kDarts && inside < kDartsInside; ++number) {
            const Vec2d p = dart(box, scene_.seed, placement.id, number, Purpose::place);
            if (!contains(spec.region, p) || !in_period(p)) continue;
            ++inside;
            if (!map_.walkable(p) || crowd_.find(p, range, too_near) != nullptr) continue;
            if (map_.any_wall_near(p, radius) && map_.clearance(p, radius) < radius) continue;
            placement.position = p;
            placed = true;
        }
        if (!placed) {
            fail(fmt::format("/agents/{}/region", entry),
                 fmt::format("the region has no room for its agents: {} of {} fitted", n, placements.size()), "",
                 fmt::format("an area of about {:.0f} m² for {} agents, here {:.4g} m²",
                             std::ceil(static_cast<double>(placements.size()) * range * range * 1.6), placements.size(),
                             std::fabs(polygon_area(spec.region))),
                 "Enlarge the region, or lower \"count\", \"min_spacing\" or the radius.");
        }
        crowd_.add({placement.position, radius, static_cast<std::uint32_t>(entry)});
    }
}

void Populator::finish(const AgentSpec& entry, Newcomer& placement) const {
    const auto profile = static_cast<std::size_t>(placement.profile);
    placement.target = entry.target;
    placement.start_time =
        std::max(0.0, quantile(entry.start_delay, random_unit(scene_.seed, placement.id, 0, Purpose::start_delay)));
    if (entry.velocity) {
        placement.velocity = {static_cast<float>(entry.velocity->x), static_cast<float>(entry.velocity->y)};
    }
    const bool offset = entry.target.goal < 0 && entry.target.is_offset;
    if (offset && entry.target.value != Vec2d{}) {
        // On a periodic axis the way may lead around several times.
        const Vec2d end = folded(placement.position + entry.target.value);
        const std::string whose = fmt::format("the goal of the agent at {}", text_of(placement.position));
        if (!map_.walkable(end) || map_.any_wall_near(end, kOnWall)) {
            check_goal_point(end, fmt::format("/agents/{}/goal", placement.entry), whose);
        }
    }
    if (!entry.walking) return;
    const Vec2d to_goal = entry.target.goal >= 0
                              ? way_point(scene_, map_, chosen_goal(scene_, entry.target.goal, placement.position),
                                          placement.id, placement.position, 0) -
                                    placement.position
                          : offset ? entry.target.value
                                   : entry.target.value - placement.position;
    const double speed = chains_[profile].draw_common(scene_.seed, placement.id, kPrefSpeed);
    const Vec2d velocity = unit(to_goal) * speed;
    placement.velocity = {static_cast<float>(velocity.x), static_cast<float>(velocity.y)};
}

std::vector<Newcomer> Populator::place_everybody() {
    check_goals();
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        check_target(scene_.sources[i].target, fmt::format("/sources/{}/goal", i));
        if (!has_walkable(scene_.sources[i].region)) {
            fail(fmt::format("/sources/{}/region", i), "the source's region has no walkable ground", "",
                 "a region that overlaps the map's polygons", "Move it, or extend the map.");
        }
    }
    std::vector<Newcomer> placements(agent_count());
    std::vector<std::size_t> first(scene_.agents.size());
    std::size_t next = 0;
    for (std::size_t entry = 0; entry < scene_.agents.size(); ++entry) {
        const AgentSpec& spec = scene_.agents[entry];
        check_target(spec.target, fmt::format("/agents/{}/goal", entry));
        first[entry] = next;
        for (std::uint32_t n = 0; n < (spec.position ? 1 : spec.count); ++n) {
            Newcomer& placement = placements[next++];
            placement.id = static_cast<AgentId>(next);
            placement.entry = static_cast<int>(entry);
            placement.profile = static_cast<std::uint16_t>(spec.profile);
            placement.group = spec.group;
            placement.must_have_way = true;
        }
    }
    // Those whose place is written come first, so that the others find room around them.
    for (std::size_t entry = 0; entry < scene_.agents.size(); ++entry) {
        if (scene_.agents[entry].position) place_single(entry, placements[first[entry]]);
    }
    for (std::size_t entry = 0; entry < scene_.agents.size(); ++entry) {
        const AgentSpec& spec = scene_.agents[entry];
        if (!spec.position) place_region(entry, std::span(placements).subspan(first[entry], spec.count));
    }
    for (Newcomer& placement : placements) finish(scene_.agents[static_cast<std::size_t>(placement.entry)], placement);
    return placements;
}

}  // namespace

std::vector<Newcomer> populate(const Scenario& scenario, const Map& map, std::span<const Chain> chains) {
    return Populator(scenario, map, chains).place_everybody();
}

int chosen_goal(const Scenario& scenario, int goal, Vec2d from) {
    const GoalSpec& spec = scenario.goals[static_cast<std::size_t>(goal)];
    if (spec.any.empty()) return goal;
    int best = -1;
    double best_distance = kUnlimited;
    for (const int one : spec.any) {
        const GoalSpec& g = scenario.goals[static_cast<std::size_t>(one)];
        const double d = norm_squared((g.region.empty() ? g.point : nearest_point(g.region, from)) - from);
        if (d < best_distance) best_distance = d, best = one;
    }
    return best;
}

Vec2d way_point(const Scenario& scenario, const Map& map, int goal, AgentId id, Vec2d from, std::uint64_t draw) {
    const GoalSpec& spec = scenario.goals[static_cast<std::size_t>(goal)];
    if (spec.region.empty()) return spec.point;
    if (!spec.wander) return nearest_point(spec.region, from);
    const Box box = bounds(spec.region);
    for (std::uint64_t attempt = 0; attempt < kWanderTries; ++attempt) {
        const Vec2d at = dart(box, scenario.seed, id, draw * kWanderTries + attempt, Purpose::wander);
        if (contains(spec.region, at) && map.walkable(at)) return at;
    }
    return nearest_point(spec.region, from);
}

}  // namespace sidestep
