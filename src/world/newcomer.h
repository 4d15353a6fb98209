// Somebody about to enter the world: of a scene's agents, of a source, or added by a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sidestep/id.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// Other values are not part of it: the profile's chain draws them for the id.
struct Newcomer {
    AgentId id = 0;
    std::uint16_t profile = 0;
    Vec2d position;
    Vec2f velocity{};
    std::optional<Vec2f> heading{};
    TargetSpec target{};
    double start_time = 0;                         ///< s; stands until then
    std::optional<double> pref_speed{}, radius{};  ///< unset: as the profile draws them
    std::string_view group{};
    AgentId follow = 0;  ///< a person it follows by name; 0: nobody
    int entry = -1;      ///< of Scenario::agents
    /// Whether it may be refused for want of a way; those who come in a step stand instead, and health tells.
    bool must_have_way = false;
};

}  // namespace sidestep
