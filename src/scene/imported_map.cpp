#include "scene/imported_map.h"

#include <filesystem>
#include <utility>

#include "map/map_file.h"
#include "map/scene_map.h"
#include "sidestep/import.h"

namespace sidestep {

Scenario with_imported_map(Scenario scenario) {
    std::string file = scenario.map.file;
    if (file.empty() || !scenario.map.wkt.empty()) return scenario;
    try {
        const bool built = std::filesystem::path(file).extension() == kBuiltMapExtension;
        set_map(scenario, built ? BuiltMap::load(file) : BuiltMap::from_outline(import_map(file).outline));
    } catch (const InputError& error) {
        throw_at_map(scenario, error);
    }
    scenario.map.file = std::move(file);
    return scenario;
}

}  // namespace sidestep
