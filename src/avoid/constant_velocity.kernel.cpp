#include "avoid/constant_velocity.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class ConstantVelocity final : public Model {
public:
    const PartInfo& info() const override { return constant_velocity::kInfo; }
    double wall_range(ParameterValues) const override { return 0; }  // sees no wall; none lets it through

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) { return constant_velocity_of(told.own, keeps_current(told)); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override {
        const Told told(block, octet);
        draw_choice(draw, LaneOf{lane}, told.own, constant_velocity_of(told.own, keeps_current(told)));
    }

private:
    SIDESTEP_INLINE static Mask keeps_current(const Told& told) {
        return told.values.chosen(constant_velocity::kKeeps, constant_velocity::kCurrent);
    }
};

}  // namespace

const Model& constant_velocity_model() {
    static const ConstantVelocity model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
