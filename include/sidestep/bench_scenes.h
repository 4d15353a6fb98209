// Generated scenes of known size and density, for measuring speed.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// circle_{100,1k,10k}, cross4_{1k,5k,20k,100k}, sandbox_{1k,10k,100k,1m}, room_1k, city_bench; files_{1k,100k}, whose
/// people also follow each other.
std::span<const std::string_view> bench_scene_names();

/// Radius 0.25 m, preferred speed 1.33 m/s, maximum 2 m/s, step 0.1 s, the 10 nearest within 5 m; a model with a
/// `time_horizon` gets 2 s, everything else is the model's default. Nothing when there is no such name.
std::optional<Scenario> bench_scene(std::string_view name, const PartInfo& model);

}  // namespace SIDESTEP_EXPORT sidestep
