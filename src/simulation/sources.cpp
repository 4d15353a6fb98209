// Agents that enter while the simulation runs.
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "scenario/polygon.h"
#include "simulation/engine.h"
#include "world/chain.h"
#include "world/populate.h"

namespace sidestep {

namespace {

constexpr int kTries = 30;  // places tried for one newcomer in one step; without room it waits for the next

constexpr double kTouch = 1e-9;  // m: bodies and walls may touch
constexpr int kRings = 8, kDirections = 32;

struct Occupied {
    Vec2d position;
    double radius;
};

}  // namespace

double Simulation::Engine::due(std::size_t number) const {
    const SourceSpec& source = scenario.sources[number];
    const std::uint64_t k = sources[number].sent;
    if (!source.newcomers.empty()) return k < source.newcomers.size() ? source.newcomers[k].time : kUnlimited;
    if (source.gaps) return sources[number].next;
    if (!source.times.empty()) return k < source.times.size() ? source.times[k] : kUnlimited;
    return source.rate > 0 ? static_cast<double>(k) / source.rate : kUnlimited;
}

bool Simulation::Engine::is_dry(std::size_t number) const {
    const std::uint32_t max = scenario.sources[number].max;
    return (max > 0 && sources[number].sent >= max) || due(number) == kUnlimited;
}

bool Simulation::Engine::sources_are_dry() const {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!is_dry(i)) return false;
    }
    return true;
}

void Simulation::Engine::draw_gap(std::size_t number, std::uint64_t k) {
    if (!scenario.sources[number].gaps) return;
    const double unit = random_unit(scenario.seed, static_cast<AgentId>(number + 1), k, Purpose::gap);
    sources[number].next += std::max(0.0, quantile(*scenario.sources[number].gaps, unit));
}

void Simulation::Engine::draw_gaps() {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        sources[i].next = 0;
        for (std::uint64_t k = 0; k <= sources[i].sent; ++k) draw_gap(i, k);
    }
}

AgentId Simulation::Engine::next_id_of(std::size_t source) {
    SourceState& state = sources[source];
    while (world.knows(newcomer_id(source, state.sent + state.skipped))) ++state.skipped;
    return newcomer_id(source, state.sent + state.skipped);
}

AgentId Simulation::Engine::next_program_id() {
    while (world.knows(newcomer_id(sources.size(), added_by_program))) ++added_by_program;
    return newcomer_id(sources.size(), added_by_program);
}

void Simulation::Engine::spawn() {
    if (sources.empty()) return;
    const StageTimer timer(times, Stage::spawn);
    const double now = time_at(steps, 0) + 1e-9;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (is_dry(i) || due(i) > now) continue;
        if (scenario.sources[i].newcomers.empty()) {
            spawn_in_region(i, now);
        } else {
            spawn_listed(i, now);
        }
    }
}

bool Simulation::Engine::is_free(Vec2d at, double radius) const {
    if (!map.walkable(at) || map.clearance(at, radius) < radius - kTouch) return false;
    const Vec2d periodic = scenario.map.periodic;
    for (Row row = 0; row < world.size(); ++row) {
        const Place p = world.now.place[row];
        const double both = world.now.motion[row].radius + radius - kTouch;
        const Vec2d d{wrapped_difference(at.x, p.x, periodic.x), wrapped_difference(at.y, p.y, periodic.y)};
        if (norm_squared(d) < both * both) return false;
    }
    return true;
}

std::optional<Vec2d> Simulation::Engine::free_beside(Vec2d at, double radius) const {
    if (is_free(at, radius)) return at;
    const bool inside = map.walkable(at);
    for (int ring = 1; ring <= kRings; ++ring) {
        const double far = kAsideOfRadius * radius * ring / kRings;
        for (int i = 0; i < kDirections; ++i) {
            const SinCos turn = sin_cos(2 * kPi * i / kDirections);
            const Vec2d to = at + Vec2d{turn.cos, turn.sin} * far;
            if (is_free(to, radius) && !(inside && map.crosses_wall(at, to))) return to;
        }
    }
    return {};
}

void Simulation::Engine::spawn_listed(std::size_t number, double now) {
    const SourceSpec& source = scenario.sources[number];
    SourceState& state = sources[number];
    while (!is_dry(number) && due(number) <= now) {
        const NewcomerSpec& spec = source.newcomers[state.sent];
        Newcomer one{.id = next_id_of(number),
                     .profile = static_cast<std::uint16_t>(spec.profile.value_or(source.profile)),
                     .position = spec.position,
                     .target = spec.target.value_or(source.target),
                     .pref_speed = spec.pref_speed,
                     .radius = spec.radius,
                     .group = spec.group ? *spec.group : source.group};
        const double radius = spec.radius.value_or(chains[one.profile].draw_common(scenario.seed, one.id, kRadius));
        const auto at = free_beside(spec.position, radius);
        if (!at) return;
        one.position = *at;
        if (*at != spec.position) {
            ++placed_aside;
            placed_aside_m = std::max(placed_aside_m, norm(*at - spec.position));
        }
        enter(std::move(one), source, spec.velocity);
        ++state.sent;
    }
}

void Simulation::Engine::enter(Newcomer one, const SourceSpec& source, const std::optional<Vec2d>& own_velocity) {
    if (const auto& velocity = own_velocity ? own_velocity : source.velocity) {
        one.velocity = {static_cast<float>(velocity->x), static_cast<float>(velocity->y)};
    } else if (source.walking) {
        one.velocity = walking(scenario, map, one, chains[one.profile]);
    }
    add(one);
    tell(EventKind::born, static_cast<Row>(world.size() - 1), {});
}

void Simulation::Engine::spawn_in_region(std::size_t number, double now) {
    const SourceSpec& source = scenario.sources[number];
    SourceState& state = sources[number];
    const Box box = bounds(source.region);
    std::vector<Occupied> near;
    for (Row row = 0; row < world.size(); ++row) {
        const Place p = world.now.place[row];
        const Vec2d centre = (box.lower + box.upper) * 0.5, half = (box.upper - box.lower) * 0.5;
        const double r = world.now.motion[row].radius + 2.0;  // 2 m: the largest radius
        if (std::abs(wrapped_difference(p.x, centre.x, scenario.map.periodic.x)) > half.x + r) continue;
        if (std::abs(wrapped_difference(p.y, centre.y, scenario.map.periodic.y)) > half.y + r) continue;
        near.push_back({{p.x, p.y}, world.now.motion[row].radius});
    }
    const Chain& chain = chains[static_cast<std::size_t>(source.profile)];
    while (!is_dry(number) && due(number) <= now) {
        const AgentId id = next_id_of(number);
        const double radius = chain.draw_common(scenario.seed, id, kRadius);
        bool placed = false;
        for (int attempt = 0; attempt < kTries && !placed; ++attempt) {
            const std::uint64_t draw = steps * kTries + static_cast<std::uint64_t>(attempt);
            const Vec2d at{
                box.lower.x + (box.upper.x - box.lower.x) * random_unit(scenario.seed, id, 2 * draw, Purpose::place),
                box.lower.y +
                    (box.upper.y - box.lower.y) * random_unit(scenario.seed, id, 2 * draw + 1, Purpose::place)};
            if (!contains(source.region, at) || !map.walkable(at) || map.clearance(at, radius) < radius) continue;
            const bool free = std::none_of(near.begin(), near.end(), [&](const Occupied& o) {
                const double both = o.radius + radius;
                const Vec2d periodic = scenario.map.periodic;
                const Vec2d d{wrapped_difference(at.x, o.position.x, periodic.x),
                              wrapped_difference(at.y, o.position.y, periodic.y)};
                return norm_squared(d) < both * both;
            });
            if (!free) continue;
            enter({.id = id,
                   .profile = static_cast<std::uint16_t>(source.profile),
                   .position = at,
                   .target = source.target,
                   .group = source.group},
                  source, {});
            near.push_back({at, radius});
            placed = true;
        }
        if (!placed) break;
        draw_gap(number, ++state.sent);
    }
}

}  // namespace sidestep
