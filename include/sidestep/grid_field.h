// Values on the square cells of a plane: what fields measure and heat maps draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// Values on square cells.
struct GridField {
    Vec2d lower{};    ///< corner of the first cell
    double cell = 1;  ///< m
    std::uint32_t columns = 0, rows = 0;
    std::vector<double> value;  ///< row by row, from `lower` to the right and up; NaN where undefined
    double at(std::uint32_t column, std::uint32_t row) const { return value[std::size_t{row} * columns + column]; }
    Vec2d upper() const { return {lower.x + cell * columns, lower.y + cell * rows}; }
};

}  // namespace SIDESTEP_EXPORT sidestep
