#include "scene_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "arguments.h"
#include "find_scene.h"
#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

constexpr double kLongestRing = 1e6;  // m
constexpr std::uint32_t kMostOnRing = 1'000'000;

}  // namespace

namespace {

/// The people and the length [m] of "ring_30_25": the shipped ring with as many people and as long as one likes.
std::optional<std::pair<std::uint32_t, double>> as_ring(std::string_view name) {
    constexpr std::string_view kRing = "ring_";
    if (!name.starts_with(kRing)) return {};
    const std::string_view numbers = name.substr(kRing.size());
    const std::size_t between = numbers.find('_');
    if (between == std::string_view::npos) return {};
    std::uint32_t people = 0;
    double length = 0;
    const auto whole = [](std::string_view text, auto& value) {
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        return read.ec == std::errc() && read.ptr == text.data() + text.size();
    };
    if (!whole(numbers.substr(0, between), people) || !whole(numbers.substr(between + 1), length)) return {};
    return std::pair{people, length};
}

Scenario ring_of(const std::string& name, std::uint32_t people, double length) {
    Scenario ring = load_scene(find_scene("ring"));
    const AgentSpec one = ring.agents.at(0);
    const double compact = ring.agents.at(1).position->x;
    const double body = 2 * ring.profiles[0].common[kRadius]->a;
    const double least = people * body;
    if (people == 0 || !(length >= least) || length > kLongestRing || people > kMostOnRing) {
        throw InputError({.message = "so many people do not fit into a ring of this length",
                          .value = name,
                          .allowed = fmt::format("ring_N_L with N from 1 to {} people and L from {:g} N to {:g} m",
                                                 kMostOnRing, body, kLongestRing),
                          .remedy = "Choose fewer people or a longer ring."});
    }
    ring.map.periodic.x = length;
    ring.agents.assign(people, one);
    for (std::uint32_t i = 0; i < people; ++i) ring.agents[i].position->x = i * std::min(compact, length / people);
    return parse_scene(scene_text(ring), name);
}

}  // namespace

Scenario chosen_scene(const SceneChoice& choice) {
    const auto ring = as_ring(choice.scene);
    Scenario scene = ring ? ring_of(choice.scene, ring->first, ring->second) : load_scene(find_scene(choice.scene));
    if (!choice.model.empty()) use_model(scene, choice.model);
    for (const std::string& setting : choice.settings) apply_setting(scene, setting);
    if (choice.duration) set_duration(scene, *choice.duration);
    if (choice.dt) set_time_step(scene, *choice.dt);
    if (!variant_of(choice).empty()) scene.expect = Expectation::healthy;  // was said of the scene as it is
    return scene;
}

std::string variant_of(const SceneChoice& choice) {
    std::string text;
    if (!choice.model.empty()) text += fmt::format("model {}\n", choice.model);
    for (const std::string& setting : choice.settings) text += setting + '\n';
    if (choice.duration) text += fmt::format("duration {}\n", *choice.duration);
    if (choice.dt) text += fmt::format("dt {}\n", *choice.dt);
    return text;
}

void add_scene(CLI::App& command, SceneChoice& choice) {
    command.add_option("SCENE", choice.scene, "scene file, or the name of a shipped scene")->required();
    command.add_option("--set", choice.settings, "PROFILE.PARAM=VALUE instead of the scene's; may be repeated")
        ->allow_extra_args(false);
    command.add_option("--duration", choice.duration, "simulated seconds instead of the scene's");
    command.add_option("--dt", choice.dt, "time step in seconds instead of the scene's");
}

}  // namespace sidestep::cli
