// The free space of one body, triangulated: where its centre may be, what can be seen from a place, and the corners
// that shortest paths turn at. Coordinates are lattice units (base/lattice.h) around `origin`.
//
// A path may touch obstacles and never crosses them. So a corner belongs to one side: its sector is the free angle
// between two walls, and only what arrives through the sector's triangles may turn there. A point has at most one
// sector of more than a straight angle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "path/clearance.h"
#include "path/tangent.h"
#include "sidestep/vec2.h"

namespace sidestep {

inline constexpr std::uint32_t kNoCorner = UINT32_MAX;

/// The two ways of passing a corner tautly. Looking from the corner towards where the path comes from or goes to:
enum Passing : std::uint8_t {
    kPassesNot = 0,
    kObstacleRight = 1,
    kObstacleLeft = 2,
    kObstacleBoth = 3,  ///< at the end of a thin wall, along the wall's line
};

class FreeSpace {
public:
    using Point = Vec2<std::int64_t>;
    /// Lattice units within which a place counts as lying on an edge (1e-9 m), for places that are not lattice points.
    static constexpr double kOnEdge = 6e-5;
    static double size(Vec2d d) { return (d.x < 0 ? -d.x : d.x) + (d.y < 0 ? -d.y : d.y); }

    /// A point of an obstacle where the free angle exceeds 180°: from the wall towards `first` counterclockwise to the
    /// wall towards `last`, which is the same wall at the end of a thin one.
    struct Corner {
        Vec2d at;
        Vec2d first, last;  ///< directions
        Vec2d centre;       ///< the wall's corner that it stands off; itself where it stands off none

        /// How a line from here in direction d passes, if it is tangent to the obstacle. Exact.
        Passing passing(Point d) const {
            const auto whole = [](Vec2d v) {
                return Point{static_cast<std::int64_t>(v.x), static_cast<std::int64_t>(v.y)};
            };
            const std::int64_t a = cross(whole(first), d), b = cross(whole(last), d);
            return static_cast<Passing>((a >= 0 && b >= 0 ? kObstacleRight : 0) |
                                        (a <= 0 && b <= 0 ? kObstacleLeft : 0));
        }
        /// The same for a place that need not be on the lattice: in doubt it passes.
        Passing passing(Vec2d d) const {
            const double a = cross(first, d), b = cross(last, d);
            const double a_slack = kOnEdge * size(first), b_slack = kOnEdge * size(last);
            return static_cast<Passing>((a >= -a_slack && b >= -b_slack ? kObstacleRight : 0) |
                                        (a <= a_slack && b <= b_slack ? kObstacleLeft : 0));
        }
    };

    FreeSpace() = default;
    explicit FreeSpace(const Clearance& clearance);

    bool empty() const { return triangles_.empty(); }
    std::span<const Corner> corners() const { return corners_; }
    /// What a body keeps clear of walls, lattice units.
    double radius() const { return radius_; }
    /// What a way turns round that passes a corner, its obstacle on this side (1: left, −1: right).
    Circle circle(std::uint32_t corner, double side) const {
        const Corner& c = corners_[corner];
        return {c.centre, c.centre == c.at ? 0 : side * radius_};
    }
    /// Unit direction from its centre to the corner. Lengths of round ways are counted to where that meets the circle:
    /// ways that turn round the circle pass there, or begin or end a little before or after it.
    Vec2d mark(std::uint32_t corner) const { return unit(corners_[corner].at - corners_[corner].centre); }
    Vec2d to_lattice_units(Vec2d metres) const { return (metres - origin_) * kLatticePerMetre; }
    Vec2d to_metres(Vec2d units) const { return origin_ + units / kLatticePerMetre; }

    /// The triangles that contain a point, borders included: several when it lies on an edge or a corner.
    using Place = std::vector<std::uint32_t>;
    /// Empty outside the free space.
    void locate(Vec2d p, Place& place) const;
    /// The point of the free space nearest to p among those within `reach` that `allowed` likes.
    template <class Allowed>
    std::optional<Vec2d> nearest(Vec2d p, double reach, Allowed allowed) const;
    std::size_t triangles() const { return triangles_.size(); }
    /// Counterclockwise; side i begins at point i.
    Vec2d point(std::uint32_t triangle, std::uint32_t i) const { return point<double>(triangles_[triangle].points[i]); }
    std::uint32_t point_number(std::uint32_t triangle, std::uint32_t i) const { return triangles_[triangle].points[i]; }
    static constexpr std::uint32_t kWall = UINT32_MAX;
    /// 3 × the triangle beyond a side + its side there, or kWall.
    std::uint32_t beyond(std::uint32_t triangle, std::uint32_t side) const { return triangles_[triangle].beyond[side]; }
    /// Which connected part of the free space a triangle belongs to.
    std::uint32_t component(std::uint32_t triangle) const { return triangles_[triangle].component; }

    /// What a look around needs; kept between looks.
    template <class T>
    struct Pending {
        std::uint32_t gate;
        Vec2<T> right, left;
    };
    template <class T>
    using Stack = std::vector<Pending<T>>;

    /// Calls visit(corner, d) for the corners that can be seen from p (some several times), d from p to the corner.
    template <class Visit>
    void look_around(Vec2d p, const Place& place, Stack<double>& stack, Visit visit) const;
    /// The same from a corner, exactly and only where a path could pass it tautly. Calls visit(corner, d, left):
    /// whether the triangle that shows the corner lies left of the line of sight (or around it).
    template <class Visit>
    void look_from_corner(std::uint32_t corner, Stack<std::int64_t>& stack, Visit visit) const;
    /// Whether the segment between two places stays in the free space.
    bool sees(Vec2d from, const Place& from_place, Vec2d to, const Place& to_place) const;

    /// Of the rectangle around it, m.
    double diagonal() const { return diagonal_; }
    std::size_t memory_bytes() const;

private:
    /// An edge as met from outside its triangle: 3 × triangle + side.
    struct Gate {
        std::int32_t x, y;          ///< of the triangle's opposite point
        std::uint32_t corner;       ///< there, if the triangle belongs to its sector
        std::uint32_t left, right;  ///< gates beyond, on either side of that point
    };
    struct Triangle {
        std::array<std::uint32_t, 3> points;   ///< counterclockwise; side i begins at point i
        std::array<std::uint32_t, 3> beyond;   ///< gate that leads out over side i
        std::array<std::uint32_t, 3> corners;  ///< at its points, if the triangle belongs to their sectors
        std::uint32_t component;
    };
    struct Fan {
        std::uint32_t first, count;
    };

    template <class T>
    Vec2<T> point(std::uint32_t index) const {
        return {static_cast<T>(points_[index].x), static_cast<T>(points_[index].y)};
    }
    template <class T, class Visit>
    void look(Vec2<T> eye, std::uint32_t gate, Vec2<T> right, Vec2<T> left, Stack<T>& stack, Visit& visit) const;

    static Vec2d nearest_on_segment(Vec2d p, Vec2d a, Vec2d b);
    bool contains(const Triangle& triangle, Vec2d p, double slack) const;
    void build_grid();
    void number_components();
    int column_of(double x) const;
    int row_of(double y) const;

    Vec2d origin_{};
    double radius_ = 0;
    std::vector<LatticePoint> points_;
    std::vector<Triangle> triangles_;  ///< along Hilbert's curve
    std::vector<Gate> gates_;
    std::vector<Corner> corners_;     ///< along Hilbert's curve
    std::vector<Fan> fans_;           ///< by corner: its sector's triangles, counterclockwise
    std::vector<std::uint32_t> fan_;  ///< 3 × triangle + the corner's place in it

    // Triangles by the cells of a grid.
    Vec2d grid_low_{};
    double diagonal_ = 0;
    double inverse_cell_ = 1;
    int columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> cell_start_, cell_triangles_;
};

// Everything that is seen of a triangle is seen through the edge it was entered by: a cone between two rays. Behind it
// the opposite point divides the cone, or all of the cone leaves by one side. Points on a ray are seen.
template <class T, class Visit>
void FreeSpace::look(Vec2<T> eye, std::uint32_t gate, Vec2<T> right, Vec2<T> left, Stack<T>& stack,
                     Visit& visit) const {
    const std::size_t bottom = stack.size();
    for (;;) {
        while (gate != kWall) {
            const Gate& g = gates_[gate];
            const Vec2<T> d{static_cast<T>(g.x) - eye.x, static_cast<T>(g.y) - eye.y};
            const T beyond_left = cross(left, d), beyond_right = cross(d, right);
            if (beyond_left <= 0 && beyond_right <= 0 && g.corner != kNoCorner) {
                visit(g.corner, d, beyond_left < 0);
            }
            if (beyond_left >= 0) {
                gate = g.right;
            } else if (beyond_right >= 0) {
                gate = g.left;
            } else {
                if (g.left != kWall) stack.push_back({g.left, d, left});
                gate = g.right;
                left = d;
            }
        }
        if (stack.size() == bottom) return;
        gate = stack.back().gate;
        right = stack.back().right;
        left = stack.back().left;
        stack.pop_back();
    }
}

template <class Visit>
void FreeSpace::look_around(Vec2d p, const Place& place, Stack<double>& stack, Visit visit) const {
    const auto seen = [&](std::uint32_t corner, Vec2d d, bool) { visit(corner, d); };
    for (const std::uint32_t t : place) {
        const Triangle& triangle = triangles_[t];
        std::array<Vec2d, 3> d;
        for (int k = 0; k < 3; ++k) {
            d[k] = point<double>(triangle.points[k]) - p;
            if (triangle.corners[k] != kNoCorner) visit(triangle.corners[k], d[k]);
        }
        for (int k = 0; k < 3; ++k) {
            const Vec2d right = d[k], left = d[(k + 1) % 3];
            // Where p lies on this side, the triangle beyond it is one of the place's as well.
            if (cross(right, left) > kOnEdge * size(left - right))
                look(p, triangle.beyond[k], right, left, stack, seen);
        }
    }
}

template <class Visit>
void FreeSpace::look_from_corner(std::uint32_t corner, Stack<std::int64_t>& stack, Visit visit) const {
    const auto whole = [](Vec2d v) { return Point{static_cast<std::int64_t>(v.x), static_cast<std::int64_t>(v.y)}; };
    const Corner& c = corners_[corner];
    const Point eye = whole(c.at);
    // Taut directions: from the first wall to the extension of the last, and from that of the first to the last wall.
    const Point first_end = -whole(c.last), last_begin = -whole(c.first);
    for (std::uint32_t i = 0; i < fans_[corner].count; ++i) {
        const std::uint32_t at = fan_[fans_[corner].first + i];
        const Triangle& triangle = triangles_[at / 3];
        const std::uint32_t r = (at + 1) % 3 == 0 ? at - 2 : at + 1, l = (r + 1) % 3 == 0 ? r - 2 : r + 1;
        const Point right = point<std::int64_t>(triangle.points[r % 3]) - eye;
        const Point left = point<std::int64_t>(triangle.points[l % 3]) - eye;
        if (triangle.corners[r % 3] != kNoCorner) visit(triangle.corners[r % 3], right, true);
        if (triangle.corners[l % 3] != kNoCorner) visit(triangle.corners[l % 3], left, false);
        const std::uint32_t gate = triangle.beyond[r % 3];
        if (gate == kWall) continue;
        const std::int64_t to_end = cross(right, first_end);
        if (to_end > 0 || (to_end == 0 && dot(right, first_end) < 0)) {
            look(eye, gate, right, cross(first_end, left) > 0 ? first_end : left, stack, visit);
        }
        const std::int64_t from_begin = cross(last_begin, left);
        if (from_begin > 0 || (from_begin == 0 && dot(last_begin, left) < 0)) {
            look(eye, gate, cross(right, last_begin) > 0 ? last_begin : right, left, stack, visit);
        }
    }
}

template <class Allowed>
std::optional<Vec2d> FreeSpace::nearest(Vec2d p, double reach, Allowed allowed) const {
    std::optional<Vec2d> best;
    if (empty()) return best;
    double best_squared = reach * reach;
    for (int y = row_of(p.y - reach); y <= row_of(p.y + reach); ++y) {
        for (int x = column_of(p.x - reach); x <= column_of(p.x + reach); ++x) {
            const std::size_t cell = static_cast<std::size_t>(y) * columns_ + x;
            for (std::uint32_t i = cell_start_[cell]; i < cell_start_[cell + 1]; ++i) {
                const Triangle& triangle = triangles_[cell_triangles_[i]];
                for (int k = 0; k < 3; ++k) {
                    const Vec2d q = nearest_on_segment(p, point<double>(triangle.points[k]),
                                                       point<double>(triangle.points[(k + 1) % 3]));
                    const double squared = norm_squared(q - p);
                    // Equally near places are told apart by where they are, not by the order of triangles.
                    const bool nearer =
                        squared < best_squared ||
                        (squared == best_squared && (!best || q.x < best->x || (q.x == best->x && q.y < best->y)));
                    if (nearer && allowed(q)) {
                        best = q;
                        best_squared = squared;
                    }
                }
            }
        }
    }
    return best;
}

}  // namespace sidestep
