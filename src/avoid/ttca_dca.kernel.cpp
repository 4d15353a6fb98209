#include "avoid/ttca_dca.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told, const Watch& watch = {}) {
    return ttca_dca_velocity(told.own, told.goal_distance(), told.near, told.feet, ttca_dca_values<Pack>(told.values),
                             watch);
}

class TtcaDca final : public Model {
public:
    const PartInfo& info() const override { return ttca_dca::kInfo; }
    double wall_range(ParameterValues v) const override { return AgentValues(v).own(ttca_dca::kWallRange); }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) { return velocity_of(told); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void TtcaDca::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const LaneOf of{lane};
    int k = 0;  // neighbours first, then walls
    const auto watch = [&](const Near<Pack>& other, Pack weight, const SteeringCost<Pack>& cost) {
        const int wall = k - told.near.longest();
        const bool present = wall < 0 ? k < told.near.count(lane) : wall < told.feet.count(lane);
        const AgentId about = wall < 0 && present ? told.near.id(k, lane) : 0;
        ++k;
        if (!present || of(weight) == 0) return;
        const Vec<Pack> w = other.velocity - told.own.velocity;
        const auto [time, place] = closest_approach(other.position, w, Pack(1.0f) / max(dot(w, w), Pack(1e-6f)));
        const Role role = wall < 0 ? Role::neighbour : Role::wall;
        // Where both will be, joined by the distance between them.
        const Vec<Pack> there = told.own.velocity * time;
        draw.segment(Role::prediction, "closest approach", of(there), of(there + place), of(time), unit_name::time,
                     about);
        draw.point(role, "cost", of(other.position), of(cost.cost), "–", about);
    };
    const Vec<Pack> v = velocity_of(told, watch);
    draw_choice(draw, of, told.own, v);
    draw.vector(Role::decision, "acceleration", of((v - told.own.velocity) * (Pack(1.0f) / told.own.dt)),
                unit_name::force);
}

}  // namespace

const Model& ttca_dca_model() {
    static const TtcaDca model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
