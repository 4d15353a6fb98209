#include "scene_choice.h"

#include <fmt/format.h>

#include "arguments.h"
#include "find_scene.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

Scenario chosen_scene(const SceneChoice& choice) {
    Scenario scene = load_scene(find_scene(choice.scene));
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
