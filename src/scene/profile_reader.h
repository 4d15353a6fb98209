// Profiles as scenes write them: common parameters, and a chain of parts each with its own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenario/parts.h"
#include "scene/reader.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// A profile's keys for the parts between its model and the world; `"model"` with `"params"` is the local model.
inline constexpr std::string_view kPresetKey = "preset";
inline constexpr std::string_view kRouteKey = "route", kMidtermKey = "midterm", kIntentsKey = "intents";
/// A part is a name, or an object with this key and its parameters, directly or under "params".
inline constexpr std::string_view kMethodKey = "method", kParamsKey = "params";
/// Scenes that switch a route off keep what they said of it: a route without parameters ignores these.
inline constexpr std::string_view kOfOtherRoutes[] = {"replan", "cone_min_angle", "keypoints", "look", "spread"};

class ProfileReader {
public:
    /// `scene_names` continue the choices of parameters that say so.
    ProfileReader(Parts catalogue, std::span<const std::string> scene_names)
        : catalogue_(catalogue), scene_names_(scene_names) {}
    /// Without its name. With `from` what is not said is as there; it has the model. Throws InputError.
    ProfileSpec read(const Node& node, const ProfileSpec* from = nullptr) const;

private:
    const PartInfo& read_name(const Node& node, PartKind kind) const;
    PartSpec read_part(const Node& node, PartKind kind) const;
    void read_parameters(const Node& node, const PartInfo& part, PartSpec& spec) const;
    void read_parameter(const Node& value, const Parameter& parameter, std::size_t index, PartSpec& spec) const;
    [[noreturn]] void fail_parameter(const Node& params, const std::string& name, const PartInfo& part) const;
    /// What is not named stays as the model has it.
    static NeighbourSpec read_neighbours(const Node& node, NeighbourSpec spec);

    Parts catalogue_;
    std::span<const std::string> scene_names_;
};

}  // namespace sidestep
