// Scene files: text that describes a scenario. docs/scene_format.md has the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/measure_plan.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// Reads and checks a scene file. Throws InputError.
Scenario load_scene(const std::string& file);
/// The same from text; `name` stands for the file in messages.
Scenario parse_scene(const std::string& text, const std::string& name);
/// The other way: the text of a scene file that says the same, for scenarios made by a program. The map is written as
/// well-known text where there is any, so that the file needs no other. Throws InputError for a part there is not.
std::string scene_text(const Scenario& scenario);

// ---- Profiles in files of their own ----

/// Where a profile is: a path is taken as it is, a name is looked up in the folders `profiles` here and beside this
/// one, in $SIDESTEP_PROFILES and where use_profiles() said. Throws InputError naming those there are.
std::string find_profile(const std::string& path_or_name);
/// What stands behind a name in "profiles" of a scene, from a file. Throws InputError.
ProfileSpec load_profile(const std::string& path_or_name);
/// The other way. `provenance` is a JSON object that says where the numbers come from; empty: nothing is said.
std::string profile_text(const ProfileSpec& profile, const std::string& provenance = {});
struct KnownProfile {
    std::string name, file;
};
/// Those that find_profile() finds by name, in order of their names.
std::vector<KnownProfile> known_profiles();
/// Also looks for profiles in this folder, which scenes may then name too.
void use_profiles(const std::string& folder);

// ---- Parts of scenes ----

/// What a scene has under "measure", from a file of its own or from text. Throw InputError.
MeasurePlan load_measure_plan(const std::string& file);
MeasurePlan parse_measure_plan(const std::string& text, const std::string& name);
/// JSON schema of scene files, made from the parameter tables.
std::string scene_schema();
/// Sets one parameter of a profile as on the command line: `PROFILE.PARAM=VALUE`, `PROFILE.PART.PARAM=VALUE` where
/// several parts have a parameter of that name; or chooses a part: `PROFILE.route=flat`. Throws InputError.
void apply_setting(Scenario& scenario, const std::string& setting);
/// A value as scenes write it, a number or a distribution, of a parameter that all models have ("radius"), or of
/// "start_delay". Throws InputError.
Distribution parse_value(std::string_view parameter, const std::string& text);
/// For people: "30 s", "log-normal, mean 30 s, sd 20 s, from 0 to 300 s".
std::string to_text(const Distribution& value, std::string_view unit);
/// Simulated time and time step [s] within the bounds of a scene file. Throw InputError.
void set_duration(Scenario& scenario, double seconds);
void set_time_step(Scenario& scenario, double seconds);

}  // namespace SIDESTEP_EXPORT sidestep
