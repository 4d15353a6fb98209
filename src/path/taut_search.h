// Shortest paths over corners: how a query is tied to them, and what a sequence of corners becomes. `corner` and
// `exact` differ in how they find the sequence.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "path/corner_map.h"
#include "path/round_way.h"
#include "path/search.h"

namespace sidestep {

/// A corner that a query's start or goal can see and whose obstacle a path from there passes tautly.
struct Attachment {
    double distance;  ///< of the round way to its mark, m
    std::uint32_t corner;
    Passing passing;
};

struct TautScratch : PathScratch {
    Standing start, goal;
    FreeSpace::Stack<double> stack;
    std::vector<Attachment> start_corners, goal_corners;
    std::vector<std::uint32_t> corners;  ///< of the way found, in order
    RoundWay way;
    std::vector<Vec2d> points;
};

class TautSearch : public PathSearch {
public:
    void find(Vec2d start, Vec2d goal, PathScratch& scratch, Path& path) const final;
    const CornerMap& map() const { return *map_; }

protected:
    explicit TautSearch(std::shared_ptr<const CornerMap> map) : map_(std::move(map)) {}
    /// Start and goal, in metres around the lattice's origin, do not see each other; what they see is in the scratch.
    /// Fills corners and expansions; false where there is no way.
    virtual bool plan(Vec2d start, Vec2d goal, TautScratch& scratch, Path& path) const = 0;
    /// Whether a closed door stands on the straight way between two places, in metres.
    virtual bool door_between(Vec2d a, Vec2d b) const = 0;

    const FreeSpace& space() const { return map_->space(); }
    const CornerGraph& graph() const { return map_->graph(); }

private:
    void attach(const Standing& standing, FreeSpace::Stack<double>& stack, std::vector<Attachment>& found) const;
    bool connected(const TautScratch& scratch) const;
    bool connect(TautScratch& scratch, Path& path) const;
    void explain_failure(const TautScratch& scratch, Path& path) const;
    bool round_off(TautScratch& scratch) const;

    std::shared_ptr<const CornerMap> map_;
};

}  // namespace sidestep
