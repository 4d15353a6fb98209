#include "avoid/constant_velocity.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told) {
    return constant_velocity_of(told.own, constant_velocity_values<Pack>(told.values));
}

class ConstantVelocity final : public Model {
public:
    const PartInfo& info() const override { return constant_velocity::kInfo; }
    double wall_range(ParameterValues) const override { return 0; }  // sees no wall; none lets it through

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) { return velocity_of(told); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override {
        const Told told(block, octet);
        draw_choice(draw, LaneOf{lane}, told.own, velocity_of(told));
    }
};

}  // namespace

const Model& constant_velocity_model() {
    static const ConstantVelocity model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
