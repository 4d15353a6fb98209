// What the searches over key points have in common: where the body stands, the portals of a way pulled taut, and why
// there is none.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "map/ground.h"
#include "path/cell_graph.h"
#include "path/search.h"
#include "path/taut_string.h"

namespace sidestep {

/// Nodes reached by a search, and a queue of those to look at next, nearest to the goal first; ties by node.
class SearchFront {
public:
    struct Visit {
        double length;            ///< from the start
        double estimate;          ///< of the whole way; what the queue's entry says unless it is stale
        std::uint32_t came_from;  ///< node, or kNoNode for the start
        std::uint32_t enters;     ///< the cell beyond the portal
        std::uint32_t way;        ///< of a searcher's own choice
        std::uint32_t query;      ///< the one this was written in
    };
    struct Entry {
        double estimate;
        std::uint32_t node;
    };

    void start(std::size_t node_count);
    const Visit& operator[](std::uint32_t node) const { return visits_[node]; }
    /// Whether this is the shortest way to the node so far; nothing infinite is.
    bool improves(std::uint32_t node, double length) const {
        const Visit& visit = visits_[node];
        return length < (visit.query == query_ ? visit.length : std::numeric_limits<double>::infinity());
    }
    void reach(std::uint32_t node, double length, double to_go, std::uint32_t came_from, std::uint32_t enters,
               std::uint32_t way);
    /// The next node, or kNoNode.
    std::uint32_t pop();

private:
    std::vector<Visit> visits_;
    std::vector<Entry> queue_;
    std::uint32_t query_ = 0;
};

/// A corner of the first or the last cell that no portal of the way ends at and that is in the way all the same.
struct StrayCorner {
    TautString::Corner corner;
    bool at_left;
};

struct RoadmapScratch : PathScratch {
    SearchFront front;
    TautString string;
    std::vector<std::uint32_t> nodes;            ///< key points of the way, in order
    std::vector<StrayCorner> at_start, at_goal;  ///< from the start on; from the goal back
};

class RoadmapSearch : public PathSearch {
public:
    void find(Vec2d start, Vec2d goal, PathScratch& scratch, Path& path) const final;
    const CellGraph& graph() const { return graph_; }

protected:
    RoadmapSearch(std::shared_ptr<const PathGround> ground, double radius, std::uint32_t key_points);
    /// Fills nodes, expansions and roadmap_length; false where there is no way. The cells differ.
    virtual bool plan(const PathGround::Footing& start, const PathGround::Footing& goal, RoadmapScratch& scratch,
                      Path& path) const = 0;

    std::shared_ptr<const PathGround> ground_;
    double radius_;
    CellGraph graph_;

private:
    void explain_failure(std::uint32_t from, std::uint32_t to, Path& path) const;
    void pull(const PathGround::Footing& start, const PathGround::Footing& goal, RoadmapScratch& scratch,
              Path& path) const;
    bool meets_stray_corner(const std::vector<Vec2d>& points, bool from_goal, std::uint32_t cell, std::uint32_t portal,
                            std::vector<StrayCorner>& known) const;
};

}  // namespace sidestep
