// A* over the key points of all portals: nothing precomputed, the measure for the abstraction tree.
#pragma once

#include "path/roadmap_search.h"

namespace sidestep {

class FlatSearch final : public RoadmapSearch {
public:
    FlatSearch(std::shared_ptr<const PathGround> ground, double radius, std::uint32_t key_points = 1);
    std::unique_ptr<PathScratch> scratch() const override { return std::make_unique<RoadmapScratch>(); }
    void set_door(std::uint32_t door, bool open) override { graph_.set_door(door, open); }
    std::size_t memory_bytes() const override { return graph_.memory_bytes(); }

private:
    bool plan(const PathGround::Footing& start, const PathGround::Footing& goal, RoadmapScratch& scratch,
              Path& path) const override;
};

}  // namespace sidestep
