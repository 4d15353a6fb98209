// Which way three places turn, exactly, for any finite coordinates whose products neither overflow nor underflow.
#pragma once

#include "sidestep/vec2.h"

namespace sidestep {

/// 1 when a, b, c turn left, −1 right, 0 when they are in line.
int turn(Vec2d a, Vec2d b, Vec2d c);

}  // namespace sidestep
