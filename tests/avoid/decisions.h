// One step of a model for a crowd, and what each of its agents was given: to decide the same in double.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "avoid/lanes.h"
#include "catalogue/catalogue.h"
#include "support/crowd.h"

/// Names for one agent in double.
namespace sidestep::one_agent {
using namespace baseline;
using V = Vec<double>;
using People = std::vector<Near<double>>;
using Walls = std::vector<WallPiece<double>>;
}  // namespace sidestep::one_agent

namespace sidestep::test {

/// Values of an agent, asked as kernels ask: what `settings` names, defaults for the rest.
class Table : public AgentValues<double> {
public:
    explicit Table(std::vector<double> all) : Table(std::make_shared<const std::vector<double>>(std::move(all))) {}

private:
    explicit Table(std::shared_ptr<const std::vector<double>> all) : AgentValues<double>(all->data()), all_(all) {}
    std::shared_ptr<const std::vector<double>> all_;  ///< copies look at the same
};
inline Table table(const PartInfo& model, const Settings& settings) {
    return Table(values_with(model, settings));
}

/// One agent as its model saw it, and what the model decided.
struct Decided {
    baseline::Own<double> own;
    std::vector<baseline::Near<double>> near;
    std::vector<baseline::WallPiece<double>> walls, feet;
    baseline::Vec<double> way_point;  ///< relative to the agent
    Decision decision;
};

/// Adds the bodies to the crowd (those clear of walls), senses and lets the model decide; several times on the same
/// state where its memory matters.
inline std::vector<Decided> decide(Crowd& crowd, const std::vector<Body>& bodies, std::string_view name,
                                   const Settings& settings = {}, int times = 1) {
    const int index = model_index(name);
    const Model& model = *model_catalogue()[static_cast<std::size_t>(index)];
    const auto values = values_with(model.info(), settings);
    for (const Body& b : bodies) {
        if (crowd.map.empty() || crowd.map.clearance(b.position, 2) > values[kRadius]) {
            crowd.add(b, values, static_cast<std::uint8_t>(index), model.wall_range(values), model.info().memory_bytes);
        }
    }
    crowd.sort();
    crowd.form(static_cast<std::uint8_t>(index));
    crowd.sense();
    gather_walls(crowd.view(), ValueLayout::wall_range(model.info().parameters.size()), crowd.scratch);
    const WorldView view = crowd.view();
    ModelScratch scratch;
    for (int i = 0; i < times; ++i) {
        model.step({view, crowd.scratch, crowd.world.decisions.data(), crowd.world.memory()}, scratch);
    }

    std::vector<Decided> all;
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        const auto& near = crowd.scratch.near[i];
        const auto& walls = crowd.scratch.wall[i];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            Decided d;
            d.own = {.velocity = {g.vx[lane], g.vy[lane]},
                     .heading = {g.heading_x[lane], g.heading_y[lane]},
                     .pref = {g.pref_x[lane], g.pref_y[lane]},
                     .radius = g.radius[lane],
                     .max_speed = g.max_speed[lane],
                     .dt = crowd.dt};
            for (int k = 0; k < near.count[lane]; ++k) {
                const NearRecord& r = crowd.scratch.near_records[near.begin + static_cast<std::uint32_t>(k)];
                d.near.push_back({{r.dx[lane], r.dy[lane]}, {r.vx[lane], r.vy[lane]}, r.radius[lane]});
            }
            for (int k = 0; k < walls.count[lane]; ++k) {
                const WallRecord& r = crowd.scratch.wall_records[walls.begin + static_cast<std::uint32_t>(k)];
                d.walls.push_back({{r.ax[lane], r.ay[lane]}, {r.bx[lane], r.by[lane]}});
            }
            const baseline::Vec<double> way{g.way_x[lane], g.way_y[lane]};
            for (int k = 0; k < crowd.scratch.foot[i].count[lane]; ++k) {
                const auto foot = baseline::nearest_point(d.walls[static_cast<std::size_t>(k)]);
                const auto minded = baseline::as_minded(foot, d.own.pref, norm(way), d.own.radius);
                d.feet.push_back({minded, minded});
            }
            const Self& self = view.self[g.row[lane]];
            d.way_point = {self.goal_x - g.place[lane].x, self.goal_y - g.place[lane].y};
            d.decision = crowd.world.decisions[g.row[lane]];
            all.push_back(d);
        }
    }
    return all;
}

/// People about `spacing` apart at least, `density` per m², with velocities and wishes of walkers.
inline std::vector<Body> random_bodies(Dice& dice, int count, double density, double spacing) {
    std::vector<Body> bodies;
    const double side = std::sqrt(count / density);
    for (int i = 0; i < count; ++i) {
        for (int attempt = 0; attempt < 100; ++attempt) {
            const Vec2d at{dice.between(0, side), dice.between(0, side)};
            if (std::any_of(bodies.begin(), bodies.end(),
                            [&](const Body& b) { return norm(b.position - at) < spacing; })) {
                continue;
            }
            const auto f = [&](double a) { return static_cast<float>(dice.between(-a, a)); };
            bodies.push_back({static_cast<AgentId>(i + 1), at, {f(1.2), f(1.2)}, {f(1.3), f(1.3)}});
            bodies.back().way = Vec2d{bodies.back().pref.x, bodies.back().pref.y} * (0.2 + i % 7);
            break;
        }
    }
    return bodies;
}

/// Walls among which the crowds of random_bodies(…, 400, 1.0, …) stand.
inline Map some_walls() {
    return Map::from_wkt(
        "MULTILINESTRING ((5 -1, 5 8), (8 5, 14 5, 14 9), (0 12, 4 16), (16 2, 16 18), (7 12, 12 12))");
}

/// A crowd among walls for which a model decides.
struct LaneCase {
    std::string_view model;
    std::uint64_t seed;
    Settings settings{};
    float dt = 0.1f;
    double spacing = 0.5;
    int at_walls = 20;         ///< more agents than this have walls near
    int one_differs_of = 100;  ///< rounding may decide between alternatives
};

/// Expects that eight lanes of floats decide what `velocity_of`, given a Decided, gives in double.
template <class VelocityOf>
void expect_lanes_agree(const LaneCase& c, const VelocityOf& velocity_of) {
    Dice dice(c.seed);
    Crowd crowd(some_walls());
    crowd.dt = c.dt;
    int agents = 0, differ = 0, at_walls = 0;
    for (const Decided& d : decide(crowd, random_bodies(dice, 400, 1.0, c.spacing), c.model, c.settings)) {
        const baseline::Vec<double> v = velocity_of(d);
        ++agents;
        differ += !(norm(v - baseline::Vec<double>{d.decision.vx, d.decision.vy}) <= 1e-3);
        at_walls += !d.walls.empty();
    }
    EXPECT_GT(agents, 300);
    EXPECT_GT(at_walls, c.at_walls);
    EXPECT_LE(differ, agents / c.one_differs_of);
}

}  // namespace sidestep::test
