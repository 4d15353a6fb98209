#include "find_scene.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <vector>

#include "sidestep/error.h"

namespace fs = std::filesystem;

namespace sidestep::cli {

namespace {

std::vector<fs::path> scene_directories() {
    std::vector<fs::path> directories;
    if (const char* own = std::getenv("SIDESTEP_SCENES"); own && *own) directories.emplace_back(own);
    directories.emplace_back(SIDESTEP_SOURCE_SCENES);
    // Relative to the command, so that an installation may be moved as a whole.
    std::error_code error;
    const fs::path command = fs::read_symlink("/proc/self/exe", error);
    if (!error) directories.push_back(command.parent_path().parent_path() / "share/sidestep/scenes");
    return directories;
}

bool looks_like_path(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".json");
}

}  // namespace

std::string find_scene(const std::string& path_or_name) {
    std::error_code error;
    if (looks_like_path(path_or_name) || fs::is_regular_file(path_or_name, error)) return path_or_name;

    std::set<std::string> names;
    for (const fs::path& directory : scene_directories()) {
        const fs::path candidate = directory / (path_or_name + ".json");
        if (!path_or_name.empty() && fs::is_regular_file(candidate, error)) return candidate.string();
        for (const auto& entry : fs::directory_iterator(directory, error)) {
            if (entry.path().extension() == ".json") names.insert(entry.path().stem().string());
        }
    }
    InputProblem problem;
    problem.message = fmt::format("there is no scene named \"{}\"", path_or_name);
    problem.file = path_or_name;
    problem.value = path_or_name;
    problem.allowed = fmt::format("the path of a scene file, or one of {}", fmt::join(names, ", "));
    problem.remedy = "Check the spelling, give a path, or set SIDESTEP_SCENES to the directory with your scenes.";
    throw InputError(problem);
}

}  // namespace sidestep::cli
