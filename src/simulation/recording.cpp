// What a simulation hands to whoever records it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenario/parts.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

template <class Waits>
void fill(const World& world, const std::vector<TrajectoryRow>& just_left, const Waits& waits, TrajectoryFrame& frame) {
    frame.rows.resize(world.size());
    for (Row row = 0; row < world.size(); ++row) {
        const Place p = world.now.place[row];
        const Self& s = world.now.self[row];
        frame.rows[row] = {world.now.motion[row].id, {p.x, p.y}, {s.heading_x, s.heading_y}, waits(row)};
    }
    frame.rows.insert(frame.rows.end(), just_left.begin(), just_left.end());
    std::sort(frame.rows.begin(), frame.rows.end(),
              [](const TrajectoryRow& a, const TrajectoryRow& b) { return a.id < b.id; });
}

std::string to_json(const Distribution& d) {
    switch (d.kind) {
        case Distribution::Kind::uniform:
            return fmt::format("{{\"uniform\":[{},{}]}}", d.a, d.b);
        case Distribution::Kind::normal:
        case Distribution::Kind::log_normal:
            return fmt::format("{{\"{}\":[{},{},{},{}]}}", name_of(d.kind), d.a, d.b, d.min, d.max);
        case Distribution::Kind::exponential:
            return fmt::format("{{\"{}\":[{},{},{}]}}", name_of(d.kind), d.a, d.min, d.max);
        case Distribution::Kind::constant:
            break;
    }
    return fmt::format("{}", d.a);
}

/// Every parameter of every profile that is not at its default, as the run used it (settings of the command line
/// included).
std::string parameters_in_use(const Scenario& scenario) {
    std::string text;
    for (ProfileSpec profile : scenario.profiles) {
        for (const PartPlace& part : parts_of(profile, parts())) {
            // What a scene calls "model".
            const std::string place = part.place == name_of(PartKind::avoid) ? "model" : part.place;
            if (place != "route" || part.spec->name != ProfileSpec{}.route.name) {
                text += fmt::format("{}.{}={}\n", profile.name, place, part.spec->name);
            }
        }
        for (const ParameterPlace& place : parameters_of(profile, parts())) {
            const std::optional<Distribution>* value = place.value();
            if (value != nullptr && *value) {
                text += fmt::format("{}.{}={}\n", profile.name, place.path, to_json(**value));
            }
        }
    }
    return text;
}

}  // namespace

void Simulation::frame(TrajectoryFrame& frame) const {
    frame.frame = static_cast<std::uint32_t>(engine_->steps / engine_->scenario.record_every);
    fill(engine_->world, engine_->just_left, [this](Row row) { return engine_->waits(row); }, frame);
    frame.newcomers.clear();
    frame.explanations.clear();
}

TrajectoryFrame Simulation::frame() const {
    TrajectoryFrame frame;
    this->frame(frame);
    return frame;
}

std::vector<AgentInfo> Simulation::agent_infos(std::size_t first) const {
    const Engine& e = *engine_;
    std::vector<AgentInfo> infos;
    for (std::size_t i = first; i < e.created.size(); ++i) {
        const Engine::Created& c = e.created[i];
        infos.push_back({c.id, c.radius, e.scenario.profiles[c.profile].name,
                         c.goal < 0 ? std::string() : e.scenario.goals[static_cast<std::size_t>(c.goal)].name,
                         e.group_labels[c.group]});
    }
    return infos;
}

TrajectoryInfo Simulation::trajectory_info() const {
    const Scenario& s = engine_->scenario;
    TrajectoryInfo info;
    info.fps = 1.0 / (s.dt * s.record_every);
    if (std::abs(info.fps - std::round(info.fps)) < 1e-9) info.fps = std::round(info.fps);
    info.wkt = s.map.wkt;
    info.map = s.map.built;
    info.periodic = s.map.periodic;
    info.metadata = {{"scene_name", s.name},
                     {"scene", s.text},
                     {"seed", std::to_string(s.seed)},
                     {"dt", fmt::format("{}", s.dt)},
                     {"parameters", parameters_in_use(s)},
                     {"sidestep_version", std::string(version())}};
    if (!s.project.empty()) info.metadata["project"] = s.project;
    if (!s.author.empty()) info.metadata["author"] = s.author;
    if (!s.measure.empty()) info.metadata["measure"] = to_json(s.measure);
    if (s.record_smooth > 0) info.metadata["smooth"] = fmt::format("{}", s.record_smooth);
    return info;
}

}  // namespace sidestep
