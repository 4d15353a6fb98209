// Maps for tests: small ones made here, real ones where the data is.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sidestep/map.h"

namespace sidestep::test {

inline MapOutline floor_of(std::vector<Vec2d> outer, std::vector<std::vector<Vec2d>> holes = {}) {
    MapOutline outline;
    outline.floor.push_back({std::move(outer), std::move(holes)});
    return outline;
}

inline std::vector<Vec2d> rectangle(Vec2d low, Vec2d high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// The example of shared/spec: a room with a notch from above, 3 m left open below it.
inline MapOutline notch_room() {
    return floor_of({{0, 0}, {10, 0}, {10, 10}, {6, 10}, {5, 3}, {4, 10}, {0, 10}});
}

inline std::filesystem::path data_folder() {
    const char* set = std::getenv("SIDESTEP_DATA");
    return set != nullptr ? set : SIDESTEP_SOURCE_DIR "/../shared/data";
}

/// All well-known text files of a folder of maps, sorted; empty where the data is absent.
inline std::vector<std::filesystem::path> map_files(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path path = data_folder() / "maps" / folder;
    if (!std::filesystem::is_directory(path)) return files;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        if (entry.path().extension() == ".wkt") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

inline MapOutline read_map(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return map_outline(text.str());
}

}  // namespace sidestep::test
