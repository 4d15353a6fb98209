// Reactive navigation: a wish passes through personal space, collision avoidance and a security check.
//
// F. Lamarche, S. Donikian: Crowd of virtual humans: a new approach for real time navigation in complex and structured
// environments. Computer Graphics Forum 23(3), 2004, section 4. Neighbours come from the Delaunay graph of everybody,
// without links through walls. What the paper prints wrongly or leaves open, and what we chose, is in
// docs/models/reactive.md.
//
// Which proposal is looked at next differs from agent to agent, so this model walks one lane at a time, in double.
#pragma once

#include <limits>

#include "avoid/lanes.h"
#include "base/math.h"
#include "sidestep/reactions.h"

namespace sidestep {

namespace reactive {
enum : std::size_t {
    kPersonalDistance,
    kWallDistance,
    kPersonalGain,
    kRawVector,
    kDenseException,
    kOvertakingException,
    kGroupException,
    kMargin,
    kReactionTime,
    kSeparationSpeed,
    kReactions,
    kSecurity,
    kMaxExpansions,
    kParameterCount
};
enum Rule { kDrivingRule, kMinimalAdjustment, kRules };
inline constexpr std::string_view kRuleNames[] = {"driving_rule", "minimal_adjustment"};
enum Security { kBraking, kAsPrinted };
inline constexpr std::string_view kSecurityNames[] = {"braking", "paper"};

inline constexpr Parameter kParameters[] = {
    {.name = "personal_distance",
     .symbol = "d_N",
     .unit = "m",
     .fallback = 0.8,
     .min = 0,
     .max = 2,
     .source = "chosen here",
     .meaning = "distance from centre to centre that is kept from others where nothing speaks against it; 0: none"},
    {.name = "wall_distance",
     .symbol = "d_W",
     .unit = "m",
     .fallback = 0.4,
     .min = 0,
     .max = 2,
     .source = "chosen here",
     .meaning = "distance from the centre that is kept from walls; 0: none"},
    {.name = "personal_gain",
     .symbol = "–",
     .unit = "m/s",
     .fallback = 1,
     .min = 0,
     .max = 3,
     .source = "chosen here: the paper's vector is not normalised",
     .meaning = "repulsion of somebody in the same place; too large a value turns people round"},
    switch_parameter("raw_vector", kOff, "2004, as printed",
                     "on: repulsion keeps the length of the difference of positions, so it vanishes at contact"),
    switch_parameter("dense_exception", kOn, "2004 names it; the rule is chosen here",
                     "personal distance shrinks to the mean distance of the neighbours where that is less"),
    switch_parameter("overtaking_exception", kOn, "2004 names it; the rule is chosen here",
                     "no personal distance from somebody slower who walks the same way and is not yet behind"),
    switch_parameter("group_exception", kOn, "2004", "no personal distance from people of one's own group"),
    {.name = "margin",
     .symbol = "ε",
     .unit = "m",
     .fallback = 0.1,
     .min = 0,
     .max = 0.5,
     .source = "2004; value chosen here",
     .meaning = "distance between bodies that a foreseen collision counts from"},
    {.name = "reaction_time",
     .symbol = "t_react",
     .unit = "s",
     .fallback = 1,
     .min = 0.2,
     .max = 2,
     .source = "2004; value chosen here",
     .meaning = "time to the next contact below which the security check slows down"},
    {.name = "separation_speed",
     .symbol = "v_sep",
     .unit = "m/s",
     .fallback = 0.3,
     .min = 0,
     .max = 2,
     .source = "chosen here",
     .meaning = "speed at which somebody closer than the margin is left"},
    {.name = "reactions",
     .symbol = "–",
     .unit = "–",
     .fallback = kDrivingRule,
     .min = 0,
     .max = 65535,
     .source = "2004, fig. 11",
     .meaning = "what is tried against which collision: a rule of the paper, or a table of the scene's \"reactions\"",
     .choices = kRuleNames,
     .per_agent = false,
     .calibratable = false,
     .scene_names = "reactions"},
    {.name = "security",
     .symbol = "–",
     .unit = "–",
     .fallback = kBraking,
     .min = 0,
     .max = 1,
     .source = "2004 (paper), chosen here (braking)",
     .meaning = "how the security check slows down; the printed rule oscillates before walls",
     .choices = kSecurityNames,
     .per_agent = false,
     .calibratable = false},
    {.name = "max_expansions",
     .symbol = "–",
     .unit = "–",
     .fallback = 64,
     .min = 1,
     .max = 64,
     .source = "chosen here",
     .meaning = "velocities looked at before the best one so far is taken",
     .calibratable = false},
};
inline constexpr PresetValue kPublishedValues[] = {{"radius", 0.25}, {"pref_speed", 1.4}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {
    {kMaxSpeed, 2}, {kMaxAccel, 2}, {kNeighbourRange, 50}, {kMaxNeighbours, 0}, {kGoalRadius, 0.5}};
inline constexpr PartInfo kInfo{
    .name = "reactive",
    .kind = PartKind::avoid,
    .source = "Lamarche, Donikian: Crowd of virtual humans, Computer Graphics Forum 23(3), 2004",
    .summary = "personal space, reactions to foreseen collisions by their type, security check; Delaunay neighbours",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .neighbours = {.provider = NeighbourSpec::Provider::graph},
    .presets = kPresets};

inline constexpr double kNever = std::numeric_limits<double>::infinity();
inline constexpr double kStanding = 0.05;       // m/s: slower neighbours count as standing
inline constexpr double kTangentMargin = 1e-3;  // m: what just touches the circle is no collision any more
inline constexpr int kMostNeighbours = 64;      // a hub of the graph looks at its nearest ones

constexpr ReactionTable table_of(std::initializer_list<Reaction> front, std::initializer_list<Reaction> back,
                                 std::initializer_list<Reaction> standing) {
    ReactionTable table;
    const auto set = [&](CollisionType type, std::initializer_list<Reaction> list) {
        ReactionList& to = table.on[static_cast<std::size_t>(type)];
        for (const Reaction& r : list) to.reaction[to.count++] = r;
    };
    set(CollisionType::rear, {{Reaction::Kind::accept, 1, 1}});
    set(CollisionType::front, front);
    set(CollisionType::back, back);
    set(CollisionType::standing, standing);
    return table;
}
inline constexpr Reaction kRight{Reaction::Kind::right, 1, 1}, kLeft{Reaction::Kind::left, 1, 1};
inline constexpr Reaction kSlower{Reaction::Kind::slower, 1, 1}, kFaster{Reaction::Kind::faster, 1, 5};
/// Figure 11, in the order of kRuleNames.
inline constexpr ReactionTable kRuleTables[kRules] = {
    table_of({kRight, kSlower, kFaster}, {kLeft, kSlower, kFaster}, {kRight, kLeft}),
    table_of({kRight, kLeft, kSlower, kFaster}, {kRight, kLeft, kSlower, kFaster}, {kRight, kLeft})};
}  // namespace reactive

namespace SIDESTEP_ARCH {

using Vecd = Vec<double>;

struct ReactiveValues {
    double personal_distance, wall_distance, personal_gain, margin, reaction_time, separation_speed;
    bool raw_vector, dense_exception, overtaking_exception, group_exception, security_as_printed;
    int max_expansions;
    const ReactionTable* reactions;
};

template <class Source>
SIDESTEP_INLINE ReactiveValues reactive_values(const Source& v, const ReactionTable* of_scene) {
    using namespace reactive;
    const auto rule = v.most(kReactions);
    return {.personal_distance = v.own(kPersonalDistance),
            .wall_distance = v.own(kWallDistance),
            .personal_gain = v.own(kPersonalGain),
            .margin = v.own(kMargin),
            .reaction_time = v.own(kReactionTime),
            .separation_speed = v.own(kSeparationSpeed),
            .raw_vector = v.chosen(kRawVector, kOn),
            .dense_exception = v.chosen(kDenseException, kOn),
            .overtaking_exception = v.chosen(kOvertakingException, kOn),
            .group_exception = v.chosen(kGroupException, kOn),
            .security_as_printed = v.chosen(kSecurity, kAsPrinted),
            .max_expansions = v.most(kMaxExpansions),
            .reactions = rule < kRules ? &kRuleTables[rule] : of_scene + (rule - kRules)};
}

struct ReactiveNear {
    Vecd position, velocity;  ///< relative, absolute
    double radius;
    bool is_later;           ///< its id is the larger one: parts agents in one place
    double contact;          ///< R: distance of centres below which they collide
    bool companion = false;  ///< of one's own group
};

// ---- personal space (section 4.2; spec 4.3) ----

/// Repulsion of something at `to`, the other way for what stands in the same place.
SIDESTEP_INLINE Vecd repulsion(Vecd to, double reach, const ReactiveValues& p) {
    const double d = norm(to);
    if (d < 1e-9 || d >= reach) return {0, 0};
    const double strength = (reach - d) / reach * p.personal_gain;
    return to * -(p.raw_vector ? strength : strength / d);
}

/// Distance others are kept at: people stand for less where it is crowded.
SIDESTEP_INLINE double personal_reach(std::span<const ReactiveNear> near, const ReactiveValues& p) {
    if (!p.dense_exception || near.size() < 3) return p.personal_distance;
    double sum = 0;
    for (const ReactiveNear& n : near) sum += norm(n.position);
    return min(p.personal_distance, sum / static_cast<double>(near.size()));
}

/// Somebody slower going the same way, ahead or beside.
SIDESTEP_INLINE bool overtakes(Vecd wish, const ReactiveNear& n) {
    const double speed2 = dot(wish, wish), along = dot(wish, n.velocity);
    if (along <= 0 || along >= speed2 || dot(n.velocity, n.velocity) < reactive::kStanding * reactive::kStanding) {
        return false;
    }
    return dot(wish, n.position) > -n.contact * sqrt(speed2);
}

template <class WallLists>
SIDESTEP_INLINE Vecd personal_space(Vecd wish, std::span<const ReactiveNear> near, const WallLists& walls,
                                    const ReactiveValues& p) {
    const double speed = norm(wish);
    Vecd sum = wish;
    const double reach = personal_reach(near, p);
    for (const ReactiveNear& n : near) {
        if (p.overtaking_exception && overtakes(wish, n)) continue;
        if (p.group_exception && n.companion) continue;
        sum += repulsion(n.position, reach, p);
    }
    for (int k = 0; k < walls.feet(); ++k) sum += repulsion(nearest_point(walls[k]), p.wall_distance, p);
    const double length = norm(sum);
    return length < 1e-9 ? wish : sum * (speed / length);
}

// ---- collisions (spec 4.4, 4.5) ----

/// When somebody with velocity v touches n; 0 where they are too close already and do not part.
SIDESTEP_INLINE double collision_time(Vecd v, const ReactiveNear& n) {
    const Vecd from = -n.position, relative = v - n.velocity;
    const double a = dot(relative, relative), b = dot(from, relative), r2 = n.contact * n.contact;
    const double c = dot(from, from) - r2;
    if (c < 0) return a < 1e-12 || b < 0 ? 0 : reactive::kNever;
    const double root = b * b - a * c;
    if (b >= 0 || a < 1e-12 || root <= 1e-12 * a * r2) return reactive::kNever;
    return c / (sqrt(root) - b);
}

struct Collision {
    double time = reactive::kNever;
    int with = -1;
};
SIDESTEP_INLINE Collision earliest_collision(Vecd v, std::span<const ReactiveNear> near) {
    Collision first;
    for (std::size_t k = 0; k < near.size(); ++k) {
        const double t = collision_time(v, near[k]);
        if (t < first.time) first = {t, static_cast<int>(k)};
    }
    return first;
}

SIDESTEP_INLINE CollisionType collision_type(Vecd v, const ReactiveNear& n, double time) {
    if (dot(n.velocity, n.velocity) < reactive::kStanding * reactive::kStanding) return CollisionType::standing;
    const Vecd between = n.position + (n.velocity - v) * time;
    if (dot(between, v) < 0 || dot(v, v) < 1e-12) return CollisionType::rear;
    return dot(v, n.velocity) < 0 ? CollisionType::front : CollisionType::back;
}

// ---- reactions (spec 4.6) ----

SIDESTEP_INLINE double raised(double x, double beta) {
    if (beta == 1) return x;
    if (beta == 5) return x * x * (x * x) * x;
    return x > 0 ? power(x, beta) : 0;
}

/// Quality of v for somebody who wants `wish`: 1 for the wish itself.
SIDESTEP_INLINE double quality(Vecd v, Vecd wish, double beta_direction, double beta_norm) {
    const double a = norm(v), b = norm(wish);
    const double cosine = a > 0 && b > 0 ? clamp<double>(dot(v, wish) / (a * b), -1, 1) : 1;
    const double direction = max(0, 2 * raised(0.5 * (1 + cosine), beta_direction) - 1);
    const double longer = max(a, b);
    return direction * (longer > 0 ? raised(min(a, b) / longer, beta_norm) : 1);
}

/// Directions, relative to n, that just pass it.
struct Tangents {
    Vecd left, right;
};
SIDESTEP_INLINE Tangents tangents(const ReactiveNear& n) {
    const double d = norm(n.position);
    const Vecd u = n.position * (1 / d);
    const double s = min((n.contact + reactive::kTangentMargin) / d, 1), c = sqrt(1 - s * s);
    return {{u.x * c - u.y * s, u.x * s + u.y * c}, {u.x * c + u.y * s, u.y * c - u.x * s}};
}

struct Proposal {
    bool valid = false;
    Vecd velocity{0, 0};
    double quality = 0;
};

/// The same speed, turned until it passes along direction d.
SIDESTEP_INLINE Proposal turned(Vecd v, const ReactiveNear& n, Vecd d) {
    const double along = dot(n.velocity, d);
    const double root = along * along - dot(n.velocity, n.velocity) + dot(v, v);
    if (root < 0) return {};
    Proposal best;
    double best_dot = 0;
    for (const double sign : {1.0, -1.0}) {
        const double alpha = -along + sign * sqrt(root);
        if (alpha <= 0) continue;
        const Vecd w = n.velocity + d * alpha;
        if (!best.valid || dot(w, v) > best_dot) best = {true, w, 0}, best_dot = dot(w, v);
    }
    return best;
}

/// The same direction at another speed, slower or faster, passing along direction d.
SIDESTEP_INLINE Proposal paced(Vecd v, const ReactiveNear& n, Vecd d, bool faster, double max_speed) {
    const double across = cross(v, d);
    if (abs(across) < 1e-12) return {};
    const double beta = cross(n.velocity, d) / across;
    const double alpha = dot(v * beta - n.velocity, d);
    if (alpha < -1e-9) return {};
    if (faster ? beta <= 1 || beta * beta * dot(v, v) > max_speed * max_speed : beta < 0 || beta >= 1) return {};
    return {true, v * beta, 0};
}

/// What one reaction proposes instead of v against n, rated against the wish.
SIDESTEP_INLINE Proposal react(const Reaction& r, Vecd v, const ReactiveNear& n, Vecd wish, double max_speed) {
    const Tangents t = tangents(n);
    const auto rated = [&](Proposal p) {
        if (p.valid) p.quality = quality(p.velocity, wish, r.beta_direction, r.beta_norm);
        return p;
    };
    switch (r.kind) {
        case Reaction::Kind::right:
            return rated(turned(v, n, t.right));
        case Reaction::Kind::left:
            return rated(turned(v, n, t.left));
        case Reaction::Kind::slower:
        case Reaction::Kind::faster: {
            const bool faster = r.kind == Reaction::Kind::faster;
            const Proposal a = rated(paced(v, n, t.right, faster, max_speed));
            const Proposal b = rated(paced(v, n, t.left, faster, max_speed));
            return !a.valid || (b.valid && b.quality > a.quality) ? b : a;
        }
        default:
            return {};
    }
}

/// Away from somebody who is too close already.
SIDESTEP_INLINE Proposal part_from(Vecd v, const ReactiveNear& n, Vecd wish, const ReactiveValues& p) {
    const double d = norm(n.position);
    const Vecd away = d < 1e-9 ? Vecd{n.is_later ? -1.0 : 1.0, 0} : n.position * (-1 / d);
    const double lacking = max(0, p.separation_speed - dot(v - n.velocity, away));
    const Vecd w = v + away * lacking;
    return {true, w, quality(w, wish, 1, 1)};
}

// ---- best first (spec 4.7) ----

struct Avoidance {
    Vecd velocity;
    int expansions;
};
SIDESTEP_INLINE Avoidance avoid_collisions(Vecd wish, std::span<const ReactiveNear> near, double max_speed,
                                           const ReactiveValues& p) {
    struct Candidate {
        Vecd v;
        double quality, time, key;
    };
    constexpr int kMost = 64 * static_cast<int>(ReactionList::kMost);
    Candidate open[kMost];
    int count = 0;
    open[count++] = {wish, 1, reactive::kNever, reactive::kNever};
    Vecd best{0, 0};
    double best_key = -1;
    for (int expansions = 1;; ++expansions) {
        if (count == 0) return {{0, 0}, expansions};
        int pick = 0;
        for (int i = 1; i < count; ++i) {
            if (open[i].key > open[pick].key ||
                (open[i].key == open[pick].key && open[i].quality > open[pick].quality)) {
                pick = i;
            }
        }
        const Candidate c = open[pick];
        // Order is that of insertion: what comes later moves up.
        for (int i = pick + 1; i < count; ++i) open[i - 1] = open[i];
        --count;
        const Collision hit = earliest_collision(c.v, near);
        if (hit.with < 0 || hit.time >= c.time) return {c.v, expansions};
        const ReactiveNear& n = near[static_cast<std::size_t>(hit.with)];
        const ReactionList& list = p.reactions->on[static_cast<std::size_t>(collision_type(c.v, n, hit.time))];
        for (std::uint32_t i = 0; i < list.count; ++i) {
            if (list.reaction[i].kind == Reaction::Kind::accept) return {c.v, expansions};
        }
        if (c.quality * hit.time > best_key) best_key = c.quality * hit.time, best = c.v;
        if (expansions >= p.max_expansions) return {best, expansions};
        const auto propose = [&](const Proposal& made) {
            if (!made.valid || dot(made.velocity, made.velocity) > max_speed * max_speed * (1 + 1e-9)) return;
            // No time left is worth nothing, even at infinite quality of the wish.
            const double key = made.quality > 0 ? made.quality * hit.time : 0;
            open[count++] = {made.velocity, made.quality, hit.time, key};
        };
        if (hit.time == 0) {
            propose(part_from(c.v, n, wish, p));
        } else {
            for (std::uint32_t i = 0; i < list.count; ++i) propose(react(list.reaction[i], c.v, n, wish, max_speed));
        }
    }
}

// ---- security (spec 4.8) ----

/// When a body of this radius moving with v touches the wall; 0 where it does already and comes closer.
SIDESTEP_INLINE double wall_time(Vecd v, const WallPiece<double>& wall, double radius) {
    const Vecd foot = nearest_point(wall);
    const double r2 = radius * radius;
    if (dot(foot, foot) <= r2) return dot(foot, v) > 0 ? 0 : reactive::kNever;
    double first = reactive::kNever;
    const Vecd along = wall.b - wall.a;
    const double length2 = dot(along, along);
    const double side = cross(along, -wall.a), closing = cross(along, v);  // both times the wall's length
    if (side * closing < 0) {
        const double length = sqrt(length2);
        const double t = (abs(side) - radius * length) / abs(closing);
        const double at = dot(v * t - wall.a, along);
        if (t >= 0 && at >= 0 && at <= length2) first = t;
    }
    for (const Vecd corner : {wall.a, wall.b}) {
        const double a = dot(v, v), b = -dot(corner, v), c = dot(corner, corner) - r2;
        const double root = b * b - a * c;
        if (b < 0 && c > 0 && root > 0) first = min(first, c / (sqrt(root) - b));
    }
    return first;
}

/// Slows down before the next contact of the velocity one still has.
template <class WallLists>
SIDESTEP_INLINE Vecd keep_reaction_time(Vecd wish, const Own<double>& own, std::span<const ReactiveNear> near,
                                        const WallLists& walls, const ReactiveValues& p) {
    const double speed = norm(wish);
    if (speed < 1e-9) return wish;
    double time = reactive::kNever, distance = reactive::kNever;
    for (const ReactiveNear& n : near) {
        const double t = collision_time(own.velocity, n);
        if (t == reactive::kNever) continue;
        if (!p.security_as_printed) {
            // Who comes from behind must brake himself; who is too close already is no reason to stop, see below.
            if (t == 0 || collision_type(own.velocity, n, t) == CollisionType::rear) continue;
        }
        time = min(time, t);
        distance = min(distance, t * norm(own.velocity - n.velocity));
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const double t = wall_time(own.velocity, walls[k], own.radius);
        if (t == reactive::kNever) continue;
        if (!p.security_as_printed && t == 0 && dot(wish, nearest_point(walls[k])) <= 0) continue;
        time = min(time, t);
        distance = min(distance, t * norm(own.velocity));
    }
    if (p.security_as_printed) return time < p.reaction_time ? wish * (time / p.reaction_time) : wish;
    Vecd v = wish * min(1, sqrt(distance / (speed * p.reaction_time)));
    // Too close already: no closer, the nearest last. Standing still instead would freeze a ring of people for ever.
    for (std::size_t k = near.size(); k-- > 0;) {
        const ReactiveNear& n = near[k];
        const double d = norm(n.position);
        if (d >= n.contact || d < 1e-9) continue;
        const Vecd towards = n.position * (1 / d);
        v += towards * -max(0, dot(v - n.velocity, towards));
    }
    return limited(v, speed);
}

// ---- the whole pipe ----

template <class WallLists>
SIDESTEP_INLINE Vecd reactive_velocity(const Own<double>& own, std::span<const ReactiveNear> near,
                                       const WallLists& walls, const ReactiveValues& p) {
    const Vecd polite = personal_space(own.pref, near, walls, p);
    const Vecd free = avoid_collisions(polite, near, own.max_speed, p).velocity;
    return limited(keep_reaction_time(free, own, near, walls, p), own.max_speed);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
