// Where people of a recording leave it together.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sidestep/scenario.h"

namespace sidestep {

struct RecordedWay {
    Vec2d entry{}, end{};
    bool left = true;  ///< was gone before the recording ended
};

struct RecordedExits {
    std::vector<Polygon> regions;
    std::vector<int> of;  ///< of every way, -1 for none
};

/// An exit is where five people or more left, none farther than a metre from the next, and the hull of these places a
/// quarter of a metre around them. It is none where more than a tenth of those who left there had come there too: all
/// sides of a square are one such place. Who was still there in the end goes to the nearest exit.
RecordedExits recorded_exits(std::span<const RecordedWay> ways);

}  // namespace sidestep
