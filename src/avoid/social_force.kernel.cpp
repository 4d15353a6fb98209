#include "avoid/social_force.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

SIDESTEP_INLINE SocialForceValues<Pack> values_of(const Values& v) {
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

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void SocialForce::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Group& g = block.sensed.groups[group];
    const Own<Pack> own = own_state(block.world, g);
    const Neighbours near(block.sensed, group);
    const WallsNear walls(block.sensed, group);
    const SocialForceValues<Pack> values = values_of(Values(block.world, g));
    const LaneOf of{lane};
    const bool touches = of(values.touches);
    const auto force = [&](Role role, std::string_view label, Vec<Pack> f, AgentId about = 0) {
        draw.vector(role, label, of(f), unit_name::force, about);
    };
    const auto watch = [&](SocialForcePart part, int k, Vec<Pack> f) {
        switch (part) {
            case SocialForcePart::goal:
                return force(Role::goal, "goal force", f);
            case SocialForcePart::neighbour:
                if (k < near.count(lane)) force(Role::neighbour, "repulsion", f, near.id(k, lane));
                return;
            case SocialForcePart::contact:
                if (touches && k < near.count(lane)) force(Role::neighbour, "contact force", f, near.id(k, lane));
                return;
            case SocialForcePart::wall:
                if (k < walls.count(lane)) force(Role::wall, "wall force", f);
                return;
            case SocialForcePart::wall_contact:
                if (touches && k < walls.count(lane)) force(Role::wall, "wall contact force", f);
                return;
        }
    };
    const Vec<Pack> a = social_acceleration(own, near, walls, values, watch);
    draw_choice(draw, of, own, limited(own.velocity + a * own.dt, own.max_speed));
    force(Role::decision, "total force", a);
}

}  // namespace

const Model& social_force_model() {
    static const SocialForce model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
