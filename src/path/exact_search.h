// Shortest paths from hub labels: no search, only labels of the corners that start and goal can see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "path/hub_labels.h"
#include "path/taut_search.h"

namespace sidestep {

class ExactSearch final : public TautSearch {
public:
    static constexpr std::size_t kDefaultMostBytes = 256'000'000;
    /// Throws InputError when the map has doors, and as soon as labels need more memory than this.
    explicit ExactSearch(std::shared_ptr<const CornerMap> map, std::size_t most_bytes = kDefaultMostBytes);
    std::unique_ptr<PathScratch> scratch() const override;
    /// There are none.
    void set_door(std::uint32_t, bool) override {}
    std::size_t memory_bytes() const override { return map().memory_bytes() + labels_.memory_bytes(); }
    const HubLabels& labels() const { return labels_; }

protected:
    bool plan(Vec2d start, Vec2d goal, TautScratch& scratch, Path& path) const override;
    bool door_between(Vec2d, Vec2d) const override { return false; }

private:
    HubLabels labels_;
};

}  // namespace sidestep
