// What a kernel works with, for any number type F: one agent in double (unit tests), eight in floats (the engine).
#pragma once

#include <algorithm>
#include <span>

#include "avoid/agent_values.h"
#include "avoid/model.h"
#include "base/columns.h"
#include "base/random.h"

namespace sidestep::SIDESTEP_ARCH {

template <class F>
struct Vec {
    F x, y;
    friend SIDESTEP_INLINE Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
    friend SIDESTEP_INLINE Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
    friend SIDESTEP_INLINE Vec operator-(Vec a) { return {-a.x, -a.y}; }
    friend SIDESTEP_INLINE Vec operator*(Vec a, F s) { return {a.x * s, a.y * s}; }
    SIDESTEP_INLINE Vec& operator+=(Vec b) { return *this = *this + b; }
};
template <class F>
SIDESTEP_INLINE F dot(Vec<F> a, Vec<F> b) {
    return a.x * b.x + a.y * b.y;
}
/// Positive when b lies to the left of a.
template <class F>
SIDESTEP_INLINE F cross(Vec<F> a, Vec<F> b) {
    return a.x * b.y - a.y * b.x;
}
template <class F>
SIDESTEP_INLINE F norm(Vec<F> a) {
    return sqrt(dot(a, a));
}
template <class F, class M>
SIDESTEP_INLINE Vec<F> select(M m, Vec<F> yes, Vec<F> no) {
    return {select(m, yes.x, no.x), select(m, yes.y, no.y)};
}
/// a scaled to length at most `longest`.
template <class F>
SIDESTEP_INLINE Vec<F> limited(Vec<F> a, F longest) {
    const F n = norm(a);
    const F scale = select(n > longest, longest / n, F(1.0f));
    return a * scale;
}
/// The zero vector stays zero.
template <class F>
SIDESTEP_INLINE Vec<F> unit_or_zero(Vec<F> a) {
    const F n = norm(a);
    return a * select(n > F(0.0f), F(1.0f) / n, F(0.0f));
}

/// A quarter turn to the left.
template <class F>
SIDESTEP_INLINE Vec<F> left_of(Vec<F> a) {
    return {-a.y, a.x};
}
/// Angle from a to b in rad, positive to the left; 0 where one of them is zero.
template <class F>
SIDESTEP_INLINE F angle_between(Vec<F> a, Vec<F> b) {
    // + 0 makes a negative zero positive, whose angle would be π.
    return arc_tangent(cross(a, b), dot(a, b) + F(0.0f));
}
/// a turned to the left by less than a full turn (rad).
template <class F>
SIDESTEP_INLINE Vec<F> turned(Vec<F> a, F angle) {
    // By the magnitude, so that left and right are mirror images to the bit.
    const Direction<F> d = direction_of_turn(abs(angle) * F(0.159154943f));
    const F sine = select(angle < F(0.0f), -d.y, d.y);
    return {a.x * d.x - a.y * sine, a.y * d.x + a.x * sine};
}

/// The agent itself.
template <class F>
struct Own {
    Vec<F> velocity, heading;
    Vec<F> pref;  ///< velocity it would have alone
    F radius, max_speed, dt;
};

/// Direction of walking; for those who stand that of the wish, since they can turn on the spot.
template <class F>
SIDESTEP_INLINE Vec<F> direction_ahead(const Own<F>& own, F speed) {
    const F wish = norm(own.pref);
    const Vec<F> wished = select(wish > F(0.0f), own.pref * (F(1.0f) / max(wish, F(1e-20f))), own.heading);
    return select(speed < F(0.05f), wished, own.velocity * (F(1.0f) / max(speed, F(1e-20f))));
}

/// The wished speed, or less where the way point, `way` metres off, would otherwise lie inside the circle that one
/// turns in: who walks along `ahead` needs `turn_time` for a radian. Behind one's back it counts as beside.
template <class F>
SIDESTEP_INLINE F speed_to_turn(const Own<F>& own, Vec<F> ahead, F way, F turn_time) {
    const F wished = norm(own.pref);
    const F beside = select(dot(ahead, own.pref) < F(0.0f), wished, abs(cross(ahead, own.pref)));
    return min(way * wished / max(turn_time * beside, F(1e-6f)), wished);
}

/// Velocity after a step of a force model: velocity first, then place, and no faster than the maximum.
template <class F>
SIDESTEP_INLINE Vec<F> accelerated(const Own<F>& own, Vec<F> acceleration) {
    return limited(own.velocity + acceleration * own.dt, own.max_speed);
}

/// A neighbour: position relative to the agent, absolute velocity.
template <class F>
struct Near {
    Vec<F> position, velocity;
    F radius;
};

/// A wall: its ends relative to the agent.
template <class F>
struct WallPiece {
    Vec<F> a, b;
};

/// Nearest point of a wall to the agent, relative to it.
template <class F>
SIDESTEP_INLINE Vec<F> nearest_point(const WallPiece<F>& w) {
    const Vec<F> along = w.b - w.a;
    const F length2 = dot(along, along);
    const F t = clamp<F>(-dot(w.a, along) / max(length2, F(1e-20f)), F(0.0f), F(1.0f));
    // Exactly b at its end, so that two walls meeting there have the same nearest point.
    return select(t >= F(1.0f), w.b, w.a + along * t);
}

/// Where walls come closest (sense/wall_sight.h), as somebody who walks minds it.
template <class F>
struct Foot {
    Vec<F> at;     ///< relative to the agent
    Vec<F> along;  ///< the wall's direction, of any length
};

template <class F>
SIDESTEP_INLINE Vec<F> nearest_point(const Foot<F>& foot) {
    return foot.at;
}
template <class F>
SIDESTEP_INLINE Vec<F> along(const WallPiece<F>& w) {
    return w.b - w.a;
}
template <class F>
SIDESTEP_INLINE Vec<F> along(const Foot<F>& foot) {
    return foot.along;
}

/// A foot as it is minded by whoever wants to walk with `wish`, to a way point `way` metres off. One that the body will
/// pass is as far away but beside: it pushes aside and neither holds back nor drives on, so that nobody is kept out of
/// a door that is wide enough. One in the way stays where it is. Between half and nine tenths of the radius beside the
/// way it is in between. Beside is a hair behind, so that no rounding decides whether it is still to come. What lies
/// beyond the way point recedes over one radius: by then one will have turned or stopped.
template <class F>
SIDESTEP_INLINE Vec<F> as_minded(Vec<F> foot, Vec<F> wish, F way, F radius) {
    const Vec<F> ahead = unit_or_zero(wish);
    const F left = cross(ahead, foot);
    const F passed = clamp<F>((abs(left) / radius - F(0.5f)) * F(2.5f), F(0.0f), F(1.0f));
    const F distance = norm(foot);
    const Vec<F> beside = left_of(ahead) * select(left < F(0.0f), -distance, distance) - ahead * (F(0.01f) * distance);
    const F beyond = clamp<F>((dot(ahead, foot) - way) / radius, F(0.0f), F(0.95f));
    return unit_or_zero(foot + (beside - foot) * passed) * (distance / (F(1.0f) - beyond));
}

/// A wall as models without a term for walls see it: somebody of no width who stands at its nearest point.
template <class F, template <class> class Piece>
SIDESTEP_INLINE Near<F> standing_at(const Piece<F>& w) {
    return {nearest_point(w), {F(0.0f), F(0.0f)}, F(0.0f)};
}

/// Relative position of neighbour k, with a direction even where both are in exactly one place: then as if a millimetre
/// apart along x, the later id to the right.
template <class F, class NearLists>
SIDESTEP_INLINE Vec<F> apart(const NearLists& near, int k, Vec<F> position) {
    const Vec<F> beside{select(near.is_later(k), F(1e-3f), F(-1e-3f)), F(0.0f)};
    return select(dot(position, position) < F(1e-12f), beside, position);
}

/// Heading follows the velocity; below 0.05 m/s it stays.
template <class F>
SIDESTEP_INLINE Vec<F> heading_after(Vec<F> velocity, Vec<F> heading) {
    const F speed = norm(velocity);
    return select(speed >= F(0.05f), velocity * (F(1.0f) / speed), heading);
}

// ---- the engine's side: eight lanes of an octet ----

/// Parameters of eight agents, asked like those of one (AgentValues).
class Values {
public:
    Values(const WorldView& world, const Octet& octet) : pool_(world.values), octet_(octet) {}
    /// A parameter everybody has.
    SIDESTEP_INLINE Pack operator[](Common index) const { return at(index); }
    /// A parameter of the model, by its place in the model's table.
    SIDESTEP_INLINE Pack own(std::size_t index) const { return at(ValueLayout::own + index); }
    /// A model-wide choice: not drawn per agent, but profiles of one model may differ.
    SIDESTEP_INLINE Mask chosen(std::size_t index, int choice) const {
        return own(index) == Pack(static_cast<float>(choice));
    }
    /// The largest of the eight: what is done for all of them must be done so often.
    SIDESTEP_INLINE int most(std::size_t index) const {
        alignas(32) float each[kLanes];
        own(index).store(each);
        return static_cast<int>(octet_.same_values ? each[0] : *std::max_element(each, each + kLanes));
    }

private:
    SIDESTEP_INLINE Pack at(std::size_t index) const {
        if (octet_.same_values) return Pack(pool_[octet_.values[0] + index]);
        alignas(32) float v[kLanes];
        for (int i = 0; i < kLanes; ++i) v[i] = pool_[octet_.values[i] + index];
        return Pack::load(v);
    }

    const float* pool_;
    const Octet& octet_;
};

/// Where the eight agents are heading, relative to each.
SIDESTEP_INLINE Vec<Pack> way_points(const Octet& g) {
    return {Pack::load(g.way_x), Pack::load(g.way_y)};
}

/// Neighbours of eight agents, by (distance², id).
class Neighbours {
public:
    Neighbours(const BlockScratch& s, std::size_t octet)
        : records_(s.near_records.data() + s.near[octet].begin),
          list_(s.near[octet]),
          count_(PackInt::load(list_.count)),
          own_id_(PackInt::load(s.octets[octet].id) ^ PackInt(INT32_MIN)) {}
    int longest() const { return list_.longest; }
    int count(int lane) const { return list_.count[lane]; }
    AgentId id(int k, int lane) const { return records_[k].id[lane]; }
    SIDESTEP_INLINE Near<Pack> operator[](int k) const {
        const NearRecord& r = records_[k];
        return {{Pack::load(r.dx), Pack::load(r.dy)}, {Pack::load(r.vx), Pack::load(r.vy)}, Pack::load(r.radius)};
    }
    SIDESTEP_INLINE Mask present(int k) const { return count_ > PackInt(k); }
    /// Whether the neighbour's id is larger than the agent's: breaks ties of agents in one place.
    SIDESTEP_INLINE Mask is_later(int k) const {
        return (PackInt::load(records_[k].id) ^ PackInt(INT32_MIN)) > own_id_;
    }
    /// Entry k[lane] of each lane.
    SIDESTEP_INLINE Near<Pack> at(PackInt k) const {
        constexpr auto kStride = static_cast<std::int32_t>(sizeof(NearRecord) / sizeof(float));
        alignas(32) static constexpr std::int32_t kLane[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
        const PackInt at = k * PackInt(kStride) + PackInt::load(kLane);
        return {{gather(records_->dx, at), gather(records_->dy, at)},
                {gather(records_->vx, at), gather(records_->vy, at)},
                gather(records_->radius, at)};
    }

private:
    const NearRecord* records_;
    const LaneLists<NearRecord>& list_;
    PackInt count_;
    PackInt own_id_;  ///< with the top bit turned: ids are unsigned, comparisons are not
};

/// Walls that eight agents see: for models that foresee meeting them.
class WallsNear {
public:
    WallsNear(const BlockScratch& s, std::size_t octet) : WallsNear(s, s.wall[octet]) {}
    int longest() const { return list_.longest; }
    int count(int lane) const { return list_.count[lane]; }
    SIDESTEP_INLINE WallPiece<Pack> operator[](int k) const {
        const WallRecord& r = records_[k];
        return {{Pack::load(r.ax), Pack::load(r.ay)}, {Pack::load(r.bx), Pack::load(r.by)}};
    }
    SIDESTEP_INLINE Mask present(int k) const { return count_ > PackInt(k); }

protected:
    WallsNear(const BlockScratch& s, const LaneLists<WallRecord>& list)
        : records_(s.wall_records.data() + list.begin), list_(list), count_(PackInt::load(list_.count)) {}

private:
    const WallRecord* records_;
    const LaneLists<WallRecord>& list_;
    PackInt count_;
};

/// For models that are pushed or turned by walls: one foot for each place where walls come closest, so that a wall
/// counts once.
class FeetNear : public WallsNear {
public:
    FeetNear(const BlockScratch& s, std::size_t octet, const Own<Pack>& own)
        : WallsNear(s, s.foot[octet]), octet_(s.octets[octet]), wish_(own.pref), radius_(own.radius) {}
    SIDESTEP_INLINE Foot<Pack> operator[](int k) const {
        const WallPiece<Pack> wall = WallsNear::operator[](k);
        return {as_minded(nearest_point(wall), wish_, norm(way_points(octet_)), radius_), along(wall)};
    }

private:
    const Octet& octet_;
    Vec<Pack> wish_;
    Pack radius_;
};

SIDESTEP_INLINE Own<Pack> own_state(const WorldView& world, const Octet& g) {
    return {{Pack::load(g.vx), Pack::load(g.vy)},
            {Pack::load(g.heading_x), Pack::load(g.heading_y)},
            {Pack::load(g.pref_x), Pack::load(g.pref_y)},
            Pack::load(g.radius),
            Pack::load(g.max_speed),
            Pack(world.dt)};
}

/// Two numbers in [0, 1) for each of the eight agents: a pure function of (seed, id, step, purpose), like random_unit,
/// but in 32-bit arithmetic that eight lanes can do at once. `key` is random_bits(seed, 0, step, purpose).
struct RandomPair {
    Pack first, second;
};
SIDESTEP_INLINE RandomPair random_lanes(std::uint64_t key, const Octet& g) {
    PackInt h =
        PackInt::load(g.id) * PackInt(static_cast<std::int32_t>(0x9e3779b1u)) ^ PackInt(static_cast<std::int32_t>(key));
    h = h ^ shift_right<16>(h);
    h = h * PackInt(static_cast<std::int32_t>(0x85ebca6bu));
    h = h ^ shift_right<13>(h);
    h = h * PackInt(static_cast<std::int32_t>(0xc2b2ae35u)) + PackInt(static_cast<std::int32_t>(key >> 32));
    h = h ^ shift_right<16>(h);
    return {to_float(shift_right<16>(h)) * Pack(0x1p-16f), to_float(h & PackInt(0xffff)) * Pack(0x1p-16f)};
}

/// Writes the decisions of an octet's agents.
SIDESTEP_INLINE void decide(const Octet& g, Vec<Pack> velocity, Vec<Pack> heading, Decision* out) {
    // Unused lanes repeat the first agent, so writing them again changes nothing.
    to_records({velocity.x, velocity.y, heading.x, heading.y}, [&](int i) { return &out[g.row[i]].vx; });
}

/// What a model is told of the eight agents of an octet.
struct Told {
    SIDESTEP_INLINE Told(const AvoidBlock& block, std::size_t index)
        : world(block.world),
          octet(block.sensed.octets[index]),
          own(own_state(world, octet)),
          near(block.sensed, index),
          walls(block.sensed, index),
          feet(block.sensed, index, own),
          values(world, octet) {}
    /// How far each has to go to its way point.
    SIDESTEP_INLINE Pack goal_distance() const { return norm(way_points(octet)); }

    const WorldView& world;
    const Octet& octet;
    Own<Pack> own;
    Neighbours near;
    WallsNear walls;
    FeetNear feet;
    Values values;
};

/// A block's step for a model that is a function: `velocity_of` turns what an octet is told into its next velocities,
/// and headings follow those.
template <class VelocityOf>
SIDESTEP_INLINE void decide_each(const AvoidBlock& block, const VelocityOf& velocity_of) {
    for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) {
        const Told told(block, i);
        const Vec<Pack> v = velocity_of(told);
        decide(told.octet, v, heading_after(v, told.own.heading), block.decisions);
    }
}

// ---- explaining: one lane of the eight, in the numbers the engine used ----

/// Takes one agent's numbers out of those of eight.
struct LaneOf {
    int lane;
    double operator()(Pack p) const {
        alignas(32) float v[kLanes];
        p.store(v);
        return v[lane];
    }
    int operator()(PackInt i) const {
        alignas(32) std::int32_t v[kLanes];
        i.store(v);
        return v[lane];
    }
    Vec2d operator()(Vec<Pack> v) const { return {(*this)(v.x), (*this)(v.y)}; }
    bool operator()(Mask m) const { return (bits(m) >> lane & 1u) != 0; }
};

/// Passed to a sum that may be watched while it is made. In the engine nobody watches, and nothing is left of it.
struct Unwatched {
    template <class... Parts>
    SIDESTEP_INLINE void operator()(const Parts&...) const {}
};

/// What every explanation begins with.
inline void draw_choice(Drawing& draw, LaneOf of, const Own<Pack>& own, Vec<Pack> velocity) {
    draw.vector(Role::decision, "chosen velocity", of(velocity), unit_name::velocity);
    draw.vector(Role::wish, "preferred velocity", of(own.pref), unit_name::velocity);
}

// ---- the unit tests' side: one agent ----

/// A list for F = double with the interface of Neighbours.
class NearList {
public:
    explicit NearList(std::span<const Near<double>> entries) : entries_(entries) {}
    int longest() const { return static_cast<int>(entries_.size()); }
    Near<double> operator[](int k) const { return entries_[static_cast<std::size_t>(k)]; }
    bool present(int) const { return true; }
    bool is_later(int) const { return true; }
    Near<double> at(int k) const { return entries_[static_cast<std::size_t>(k)]; }

private:
    std::span<const Near<double>> entries_;
};
class WallList {
public:
    explicit WallList(std::span<const WallPiece<double>> entries) : entries_(entries) {}
    int longest() const { return static_cast<int>(entries_.size()); }
    int feet() const { return longest(); }
    WallPiece<double> operator[](int k) const { return entries_[static_cast<std::size_t>(k)]; }
    bool present(int) const { return true; }

private:
    std::span<const WallPiece<double>> entries_;
};

}  // namespace sidestep::SIDESTEP_ARCH
