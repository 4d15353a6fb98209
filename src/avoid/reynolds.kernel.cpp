#include "avoid/reynolds.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

std::uint64_t leak_key(const WorldView& world) {
    return random_bits(world.seed, 0, world.step, Purpose::leak);
}

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const AvoidBlock& block, std::size_t group, const Own<Pack>& own,
                                      std::uint64_t key, const Watch& watch = {}) {
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    const RandomPair draw = random_lanes(key, g);
    return reynolds_velocity(own, norm(way_points(block.world, g)), Neighbours(block.sensed, group),
                             WallsNear(block.sensed, group), draw.first, draw.second,
                             reynolds_values<Pack>([&](std::size_t index) { return values[index]; }), watch);
}

class Reynolds final : public Model {
public:
    const ModelInfo& info() const override { return reynolds::kInfo; }
    double wall_range(ParameterValues v) const override {
        return v[kRadius] + v[kMaxSpeed] * v[reynolds::at(reynolds::kWallLead)];
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        const std::uint64_t key = leak_key(block.world);
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Own<Pack> own = own_state(block.world, g);
            const Vec<Pack> v = velocity_of(block, i, own, key);
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void Reynolds::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const Own<Pack> own = own_state(block.world, block.sensed.groups[group]);
    const LaneOf of{lane};
    const auto watch = [&](ReynoldsPart part, Vec<Pack> f) {
        const Vec2d v = of(f);
        if (norm(v) == 0) return;
        switch (part) {
            case ReynoldsPart::arrival:
                return draw.vector(Role::goal, "arrival", v, unit_name::force);
            case ReynoldsPart::separation:
                return draw.vector(Role::decision, "separation", v, unit_name::force);
            case ReynoldsPart::people:
                return draw.vector(Role::decision, "avoidance", v, unit_name::force);
            case ReynoldsPart::walls:
                return draw.vector(Role::wall, "wall avoidance", v, unit_name::force);
        }
    };
    draw_choice(draw, of, own, velocity_of(block, group, own, leak_key(block.world), watch));
}

}  // namespace

const Model& reynolds_model() {
    static const Reynolds model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
