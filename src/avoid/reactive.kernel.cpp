#include "avoid/reactive.h"

#include <cmath>

namespace sidestep::SIDESTEP_ARCH {

namespace {

/// Walls of one lane.
class LaneWalls {
public:
    LaneWalls(const BlockScratch& s, std::size_t octet, int lane)
        : records_(s.wall_records.data() + s.wall[octet].begin),
          count_(s.wall[octet].count[lane]),
          feet_(s.foot[octet].count[lane]),
          lane_(lane) {}
    int longest() const { return count_; }
    int feet() const { return feet_; }
    WallPiece<double> operator[](int k) const {
        const WallRecord& r = records_[k];
        return {{r.ax[lane_], r.ay[lane_]}, {r.bx[lane_], r.by[lane_]}};
    }

private:
    const WallRecord* records_;
    int count_, feet_, lane_;
};

/// What one agent knows.
struct Situation {
    Situation(const AvoidBlock& block, std::size_t octet, int lane)
        : walls(block.sensed, octet, lane), records(block.sensed.near_records.data() + block.sensed.near[octet].begin) {
        const Octet& g = block.sensed.octets[octet];
        p = reactive_values(AgentValues<float, double>(block.world.values + g.values[lane]), block.world.reactions);
        own = {.velocity = {g.vx[lane], g.vy[lane]},
               .heading = {g.heading_x[lane], g.heading_y[lane]},
               .pref = {g.pref_x[lane], g.pref_y[lane]},
               .radius = g.radius[lane],
               .max_speed = g.max_speed[lane],
               .dt = block.world.dt};
        const Companions* const companions = block.world.companions;
        const GroupNumber group = companions != nullptr ? companions->group_of(g.id[lane]) : kNoGroup;
        count = std::min(block.sensed.near[octet].count[lane], reactive::kMostNeighbours);
        for (int k = 0; k < count; ++k) {
            const NearRecord& r = records[k];
            list[k] = {{r.dx[lane], r.dy[lane]},
                       {r.vx[lane], r.vy[lane]},
                       r.radius[lane],
                       r.id[lane] > g.id[lane],
                       own.radius + double{r.radius[lane]} + p.margin,
                       group != kNoGroup && companions->group_of(r.id[lane]) == group};
        }
    }
    std::span<const ReactiveNear> near() const { return {list, static_cast<std::size_t>(count)}; }

    LaneWalls walls;
    const NearRecord* records;
    ReactiveValues p;
    Own<double> own;
    int count;
    ReactiveNear list[reactive::kMostNeighbours];
};

class Reactive final : public Model {
public:
    const PartInfo& info() const override { return reactive::kInfo; }
    double wall_range(ParameterValues all) const override {
        using namespace reactive;
        const AgentValues v(all);
        // The security check looks as far as one gets within the reaction time.
        return std::max(v.own(kWallDistance), v[kRadius] + v[kMaxSpeed] * v.own(kReactionTime));
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) {
            const Octet& g = block.sensed.octets[i];
            for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
                const Situation s(block, i, static_cast<int>(lane));
                const Vecd v = reactive_velocity(s.own, s.near(), s.walls, s.p);
                const Vecd h = heading_after(v, s.own.heading);
                block.decisions[g.row[lane]] = {static_cast<float>(v.x), static_cast<float>(v.y),
                                                static_cast<float>(h.x), static_cast<float>(h.y)};
            }
        }
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Reactive::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Situation s(block, octet, lane);
    const auto plain = [](Vecd v) { return Vec2d{v.x, v.y}; };
    const Vecd v = reactive_velocity(s.own, s.near(), s.walls, s.p);
    // The decision is kept in floats.
    draw.vector(Role::decision, "chosen velocity", {static_cast<float>(v.x), static_cast<float>(v.y)},
                unit_name::velocity);
    draw.vector(Role::wish, "preferred velocity", plain(s.own.pref), unit_name::velocity);
    const Vecd polite = personal_space(s.own.pref, s.near(), s.walls, s.p);
    draw.vector(Role::limit, "after personal space", plain(polite), unit_name::velocity);
    draw.vector(Role::limit, "after collision avoidance",
                plain(avoid_collisions(polite, s.near(), s.own.max_speed, s.p).velocity), unit_name::velocity);
    draw.circle(Role::limit, "personal distance", {0, 0}, personal_reach(s.near(), s.p), unit_name::length);
    for (int k = 0; k < s.count; ++k) {
        const ReactiveNear& n = s.list[k];
        const AgentId id = s.records[k].id[lane];
        const Vec2d at = plain(n.position);
        draw.segment(Role::neighbour, "link", {0, 0}, at, std::sqrt(dot(n.position, n.position)), unit_name::length,
                     id);
        const double t = collision_time(polite, n);
        if (t == reactive::kNever) continue;
        constexpr std::string_view kLabels[kCollisionTypes] = {"rear collision", "front collision", "back collision",
                                                               "static collision"};
        draw.segment(Role::prediction, kLabels[static_cast<std::size_t>(collision_type(polite, n, t))], at,
                     plain(n.position + n.velocity * t), t, unit_name::time, id);
        draw.circle(Role::prediction, "contact", plain(n.position + n.velocity * t), n.contact, unit_name::length, id);
    }
}

}  // namespace

const Model& reactive_model() {
    static const Reactive model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
