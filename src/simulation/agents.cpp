// Single agents as a program sees and changes them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenario/parts.h"
#include "scenario/range.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"
#include "simulation/engine.h"
#include "world/populate.h"

namespace sidestep {

namespace {

AgentState state_at(const World& world, Row row, bool waits, AgentId follows) {
    const Place p = world.now.place[row];
    const Motion m = world.now.motion[row];
    const Self& s = world.now.self[row];
    return {m.id,
            {p.x, p.y},
            {m.vx, m.vy},
            {s.heading_x, s.heading_y},
            m.radius,
            s.profile,
            (s.flags & (flag::arrived | flag::puppet)) == flag::arrived,
            waits,
            world.plans(row) && world.route_of(row).planned != RouteMemory::kNever
                ? std::optional(world.route_of(row).status)
                : std::nullopt,
            (s.flags & flag::puppet) != 0,
            s.goal,
            {s.goal_x, s.goal_y},
            world.user_of(row),
            follows};
}

std::string text_of(Vec2d p) {
    return fmt::format("[{}, {}]", p.x, p.y);
}

template <class Named>
std::size_t index_named(const std::vector<Named>& all, std::string_view name, std::string_view what) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].name == name) return i;
        names.push_back(all[i].name);
    }
    throw InputError({.message = fmt::format("there is no such {}", what),
                      .value = std::string(name),
                      .allowed = names.empty() ? fmt::format("the scenario defines no {}s", what) : list_of(names),
                      .remedy = did_you_mean(name, names, fmt::format("Name a {} of the scenario.", what))});
}

}  // namespace

AgentState Simulation::Engine::state_of(Row row) const {
    const auto following = led.find(world.now.motion[row].id);
    return state_at(world, row, waits(row), following == led.end() ? 0 : following->second.person);
}

std::size_t Simulation::Engine::profile_named(std::string_view name) const {
    return index_named(scenario.profiles, name, "profile");
}

void Simulation::Engine::require_room(Vec2d at, double radius) const {
    const bool finite = std::isfinite(at.x) && std::isfinite(at.y);
    if (finite && map.walkable(at) && map.clearance(at, radius) >= radius) return;
    throw InputError(
        {.message = "an agent cannot stand inside a wall, closer to one than its radius, or outside the map",
         .value = text_of(at),
         .allowed = fmt::format("walkable places {:.6g} m from every wall", radius),
         .remedy = "Choose a walkable place."});
}

/// Where a parameter's value lies: index into the float values (common, local model), or into those of the other parts.
Simulation::Engine::ValuePlace Simulation::Engine::value_named(std::uint16_t profile, std::string_view name) const {
    ProfileSpec spec = scenario.profiles[profile];
    const std::vector<ParameterPlace> meant = parameters_named(spec, parts, name);
    if (meant.size() != 1) {
        std::vector<std::string> paths;
        for (const ParameterPlace& place : meant.empty() ? parameters_of(spec, parts) : meant)
            paths.push_back(place.path);
        throw InputError({.message = meant.empty() ? "the agent has no such parameter"
                                                   : "several parts of the agent have a parameter of this name",
                          .value = std::string(name),
                          .allowed = list_of(paths),
                          .remedy = did_you_mean(name, paths, "Name one of these.")});
    }
    const ParameterPlace& place = meant.front();
    if (place.values == &spec.common) return {place.parameter, place.index, false};
    if (place.values == &spec.avoid.values) return {place.parameter, kCommonCount + place.index, false};
    const Chain& chain = chains[profile];
    if (place.values == &spec.route.values) return {place.parameter, chain.route().first_value + place.index, true};
    std::size_t link = 0;
    for (const PartPlace& part : parts_of(spec, parts)) {
        if (part.spec == &spec.route || part.spec == &spec.avoid) continue;
        if (&part.spec->values == place.values) break;
        ++link;
    }
    return {place.parameter, chain.wishes()[link].first_value + place.index, true};
}

void Simulation::Engine::set_value(Row row, std::string_view name, double value) {
    const Self& self = world.now.self[row];
    const std::uint16_t profile = self.profile;
    const ValuePlace place = value_named(profile, name);
    const Parameter& p = *place.parameter;
    const Range range = range_of(p);
    const double most = p.choices.empty() ? range.max : static_cast<double>(p.choices.size() - 1);
    const bool whole = p.whole || !p.choices.empty();
    if (!range.contains(value) || value > most || (whole && value != std::floor(value))) {
        throw InputError({.message = fmt::format("\"{}\" is out of range", p.name),
                          .value = fmt::format("{}", value),
                          .allowed = (whole ? "whole numbers, " : "") + range.text(),
                          .remedy = "Choose a value in this range."});
    }
    if (place.of_other_part) {
        world.own_part_values(row)[place.index] = value;
        return;
    }
    const Place at = world.now.place[row];
    if (place.index == kRadius) require_room({at.x, at.y}, value);
    const std::span<float> values = world.own_values(row);
    values[place.index] = static_cast<float>(value);
    Self& own = world.now.self[row];
    own.pref_speed = values[kPrefSpeed];
    own.max_speed = values[kMaxSpeed];
    own.max_accel = values[kMaxAccel];
    const std::vector<double> all(values.begin(), values.end() - 1);
    const Model& model = *kinds[kind_of_profile[profile]].model;
    values.back() = static_cast<float>(model.wall_range(all));
    if (model.info().max_dt != nullptr) max_dt = std::min(max_dt, model.info().max_dt(all));
    if (kinds[kind_of_profile[profile]].neighbours.provider == NeighbourSpec::Provider::graph) {
        graph_range = std::max(graph_range, all[kNeighbourRange]);
    }
    if (place.index == kRadius) {
        ++changes;
        world.set_radius(row, values[kRadius]);
        TargetSpec target;
        target.goal = own.goal;
        target.value = {own.goal_x, own.goal_y};
        set_out(row, target);
    }
}

RouteNeed Simulation::Engine::need_of(Row row, const TargetSpec& target) const {
    const Self& self = world.now.self[row];
    const Place at = world.now.place[row];
    RouteNeed need;
    need.profile = self.profile;
    need.radius = planned_radius(scenario.profiles[self.profile], world.values()[self.values + kRadius]);
    need.target = target;
    need.goal = target.goal;
    need.from = {at.x, at.y};
    return need;
}

void Simulation::Engine::set_out(Row row, const TargetSpec& target) {
    if (!world.plans(row)) return;
    route_of(world.now.self[row]).need(need_of(row, target), world.route_of(row));
    world.route_of(row).want(static_cast<std::uint32_t>(steps));
}

std::vector<AgentState> Simulation::agents() const {
    std::vector<AgentState> all;
    all.reserve(agent_count());
    for (Row row = 0; row < agent_count(); ++row) all.push_back(engine_->state_of(row));
    std::sort(all.begin(), all.end(), [](const AgentState& a, const AgentState& b) { return a.id < b.id; });
    return all;
}

AgentsView Simulation::view() const {
    return {engine_->world.now.place, engine_->world.now.motion};
}

std::span<const Event> Simulation::events() const {
    return engine_->happened;
}

std::optional<AgentState> Simulation::find(AgentHandle agent) const {
    const auto row = engine_->world.row_of(agent);
    if (!row) return {};
    return engine_->state_of(*row);
}

AgentHandle Simulation::handle_of(AgentId id) const {
    return engine_->world.handle_of(id);
}

AgentHandle Simulation::add(const NewAgent& agent) {
    Engine& e = *engine_;
    const auto profile = static_cast<std::uint16_t>(e.profile_named(agent.profile));
    const AgentId id = agent.id ? *agent.id : e.next_program_id();
    if (id == kNobody || e.world.knows(id)) {
        throw InputError({.message = "an agent has, or had, this id, or nobody may",
                          .value = std::to_string(id),
                          .remedy = "leave the id out to get a free one"});
    }
    Newcomer newcomer{.id = id,
                      .profile = profile,
                      .position = agent.position,
                      .velocity = agent.velocity,
                      .heading = agent.heading,
                      .start_time = time(),
                      .group = agent.group,
                      .must_have_way = !agent.puppet};
    if (agent.puppet) {
        if (!std::isfinite(agent.position.x) || !std::isfinite(agent.position.y)) e.require_room(agent.position, 0);
    } else {
        double radius = e.chains[profile].draw_common(e.scenario.seed, id, kRadius);
        for (const auto& [name, value] : agent.parameters) {
            const Engine::ValuePlace place = e.value_named(profile, name);
            if (!place.of_other_part && place.index == kRadius) radius = std::max(radius, value);
        }
        e.require_room(agent.position, radius);
    }
    if (!agent.goal_name.empty()) {
        newcomer.target.goal = static_cast<int>(index_named(e.scenario.goals, agent.goal_name, "goal"));
    } else if (!std::isnan(agent.goal.x) && !std::isnan(agent.goal.y)) {
        newcomer.target.value = agent.goal;
        newcomer.target.exit = agent.exit_at_goal;
    } else {
        newcomer.target.is_offset = true;  // stays where it is
    }
    for (const auto& [name, value] : agent.parameters) e.value_named(profile, name);  // refused before anybody is there
    const AgentHandle handle = e.add(newcomer);
    const Row row = *e.world.row_of(handle);
    try {
        for (const auto& [name, value] : agent.parameters) e.set_value(row, name, value);
    } catch (...) {
        e.leave(row);
        throw;
    }
    if (agent.user != 0) e.world.set_user(row, agent.user);
    if (agent.puppet) e.set_puppet(row, true);
    e.tell(EventKind::born, row, {});
    return handle;
}

bool Simulation::remove(AgentHandle agent) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->tell(EventKind::left, *row, {});
    engine_->leave(*row);
    return true;
}

bool Simulation::set_position(AgentHandle agent, Vec2d position) {
    Engine& e = *engine_;
    const auto row = e.world.row_of(agent);
    if (!row) return false;
    e.require_room(position, e.world.now.motion[*row].radius);
    Place place{position.x, position.y};
    wrap(place, e.world.now.self[*row], e.scenario.map.periodic);
    e.world.put(*row, place);
    ++e.changes;
    if (e.world.plans(*row)) {
        e.world.route_of(*row).walk.put({place.x, place.y});
        e.world.route_of(*row).want(static_cast<std::uint32_t>(e.steps));
    }
    return true;
}

bool Simulation::set_heading(AgentHandle agent, Vec2f heading) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    const Vec2f ahead = unit(heading);
    if (!(norm_squared(ahead) > 0)) return true;  // nowhere to look
    engine_->world.now.self[*row].heading_x = ahead.x;
    engine_->world.now.self[*row].heading_y = ahead.y;
    return true;
}

bool Simulation::set_velocity(AgentHandle agent, Vec2f velocity) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->world.now.motion[*row].vx = velocity.x;
    engine_->world.now.motion[*row].vy = velocity.y;
    return true;
}

bool Simulation::set_goal(AgentHandle agent, Vec2d goal, bool exit_at_goal) {
    Engine& e = *engine_;
    const auto row = e.world.row_of(agent);
    if (!row) return false;
    TargetSpec target;
    target.value = goal;
    e.set_out(*row, target);
    Self& self = e.world.now.self[*row];
    self.goal = -1;
    self.goal_x = goal.x;
    self.goal_y = goal.y;
    self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::exits | flag::region));
    e.goes_on(*row);
    if (exit_at_goal) self.flags |= flag::exits;
    e.new_goal(*row, -1);
    return true;
}

bool Simulation::set_named_goal(AgentHandle agent, std::string_view goal) {
    Engine& e = *engine_;
    const auto row = e.world.row_of(agent);
    if (!row) return false;
    TargetSpec target;
    target.goal = static_cast<int>(index_named(e.scenario.goals, goal, "goal"));
    e.set_out(*row, target);
    Self& self = e.world.now.self[*row];
    const Place at = e.world.now.place[*row];
    const int chosen = chosen_goal(e.scenario, target.goal, {at.x, at.y});
    head_for(self, e.scenario.goals[static_cast<std::size_t>(chosen)], chosen,
             way_point(e.scenario, e.map, chosen, e.world.now.motion[*row].id, {at.x, at.y}, e.view().step + 1));
    e.goes_on(*row);
    e.new_goal(*row, chosen == target.goal ? -1 : target.goal);
    return true;
}

bool Simulation::set_parameter(AgentHandle agent, std::string_view name, double value) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->set_value(*row, name, value);
    return true;
}

std::optional<double> Simulation::parameter(AgentHandle agent, std::string_view name) const {
    const Engine& e = *engine_;
    const auto row = e.world.row_of(agent);
    if (!row) return {};
    const Self& self = e.world.now.self[*row];
    try {
        const Engine::ValuePlace place = e.value_named(self.profile, name);
        return place.of_other_part ? e.world.part_values_of(self)[place.index]
                                   : static_cast<double>(e.world.values()[self.values + place.index]);
    } catch (const InputError&) {
        return {};
    }
}

bool Simulation::set_user(AgentHandle agent, std::uint64_t user) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->world.set_user(*row, user);
    return true;
}

}  // namespace sidestep
