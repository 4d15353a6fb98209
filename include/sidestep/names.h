// Enumerators as files, commands and messages write them: one list per enumeration, beside it.
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// Specialised beside an enumeration E whose values count from 0:
/// `static constexpr std::string_view all[] = {…}`, in their order.
template <class E>
struct NamesOf;

template <class E>
constexpr std::span<const std::string_view> names() {
    return NamesOf<E>::all;
}
template <class E>
constexpr std::string_view name_of(E value) {
    return NamesOf<E>::all[static_cast<std::size_t>(value)];
}
/// Nothing where none is called so.
template <class E>
constexpr std::optional<E> named(std::string_view name) {
    for (std::size_t i = 0; i < std::size(NamesOf<E>::all); ++i) {
        if (NamesOf<E>::all[i] == name) return static_cast<E>(i);
    }
    return {};
}

}  // namespace SIDESTEP_EXPORT sidestep
