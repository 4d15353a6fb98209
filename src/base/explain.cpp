#include "sidestep/explain.h"

#include <array>

namespace sidestep {

std::string_view role_name(Role role) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(Role::count)> kNames{
        "wish", "decision", "goal", "neighbour", "wall", "prediction", "limit"};
    return kNames[static_cast<std::size_t>(role)];
}

std::string_view shape_name(Shape::Kind kind) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(Shape::Kind::count)> kNames{
        "vector", "segment", "circle", "point", "polygon", "half_plane"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace sidestep
