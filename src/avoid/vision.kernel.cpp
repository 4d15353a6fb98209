#include "avoid/vision.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const AvoidBlock& block, std::size_t group, const Own<Pack>& own,
                                      const Watch& watch = {}) {
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    return vision_velocity(own, norm(way_points(block.world, g)), Neighbours(block.sensed, group),
                           WallsNear(block.sensed, group),
                           vision_values<Pack>([&](std::size_t index) { return values[index]; }), watch);
}

class Vision final : public Model {
public:
    const ModelInfo& info() const override { return vision::kInfo; }
    double wall_range(ParameterValues v) const override { return v[vision::at(vision::kWallRange)]; }

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

void Vision::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Own<Pack> own = own_state(block.world, block.sensed.groups[group]);
    const LaneOf of{lane};
    const Vec2d ahead = of(direction_ahead(own, norm(own.velocity)));
    const Values values(block.world, block.sensed.groups[group]);
    const double half_turn = of(values[vision::at(vision::kViewHalfAngleDeg)]) / 360;
    draw.sector(Role::limit, "field of view", ahead, half_turn, of(values[kNeighbourRange]));
    const auto watch = [&](Vec<Pack> q, Pack tti, Mask matters) {
        if (of(matters)) draw.point(Role::prediction, "time to interaction", of(q), of(tti), unit_name::time);
    };
    draw_choice(draw, of, own, velocity_of(block, group, own, watch));
}

}  // namespace

const Model& vision_model() {
    static const Vision model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
