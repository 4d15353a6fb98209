#include "avoid/rvo.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace sidestep::SIDESTEP_ARCH {

namespace {

class Rvo final : public Model {
public:
    Rvo() { candidate_pairs(); }  // made now rather than in the first step

    const PartInfo& info() const override { return rvo::kInfo; }
    double wall_range(ParameterValues v) const override {
        // As far as one goes in a step or while braking.
        return v[kRadius] + v[kMaxSpeed] * std::max(0.1, v[kMaxSpeed] / v[kMaxAccel]);
    }

    void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept override {
        decide_each(block, [&scratch](const Told& told) {
            return rvo_velocity(told.own, told.near, told.walls, rvo_values<Pack>(told.values),
                                rooms_in(scratch.rows, told.near, told.walls));
        });
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;

private:
    SIDESTEP_INLINE static RvoRoom<Pack> rooms_in(std::vector<LaneRow>& rows, const Neighbours& near,
                                                  const WallsNear& walls) {
        constexpr std::size_t kNearRows = sizeof(RvoNear<Pack>) / sizeof(LaneRow);
        constexpr std::size_t kWallRows = sizeof(RvoWall<Pack>) / sizeof(LaneRow);
        const auto people = static_cast<std::size_t>(near.longest());
        const auto wall_count = static_cast<std::size_t>(walls.longest());
        const std::size_t needed = kNearRows * people + (kWallRows + 1) * wall_count + 1;
        if (rows.size() < needed) rows.resize(needed);
        LaneRow* const wall_room = rows.data() + kNearRows * people;
        return {reinterpret_cast<RvoNear<Pack>*>(rows.data()), reinterpret_cast<RvoWall<Pack>*>(wall_room),
                reinterpret_cast<Mask*>(wall_room + kWallRows * wall_count)};
    }
};

void Rvo::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const Own<Pack>& own = told.own;
    const Neighbours& near = told.near;
    const RvoValues<Pack> p = rvo_values<Pack>(told.values);
    std::vector<LaneRow> rows;
    const Vec<Pack> v = rvo_velocity(own, near, told.walls, p, rooms_in(rows, near, told.walls));
    const LaneOf of{lane};
    draw_choice(draw, of, own, v);
    draw.circle(Role::limit, "maximum speed", {}, of(own.max_speed), unit_name::velocity);
    // When the wish and the choice would end in somebody who does its share.
    const Vec<Pack> axis{Pack(1.0f), Pack(0.0f)};
    for (int k = 0; k < near.count(lane); ++k) {
        const RvoNear<Pack> n = rvo_near(own, near[k], axis, p.responsibility, near.present(k));
        for (const auto& [role, label, velocity] : {std::tuple{Role::wish, "time to collision of the wish", own.pref},
                                                    {Role::neighbour, "time to collision", v}}) {
            const Vec<Pack> w = velocity * (Pack(1.0f) / p.responsibility) - n.other;
            const double soon = of(sooner(n, velocity, w, Pack(0.0f)));
            if (soon < 1.0 / 60) continue;
            draw.point(role, label, of(near[k].position), 1 / soon, unit_name::time, near.id(k, lane));
        }
    }
    if (of(overlaps_somebody(own, near))) {
        draw.circle(Role::limit, "overlaps somebody: leaves first", {}, of(own.radius), unit_name::length);
    }
}

}  // namespace

const Model& rvo_model() {
    static const Rvo model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
