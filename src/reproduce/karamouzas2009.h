// I. Karamouzas, P. Heil, P. van Beek, M. H. Overmars: A predictive collision avoidance model for pedestrian
// simulation. MIG 2009, LNCS 5884, 41–52. docs/reproduce_karamouzas2009.md says what is compared and what was found.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::karamouzas2009 {

inline constexpr std::string_view kParts[] = {"calibration", "table1",    "fresh",     "lanes",
                                              "evasion",     "colliders", "scenarios", "park1000"};

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::karamouzas2009
