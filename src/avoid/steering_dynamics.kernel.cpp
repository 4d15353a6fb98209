#include "avoid/steering_dynamics.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

using steering_dynamics::Memory;

/// The next velocity; turn rates of the lanes in and out.
template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const AvoidBlock& block, std::size_t group, const Own<Pack>& own, float* rates,
                                      const Watch& watch = {}) {
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    for (int lane = 0; lane < kLanes; ++lane) {
        rates[lane] = block.memory.of<Memory>(block.world.self[g.row[lane]]).turn_rate;
    }
    Pack rate = Pack::load(rates);
    const Vec<Pack> v = steering_dynamics_velocity(
        own, norm(way_points(block.world, g)), rate, Neighbours(block.sensed, group), WallsNear(block.sensed, group),
        steering_dynamics_values<Pack>([&](std::size_t index) { return values[index]; }), watch);
    rate.store(rates);
    return v;
}

class SteeringDynamics final : public Model {
public:
    const ModelInfo& info() const override { return steering_dynamics::kInfo; }
    double wall_range(ParameterValues v) const override { return v[kNeighbourRange]; }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Own<Pack> own = own_state(block.world, g);
            alignas(32) float rates[kLanes];
            const Vec<Pack> v = velocity_of(block, i, own, rates);
            for (int lane = 0; lane < kLanes; ++lane) {
                block.memory.of<Memory>(block.world.self[g.row[lane]]).turn_rate = rates[lane];
            }
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void SteeringDynamics::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Own<Pack> own = own_state(block.world, block.sensed.groups[group]);
    const Neighbours near(block.sensed, group);
    const WallsNear walls(block.sensed, group);
    const LaneOf of{lane};
    const Vec<Pack> left = left_of(direction_ahead(own, norm(own.velocity)));
    constexpr std::string_view kUnit = "rad/s²";
    // Turning accelerations, drawn to the side they turn to.
    const auto watch = [&](SteeringPart part, int k, Pack turn) {
        const Vec2d v = of(left * turn);
        switch (part) {
            case SteeringPart::goal:
                return draw.vector(Role::goal, "turn to the goal", v, kUnit);
            case SteeringPart::neighbour:
                if (k < near.count(lane)) draw.vector(Role::neighbour, "turn", v, kUnit, near.id(k, lane));
                return;
            case SteeringPart::wall:
                if (k < walls.count(lane)) draw.vector(Role::wall, "turn off a wall", v, kUnit);
                return;
        }
    };
    alignas(32) float rates[kLanes];
    draw_choice(draw, of, own, velocity_of(block, group, own, rates, watch));
    draw.vector(Role::decision, "turn rate", of(left * Pack(rates[lane])), "rad/s");
}

}  // namespace

const Model& steering_dynamics_model() {
    static const SteeringDynamics model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
