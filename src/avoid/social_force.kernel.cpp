#include "avoid/social_force.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class SocialForce final : public Model {
public:
    const PartInfo& info() const override { return social_force::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        // Beyond ten ranges a wall's force is below 0.003 m/s².
        return v[kRadius] + 10 * v.own(social_force::kWallRange);
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) {
            return accelerated(
                told.own, social_acceleration(told.own, told.near, told.feet, social_force_values<Pack>(told.values)));
        });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void SocialForce::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const SocialForceValues<Pack> values = social_force_values<Pack>(told.values);
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
                if (k < told.near.count(lane)) force(Role::neighbour, "repulsion", f, told.near.id(k, lane));
                return;
            case SocialForcePart::contact:
                if (touches && k < told.near.count(lane))
                    force(Role::neighbour, "contact force", f, told.near.id(k, lane));
                return;
            case SocialForcePart::wall:
                if (k < told.feet.count(lane)) force(Role::wall, "wall force", f);
                return;
            case SocialForcePart::wall_contact:
                if (touches && k < told.feet.count(lane)) force(Role::wall, "wall contact force", f);
                return;
        }
    };
    const Vec<Pack> a = social_acceleration(told.own, told.near, told.feet, values, watch);
    draw_choice(draw, of, told.own, accelerated(told.own, a));
    force(Role::decision, "total force", a);
}

}  // namespace

const Model& social_force_model() {
    static const SocialForce model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
