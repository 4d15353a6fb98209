// Values of one agent's parameters: what the profile fixes or lets vary, else the model's or the table's default.
#pragma once

#include <cstdint>
#include <span>

#include "sidestep/id.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// The common parameters, then the model's own; `out` has room for all of them. A pure function of seed and id.
void draw_values(const ProfileSpec& profile, const ModelInfo& model, std::uint64_t seed, AgentId id,
                 std::span<double> out);

/// One of the common parameters alone: the same number that draw_values gives.
double draw_common(const ProfileSpec& profile, const ModelInfo& model, std::uint64_t seed, AgentId id,
                   Common parameter);
/// The least and the largest number that draw_common can give.
double least_common(const ProfileSpec& profile, const ModelInfo& model, Common parameter);
double largest_common(const ProfileSpec& profile, const ModelInfo& model, Common parameter);

/// Whether agents of this profile can differ in any value.
bool profile_varies(const ProfileSpec& profile, const ModelInfo& model);

/// The value below which a fraction `unit` (0 <= unit < 1) of the distribution lies.
double quantile(const Distribution& distribution, double unit);

}  // namespace sidestep
