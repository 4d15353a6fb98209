#include "find_scene.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "sidestep/spelling.h"
#include "sidestep/trajectory.h"

namespace fs = std::filesystem;

namespace sidestep::cli {

namespace {

/// Of the source tree, and of the installation: relative to the command, so that it may be moved as a whole.
std::vector<fs::path> shipped(const char* source, const char* name) {
    std::vector<fs::path> directories{source};
    std::error_code error;
    const fs::path command = fs::read_symlink("/proc/self/exe", error);
    if (!error) directories.push_back(command.parent_path().parent_path() / "share/sidestep" / name);
    return directories;
}

std::vector<fs::path> scene_directories() {
    std::vector<fs::path> directories = shipped(SIDESTEP_SOURCE_SCENES, "scenes");
    if (const char* own = std::getenv("SIDESTEP_SCENES"); own && *own) directories.emplace(directories.begin(), own);
    return directories;
}

bool looks_like_path(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".json");
}

/// What is given where a scene is asked for, and what to do with that.
void refuse_what_is_no_scene(const std::string& file) {
    if (find_trajectory_format(file) == nullptr) return;
    throw InputError(
        {.message = "this is a recording, not a scene",
         .file = file,
         .value = file,
         .allowed = "the path of a scene file (.json), or the name of a shipped scene",
         .remedy = fmt::format("`sidestep view {0}` shows it, `sidestep analyse {0}` measures it.", file)});
}

}  // namespace

void know_shipped_profiles() {
    for (const fs::path& folder : shipped(SIDESTEP_SOURCE_PROFILES, "profiles")) use_profiles(folder.string());
}

std::vector<KnownScene> known_scenes() {
    std::map<std::string, std::string> found;
    std::error_code error;
    for (const fs::path& directory : scene_directories()) {
        for (const auto& entry : fs::directory_iterator(directory, error)) {
            if (entry.path().extension() != ".json") continue;
            found.try_emplace(entry.path().stem().string(), entry.path().string());  // the first folder goes first
        }
    }
    std::vector<KnownScene> scenes;
    for (const auto& [name, file] : found) scenes.push_back({name, file});
    return scenes;
}

std::string find_scene(const std::string& path_or_name, std::span<const std::string_view> also) {
    std::error_code error;
    refuse_what_is_no_scene(path_or_name);
    if (looks_like_path(path_or_name) || fs::is_regular_file(path_or_name, error)) return path_or_name;

    std::vector<std::string> names(also.begin(), also.end());
    for (const KnownScene& scene : known_scenes()) {
        if (scene.name == path_or_name) return scene.file;
        names.push_back(scene.name);
    }
    InputProblem problem;
    problem.message = fmt::format("there is no scene named \"{}\"", path_or_name);
    problem.file = path_or_name;
    problem.value = path_or_name;
    problem.allowed = fmt::format("the path of a scene file, or one of {}", list_of(names));
    if (const auto meant = nearest_name(path_or_name, names)) {
        problem.allowed = "the path of a scene file, or a name from `sidestep scenes`";
        problem.remedy = fmt::format("Did you mean \"{}\"?", *meant);
    } else {
        problem.remedy =
            "`sidestep scenes` lists them. Give a path, or set SIDESTEP_SCENES to the directory with your scenes.";
    }
    throw InputError(problem);
}

}  // namespace sidestep::cli
