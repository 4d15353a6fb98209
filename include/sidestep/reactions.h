// How somebody reacts to a collision it foresees, as data: the model `reactive` consults such a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/names.h"

namespace SIDESTEP_EXPORT sidestep {

/// How the other would be met.
enum class CollisionType : std::uint8_t { rear, front, back, standing, count };
inline constexpr std::size_t kCollisionTypes = static_cast<std::size_t>(CollisionType::count);
template <>
struct NamesOf<CollisionType> {
    static constexpr std::string_view all[] = {"rear", "front", "back", "static"};
};

/// What can be done about it, and how dear it is: the larger a β, the more a change of direction or of speed counts
/// against the proposal.
struct Reaction {
    enum class Kind : std::uint8_t { right, left, slower, faster, accept, count };
    Kind kind = Kind::accept;
    float beta_direction = 1, beta_norm = 1;
    friend constexpr bool operator==(const Reaction&, const Reaction&) = default;
};
template <>
struct NamesOf<Reaction::Kind> {
    static constexpr std::string_view all[] = {"RA", "LA", "D", "A", "AC"};
};

/// For every type of collision the reactions that are tried, in this order.
struct ReactionList {
    static constexpr std::size_t kMost = 8;
    std::array<Reaction, kMost> reaction{};
    std::uint32_t count = 0;
    friend constexpr bool operator==(const ReactionList&, const ReactionList&) = default;
};
struct ReactionTable {
    std::array<ReactionList, kCollisionTypes> on{};
    friend constexpr bool operator==(const ReactionTable&, const ReactionTable&) = default;
};

/// A table a scene defines.
struct NamedReactions {
    std::string name;
    ReactionTable table;
};

}  // namespace SIDESTEP_EXPORT sidestep
