// What a kernel works with, for any number type F: one agent in double (unit tests), eight in floats (the engine).
#pragma once

#include <span>

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

/// The agent itself.
template <class F>
struct Own {
    Vec<F> velocity, heading;
    Vec<F> pref;  ///< velocity it would have alone
    F radius, max_speed, dt;
};

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

/// Heading follows the velocity; below 0.05 m/s it stays.
template <class F>
SIDESTEP_INLINE Vec<F> heading_after(Vec<F> velocity, Vec<F> heading) {
    const F speed = norm(velocity);
    return select(speed >= F(0.05f), velocity * (F(1.0f) / speed), heading);
}

// ---- the engine's side: eight lanes of a group ----

/// Parameters of eight agents; `index` counts common parameters first.
class Values {
public:
    Values(const WorldView& world, const Group& group) : pool_(world.values), group_(group) {}
    SIDESTEP_INLINE Pack operator[](std::size_t index) const {
        if (group_.same_values) return Pack(pool_[group_.values[0] + index]);
        alignas(32) float v[kLanes];
        for (int i = 0; i < kLanes; ++i) v[i] = pool_[group_.values[i] + index];
        return Pack::load(v);
    }
    /// A parameter of the model, by its place in the model's table.
    SIDESTEP_INLINE Pack own(std::size_t index) const { return (*this)[ValueLayout::own + index]; }
    /// A model-wide choice: not drawn per agent, but profiles of one model may differ.
    SIDESTEP_INLINE Mask chosen(std::size_t index, int choice) const {
        return own(index) == Pack(static_cast<float>(choice));
    }

private:
    const float* pool_;
    const Group& group_;
};

/// Neighbours of eight agents, by (distance², id).
class Neighbours {
public:
    Neighbours(const BlockScratch& s, std::size_t group)
        : records_(s.near_records.data() + s.near[group].begin),
          list_(s.near[group]),
          count_(PackInt::load(list_.count)),
          own_id_(PackInt::load(s.groups[group].id) ^ PackInt(INT32_MIN)) {}
    int longest() const { return list_.longest; }
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

class WallsNear {
public:
    WallsNear(const BlockScratch& s, std::size_t group)
        : records_(s.wall_records.data() + s.wall[group].begin),
          list_(s.wall[group]),
          count_(PackInt::load(list_.count)) {}
    int longest() const { return list_.longest; }
    SIDESTEP_INLINE WallPiece<Pack> operator[](int k) const {
        const WallRecord& r = records_[k];
        return {{Pack::load(r.ax), Pack::load(r.ay)}, {Pack::load(r.bx), Pack::load(r.by)}};
    }
    SIDESTEP_INLINE Mask present(int k) const { return count_ > PackInt(k); }

private:
    const WallRecord* records_;
    const LaneLists<WallRecord>& list_;
    PackInt count_;
};

SIDESTEP_INLINE Own<Pack> own_state(const WorldView& world, const Group& g) {
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
SIDESTEP_INLINE RandomPair random_lanes(std::uint64_t key, const Group& g) {
    PackInt h =
        PackInt::load(g.id) * PackInt(static_cast<std::int32_t>(0x9e3779b1u)) ^ PackInt(static_cast<std::int32_t>(key));
    h = h ^ shift_right<16>(h);
    h = h * PackInt(static_cast<std::int32_t>(0x85ebca6bu));
    h = h ^ shift_right<13>(h);
    h = h * PackInt(static_cast<std::int32_t>(0xc2b2ae35u)) + PackInt(static_cast<std::int32_t>(key >> 32));
    h = h ^ shift_right<16>(h);
    return {to_float(shift_right<16>(h)) * Pack(0x1p-16f), to_float(h & PackInt(0xffff)) * Pack(0x1p-16f)};
}

/// Writes the decisions of a group's agents.
SIDESTEP_INLINE void decide(const Group& g, Vec<Pack> velocity, Vec<Pack> heading, Decision* out) {
    // Unused lanes repeat the first agent, so writing them again changes nothing.
    to_records({velocity.x, velocity.y, heading.x, heading.y}, [&](int i) { return &out[g.row[i]].vx; });
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
    WallPiece<double> operator[](int k) const { return entries_[static_cast<std::size_t>(k)]; }
    bool present(int) const { return true; }

private:
    std::span<const WallPiece<double>> entries_;
};

}  // namespace sidestep::SIDESTEP_ARCH
