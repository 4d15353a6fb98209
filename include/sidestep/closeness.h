// How close people come to each other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

struct ClosestPair {
    std::uint32_t frame = 0;
    double time = 0;      ///< s
    double distance = 0;  ///< m, between centres
    AgentId a = 0, b = 0;
};
/// The closest two of every frame with at least two agents.
std::vector<ClosestPair> closest_pairs(const Trajectory& trajectory);
/// The moment at which each two were closest, of those who ever were less than `within` (m) apart, in order of (a, b).
std::vector<ClosestPair> approaches(const Trajectory& trajectory, double within);
/// The closest of all frames; nothing when nobody ever had company.
std::optional<ClosestPair> closest_ever(const Trajectory& trajectory);

}  // namespace SIDESTEP_EXPORT sidestep
