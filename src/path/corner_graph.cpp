#include "path/corner_graph.h"

#include <algorithm>
#include <span>
#include <utility>

namespace sidestep {
namespace {

using Point = FreeSpace::Point;

// Radii by which an arc of 60° is longer than what it leads on: no corner of a polygon turns by more than twice that.
constexpr double kMostSlack = 0.19;

/// An edge while the graph is being built.
struct Sight {
    std::uint32_t from, to;
    std::uint8_t here, there;  ///< how it passes the corner it leaves, and the one it reaches
    Point d;
};

/// At the end of a thin wall, along that wall, it depends on the side of the wall one walks on.
Passing passing_at(const FreeSpace::Corner& corner, Point d, bool free_left) {
    const Passing passing = corner.passing(d);
    if (passing != kObstacleBoth) return passing;
    const Point wall{static_cast<std::int64_t>(corner.first.x), static_cast<std::int64_t>(corner.first.y)};
    if (dot(wall, d) < 0) return kObstacleBoth;
    return free_left ? kObstacleRight : kObstacleLeft;
}

/// The round way between two corners, lattice units: part of an arc, a line that touches both circles, part of an arc.
double round_length(const FreeSpace& space, const Sight& sight) {
    const Circle from = space.circle(sight.from, side_leaving(static_cast<Passing>(sight.here)));
    const Circle to = space.circle(sight.to, side_arriving(static_cast<Passing>(sight.there)));
    const Vec2d mark = space.mark(sight.from), next_mark = space.mark(sight.to);
    if (from.centre == to.centre) {
        return from.radius * arc_tangent(cross(mark, next_mark), dot(mark, next_mark));
    }
    const StraightPart line = straight_between(from, to);
    return line.length - from.arc_to(line.direction, mark) + to.arc_to(line.direction, next_mark);
}

/// Counterclockwise within one way of passing: all of these lie within 180°.
bool turns_left(const Sight& a, const Sight& b) {
    const std::int64_t turn = cross(a.d, b.d);
    if (turn != 0) return turn > 0;
    return a.to < b.to;
}

}  // namespace

CornerGraph::CornerGraph(const FreeSpace& space) {
    const std::span<const FreeSpace::Corner> corners = space.corners();
    const auto count = static_cast<std::uint32_t>(corners.size());
    std::vector<Sight> sights;
    FreeSpace::Stack<std::int64_t> stack;
    for (std::uint32_t c = 0; c < count; ++c) {
        space.look_from_corner(c, stack, [&](std::uint32_t other, Point d, bool free_left) {
            const Passing here = passing_at(corners[c], d, free_left);
            if (here == kPassesNot || other == c) return;
            const Passing there = passing_at(corners[other], -d, !free_left);
            if (there == kPassesNot) return;
            // Both ways at once: a line that also touches obstacles in between may be seen from one end only, where
            // the look from the other is cut off along that very line.
            sights.push_back({c, other, here, there, d});
            sights.push_back({other, c, there, here, -d});
        });
    }
    // Most lines have been seen from both ends, and a thin wall has two sides.
    const auto ends = [](const Sight& s) { return std::pair(s.from, s.to); };
    std::sort(sights.begin(), sights.end(), [&](const Sight& a, const Sight& b) { return ends(a) < ends(b); });
    std::size_t kept = 0;
    for (const Sight& sight : sights) {
        if (kept > 0 && ends(sights[kept - 1]) == ends(sight)) {
            sights[kept - 1].here |= sight.here;
            sights[kept - 1].there |= sight.there;
        } else {
            sights[kept++] = sight;
        }
    }
    sights.resize(kept);
    std::sort(sights.begin(), sights.end(), [](const Sight& a, const Sight& b) {
        if (a.from != b.from) return a.from < b.from;
        return a.here != b.here ? a.here < b.here : turns_left(a, b);
    });
    first_.assign(count + 1, 0);
    for (const Sight& sight : sights) ++first_[sight.from + 1];
    for (std::uint32_t c = 0; c < count; ++c) first_[c + 1] += first_[c];

    slack_ = kMostSlack * space.radius() / kLatticePerMetre;
    places_.resize(count);
    middle_.resize(count);
    for (std::uint32_t c = 0; c < count; ++c) {
        places_[c] = (corners[c].centre + space.mark(c) * space.circle(c, 1).radius) / kLatticePerMetre;
        middle_[c] = first_[c];
        for (std::uint32_t e = first_[c]; e < first_[c + 1]; ++e) {
            if (sights[e].here == kObstacleRight) middle_[c] = e + 1;
            if (sights[e].here == kObstacleBoth) middle_[c] = UINT32_MAX;
        }
    }
    edges_.resize(sights.size());
    passing_.resize(sights.size());
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
        const Sight& s = sights[e];
        passing_[e] = s.here;
        const double length = std::max(0.0, round_length(space, s)) / kLatticePerMetre;
        const std::uint32_t begin = first_[s.to], end = first_[s.to + 1], middle = middle_[s.to];
        edges_[e] = {length, s.to, begin, end};
        if (mixed(s.to) || s.there == kObstacleBoth) continue;
        // The turn bends around the obstacle: not to the side where it is not.
        const auto bends = [&](const Sight& next) { return cross(s.d, next.d); };
        if (s.there == kObstacleRight) {
            std::uint32_t k = middle;
            while (k < end && bends(sights[k]) < 0) ++k;
            edges_[e].next_begin = k;
        } else {
            std::uint32_t k = middle;
            while (k > begin && bends(sights[k - 1]) > 0) --k;
            edges_[e].next_begin = begin;
            edges_[e].next_end = k;
        }
    }
}

std::size_t CornerGraph::memory_bytes() const {
    return places_.size() * sizeof(Vec2d) + (first_.size() + middle_.size()) * sizeof(std::uint32_t) +
           edges_.size() * sizeof(Edge) + passing_.size();
}

}  // namespace sidestep
