// The section "reactions" of a scene: tables for the model `reactive`.
#pragma once

#include <string_view>
#include <vector>

#include "scene/parameter_value.h"
#include "scene/reader.h"
#include "sidestep/reactions.h"

namespace sidestep {

/// Of one reaction as a scene writes it.
inline constexpr std::string_view kReactionPattern = R"(^(AC|(RA|LA|D|A)(\([0-9.]+, ?[0-9.]+\))?)$)";

/// {"NAME": {"rear": ["AC"], "front": ["RA(1,1)", "D"], …}, …}. Throws InputError.
std::vector<NamedReactions> read_reactions(const Node& node, Parts parts);

}  // namespace sidestep
