// Small scenarios built by hand, for tests of whole simulations.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sidestep/simulation.h"

namespace sidestep::test {

using Settings = std::vector<std::pair<std::string_view, double>>;

inline bool has_parameter(const PartInfo& model, std::string_view name) {
    for (const Parameter& p : model.parameters) {
        if (p.name == name) return true;
    }
    for (const Parameter& p : common_parameters()) {
        if (p.name == name) return true;
    }
    return false;
}

/// A model as users get it, but for `settings`.
inline ProfileSpec everyday_profile(std::string name, std::string_view model, const Settings& settings = {}) {
    ProfileSpec p;
    p.name = std::move(name);
    p.avoid.name = model;
    for (const auto& [parameter, value] : settings) set_parameter(p, parameter, Distribution::fixed(value));
    return p;
}

/// A model with what its publication says, but for `settings`.
inline ProfileSpec profile(std::string name, std::string_view model, const Settings& settings = {}) {
    ProfileSpec p = everyday_profile(std::move(name), model, settings);
    set_preset(p, kPublished);
    return p;
}

/// A profile of a model without its noise, so that what is symmetric stays so.
inline ProfileSpec calm_profile(std::string_view model, Settings settings = {}) {
    for (const std::string_view name : {"noise_max", "side_bias", "leak_through"}) {
        if (has_parameter(*find_model(model), name)) settings.emplace_back(name, 0.0);
    }
    return profile(std::string(model), model, settings);
}

/// One profile on an open plane.
inline Scenario scene(ProfileSpec p, double duration = 60, double dt = 0.1) {
    Scenario s;
    s.name = "test";
    s.dt = dt;
    s.duration = duration;
    s.profiles.push_back(std::move(p));
    return s;
}

inline TargetSpec to_point(Vec2d point, bool exit = false) {
    TargetSpec t;
    t.value = point;
    t.exit = exit;
    return t;
}
inline TargetSpec by_offset(Vec2d offset, bool exit = false) {
    TargetSpec t;
    t.is_offset = true;
    t.value = offset;
    t.exit = exit;
    return t;
}
inline TargetSpec to_goal(int goal) {
    TargetSpec t;
    t.goal = goal;
    return t;
}

/// One agent; ids count from 1 in the order of these calls.
inline AgentSpec& put(Scenario& s, Vec2d position, TargetSpec target, int profile_index = 0) {
    AgentSpec a;
    a.profile = profile_index;
    a.position = position;
    a.target = target;
    s.agents.push_back(a);
    return s.agents.back();
}

inline Polygon box(double x0, double y0, double x1, double y1) {
    return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

inline AgentSpec& put_many(Scenario& s, Polygon region, std::uint32_t count, TargetSpec target, double spacing = 0,
                           int profile_index = 0) {
    AgentSpec a;
    a.profile = profile_index;
    a.region = std::move(region);
    a.count = count;
    a.min_spacing = spacing;
    a.target = target;
    s.agents.push_back(a);
    return s.agents.back();
}

inline void run_steps(Simulation& simulation, int steps) {
    for (int i = 0; i < steps; ++i) simulation.step();
}

inline AgentState agent(const Simulation& simulation, AgentId id) {
    const auto state = simulation.find(simulation.handle_of(id));
    if (!state) throw std::out_of_range("agent " + std::to_string(id) + " is gone");
    return *state;
}
inline bool is_here(const Simulation& simulation, AgentId id) {
    return simulation.find(simulation.handle_of(id)).has_value();
}

/// What became of each agent of a run of which everybody is followed from the start.
struct Walk {
    double arrival = kUnlimited;  ///< s; unlimited: never
    double length = 0;            ///< m walked until then
    Vec2d last;
};
struct Walks {
    std::map<AgentId, Walk> of;
    double least_distance = kUnlimited;  ///< between any two centres, at any step
    bool everybody_arrived = true;
};

/// Steps until the scene is finished, watching every step.
inline Walks watch(Simulation& simulation) {
    Walks w;
    for (const AgentState& a : simulation.agents()) w.of[a.id].last = a.position;
    while (!simulation.finished()) {
        simulation.step();
        const auto now = simulation.agents();
        std::map<AgentId, const AgentState*> here;
        for (const AgentState& a : now) here[a.id] = &a;
        for (auto& [id, walk] : w.of) {
            if (walk.arrival != kUnlimited) continue;
            const auto found = here.find(id);
            if (found == here.end()) {
                walk.arrival = simulation.time();
                continue;
            }
            walk.length += norm(found->second->position - walk.last);
            walk.last = found->second->position;
            if (found->second->arrived) walk.arrival = simulation.time();
        }
        for (std::size_t i = 0; i < now.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                w.least_distance = std::min(w.least_distance, norm(now[i].position - now[j].position));
            }
        }
    }
    for (const auto& [id, walk] : w.of) w.everybody_arrived &= walk.arrival != kUnlimited;
    return w;
}

}  // namespace sidestep::test
