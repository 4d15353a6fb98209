#include "avoid/moussaid.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

/// Which neighbours belong to an agent's group.
class WithMe {
public:
    explicit WithMe(const Told& told) : told_(told) {
        mine_ = groups([&](int lane) { return told.octet.id[lane]; });
        grouped_ = inverse(mine_ == PackInt(kNoGroup));
    }
    Mask operator()(int k) const {
        const PackInt theirs = groups([&](int lane) { return told_.near.id(k, lane); });
        return (theirs == mine_) & grouped_ & told_.near.present(k);
    }

private:
    template <class Id>
    PackInt groups(const Id& id) const {
        alignas(32) std::int32_t of[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) {
            of[lane] = static_cast<std::int32_t>(told_.world.companions->group_of(id(lane)));
        }
        return PackInt::load(of);
    }

    const Told& told_;
    PackInt mine_;
    Mask grouped_;
};

template <class Watch = Unwatched>
SIDESTEP_INLINE Vec<Pack> velocity_of(const Told& told, const Watch& watch = {}) {
    Vec<Pack> a = moussaid_acceleration(told.own, told.near, told.feet, moussaid_values<Pack>(told.values), watch);
    if (told.world.companions != nullptr) {
        const Mask walks_together = told.values.chosen(moussaid::kGroups, kOn);
        if (any(walks_together)) {
            const Vec<Pack> f =
                group_acceleration(told.own, told.near, WithMe(told), moussaid_group_values<Pack>(told.values), watch);
            a += select(walks_together, f, Vec<Pack>{Pack(0.0f), Pack(0.0f)});
        }
    }
    return accelerated(told.own, a);
}

class Moussaid final : public Model {
public:
    const PartInfo& info() const override { return moussaid::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        // Beyond seven ranges a wall's force is below 0.003 m/s².
        return v[kRadius] + 7 * v.own(moussaid::kWallRange);
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        decide_each(block, [](const Told& told) { return velocity_of(told); });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Moussaid::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const LaneOf of{lane};
    // An octet may hold agents of whom only some walk together.
    const bool together = of(told.values.chosen(moussaid::kGroups, kOn));
    const auto watch = [&](MoussaidPart part, int k, Vec<Pack> f) {
        switch (part) {
            case MoussaidPart::goal:
                return draw.vector(Role::goal, "goal force", of(f), unit_name::force);
            case MoussaidPart::neighbour:
                if (k >= told.near.count(lane)) return;
                return draw.vector(Role::neighbour, "interaction force", of(f), unit_name::force,
                                   told.near.id(k, lane));
            case MoussaidPart::wall:
                if (k < told.feet.count(lane)) draw.vector(Role::wall, "wall force", of(f), unit_name::force);
                return;
            case MoussaidPart::gaze:
                if (together) draw.vector(Role::neighbour, "group: gaze", of(f), unit_name::force);
                return;
            case MoussaidPart::cohesion:
                if (together) draw.vector(Role::neighbour, "group: cohesion", of(f), unit_name::force);
                return;
            case MoussaidPart::spacing:
                if (together) draw.vector(Role::neighbour, "group: spacing", of(f), unit_name::force);
                return;
        }
    };
    draw_choice(draw, of, told.own, velocity_of(told, watch));
}

}  // namespace

const Model& moussaid_model() {
    static const Moussaid model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
