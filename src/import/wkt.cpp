#include "import/wkt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "import/geos.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr std::string_view kAllowed =
    "POLYGON, MULTIPOLYGON (walkable area), LINESTRING, MULTILINESTRING (thin walls) or a GEOMETRYCOLLECTION of these";
// A projected coordinate system reaches 1e7 m; doubles are exact to 2e-9 m there.
constexpr double kFarthest = 1e7;
// GEOS reads nested collections by recursion: deeper text could exhaust the stack.
constexpr int kDeepest = 32;
constexpr std::size_t kShown = 80;

[[noreturn]] void fail(std::string message, std::string value, std::string allowed, std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(std::move(problem));
}

std::string excerpt(std::string_view text) {
    if (text.size() <= kShown) return std::string(text);
    return std::string(text.substr(0, kShown)) + "…";
}

std::string coordinates(Vec2d p) {
    return fmt::format("({} {})", p.x, p.y);
}

class WktReader {
public:
    MapOutline read(const std::string& wkt);

private:
    GeometryPtr parse(const std::string& wkt);
    void collect(const GEOSGeometry* geometry);
    void collect_line(const GEOSGeometry* line);
    void check_polygon(const GEOSGeometry* polygon);
    std::vector<Vec2d> points(const GEOSGeometry* line);
    std::vector<Vec2d> add_ring(const GEOSGeometry* ring);
    void add_rings(const GEOSGeometry* geometry);
    GeometryPtr united() const;

    Geos geos_;
    std::vector<const GEOSGeometry*> polygons_;
    MapOutline result_;
};

/// What GEOS would not notice: nesting that exhausts its stack, and text after the end of the geometry.
void check_parentheses(const std::string& wkt) {
    int depth = 0;
    for (std::size_t i = 0; i < wkt.size(); ++i) {
        if (wkt[i] == '(' && ++depth > kDeepest) {
            fail("the map text is nested too deeply", excerpt(wkt),
                 fmt::format("at most {} open parentheses", kDeepest), "Flatten the geometry collection.");
        }
        if (wkt[i] != ')' || --depth > 0) continue;
        const std::size_t rest = wkt.find_first_not_of(" \t\r\n;", i + 1);
        if (rest == std::string::npos) return;
        fail("the map is not well-known text: something follows the geometry", excerpt(wkt.substr(rest)),
             std::string(kAllowed), "Remove it, or put both into one GEOMETRYCOLLECTION.");
    }
}

GeometryPtr WktReader::parse(const std::string& wkt) {
    if (wkt.find_first_not_of(" \t\r\n") == std::string::npos) {
        fail("the map text is empty", "", std::string(kAllowed), "Leave the map out for an open plane.");
    }
    if (wkt.find('\0') != std::string::npos) {
        fail("the map text contains a zero byte", "", "plain text", "Remove it; what follows would not be read.");
    }
    check_parentheses(wkt);
    GEOSWKTReader* reader = GEOSWKTReader_create_r(geos_.handle());
    GeometryPtr geometry = geos_.own(GEOSWKTReader_read_r(geos_.handle(), reader, wkt.c_str()));
    GEOSWKTReader_destroy_r(geos_.handle(), reader);
    if (!geometry) {
        fail("the map is not well-known text: " + geos_.message(), excerpt(wkt), std::string(kAllowed),
             "Correct the text; each ring must be closed and coordinates are written as \"x y, x y\".");
    }
    return geometry;
}

std::vector<Vec2d> WktReader::points(const GEOSGeometry* line) {
    const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(geos_.handle(), line);
    unsigned int size = 0;
    GEOSCoordSeq_getSize_r(geos_.handle(), sequence, &size);
    std::vector<Vec2d> result(size);
    for (unsigned int i = 0; i < size; ++i) {
        GEOSCoordSeq_getXY_r(geos_.handle(), sequence, i, &result[i].x, &result[i].y);
        const Vec2d p = result[i];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || std::fabs(p.x) > kFarthest || std::fabs(p.y) > kFarthest) {
            fail("a coordinate of the map is not usable", coordinates(p),
                 fmt::format("finite numbers of metres between {:g} and {:g}", -kFarthest, kFarthest),
                 "Correct the coordinate, or move the map nearer to the origin.");
        }
    }
    return result;
}

void WktReader::check_polygon(const GEOSGeometry* polygon) {
    points(GEOSGetExteriorRing_r(geos_.handle(), polygon));
    const int holes = GEOSGetNumInteriorRings_r(geos_.handle(), polygon);
    for (int i = 0; i < holes; ++i) points(GEOSGetInteriorRingN_r(geos_.handle(), polygon, i));

    char* reason = nullptr;
    GEOSGeometry* place = nullptr;
    const char valid = GEOSisValidDetail_r(geos_.handle(), polygon, 0, &reason, &place);
    const GeometryPtr owned_place = geos_.own(place);
    const std::string why = reason != nullptr ? reason : geos_.message();
    if (reason != nullptr) GEOSFree_r(geos_.handle(), reason);
    if (valid == 1) return;
    std::string where;
    Vec2d at;
    if (place != nullptr && GEOSGeomGetX_r(geos_.handle(), place, &at.x) == 1 &&
        GEOSGeomGetY_r(geos_.handle(), place, &at.y) == 1) {
        where = coordinates(at);
    }
    fail(fmt::format("a polygon of the map is not valid: {}{}", why, where.empty() ? "" : " at or near " + where),
         where, "simple rings that do not cross, with holes inside the outer ring",
         "Mend the polygon at this place; write separate areas as a MULTIPOLYGON.");
}

void WktReader::collect_line(const GEOSGeometry* line) {
    const std::vector<Vec2d> p = points(line);
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
        if (p[i] == p[i + 1]) {
            fail("a wall of the map has no length", coordinates(p[i]), "line strings without repeated points",
                 "Remove the repeated point.");
        }
    }
    result_.walls.push_back(p);
}

void WktReader::collect(const GEOSGeometry* geometry) {
    if (GEOSisEmpty_r(geos_.handle(), geometry) == 1) {
        fail("the map contains an empty geometry", "EMPTY", std::string(kAllowed),
             "Remove it; leave the map out for an open plane.");
    }
    switch (GEOSGeomTypeId_r(geos_.handle(), geometry)) {
        case GEOS_POLYGON:
            check_polygon(geometry);
            polygons_.push_back(geometry);
            break;
        case GEOS_LINESTRING:
        case GEOS_LINEARRING:
            collect_line(geometry);
            break;
        case GEOS_MULTIPOLYGON:
        case GEOS_MULTILINESTRING:
        case GEOS_GEOMETRYCOLLECTION: {
            const int parts = GEOSGetNumGeometries_r(geos_.handle(), geometry);
            for (int i = 0; i < parts; ++i) collect(GEOSGetGeometryN_r(geos_.handle(), geometry, i));
            break;
        }
        default: {
            char* type = GEOSGeomType_r(geos_.handle(), geometry);
            std::string name = type != nullptr ? type : "unknown";
            GEOSFree_r(geos_.handle(), type);
            std::transform(name.begin(), name.end(), name.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
            fail(fmt::format("a map cannot contain a {}", name), name, std::string(kAllowed), "Remove it.");
        }
    }
}

std::vector<Vec2d> WktReader::add_ring(const GEOSGeometry* ring) {
    const std::vector<Vec2d> p = points(ring);
    std::vector<Vec2d> corners;
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
        // Drawing programs repeat points; a ring loses nothing without them.
        if (p[i] == p[i + 1]) continue;
        corners.push_back(p[i]);
    }
    return corners;
}

void WktReader::add_rings(const GEOSGeometry* geometry) {
    const int parts = GEOSGetNumGeometries_r(geos_.handle(), geometry);
    for (int i = 0; i < parts; ++i) {
        const GEOSGeometry* polygon = GEOSGetGeometryN_r(geos_.handle(), geometry, i);
        MapOutline::Area area;
        area.outer = add_ring(GEOSGetExteriorRing_r(geos_.handle(), polygon));
        const int holes = GEOSGetNumInteriorRings_r(geos_.handle(), polygon);
        for (int h = 0; h < holes; ++h) {
            area.holes.push_back(add_ring(GEOSGetInteriorRingN_r(geos_.handle(), polygon, h)));
        }
        result_.floor.push_back(std::move(area));
    }
}

GeometryPtr WktReader::united() const {
    std::vector<GEOSGeometry*> copies;
    for (const GEOSGeometry* polygon : polygons_) copies.push_back(GEOSGeom_clone_r(geos_.handle(), polygon));
    const GeometryPtr all = geos_.own(GEOSGeom_createCollection_r(
        geos_.handle(), GEOS_GEOMETRYCOLLECTION, copies.data(), static_cast<unsigned int>(copies.size())));
    GeometryPtr result = geos_.own(all ? GEOSUnaryUnion_r(geos_.handle(), all.get()) : nullptr);
    if (!result) {
        fail("the polygons of the map could not be united: " + geos_.message(), "", "polygons that GEOS can unite",
             "Simplify where they overlap.");
    }
    return result;
}

MapOutline WktReader::read(const std::string& wkt) {
    const GeometryPtr geometry = parse(wkt);
    collect(geometry.get());
    // A single polygon keeps its rings exactly as they were written.
    if (polygons_.size() == 1) add_rings(polygons_[0]);
    if (polygons_.size() > 1) add_rings(united().get());
    return std::move(result_);
}

}  // namespace

MapOutline read_wkt(const std::string& wkt) {
    return WktReader().read(wkt);
}

std::string to_wkt(const MapOutline& outline) {
    std::string text;
    const auto append = [&text](const std::vector<Vec2d>& points, bool closed) {
        text += '(';
        for (const Vec2d p : points) fmt::format_to(std::back_inserter(text), "{} {}, ", p.x, p.y);
        if (closed) fmt::format_to(std::back_inserter(text), "{} {}, ", points.front().x, points.front().y);
        text.resize(text.size() - 2);
        text += ')';
    };
    const std::size_t parts = outline.floor.size() + outline.walls.size();
    if (parts == 0) return text;
    if (parts > 1) text = "GEOMETRYCOLLECTION (";
    for (std::size_t i = 0; i < parts; ++i) {
        if (i > 0) text += ", ";
        if (i >= outline.floor.size()) {
            text += "LINESTRING ";
            append(outline.walls[i - outline.floor.size()], false);
            continue;
        }
        text += "POLYGON (";
        append(outline.floor[i].outer, true);
        for (const auto& hole : outline.floor[i].holes) {
            text += ", ";
            append(hole, true);
        }
        text += ')';
    }
    if (parts > 1) text += ')';
    return text;
}

MapOutline map_outline(const std::string& wkt) {
    return wkt.empty() ? MapOutline{} : read_wkt(wkt);
}

}  // namespace sidestep
