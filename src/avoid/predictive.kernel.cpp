#include "avoid/predictive.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

// Not in line: two places need it, and neither often.
PredictiveValues<Pack> values_of(const Values& v) {
    return predictive_values<Pack>(v);
}

class Predictive final : public Model {
public:
    const PartInfo& info() const override { return predictive::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        return v[kRadius] + v.own(predictive::kWallSafeDist);
    }

    void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept override {
        const std::uint64_t noise_key = random_bits(block.world.seed, 0, block.world.step, Purpose::noise);
        if (block.sensed.octets.empty()) return;
        // Groups that share their parameters with the one before need not load them again.
        PredictiveValues<Pack> values = values_of(Values(block.world, block.sensed.octets[0]));
        std::uint32_t values_at = UINT32_MAX;
        for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) {
            const Octet& g = block.sensed.octets[i];
            const Neighbours near(block.sensed, i);
            if (!g.same_values || g.values[0] != values_at) {
                values = values_of(Values(block.world, g));
                values_at = g.same_values ? g.values[0] : UINT32_MAX;
            }
            const auto needed = 2 * static_cast<std::size_t>(near.longest());
            if (scratch.rows.size() < needed) scratch.rows.resize(needed);
            auto* room = reinterpret_cast<Pack*>(scratch.rows.data());
            const RandomPair noise = random_lanes(noise_key, g);
            const Own<Pack> own = own_state(block.world, g);
            const PredictiveStep<Pack> r =
                predictive_step(own, near, FeetNear(block.sensed, i, own), values, noise.first, noise.second, room);
            decide(g, r.velocity, r.heading, block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

/// Metres a field of view is drawn wide: enough to see, not so much that it hides the rest.
constexpr double kDrawnView = 2;

void Predictive::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Octet& g = block.sensed.octets[octet];
    const Own<Pack> own = own_state(block.world, g);
    const Neighbours near(block.sensed, octet);
    const Values parameters(block.world, g);
    const PredictiveValues<Pack> values = values_of(parameters);
    std::vector<LaneRow> rows(2 * static_cast<std::size_t>(near.longest()));
    auto* room = reinterpret_cast<Pack*>(rows.data());
    const RandomPair noise = random_lanes(random_bits(block.world.seed, 0, block.world.step, Purpose::noise), g);
    const PredictiveStep<Pack> r =
        predictive_step(own, near, FeetNear(block.sensed, octet, own), values, noise.first, noise.second, room);
    Colliders<Pack> set;
    find_colliders(own, near, r.desired, values, room, set);

    const LaneOf of{lane};
    draw_choice(draw, of, own, r.velocity);
    draw.vector(Role::goal, "goal force", of(r.goal), unit_name::force);
    draw.vector(Role::wall, "wall force", of(r.wall), unit_name::force);
    draw.vector(Role::neighbour, "evasive force", of(r.evasive), unit_name::force);
    draw.vector(Role::decision, "total force", of(r.goal) + of(r.wall) + of(r.evasive), unit_name::force);

    int size = 0;
    for (int k = 0; k < set.count; ++k) size += of(set.here[k]);
    const bool sums = of(values.sums);
    const auto watch = [&](int k, Vec<Pack> force) {
        if (!of(set.here[k])) return;
        const Near<Pack>& other = set.near[k];
        const AgentId about = near.id(of(set.index[k]), lane);
        const double t = of(set.time[k]), share = sums ? 1 : 1.0 / size;
        draw.vector(Role::neighbour, "share of the evasive force", of(force) * share, unit_name::force, about);
        if (of(set.contact[k])) {
            draw.point(Role::prediction, "inside the personal space", of(other.position), 0, unit_name::time, about);
            return;
        }
        const Vec2d self_then = of(r.desired) * t, other_then = of(other.position) + of(other.velocity) * t;
        draw.segment(Role::prediction, "time to collision", {}, self_then, t, unit_name::time, about);
        draw.circle(Role::prediction, "personal space at the collision", self_then, of(values.personal_radius),
                    unit_name::length, about);
        draw.circle(Role::prediction, "neighbour at the collision", other_then, of(other.radius), unit_name::length,
                    about);
    };
    if (sums) {
        sum_of_forces(own, set, r.desired, values, watch);
    } else {
        iterated_forces(own, set, r.desired, values, watch);
    }

    draw.circle(Role::limit, "personal space", {}, of(values.personal_radius), unit_name::length);
    draw.sector(Role::limit, "field of view", of(gaze_of(own, r.desired)),
                of(parameters.own(predictive::kFovDeg)) / 720, kDrawnView);
}

}  // namespace

const Model& predictive_model() {
    static const Predictive model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
