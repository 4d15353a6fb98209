// Plans for tests of evacuations.
#pragma once

#include <string>

#include "sidestep/import.h"

namespace sidestep::test {

inline ImportedMap plan(const std::string& wkt) {
    return import_text(MapFormat::wkt, wkt);
}

/// A room of 10 × 6 m, walls 0.2 m thick, with a door of 1.2 m at the right from y = 2 to 3.2.
inline std::string room_with_door() {
    return "POLYGON ((0 0, 10 0, 10 2, 10.2 2, 10.2 3.2, 10 3.2, 10 6, 0 6, 0 0))";
}

/// The same as thin walls, with gaps: a door of 1.2 m at the right, and, where asked for, one of 2 m at the top.
inline std::string thin_walls(bool second) {
    return std::string("MULTILINESTRING ((10 2, 10 0, 0 0, 0 6, ") + (second ? "4 6), (6 6, " : "") + "10 6, 10 3.2))";
}

}  // namespace sidestep::test
