// The viewer's page, built from viewer/ and kept inside the program.
#pragma once

#include <string_view>

namespace sidestep::view {

/// One self-contained HTML document; empty where the program was built without it (SIDESTEP_VIEWER=OFF).
std::string_view viewer_page();

}  // namespace sidestep::view
