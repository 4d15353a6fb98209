#include "scene/profile_files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "scene/profile_reader.h"
#include "sidestep/simulation.h"

namespace fs = std::filesystem;

namespace sidestep {
namespace {

struct Folders {
    std::mutex mutex;
    std::vector<fs::path> list;
};
Folders& named_folders() {
    static Folders folders;
    return folders;
}

/// What lies nearest to a scene goes first.
std::vector<fs::path> folders_of(const fs::path& scene_folder) {
    std::vector<fs::path> folders{scene_folder / "profiles", scene_folder / ".." / "profiles"};
    if (const char* own = std::getenv("SIDESTEP_PROFILES"); own != nullptr && *own != '\0') folders.emplace_back(own);
    Folders& also = named_folders();
    const std::lock_guard lock(also.mutex);
    folders.insert(folders.end(), also.list.begin(), also.list.end());
    return folders;
}

std::map<std::string, std::string> known_in(const std::vector<fs::path>& folders) {
    std::map<std::string, std::string> known;
    std::error_code error;
    for (const fs::path& folder : folders) {
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            if (entry.path().extension() == ".json")
                known.try_emplace(entry.path().stem().string(), entry.path().lexically_normal().string());
        }
    }
    return known;
}

bool looks_like_path(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".json");
}

std::vector<std::string> names_in(const std::map<std::string, std::string>& known) {
    std::vector<std::string> names;
    for (const auto& [name, file] : known) names.push_back(name);
    return names;
}

constexpr const char* kNoneKnown = "no profiles are known here";
constexpr const char* kWhereSought =
    "Profiles are looked for in the folder \"profiles\" beside the scene, and in SIDESTEP_PROFILES.";

}  // namespace

ReadProfile read_profile_file(const std::string& file, Parts catalogue) {
    std::error_code error;
    std::ifstream in(file, std::ios::binary);
    if (!in || !fs::is_regular_file(file, error)) {
        throw InputError({.message = "the profile cannot be read",
                          .file = file,
                          .value = file,
                          .allowed = "a JSON file with what stands behind a name in \"profiles\" of a scene",
                          .remedy = "Check the name of the file."});
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    ReadProfile read;
    read.document = read_json(text, file);
    const Source source{text, file};
    const Node root(source, read.document);
    read.profile = ProfileReader(catalogue, {}).read(root);
    read.profile.name = fs::path(file).stem().string();
    return read;
}

ReadProfile read_named_profile(const Node& node, const fs::path& scene_folder, Parts catalogue) {
    const std::string& name = node.text();
    if (looks_like_path(name)) {
        const fs::path file = scene_folder / name;
        std::error_code error;
        if (!fs::is_regular_file(file, error)) {
            node.fail(fmt::format("there is no profile {}", file.string()), "the name of a profile, or a file (.json)",
                      "Name a file relative to the scene file.");
        }
        return read_profile_file(file.string(), catalogue);
    }
    const auto known = known_in(folders_of(scene_folder));
    const auto found = known.find(name);
    if (found == known.end()) {
        node.fail("there is no profile of this name", known.empty() ? kNoneKnown : list_of(names_in(known)),
                  did_you_mean(name, names_in(known), kWhereSought));
    }
    return read_profile_file(found->second, catalogue);
}

void use_profiles(const std::string& folder) {
    Folders& folders = named_folders();
    const std::lock_guard lock(folders.mutex);
    if (std::ranges::find(folders.list, fs::path(folder)) == folders.list.end()) folders.list.emplace_back(folder);
}

std::vector<KnownProfile> known_profiles() {
    std::vector<KnownProfile> profiles;
    for (const auto& [name, file] : known_in(folders_of("."))) profiles.push_back({name, file});
    return profiles;
}

std::string find_profile(const std::string& path_or_name) {
    std::error_code error;
    if (looks_like_path(path_or_name) || fs::is_regular_file(path_or_name, error)) return path_or_name;
    const auto known = known_in(folders_of("."));
    if (const auto found = known.find(path_or_name); found != known.end()) return found->second;
    throw InputError({.message = fmt::format("there is no profile named \"{}\"", path_or_name),
                      .value = path_or_name,
                      .allowed = known.empty() ? "the path of a profile (.json)"
                                               : "the path of a profile (.json), or " + list_of(names_in(known)),
                      .remedy = did_you_mean(path_or_name, names_in(known), kWhereSought)});
}

ProfileSpec load_profile(const std::string& path_or_name) {
    return read_profile_file(find_profile(path_or_name), parts()).profile;
}

std::string profile_text(const ProfileSpec& profile, const std::string& provenance) {
    Json json = profile_json({}, profile, parts());
    if (!provenance.empty()) json[std::string(kProvenanceKey)] = read_json(provenance, "provenance");
    return json.dump(1) + '\n';
}

}  // namespace sidestep
