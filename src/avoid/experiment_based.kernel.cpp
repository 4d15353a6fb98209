#include "avoid/experiment_based.h"

#include <array>
#include <cmath>
#include <cstring>

namespace sidestep::SIDESTEP_ARCH {

namespace {

/// One agent's part of eight. Copied as bytes: the compiler may think that a vector in memory holds no floats.
template <class Number, class Row>
Number lane_as(const Row& row, int lane) {
    static_assert(sizeof(Row) == sizeof(LaneRow) && sizeof(Number) == sizeof(float));
    Number value;
    std::memcpy(&value, reinterpret_cast<const char*>(&row) + sizeof(float) * static_cast<std::size_t>(lane),
                sizeof value);
    return value;
}
float lane_of(const Pack& row, int lane) {
    return lane_as<float>(row, lane);
}
bool lane_of(const Mask& row, int lane) {
    return lane_as<std::int32_t>(row, lane) != 0;
}

/// What the tangent that is taken makes of the agent: the other crosses its way ahead, behind or not at all.
const char* role_name(Vec2d other, Vec2d tangent, Vec2d heading) {
    const double across = cross(heading, tangent);
    if (std::abs(across) < 0.2 || std::abs(cross(heading, other)) < 1e-6) return "steps aside";
    return cross(other, tangent) / across > 0 ? "gives way" : "passes first";
}

/// Instead of an id: somebody expected, not seen.
constexpr AgentId kNobodyInParticular = UINT32_MAX;

/// The k-th of those whom eight agents see, nearest first, and what each agent knows of it.
struct SeenRecord {
    NearRecord near;
    LaneRow time, ax, ay, role;
};
static_assert(sizeof(SeenRecord) == 10 * sizeof(LaneRow));

/// Working memory of one octet, cut out of the thread's.
struct Room {
    Room(ModelScratch& scratch, std::size_t neighbours, std::size_t walls) {
        constexpr std::size_t kMeeting = sizeof(Meeting<Pack>) / sizeof(LaneRow), kOther = 2;
        static_assert(sizeof(OtherWedge<float>) <= kOther * sizeof(LaneRow));
        static_assert(sizeof(WallLimit<float>) <= sizeof(LaneRow));
        const std::size_t needed = neighbours * (10 + kMeeting + 2 + kOther) + walls * (3 + 1);
        if (scratch.rows.size() < needed) scratch.rows.resize(needed);
        LaneRow* at = scratch.rows.data();
        const auto cut = [&](std::size_t rows) {
            LaneRow* here = at;
            at += rows;
            return here;
        };
        seen = reinterpret_cast<SeenRecord*>(cut(10 * neighbours));
        meetings = reinterpret_cast<Meeting<Pack>*>(cut(kMeeting * neighbours));
        removed = reinterpret_cast<Span<Pack>*>(cut(2 * neighbours));
        others = reinterpret_cast<OtherWedge<float>*>(cut(kOther * neighbours));
        limits = reinterpret_cast<WallLimit<Pack>*>(cut(3 * walls));
        lane_limits = reinterpret_cast<WallLimit<float>*>(cut(walls));
    }
    SeenRecord* seen;
    Meeting<Pack>* meetings;
    Span<Pack>* removed;
    OtherWedge<float>* others;
    WallLimit<Pack>* limits;
    WallLimit<float>* lane_limits;
};

/// Whom eight agents see: of their neighbours those in view, then the walkers they expect behind corners.
class Seen {
public:
    Seen(const AvoidBlock& block, std::size_t octet, const ExperimentValues<Pack>& p, const Kite<Pack>& kite,
         Room& room)
        : block_(block), g_(block.sensed.octets[octet]), rows_(room.seen) {
        collect(octet, kite, p.cos_half_fov);
        recall(any(p.accelerates));
    }

    int longest() const { return longest_; }
    SIDESTEP_INLINE Near<Pack> operator[](int k) const {
        const NearRecord& r = rows_[k].near;
        return {{Pack::load(r.dx), Pack::load(r.dy)}, {Pack::load(r.vx), Pack::load(r.vy)}, Pack::load(r.radius)};
    }
    SIDESTEP_INLINE Mask present(int k) const { return PackInt::load(count_) > PackInt(k); }
    SIDESTEP_INLINE Mask is_later(int k) const {
        const PackInt top = PackInt(INT32_MIN);  // ids are unsigned, comparisons are not
        return (PackInt::load(rows_[k].near.id) ^ top) > (PackInt::load(g_.id) ^ top);
    }
    SIDESTEP_INLINE Noticed<Pack> operator()(int k) const {
        const SeenRecord& r = rows_[k];
        const Pack role = Pack::load(r.role.v);
        return {Pack::load(r.time.v), {Pack::load(r.ax.v), Pack::load(r.ay.v)}, role > Pack(0.5f), role > Pack(2.5f)};
    }
    int count(int lane) const { return count_[lane]; }
    AgentId id(int k, int lane) const { return rows_[k].near.id[lane]; }

    /// Adds the expected walkers; they are nobody's acquaintance.
    void expect(std::size_t octet) {
        const LaneLists<WallRecord>& walls = block_.sensed.wall[octet];
        const WallRecord* records = block_.sensed.wall_records.data() + walls.begin;
        for (int lane = 0; lane < kLanes; ++lane) {
            const AgentValues v(block_.world.values + g_.values[lane]);
            const double speed = v.own(experiment_based::kExpectedSpeed);
            if (speed <= 0) continue;
            std::array<WallPiece<double>, 32> near_walls;
            const auto n = std::min<std::size_t>(near_walls.size(), static_cast<std::size_t>(walls.count[lane]));
            for (std::size_t k = 0; k < n; ++k) {
                const WallRecord& r = records[k];
                near_walls[k] = {{r.ax[lane], r.ay[lane]}, {r.bx[lane], r.by[lane]}};
            }
            const double vx = g_.vx[lane], vy = g_.vy[lane], walking = sqrt(vx * vx + vy * vy);
            const Vec<double> heading = walking >= 1e-3 ? Vec<double>{vx / walking, vy / walking}
                                                        : Vec<double>{g_.heading_x[lane], g_.heading_y[lane]};
            std::array<Near<double>, kMostExpected> found;
            const int more = expected_walkers({near_walls.data(), n}, heading, v.own(experiment_based::kExpectedRange),
                                              g_.radius[lane], speed, found.data());
            for (int i = 0; i < more; ++i) {
                const Near<double>& f = found[static_cast<std::size_t>(i)];
                NearRecord& r = next_row(lane);
                r.dx[lane] = static_cast<float>(f.position.x), r.dy[lane] = static_cast<float>(f.position.y);
                r.vx[lane] = static_cast<float>(f.velocity.x), r.vy[lane] = static_cast<float>(f.velocity.y);
                r.radius[lane] = static_cast<float>(f.radius);
                r.id[lane] = kNobodyInParticular;
            }
        }
    }

    void remember_roles(const Meeting<Pack>* meetings) {
        for (int k = 0; k < longest_; ++k) {
            const unsigned interacting = bits(meetings[k].interacting), on_left = bits(meetings[k].left);
            for (std::uint32_t used = 0; used < g_.lanes; ++used) {
                const int lane = static_cast<int>(used);
                Observation* o = k < count_[lane] ? memory_of(lane).find(rows_[k].near.id[lane]) : nullptr;
                if (o == nullptr) continue;
                const bool meets = (interacting >> lane & 1) != 0, left = (on_left >> lane & 1) != 0;
                o->role = (meets ? Observation::kInteracting : 0u) | (meets && left ? Observation::kLeft : 0u);
            }
        }
    }

private:
    ObservationMemory& memory_of(int lane) const {
        return block_.memory.of<ObservationMemory>(block_.world.self[g_.row[lane]]);
    }

    /// The lane's first unused row; rows that come into use are far from everybody, and first sights.
    SIDESTEP_INLINE NearRecord& next_row(int lane) {
        const int k = count_[lane]++;
        if (k == longest_) {
            SeenRecord& r = rows_[longest_++];
            const Pack zero = 0.0f;
            Pack(1e6f).store(r.near.dx);
            for (float* part : {r.near.dy, r.near.vx, r.near.vy, r.near.radius, r.time.v, r.ax.v, r.ay.v, r.role.v}) {
                zero.store(part);
            }
            PackInt(-1).store(r.near.id);
        }
        return rows_[k].near;
    }

    void collect(std::size_t octet, const Kite<Pack>& kite, Pack cos_half_fov) {
        const Neighbours near(block_.sensed, octet);
        const NearRecord* records = block_.sensed.near_records.data() + block_.sensed.near[octet].begin;
        PackInt(0).store(count_);
        for (int k = 0; k < near.longest(); ++k) {
            const NearRecord& from = records[k];
            for (unsigned left = bits(in_view(kite, near[k], cos_half_fov) & near.present(k)); left != 0;
                 left &= left - 1) {
                const int lane = std::countr_zero(left);
                NearRecord& to = next_row(lane);
                to.dx[lane] = from.dx[lane], to.dy[lane] = from.dy[lane];
                to.vx[lane] = from.vx[lane], to.vy[lane] = from.vy[lane];
                to.radius[lane] = from.radius[lane];
                to.id[lane] = from.id[lane];
            }
        }
    }

    /// Brings the agents' memories up to date with whom they see.
    void recall(bool accelerations) {
        constexpr int kMost = 32;
        const float dt = block_.world.dt;
        for (std::uint32_t used = 0; used < g_.lanes; ++used) {
            const int lane = static_cast<int>(used);
            const AgentValues v(block_.world.values + g_.values[lane]);
            const float forget = v.own(experiment_based::kForgetTime);
            ObservationMemory& memory = memory_of(lane);
            const int n = std::clamp(count_[lane], 0, kMost);
            AgentId ids[kMost];
            std::int32_t at[kMost];
            for (int k = 0; k < n; ++k) ids[k] = rows_[k].near.id[lane];
            memory.merge({ids, static_cast<std::size_t>(n)}, {at, static_cast<std::size_t>(n)}, [&](Observation& o) {
                o.hidden += dt;
                o.role = 0;
                return forget - o.hidden;
            });
            for (int k = 0; k < n; ++k) {
                Observation& o = memory.entry[at[k]];
                SeenRecord& r = rows_[k];
                r.time.v[lane] = o.time;
                r.role.v[lane] = static_cast<float>(o.role);
                if (accelerations) {
                    const float share = 1 / (v.own(experiment_based::kAccelerationTime) + dt);
                    const float vx = r.near.vx[lane], vy = r.near.vy[lane];
                    if (o.time > 0 && o.hidden == 0) {
                        o.ax += (vx - o.vx - o.ax * dt) * share;
                        o.ay += (vy - o.vy - o.ay * dt) * share;
                    }
                    o.vx = vx, o.vy = vy;
                    r.ax.v[lane] = o.ax, r.ay.v[lane] = o.ay;
                }
                o.time += dt;
                o.hidden = 0;
            }
        }
        // Unused lanes repeat the first agent, and must decide like it.
        for (int lane = static_cast<int>(g_.lanes); lane < kLanes; ++lane) {
            for (int k = 0; k < count_[lane]; ++k) {
                SeenRecord& r = rows_[k];
                for (LaneRow* row : {&r.time, &r.ax, &r.ay, &r.role}) row->v[lane] = row->v[0];
            }
        }
    }

    const AvoidBlock& block_;
    const Octet& g_;
    SeenRecord* rows_;
    alignas(32) std::int32_t count_[kLanes];
    int longest_ = 0;
};

class ExperimentBased final : public Model {
public:
    const PartInfo& info() const override { return experiment_based::kInfo; }
    double wall_range(ParameterValues all) const override {
        using namespace experiment_based;
        const AgentValues v(all);
        const double reach = v[kRadius] + v[kMaxSpeed];
        return v.own(kExpectedSpeed) > 0 ? std::max(reach, v.own(kExpectedRange)) : reach;
    }

    void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) decide_octet(block, i, scratch);
    }
    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;

private:
    /// What eight agents see, and what they make of it.
    struct Thought {
        Thought(const AvoidBlock& block, std::size_t i, ModelScratch& scratch)
            : values(block.world, block.sensed.octets[i]),
              p(experiment_values<Pack>(values)),
              own(own_state(block.world, block.sensed.octets[i])),
              kite(kite_of(own, p.kite_side, p.kite_front_gain)),
              walls(block.sensed, i),
              room(scratch, static_cast<std::size_t>(block.sensed.near[i].longest + kMostExpected),
                   static_cast<std::size_t>(walls.longest())),
              seen(block, i, p, kite, room) {
            if (any(values.own(experiment_based::kExpectedSpeed) > Pack(0.0f))) seen.expect(i);
            const Decided<Pack> decided = experiment_decision(own, kite, seen, walls, seen, p, room.meetings);
            velocity = decided.velocity;
            if (any(decided.several)) {
                velocity = solve_several(block, block.sensed.octets[i], seen, walls, own, decided, room);
            }
            const Pack share = own.dt / max(values.own(experiment_based::kRelaxationTime), own.dt);
            velocity = own.velocity + (velocity - own.velocity) * share;
        }
        Values values;
        ExperimentValues<Pack> p;
        Own<Pack> own;
        Kite<Pack> kite;
        WallsNear walls;
        Room room;
        Seen seen;
        Vec<Pack> velocity;
    };

    SIDESTEP_INLINE static void decide_octet(const AvoidBlock& block, std::size_t i, ModelScratch& scratch) {
        Thought t(block, i, scratch);
        if (any(t.p.locks_role | t.p.persists)) t.seen.remember_roles(t.room.meetings);
        // The heading is that of the velocity the agent will have.
        const Vec<Pack> next = t.own.velocity + limited(t.velocity - t.own.velocity, t.values[kMaxAccel] * t.own.dt);
        decide(block.sensed.octets[i], t.velocity, heading_after(next, t.own.heading), block.decisions);
    }

    [[gnu::noinline]] static Vec<Pack> solve_several(const AvoidBlock& block, const Octet& g, const Seen& seen,
                                                     const WallsNear& walls, const Own<Pack>& own,
                                                     const Decided<Pack>& decided, Room& room) {
        for (int k = 0; k < walls.longest(); ++k) {
            room.limits[k] = wall_limit(walls[k], own.radius, walls.present(k));
        }
        alignas(32) float x[kLanes], y[kLanes];
        decided.velocity.x.store(x), decided.velocity.y.store(y);
        unsigned several = bits(decided.several) & ((1u << g.lanes) - 1);
        for (; several != 0; several &= several - 1) {
            const int lane = std::countr_zero(several);
            const auto n = static_cast<std::size_t>(seen.count(lane));
            for (std::size_t k = 0; k < n; ++k) {
                const Meeting<Pack>& m = room.meetings[k];
                room.others[k] = {{lane_of(m.wedge.apex.x, lane), lane_of(m.wedge.apex.y, lane)},
                                  {lane_of(m.wedge.right.x, lane), lane_of(m.wedge.right.y, lane)},
                                  {lane_of(m.wedge.left.x, lane), lane_of(m.wedge.left.y, lane)},
                                  lane_of(m.tti, lane),
                                  lane_of(m.wedge.inside, lane),
                                  lane_of(m.interacting, lane)};
            }
            const auto wall_count = static_cast<std::size_t>(walls.longest());
            for (std::size_t k = 0; k < wall_count; ++k) {
                const WallLimit<Pack>& w = room.limits[k];
                room.lane_limits[k] = {{lane_of(w.n.x, lane), lane_of(w.n.y, lane)}, lane_of(w.c, lane)};
            }
            const Vec<float> v = best_outside_wedges<float>(
                {{g.vx[lane], g.vy[lane]},
                 {g.pref_x[lane], g.pref_y[lane]},
                 g.max_speed[lane],
                 AgentValues(block.world.values + g.values[lane]).most(experiment_based::kMaxInteractions),
                 {room.others, n},
                 {room.lane_limits, wall_count}},
                room.removed);
            x[lane] = v.x, y[lane] = v.y;
        }
        for (int lane = static_cast<int>(g.lanes); lane < kLanes; ++lane) x[lane] = x[0], y[lane] = y[0];
        return {Pack::load(x), Pack::load(y)};
    }
};

void ExperimentBased::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    ModelScratch scratch;
    const Thought t(block, octet, scratch);
    const LaneOf of{lane};
    draw_choice(draw, of, t.own, t.velocity);

    const Vec2d ahead = of(t.kite.heading), left = left_of(ahead);
    const double front = of(t.kite.front), side = of(t.kite.side);
    const Vec2d corner[] = {ahead * front, left * side, ahead * -side, left * -side};
    for (int i = 0; i < 4; ++i) {
        const Vec2d a = corner[i], b = corner[(i + 1) % 4];
        draw.segment(Role::limit, "kite", a, b, norm(b - a), unit_name::length);
    }
    const double fov = of(t.values.own(experiment_based::kFovDeg));
    if (fov < 360) draw.sector(Role::limit, "field of view", ahead, fov / 720, of(t.values[kNeighbourRange]));

    for (int k = 0; k < t.walls.count(lane); ++k) {
        const WallLimit<Pack> w = wall_limit(t.walls[k], t.own.radius, t.walls.present(k));
        draw.half_plane(Role::wall, "clear of the wall", -of(w.n), -of(w.c));
    }
    for (int k = 0; k < t.seen.count(lane); ++k) {
        const Meeting<Pack>& m = t.room.meetings[k];
        const Near<Pack> other = t.seen[k];
        const AgentId id = t.seen.id(k, lane);
        const bool expected = id == kNobodyInParticular;
        const AgentId about = expected ? 0 : id;
        const Vec2d at = of(other.position);
        if (expected) {
            draw.point(Role::prediction, "expected behind the corner", at, norm(of(other.velocity)),
                       unit_name::velocity);
        } else {
            draw.point(Role::neighbour, "observed for", at, of(t.seen(k).time), unit_name::time, about);
        }
        if (!of(m.interacting)) continue;
        const Vec2d meets = at + of(m.wedge.apex) - of(t.own.pref);
        draw.segment(Role::prediction, "interaction", at, meets, of(m.tti), unit_name::time, about);
        if (!of(m.wedge.inside)) {
            const Errors<Pack> e = perception_errors(other, t.seen(k).time, m.tti, t.p);
            const Vec2d along = of(e.course) * (0.5 * of(e.v)), across = left_of(of(e.course)) * (0.5 * of(e.theta));
            const Vec2d rectangle[] = {meets + along + across, meets - along + across, meets - along - across,
                                       meets + along - across};
            for (int i = 0; i < 4; ++i) {
                const Vec2d a = rectangle[i], b = rectangle[(i + 1) % 4];
                draw.segment(Role::prediction, "error", a, b, norm(b - a), unit_name::length, about);
            }
        }
        const double reach = norm(at) + front;
        const bool goes_left = of(m.left);
        const Vec2d tangent = of(goes_left ? m.wedge.left : m.wedge.right);
        draw.point(Role::decision, role_name(at, tangent, ahead), at, of(m.tti), unit_name::time, about);
        draw.segment(goes_left ? Role::limit : Role::neighbour, goes_left ? "other tangent" : "tangent of the role", at,
                     at + of(m.wedge.right) * reach, reach, unit_name::length, about);
        draw.segment(goes_left ? Role::neighbour : Role::limit, goes_left ? "tangent of the role" : "other tangent", at,
                     at + of(m.wedge.left) * reach, reach, unit_name::length, about);
    }
}

}  // namespace

const Model& experiment_based_model() {
    static const ExperimentBased model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
