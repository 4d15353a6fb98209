#include "avoid/constant_velocity.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class ConstantVelocity final : public Model {
public:
    const ModelInfo& info() const override { return constant_velocity::kInfo; }
    double wall_range(ParameterValues) const override { return 0; }  // sees no wall; none lets it through

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (const Group& g : block.sensed.groups) {
            const Own<Pack> own = own_state(block.world, g);
            const Vec<Pack> v = constant_velocity_of(own, keeps_current(block, g));
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override {
        const Group& g = block.sensed.groups[group];
        const Own<Pack> own = own_state(block.world, g);
        draw_choice(draw, LaneOf{lane}, own, constant_velocity_of(own, keeps_current(block, g)));
    }

private:
    static Mask keeps_current(const AvoidBlock& block, const Group& g) {
        return Values(block.world, g).chosen(constant_velocity::kKeeps, constant_velocity::kCurrent);
    }
};

}  // namespace

const Model& constant_velocity_model() {
    static const ConstantVelocity model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
