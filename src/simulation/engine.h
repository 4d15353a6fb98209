// What a Simulation owns. The step is in step.cpp; the rest of the folder sets it up, feeds it and looks at it.
#pragma once

#include <chrono>

#include "avoid/catalogue.h"
#include "base/parallel.h"
#include "integrate/contacts.h"
#include "integrate/move.h"
#include "map/map.h"
#include "route/direct.h"
#include "sense/cell_order.h"
#include "sense/search.h"
#include "sidestep/simulation.h"
#include "simulation/stage_times.h"
#include "world/world.h"

namespace sidestep {

struct Simulation::Engine {
    Engine(Scenario scenario, int threads);

    // ---- step.cpp, in this order ----
    void step();
    void sort();
    void think();  ///< sense, route, avoid: block by block
    void integrate();
    void project_contacts();
    void arrive();

    // ---- sources.cpp ----
    void spawn();
    bool sources_are_dry() const;

    // ---- population.cpp ----
    void populate();
    struct Newcomer {
        AgentId id;
        std::uint16_t profile;
        Vec2d position;
        Vec2f velocity{};
        TargetSpec target;
        double start_time = 0;
    };
    AgentHandle add(const Newcomer& newcomer);

    // ---- health.cpp ----
    RunHealth health() const;

    WorldView view() const;
    double time_at(std::uint64_t step, int sub_step) const;
    int sub_steps() const;
    /// Whether somebody still has somewhere to go. Asked after every step: the first one found is enough.
    bool anybody_walks() const;

    Scenario scenario;
    Map map;
    SpeedField slow;
    World world;
    CellOrder cells;
    ContactProjection contacts;
    Workers workers;
    GroupFunction form;
    SearchFunction search;
    RouteFunction route;
    MoveFunction move;

    std::uint64_t steps = 0;
    int sub_step = 0;
    double max_dt = kUnlimited;  ///< of the models present
    AgentId next_id = 1;
    std::uint32_t models_present = 0;  ///< bit per catalogue entry

    struct SourceState {
        std::uint64_t sent = 0;
    };
    std::vector<SourceState> sources;

    /// One per thread.
    struct Worker {
        BlockScratch block;
        ModelScratch model;
        StageTimes times{};
        double deepest = 0;
        std::uint64_t overlaps = 0;
        void note_overlaps(World& in, const Group& g);
    };
    std::vector<Worker> worker;
    std::vector<MoveReport> moves;         ///< per block
    std::vector<TrajectoryRow> just_left;  ///< reached their exits in the last step: their last place is recorded

    // Sums over the run.
    StageTimes times{};
    std::uint64_t agent_steps = 0, agents_created = 0;
    double deepest = 0;
    std::uint64_t overlaps = 0, wall_contacts = 0, speed_outliers = 0, accel_outliers = 0;
    std::chrono::steady_clock::time_point began;
};

}  // namespace sidestep
