#include "path/clearance.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "import/geos.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr double kGrid = 1 / kLatticePerMetre;
// Long pieces are fewer, but more of them overlap themselves and have to be cut up.
constexpr std::size_t kLongestPiece = 16;

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

double signed_area(const Ring& ring) {
    double sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        sum += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
    }
    return sum / 2;
}

/// To the nearest lattice point around zero.
Vec2d rounded(Vec2d p) {
    return {static_cast<double>(to_lattice(p.x)) * kGrid, static_cast<double>(to_lattice(p.y)) * kGrid};
}

/// The strip that a closed chain of walls takes away from the free space on its left.
class Strip {
public:
    Strip(const Ring& chain, double radius) : chain_(chain), radius_(radius) {
        const std::size_t n = chain.size();
        for (std::size_t i = 0; i < n; ++i) {
            corners_.push_back(corner(chain[(i + n - 1) % n], chain[i], chain[(i + 1) % n]));
        }
    }

    /// The chain moved to its left; a simple ring where no wall is too short for that.
    Ring moved() const {
        Ring result;
        for (const Corner& c : corners_) {
            result.push_back(c.arriving);
            if (c.kind != Corner::meeting) result.push_back(c.leaving);
        }
        return result;
    }

    std::size_t walls() const { return chain_.size(); }
    /// The end of the longest run of walls from `first` on, at most `longest`, that makes one piece.
    std::size_t run_end(std::size_t first, std::size_t longest) const {
        std::size_t last = first + 1;
        while (last < walls() && last - first < longest && corners_[last].kind != Corner::overlapping) ++last;
        return last;
    }
    /// The part along walls [first, last).
    Ring piece(std::size_t first, std::size_t last) const {
        Ring ring;
        for (std::size_t i = first; i <= last; ++i) ring.push_back(chain_[i % walls()]);
        ring.push_back(corners_[last % walls()].arriving);
        for (std::size_t i = last; i-- > first;) {
            ring.push_back(corners_[i].leaving);
            if (i > first && corners_[i].kind == Corner::cut) ring.push_back(corners_[i].arriving);
        }
        return ring;
    }
    /// What lies between two pieces that end and begin at this corner; empty where they meet.
    Ring between(std::size_t corner) const {
        const Corner& c = corners_[corner % walls()];
        return c.kind == Corner::cut ? Ring{chain_[corner % walls()], c.leaving, c.arriving} : Ring{};
    }

private:
    /// Where the strips of the arriving and of the leaving wall end.
    struct Corner {
        Vec2d arriving, leaving;
        enum Kind {
            meeting,      ///< in one point
            cut,          ///< too sharp for a mitre: what lies between the two belongs to the strip
            overlapping,  ///< the free space turns in between walls that are too short to meet
        } kind;
    };

    Vec2d tangent_corner(Vec2d at, Vec2d n1, Vec2d n2) const {
        return rounded(at + (n1 + n2) * (radius_ / (1 + dot(n1, n2))));
    }

    Corner corner(Vec2d before, Vec2d at, Vec2d after) const {
        const Vec2d d1 = unit(at - before), d2 = unit(after - at);
        const Vec2d n1 = left_of(d1), n2 = left_of(d2);
        // Half the turn has the cosine radius / distance of the mitre, and cos² of the half is (1 + cos) / 2.
        const bool mitre = 1 + dot(d1, d2) >= 2 / (kMitreLimit * kMitreLimit);
        const double turn = cross(d1, d2);
        if (turn > 0) {
            const double shortest = std::min(norm(at - before), norm(after - at));
            if (!mitre || 2 * radius_ * turn > shortest * (1 + dot(d1, d2))) {
                return {rounded(at + n1 * radius_), rounded(at + n2 * radius_), Corner::overlapping};
            }
        }
        if (mitre) {
            const Vec2d tip = tangent_corner(at, n1, n2);
            return {tip, tip, Corner::meeting};
        }
        const Vec2d middle = unit(d1 - d2);
        return {tangent_corner(at, n1, middle), tangent_corner(at, middle, n2), Corner::cut};
    }

    const Ring& chain_;
    double radius_;
    std::vector<Corner> corners_;
};

class Offset {
public:
    Clearance make(const MapOutline& outline, double radius, double open_margin);

private:
    [[noreturn]] void fail(const std::string& what) const {
        InputProblem problem;
        problem.message = what + ": " + geos_.message();
        problem.remedy = "Simplify the map where walls almost touch.";
        throw InputError(std::move(problem));
    }
    GeometryPtr checked(GEOSGeometry* geometry) const {
        GeometryPtr result = geos_.own(geometry);
        if (!result) fail("the walls of the map could not be moved outwards");
        return result;
    }
    GEOSCoordSequence* sequence(const Ring& ring, bool closed) const;
    GeometryPtr polygon(const Ring& outer, const std::vector<Ring>& holes) const;
    GeometryPtr collection(int type, std::vector<GeometryPtr> parts) const;
    GeometryPtr floor() const;
    void add_strip(const Ring& chain, bool free_inside, double radius);
    GeometryPtr strips(double radius);
    GeometryPtr lines() const;
    void collect(const GEOSGeometry* geometry, bool border);
    void collect_line(const GEOSGeometry* line, bool border);
    void number_points();

    struct RawSegment {
        LatticePoint a, b;
        bool border;
    };

    Geos geos_;
    MapOutline outline_;  ///< around zero
    std::vector<GeometryPtr> strips_;
    std::vector<RawSegment> raw_;
    Clearance result_;
};

GEOSCoordSequence* Offset::sequence(const Ring& ring, bool closed) const {
    const auto size = static_cast<unsigned int>(ring.size());
    GEOSCoordSequence* points = GEOSCoordSeq_create_r(geos_.handle(), size + (closed ? 1 : 0), 2);
    for (unsigned int i = 0; i < size; ++i) GEOSCoordSeq_setXY_r(geos_.handle(), points, i, ring[i].x, ring[i].y);
    if (closed) GEOSCoordSeq_setXY_r(geos_.handle(), points, size, ring[0].x, ring[0].y);
    return points;
}

GeometryPtr Offset::polygon(const Ring& outer, const std::vector<Ring>& holes) const {
    GEOSGeometry* shell = GEOSGeom_createLinearRing_r(geos_.handle(), sequence(outer, true));
    std::vector<GEOSGeometry*> inner;
    for (const Ring& hole : holes) {
        inner.push_back(GEOSGeom_createLinearRing_r(geos_.handle(), sequence(hole, true)));
    }
    return checked(GEOSGeom_createPolygon_r(geos_.handle(), shell, inner.data(), static_cast<unsigned>(inner.size())));
}

GeometryPtr Offset::collection(int type, std::vector<GeometryPtr> parts) const {
    std::vector<GEOSGeometry*> raw;
    for (GeometryPtr& part : parts) raw.push_back(part.release());
    return checked(
        GEOSGeom_createCollection_r(geos_.handle(), type, raw.data(), static_cast<unsigned int>(raw.size())));
}

GeometryPtr Offset::floor() const {
    std::vector<GeometryPtr> areas;
    for (const MapOutline::Area& area : outline_.floor) areas.push_back(polygon(area.outer, area.holes));
    return collection(GEOS_MULTIPOLYGON, std::move(areas));
}

/// In as few pieces as are simple: uniting them is what takes time.
void Offset::add_strip(const Ring& chain, bool free_inside, double radius) {
    const Strip strip(chain, radius);
    const auto add = [&](GeometryPtr piece) {
        const bool valid = GEOSisValid_r(geos_.handle(), piece.get()) == 1;
        if (valid) strips_.push_back(std::move(piece));
        return valid;
    };
    const Ring moved = strip.moved();
    if (moved.size() > 2 && (signed_area(moved) > 0) == free_inside) {
        if (free_inside ? add(polygon(chain, {moved})) : add(polygon(moved, {}))) return;
    }
    const auto add_between = [&](std::size_t corner) {
        const Ring gap = strip.between(corner);
        if (!gap.empty()) add(polygon(gap, {}));
    };
    for (std::size_t first = 0; first < strip.walls();) {
        const std::size_t last = strip.run_end(first, kLongestPiece);
        if (!add(polygon(strip.piece(first, last), {}))) {
            for (std::size_t i = first; i < last; ++i) {
                // Convex but for the rounding of walls that are hardly longer than the lattice's spacing.
                const GeometryPtr part = polygon(strip.piece(i, i + 1), {});
                add(checked(GEOSConvexHull_r(geos_.handle(), part.get())));
                if (i + 1 < last) add_between(i + 1);
            }
        }
        add_between(last);
        first = last;
    }
}

GeometryPtr Offset::strips(double radius) {
    const auto add_ring = [&](Ring ring, bool free_inside) {
        if ((signed_area(ring) > 0) != free_inside) std::reverse(ring.begin(), ring.end());
        add_strip(ring, free_inside, radius);
    };
    for (const MapOutline::Area& area : outline_.floor) {
        add_ring(area.outer, true);
        for (const Ring& hole : area.holes) add_ring(hole, false);
    }
    for (const Ring& wall : outline_.walls) {
        const bool closed = wall.front() == wall.back();
        Ring chain(wall.begin(), wall.end() - (closed ? 1 : 0));
        if (closed && chain.size() > 2) {
            add_ring(chain, true);
            add_ring(chain, false);
        } else {
            // There and back.
            chain.insert(chain.end(), wall.rbegin() + 1, wall.rend() - 1);
            add_strip(chain, false, radius);
        }
    }
    const GeometryPtr all = collection(GEOS_GEOMETRYCOLLECTION, std::move(strips_));
    return checked(GEOSUnaryUnion_r(geos_.handle(), all.get()));
}

GeometryPtr Offset::lines() const {
    std::vector<GeometryPtr> parts;
    for (const Ring& wall : outline_.walls) {
        parts.push_back(checked(GEOSGeom_createLineString_r(geos_.handle(), sequence(wall, false))));
    }
    const GeometryPtr all = collection(GEOS_MULTILINESTRING, std::move(parts));
    return checked(GEOSUnaryUnionPrec_r(geos_.handle(), all.get(), kGrid));
}

void Offset::collect_line(const GEOSGeometry* line, bool border) {
    const GEOSCoordSequence* points = GEOSGeom_getCoordSeq_r(geos_.handle(), line);
    unsigned int size = 0;
    GEOSCoordSeq_getSize_r(geos_.handle(), points, &size);
    LatticePoint last{};
    for (unsigned int i = 0; i < size; ++i) {
        Vec2d p;
        GEOSCoordSeq_getXY_r(geos_.handle(), points, i, &p.x, &p.y);
        const LatticePoint at{static_cast<std::int32_t>(to_lattice(p.x)), static_cast<std::int32_t>(to_lattice(p.y))};
        if (i > 0 && !(at == last)) {
            raw_.push_back(comes_before(last, at) ? RawSegment{last, at, border} : RawSegment{at, last, border});
        }
        last = at;
    }
}

void Offset::collect(const GEOSGeometry* geometry, bool border) {
    switch (GEOSGeomTypeId_r(geos_.handle(), geometry)) {
        case GEOS_POLYGON: {
            if (GEOSisEmpty_r(geos_.handle(), geometry) == 1) break;
            collect_line(GEOSGetExteriorRing_r(geos_.handle(), geometry), border);
            const int holes = GEOSGetNumInteriorRings_r(geos_.handle(), geometry);
            for (int i = 0; i < holes; ++i) {
                collect_line(GEOSGetInteriorRingN_r(geos_.handle(), geometry, i), border);
            }
            break;
        }
        case GEOS_LINESTRING:
            collect_line(geometry, border);
            break;
        case GEOS_MULTIPOLYGON:
        case GEOS_MULTILINESTRING:
        case GEOS_GEOMETRYCOLLECTION: {
            const int parts = GEOSGetNumGeometries_r(geos_.handle(), geometry);
            for (int i = 0; i < parts; ++i) collect(GEOSGetGeometryN_r(geos_.handle(), geometry, i), border);
            break;
        }
        default:  // points where walls touch
            break;
    }
}

/// Gives points numbers, left to right, and keeps each segment once; a border is a border, whatever else runs along it.
void Offset::number_points() {
    std::vector<LatticePoint>& points = result_.points;
    for (const RawSegment& s : raw_) {
        points.push_back(s.a);
        points.push_back(s.b);
    }
    std::sort(points.begin(), points.end(), comes_before);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    const auto number = [&](LatticePoint p) {
        return static_cast<std::uint32_t>(std::lower_bound(points.begin(), points.end(), p, comes_before) -
                                          points.begin());
    };
    for (const RawSegment& s : raw_) result_.segments.push_back({number(s.a), number(s.b), s.border});
    std::sort(result_.segments.begin(), result_.segments.end(), [](const auto& p, const auto& q) {
        return std::tuple(p.a, p.b, !p.border) < std::tuple(q.a, q.b, !q.border);
    });
    const auto same = [](const auto& p, const auto& q) { return p.a == q.a && p.b == q.b; };
    result_.segments.erase(std::unique(result_.segments.begin(), result_.segments.end(), same), result_.segments.end());
}

Clearance Offset::make(const MapOutline& outline, double radius, double open_margin) {
    outline_ = outline;
    Bounds bounds;
    for (const MapOutline::Area& area : outline.floor) bounds.include(area.outer);
    for (const Ring& wall : outline.walls) bounds.include(wall);
    const double margin = outline.floor.empty() ? rounded({open_margin + radius, 0}).x : 0;
    const double limit = kLatticeLimit / kLatticePerMetre - margin - 1;
    // Whole metres: coordinates given in binary fractions stay what they are.
    const Vec2d middle = (bounds.low + bounds.high) / 2;
    result_.origin = {static_cast<double>(static_cast<std::int64_t>(middle.x)),
                      static_cast<double>(static_cast<std::int64_t>(middle.y))};
    const Vec2d reach = bounds.high - bounds.low;
    if (std::max(reach.x, reach.y) > 2 * limit) {
        InputProblem problem;
        problem.message = "the map is too large for finding paths";
        problem.value = fmt::format("{:.0f} m x {:.0f} m", reach.x, reach.y);
        problem.allowed = fmt::format("at most {:.0f} m in each direction", 2 * limit);
        problem.remedy = "Cut the map into parts.";
        throw InputError(std::move(problem));
    }
    const auto shift = [&](Ring& ring) {
        for (Vec2d& p : ring) p = rounded(p - result_.origin);
        ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    };
    for (MapOutline::Area& area : outline_.floor) {
        shift(area.outer);
        for (Ring& hole : area.holes) shift(hole);
    }
    for (Ring& wall : outline_.walls) shift(wall);
    std::erase_if(outline_.walls, [](const Ring& wall) { return wall.size() < 2; });

    GeometryPtr space;
    if (outline_.floor.empty()) {
        const Vec2d low = rounded(bounds.low - result_.origin) - Vec2d{margin, margin};
        const Vec2d high = rounded(bounds.high - result_.origin) + Vec2d{margin, margin};
        space = polygon({low, {high.x, low.y}, high, {low.x, high.y}}, {});
    } else {
        space = floor();
        // Rounding may have made rings touch or cross.
        if (GEOSisValid_r(geos_.handle(), space.get()) != 1) {
            space = checked(GEOSGeom_setPrecision_r(geos_.handle(), space.get(), kGrid, 0));
        }
    }
    if (radius > 0) {
        const GeometryPtr taken = strips(radius + kClearanceMargin);
        space = checked(GEOSDifferencePrec_r(geos_.handle(), space.get(), taken.get(), kGrid));
        collect(space.get(), true);
    } else if (outline_.walls.empty()) {
        collect(space.get(), true);
    } else {
        // Both results come from the same noding of areas and lines, so that they share their points.
        const GeometryPtr walls = lines();
        collect(checked(GEOSDifferencePrec_r(geos_.handle(), space.get(), walls.get(), kGrid)).get(), true);
        collect(checked(GEOSIntersectionPrec_r(geos_.handle(), walls.get(), space.get(), kGrid)).get(), false);
    }
    number_points();
    return std::move(result_);
}

}  // namespace

Clearance clear_of_walls(const MapOutline& outline, double radius, double open_margin) {
    if (outline.empty()) return {};
    return Offset().make(outline, radius, open_margin);
}

}  // namespace sidestep
