#include "avoid/generalized_centrifugal.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class GeneralizedCentrifugal final : public Model {
public:
    const PartInfo& info() const override { return generalized_centrifugal::kInfo; }
    double wall_range(ParameterValues all) const override {
        using namespace generalized_centrifugal;
        const AgentValues v(all);
        // The gap at which the force ends, and the longest half axis.
        return v.own(kCutoff) +
               std::max(v.own(kLengthAtRest) + v.own(kLengthPerSpeed) * v[kMaxSpeed], v.own(kWidthMost));
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) {
            const auto p = centrifugal_values<Pack>(told.values);
            return accelerated(told.own, centrifugal_acceleration(told.own, told.near, told.feet, p));
        });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void GeneralizedCentrifugal::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const LaneOf of{lane};
    const auto watch = [&](CentrifugalPart part, int k, Vec<Pack> f) {
        const Vec2d force = of(f);
        if (part == CentrifugalPart::goal) return draw.vector(Role::goal, "goal force", force, unit_name::force);
        if (force.x == 0 && force.y == 0) return;
        if (part == CentrifugalPart::neighbour && k < told.near.count(lane)) {
            draw.vector(Role::neighbour, "centrifugal force", force, unit_name::force, told.near.id(k, lane));
        } else if (part == CentrifugalPart::wall && k < told.feet.count(lane)) {
            draw.vector(Role::wall, "wall force", force, unit_name::force);
        }
    };
    const auto p = centrifugal_values<Pack>(told.values);
    const Vec<Pack> a = centrifugal_acceleration(told.own, told.near, told.feet, p, watch);
    draw_choice(draw, of, told.own, accelerated(told.own, a));
    draw.vector(Role::decision, "total force", of(a), unit_name::force);
    const Ellipse<Pack> body = centrifugal_ellipse(norm(told.own.velocity), p);
    const Vec<Pack> axis = axis_of(told.own.velocity, axis_of(told.own.pref, told.own.heading));
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
