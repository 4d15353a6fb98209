// The local models there are.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>

#include "avoid/model.h"

namespace sidestep {

std::span<const Model* const> model_catalogue();
std::span<const ModelInfo* const> model_infos();
/// Index into the catalogue, or −1.
int model_index(std::string_view name);

}  // namespace sidestep
