// One way of finding paths on one map for one body: what all methods have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sidestep/path.h"

namespace sidestep {

/// Working memory of a search; each thread has its own, and it is kept between queries.
struct PathScratch {
    virtual ~PathScratch() = default;
};

class PathSearch {
public:
    virtual ~PathSearch() = default;
    virtual std::unique_ptr<PathScratch> scratch() const = 0;
    /// Safe from many threads, each with its own scratch and path. The result depends on nothing but start, goal and
    /// doors.
    virtual void find(Vec2d start, Vec2d goal, PathScratch& scratch, Path& path) const = 0;
    /// Doors by their number in the subdivision; recomputes only what depends on the door. Not during find().
    virtual void set_door(std::uint32_t door, bool open) = 0;
    virtual std::size_t memory_bytes() const = 0;
};

}  // namespace sidestep
