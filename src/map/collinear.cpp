#include "map/collinear.h"

#include <algorithm>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = ConstrainedDelaunay::kNone;
constexpr double kTangentOfOneDegree = 0.017455064928217585;

Vec2d difference(LatticePoint a, LatticePoint b) {
    return {static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
}

/// Distance² of p from the segment, on the lattice.
double distance_squared(LatticePoint p, LatticePoint from, LatticePoint to) {
    const Vec2d along = difference(from, to), there = difference(from, p);
    const double t = std::clamp(dot(there, along) / norm_squared(along), 0.0, 1.0);
    return norm_squared(there - t * along);
}

/// Whether nothing lies in the triangle u, v, w, where v is a corner of walls to u and w only. No wall can enter it
/// except between u and w, so if a point lies inside, one lies inside that v is linked to.
bool can_cut_corner(const ConstrainedDelaunay& mesh, std::uint32_t u, std::uint32_t v, std::uint32_t w) {
    const std::int64_t turn = orientation(mesh.point(u), mesh.point(v), mesh.point(w));
    if (turn == 0) return true;
    if (turn < 0) std::swap(u, w);
    std::uint32_t h = mesh.edge_of(v);
    while (mesh.end(h) != w) h = mesh.turn_left(h);
    // A wall from u to w already: what the three enclose would vanish.
    if (mesh.apex(h) == u) return mesh.label(mesh.next(h)) == ConstrainedDelaunay::kFree;
    for (h = mesh.turn_left(h); mesh.end(h) != u; h = mesh.turn_left(h)) {
        if (orientation(mesh.point(w), mesh.point(u), mesh.point(mesh.end(h))) >= 0) return false;
    }
    return true;
}

}  // namespace

void simplify_collinear(const ConstrainedDelaunay& mesh, double tolerance, std::vector<RegionMesh::Segment>& segments,
                        const std::vector<std::array<std::uint32_t, 2>>& ends, std::vector<LatticePoint>& gone) {
    using Segment = RegionMesh::Segment;
    struct Corner {
        std::uint32_t meeting = 0;
        std::uint32_t segment[2] = {kNone, kNone};
        bool kept = false;  ///< because a neighbour is gone
    };
    std::vector<Corner> corners(mesh.vertices());
    for (std::uint32_t s = 0; s < segments.size(); ++s) {
        for (const std::uint32_t v : ends[s]) {
            Corner& corner = corners[v];
            if (corner.meeting < 2) corner.segment[corner.meeting] = s;
            ++corner.meeting;
        }
    }
    const double most = tolerance * kLatticePerMetre * (tolerance * kLatticePerMetre);
    std::vector<std::uint8_t> dropped(segments.size(), 0);
    for (std::uint32_t v = 0; v < corners.size(); ++v) {
        const Corner& corner = corners[v];
        if (corner.meeting != 2 || corner.kept) continue;
        const std::uint32_t one = corner.segment[0], other = corner.segment[1];
        const Segment &a = segments[one], &b = segments[other];
        if (a.door != kNoDoor || b.door != kNoDoor || a.boundary != b.boundary) continue;
        const std::uint32_t u = ends[one][0] == v ? ends[one][1] : ends[one][0];
        const std::uint32_t w = ends[other][0] == v ? ends[other][1] : ends[other][0];
        const LatticePoint from = mesh.point(u), at = mesh.point(v), to = mesh.point(w);
        const Vec2d before = difference(from, at), after = difference(at, to);
        const double ahead = dot(before, after), aside = cross(before, after);
        if (!(ahead > 0) || (aside < 0 ? -aside : aside) > kTangentOfOneDegree * ahead) continue;
        const auto near = [&](LatticePoint p) { return distance_squared(p, from, to) <= most; };
        const auto near_all = [&](const Segment& s) {
            return std::all_of(gone.begin() + s.first_gone, gone.begin() + s.first_gone + s.gone_count, near);
        };
        if (!near(at) || !near_all(a) || !near_all(b) || !can_cut_corner(mesh, u, v, w)) continue;

        Segment whole{from, to, a.boundary, a.wall, kNoDoor};
        whole.first_gone = static_cast<std::uint32_t>(gone.size());
        whole.gone_count = a.gone_count + b.gone_count + 1;
        gone.push_back(at);
        for (const Segment& part : {a, b}) {
            for (std::uint32_t i = 0; i < part.gone_count; ++i) {
                const LatticePoint p = gone[part.first_gone + i];
                gone.push_back(p);
            }
        }
        segments[one] = whole;
        dropped[other] = 1;
        corners[u].kept = corners[w].kept = true;
    }
    std::size_t kept = 0;
    for (std::size_t s = 0; s < segments.size(); ++s) {
        if (!dropped[s]) segments[kept++] = segments[s];
    }
    segments.resize(kept);
}

}  // namespace sidestep
