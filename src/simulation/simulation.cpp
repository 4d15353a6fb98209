// The public face of the engine.
#include "sidestep/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "chart/chart_set.h"
#include "map/scene_map.h"
#include "scenario/scene_file.h"
#include "sidestep/error.h"
#include "simulation/engine.h"
#include "world/draw.h"

namespace sidestep {

namespace {

AgentState state_at(const World& world, Row row) {
    const Place p = world.now.place[row];
    const Motion m = world.now.motion[row];
    const Self& s = world.now.self[row];
    return {m.id,
            {p.x, p.y},
            {m.vx, m.vy},
            {s.heading_x, s.heading_y},
            m.radius,
            s.profile,
            (s.flags & flag::arrived) != 0,
            world.plans(row) && world.route_of(row).planned != RouteMemory::kNever
                ? std::optional(world.route_of(row).status)
                : std::nullopt};
}

}  // namespace

std::span<const ModelInfo* const> models() {
    return model_infos();
}

const ModelInfo* find_model(std::string_view name) {
    const int index = model_index(name);
    return index < 0 ? nullptr : model_infos()[static_cast<std::size_t>(index)];
}

const ModelInfo& require_model(std::string_view name) {
    if (const ModelInfo* model = find_model(name)) return *model;
    InputProblem problem;
    problem.message = fmt::format("there is no model named \"{}\"", name);
    problem.value = name;
    for (const ModelInfo* model : models()) {
        problem.allowed += fmt::format("{}{}", problem.allowed.empty() ? "" : ", ", model->name);
    }
    problem.remedy = "`sidestep models` lists the models.";
    throw InputError(problem);
}

Scenario load_scene(const std::string& file) {
    return with_imported_map(load_scenario(file, models()));
}
Scenario parse_scene(const std::string& text, const std::string& name) {
    return with_imported_map(parse_scenario(text, name, models()));
}
std::string scene_schema() {
    return scenario_schema(models());
}
void apply_setting(Scenario& scenario, const std::string& setting) {
    apply_setting(scenario, setting, models());
}

void use_model(Scenario& scenario, std::string_view model) {
    const ModelInfo& info = require_model(model);
    for (ProfileSpec& profile : scenario.profiles) {
        if (profile.model == model) continue;
        profile.model = model;
        profile.values.resize(kCommonCount);
        profile.values.resize(kCommonCount + info.parameters.size());
    }
}

std::string_view version() {
    return SIDESTEP_VERSION;
}

std::string_view stage_name(Stage stage) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(Stage::count)> names{
        "spawn", "plan", "sort", "sense", "route", "avoid", "integrate", "contacts", "arrive", "record"};
    return names[static_cast<std::size_t>(stage)];
}

Simulation::Simulation(Scenario scenario, int threads)
    : engine_(std::make_unique<Engine>(std::move(scenario), threads)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::step() {
    engine_->step();
}

bool Simulation::finished() const {
    if (time() >= engine_->scenario.duration - 1e-9) return true;
    return !engine_->anybody_walks() && engine_->sources_are_dry();
}

void Simulation::set_threads(int threads) {
    engine_->workers = Workers(threads);
    engine_->worker.resize(std::max(engine_->worker.size(), static_cast<std::size_t>(engine_->workers.threads())));
    if (engine_->planner) engine_->planner->set_threads(engine_->worker.size());
    if (engine_->cell_routes) engine_->cell_routes->set_threads(engine_->worker.size());
}

double Simulation::time() const {
    return engine_->time_at(engine_->steps, 0);
}
std::uint64_t Simulation::steps() const {
    return engine_->steps;
}
std::size_t Simulation::agent_count() const {
    return engine_->world.size();
}
const Scenario& Simulation::scenario() const {
    return engine_->scenario;
}
std::uint64_t Simulation::state_hash() const {
    return engine_->world.state_hash();
}

std::vector<AgentState> Simulation::agents() const {
    std::vector<AgentState> all;
    all.reserve(agent_count());
    for (Row row = 0; row < agent_count(); ++row) all.push_back(state_at(engine_->world, row));
    std::sort(all.begin(), all.end(), [](const AgentState& a, const AgentState& b) { return a.id < b.id; });
    return all;
}

std::optional<AgentState> Simulation::find(AgentHandle agent) const {
    const auto row = engine_->world.row_of(agent);
    if (!row) return {};
    return state_at(engine_->world, *row);
}

AgentHandle Simulation::handle_of(AgentId id) const {
    return engine_->world.handle_of(id);
}

AgentHandle Simulation::add(const NewAgent& agent) {
    Engine& e = *engine_;
    const auto profile = std::find_if(e.scenario.profiles.begin(), e.scenario.profiles.end(),
                                      [&](const ProfileSpec& p) { return p.name == agent.profile; });
    if (profile == e.scenario.profiles.end()) {
        throw InputError({.message = "there is no such profile",
                          .value = std::string(agent.profile),
                          .remedy = "name a profile of the scenario"});
    }
    const AgentId id = agent.id.value_or(e.next_id);
    if (e.world.knows(id)) {
        throw InputError({.message = "an agent has, or had, this id",
                          .value = std::to_string(id),
                          .remedy = "leave the id out to get a free one"});
    }
    const double radius = draw_common(*profile, *find_model(profile->model), e.scenario.seed, id, kRadius);
    if (!e.map.walkable(agent.position) || e.map.clearance(agent.position, radius) < radius) {
        throw InputError(
            {.message = "an agent cannot be added inside a wall, closer to one than its radius, or outside the map",
             .value = fmt::format("[{}, {}]", agent.position.x, agent.position.y),
             .remedy = "choose a walkable place"});
    }
    TargetSpec target;
    target.value = agent.goal;
    target.exit = agent.exit_at_goal;
    return e.add({id, static_cast<std::uint16_t>(profile - e.scenario.profiles.begin()), agent.position, agent.velocity,
                  target, time(), agent.group, -1, true});
}

bool Simulation::remove(AgentHandle agent) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->world.remove(*row);
    return true;
}

bool Simulation::set_goal(AgentHandle agent, Vec2d goal, bool exit_at_goal) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    Self& self = engine_->world.now.self[*row];
    if (engine_->kinds[self.kind].way == Engine::Kind::Way::cells) {
        TargetSpec target;
        target.value = goal;
        engine_->chart_goals(self.profile, engine_->world.route_of(*row).walk.body_radius, target, {}, "");
    }
    self.goal = -1;
    self.goal_x = goal.x;
    self.goal_y = goal.y;
    self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::exits | flag::region | flag::arrived));
    if (exit_at_goal) self.flags |= flag::exits;
    engine_->new_goal(*row, -1);
    return true;
}

void Simulation::close_door(std::string_view name) {
    engine_->set_door(engine_->door_named(name), true);
}
void Simulation::open_door(std::string_view name) {
    engine_->set_door(engine_->door_named(name), false);
}
bool Simulation::is_door_closed(std::string_view name) const {
    return engine_->door_closed[engine_->door_named(name)];
}

bool Simulation::set_velocity(AgentHandle agent, Vec2f velocity) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->world.now.motion[*row].vx = velocity.x;
    engine_->world.now.motion[*row].vy = velocity.y;
    return true;
}

RunSummary Simulation::summary() const {
    const Engine& e = *engine_;
    RunSummary s;
    s.steps = e.steps;
    s.agent_steps = e.agent_steps;
    s.agents_created = e.created.size();
    s.sim_s = time();
    s.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - e.began).count();
    for (std::size_t i = 0; i < s.stages_ms.size(); ++i) {
        std::int64_t ns = e.times[i];
        for (const Engine::Worker& w : e.worker) ns += w.times[i];
        s.stages_ms[i] = static_cast<double>(ns) * 1e-6;
    }
    s.state_hash = state_hash();
    s.health = e.health();
    if (e.cell_routes) {
        for (const CellRoutes::Set& set : e.cell_routes->sets()) {
            s.charts += set.charts->size();
            s.chart_bytes += set.charts->bytes();
        }
    }
    return s;
}

}  // namespace sidestep
