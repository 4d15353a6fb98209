// Shortest paths by A* over the taut corner graph.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "path/taut_search.h"

namespace sidestep {

class CornerSearch final : public TautSearch {
public:
    /// All doors are open.
    explicit CornerSearch(std::shared_ptr<const CornerMap> map);
    std::unique_ptr<PathScratch> scratch() const override;
    /// A closed door is a wall to paths that would cross it or come closer to it than the radius.
    void set_door(std::uint32_t door, bool open) override;
    std::size_t memory_bytes() const override;

protected:
    bool plan(Vec2d start, Vec2d goal, TautScratch& scratch, Path& path) const override;
    bool door_between(Vec2d a, Vec2d b) const override;

private:
    struct Door {
        std::vector<std::array<Vec2d, 2>> segments;
        std::vector<std::uint32_t> edges;  ///< that it blocks
        bool open = true;
    };
    bool blocks(const Door& door, Vec2d a, Vec2d b) const;

    std::vector<Door> doors_;
    std::uint32_t closed_doors_ = 0;
    std::vector<std::uint8_t> closed_;  ///< by edge: how many closed doors block it; empty without doors
};

}  // namespace sidestep
