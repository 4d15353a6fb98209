#include "avoid/collision_free_speed.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

class CollisionFreeSpeed final : public Model {
public:
    const PartInfo& info() const override { return collision_free_speed::kInfo; }
    double wall_range(ParameterValues all) const override {
        const AgentValues v(all);
        // Beyond fifteen ranges a wall turns nobody by more than 1e-5.
        return v[kRadius] + 15 * v.own(collision_free_speed::kWallRange);
    }

    void step(const AvoidBlock& block, ModelScratch&) const noexcept override {
        for (std::size_t i = 0; i < block.sensed.octets.size(); ++i) {
            const Told told(block, i);
            const auto walk =
                collision_free_walk(told.own, told.near, told.feet, collision_free_speed_values<Pack>(told.values));
            decide(told.octet, walk.velocity, walk.heading, block.decisions);
        }
    }

    void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const override;
};

void CollisionFreeSpeed::explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const {
    const Told told(block, octet);
    const Own<Pack>& own = told.own;
    const Neighbours& near = told.near;
    const FeetNear& walls = told.feet;
    const LaneOf of{lane};
    const auto p = collision_free_speed_values<Pack>(told.values);
    const auto walk = collision_free_walk(own, near, walls, p);
    draw_choice(draw, of, own, walk.velocity);
    // Weights against the wish, drawn as velocities: 1 is the preferred speed.
    const Pack wish = norm(own.pref);
    const auto weight = [&](Role role, std::string_view label, Vec<Pack> push, AgentId about = 0) {
        draw.vector(role, label, of(push * wish), unit_name::velocity, about);
    };
    weight(Role::decision, "direction", speed_model_direction(own, near, walls, p));
    const double spacing = of(spacing_ahead(own, near, walk.heading));
    for (int k = 0; k < near.count(lane); ++k) {
        const Near<Pack> other = near[k];
        const Vec<Pack> at = apart(near, k, other.position);
        const Pack reach = own.radius + other.radius;
        weight(Role::neighbour, "repulsion", speed_model_repulsion(at, reach, p.repulsion_strength, p.repulsion_range),
               near.id(k, lane));
        if (spacing < 1e5 && of(norm(at) - reach) == spacing) {
            draw.segment(Role::limit, "room ahead", {}, of(at), spacing, unit_name::length, near.id(k, lane));
        }
    }
    for (int k = 0; k < walls.count(lane); ++k) {
        weight(Role::wall, "wall repulsion",
               speed_model_repulsion(nearest_point(walls[k]), own.radius, p.wall_strength, p.wall_range));
    }
}

}  // namespace

const Model& collision_free_speed_model() {
    static const CollisionFreeSpeed model;
    return model;
}

}  // namespace sidestep::SIDESTEP_ARCH
