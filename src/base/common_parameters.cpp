#include <array>

#include "sidestep/parameters.h"

namespace sidestep {
namespace {

// In the order of enum Common. The bounds of the radius are also what the neighbour grid and the wall guarantee rely
// on.
constexpr std::array<Parameter, kCommonCount> kTable = {{
    {.name = "radius",
     .symbol = "r",
     .unit = "m",
     .fallback = kUsualRadius,
     .min = 0.05,
     .max = 2,
     .source = "people in recorded queues stand 0.33 to 0.45 m apart (median nearest neighbour)",
     .meaning =
         "radius of the body disc; bodies may touch but should not overlap, and no centre comes closer to a wall"},
    {.name = "pref_speed",
     .symbol = "u_pref",
     .unit = "m/s",
     .fallback = 1.34,
     .min = 0,
     .max = 10,
     .source = "Weidmann 1993, mean free walking speed",
     .meaning = "speed the agent walks at when nothing is in its way; 0 makes it stand"},
    {.name = "max_speed",
     .symbol = "u_max",
     .unit = "m/s",
     .fallback = 2,
     .min = 0,
     .max = 20,
     .min_excluded = true,
     .source = "brisk walking",
     .meaning = "no model makes the agent faster than this; below pref_speed it limits walking as well"},
    {.name = "max_accel",
     .symbol = "a_max",
     .unit = "m/s²",
     .fallback = kUnlimited,
     .min = 0,
     .max = kUnlimited,
     .min_excluded = true,
     .source = "unlimited, so that models are judged as they are",
     .meaning = "largest change of velocity per second; too small a value keeps the agent from evading in time"},
    {.name = "neighbour_range",
     .symbol = "d_n",
     .unit = "m",
     .fallback = 5,
     .min = 0,
     .max = 1000,
     .min_excluded = true,
     .source = "common in implementations of local avoidance",
     .meaning = "others farther away are not perceived; cost grows with the number of people in range",
     .calibratable = false},
    {.name = "max_neighbours",
     .symbol = "k_n",
     .unit = "–",
     .fallback = 10,
     .min = 0,
     .max = 1000,
     .source = "common in implementations of local avoidance",
     .meaning = "only so many of the nearest are perceived; a whole number, 0 means everybody in range",
     .calibratable = false,
     .whole = true},
    {.name = "goal_radius",
     .symbol = "d_g",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 10,
     .min_excluded = true,
     .source = "chosen here",
     .meaning =
         "a goal point counts as reached within this distance; too small a value makes crowds fight for the point",
     .calibratable = false},
}};

}  // namespace

std::span<const Parameter> common_parameters() {
    return kTable;
}

}  // namespace sidestep
