#include "avoid/generalized_centrifugal.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class GeneralizedCentrifugal final : public Model {
public:
    const ModelInfo& info() const override { return generalized_centrifugal::kInfo; }
    double wall_range(ParameterValues v) const override {
        using namespace generalized_centrifugal;
        // The gap at which the force ends, and the longest half axis.
        return v[at(kCutoff)] +
               std::max(v[at(kLengthAtRest)] + v[at(kLengthPerSpeed)] * v[kMaxSpeed], v[at(kWidthMost)]);
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Values values(block.world, g);
            const Own<Pack> own = own_state(block.world, g);
            const auto p = centrifugal_values<Pack>([&](std::size_t at) { return values[at]; });
            const Vec<Pack> a =
                centrifugal_acceleration(own, Neighbours(block.sensed, i), WallsNear(block.sensed, i), p);
            const Vec<Pack> v = limited(own.velocity + a * own.dt, own.max_speed);
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void GeneralizedCentrifugal::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    const Own<Pack> own = own_state(block.world, g);
    const Neighbours near(block.sensed, group);
    const WallsNear walls(block.sensed, group);
    const LaneOf of{lane};
    const auto watch = [&](CentrifugalPart part, int k, Vec<Pack> f) {
        const Vec2d force = of(f);
        if (part == CentrifugalPart::goal) return draw.vector(Role::goal, "goal force", force, unit_name::force);
        if (force.x == 0 && force.y == 0) return;
        if (part == CentrifugalPart::neighbour && k < near.count(lane)) {
            draw.vector(Role::neighbour, "centrifugal force", force, unit_name::force, near.id(k, lane));
        } else if (part == CentrifugalPart::wall && k < walls.count(lane)) {
            draw.vector(Role::wall, "wall force", force, unit_name::force);
        }
    };
    const auto p = centrifugal_values<Pack>([&](std::size_t at) { return values[at]; });
    const Vec<Pack> a = centrifugal_acceleration(own, near, walls, p, watch);
    draw_choice(draw, of, own, limited(own.velocity + a * own.dt, own.max_speed));
    draw.vector(Role::decision, "total force", of(a), unit_name::force);
    const Ellipse<Pack> body = centrifugal_ellipse(norm(own.velocity), p);
    const Vec<Pack> axis = axis_of(own.velocity, axis_of(own.pref, own.heading));
    const Vec<Pack> along = axis * body.along, across = Vec<Pack>{-axis.y, axis.x} * body.across;
    draw.segment(Role::limit, "length of the ellipse", of(-along), of(along), 2 * of(body.along), unit_name::length);
    draw.segment(Role::limit, "width of the ellipse", of(-across), of(across), 2 * of(body.across), unit_name::length);
}

}  // namespace

const Model& generalized_centrifugal_model() {
    static const GeneralizedCentrifugal model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
