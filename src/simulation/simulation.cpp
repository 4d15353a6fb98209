// The public face of the engine.
#include "sidestep/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "chart/chart_set.h"
#include "scenario/parts.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"
#include "simulation/engine.h"

namespace sidestep {

std::span<const PartInfo* const> parts() {
    return standard_parts();
}

std::span<const PartInfo* const> models() {
    return standard_models();
}

const PartInfo* find_model(std::string_view name) {
    return find_part(parts(), PartKind::avoid, name);
}

const PartInfo& require_model(std::string_view name) {
    if (const PartInfo* model = find_model(name)) return *model;
    const std::vector<std::string> names = names_of(parts(), PartKind::avoid);
    throw InputError({.message = fmt::format("there is no model named \"{}\"", name),
                      .value = std::string(name),
                      .allowed = list_of(names),
                      .remedy = did_you_mean(name, names, "`sidestep models` lists the models.")});
}

const PartInfo& require_part(std::string_view name) {
    if (const PartInfo* part = find_part(parts(), name)) return *part;
    std::vector<std::string> names;
    for (const PartInfo* part : parts()) names.emplace_back(part->name);
    throw InputError({.message = fmt::format("there is no part named \"{}\"", name),
                      .value = std::string(name),
                      .allowed = list_of(names),
                      .remedy = did_you_mean(name, names, "`sidestep models` lists the parts.")});
}

void set_parameter(ProfileSpec& profile, std::string_view name, const Distribution& value) {
    const std::vector<ParameterPlace> meant = parameters_named(profile, parts(), name);
    if (meant.size() != 1) {
        std::vector<std::string> paths;
        for (const ParameterPlace& place : meant.empty() ? parameters_of(profile, parts()) : meant) {
            paths.push_back(place.path);
        }
        throw InputError({.message = meant.empty() ? "no part of the profile has such a parameter"
                                                   : "several parts of the profile have a parameter of this name",
                          .value = std::string(name),
                          .allowed = list_of(paths),
                          .remedy = did_you_mean(name, paths, "Name one of these.")});
    }
    meant.front().set(value);
}

void set_preset(ProfileSpec& profile, std::string_view name) {
    const std::vector<std::string> names = presets_of(profile, parts());
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw InputError({.message = "no part of the profile has such a preset",
                          .value = std::string(name),
                          .allowed = list_of(names),
                          .remedy = did_you_mean(name, names, "Choose one of these.")});
    }
    apply_preset(profile, parts(), name);
}

void use_model(Scenario& scenario, std::string_view model) {
    const PartInfo& info = require_model(model);
    for (ProfileSpec& profile : scenario.profiles) {
        if (profile.avoid.name == info.name) continue;
        profile.avoid = {std::string(info.name)};
        scenario.expect = Expectation::healthy;  // was said of the former model
    }
}

std::string_view version() {
    return SIDESTEP_VERSION;
}

static_assert(names<Stage>().size() == static_cast<std::size_t>(Stage::count));

Simulation::Simulation(Scenario scenario, int threads)
    : engine_(std::make_unique<Engine>(std::move(scenario), threads)) {}
Simulation::Simulation(Scenario scenario, int threads, const Catalogue& catalogue)
    : engine_(std::make_unique<Engine>(std::move(scenario), threads, catalogue)) {}
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
    for (const auto& route : engine_->routes) route->set_threads(engine_->worker.size());
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
    return engine_->state_hash();
}

std::vector<QueueState> Simulation::queues() const {
    return engine_->queue_states();
}
std::span<const EndedVisit> Simulation::ended_visits() const {
    return engine_->queues.ended;
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

RunSummary Simulation::summary() const {
    const Engine& e = *engine_;
    RunSummary s;
    s.steps = e.steps;
    s.agent_steps = e.agent_steps;
    s.agents_created = e.created.size();
    s.sim_s = time();
    s.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - e.began).count();
    for (std::size_t i = 0; i < s.stages_ms.size(); ++i) {
        std::int64_t ns = e.times.ns[i];
        for (const Engine::Worker& w : e.worker) ns += w.times.ns[i];
        s.stages_ms[i] = static_cast<double>(ns) * 1e-6;
    }
    s.state_hash = state_hash();
    s.health = e.health();
    for (const GoalCharts& charts : this->charts()) {
        s.charts += charts.charts->size();
        s.chart_bytes += charts.charts->bytes();
    }
    return s;
}

std::vector<GoalCharts> Simulation::charts() const {
    std::vector<GoalCharts> all;
    for (const auto& route : engine_->routes) {
        for (GoalCharts& charts : route->charts()) all.push_back(std::move(charts));
    }
    return all;
}

}  // namespace sidestep
