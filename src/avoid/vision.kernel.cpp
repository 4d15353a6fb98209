#include "avoid/vision.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told, const Watch& watch = {}) {
    return vision_velocity(told.own, told.goal_distance(), told.near, told.feet, vision_values<Pack>(told.values),
                           watch);
}

class Vision final : public Model {
public:
    const PartInfo& info() const override { return vision::kInfo; }
    double wall_range(ParameterValues v) const override { return AgentValues(v).own(vision::kWallRange); }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) { return velocity_of(told); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Vision::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const LaneOf of{lane};
    const Vec2d ahead = of(direction_ahead(told.own, norm(told.own.velocity)));
    const double half_turn = of(told.values.own(vision::kViewHalfAngleDeg)) / 360;
    draw.sector(Role::limit, "field of view", ahead, half_turn, of(told.values[kNeighbourRange]));
    const auto watch = [&](Vec<Pack> q, Pack tti, Mask matters) {
        if (of(matters)) draw.point(Role::prediction, "time to interaction", of(q), of(tti), unit_name::time);
    };
    draw_choice(draw, of, told.own, velocity_of(told, watch));
}

}  // namespace

const Model& vision_model() {
    static const Vision model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
