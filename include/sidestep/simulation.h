// The engine's front door: make a simulation from a scenario, step it, look at it, change it while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/agent.h"
#include "sidestep/explain.h"
#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/names.h"
#include "sidestep/parameters.h"
#include "sidestep/path.h"
#include "sidestep/scenario.h"
#include "sidestep/tracks.h"
#include "sidestep/visit.h"

namespace SIDESTEP_EXPORT sidestep {

/// Every part there is, in the order of the catalogue: routes, mid-term planners, intents, local models.
std::span<const PartInfo* const> parts();
/// Throws InputError naming the parts there are.
const PartInfo& require_part(std::string_view name);
/// The local models among them.
std::span<const PartInfo* const> models();
/// Null when there is no such model.
const PartInfo* find_model(std::string_view name);
/// Throws InputError naming the models there are.
const PartInfo& require_model(std::string_view name);

/// Which model for what, from the measured table of docs/models/README.md. The first is kDefaultModel.
struct Recommendation {
    std::string_view purpose, model, why;
};
std::span<const Recommendation> recommendations();

/// Sets a parameter by its name: "radius", "time_horizon", "route.replan". Values are not checked against the table
/// here; what lies outside is brought into range when an agent draws it. Throws InputError for a name that no part of
/// the profile has, or several.
void set_parameter(ProfileSpec& profile, std::string_view name, const Distribution& value);
/// What a preset of the profile's parts says and the profile does not (`"preset"` in a scene). Throws InputError.
void set_preset(ProfileSpec& profile, std::string_view name);
/// Gives every profile another model. Common parameters stay as the scene has them, so that only the model differs; the
/// former model's own parameters mean nothing to the new one. Throws InputError for a model there is not.
void use_model(Scenario& scenario, std::string_view model);

enum class Stage : std::uint8_t { spawn, plan, sort, sense, route, avoid, integrate, contacts, arrive, record, count };
template <>
struct NamesOf<Stage> {
    static constexpr std::string_view all[] = {"spawn", "plan",      "sort",     "sense",  "route",
                                               "avoid", "integrate", "contacts", "arrive", "record"};
};

enum class StuckCause : std::uint8_t { blocked, no_route, deadlock };
template <>
struct NamesOf<StuckCause> {
    static constexpr std::string_view all[] = {"blocked", "no route", "deadlock"};
};

inline constexpr double kHealthyDepth = 0.05;  ///< m, deepest overlap of a healthy run
/// Share of agent-steps with an implausible acceleration in a healthy run, beside four for each person.
inline constexpr double kHealthyJumps = 0.01;
/// Share of agent-steps above the maximum speed in a healthy run: who is pushed may be faster for a moment.
inline constexpr double kHealthyRush = 0.001;
/// Share of those watched who shiver, in a healthy run.
inline constexpr double kHealthyShivering = 1.0 / 3;

/// What a person responsible for a result must know before trusting it.
struct RunHealth {
    bool ok = true;
    std::uint64_t overlaps = 0;       ///< times an agent came to overlap another, after any projection
    double deepest_m = 0;             ///< deepest overlap of two bodies, after any projection
    std::uint64_t wall_contacts = 0;  ///< agent-steps that the wall guarantee had to correct
    /// Agents with a goal who had not reached it when the run ended; who still has a whole round of a periodic axis
    /// to go walks in a ring and need not.
    std::uint64_t never_arrived = 0;
    std::uint64_t speed_outliers = 0;  ///< agent-steps faster than the agent's maximum speed by more than 5 %
    std::uint64_t accel_outliers = 0;  ///< agent-(sub-)steps with more than 10 m/s² (or max_accel, where set)
    double accel_share = 0;            ///< of all agent-(sub-)steps, four for each person left out
    double speed_share = 0;            ///< of all agent-steps, above the maximum speed
    /// Share of those watched for two seconds, some at a time, whose acceleration turned round four times or more.
    double shivering = 0;
    struct Stuck {
        AgentId id;
        StuckCause cause;
        std::string reason{};  ///< why there is no route, for those who plan: "door north closed"
    };
    std::vector<Stuck> stuck;  ///< who has not got nearer to its goal for 10 s, or has no way there
    /// A waiting line of which there is something to say.
    struct Line {
        std::string queue;
        std::uint64_t unserved = 0;  ///< people who wait in it when the run ends, though it serves nobody
        std::uint64_t overflow = 0;  ///< most people at once behind the end of the drawn line
    };
    std::vector<Line> lines;
    std::uint64_t outside_map = 0;       ///< agents who were outside the walkable area when the run ended or they left
    std::uint64_t doors_held = 0;        ///< closings that had to wait for somebody without room to step aside
    std::uint64_t doors_not_closed = 0;  ///< those that still waited when the run ended
    double yielded_s = 0;                ///< time that people spent giving way in jams, summed over them
    std::uint64_t placed_aside = 0;      ///< agents whose given place was taken or too near a wall: put beside it
    double placed_aside_m = 0;           ///< how far, at most
    std::uint64_t followed_nobody = 0;   ///< agents who were to follow somebody who never came
    bool expects_unhealthy = false;      ///< the scene says that it ends like this

    /// Healthy, or as the scene expects.
    bool as_expected() const { return ok || expects_unhealthy; }
};
/// "deadlock", "no route: door north closed"
std::string to_text(const RunHealth::Stuck& stuck);
/// What RunHealth::ok says of a run that is over.
bool is_healthy(const RunHealth& health);
/// Everything there is to say about a run, a sentence each; those that make it unhealthy come first.
std::vector<std::string> to_sentences(const RunHealth& health);
/// One JSON object, the form in `sidestep run --json` and, under the key `health`, in result files.
std::string to_json(const RunHealth& health);
/// The reverse, lenient: what an older or a foreign file lacks counts as nothing. Nothing for what is no verdict.
std::optional<RunHealth> health_from_json(std::string_view text);

struct RunSummary {
    std::uint64_t steps = 0;
    std::uint64_t agent_steps = 0;
    std::uint64_t agents_created = 0;
    double sim_s = 0;
    double wall_s = 0;
    std::array<double, static_cast<std::size_t>(Stage::count)>
        stages_ms{};  ///< CPU time, summed over threads; `record` by the clock
    std::uint64_t state_hash = 0;
    RunHealth health;
    std::size_t charts = 0;            ///< heading charts in use
    std::size_t chart_bytes = 0;       ///< memory they take
    std::vector<AgentId> unexplained;  ///< asked for in RunOptions::explain, and in no recorded frame
};

/// A visit to a waiting line that is over.
struct EndedVisit {
    std::string_view queue;  ///< name of the goal; belongs to the simulation's scenario
    Visit visit;
};

/// A waiting line as it is now.
struct QueueState {
    std::string_view queue;         ///< as above
    std::vector<AgentId> line{};    ///< the first first; who is served at the head of the line is one of them
    std::vector<AgentId> coming{};  ///< on their way to its end, in order of id
    std::vector<AgentId> points{};  ///< who is served at each point, or is called there; 0: nobody
    std::vector<Visit> visits{};    ///< of those in the line, at the points and before a full line, in order of id
    std::uint64_t served = 0, gave_up = 0;  ///< since the beginning
};

struct Catalogue;
struct GoalCharts;

class Simulation {
public:
    /// Throws InputError where the scenario cannot be set up (no room in a region, agent inside a wall, …).
    explicit Simulation(Scenario scenario, int threads = 1);
    /// With other parts than the standard ones (src/catalogue). The catalogue outlives the simulation.
    Simulation(Scenario scenario, int threads, const Catalogue& catalogue);
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Advances by one time step of the scenario.
    void step();
    /// True when the duration is over, or when everybody has arrived and no source will send anyone.
    bool finished() const;

    /// May be called between any two steps; never changes results. 0: as many as the machine has.
    void set_threads(int threads);

    double time() const;
    std::uint64_t steps() const;
    std::size_t agent_count() const;
    /// All agents in order of id.
    std::vector<AgentState> agents() const;
    std::optional<AgentState> find(AgentHandle agent) const;
    AgentHandle handle_of(AgentId id) const;

    /// Everybody's places, velocities and radii as they lie in memory.
    AgentsView view() const;
    /// What happened in the last step, in the order in which it happened; people in order of id within a cause.
    std::span<const Event> events() const;

    /// Waiting lines, in the order of the scenario's goals.
    std::vector<QueueState> queues() const;
    /// Visits that ended in the last step, in the order in which they did.
    std::span<const EndedVisit> ended_visits() const;

    /// Throws InputError for an unknown profile, goal or parameter, a used id, a place inside a wall, or, over cells,
    /// one without a way.
    AgentHandle add(const NewAgent& agent);

    // ---- changing an agent: false when the handle is stale ----

    bool remove(AgentHandle agent);
    /// Throws InputError for a place in a wall or closer to one than its radius, or outside the map.
    bool set_position(AgentHandle agent, Vec2d position);
    bool set_heading(AgentHandle agent, Vec2f heading);
    bool set_velocity(AgentHandle agent, Vec2f velocity);
    /// Whoever walks over cells gets charts for it: throws InputError where there can be none.
    bool set_goal(AgentHandle agent, Vec2d goal, bool exit_at_goal = true);
    /// A goal of the scenario by its name. Throws InputError for one there is not.
    bool set_named_goal(AgentHandle agent, std::string_view goal);
    /// Any parameter of any part of its profile, by name as in set_parameter() of a profile; the radius too. What was
    /// derived from it at birth stays. Throws InputError for a name or a value the table does not have, and for a
    /// radius for which there is no room.
    bool set_parameter(AgentHandle agent, std::string_view name, double value);
    /// Nothing for a stale handle or an unknown name.
    std::optional<double> parameter(AgentHandle agent, std::string_view name) const;
    bool set_user(AgentHandle agent, std::uint64_t user);
    /// Walks behind a person from now on, whatever that one's way is: straight behind it while it sees it, else along
    /// its own route to where that one is. Waits while the person has not come. When the person leaves, it goes on to
    /// its own goal, or, if it has none, to that of the person. Throws InputError for oneself, and for an agent whose
    /// profile has not the intent `following`.
    bool follow(AgentHandle agent, AgentId person);
    /// Goes on to its own goal.
    bool stop_following(AgentHandle agent);

    // ---- puppets: seen and avoided by all, decided for by nobody ----

    /// From now on the agent stands until it is moved, or walks by itself again.
    bool set_puppet(AgentHandle agent, bool puppet);
    /// Where a puppet is after the next step. It goes there whatever is in between, walls and people too; who jumps
    /// farther than 2 m stands there, as others see it. Without a heading it looks where it walks. Throws InputError
    /// for a place that is not a number, or an agent that is no puppet.
    bool move_puppet(AgentHandle agent, Vec2d position, std::optional<Vec2f> heading = {});
    /// Puppets of this profile walk as recorded: everybody enters and leaves with its first and last frame, counted
    /// from the time of this call; between frames along straight lines. Ids are those of the recording where they are
    /// free. Throws InputError for an unknown profile.
    void play(Trajectory recording, std::string_view profile);

    // ---- questions: from several threads at once, as long as none of them changes anything ----

    /// Those whose centres are within range, the nearest first; of equals the lower id. The first question after a
    /// step looks at everybody, those that follow only around the place.
    std::vector<Nearby> agents_near(Vec2d at, double range) const;
    /// At most so many, the nearest first.
    std::vector<Nearby> nearest_agents(Vec2d at, std::size_t count) const;
    /// Those whose centres are in the area, in order of id. Throws InputError for less than three corners.
    std::vector<AgentId> agents_in(std::span<const Vec2d> area) const;
    /// Bodies on the way from one place to the other, in the order they are met, up to and with the first wall. On
    /// periodic axes everybody counts once, on its nearer side.
    std::vector<RayHit> along_ray(Vec2d from, Vec2d to) const;
    /// The way for a body, with the doors and obstacles there are now. What a method needs is made when it is first
    /// asked for. Throws InputError where the method cannot serve this map.
    Path path(Vec2d from, Vec2d to, const PathOptions& options = {}) const;
    /// From now on everybody's places of so many seconds are remembered, 16 bytes each. Never changes results.
    void keep_history(double seconds);
    /// Where the agent was, one place for each step, the newest first, as far as they fit and are known; returns how
    /// many. Those who are put somewhere else begin anew.
    std::size_t history(AgentHandle agent, std::span<Vec2d> places) const;

    // ---- the state as a whole ----

    /// Everything that decides what happens next, in a row of bytes. Recordings that are played are not part of it.
    std::vector<std::byte> snapshot() const;
    /// Goes on from a snapshot of a simulation of the same scenario, on any number of threads, to the same bits. Throws
    /// InputError, and changes nothing, for bytes that are damaged, of another version or of another scenario. Handles
    /// from before are stale.
    void restore(std::span<const std::byte> snapshot);

    /// A door of the scenario becomes a wall, or stops being one. Whoever stands in it is moved aside; where
    /// somebody has no room for that, the door stays open and tries again in every step (is_door_closed tells). Those
    /// whose way leads through it are planned for anew in the next step. Throws InputError for a door there is not.
    void close_door(std::string_view name);
    void open_door(std::string_view name);
    bool is_door_closed(std::string_view name) const;

    /// Something to walk around: nobody can be inside its corners, or cross the wall along the line. Whoever stands in
    /// the way steps aside to the nearest free place, puppets excepted, and everybody finds a new way: it takes as long
    /// as preparing the map again. Throws InputError, and changes nothing, for what is no area or line, where somebody
    /// would have no room, or where a door would be crossed. Results keep the map as it was in the beginning.
    ObstacleId add_obstacle(std::span<const Vec2d> corners);
    ObstacleId add_wall(std::span<const Vec2d> line);
    /// Of either kind. False where there is none of this number.
    bool remove_obstacle(ObstacleId obstacle);

    /// The current frame for a TrajectoryWriter, in order of id. Whoever reached an exit in the last step is in it once
    /// more. Newcomers and explanations are left empty: only the caller knows what it has told before.
    TrajectoryFrame frame() const;
    /// The same into a frame that keeps its memory.
    void frame(TrajectoryFrame& frame) const;
    /// What does not change about agents, in order of creation from the `first`-th on, whether they are still there or
    /// not; the goal is the one they started with. Whoever tells of newcomers counts how many it was given.
    std::vector<AgentInfo> agent_infos(std::size_t first = 0) const;
    /// Scene, seed, engine version and map, for a TrajectoryWriter.
    TrajectoryInfo trajectory_info() const;
    /// Why the agent will do what it does in the next step: its model's decision on the current state, drawn. Nothing
    /// for an id that is not there. Where steps are divided, it is the first part's decision. Newcomers of that step
    /// are not seen yet. Never changes results.
    std::optional<Explanation> explain(AgentId id) const;
    /// The same for several agents, in order of id, those who are not there left out. Copies the state once: cheaper
    /// than one by one.
    std::vector<Explanation> explain(std::span<const AgentId> ids) const;
    /// Heading charts in use (heading_chart.h), in the order in which they were made. They stay valid when the
    /// simulation is gone.
    std::vector<GoalCharts> charts() const;
    std::uint64_t state_hash() const;
    /// What has happened so far.
    RunSummary summary() const;
    const Scenario& scenario() const;

private:
    struct Engine;
    std::unique_ptr<Engine> engine_;
};

/// "0.1.0"
std::string_view version();

}  // namespace SIDESTEP_EXPORT sidestep
