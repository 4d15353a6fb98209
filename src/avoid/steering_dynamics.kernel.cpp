#include "avoid/steering_dynamics.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

using steering_dynamics::Memory;

/// The next velocity; turn rates of the lanes in and out.
template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told, const AgentMemory& memory, float* rates,
                                      const Watch& watch = {}) {
    for (int lane = 0; lane < kLanes; ++lane) {
        rates[lane] = memory.of<Memory>(told.world.self[told.octet.row[lane]]).turn_rate;
    }
    Pack rate = Pack::load(rates);
    const Vec<Pack> v = steering_dynamics_velocity(told.own, told.goal_distance(), rate, told.near, told.feet,
                                                   steering_dynamics_values<Pack>(told.values), watch);
    rate.store(rates);
    return v;
}

class SteeringDynamics final : public Model {
public:
    const PartInfo& info() const override { return steering_dynamics::kInfo; }
    double wall_range(ParameterValues v) const override { return v[kNeighbourRange]; }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [&block](const Told& told) {
            alignas(32) float rates[kLanes];
            const Vec<Pack> v = velocity_of(told, block.memory, rates);
            for (int lane = 0; lane < kLanes; ++lane) {
                block.memory.of<Memory>(told.world.self[told.octet.row[lane]]).turn_rate = rates[lane];
            }
            return v;
        });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void SteeringDynamics::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const LaneOf of{lane};
    const Vec<Pack> left = left_of(direction_ahead(told.own, norm(told.own.velocity)));
    constexpr std::string_view kUnit = "rad/s²";
    // Turning accelerations, drawn to the side they turn to.
    const auto watch = [&](SteeringPart part, int k, Pack turn) {
        const Vec2d v = of(left * turn);
        switch (part) {
            case SteeringPart::goal:
                return draw.vector(Role::goal, "turn to the goal", v, kUnit);
            case SteeringPart::neighbour:
                if (k < told.near.count(lane)) draw.vector(Role::neighbour, "turn", v, kUnit, told.near.id(k, lane));
                return;
            case SteeringPart::wall:
                if (k < told.feet.count(lane)) draw.vector(Role::wall, "turn off a wall", v, kUnit);
                return;
        }
    };
    alignas(32) float rates[kLanes];
    draw_choice(draw, of, told.own, velocity_of(told, block.memory, rates, watch));
    draw.vector(Role::decision, "turn rate", of(left * Pack(rates[lane])), "rad/s");
}

}  // namespace

const Model& steering_dynamics_model() {
    static const SteeringDynamics model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
