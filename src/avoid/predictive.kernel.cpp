#include "avoid/predictive.h"

#include "avoid/catalogue.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

PredictiveValues<Pack> values_of(const Values& v) {
    using namespace predictive;
    return {
        .personal_radius = v.own(kPersonalRadius),
        .relaxation_time = v.own(kRelaxationTime),
        .wall_steepness = v.own(kWallSteepness),
        .wall_safe_dist = v.own(kWallSafeDist),
        .wall_eps = v.own(kWallEps),
        .anticipation = v.own(kAnticipation),
        .max_colliders = v.own(kMaxColliders),
        .evasive_strength = v.own(kEvasiveStrength),
        .d_min = v.own(kDMin),
        .d_mid = v.own(kDMid),
        .d_max = v.own(kDMax),
        .fall = fall_of(v.own(kDMid), v.own(kDMax)),
        .rank_weight = v.own(kRankWeight),
        .cos_half_fov = direction_of_turn(v.own(kFovDeg) * Pack(1.0f / 720.0f)).x,
        .orient_weight = v.own(kOrientWeight),
        .noise_max = v.own(kNoiseMax),
        .max_evasive = v.own(kMaxEvasive),
        .dt_virtual = v.own(kDtVirtual),
        .sums = v.chosen(kEvasion, kSum),
    };
}

class Predictive final : public Model {
public:
    const ModelInfo& info() const override { return predictive::kInfo; }
    double wall_range(ParameterValues v) const override {
        return v[kRadius] + v[predictive::at(predictive::kWallSafeDist)];
    }

    void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept override {
        const std::uint64_t noise_key = random_bits(block.world.seed, 0, block.world.step, Purpose::noise);
        if (block.sensed.groups.empty()) return;
        // Groups that share their parameters with the one before need not load them again.
        PredictiveValues<Pack> values = values_of(Values(block.world, block.sensed.groups[0]));
        std::uint32_t values_at = UINT32_MAX;
        for (std::size_t i = 0; i < block.sensed.groups.size(); ++i) {
            const Group& g = block.sensed.groups[i];
            const Neighbours near(block.sensed, i);
            const WallsNear walls(block.sensed, i);
            if (!g.same_values || g.values[0] != values_at) {
                values = values_of(Values(block.world, g));
                values_at = g.same_values ? g.values[0] : UINT32_MAX;
            }
            const auto needed = 2 * static_cast<std::size_t>(near.longest());
            if (scratch.rows.size() < needed) scratch.rows.resize(needed);
            auto* room = reinterpret_cast<Pack*>(scratch.rows.data());
            const RandomPair noise = random_lanes(noise_key, g);
            const PredictiveStep<Pack> r =
                predictive_step(own_state(block.world, g), near, walls, values, noise.first, noise.second, room);
            decide(g, r.velocity, r.heading, block.decisions);
        }
    }
};

}  // namespace

const Model& predictive_model() {
    static const Predictive model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
