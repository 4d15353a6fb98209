// The public face: scene files with the models there are, and their maps made.
#include "sidestep/scene.h"

#include "map/scene_map.h"
#include "scene/imported_map.h"
#include "scene/scene_file.h"
#include "sidestep/simulation.h"

namespace sidestep {

Scenario load_scene(const std::string& file) {
    return with_built_map(with_imported_map(load_scenario(file, parts())));
}
Scenario parse_scene(const std::string& text, const std::string& name) {
    return with_built_map(with_imported_map(parse_scenario(text, name, parts())));
}
std::string scene_text(const Scenario& scenario) {
    return scenario_text(scenario, parts());
}
std::string scene_schema() {
    return scenario_schema(parts());
}
void apply_setting(Scenario& scenario, const std::string& setting) {
    apply_setting(scenario, setting, parts());
}

}  // namespace sidestep
