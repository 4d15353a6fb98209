// The viewer's page, for commands that need it.
#pragma once

#include <string>

namespace sidestep::cli {

/// The page in the program, or the file named by $SIDESTEP_PAGE: whoever works on the page need not build the program
/// again. Throws InputError where there is none.
std::string require_page();

}  // namespace sidestep::cli
