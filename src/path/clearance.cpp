#include "path/clearance.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "outline/faces.h"
#include "outline/refuse.h"
#include "path/offset_curve.h"

namespace sidestep {
namespace {

using Ring = std::vector<Vec2d>;

struct Bounds {
    Vec2d low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    Vec2d high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
    void include(const Ring& ring) {
        for (const Vec2d p : ring) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
    }
};

bool counterclockwise(const LatticeChain& ring) {
    double doubled = 0;
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
        doubled += static_cast<double>(orientation(ring[0], ring[i], ring[i + 1]));
    }
    return doubled > 0;
}

/// The walls of an outline on the lattice around its middle.
class Walls {
public:
    Walls(const MapOutline& outline, double radius, double open_margin) {
        Bounds bounds;
        for (const MapOutline::Area& area : outline.floor) bounds.include(area.outer);
        for (const Ring& wall : outline.walls) bounds.include(wall);
        const double margin = outline.floor.empty() ? open_margin + radius : 0;
        check_size(bounds.high - bounds.low, kLatticeLimit / kLatticePerMetre - margin - 1);
        // Whole metres: coordinates given in binary fractions stay what they are.
        const Vec2d middle = (bounds.low + bounds.high) / 2;
        origin_ = {static_cast<double>(static_cast<std::int64_t>(middle.x)),
                   static_cast<double>(static_cast<std::int64_t>(middle.y))};
        for (const MapOutline::Area& area : outline.floor) {
            add_ring(area.outer, true);
            for (const Ring& hole : area.holes) add_ring(hole, false);
        }
        for (const Ring& wall : outline.walls) {
            LatticeChain line = snapped(wall);
            if (line.size() > 1) lines_.push_back(std::move(line));
        }
        if (outline.floor.empty()) {
            const auto far = static_cast<std::int32_t>(to_lattice(margin));
            const LatticePoint low = on(bounds.low), high = on(bounds.high);
            field_ = {{low.x - far, low.y - far},
                      {high.x + far, low.y - far},
                      {high.x + far, high.y + far},
                      {low.x - far, high.y + far}};
        }
    }

    Vec2d origin() const { return origin_; }
    /// Free space lies to their left.
    const std::vector<LatticeChain>& rings() const { return rings_; }
    const std::vector<LatticeChain>& lines() const { return lines_; }
    std::vector<Clearance::Wall> segments() const {
        std::vector<Clearance::Wall> result;
        for (const LatticeChain& ring : rings_) {
            for (std::size_t i = 0; i < ring.size(); ++i) result.push_back({ring[i], ring[(i + 1) % ring.size()]});
        }
        for (const LatticeChain& line : lines_) {
            for (std::size_t i = 0; i + 1 < line.size(); ++i) result.push_back({line[i], line[i + 1]});
        }
        return result;
    }
    /// What is walkable where there is no floor: nothing keeps a body off its border.
    const LatticeChain& field() const { return field_; }

private:
    static void check_size(Vec2d reach, double limit) {
        if (std::max(reach.x, reach.y) <= 2 * limit) return;
        refuse("the map is too large for finding paths", fmt::format("{:.0f} m x {:.0f} m", reach.x, reach.y),
               fmt::format("at most {:.0f} m in each direction", 2 * limit), "Cut the map into parts.");
    }
    LatticePoint on(Vec2d p) const {
        return {static_cast<std::int32_t>(to_lattice(p.x - origin_.x)),
                static_cast<std::int32_t>(to_lattice(p.y - origin_.y))};
    }
    LatticeChain snapped(const Ring& points) const {
        LatticeChain chain;
        for (const Vec2d p : points) chain.push_back(on(p));
        chain.erase(std::unique(chain.begin(), chain.end()), chain.end());
        return chain;
    }
    void add_ring(const Ring& points, bool outer) {
        LatticeChain ring = snapped(points);
        while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
        if (ring.size() < 2) return;  // less than the lattice can show
        if (counterclockwise(ring) != outer) std::reverse(ring.begin(), ring.end());
        rings_.push_back(std::move(ring));
    }

    Vec2d origin_{};
    std::vector<LatticeChain> rings_, lines_;
    LatticeChain field_;
};

constexpr std::uint32_t kRing = 0, kThinWall = 1;  // sources of pieces

void add(Linework& work, const LatticeChain& chain, std::uint32_t source, bool closed) {
    const auto first = static_cast<std::uint32_t>(work.points.size());
    const auto count = static_cast<std::uint32_t>(chain.size());
    work.points.insert(work.points.end(), chain.begin(), chain.end());
    for (std::uint32_t i = 0; i + 1 < count; ++i) work.pieces.push_back({first + i, first + i + 1, source});
    if (closed) work.pieces.push_back({first + count - 1, first, source});
}

/// Closed chains with free space on their left: rings, and lines there and back.
std::vector<LatticeChain> closed_chains(const Walls& walls) {
    std::vector<LatticeChain> chains = walls.rings();
    for (const LatticeChain& line : walls.lines()) {
        if (line.front() == line.back() && line.size() > 3) {
            chains.emplace_back(line.begin(), line.end() - 1);
            chains.emplace_back(line.rbegin(), line.rend() - 1);
        } else {
            LatticeChain chain = line;
            chain.insert(chain.end(), line.rbegin() + 1, line.rend() - 1);
            chains.push_back(std::move(chain));
        }
    }
    return chains;
}

/// Points of curves and the walls' corners they belong to.
class Centres {
public:
    void add(const OffsetCurves::Curve& curve) {
        for (std::size_t i = 0; i < curve.points.size(); ++i) known_.push_back({curve.points[i], curve.centres[i]});
    }
    void sort() {
        std::sort(known_.begin(), known_.end(), [](const Known& a, const Known& b) {
            return a.point != b.point ? comes_before(a.point, b.point) : comes_before(a.centre, b.centre);
        });
    }
    /// Itself where it belongs to none or several.
    LatticePoint of(LatticePoint p) const {
        auto at = std::lower_bound(known_.begin(), known_.end(), p,
                                   [](const Known& known, LatticePoint q) { return comes_before(known.point, q); });
        if (at == known_.end() || at->point != p) return p;
        const LatticePoint centre = at->centre;
        for (; at != known_.end() && at->point == p; ++at) {
            if (at->centre != centre) return p;
        }
        return centre;
    }

private:
    struct Known {
        LatticePoint point, centre;
    };
    std::vector<Known> known_;
};

/// What borders the faces that the rings run around once.
Clearance borders_of(Linework work, Vec2d origin) {
    unite_points(work);
    node(work, 0, {});
    const Faces faces(work, {EdgeSource{kRing}, EdgeSource{}});
    const std::vector<std::int32_t> windings = faces.windings();
    const auto free = [&](std::uint32_t half) { return windings[faces.face(half)] == 1; };

    Clearance result;
    result.origin = origin;
    std::vector<bool> used(faces.points().size(), false);
    for (std::uint32_t e = 0; e < faces.edges().size(); ++e) {
        const Faces::Edge& edge = faces.edges()[e];
        const bool left = free(2 * e), right = free(2 * e + 1);
        if (left == right && !(left && edge.wall)) continue;
        result.segments.push_back({edge.a, edge.b, left != right});
        used[edge.a] = used[edge.b] = true;
    }
    std::vector<std::uint32_t> number(used.size());
    for (std::uint32_t p = 0; p < used.size(); ++p) {
        number[p] = static_cast<std::uint32_t>(result.points.size());
        if (used[p]) result.points.push_back(faces.points()[p]);
    }
    for (Clearance::Segment& s : result.segments) s.a = number[s.a], s.b = number[s.b];
    return result;
}

}  // namespace

Clearance clear_of_walls(const MapOutline& outline, double radius, double open_margin) {
    if (outline.empty()) return {};
    const Walls walls(outline, radius, open_margin);
    Linework work;
    Centres centres;
    std::optional<OffsetCurves> curves;
    if (!walls.field().empty()) add(work, walls.field(), kRing, true);
    if (radius > 0) {
        const std::vector<LatticeChain> chains = closed_chains(walls);
        curves.emplace(chains, (radius + kClearanceMargin) * kLatticePerMetre);
        for (const LatticeChain& chain : chains) {
            const OffsetCurves::Curve curve = curves->around(chain);
            add(work, curve.points, kRing, true);
            centres.add(curve);
        }
    } else {
        for (const LatticeChain& ring : walls.rings()) add(work, ring, kRing, true);
        for (const LatticeChain& line : walls.lines()) add(work, line, kThinWall, false);
    }
    Clearance result = borders_of(std::move(work), walls.origin());
    if (radius > 0) result.radius = (radius + kWallMargin) * kLatticePerMetre;
    centres.sort();
    for (const LatticePoint p : result.points) {
        const LatticePoint centre = centres.of(p);
        result.centres.push_back(curves && centre == p ? curves->nearest_end(p) : centre);
    }
    result.walls = walls.segments();
    return result;
}

}  // namespace sidestep
