// What a question asks for: numbers and places among its parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "http_server.h"
#include "sidestep/vec2.h"

namespace sidestep::view {

/// Nothing where the value is there and not a whole number.
std::optional<std::uint32_t> whole(const Request& request, const std::string& name,
                                   std::optional<std::uint32_t> fallback = {});
/// Nothing where the value is there and not a finite number.
std::optional<double> number(const Request& request, const std::string& name, std::optional<double> fallback = {});
/// "X,Y"; nothing where it is missing or no place.
std::optional<Vec2d> place(const Request& request, const std::string& name);
/// Whole numbers with commas between them; none where it is missing or empty, nothing where one is no number.
std::optional<std::vector<std::uint32_t>> wholes(const Request& request, const std::string& name);

}  // namespace sidestep::view
