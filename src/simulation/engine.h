// What a Simulation owns. The step is in step.cpp; the rest of the folder sets it up, feeds it and looks at it.
#pragma once

#include <chrono>
#include <optional>
#include <set>

#include "avoid/catalogue.h"
#include "base/parallel.h"
#include "integrate/contacts.h"
#include "integrate/move.h"
#include "map/map.h"
#include "route/direct.h"
#include "route/over_cells.h"
#include "route/plan_queue.h"
#include "route/planner.h"
#include "sense/cell_order.h"
#include "sense/filter.h"
#include "sense/neighbour_graph.h"
#include "sense/search.h"
#include "sidestep/simulation.h"
#include "simulation/stage_times.h"
#include "world/world.h"

namespace sidestep {

struct Simulation::Engine {
    Engine(Scenario scenario, int threads);

    /// Agents of one kind share a model, whom they take into account and how they walk their way, so they can be
    /// sensed, led and decided for together.
    struct Kind {
        const Model* model;
        NeighbourSpec neighbours;
        /// Straight at its goal, by a plan through portals, or by what is charted on cells.
        enum class Way : std::uint8_t { straight, portals, cells } way;
        NarrowestView narrowest;  ///< of those who look through portals
        bool plans() const { return way != Way::straight; }
    };
    struct SenseScratch {
        FilterScratch filter;
        GraphScratch graph;
    };

    // ---- step.cpp, in this order ----
    void step();
    void plan();  ///< ways for those whose turn it is
    void sort();
    void link();   ///< the graph of everybody, where somebody senses by it
    void think();  ///< sense, route, avoid: block by block
    /// Neighbours and walls of groups of one kind.
    void sense(const WorldView& frozen, const CellOrder& order, const NeighbourGraph& links, const Kind& kind,
               SenseScratch& room, BlockScratch& block) const;
    /// Where groups of one kind want to go.
    void lead(const WorldView& frozen, const Kind& kind, const MemoryOf& memory_of, std::span<Group> groups) const;
    void integrate();
    void project_contacts();
    void arrive();

    // ---- sources.cpp ----
    void spawn();
    bool sources_are_dry() const;

    // ---- doors.cpp ----
    void move_doors();  ///< those whose time has come
    void set_door(std::size_t door, bool closed);
    std::vector<Wall> closed_doors() const;
    std::size_t door_named(std::string_view name) const;
    bool is_outside(Row row) const;
    /// Why somebody who plans has no way; empty for those who have one.
    std::string no_way(Row row) const;

    // ---- planning.cpp ----
    void prepare_planning();
    static constexpr double kRadiusClass = 0.05;  ///< m: bodies of drawn sizes share searches, planned for the larger
    std::unique_ptr<PathSearch> make_search(const RouteSpec& route, double radius) const;
    /// The radius that an agent of this profile is planned for: drawn ones share.
    static double planned_radius(const ProfileSpec& profile, double radius);
    void new_goal(Row row, int any);  ///< asks for a plan; `any` as in RouteMemory

    // ---- charting.cpp ----
    void prepare_charts();
    void chart_sources();
    /// Charts for all goals that somebody may come to who sets out for this one. `pointer` is where the scene says so,
    /// empty for what a program asks for. Throws InputError.
    void chart_goals(std::uint16_t profile, double body_radius, const TargetSpec& target, Vec2d from,
                     const std::string& pointer);
    void chart_goal(std::uint16_t profile, double body_radius, const ChartGoal& goal, const std::string& pointer);
    /// What no_way() tells of those who walk over cells.
    std::string no_way_over_cells(const RouteMemory& memory, Vec2d at) const;
    /// Throws InputError where the charts lead nowhere from here.
    void check_way(const ProfileSpec& profile, double body_radius, int goal, Vec2d way_point, Vec2d from,
                   const std::string& pointer) const;

    // ---- population.cpp ----
    void populate();
    struct Newcomer {
        AgentId id;
        std::uint16_t profile;
        Vec2d position;
        Vec2f velocity{};
        TargetSpec target;
        double start_time = 0;
        std::string_view group{};
        int entry = -1;  ///< of Scenario::agents
        /// Whether it may be refused for want of a way; those who come in a step stand instead, and health tells.
        bool must_have_way = false;
    };
    AgentHandle add(const Newcomer& newcomer);

    // ---- explain.cpp ----
    std::vector<Explanation> explain(std::span<const AgentId> ids) const;

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
    std::vector<ReactionTable> reactions;
    World world;
    CellOrder cells;
    ContactProjection contacts;
    Workers workers;
    GroupFunction form;
    SearchFunction search;
    RouteFunction route;
    MoveFunction move;
    NeighbourGraph graph;
    std::shared_ptr<const PathGround> ground;  ///< where somebody plans through portals
    std::optional<RoutePlanner> planner;       ///< where somebody plans through portals
    std::optional<CellRoutes> cell_routes;     ///< where somebody walks over cells
    PlanQueue queue;
    std::vector<bool> door_closed;
    std::size_t events_done = 0;

    std::uint64_t steps = 0;
    int sub_step = 0;
    double max_dt = kUnlimited;  ///< of the models present
    AgentId next_id = 1;
    std::vector<Kind> kinds;
    double graph_range = 0;  ///< the largest neighbour_range of those who sense by the graph; 0: nobody does
    std::uint8_t kind_of(const ProfileSpec& profile, const Model& model);

    struct SourceState {
        std::uint64_t sent = 0;
    };
    std::vector<SourceState> sources;

    /// Everybody there ever was, in order of creation.
    struct Created {
        AgentId id;
        float radius;
        std::uint16_t profile;
        std::int16_t goal;
        const std::string* group;  ///< one of group_names
    };
    std::vector<Created> created;
    std::set<std::string, std::less<>> group_names;
    Companions companions;

    /// One per thread.
    struct Worker {
        BlockScratch block;
        SenseScratch sensing;
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
    std::uint64_t agent_steps = 0;
    double deepest = 0;
    std::uint64_t overlaps = 0, wall_contacts = 0, speed_outliers = 0, accel_outliers = 0, left_outside = 0;
    std::chrono::steady_clock::time_point began;
};

}  // namespace sidestep
