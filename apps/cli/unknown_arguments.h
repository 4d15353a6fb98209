// Commands and arguments that there are not, and what may have been meant.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>

namespace sidestep::cli {

/// Throws InputError where there is none.
const CLI::App& require_command(const CLI::App& app, const std::string& name);

[[noreturn]] void refuse_arguments(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments);

}  // namespace sidestep::cli
