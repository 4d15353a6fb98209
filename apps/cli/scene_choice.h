// A scene as a command line changes it: what all commands that run scenes share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sidestep/scenario.h"

namespace CLI {
class App;
}

namespace sidestep::cli {

struct SceneChoice {
    std::string scene;                   ///< file, or name of a shipped one
    std::string model;                   ///< put into every profile; empty: the scene's own
    std::vector<std::string> settings;   ///< PROFILE.PARAM=VALUE, made after the model is put in
    std::optional<double> duration, dt;  ///< s
};
/// Throws InputError.
Scenario chosen_scene(const SceneChoice& choice);
/// What was changed, in words that tell it apart; empty where nothing was.
std::string variant_of(const SceneChoice& choice);

/// SCENE and what may be changed of it.
void add_scene(CLI::App& command, SceneChoice& choice);

}  // namespace sidestep::cli
