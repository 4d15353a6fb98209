#include "path/free_space.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/constrained_delaunay.h"
#include "base/hilbert.h"

namespace sidestep {
namespace {

constexpr std::uint32_t kBorder = 0, kThin = 1;  // labels of constrained edges

ConstrainedDelaunay triangulate(const Clearance& clearance) {
    LatticePoint low = clearance.points.front(), high = low;
    for (const LatticePoint p : clearance.points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    ConstrainedDelaunay mesh(clearance.points, {low.x - 1, low.y - 1}, {high.x + 1, high.y + 1});
    for (const Clearance::Segment& s : clearance.segments) {
        const std::uint32_t label = s.border ? kBorder : kThin;
        // Segments are noded: they cannot cross.
        (void)mesh.constrain(s.a, s.b, [&](auto, auto, std::uint32_t old) { return std::min(old, label); });
    }
    return mesh;
}

/// Which triangles are free: from the outside in, each border changes sides.
std::vector<bool> find_free(const ConstrainedDelaunay& mesh) {
    std::vector<bool> seen(mesh.triangles()), free(mesh.triangles());
    std::vector<std::uint32_t> pending;
    for (std::uint32_t h = 0; h < mesh.half_edges(); ++h) {
        if (mesh.twin(h) == ConstrainedDelaunay::kNone && !seen[h / 3]) {
            seen[h / 3] = true;
            pending.push_back(h / 3);
        }
    }
    while (!pending.empty()) {
        const std::uint32_t t = pending.back();
        pending.pop_back();
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            const std::uint32_t twin = mesh.twin(h);
            if (twin == ConstrainedDelaunay::kNone || seen[twin / 3]) continue;
            seen[twin / 3] = true;
            free[twin / 3] = free[t] != (mesh.label(h) == kBorder);
            pending.push_back(twin / 3);
        }
    }
    return free;
}

}  // namespace

FreeSpace::FreeSpace(const Clearance& clearance)
    : origin_(clearance.origin), radius_(clearance.radius), points_(clearance.points) {
    if (points_.empty()) return;
    const ConstrainedDelaunay mesh = triangulate(clearance);
    const std::vector<bool> free = find_free(mesh);

    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t t = 0; t < mesh.triangles(); ++t) {
        if (!free[t]) continue;
        std::int64_t x = 0, y = 0;
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            x += mesh.point(mesh.origin(h)).x;
            y += mesh.point(mesh.origin(h)).y;
        }
        order.emplace_back(hilbert_place({static_cast<std::int32_t>(x / 3), static_cast<std::int32_t>(y / 3)}), t);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> number(mesh.triangles(), kWall);  // of a triangle of the mesh, here
    for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i].second] = i;
    // The half-edge h of the mesh as a gate here.
    const auto gate_of = [&](std::uint32_t h) { return 3 * number[h / 3] + h % 3; };
    const auto passable = [&](std::uint32_t h) {
        return mesh.label(h) == ConstrainedDelaunay::kFree && number[mesh.twin(h) / 3] != kWall;
    };

    triangles_.resize(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t h = 3 * order[i].second + k;
            triangles_[i].points[k] = mesh.origin(h);
            triangles_[i].beyond[k] = passable(h) ? gate_of(mesh.twin(h)) : kWall;
            triangles_[i].corners[k] = kNoCorner;
        }
    }

    // Sectors begin at triangles whose right-hand edge at the point is a wall. Corners are numbered along the curve.
    struct Sector {
        std::uint64_t place;
        std::uint32_t first;  ///< gate of the first triangle, at the point
    };
    const auto next_in_fan = [&](std::uint32_t at) { return triangles_[at / 3].beyond[(at + 2) % 3]; };
    std::vector<Sector> sectors;
    for (std::uint32_t at = 0; at < 3 * triangles_.size(); ++at) {
        const Triangle& triangle = triangles_[at / 3];
        if (triangle.beyond[at % 3] != kWall) continue;
        sectors.push_back({hilbert_place(points_[triangle.points[at % 3]]), at});
    }
    std::sort(sectors.begin(), sectors.end(), [](const Sector& a, const Sector& b) {
        return std::pair(a.place, a.first) < std::pair(b.place, b.first);
    });
    for (const Sector& sector : sectors) {
        std::uint32_t last = sector.first;
        while (next_in_fan(last) != kWall) last = next_in_fan(last);
        const Triangle& begin = triangles_[sector.first / 3];
        const Point at = point<std::int64_t>(begin.points[sector.first % 3]);
        const Point u = point<std::int64_t>(begin.points[(sector.first + 1) % 3]) - at;
        const Point w = point<std::int64_t>(triangles_[last / 3].points[(last + 2) % 3]) - at;
        const std::int64_t turn = cross(u, w);
        if (turn > 0 || (turn == 0 && dot(u, w) < 0)) continue;
        const auto corner = static_cast<std::uint32_t>(corners_.size());
        const auto real = [](Point p) { return Vec2d{static_cast<double>(p.x), static_cast<double>(p.y)}; };
        const LatticePoint centre = clearance.centres[begin.points[sector.first % 3]];
        corners_.push_back(
            {real(at), real(u), real(w), {static_cast<double>(centre.x), static_cast<double>(centre.y)}});
        Fan fan{static_cast<std::uint32_t>(fan_.size()), 0};
        for (std::uint32_t t = sector.first; t != kWall; t = next_in_fan(t)) {
            triangles_[t / 3].corners[t % 3] = corner;
            fan_.push_back(t);
            ++fan.count;
        }
        fans_.push_back(fan);
    }

    gates_.resize(3 * triangles_.size());
    for (std::uint32_t g = 0; g < gates_.size(); ++g) {
        const Triangle& triangle = triangles_[g / 3];
        const std::uint32_t next = (g % 3 + 1) % 3, apex = (g % 3 + 2) % 3;
        const LatticePoint at = points_[triangle.points[apex]];
        gates_[g] = {at.x, at.y, triangle.corners[apex], triangle.beyond[apex], triangle.beyond[next]};
    }
    number_components();
    build_grid();
}

void FreeSpace::number_components() {
    std::vector<std::uint32_t> pending;
    for (Triangle& triangle : triangles_) triangle.component = UINT32_MAX;
    std::uint32_t count = 0;
    for (std::uint32_t first = 0; first < triangles_.size(); ++first) {
        if (triangles_[first].component != UINT32_MAX) continue;
        triangles_[first].component = count;
        pending.push_back(first);
        while (!pending.empty()) {
            const Triangle& triangle = triangles_[pending.back()];
            pending.pop_back();
            for (const std::uint32_t gate : triangle.beyond) {
                if (gate == kWall || triangles_[gate / 3].component != UINT32_MAX) continue;
                triangles_[gate / 3].component = count;
                pending.push_back(gate / 3);
            }
        }
        ++count;
    }
}

int FreeSpace::column_of(double x) const {
    return static_cast<int>(std::clamp((x - grid_low_.x) * inverse_cell_, 0.0, static_cast<double>(columns_ - 1)));
}

int FreeSpace::row_of(double y) const {
    return static_cast<int>(std::clamp((y - grid_low_.y) * inverse_cell_, 0.0, static_cast<double>(rows_ - 1)));
}

/// Two cells per triangle: a list is a handful of triangles, and a place is found without walking.
void FreeSpace::build_grid() {
    if (empty()) return;
    Vec2d low = point<double>(0), high = low;
    for (std::uint32_t i = 1; i < points_.size(); ++i) {
        const Vec2d p = point<double>(i);
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    grid_low_ = low;
    const Vec2d extent = high - low;
    diagonal_ = norm(extent) / kLatticePerMetre;
    const double cell = std::max(__builtin_sqrt(extent.x * extent.y / (2.0 * static_cast<double>(triangles_.size()))),
                                 std::max(extent.x, extent.y) / 4096);
    inverse_cell_ = 1 / cell;
    columns_ = static_cast<int>(extent.x * inverse_cell_) + 1;
    rows_ = static_cast<int>(extent.y * inverse_cell_) + 1;

    const double slack = 4 * kOnEdge;
    const auto for_each_cell = [&](const Triangle& triangle, auto visit) {
        std::array<Vec2d, 3> p;
        for (int k = 0; k < 3; ++k) p[k] = point<double>(triangle.points[k]);
        const int x0 = column_of(std::min({p[0].x, p[1].x, p[2].x}) - slack);
        const int x1 = column_of(std::max({p[0].x, p[1].x, p[2].x}) + slack);
        const int y0 = row_of(std::min({p[0].y, p[1].y, p[2].y}) - slack);
        const int y1 = row_of(std::max({p[0].y, p[1].y, p[2].y}) + slack);
        for (int y = y0; y <= y1; ++y) {
            for (int x = x0; x <= x1; ++x) {
                const Vec2d corner = grid_low_ + Vec2d{x * cell, y * cell};
                bool apart = false;
                for (int k = 0; k < 3; ++k) {
                    const Vec2d side = p[(k + 1) % 3] - p[k];
                    // The corner of the cell that lies farthest to the left of this side.
                    const Vec2d q{side.y > 0 ? corner.x : corner.x + cell, side.x > 0 ? corner.y + cell : corner.y};
                    apart = apart || cross(side, q - p[k]) < -slack * size(side);
                }
                if (!apart) visit(static_cast<std::size_t>(y) * columns_ + x);
            }
        }
    };
    cell_start_.assign(static_cast<std::size_t>(columns_) * rows_ + 1, 0);
    for (const Triangle& triangle : triangles_) {
        for_each_cell(triangle, [&](std::size_t c) { ++cell_start_[c + 1]; });
    }
    for (std::size_t c = 1; c < cell_start_.size(); ++c) cell_start_[c] += cell_start_[c - 1];
    cell_triangles_.resize(cell_start_.back());
    std::vector<std::uint32_t> filled(cell_start_.begin(), cell_start_.end() - 1);
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        for_each_cell(triangles_[t], [&](std::size_t c) { cell_triangles_[filled[c]++] = t; });
    }
}

bool FreeSpace::contains(const Triangle& triangle, Vec2d p, double slack) const {
    for (int k = 0; k < 3; ++k) {
        const Vec2d a = point<double>(triangle.points[k]), b = point<double>(triangle.points[(k + 1) % 3]);
        if (cross(b - a, p - a) < -slack * size(b - a)) return false;
    }
    return true;
}

void FreeSpace::locate(Vec2d p, Place& place) const {
    place.clear();
    if (empty() || !(p.x == p.x && p.y == p.y)) return;
    const std::size_t cell = static_cast<std::size_t>(row_of(p.y)) * columns_ + column_of(p.x);
    for (std::uint32_t i = cell_start_[cell]; i < cell_start_[cell + 1]; ++i) {
        if (contains(triangles_[cell_triangles_[i]], p, 2 * kOnEdge)) place.push_back(cell_triangles_[i]);
    }
}

Vec2d FreeSpace::nearest_on_segment(Vec2d p, Vec2d a, Vec2d b) {
    const Vec2d d = b - a;
    const double t = dot(p - a, d) / norm_squared(d);
    return t <= 0 ? a : t >= 1 ? b : a + d * t;
}

bool FreeSpace::sees(Vec2d from, const Place& from_place, Vec2d to, const Place& to_place) const {
    const auto arrived = [&](std::uint32_t triangle) {
        return std::find(to_place.begin(), to_place.end(), triangle) != to_place.end();
    };
    const Vec2d ray = to - from;
    const double slack = kOnEdge * size(ray);
    for (const std::uint32_t start : from_place) {
        if (arrived(start)) return true;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const Triangle& triangle = triangles_[start];
            const Vec2d right = point<double>(triangle.points[k]) - from;
            const Vec2d left = point<double>(triangle.points[(k + 1) % 3]) - from;
            if (cross(right, left) <= kOnEdge * size(left - right)) continue;
            if (cross(right, ray) < -slack || cross(ray, left) < -slack) continue;
            // Where the ray meets a point it goes on to both sides of it, one after the other; that is rare.
            std::array<std::uint32_t, 16> pending;
            std::size_t count = 0;
            pending[count++] = triangle.beyond[k];
            while (count > 0) {
                std::uint32_t gate = pending[--count];
                while (gate != kWall) {
                    if (arrived(gate / 3)) return true;
                    const Gate& g = gates_[gate];
                    const double side = cross(ray, Vec2d{g.x - from.x, g.y - from.y});
                    if (side >= -slack && side <= slack && g.left != kWall && g.right != kWall &&
                        count < pending.size()) {
                        pending[count++] = g.left;
                        gate = g.right;
                    } else if (side >= -slack && side <= slack) {
                        gate = g.left != kWall ? g.left : g.right;
                    } else {
                        gate = side > 0 ? g.right : g.left;
                    }
                }
            }
        }
    }
    return false;
}

std::size_t FreeSpace::memory_bytes() const {
    return points_.size() * sizeof(LatticePoint) + triangles_.size() * sizeof(Triangle) + gates_.size() * sizeof(Gate) +
           corners_.size() * sizeof(Corner) + fans_.size() * sizeof(Fan) +
           (fan_.size() + cell_start_.size() + cell_triangles_.size()) * sizeof(std::uint32_t);
}

}  // namespace sidestep
