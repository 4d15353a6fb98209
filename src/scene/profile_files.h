// Profiles in files of their own, by name: looked for beside a scene and in the folders of profiles that there are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenario/parts.h"
#include "scene/reader.h"
#include "sidestep/scene.h"

namespace sidestep {

/// A scene's profile may be one of these by name, or begin with one and say what is different.
inline constexpr std::string_view kFromKey = "from";
/// Where a profile's numbers come from: an object of any content.
inline constexpr std::string_view kProvenanceKey = "provenance";

/// What a file says, and the document it is made of.
struct ReadProfile {
    ProfileSpec profile;
    Json document;
};
/// Throws InputError.
ReadProfile read_profile_file(const std::string& file, Parts catalogue);

/// `node` is the name, or the path of a file (.json) from the scene's folder on. Throws InputError at the node.
ReadProfile read_named_profile(const Node& node, const std::filesystem::path& scene_folder, Parts catalogue);

/// A profile as scenes write it; `scene` has the tables that it may name.
Json profile_json(const Scenario& scene, const ProfileSpec& profile, Parts catalogue);

}  // namespace sidestep
