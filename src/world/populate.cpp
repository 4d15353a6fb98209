#include "world/populate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.h"
#include "map/free_place.h"
#include "map/region.h"
#include "scenario/json_source.h"
#include "scenario/polygon.h"
#include "scenario/problem.h"
#include "sidestep/error.h"
#include "world/crowd_grid.h"

namespace sidestep {
namespace {

constexpr double kTouch = 1e-9;  // m: bodies and walls may touch, and sums of radii are not exact
constexpr double kAside = kAsideOfRadius;
constexpr double kFarthestAside = 1;    // m that somebody may be pushed by those who overlap it
constexpr double kParted = 1e-3;        // m between bodies that were pushed apart: nothing ends exactly
constexpr double kGently = 0.15;        // of what overlaps, in each round: a dense queue is not blown up at its edges
constexpr double kPartingEffort = 2e7;  // people times rounds
constexpr double kOnWall = 1e-6;        // m: a goal nearer than this lies on the wall
constexpr std::uint64_t kWanderTries = 64;
// Darts per agent. Those outside the region are cheap and say nothing about room; those inside find the last gaps of a
// region that is filled to 95 % of what random placement can reach.
constexpr std::uint64_t kDartsInside = 4000, kDarts = 400'000;
constexpr int kSamples = 64;  // per axis, to find walkable ground in a region

std::string text_of(Vec2d p) {
    return fmt::format("[{:.10g}, {:.10g}]", p.x, p.y);
}

Vec2d dart(const Box& box, std::uint64_t seed, AgentId id, std::uint64_t number, Purpose purpose) {
    return {box.lower.x + (box.upper.x - box.lower.x) * random_unit(seed, id, 2 * number, purpose),
            box.lower.y + (box.upper.y - box.lower.y) * random_unit(seed, id, 2 * number + 1, purpose)};
}

[[noreturn]] void fail(const Scenario& scene, const std::string& pointer, std::string message, std::string value,
                       std::string allowed, std::string remedy) {
    throw problem_at(scene, pointer, std::move(message), std::move(value), std::move(allowed), std::move(remedy));
}

Vec2d folded(Vec2d p, Vec2d length) {
    if (length.x > 0) p.x -= length.x * std::floor(p.x / length.x);
    if (length.y > 0) p.y -= length.y * std::floor(p.y / length.y);
    return p;
}

/// More people cannot have their centres in the region and be so far apart (Oler 1961, for convex areas: here the box
/// around the region).
double most_apart(const Polygon& region, double apart) {
    if (apart <= 0) return kUnlimited;
    const Box box = bounds(region);
    const Vec2d size = (box.upper - box.lower) / apart;
    return std::floor(2 / std::sqrt(3.0) * size.x * size.y + (size.x + size.y) + 1);
}

void check_goal_point(const Scenario& scene, const Map& map, Vec2d point, const std::string& pointer,
                      const std::string& whose) {
    if (!map.walkable(point)) {
        fail(scene, pointer, whose + " lies outside the walkable area", text_of(point),
             "points inside the map's polygons", "Move it inside, or extend the map.");
    }
    if (map.clearance(point, 1) < kOnWall) {
        fail(scene, pointer, whose + " lies on a wall", text_of(point), "points that no wall goes through",
             "Move it away from the wall.");
    }
}

}  // namespace

class Populator {
public:
    Populator(const Scenario& scenario, const Map& map, std::span<const Chain> chains);
    Placements place_everybody();

private:
    [[noreturn]] void fail(const std::string& pointer, std::string message, std::string value, std::string allowed,
                           std::string remedy) const {
        sidestep::fail(scene_, pointer, std::move(message), std::move(value), std::move(allowed), std::move(remedy));
    }
    bool in_period(Vec2d p) const {
        const Vec2d length = scene_.map.periodic;
        return (length.x == 0 || (p.x >= 0 && p.x < length.x)) && (length.y == 0 || (p.y >= 0 && p.y < length.y));
    }
    /// As a corner of a region, which may lie on either end of the axis.
    bool within_period(Vec2d p) const {
        const Vec2d length = scene_.map.periodic;
        return (length.x == 0 || (p.x >= 0 && p.x <= length.x)) && (length.y == 0 || (p.y >= 0 && p.y <= length.y));
    }
    bool near_wall(Vec2d p, double distance) const {
        return map_.any_wall_near(p, distance) && map_.clearance(p, distance) < distance - kTouch;
    }
    bool has_walkable(const Polygon& region) const;
    void check_goals() const;
    void check_queue(const QueueSpec& queue, const std::string& pointer) const;
    void check_target(const TargetSpec& target, const std::string& pointer) const;
    /// The place itself, or, where a wall is too near, the nearest clear one; refuses what lies too far from any.
    Vec2d off_walls(Vec2d p, double radius, const std::string& pointer) const;
    void check_newcomers(std::size_t source) const;
    void check_room(std::size_t entry) const;  ///< before memory is taken for people who cannot be there
    double radius_of(int profile, AgentId id) const;
    double typical_distance() const;
    std::size_t agent_count() const;

    /// Somebody whose place is written.
    struct Start {
        std::size_t entry;
        Vec2d given, place;
        double radius;
    };
    void place_singles(Placements& all);
    /// Pushes those apart who overlap. Everybody stays where it is where nobody does.
    void part(std::vector<Start>& people) const;
    [[noreturn]] void refuse_crowd(const Start& one) const;
    void place_region(std::size_t entry, AgentId first, std::span<Vec2d> places);

    const Scenario& scene_;
    const Map& map_;
    std::span<const Chain> chains_;       ///< by profile
    std::vector<double> largest_radius_;  ///< by profile
    double largest_of_all_ = 0, smallest_of_all_ = kUnlimited;
    CrowdGrid crowd_;
};

Populator::Populator(const Scenario& scenario, const Map& map, std::span<const Chain> chains)
    : scene_(scenario), map_(map), chains_(chains), crowd_(0, 1, {}) {
    for (const Chain& chain : chains_) {
        largest_radius_.push_back(chain.largest_common(kRadius));
        largest_of_all_ = std::max(largest_of_all_, largest_radius_.back());
        smallest_of_all_ = std::min(smallest_of_all_, chain.least_common(kRadius));
    }
    const auto check_profile = [&](int profile, const std::string& pointer) {
        // Only a scenario built by hand can get this wrong.
        if (profile >= 0 && static_cast<std::size_t>(profile) < chains_.size()) return;
        fail(pointer, "there is no profile of this index", std::to_string(profile), "an index into profiles",
             "Add the profile.");
    };
    for (std::size_t i = 0; i < scene_.agents.size(); ++i) {
        check_profile(scene_.agents[i].profile, fmt::format("/agents/{}/profile", i));
        check_room(i);
    }
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        check_profile(scene_.sources[i].profile, fmt::format("/sources/{}/profile", i));
    }
    crowd_ = CrowdGrid(agent_count(), typical_distance(), scene_.map.periodic);
}

void Populator::check_room(std::size_t entry) const {
    const AgentSpec& spec = scene_.agents[entry];
    if (spec.position) return;
    const double least_apart =
        std::max(spec.min_spacing, 2 * chains_[static_cast<std::size_t>(spec.profile)].least_common(kRadius));
    const double most = most_apart(spec.region, least_apart);
    if (spec.count <= most) return;
    fail(fmt::format("/agents/{}/region", entry),
         fmt::format("the region has no room for its agents: {} were never going to fit", spec.count), "",
         fmt::format("at most {:.0f} agents {:.4g} m apart on {:.4g} m²", most, least_apart,
                     std::fabs(polygon_area(spec.region))),
         "Enlarge the region, or lower \"count\", \"min_spacing\" or the radius.");
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
            const Vec2d p = folded(box.lower + Vec2d{step.x * (i + 0.5), step.y * (j + 0.5)}, scene_.map.periodic);
            if (contains(region, p) && map_.walkable(p)) return true;
        }
    }
    return false;
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
        if (goal.queue) {
            check_queue(*goal.queue, pointer + "/queue");
            continue;
        }
        check_goal_point(scene_, map_, goal.point, pointer + "/point", "the goal");
    }
}

void Populator::check_queue(const QueueSpec& queue, const std::string& pointer) const {
    if (scene_.map.periodic != Vec2d{}) {
        fail(pointer, "there are no waiting lines on periodic axes", "", "a map without \"periodic\"",
             "Leave one of them out.");
    }
    const auto check = [&](Vec2d p, const std::string& where, const std::string& whose) {
        check_goal_point(scene_, map_, p, where, whose);
        if (scene_.profiles.empty() || !near_wall(p, smallest_of_all_)) return;
        fail(where, whose + fmt::format(" lies {:.4g} m from a wall", map_.clearance(p, 1)), text_of(p),
             fmt::format("at least {:.4g} m from every wall, the radius of a body", smallest_of_all_),
             "Move it away from the wall.");
    };
    for (std::size_t i = 0; i < queue.line.size(); ++i) {
        const std::string where = fmt::format("{}/line/{}", pointer, i);
        check(queue.line[i], where, "the line");
        if (i > 0 && map_.crosses_wall(queue.line[i - 1], queue.line[i])) {
            fail(where, "the line leads through a wall before this point", text_of(queue.line[i]),
                 "a line on which one can walk", "Lead it round the wall.");
        }
    }
    for (std::size_t i = 0; i < queue.points.size(); ++i) {
        check(queue.points[i], fmt::format("{}/points/{}", pointer, i), "the point");
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
    check_goal_point(scene_, map_, target.value, pointer, "the goal");
}

Vec2d Populator::off_walls(Vec2d p, double radius, const std::string& pointer) const {
    if (!in_period(p)) {
        fail(pointer, "the agent stands beyond a periodic axis", text_of(p),
             "coordinates from 0 up to the axis' length", "Move it inside.");
    }
    if (map_.walkable(p) && !near_wall(p, radius)) return p;
    if (const auto beside = beside_walls(map_, p, radius, kAside * radius)) {
        if (in_period(*beside)) return *beside;
    }
    if (!map_.walkable(p)) {
        fail(pointer, "the agent stands outside the walkable area or inside an obstacle", text_of(p),
             fmt::format("points inside the map's polygons and outside their holes, or less than {:.4g} m from a free "
                         "place",
                         kAside * radius),
             "Move it, or change the map.");
    }
    fail(pointer,
         fmt::format("the agent stands inside a wall: {:.4g} m from it, with a radius of {:.4g} m",
                     map_.clearance(p, radius), radius),
         text_of(p),
         fmt::format("at least {:.4g} m from every wall, or a free place less than {:.4g} m away", radius,
                     kAside * radius),
         "Move it away from the wall.");
}

void Populator::refuse_crowd(const Start& one) const {
    fail(fmt::format("/agents/{}/position", one.entry),
         fmt::format("too many agents overlap here: not all of them would find room within {:.4g} m", kFarthestAside),
         text_of(one.given), fmt::format("room for everybody within {:.4g} m", kFarthestAside),
         "Move some of them, or give them smaller bodies.");
}

void Populator::part(std::vector<Start>& people) const {
    const Vec2d length = scene_.map.periodic;
    const auto most_rounds = static_cast<int>(
        std::clamp(kPartingEffort / std::max<double>(1, static_cast<double>(people.size())), 100.0, 5000.0));
    std::vector<Vec2d> push(people.size());
    for (int round = 0;; ++round) {
        CrowdGrid grid(people.size(), typical_distance(), length);
        for (std::size_t i = 0; i < people.size(); ++i) {
            grid.add({people[i].place, people[i].radius, static_cast<std::uint32_t>(i)});
        }
        bool overlap = false;
        std::size_t one = 0, other = 0;
        for (std::size_t i = 0; i < people.size(); ++i) {
            push[i] = {};
            const Start& p = people[i];
            // More than could ever stand within reach, before all of them are compared with all.
            std::size_t crowded = 0;
            const double reach = (kFarthestAside + p.radius) / smallest_of_all_;
            const auto most = static_cast<std::size_t>(std::max(20.0, 2 * reach * reach));
            grid.find(p.place, p.radius + largest_of_all_, [&](const CrowdGrid::Member& m, double distance_squared) {
                const double apart = m.radius + p.radius;
                if (m.tag == i || distance_squared >= (apart - kTouch) * (apart - kTouch)) return false;
                overlap = true;
                one = i, other = m.tag;
                if (++crowded > most) refuse_crowd(p);
                const Vec2d d{wrapped_difference(m.position.x, p.place.x, length.x),
                              wrapped_difference(m.position.y, p.place.y, length.y)};
                const double distance = norm(d);
                // In exactly one place: part along x, the later one to the right.
                const Vec2d away = distance > 1e-9 ? d / distance : Vec2d{i > m.tag ? 1.0 : -1.0, 0.0};
                push[i] += away * ((apart + kParted - distance) * kGently);
                return false;
            });
        }
        if (!overlap) return;
        if (round == most_rounds) {
            const Start &a = people[one], &b = people[other];
            fail(fmt::format("/agents/{}/position", a.entry),
                 fmt::format("agent entries {} at {} and {} at {} overlap, and there is no room to push them apart",
                             b.entry, text_of(b.given), a.entry, text_of(a.given)),
                 text_of(a.given), fmt::format("centres at least {:.4g} m apart", a.radius + b.radius),
                 "Move one of them, or give them smaller bodies.");
        }
        for (std::size_t i = 0; i < people.size(); ++i) {
            if (push[i] == Vec2d{}) continue;
            Start& p = people[i];
            const Vec2d wanted = folded(p.place + push[i], length);
            // Whoever stands at a wall slides along it, or stays: the others then give way.
            const auto to = near_wall(wanted, p.radius) || !map_.walkable(wanted)
                                ? beside_walls(map_, wanted, p.radius, p.radius)
                                : std::optional(wanted);
            if (!to || !in_period(*to) || near_wall(*to, p.radius) || map_.crosses_wall(p.place, *to)) continue;
            p.place = *to;
            const Vec2d moved{wrapped_difference(p.place.x, p.given.x, length.x),
                              wrapped_difference(p.place.y, p.given.y, length.y)};
            if (norm(moved) <= kFarthestAside) continue;
            refuse_crowd(p);
        }
    }
}

void Populator::place_singles(Placements& all) {
    std::vector<Start> people;
    for (std::size_t entry = 0; entry < scene_.agents.size(); ++entry) {
        if (!scene_.agents[entry].position) continue;
        const Vec2d given = *scene_.agents[entry].position;
        const double radius = radius_of(scene_.agents[entry].profile, static_cast<AgentId>(all.first_[entry] + 1));
        people.push_back({entry, given, off_walls(given, radius, fmt::format("/agents/{}/position", entry)), radius});
    }
    part(people);
    for (const Start& p : people) {
        all.position_[all.first_[p.entry]] = p.place;
        crowd_.add({p.place, p.radius, static_cast<std::uint32_t>(p.entry)});
        if (p.place == p.given) continue;
        const Vec2d length = scene_.map.periodic;
        ++all.moved_;
        all.farthest_ = std::max(all.farthest_, norm(Vec2d{wrapped_difference(p.place.x, p.given.x, length.x),
                                                           wrapped_difference(p.place.y, p.given.y, length.y)}));
    }
}

void Populator::check_newcomers(std::size_t source) const {
    const SourceSpec& spec = scene_.sources[source];
    double before = 0;
    for (std::size_t i = 0; i < spec.newcomers.size(); ++i) {
        const NewcomerSpec& one = spec.newcomers[i];
        const std::string pointer = fmt::format("/sources/{}/newcomers/{}", source, i);
        const int profile = one.profile.value_or(spec.profile);
        if (profile < 0 || static_cast<std::size_t>(profile) >= chains_.size()) {
            fail(pointer + "/profile", "there is no profile of this index", std::to_string(profile),
                 "an index into profiles", "Add the profile.");
        }
        if (!(one.time >= before)) {
            fail(pointer + "/time", "newcomers do not come in order of time", fmt::format("{:g}", one.time),
                 fmt::format("at least {:g} s", before), "Sort them.");
        }
        before = one.time;
        if (one.target) check_target(*one.target, pointer + "/goal");
        const double radius = one.radius.value_or(chains_[static_cast<std::size_t>(profile)].largest_common(kRadius));
        off_walls(one.position, radius, pointer + "/position");
    }
}

void Populator::place_region(std::size_t entry, AgentId first, std::span<Vec2d> places) {
    const AgentSpec& spec = scene_.agents[entry];
    const Box box = bounds(spec.region);
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto id = static_cast<AgentId>(first + n);
        const double radius = radius_of(spec.profile, id);
        const double range = std::max(spec.min_spacing, radius + largest_of_all_);
        const auto too_near = [&](const CrowdGrid::Member& m, double distance_squared) {
            const double apart = std::max(spec.min_spacing, m.radius + radius);
            return distance_squared < apart * apart;
        };
        bool placed = false;
        for (std::uint64_t number = 0, inside = 0; !placed && number < kDarts && inside < kDartsInside; ++number) {
            const Vec2d p = dart(box, scene_.seed, id, number, Purpose::place);
            if (!contains(spec.region, p) || !in_period(p)) continue;
            ++inside;
            if (!map_.walkable(p) || crowd_.find(p, range, too_near) != nullptr) continue;
            if (map_.any_wall_near(p, radius) && map_.clearance(p, radius) < radius) continue;
            places[n] = p;
            placed = true;
        }
        if (!placed) {
            fail(fmt::format("/agents/{}/region", entry),
                 fmt::format("the region has no room for its agents: {} of {} fitted", n, places.size()), "",
                 fmt::format("an area of about {:.0f} m² for {} agents, here {:.4g} m²",
                             std::ceil(static_cast<double>(places.size()) * range * range * 1.6), places.size(),
                             std::fabs(polygon_area(spec.region))),
                 "Enlarge the region, or lower \"count\", \"min_spacing\" or the radius.");
        }
        crowd_.add({places[n], radius, static_cast<std::uint32_t>(entry)});
    }
}

Placements Populator::place_everybody() {
    check_goals();
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        check_target(scene_.sources[i].target, fmt::format("/sources/{}/goal", i));
        if (!scene_.sources[i].newcomers.empty()) {
            check_newcomers(i);
            continue;
        }
        if (!has_walkable(scene_.sources[i].region)) {
            fail(fmt::format("/sources/{}/region", i), "the source's region has no walkable ground", "",
                 "a region that overlaps the map's polygons", "Move it, or extend the map.");
        }
        if (!std::ranges::all_of(scene_.sources[i].region, [&](Vec2d p) { return within_period(p); })) {
            fail(fmt::format("/sources/{}/region", i), "the source's region lies beyond a periodic axis", "",
                 "coordinates from 0 to the axis' length", "Move it inside.");
        }
    }
    Placements all;
    all.scenario_ = &scene_;
    all.map_ = &map_;
    all.chains_ = chains_;
    all.position_.resize(agent_count());
    std::size_t next = 0;
    for (std::size_t entry = 0; entry < scene_.agents.size(); ++entry) {
        check_target(scene_.agents[entry].target, fmt::format("/agents/{}/goal", entry));
        all.first_.push_back(next);
        next += scene_.agents[entry].position ? 1 : scene_.agents[entry].count;
    }
    // Those whose place is written come first, so that the others find room around them.
    place_singles(all);
    for (std::size_t entry = 0; entry < scene_.agents.size(); ++entry) {
        const AgentSpec& spec = scene_.agents[entry];
        if (spec.position) continue;
        place_region(entry, static_cast<AgentId>(all.first_[entry] + 1),
                     std::span(all.position_).subspan(all.first_[entry], spec.count));
    }
    return all;
}

Newcomer Placements::operator[](std::size_t index) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), index);
    const auto number = static_cast<std::size_t>(after - first_.begin()) - 1;
    const AgentSpec& entry = scenario_->agents[number];
    const std::uint64_t seed = scenario_->seed;
    Newcomer one;
    one.id = static_cast<AgentId>(index + 1);
    one.entry = static_cast<int>(number);
    one.profile = static_cast<std::uint16_t>(entry.profile);
    one.position = position_[index];
    one.group = entry.group;
    one.follow = entry.follow;
    one.must_have_way = true;
    one.target = entry.target;
    one.start_time = std::max(0.0, quantile(entry.start_delay, random_unit(seed, one.id, 0, Purpose::start_delay)));
    if (entry.velocity) {
        one.velocity = {static_cast<float>(entry.velocity->x), static_cast<float>(entry.velocity->y)};
    }
    const bool offset = entry.target.goal < 0 && entry.target.is_offset;
    if (offset && entry.target.value != Vec2d{}) {
        // On a periodic axis the way may lead around several times.
        const Vec2d end = folded(one.position + entry.target.value, scenario_->map.periodic);
        const std::string whose = fmt::format("the goal of the agent at {}", text_of(one.position));
        if (!map_->walkable(end) || map_->any_wall_near(end, kOnWall)) {
            check_goal_point(*scenario_, *map_, end, fmt::format("/agents/{}/goal", number), whose);
        }
    }
    if (entry.walking) one.velocity = walking(*scenario_, *map_, one, chains_[one.profile]);
    return one;
}

Vec2f walking(const Scenario& scenario, const Map& map, const Newcomer& one, const Chain& chain) {
    const TargetSpec& target = one.target;
    const Vec2d to_goal = target.goal >= 0 ? way_point(scenario, map, chosen_goal(scenario, target.goal, one.position),
                                                       one.id, one.position, 0) -
                                                 one.position
                          : target.is_offset ? target.value
                                             : target.value - one.position;
    const double speed = one.pref_speed.value_or(chain.draw_common(scenario.seed, one.id, kPrefSpeed));
    const Vec2d velocity = unit(to_goal) * speed;
    return {static_cast<float>(velocity.x), static_cast<float>(velocity.y)};
}

Placements populate(const Scenario& scenario, const Map& map, std::span<const Chain> chains) {
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
