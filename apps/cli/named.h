// Names of enumerators as arguments.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/error.h"
#include "sidestep/names.h"
#include "sidestep/spelling.h"

namespace sidestep::cli {

[[noreturn]] inline void refuse_name(const std::string& name, std::span<const std::string_view> known,
                                     const char* what) {
    const std::vector<std::string> names(known.begin(), known.end());
    throw InputError({.message = fmt::format("there is no {} named \"{}\"", what, name),
                      .value = name,
                      .allowed = list_of(names),
                      .remedy = did_you_mean(name, names, "Choose one of these.")});
}

/// Throws InputError naming those there are.
template <class E>
E require_named(const std::string& name, const char* what) {
    if (const auto value = named<E>(name)) return *value;
    refuse_name(name, names<E>(), what);
}

}  // namespace sidestep::cli
