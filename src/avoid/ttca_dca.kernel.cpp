#include "avoid/ttca_dca.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const AvoidBlock& block, std::size_t group, const Own<Pack>& own,
                                      const Watch& watch = {}) {
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    return ttca_dca_velocity(own, norm(way_points(block.world, g)), Neighbours(block.sensed, group),
                             WallsNear(block.sensed, group),
                             ttca_dca_values<Pack>([&](std::size_t index) { return values[index]; }), watch);
}

class TtcaDca final : public Model {
public:
    const ModelInfo& info() const override { return ttca_dca::kInfo; }
    double wall_range(ParameterValues v) const override { return v[ttca_dca::at(ttca_dca::kWallRange)]; }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Own<Pack> own = own_state(block.world, g);
            const Vec<Pack> v = velocity_of(block, i, own);
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void TtcaDca::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Own<Pack> own = own_state(block.world, block.sensed.groups[group]);
    const Neighbours near(block.sensed, group);
    const WallsNear walls(block.sensed, group);
    const LaneOf of{lane};
    int k = 0;  // neighbours first, then walls
    const auto watch = [&](const Near<Pack>& other, Pack weight, const SteeringCost<Pack>& cost) {
        const int wall = k - near.longest();
        const bool present = wall < 0 ? k < near.count(lane) : wall < walls.count(lane);
        const AgentId about = wall < 0 && present ? near.id(k, lane) : 0;
        ++k;
        if (!present || of(weight) == 0) return;
        const Vec<Pack> w = other.velocity - own.velocity;
        const auto [time, place] = closest_approach(other.position, w, Pack(1.0f) / max(dot(w, w), Pack(1e-6f)));
        const Role role = wall < 0 ? Role::neighbour : Role::wall;
        // Where both will be, joined by the distance between them.
        const Vec<Pack> there = own.velocity * time;
        draw.segment(Role::prediction, "closest approach", of(there), of(there + place), of(time), unit_name::time,
                     about);
        draw.point(role, "cost", of(other.position), of(cost.cost), "–", about);
    };
    const Vec<Pack> v = velocity_of(block, group, own, watch);
    draw_choice(draw, of, own, v);
    draw.vector(Role::decision, "acceleration", of((v - own.velocity) * (Pack(1.0f) / own.dt)), unit_name::force);
}

}  // namespace

const Model& ttca_dca_model() {
    static const TtcaDca model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
