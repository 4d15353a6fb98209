#include "avoid/social_force.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

SocialForceValues<Pack> values_of(const Values& v) {
    using namespace social_force;
    return {
        .relaxation_time = v.own(kRelaxationTime),
        .repulsion_strength = v.own(kRepulsionStrength),
        .repulsion_range = v.own(kRepulsionRange),
        .wall_strength = v.own(kWallStrength),
        .wall_range = v.own(kWallRange),
        .step_time = v.own(kStepTime),
        .cos_view = direction_of_turn(v.own(kViewHalfAngleDeg) * Pack(1.0f / 360.0f)).x,
        .view_weight = v.own(kViewWeight),
        .body_stiffness = v.own(kBodyStiffness),
        .sliding_friction = v.own(kSlidingFriction),
        .touches = v.chosen(kContactForces, kOn),
    };
}

class SocialForce final : public Model {
public:
    const ModelInfo& info() const override { return social_force::kInfo; }
    double wall_range(ParameterValues v) const override {
        // Beyond ten ranges a wall's force is below 0.003 m/s².
        return v[kRadius] + 10 * v[social_force::at(social_force::kWallRange)];
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Own<Pack> own = own_state(block.world, g);
            const Vec<Pack> a = social_acceleration(own, Neighbours(block.sensed, i), WallsNear(block.sensed, i),
                                                    values_of(Values(block.world, g)));
            const Vec<Pack> v = limited(own.velocity + a * own.dt, own.max_speed);
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }
};

}  // namespace

const Model& social_force_model() {
    static const SocialForce model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
