#include "avoid/power_law.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class PowerLaw final : public Model {
public:
    const ModelInfo& info() const override { return power_law::kInfo; }
    double wall_range(ParameterValues v) const override { return v[kNeighbourRange]; }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        const std::uint64_t noise_key = random_bits(block.world.seed, 0, block.world.step, Purpose::noise);
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Values values(block.world, g);
            const Own<Pack> own = own_state(block.world, g);
            const auto p = power_law_values<Pack>([&](std::size_t at) { return values.own(at); });
            const Vec<Pack> a = power_law_acceleration(own, Neighbours(block.sensed, i), WallsNear(block.sensed, i), p,
                                                       random_lanes(noise_key, g).first);
            const Vec<Pack> v = limited(power_law_velocity(own, a, values[kMaxAccel]), own.max_speed);
            decide(g, v, heading_after(v, own.heading), block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const override;
};

void PowerLaw::explain(const AvoidBlock& block, std::size_t group, int lane, Drawing& draw) const {
    const std::uint64_t noise_key = random_bits(block.world.seed, 0, block.world.step, Purpose::noise);
    const Group& g = block.sensed.groups[group];
    const Values values(block.world, g);
    const Own<Pack> own = own_state(block.world, g);
    const Neighbours near(block.sensed, group);
    const WallsNear walls(block.sensed, group);
    const LaneOf of{lane};
    const auto watch = [&](PowerLawPart part, int k, Vec<Pack> f, Pack time) {
        if (part == PowerLawPart::goal) return draw.vector(Role::goal, "goal force", of(f), unit_name::force);
        const bool person = part == PowerLawPart::neighbour;
        if (k >= (person ? near.count(lane) : walls.count(lane)) || of(time) > 60) return;
        const Role role = person ? Role::neighbour : Role::wall;
        const AgentId about = person ? near.id(k, lane) : 0;
        draw.vector(role, person ? "repulsion" : "wall force", of(f), unit_name::force, about);
        draw.point(role, "time to contact", of(person ? near[k].position : nearest_point(walls[k])), of(time),
                   unit_name::time, about);
    };
    const auto p = power_law_values<Pack>([&](std::size_t at) { return values.own(at); });
    const Vec<Pack> a = power_law_acceleration(own, near, walls, p, random_lanes(noise_key, g).first, watch);
    draw_choice(draw, of, own, limited(power_law_velocity(own, a, values[kMaxAccel]), own.max_speed));
    draw.vector(Role::decision, "total force", of(limited(a, values[kMaxAccel])), unit_name::force);
}

}  // namespace

const Model& power_law_model() {
    static const PowerLaw model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
