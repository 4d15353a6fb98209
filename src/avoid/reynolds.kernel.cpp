#include "avoid/reynolds.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

std::uint64_t leak_key(const WorldView& world) {
    return random_bits(world.seed, 0, world.step, Purpose::leak);
}

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told, std::uint64_t key, const Watch& watch = {}) {
    const RandomPair draw = random_lanes(key, told.octet);
    return reynolds_velocity(told.own, told.goal_distance(), told.near, told.walls, draw.first, draw.second,
                             reynolds_values<Pack>(told.values), watch);
}

class Reynolds final : public Model {
public:
    const PartInfo& info() const override { return reynolds::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        return v[kRadius] + v[kMaxSpeed] * v.own(reynolds::kWallLead);
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        const std::uint64_t key = leak_key(block.world);
        decide_each(block, [key](const Told& told) { return velocity_of(told, key); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Reynolds::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
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
    draw_choice(draw, of, told.own, velocity_of(told, leak_key(block.world), watch));
}

}  // namespace

const Model& reynolds_model() {
    static const Reynolds model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
