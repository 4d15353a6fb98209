#include "avoid/orca.h"

#include "avoid/congested.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class Orca final : public Model {
public:
    const PartInfo& info() const override { return orca::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        return v[kRadius] + v[kMaxSpeed] * v.own(orca::kTimeHorizonWalls);
    }

    void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept override {
        Congested congested(scratch, block.sensed);
        for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) {
            const Octet& g = block.sensed.octets[i];
            const Own<Pack> own = own_state(block.world, g);
            const auto p = orca_values<Pack>(Values(block.world, g));
            const Neighbours near(block.sensed, i);
            const WallsNear walls(block.sensed, i);
            HalfPlane<Pack>* planes = congested.octet_planes;
            const int hard =
                orca_planes(own, near, walls, p.time_horizon, p.time_horizon_walls, p.responsibility, planes);
            const int count = hard + near.longest();
            const auto plane = [&](int k) -> const HalfPlane<Pack>& { return planes[k]; };
            const Mask everyone = Pack(0.0f) < Pack(1.0f);
            const PlaneResult<Pack> r = solve_planes<true, Pack>(plane, count, own.pref, own.max_speed, everyone);
            decide(g, r.v, heading_after(r.v, own.heading), block.decisions);
            congested.add(r.feasible, hard, count, g, own.pref, block.decisions);
        }
        congested.flush(block.decisions);
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Orca::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Octet& g = block.sensed.octets[octet];
    const Own<Pack> own = own_state(block.world, g);
    const auto p = orca_values<Pack>(Values(block.world, g));
    const Neighbours near(block.sensed, octet);
    const WallsNear walls(block.sensed, octet);
    const int count = walls.longest() + near.longest();
    std::vector<LaneRow> rows(3 * static_cast<std::size_t>(count));
    auto* planes = reinterpret_cast<HalfPlane<Pack>*>(rows.data());
    const int hard = orca_planes(own, near, walls, p.time_horizon, p.time_horizon_walls, p.responsibility, planes);
    const auto plane = [&](int k) -> const HalfPlane<Pack>& { return planes[k]; };
    const Mask everyone = Pack(0.0f) < Pack(1.0f);
    const PlaneResult<Pack> r = solve_planes<true, Pack>(plane, count, own.pref, own.max_speed, everyone);

    const LaneOf of{lane};
    const bool feasible = of(r.feasible);
    const Vec<Pack> v =
        feasible ? r.v : least_violation<Pack>(plane, hard, count, own.pref, own.max_speed, inverse(r.feasible));
    draw_choice(draw, of, own, v);
    draw.circle(Role::limit, "maximum speed", {}, of(own.max_speed), unit_name::velocity);
    draw_planes(draw, of, near, walls, planes);
    if (!feasible) {
        double most = 0;
        for (int k = 0; k < count; ++k) most = std::max(most, of(violation(planes[k], v)));
        draw.point(Role::limit, "nothing is permitted; smallest violation", {}, most, unit_name::velocity);
    }
}

}  // namespace

const Model& orca_model() {
    static const Orca model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
