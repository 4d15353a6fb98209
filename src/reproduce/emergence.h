// What crowds do although nobody told them: lanes, waiting where there is no room, the arch before a door, and the
// circle where everybody wants to be on the other side. Every model of the catalogue, several seeds. docs/emergence.md
// has the findings.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::emergence {

inline constexpr std::string_view kParts[] = {"lanes", "narrow", "arch", "circle"};

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::emergence
