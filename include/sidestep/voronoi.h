// Voronoi cells of people on a floor: the part of it that is nearer to somebody than to anybody else, within a circle,
// and connected with its place. docs/measurement.md has the definitions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/outline.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// The walkable area in triangles, so that what lies behind a wall can be told from what lies before it.
class FloorTriangles {
public:
    /// An outline without walkable areas is a plane, whatever walls stand in it. Throws InputError for an outline wider
    /// than maps may be.
    explicit FloorTriangles(const MapOutline& outline = {});

    /// Without walkable areas, which is no limit to anything.
    bool plane() const { return plane_; }
    double area() const;  ///< m²; of a plane: infinite
    Vec2d lower() const { return lower_; }
    Vec2d upper() const { return upper_; }
    bool inside(Vec2d place) const { return plane_ || triangle_at(place) != kNone; }

    struct Triangle {
        std::array<Vec2d, 3> corners;            ///< counterclockwise
        std::array<std::uint32_t, 3> neighbour;  ///< over the side from corner i to the next; none behind a wall
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::span<const Triangle> triangles() const { return triangles_; }
    std::uint32_t triangle_at(Vec2d place) const;
    /// The nearest, for those whom a camera saw beside the floor.
    std::uint32_t nearest(Vec2d place) const;

private:
    void sort_into_cells();
    std::vector<Triangle> triangles_;
    bool plane_ = true;
    Vec2d lower_{}, upper_{};
    double cell_ = 1;
    std::size_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> first_, listed_;  ///< triangles by cell of a grid
};

struct VoronoiCell {
    std::vector<std::vector<Vec2d>> pieces;  ///< convex, counterclockwise; together they are the cell
    double area = 0;                         ///< m²; 0: nothing of it lies on the floor
    std::size_t sharing = 1;                 ///< people in this one place, who have so much of it each
    /// What this person has of a simple polygon, m².
    double within(std::span<const Vec2d> polygon) const;
};

struct VoronoiOptions {
    double cutoff = 1;            ///< m; 0: none, and then the floor must not be a plane
    unsigned cutoff_corners = 3;  ///< of a quarter of the circle, which is a polygon with corners on it
};
/// A cell for everybody. Those in one place share their cell evenly. Throws std::invalid_argument without a limit of
/// any kind.
std::vector<VoronoiCell> voronoi_cells(std::span<const Vec2d> people, const FloorTriangles& floor,
                                       const VoronoiOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
