// The command line about itself, made from the arguments it knows: a manual page and completion for shells.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace sidestep::cli {

/// roff, for man(1).
std::string manual_page(const CLI::App& app);
/// For bash.
std::string bash_completion(const CLI::App& app);

}  // namespace sidestep::cli
