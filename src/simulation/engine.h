// What a Simulation owns. The step is in step.cpp; the rest of the folder sets it up, feeds it and looks at it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "catalogue/catalogue.h"
#include "integrate/contacts.h"
#include "integrate/move.h"
#include "map/built_map.h"
#include "map/map.h"
#include "outline/obstacles.h"
#include "route/limits.h"
#include "route/plan_queue.h"
#include "route/provider.h"
#include "sense/cell_order.h"
#include "sense/filter.h"
#include "sense/neighbour_graph.h"
#include "sense/search.h"
#include "sidestep/simulation.h"
#include "simulation/group_labels.h"
#include "simulation/headway.h"
#include "simulation/queues.h"
#include "simulation/stage_times.h"
#include "simulation/tremors.h"
#include "wish/tempo.h"
#include "world/companions.h"
#include "world/newcomer.h"
#include "world/world.h"

namespace sidestep {

struct Simulation::Engine {
    Engine(Scenario scenario, int threads, const Catalogue& catalogue = Catalogue::standard());

    /// Agents of one kind share a model and whom they take into account, so they can be sensed and decided for
    /// together.
    struct Kind {
        const Model* model;
        NeighbourSpec neighbours;
    };
    /// A mid-term planner or an intent, at one place of the chains of those profiles that have it there.
    struct WishStage {
        const WishPart* part;
        std::size_t place;        ///< among what stands between route and local model
        std::vector<bool> asked;  ///< by profile, like the others
        std::vector<std::uint32_t> first_value, first_memory;
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
    void think();  ///< sense, wish, avoid: block by block
    /// Neighbours and walls of octets of one kind.
    void sense(const WorldView& frozen, const CellOrder& order, const NeighbourGraph& links, const Kind& kind,
               SenseScratch& room, BlockScratch& block) const;
    /// What agents would do for themselves: limits, route, mid-term planner, intents. Where their memory is, is said,
    /// so that a decision can be explained on a copy.
    struct WishRoom {
        Wish* wishes;  ///< by row
        const MemoryOf& memory_of;
        AgentMemory memory;
        std::vector<std::uint8_t>& lanes;
        std::uint64_t& yielding;  ///< grows by the number of those who give way
    };
    void wish(const WorldView& frozen, const CellOrder& order, const WishRoom& room, BlockScratch& block) const;
    WishBlock wish_block(const WorldView& frozen, const CellOrder& order, const WishRoom& room,
                         const BlockScratch& block, const WishStage& stage, const WayBeyond* way) const;
    void integrate();
    void project_contacts();
    void arrive();
    /// Somebody takes up another goal; of a choice of goals the nearest as the crow flies, until it plans.
    void take_up(Row row, int goal);
    /// It has reached its exit, and leaves when whoever calls this is done with rows.
    void go_out(Row row);

    // ---- following.cpp ----
    /// How ways go on from way points: round the next bend, or from goal to goal.
    class RoutesBeyond final : public WayBeyond {
    public:
        RoutesBeyond(const Engine& engine, const WorldView& frozen, const MemoryOf& memory_of)
            : engine_(engine), frozen_(frozen), memory_of_(memory_of) {}
        Vec2d beyond(Row row, Vec2d way_point) const override;

    private:
        const Engine& engine_;
        const WorldView& frozen_;
        const MemoryOf& memory_of_;
    };

    /// Somebody who follows a person by name.
    struct Following {
        AgentId person;
        TargetSpec own;        ///< where it goes by itself
        TargetSpec persons{};  ///< where the person was going when it was last seen
        bool came = false;     ///< the person has been there
    };
    void follow(Row row, AgentId person, const TargetSpec& own);
    void stop_following(Row row, const TargetSpec& target);
    /// At the beginning of a step: those who follow by name head for where that person is.
    void lead_followers();
    /// Where somebody is going.
    TargetSpec target_of(Row row) const;
    /// Whether somebody who follows by name is still on its way.
    bool still_follows(Row row) const;

    // ---- sources.cpp ----
    void spawn();
    void spawn_in_region(std::size_t source, double now);  ///< where there is room
    void spawn_listed(std::size_t source, double now);     ///< at the places that are given, or just beside
    void enter(Newcomer newcomer, const SourceSpec& source, const std::optional<Vec2d>& velocity);
    bool is_free(Vec2d at, double radius) const;
    /// The place, or the nearest free one within a body's width.
    std::optional<Vec2d> free_beside(Vec2d at, double radius) const;
    AgentId next_id_of(std::size_t source);
    /// When its next agent is to enter; infinity: never.
    double due(std::size_t source) const;
    bool is_dry(std::size_t source) const;
    bool sources_are_dry() const;
    /// Until the k-th agent of a source, where gaps are drawn; and all of those up to the next one.
    void draw_gap(std::size_t source, std::uint64_t k);
    void draw_gaps();

    // ---- doors.cpp ----
    void move_doors();  ///< those whose time has come
    void set_door(std::size_t door, bool closed);
    /// Moves everybody out of the line of a door, or nobody: false where somebody has no room beside it.
    bool clear_door(const Wall& line);
    void block_map();  ///< by doors that are closed, and by obstacles
    std::size_t door_named(std::string_view name) const;
    bool is_outside(Row row) const;
    /// Why somebody who plans has no way; empty for those who have one.
    std::string no_way(Row row) const;

    // ---- planning.cpp ----
    void new_goal(Row row, int any);  ///< it sets out, and asks for a plan; `any` as in RouteMemory

    // ---- population.cpp ----
    void populate();
    void make_routes();
    void make_kinds();
    void make_stages();
    /// Of everybody's places: as far back as the parts look, or as somebody asks.
    void keep_history(double seconds);
    const RouteProvider& route_of(const Self& self) const { return *routes[route_of_profile[self.profile]]; }
    RouteProvider& route_of(const Self& self) { return *routes[route_of_profile[self.profile]]; }
    /// What the route must know of somebody who sets out.
    RouteNeed need_of(const Newcomer& newcomer, const AgentRecord& record, int goal) const;
    RouteNeed need_of(Row row, const TargetSpec& target) const;
    AgentHandle add(const Newcomer& newcomer);

    // ---- agents.cpp ----
    AgentState state_of(Row row) const;
    std::size_t profile_named(std::string_view name) const;
    /// Throws InputError.
    void require_room(Vec2d at, double radius) const;
    struct ValuePlace {
        const Parameter* parameter;
        std::size_t index;
        bool of_other_part;  ///< of none of those the local model reads
    };
    /// Throws InputError for a name that no part of the profile has, or several.
    ValuePlace value_named(std::uint16_t profile, std::string_view name) const;
    void set_value(Row row, std::string_view name, double value);
    /// Somebody has another goal, or another body: what its route needs for that, and a plan.
    void set_out(Row row, const TargetSpec& target);

    // ---- puppets.cpp ----
    static constexpr std::uint8_t kPuppetKind = kEverybody - 1;  ///< of nobody's: no octet holds them
    struct PuppetTarget {
        Place to{};
        Vec2f heading{};         ///< zero: where it walks
        bool is_puppet = false;  ///< else of somebody who was one, or never
    };
    void set_puppet(Row row, bool puppet);
    void hold_puppet(Slot slot, Place to, Vec2f heading);
    /// They want and decide nothing.
    void still_puppets(Row begin, Row end);
    void move_puppets(Row begin, Row end);
    /// A recording whose people are puppets.
    struct Player {
        enum class Role : std::uint8_t { waits, plays, gone };
        Trajectory recording;
        std::uint16_t profile = 0;
        double start = 0;         ///< s: when its first frame was
        std::vector<Role> roles;  ///< by track
        std::vector<AgentId> ids;
        Vec2d place_at(std::size_t track, double time) const;
    };
    void play_recordings();

    // ---- snapshot.cpp ----
    std::vector<std::byte> snapshot() const;
    void restore(std::span<const std::byte> bytes);
    /// Of what a snapshot must agree with.
    std::uint64_t scenario_hash() const;

    // ---- obstacles.cpp ----
    struct PlacedObstacle {
        ObstacleId id;
        Obstacle shape;
        friend bool operator==(const PlacedObstacle&, const PlacedObstacle&) = default;
    };
    /// Everything that is made of the map as it is.
    struct Ground {
        std::vector<PlacedObstacle> obstacles;
        std::shared_ptr<const BuiltMap> built;
        Map map;
        std::vector<Kind> kinds;
        std::vector<std::uint8_t> kind_of_profile;
        std::vector<std::unique_ptr<RouteProvider>> routes;
        std::vector<std::uint8_t> route_of_profile;
        bool anybody_plans = false;
    };
    /// Makes it anew with these obstacles and returns what there was before; nobody has been told yet. Throws
    /// InputError and leaves everything as it was.
    Ground lay_ground(std::vector<PlacedObstacle> with);
    void put_back(Ground before);
    /// The same with everybody on it: those in the way step aside, and all find new ways. Throws InputError likewise.
    void stand_on(std::vector<PlacedObstacle> with);
    /// Those who must step aside, and where to.
    std::vector<std::pair<Row, Vec2d>> places_aside(const Map& before) const;
    std::uint64_t hash_of_obstacles() const;

    // ---- queries.cpp ----
    struct Lookup;
    struct Finders;
    /// Of the state as it is. Safe from several threads between steps.
    std::shared_ptr<const Lookup> lookup() const;

    // ---- explain.cpp ----
    std::vector<Explanation> explain(std::span<const AgentId> ids) const;

    // ---- waiting.cpp ----
    /// Stands because it is not to walk: before its start, or at its last goal. Puppets do neither.
    bool waits(Row row) const;
    /// Somebody who has arrived has somewhere to go again.
    void goes_on(Row row);
    /// At the beginning of a step: those whose start has come.
    void tell_who_starts();
    /// Those who are there and are not to walk yet.
    void find_starters();

    // ---- queues.cpp ----
    void make_queues();
    /// At the end of a step: who has come takes its place, who is served, has been, or gives up.
    void visit_queues();
    /// Somebody has taken up a goal: another than a waiting line ends its visit, one begins another. Returns the choice
    /// of goals that is left to its route, or -1.
    int visit_goal(Row row, int any);
    /// Out of the line, whatever it did there; told where it had come so far.
    void leave_queue(Slot slot, Visit::Outcome outcome, double ended);
    Row row_of(const QueueGuest& guest) const { return *world.row_of(world.handle_of(guest.id)); }
    const QueueSpec& spec_of(const Queue& queue) const {
        return *scenario.goals[static_cast<std::size_t>(queue.goal)].queue;
    }
    void serve(Queue& queue, double now);
    void call_next(Queue& queue);
    void give_up(Queue& queue, double now);
    /// The end of a visit that was told: on to the next goal, or out.
    void go_on(Row row, int goal, bool exit);
    /// People in it or on their way, for each of its points, without the one who asks.
    double load_of(const Queue& queue, Slot without) const;
    int shortest_queue(int choice, Slot slot, Vec2d at) const;
    void think_again();
    /// Coordinate where somebody with such a body would take its place.
    double tail_of(const Queue& queue, double radius) const;
    bool is_full(const Queue& queue, double tail) const;
    /// m around the end of the line from where people join; and in which they wait where it is full.
    double reach_of(const Queue& queue) const;
    double crowd_of(const Queue& queue, double tail) const;
    bool may_join(const Queue& queue, Row row, double tail) const;
    void join(Queue& queue, double now);
    void take_place(Queue& queue, Row row, double tail);
    /// What is drawn for somebody in a line is drawn by this number.
    std::uint64_t draw_of(const Queue& queue, const QueueGuest& guest) const;
    /// From where it is straight to a place, whose coordinate is `turn`.
    void walk_from(QueueGuest& guest, Row row, Vec2d to, double turn);
    /// Those who come walk to the present end of the line.
    void lead_to_tail(Queue& queue);
    void note_who_waits();

    // ---- queue_walk.cpp ----
    /// Where a coordinate of somebody in a line is.
    Vec2d place_of(const QueueGuest& guest, double x) const;
    /// How far somebody is from where its coordinate says.
    double lag_of(const QueueGuest& guest) const;
    /// Coordinates after a step, as far as bodies could follow; who has lost its place is told apart.
    void walk_lines(std::vector<Slot>& lost);
    /// The next speeds, by those before.
    void follow(const Queue& queue);
    double speed_of(const QueueGuest& guest, std::span<const double> leader, double gap, double ttr) const;
    /// Everybody who walks by a coordinate: in lines and at points of their own.
    template <class Do>
    void for_each_in_line(const Do& act);
    /// Where those in lines are to be in a (sub-)step.
    void aim_lines();
    /// Those who come leave room for those in line, and stand before a line that is full.
    void hold_back();
    /// From the nearest place that those in line hold or walk along, to somebody beside it; not set where nobody is.
    std::optional<Vec2d> off_line(const Queue& queue, Vec2d at) const;
    void lead_lines(const WorldView& frozen, const CellOrder& order, Wish* wishes, BlockScratch& block) const;

    // ---- queue_state.cpp ----
    std::uint64_t hash_of_queues() const;
    void save_queues(ArchiveWriter& archive) const;
    /// For the people of `fresh`, who are not everybody's yet. Throws InputError.
    Queues load_queues(ArchiveReader& archive, const World& fresh) const;
    std::vector<QueueState> queue_states() const;
    /// Which place somebody has, and who is before it.
    void draw_queue(const Self& self, Vec2d at, Drawing& draw) const;

    // ---- headway.cpp ----
    /// So many looks are due when these steps are done.
    std::uint32_t looks_until(std::uint64_t steps_done) const;
    /// After a (sub-)step, at even times: who gets on, and who has not for long.
    void look_for_headway();
    bool is_stuck(Row row) const;
    /// Where somebody has not got nearer for some seconds and the scene lets people give way.
    void count_impatient();

    // ---- yielding.cpp ----
    /// Changes the wishes of those in the block who have waited long; how many of them give way.
    void step_aside(const WorldView& frozen,
                    BlockScratch& block);  ///< those who give way do so, whatever their models say
    std::uint64_t give_way(const WorldView& frozen, const CellOrder& order, Wish* wishes, BlockScratch& block) const;

    // ---- health.cpp ----
    RunHealth health() const;
    std::vector<RunHealth::Stuck> stuck() const;
    /// Those of them who stand behind others of the same goal that have arrived.
    std::vector<bool> queues_at_goal(const std::vector<Row>& stuck) const;
    /// Goes round a periodic axis, and has at least once more to go.
    bool goes_round(Row row) const;

    WorldView view() const;
    std::uint64_t state_hash() const;
    double time_at(std::uint64_t step, int sub_step) const;
    int sub_steps() const;
    /// Whether somebody still has somewhere to go. Asked after every step: the first one found is enough.
    bool anybody_walks() const;

    Scenario scenario;
    const Catalogue& catalogue;
    std::vector<const PartInfo*> parts;  ///< of the catalogue
    std::vector<Chain> chains;           ///< by profile
    Map map;
    SpeedField slow;
    std::vector<ReactionTable> reactions;
    World world;
    CellOrder order;
    ContactProjection contacts;
    Workers workers;
    OctetFunction form;
    SearchFunction search;
    LimitFunction limit;
    WishFunction load_wishes;
    TempoFunction keep_tempo;
    MoveFunction move;
    NeighbourGraph graph;
    std::vector<std::unique_ptr<RouteProvider>> routes;
    std::vector<std::uint8_t> route_of_profile;
    std::vector<WishStage> stages;  ///< in the order they are asked
    std::map<AgentId, Following> led;
    std::vector<LedBy> led_by;  ///< by slot, for those among them
    bool anybody_plans = false;
    PlanQueue plans;
    std::vector<bool> door_closed;
    std::vector<bool> door_waits;  ///< is to close, and somebody in it has no room to step aside
    std::size_t events_done = 0;
    std::shared_ptr<const BuiltMap> base_map;  ///< without obstacles
    std::vector<PlacedObstacle> obstacles;
    ObstacleId next_obstacle = 1;
    std::uint64_t changes = 0;  ///< of who is where, on which ground
    mutable std::mutex query_mutex;
    mutable std::shared_ptr<const Lookup> looked_up;
    mutable std::shared_ptr<Finders> finders;

    std::uint64_t steps = 0;
    int sub_step = 0;
    double max_dt = kUnlimited;  ///< of the parts of those present
    /// Ids of newcomers: sources, and the program after them, take turns, so that nobody's id (nor what is drawn by it)
    /// depends on how others fared.
    AgentId first_newcomer = 1;
    AgentId newcomer_id(std::size_t source, std::uint64_t number) const {
        return static_cast<AgentId>(first_newcomer + number * (sources.size() + 1) + source);
    }
    std::uint64_t added_by_program = 0;
    AgentId next_program_id();
    std::vector<Kind> kinds;
    std::vector<std::uint8_t> kind_of_profile;
    double graph_range = 0;  ///< the largest neighbour_range of those who sense by the graph; 0: nobody does

    struct SourceState {
        std::uint64_t sent = 0;
        std::uint64_t skipped = 0;  ///< numbers whose ids the program had taken
        double next = 0;            ///< s: when the next one is due, where gaps are drawn
    };
    std::vector<SourceState> sources;

    /// Everybody there ever was, in order of creation.
    /// Packed, since there may be millions and nobody reads them in a step.
#pragma pack(push, 2)
    struct Created {
        AgentId id;
        float radius;
        std::uint16_t profile;
        std::int32_t goal;
        std::uint32_t group;  ///< of group_labels
    };
#pragma pack(pop)
    static_assert(sizeof(Created) == 18);
    std::vector<Created> created;
    GroupLabels group_labels;
    Companions companions;
    AgentRecord newborn;  ///< its memory is used again

    /// One per thread.
    struct Worker {
        BlockScratch block;
        SenseScratch sensing;
        ModelScratch model;
        std::vector<std::uint8_t> lanes;
        StageTimes times{};
        double deepest = 0;
        std::uint64_t overlaps = 0;
        std::uint64_t yielding = 0;  ///< agent-steps
        /// `seen` is the flag of agents that remembers it.
        void note_overlaps(World& in, const Octet& g, std::uint8_t seen);
    };
    std::vector<Worker> worker;
    std::vector<MoveReport> moves;  ///< per block
    std::vector<Headway> headway;   ///< by slot
    Tremors tremors;
    std::uint32_t looks = 0;                                 ///< for headway, by the time that has passed
    std::size_t impatient = 0;                               ///< have lost patience, where people give way; else 0
    std::vector<std::vector<MoveReport::Told>> newly_stuck;  ///< per block
    std::vector<Event> happened;                             ///< in the last step and since
    void tell(EventKind kind, Row row, std::string_view name);
    void leave(Row row);  ///< takes an agent out of the world
    /// Those who wait for their start, the first to set out last.
    std::vector<std::pair<float, AgentId>> starters;
    Queues queues;
    std::vector<Row> leaving;  ///< who have been served where that is the end
    std::size_t puppets = 0;
    std::vector<PuppetTarget> puppet_target;  ///< by slot
    std::vector<Player> players;
    std::vector<TrajectoryRow> just_left;  ///< reached their exits in the last step: their last place is recorded

    // Sums over the run.
    StageTimes times{};
    std::uint64_t agent_steps = 0, agent_moves = 0;  ///< moves: sub-steps count
    double deepest = 0;
    std::uint64_t overlaps = 0, wall_contacts = 0, speed_outliers = 0, accel_outliers = 0, left_outside = 0;
    std::uint64_t doors_held = 0;
    std::uint64_t yielded = 0;       ///< agent-(sub-)steps
    std::uint64_t placed_aside = 0;  ///< people whose place was taken when they came
    double placed_aside_m = 0;       ///< how far they were put from it, at most
    std::chrono::steady_clock::time_point began;
};

}  // namespace sidestep
