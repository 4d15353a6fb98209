#include "avoid/power_law.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class PowerLaw final : public Model {
public:
    const PartInfo& info() const override { return power_law::kInfo; }
    double wall_range(ParameterValues v) const override { return v[kNeighbourRange]; }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        const std::uint64_t noise_key = random_bits(block.world.seed, 0, block.world.step, Purpose::noise);
        decide_each(block, [noise_key](const Told& told) {
            const auto p = power_law_values<Pack>(told.values);
            const Vec<Pack> a =
                power_law_acceleration(told.own, told.near, told.walls, p, random_lanes(noise_key, told.octet).first,
                                       Unwatched{}, told.goal_distance());
            return limited(power_law_velocity(told.own, a, told.values[kMaxAccel]), told.own.max_speed);
        });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void PowerLaw::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const std::uint64_t noise_key = random_bits(block.world.seed, 0, block.world.step, Purpose::noise);
    const Told told(block, octet);
    const LaneOf of{lane};
    const auto watch = [&](PowerLawPart part, int k, Vec<Pack> f, Pack time) {
        if (part == PowerLawPart::goal) return draw.vector(Role::goal, "goal force", of(f), unit_name::force);
        const bool person = part == PowerLawPart::neighbour;
        if (k >= (person ? told.near.count(lane) : told.walls.count(lane)) || of(time) > 60) return;
        const Role role = person ? Role::neighbour : Role::wall;
        const AgentId about = person ? told.near.id(k, lane) : 0;
        draw.vector(role, person ? "repulsion" : "wall force", of(f), unit_name::force, about);
        draw.point(role, "time to contact", of(person ? told.near[k].position : nearest_point(told.walls[k])), of(time),
                   unit_name::time, about);
    };
    const auto p = power_law_values<Pack>(told.values);
    const Vec<Pack> a = power_law_acceleration(told.own, told.near, told.walls, p,
                                               random_lanes(noise_key, told.octet).first, watch, told.goal_distance());
    const Pack most = told.values[kMaxAccel];
    draw_choice(draw, of, told.own, limited(power_law_velocity(told.own, a, most), told.own.max_speed));
    draw.vector(Role::decision, "total force", of(limited(a, most)), unit_name::force);
}

}  // namespace

const Model& power_law_model() {
    static const PowerLaw model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
