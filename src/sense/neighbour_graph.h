// Neighbours by the Delaunay graph of all agents: everybody is linked to those next to it, however far they are. Links
// are long in sparse crowds and short in dense ones, at the same cost (Lamarche, Donikian 2004).
#pragma once

#include <vector>

#include "base/delaunay.h"
#include "base/parallel.h"
#include "sense/octet.h"
#include "sense/search.h"

namespace sidestep {

/// Working memory of gathering, one per thread.
struct GraphScratch {
    struct Linked {
        std::uint64_t key;  ///< distance² bits, then id
        Row row;
        float dx, dy;
    };
    std::vector<Linked> linked;
    BlockScratch crowded;  ///< octets whose overlaps are left to the search
    std::vector<std::size_t> crowded_from;
};

class NeighbourGraph {
public:
    /// Triangulates everybody's place. On periodic axes images of those within `range` of a border stand beyond the
    /// other one, so that links cross borders; no link longer than `range` is missing then.
    void rebuild(const WorldView& world, double range, Workers& workers);

    /// As a search does (search.h), but the lists hold those linked to each agent, within its range and at most `most`.
    /// Links that cross a wall are dropped. Overlaps are noted as the search would, walls or not.
    void gather(const WorldView& world, const CellOrder& cells, SearchFunction search, BlockScratch& scratch,
                GraphScratch& room) const;

    /// Before walls and ranges; for tests.
    const Delaunay& triangulation() const { return triangulation_; }
    Row row_of(std::uint32_t site) const { return site < rows_ ? site : image_of_[site - rows_]; }

private:
    void add_images(const WorldView& world, double range);

    Delaunay triangulation_;
    std::vector<Site> sites_;
    std::vector<Row> image_of_;  ///< by site, from the number of rows on
    std::uint32_t rows_ = 0;
    struct Snapped {
        std::int64_t x, y;
        std::uint32_t id;
    };
    std::vector<Snapped> snapped_;
};

}  // namespace sidestep
