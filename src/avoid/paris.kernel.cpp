#include "avoid/paris.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told, const Watch& watch = {}) {
    return paris_velocity(told.own, told.near, told.feet, paris_values<Pack>(told.values), watch);
}

class Paris final : public Model {
public:
    const PartInfo& info() const override { return paris::kInfo; }
    double wall_range(ParameterValues v) const override { return AgentValues(v).own(paris::kWallRange); }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) { return velocity_of(told); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Paris::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const LaneOf of{lane};
    // A ray of a metre in every direction tried, with its cost. Those of a lane that tries fewer come first.
    int left = 1 + 2 * static_cast<int>(of(told.values.own(paris::kDirections)));
    const auto watch = [&](Vec<Pack> direction, Pack cost) {
        if (left-- > 0) draw.segment(Role::limit, "cost of a direction", {}, of(direction), of(cost), "–");
    };
    draw_choice(draw, of, told.own, velocity_of(told, watch));
}

}  // namespace

const Model& paris_model() {
    static const Paris model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
