#include "avoid/pledestrians.h"

#include "avoid/congested.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class Pledestrians final : public Model {
public:
    const PartInfo& info() const override { return pledestrians::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        return v[kRadius] + v[kMaxSpeed] * v.own(pledestrians::kTimeHorizonWalls);
    }

    void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept override {
        Congested congested(scratch, block.sensed);
        for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) {
            const Octet& g = block.sensed.octets[i];
            const Own<Pack> own = own_state(block.world, g);
            const auto p = pledestrians_values<Pack>(Values(block.world, g));
            const Neighbours near(block.sensed, i);
            HalfPlane<Pack>* planes = congested.octet_planes;
            const int hard = orca_planes(own, near, WallsNear(block.sensed, i), p.time_horizon, p.time_horizon_walls,
                                         Pack(0.5f), planes);
            const int count = hard + near.longest();
            const auto plane = [&](int k) -> const HalfPlane<Pack>& { return planes[k]; };
            const LeastEffort<Pack> effort = least_effort(own, way_points(g), p);
            const Mask everyone = Pack(0.0f) < Pack(1.0f);
            const PlaneResult<Pack> r = best_inside<Pack>(effort, plane, count, own.max_speed, everyone);
            decide(g, r.v, heading_after(r.v, own.heading), block.decisions);
            congested.add(r.feasible, hard, count, g, effort.start(own.max_speed), block.decisions);
        }
        congested.flush(block.decisions);
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void Pledestrians::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Octet& g = block.sensed.octets[octet];
    const Own<Pack> own = own_state(block.world, g);
    const auto p = pledestrians_values<Pack>(Values(block.world, g));
    const Neighbours near(block.sensed, octet);
    const WallsNear walls(block.sensed, octet);
    const int count = walls.longest() + near.longest();
    std::vector<LaneRow> rows(3 * static_cast<std::size_t>(count));
    auto* planes = reinterpret_cast<HalfPlane<Pack>*>(rows.data());
    const int hard = orca_planes(own, near, walls, p.time_horizon, p.time_horizon_walls, Pack(0.5f), planes);
    const auto plane = [&](int k) -> const HalfPlane<Pack>& { return planes[k]; };
    const LeastEffort<Pack> effort = least_effort(own, way_points(g), p);
    const Mask everyone = Pack(0.0f) < Pack(1.0f);
    const PlaneResult<Pack> r = best_inside<Pack>(effort, plane, count, own.max_speed, everyone);
    const LaneOf of{lane};
    const Vec<Pack> start = effort.start(own.max_speed);
    const Vec<Pack> v =
        of(r.feasible) ? r.v : least_violation<Pack>(plane, hard, count, start, own.max_speed, inverse(r.feasible));
    draw_choice(draw, of, own, v);
    draw.vector(Role::goal, "least effort alone", of(start), unit_name::velocity);
    draw.segment(Role::prediction, "rest of the way", of(v * effort.time), of(effort.goal), of(effort.time),
                 unit_name::time);
    draw.circle(Role::limit, "maximum speed", {}, of(own.max_speed), unit_name::velocity);
    draw_planes(draw, of, near, walls, planes);
}

}  // namespace

const Model& pledestrians_model() {
    static const Pledestrians model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
