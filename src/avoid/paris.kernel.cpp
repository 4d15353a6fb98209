#include "avoid/paris.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const AvoidBlock& block, std::size_t group, const Own<Pack>& own,
                                      const Watch& watch = {}) {
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    return paris_velocity(own, Neighbours(block.sensed, group), WallsNear(block.sensed, group),
                          paris_values<Pack>([&](std::size_t index) { return values[index]; }), watch);
}

class Paris final : public Model {
public:
    const ModelInfo& info() const override { return paris::kInfo; }
    double wall_range(ParameterValues v) const override { return v[paris::at(paris::kWallRange)]; }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Own<Pack> own = own_state(block.world, g);
            const Vec<Pack> v = velocity_of(block, i, own);
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void Paris::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Own<Pack> own = own_state(block.world, block.sensed.groups[group]);
    const LaneOf of{lane};
    // A ray of a metre in every direction tried, with its cost. Those of a lane that tries fewer come first.
    const Values values(block.world, block.sensed.groups[group]);
    int left = 1 + 2 * static_cast<int>(of(values[paris::at(paris::kDirections)]));
    const auto watch = [&](Vec<Pack> direction, Pack cost) {
        if (left-- > 0) draw.segment(Role::limit, "cost of a direction", {}, of(direction), of(cost), "–");
    };
    draw_choice(draw, of, own, velocity_of(block, group, own, watch));
}

}  // namespace

const Model& paris_model() {
    static const Paris model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
