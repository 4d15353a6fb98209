// The walkable area in triangles: combinatorics on the lattice, corners where they were given.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analyse/clip.h"
#include "base/constrained_delaunay.h"
#include "outline/given_corners.h"
#include "outline/linework.h"
#include "sidestep/error.h"
#include "sidestep/voronoi.h"

namespace sidestep {
namespace {

constexpr std::int32_t kMargin = 1 << 16;  // lattice units between the outline and the square around it
constexpr double kWidest = 16000;          // m
constexpr std::uint32_t kBorder = 1;       // of labels: the floor's border, crossed an odd number of times, …
constexpr std::uint32_t kWall = 2;         // … a wall
constexpr std::uint32_t kOnlyBorder = 0;   // sources of pieces
constexpr double kTrianglesPerCell = 2;

struct Drawn {
    LatticeFrame frame;
    GivenCorners given;
    Linework work;

    void add(const std::vector<Vec2d>& line, bool closed) {
        const auto first = static_cast<std::uint32_t>(work.points.size());
        const auto count = static_cast<std::uint32_t>(line.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const LatticePoint p = frame.on(line[i]);
            given.add(p, line[i]);
            work.points.push_back(p);
            if (i + 1 == count && !closed) break;
            work.pieces.push_back({first + i, first + (i + 1) % count, closed ? kOnlyBorder : kWall});
        }
    }
};

}  // namespace

FloorTriangles::FloorTriangles(const MapOutline& outline) : plane_(outline.floor.empty()) {
    bool any = false;
    const auto cover = [&](const std::vector<Vec2d>& line) {
        for (const Vec2d p : line) {
            lower_ = any ? Vec2d{std::min(lower_.x, p.x), std::min(lower_.y, p.y)} : p;
            upper_ = any ? Vec2d{std::max(upper_.x, p.x), std::max(upper_.y, p.y)} : p;
            any = true;
        }
    };
    for (const MapOutline::Area& area : outline.floor) cover(area.outer);
    if (plane_) return;  // of thin walls in a plane nobody knows what they part from what
    const Vec2d lower = lower_, upper = upper_;
    for (const auto& wall : outline.walls) cover(wall);
    if (upper_.x - lower_.x > kWidest || upper_.y - lower_.y > kWidest) {
        throw InputError({.message = "the map is too wide to measure Voronoi cells on it",
                          .value = "",
                          .allowed = "at most 16 km from end to end",
                          .remedy = "Cut out the part where people are."});
    }
    Drawn drawn{.frame = LatticeFrame::around(lower_, upper_), .given = {}, .work = {}};
    lower_ = lower;
    upper_ = upper;
    for (const MapOutline::Area& area : outline.floor) {
        drawn.add(area.outer, true);
        for (const auto& hole : area.holes) drawn.add(hole, true);
    }
    for (const auto& wall : outline.walls) drawn.add(wall, false);
    drawn.given.sort();
    unite_points(drawn.work);
    node(drawn.work, 0, {});
    LatticePoint low = drawn.work.points.at(0), high = low;
    for (const LatticePoint p : drawn.work.points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    ConstrainedDelaunay mesh(drawn.work.points, {low.x - kMargin, low.y - kMargin},
                             {high.x + kMargin, high.y + kMargin});
    for (const Piece& piece : drawn.work.pieces) {
        const std::uint32_t wanted = piece.source == kWall ? kWall : kBorder;
        // Noded lines do not cross, so there is nothing to report.
        static_cast<void>(mesh.constrain(piece.a, piece.b, [&](std::uint32_t, std::uint32_t, std::uint32_t old) {
            const std::uint32_t before = old == ConstrainedDelaunay::kFree ? 0 : old;
            return wanted == kWall ? before | kWall : before ^ kBorder;
        }));
    }
    const auto label = [&](std::uint32_t h) { return mesh.label(h) == ConstrainedDelaunay::kFree ? 0 : mesh.label(h); };
    // Outside in: each border crossed changes sides.
    std::vector<std::uint8_t> side(mesh.triangles(), 2);
    std::vector<std::uint32_t> open{mesh.edge_of(mesh.vertices() - 1) / 3};
    side[open[0]] = 0;
    while (!open.empty()) {
        const std::uint32_t t = open.back();
        open.pop_back();
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            const std::uint32_t g = mesh.twin(h);
            if (g == ConstrainedDelaunay::kNone || side[g / 3] != 2) continue;
            side[g / 3] = static_cast<std::uint8_t>(side[t] ^ (label(h) & kBorder));
            open.push_back(g / 3);
        }
    }
    std::vector<std::uint32_t> number(mesh.triangles(), kNone);
    std::uint32_t count = 0;
    for (std::uint32_t t = 0; t < mesh.triangles(); ++t) {
        if (side[t] == 1) number[t] = count++;
    }
    for (std::uint32_t t = 0; t < mesh.triangles(); ++t) {
        if (side[t] != 1) continue;
        Triangle triangle{};
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t h = 3 * t + i, g = mesh.twin(h);
            triangle.corners[i] = drawn.given.at(drawn.frame.place(mesh.point(mesh.origin(h))), drawn.frame);
            const bool closed = g == ConstrainedDelaunay::kNone || label(h) != 0;
            triangle.neighbour[i] = closed ? kNone : number[g / 3];
        }
        triangles_.push_back(triangle);
    }
    sort_into_cells();
}

double FloorTriangles::area() const {
    if (plane_) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const Triangle& t : triangles_) sum += signed_area(t.corners);
    return sum;
}

void FloorTriangles::sort_into_cells() {
    const double width = upper_.x - lower_.x, height = upper_.y - lower_.y;
    cell_ = std::sqrt(std::max(1e-6, width * height * kTrianglesPerCell / static_cast<double>(triangles_.size() + 1)));
    columns_ = static_cast<std::size_t>(width / cell_) + 1;
    rows_ = static_cast<std::size_t>(height / cell_) + 1;
    const auto at = [&](double x, std::size_t most) {
        return static_cast<std::size_t>(std::clamp(x / cell_, 0.0, static_cast<double>(most - 1)));
    };
    const auto for_each_cell = [&](const Triangle& t, auto visit) {
        const auto [x0, x1] = std::minmax({t.corners[0].x, t.corners[1].x, t.corners[2].x});
        const auto [y0, y1] = std::minmax({t.corners[0].y, t.corners[1].y, t.corners[2].y});
        for (std::size_t r = at(y0 - lower_.y, rows_); r <= at(y1 - lower_.y, rows_); ++r) {
            for (std::size_t c = at(x0 - lower_.x, columns_); c <= at(x1 - lower_.x, columns_); ++c) {
                visit(r * columns_ + c);
            }
        }
    };
    first_.assign(columns_ * rows_ + 1, 0);
    for (const Triangle& t : triangles_) for_each_cell(t, [&](std::size_t cell) { ++first_[cell + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    listed_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        for_each_cell(triangles_[t], [&](std::size_t cell) { listed_[next[cell]++] = t; });
    }
}

std::uint32_t FloorTriangles::triangle_at(Vec2d place) const {
    const Vec2d from = place - lower_;
    if (triangles_.empty() || !(from.x >= 0 && from.y >= 0)) return kNone;
    const auto column = static_cast<std::size_t>(from.x / cell_), row = static_cast<std::size_t>(from.y / cell_);
    if (column >= columns_ || row >= rows_) return kNone;
    for (std::uint32_t i = first_[row * columns_ + column]; i < first_[row * columns_ + column + 1]; ++i) {
        const auto& c = triangles_[listed_[i]].corners;
        if (cross(c[1] - c[0], place - c[0]) >= 0 && cross(c[2] - c[1], place - c[1]) >= 0 &&
            cross(c[0] - c[2], place - c[2]) >= 0) {
            return listed_[i];
        }
    }
    return kNone;
}

std::uint32_t FloorTriangles::nearest(Vec2d place) const {
    std::uint32_t best = kNone;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        const auto& c = triangles_[t].corners;
        for (std::size_t i = 0; i < 3; ++i) {
            const double d = distance_to_segment(place, c[i], c[(i + 1) % 3]);
            if (d < least) least = d, best = t;
        }
    }
    return best;
}

}  // namespace sidestep
