// Single entries of neighbour lists that are interleaved by lane.
#pragma once

#include "sense/octet.h"

namespace sidestep {

inline void move_entry(const NearRecord& from, NearRecord& to, int lane) {
    to.dx[lane] = from.dx[lane];
    to.dy[lane] = from.dy[lane];
    to.vx[lane] = from.vx[lane];
    to.vy[lane] = from.vy[lane];
    to.radius[lane] = from.radius[lane];
    to.id[lane] = from.id[lane];
}

/// As LaneLists promises past a lane's count.
inline void clear_entry(NearRecord& entry, int lane) {
    entry.dx[lane] = 1e6f;
    entry.dy[lane] = 0;
    entry.vx[lane] = entry.vy[lane] = 0;
    entry.radius[lane] = 0;
    entry.id[lane] = UINT32_MAX;
}

}  // namespace sidestep
