#include "map/convex_merge.h"

#include <algorithm>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = ConstrainedDelaunay::kNone;

class Merge {
public:
    explicit Merge(const RegionMesh& region) : region_(region), mesh_(region.mesh) {}
    Subdivision run(SubdivisionLog& log);

private:
    struct FreeSegment {
        std::int64_t length2;
        std::uint32_t edge;
    };

    bool is_free(std::uint32_t h) const { return region_.walkable_at(h) && !region_.blocks(h); }
    LatticePoint at(std::uint32_t h) const { return mesh_.point(mesh_.origin(h)); }
    LatticePoint end(std::uint32_t h) const { return mesh_.point(mesh_.end(h)); }
    std::int64_t length2(std::uint32_t h) const;
    std::uint32_t cell_of(std::uint32_t h);
    bool is_convex_between(std::uint32_t in, std::uint32_t out) const;
    bool has_as_long(std::uint32_t h, std::int64_t length2);
    void try_merge(const FreeSegment& segment, bool has_equals);
    Subdivision result();
    static void find_components(Subdivision& subdivision);

    const RegionMesh& region_;
    const ConstrainedDelaunay& mesh_;
    std::vector<std::uint32_t> next_, previous_;  ///< by half-edge, around its cell
    std::vector<std::uint32_t> parent_;           ///< by triangle: the cell it belongs to, after some steps
    std::vector<std::int64_t> longest_kept_;      ///< by cell: of the free segments that are there to stay
    std::vector<std::uint32_t> portals_at_;       ///< by vertex
};

std::int64_t Merge::length2(std::uint32_t h) const {
    const LatticePoint a = at(h), b = end(h);
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
    return dx * dx + dy * dy;
}

std::uint32_t Merge::cell_of(std::uint32_t h) {
    std::uint32_t t = h / 3;
    while (parent_[t] != t) {
        parent_[t] = parent_[parent_[t]];
        t = parent_[t];
    }
    return t;
}

/// Whether the cell's border goes straight on or turns left from one half-edge to another that starts at its end.
bool Merge::is_convex_between(std::uint32_t in, std::uint32_t out) const {
    const LatticePoint a = at(in), b = at(out), c = end(out);
    const std::int64_t turn = orientation(a, b, c);
    if (turn != 0) return turn > 0;
    // Not straight back.
    return (std::int64_t{b.x} - a.x) * (std::int64_t{c.x} - b.x) +
               (std::int64_t{b.y} - a.y) * (std::int64_t{c.y} - b.y) >
           0;
}

/// Whether h's cell has another free segment of at least this length.
bool Merge::has_as_long(std::uint32_t h, std::int64_t length) {
    for (std::uint32_t e = next_[h]; e != h; e = next_[e]) {
        if (is_free(e) && length2(e) >= length) return true;
    }
    return false;
}

void Merge::try_merge(const FreeSegment& segment, bool has_equals) {
    const std::uint32_t h = segment.edge, g = mesh_.twin(h);
    const std::uint32_t left = cell_of(h), right = cell_of(g);
    const bool longest = std::max(longest_kept_[left], longest_kept_[right]) < segment.length2 &&
                         !(has_equals && (has_as_long(h, segment.length2) || has_as_long(g, segment.length2)));
    if (left == right || !longest || !is_convex_between(previous_[h], next_[g]) ||
        !is_convex_between(previous_[g], next_[h])) {
        longest_kept_[left] = std::max(longest_kept_[left], segment.length2);
        longest_kept_[right] = std::max(longest_kept_[right], segment.length2);
        return;
    }
    const auto join = [&](std::uint32_t in, std::uint32_t out) {
        next_[in] = out;
        previous_[out] = in;
    };
    join(previous_[h], next_[g]);
    join(previous_[g], next_[h]);
    next_[h] = next_[g] = kNone;
    parent_[std::max(left, right)] = std::min(left, right);
    longest_kept_[std::min(left, right)] = std::max(longest_kept_[left], longest_kept_[right]);
    --portals_at_[mesh_.origin(h)];
    --portals_at_[mesh_.origin(g)];
}

Subdivision Merge::run(SubdivisionLog& log) {
    const std::uint32_t half_edges = mesh_.half_edges();
    next_.resize(half_edges);
    previous_.resize(half_edges);
    parent_.resize(mesh_.triangles());
    longest_kept_.assign(mesh_.triangles(), 0);
    portals_at_.assign(mesh_.vertices(), 0);
    std::vector<FreeSegment> segments;
    for (std::uint32_t t = 0; t < mesh_.triangles(); ++t) {
        parent_[t] = t;
        log.triangles += region_.walkable[t];
    }
    for (std::uint32_t h = 0; h < half_edges; ++h) {
        next_[h] = ConstrainedDelaunay::next(h);
        previous_[h] = ConstrainedDelaunay::previous(h);
        if (!is_free(h) || h > mesh_.twin(h)) continue;
        ++log.free_segments;
        ++portals_at_[mesh_.origin(h)];
        ++portals_at_[mesh_.end(h)];
        if (!region_.is_door(h)) {
            segments.push_back({length2(h), h});
            continue;
        }
        for (const std::uint32_t side : {h, mesh_.twin(h)}) {
            longest_kept_[side / 3] = std::max(longest_kept_[side / 3], length2(h));
        }
    }
    std::sort(segments.begin(), segments.end(), [](const FreeSegment& a, const FreeSegment& b) {
        return a.length2 != b.length2 ? a.length2 > b.length2 : a.edge < b.edge;
    });
    for (std::size_t i = 0; i < segments.size(); ++i) {
        // Shorter ones cannot be in the way, longer ones are merged or counted; only equal ones need a look.
        const bool has_equals = i + 1 < segments.size() && segments[i + 1].length2 == segments[i].length2;
        try_merge(segments[i], has_equals);
    }
    return result();
}

Subdivision Merge::result() {
    Subdivision result;
    result.origin = region_.origin;
    std::vector<std::uint32_t> number(mesh_.triangles(), kNone), point_number(mesh_.vertices(), kNone);
    std::vector<std::uint32_t> portal_of(mesh_.half_edges(), kNoPortal);
    std::vector<std::uint32_t> first_edge;
    for (std::uint32_t h = 0; h < mesh_.half_edges(); ++h) {
        if (!region_.walkable_at(h) || next_[h] == kNone) continue;
        std::uint32_t& cell = number[cell_of(h)];
        if (cell != kNone) continue;
        cell = static_cast<std::uint32_t>(first_edge.size());
        first_edge.push_back(h);
    }
    const auto point = [&](std::uint32_t vertex) {
        std::uint32_t& p = point_number[vertex];
        if (p == kNone) {
            p = static_cast<std::uint32_t>(result.points.size());
            result.points.push_back(mesh_.point(vertex));
        }
        return p;
    };
    /// A foot without portals does nothing for the cell. On a wall that blocks on both sides, the cell beyond has it
    /// too, so it can go only where the wall is straight.
    const auto is_idle = [&](std::uint32_t h) {
        const std::uint32_t vertex = mesh_.origin(h);
        if (vertex < region_.first_foot || portals_at_[vertex] != 0) return false;
        return !region_.walkable_at(mesh_.twin(h)) || orientation(at(previous_[h]), at(h), end(h)) == 0;
    };
    /// Whether a cell keeps an area without its idle feet: a sliver of the lattice's size can be all foot.
    const auto keeps_area = [&](std::uint32_t first) {
        std::vector<LatticePoint> kept;
        std::uint32_t h = first;
        do {
            if (!is_idle(h)) kept.push_back(at(h));
            h = next_[h];
        } while (h != first);
        for (std::size_t i = 2; i < kept.size(); ++i) {
            if (orientation(kept[0], kept[i - 1], kept[i]) > 0) return true;
        }
        return false;
    };
    for (std::uint32_t cell = 0; cell < first_edge.size(); ++cell) {
        const bool drops_feet = keeps_area(first_edge[cell]);
        Subdivision::Cell record{static_cast<std::uint32_t>(result.sides.size()), 0, kNone};
        std::uint32_t h = first_edge[cell];
        do {
            if (!drops_feet || !is_idle(h)) {
                Subdivision::Side side{point(mesh_.origin(h)), kNoPortal};
                if (is_free(h)) {
                    const std::uint32_t g = mesh_.twin(h);
                    if (portal_of[g] == kNoPortal) {
                        portal_of[h] = static_cast<std::uint32_t>(result.portals.size());
                        const std::uint32_t door = region_.is_door(h) ? region_.segments[mesh_.label(h)].door : kNoDoor;
                        result.portals.push_back({side.point, point(mesh_.end(h)), {cell, number[cell_of(g)]}, door});
                    } else {
                        portal_of[h] = portal_of[g];
                    }
                    side.portal = portal_of[h];
                }
                result.sides.push_back(side);
                ++record.side_count;
            }
            h = next_[h];
        } while (h != first_edge[cell]);
        result.cells.push_back(record);
    }
    find_components(result);
    return result;
}

void Merge::find_components(Subdivision& subdivision) {
    std::uint32_t components = 0;
    std::vector<std::uint32_t> open;
    for (std::uint32_t start = 0; start < subdivision.cells.size(); ++start) {
        if (subdivision.cells[start].component != kNone) continue;
        subdivision.cells[start].component = components;
        open.assign(1, start);
        while (!open.empty()) {
            const std::uint32_t cell = open.back();
            open.pop_back();
            for (const Subdivision::Side& side : subdivision.sides_of(cell)) {
                if (side.portal == kNoPortal) continue;
                const auto& sides = subdivision.portals[side.portal].cells;
                Subdivision::Cell& beyond = subdivision.cells[sides[0] == cell ? sides[1] : sides[0]];
                if (beyond.component != kNone) continue;
                beyond.component = components;
                open.push_back(sides[0] == cell ? sides[1] : sides[0]);
            }
        }
        ++components;
    }
}

}  // namespace

Subdivision merge_convex(const RegionMesh& region, SubdivisionLog& log) {
    return Merge(region).run(log);
}

}  // namespace sidestep
