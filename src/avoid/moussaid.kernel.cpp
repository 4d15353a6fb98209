#include "avoid/moussaid.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const AvoidBlock& block, std::size_t group, const Own<Pack>& own,
                                      const Watch& watch = {}) {
    const Values values(block.world, block.sensed.groups[group]);
    const Vec<Pack> a =
        moussaid_acceleration(own, Neighbours(block.sensed, group), WallsNear(block.sensed, group),
                              moussaid_values<Pack>([&](std::size_t index) { return values[index]; }), watch);
    return limited(own.velocity + a * own.dt, own.max_speed);
}

class Moussaid final : public Model {
public:
    const ModelInfo& info() const override { return moussaid::kInfo; }
    double wall_range(ParameterValues v) const override {
        // Beyond seven ranges a wall's force is below 0.003 m/s².
        return v[kRadius] + 7 * v[moussaid::at(moussaid::kWallRange)];
    }

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

void Moussaid::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Own<Pack> own = own_state(block.world, block.sensed.groups[group]);
    const Neighbours near(block.sensed, group);
    const WallsNear walls(block.sensed, group);
    const LaneOf of{lane};
    const auto watch = [&](MoussaidPart part, int k, Vec<Pack> f) {
        switch (part) {
            case MoussaidPart::goal:
                return draw.vector(Role::goal, "goal force", of(f), unit_name::force);
            case MoussaidPart::neighbour:
                if (k >= near.count(lane)) return;
                return draw.vector(Role::neighbour, "interaction force", of(f), unit_name::force, near.id(k, lane));
            case MoussaidPart::wall:
                if (k < walls.count(lane)) draw.vector(Role::wall, "wall force", of(f), unit_name::force);
                return;
        }
    };
    draw_choice(draw, of, own, velocity_of(block, group, own, watch));
}

}  // namespace

const Model& moussaid_model() {
    static const Moussaid model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
