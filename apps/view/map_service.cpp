#include "map_service.h"

#include <filesystem>

#include "scene_info.h"
#include "sidestep/error.h"
#include "sidestep/import.h"
#include "sidestep/simulation.h"

namespace sidestep::view {

namespace {

Bounds bounds_of(const PlanningMap& map) {
    Bounds bounds;
    bounds.include(map.outline());
    return bounds;
}

std::string info_of(const std::string& file, const PlanningMap& map, const Ground& ground) {
    const std::filesystem::path path(file);
    Json info{{"kind", "map"},
              {"title", path.stem().string()},
              {"file", path.filename().string()},
              {"version", version()},
              {"fps", 1},
              {"frames", 0},
              {"first_frame", 0},
              {"frame_numbers", nullptr},
              {"duration", 0},
              {"bounds", to_json(bounds_of(map))},
              {"origin", {ground.origin.x, ground.origin.y}}};
    add_scene(info, map.outline(), {}, nullptr);
    add_map(info, ground, body_of(nullptr));
    AgentTable().add_names(info);
    info["explained"] = Json::array();
    info["health"] = nullptr;
    info["metadata"] = Json::object();
    return to_text(info);
}

}  // namespace

PlanningMap open_map(const std::string& file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    if (extension == ".sidestepmap") return PlanningMap::load(file);
    if (extension == ".wkt") {
        try {
            return PlanningMap::load(file);
        } catch (const InputError&) {
            // Several geometries, or walls that cross: the import knows what to do about that, or says what is wrong.
        }
    }
    return PlanningMap(import_map(file).outline);
}

MapService::MapService(const std::string& file, const PlanningMap& map)
    : MapService(file, map, Ground{.cut = [map] { return map; }, .origin = origin_of(bounds_of(map))}) {}

MapService::MapService(const std::string& file, const PlanningMap& map, const Ground& ground)
    : info_(info_of(file, map, ground)), desk_(ground) {}

void MapService::answer(const Request& request, std::function<void(Response)> reply) {
    if (request.path == "/api/info") return reply(text_response(200, info_));
    if (request.path == "/api/agents") return reply(text_response(200, to_text(AgentTable().columns())));
    if (MapDesk::knows(request.path)) return desk_.answer(request, std::move(reply));
    reply(error_response(404, "nobody walks here: this is a map"));
}

}  // namespace sidestep::view
