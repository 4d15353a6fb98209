// A* over the abstraction tree: from the start's and the goal's cell outwards through ever larger cells, whose paths
// are known (Lamarche & Donikian 2004, §3.3). The same length as FlatSearch, a thirtieth of the steps in a city.
#pragma once

#include <optional>

#include "path/abstract_paths.h"
#include "path/abstraction_tree.h"
#include "path/roadmap_search.h"

namespace sidestep {

class HierarchicalSearch final : public RoadmapSearch {
public:
    struct Options {
        std::uint32_t key_points = 1;
        /// Look no farther than the smallest abstract cell that contains start and goal. Misses shorter ways outside
        /// it (one in a hundred is 1.9 times as long in a city) and saves little.
        bool within_common_ancestor = false;
    };
    HierarchicalSearch(std::shared_ptr<const PathGround> ground, double radius, const Options& options);
    HierarchicalSearch(std::shared_ptr<const PathGround> ground, double radius)
        : HierarchicalSearch(std::move(ground), radius, Options{}) {}

    /// Tree and paths for a built map file. Write them with all doors open.
    void write(ArchiveWriter& archive) const;
    /// Nothing where what is there does not fit this ground and body.
    static std::unique_ptr<HierarchicalSearch> read(ArchiveReader& archive, std::shared_ptr<const PathGround> ground,
                                                    double radius, const Options& options);
    /// Over what write() wrote.
    static void skip(ArchiveReader& archive);

    std::unique_ptr<PathScratch> scratch() const override;
    void set_door(std::uint32_t door, bool open) override;
    std::size_t memory_bytes() const override;

    const AbstractionTree& tree() const { return tree_; }
    const AbstractPaths& paths() const { return paths_; }
    /// What the last set_door() computed anew.
    AbstractPaths::Renewed last_renewed() const { return renewed_; }

private:
    struct Empty {};
    HierarchicalSearch(std::shared_ptr<const PathGround> ground, double radius, const Options& options, Empty);

    struct Scratch;
    /// The abstract cells above a cell, the largest first, as far as the search looks.
    struct Above {
        std::uint32_t first, last, member;  ///< as in AbstractionTree::Node
    };
    void climb(std::uint32_t cell, std::vector<Above>& above) const;
    bool plan(const PathGround::Footing& start, const PathGround::Footing& goal, RoadmapScratch& scratch,
              Path& path) const override;

    bool within_common_ancestor_;
    AbstractionTree tree_;
    AbstractPaths paths_;
    AbstractPaths::Renewed renewed_;
};

}  // namespace sidestep
