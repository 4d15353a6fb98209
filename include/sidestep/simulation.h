// The engine's front door: make a simulation from a scenario, step it, look at it, change it while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/explain.h"
#include "sidestep/heading_chart.h"
#include "sidestep/id.h"
#include "sidestep/parameters.h"
#include "sidestep/path.h"
#include "sidestep/scenario.h"
#include "sidestep/trajectory.h"

namespace sidestep {

/// Every model there is, in the order of the catalogue.
std::span<const ModelInfo* const> models();
/// Null when there is no such model.
const ModelInfo* find_model(std::string_view name);
/// Throws InputError naming the models there are.
const ModelInfo& require_model(std::string_view name);

/// Reads and checks a scene file. Throws InputError.
Scenario load_scene(const std::string& file);
/// The same from text; `name` stands for the file in messages.
Scenario parse_scene(const std::string& text, const std::string& name);
/// JSON schema of scene files, made from the parameter tables.
std::string scene_schema();
/// Sets one parameter of a profile: `PROFILE.PARAM=VALUE` as on the command line. Throws InputError.
void apply_setting(Scenario& scenario, const std::string& setting);
/// Gives every profile another model. Common parameters stay as the scene has them, so that only the model differs; the
/// former model's own parameters mean nothing to the new one. Throws InputError for a model there is not.
void use_model(Scenario& scenario, std::string_view model);

enum class Stage : std::uint8_t { spawn, plan, sort, sense, route, avoid, integrate, contacts, arrive, record, count };
std::string_view stage_name(Stage stage);

/// One agent as it is now.
struct AgentState {
    AgentId id = 0;
    Vec2d position;
    Vec2f velocity;
    Vec2f heading;
    float radius = 0;
    std::uint16_t profile = 0;
    bool arrived = false;
    /// Of those who plan: what came of the last plan. Nothing for those who walk straight at their goal, or wait.
    std::optional<PathStatus> route{};
};

/// The charts that lead people of a run to one goal; field_of() of heading_chart.h draws them.
struct GoalCharts {
    std::vector<std::string> goals;  ///< names of the scene's goals they lead to; empty: a plain point
    ChartGoal goal;
    double body_radius = 0;                  ///< m, of those who walk by them
    std::shared_ptr<const ChartSet> charts;  ///< of the baseline: the tightest alone
};

/// What to add while a simulation runs.
struct NewAgent {
    std::string_view profile;
    Vec2d position;
    Vec2f velocity{};
    Vec2d goal{};
    bool exit_at_goal = true;
    std::optional<AgentId> id{};  ///< unset: the next free one
    std::string_view group{};     ///< a label, recorded with the agent; models may treat their own people otherwise
};

enum class StuckCause : std::uint8_t { blocked, no_route, deadlock };
std::string_view to_text(StuckCause cause);

inline constexpr double kHealthyDepth = 0.05;  ///< m, deepest overlap of a healthy run

/// What a person responsible for a result must know before trusting it.
struct RunHealth {
    bool ok = true;
    std::uint64_t overlaps = 0;        ///< times an agent came to overlap another, before any projection
    double deepest_m = 0;              ///< deepest overlap of two bodies, before any projection
    std::uint64_t wall_contacts = 0;   ///< agent-steps that the wall guarantee had to correct
    std::uint64_t never_arrived = 0;   ///< agents with a goal who had not reached it when the run ended
    std::uint64_t speed_outliers = 0;  ///< agent-steps faster than the agent's maximum speed by more than 5 %
    std::uint64_t accel_outliers = 0;  ///< agent-steps with more than 10 m/s² (or max_accel, where set)
    struct Stuck {
        AgentId id;
        StuckCause cause;
        std::string reason{};  ///< why there is no route, for those who plan: "door north closed"
    };
    std::vector<Stuck> stuck;       ///< who makes no headway, or has no way to its goal
    std::uint64_t outside_map = 0;  ///< agents who were outside the walkable area when the run ended or they left
};
/// "deadlock", "no route: door north closed"
std::string to_text(const RunHealth::Stuck& stuck);
/// One JSON object, the form in `sidestep run --json` and, under the key `health`, in result files.
std::string to_json(const RunHealth& health);

struct RunSummary {
    std::uint64_t steps = 0;
    std::uint64_t agent_steps = 0;
    std::uint64_t agents_created = 0;
    double sim_s = 0;
    double wall_s = 0;
    std::array<double, static_cast<std::size_t>(Stage::count)> stages_ms{};  ///< CPU time, summed over threads
    std::uint64_t state_hash = 0;
    RunHealth health;
    std::size_t charts = 0;            ///< heading charts in use
    std::size_t chart_bytes = 0;       ///< memory they take
    std::vector<AgentId> unexplained;  ///< asked for in RunOptions::explain, and in no recorded frame
};

class Simulation {
public:
    /// Throws InputError where the scenario cannot be set up (no room in a region, agent inside a wall, …).
    explicit Simulation(Scenario scenario, int threads = 1);
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

    /// Throws InputError for an unknown profile, a used id, a place inside a wall, or, over cells, one without a way.
    AgentHandle add(const NewAgent& agent);
    /// False when the handle is stale.
    bool remove(AgentHandle agent);
    /// Whoever walks over cells gets charts for it: throws InputError where there can be none.
    bool set_goal(AgentHandle agent, Vec2d goal, bool exit_at_goal = true);
    bool set_velocity(AgentHandle agent, Vec2f velocity);
    /// A door of the scenario becomes a wall, or stops being one. Whoever stands in it is moved aside; those whose way
    /// leads through it are planned for anew in the next step. Throws InputError for a door there is not.
    void close_door(std::string_view name);
    void open_door(std::string_view name);
    bool is_door_closed(std::string_view name) const;

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
    /// Heading charts in use, in the order in which they were made. They stay valid when the simulation is gone.
    std::vector<GoalCharts> charts() const;
    std::uint64_t state_hash() const;
    /// What has happened so far.
    RunSummary summary() const;
    const Scenario& scenario() const;

private:
    struct Engine;
    std::unique_ptr<Engine> engine_;
};

struct RunOptions {
    std::string output;  ///< trajectory file; empty: nothing is recorded
    bool overwrite = false;
    int threads = 1;                 ///< 0: as many as the machine has
    std::vector<AgentId> explain{};  ///< agents whose decisions are recorded with every frame; needs a .sqlite output
    /// Called about ten times a second with simulated time; return false to end the run cleanly.
    std::function<bool(const Simulation&)> progress;
};

/// Runs a scenario to its end, recording on a thread of its own.
RunSummary run(Scenario scenario, const RunOptions& options);

/// A whole run in memory.
struct Walked {
    Trajectory trajectory;  ///< everybody in every step up to arrival, whatever the scene records
    RunSummary summary;
    std::size_t arrived = 0;
};
Walked walk(Scenario scenario, int threads = 1);

/// "0.1.0"
std::string_view version();

}  // namespace sidestep
