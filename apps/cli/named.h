// Names of enumerators as arguments.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>
#include <string_view>

#include "sidestep/error.h"
#include "sidestep/names.h"

namespace sidestep::cli {

[[noreturn]] inline void refuse_name(const std::string& name, std::span<const std::string_view> known,
                                     const char* what) {
    throw InputError({.message = fmt::format("there is no {} named \"{}\"", what, name),
                      .value = name,
                      .allowed = fmt::format("{}", fmt::join(known, ", ")),
                      .remedy = "Choose one of these."});
}

/// Throws InputError naming those there are.
template <class E>
E require_named(const std::string& name, const char* what) {
    if (const auto value = named<E>(name)) return *value;
    refuse_name(name, names<E>(), what);
}

}  // namespace sidestep::cli
