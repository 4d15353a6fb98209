// Counter-based random numbers: a pure function of (seed, agent, step, purpose), so that neither the order of agents
// nor the number of threads can matter.
#pragma once

#include <cstdint>

#include "sidestep/export.h"
#include "sidestep/id.h"

namespace SIDESTEP_EXPORT sidestep {

/// What a number is drawn for. Two purposes never share a stream; add at the end, the values enter golden hashes.
enum class Purpose : std::uint32_t {
    place = 1,
    parameter,
    start_delay,
    wander,
    noise = 6,
    shuffle,
    leak,
    lane,
    turn,
    tempo,
    overtake,
    service,   ///< how long somebody is served in a waiting line
    patience,  ///< how long it waits there
    gap,       ///< between one newcomer of a source and the next
};

/// Bijective avalanche of 64 bits (constants of the SplitMix64 finaliser).
constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ull;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebull;
    x ^= x >> 31;
    return x;
}

constexpr std::uint64_t random_bits(std::uint64_t seed, AgentId id, std::uint64_t step, Purpose purpose) {
    const std::uint64_t stream = mix(seed + 0x9e3779b97f4a7c15ull * (1 + static_cast<std::uint64_t>(purpose)));
    return mix(mix(stream ^ (static_cast<std::uint64_t>(id) * 0xd1342543de82ef95ull)) + step * 0x9e3779b97f4a7c15ull);
}

/// In [0, 1), 53 bits.
constexpr double random_unit(std::uint64_t seed, AgentId id, std::uint64_t step, Purpose purpose) {
    return static_cast<double>(random_bits(seed, id, step, purpose) >> 11) * 0x1p-53;
}

}  // namespace SIDESTEP_EXPORT sidestep
