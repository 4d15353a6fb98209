// Cells by cutting a circle off along the bisectors with those around, nearest first. Nobody farther away than twice
// the farthest corner that is left can cut off more, so only a few are asked.
#include "sidestep/voronoi.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "analyse/clip.h"

namespace sidestep {
namespace {

constexpr double kTouching = 1e-8;  // m: rounding of what is cut, far from the origin

/// People sorted into squares, to be asked outwards from one of them.
class Around {
public:
    explicit Around(std::span<const Vec2d> people) : people_(people) {
        low_ = high_ = people.front();
        for (const Vec2d p : people) {
            low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
            high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
        }
        const double width = high_.x - low_.x, height = high_.y - low_.y;
        const auto n = static_cast<double>(people.size());
        cell_ = std::max({std::sqrt(width * height / n), std::max(width, height) / n, 1e-3});
        columns_ = static_cast<std::int64_t>(width / cell_) + 1;
        rows_ = static_cast<std::int64_t>(height / cell_) + 1;
        first_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
        for (const Vec2d p : people) ++first_[cell_of(p) + 1];
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        listed_.resize(people.size());
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        for (std::uint32_t i = 0; i < people.size(); ++i) listed_[next[cell_of(people[i])]++] = i;
    }

    double cell() const { return cell_; }
    double farthest() const { return norm(high_ - low_); }
    /// Everybody but `whom` nearer than `reach`, nearest first.
    void within(std::uint32_t whom, double reach, std::vector<std::pair<double, std::uint32_t>>& found) const {
        found.clear();
        const Vec2d p = people_[whom];
        const auto at = [&](double x, std::int64_t most) {
            return static_cast<std::int64_t>(std::clamp(std::floor(x / cell_), 0.0, static_cast<double>(most - 1)));
        };
        for (std::int64_t r = at(p.y - reach - low_.y, rows_); r <= at(p.y + reach - low_.y, rows_); ++r) {
            for (std::int64_t c = at(p.x - reach - low_.x, columns_); c <= at(p.x + reach - low_.x, columns_); ++c) {
                const auto cell = static_cast<std::size_t>(r * columns_ + c);
                for (std::uint32_t i = first_[cell]; i < first_[cell + 1]; ++i) {
                    const double d = norm(people_[listed_[i]] - p);
                    if (listed_[i] != whom && d <= reach) found.emplace_back(d, listed_[i]);
                }
            }
        }
        std::ranges::sort(found);
    }

private:
    std::size_t cell_of(Vec2d p) const {
        const auto c = static_cast<std::int64_t>((p.x - low_.x) / cell_),
                   r = static_cast<std::int64_t>((p.y - low_.y) / cell_);
        return static_cast<std::size_t>(std::min(r, rows_ - 1) * columns_ + std::min(c, columns_ - 1));
    }

    std::span<const Vec2d> people_;
    Vec2d low_{}, high_{};
    double cell_ = 1;
    std::int64_t columns_ = 1, rows_ = 1;
    std::vector<std::uint32_t> first_, listed_;
};

double reach_of(const Ring& ring, Vec2d p) {
    double most = 0;
    for (const Vec2d q : ring) most = std::max(most, norm_squared(q - p));
    return std::sqrt(most);
}

/// What the cell is without the floor: convex.
Ring convex_cell(std::uint32_t whom, std::span<const Vec2d> people, const Around& around, Ring ring, Ring& spare,
                 std::vector<std::pair<double, std::uint32_t>>& near, std::size_t& sharing) {
    const Vec2d p = people[whom];
    sharing = 1;
    double asked_to = -1;
    for (double reach = 2 * around.cell();; reach *= 2) {
        const double wanted = std::min(reach, 2 * reach_of(ring, p));
        around.within(whom, wanted, near);
        for (const auto& [distance, other] : near) {
            if (distance <= asked_to) continue;
            if (distance > 2 * reach_of(ring, p)) break;
            if (distance == 0) {
                ++sharing;
                continue;
            }
            // Left of the bisector is what is nearer to p.
            keep_left(ring, 0.5 * (p + people[other]), left_of(people[other] - p), spare);
            std::swap(ring, spare);
            if (ring.empty()) return ring;
        }
        asked_to = wanted;
        if (reach > around.farthest() || wanted >= 2 * reach_of(ring, p)) return ring;
    }
}

/// The part of a convex polygon on the floor that is connected with p, in convex pieces.
void pieces_on(const FloorTriangles& floor, Vec2d p, const Ring& convex, std::vector<std::uint32_t>& open,
               std::vector<std::uint32_t>& seen, Ring& spare, VoronoiCell& cell) {
    const std::uint32_t at = floor.triangle_at(p);
    const std::uint32_t first = at == FloorTriangles::kNone ? floor.nearest(p) : at;
    if (first == FloorTriangles::kNone) return;
    open.assign(1, first);
    seen.assign(1, first);
    while (!open.empty()) {
        const FloorTriangles::Triangle& triangle = floor.triangles()[open.back()];
        open.pop_back();
        Ring piece = convex;
        clip(piece, triangle.corners, spare);
        const double area = signed_area(piece);
        if (!(area > 0)) continue;
        // Over those sides along which the piece lies.
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t next = triangle.neighbour[i];
            if (next == FloorTriangles::kNone || std::ranges::find(seen, next) != seen.end()) continue;
            const Vec2d a = triangle.corners[i], way = triangle.corners[(i + 1) % 3] - a;
            double least = 2, most = -1;
            const double length = norm_squared(way);
            for (const Vec2d q : piece) {
                if (std::abs(cross(way, q - a)) > kTouching * std::sqrt(length)) continue;
                const double t = dot(q - a, way) / length;
                least = std::min(least, t);
                most = std::max(most, t);
            }
            if ((most - least) * std::sqrt(length) < 10 * kTouching) continue;
            open.push_back(next);
            seen.push_back(next);
        }
        cell.area += area;
        cell.pieces.push_back(std::move(piece));
    }
}

}  // namespace

double VoronoiCell::within(std::span<const Vec2d> polygon) const {
    double sum = 0;
    Ring ring, spare;
    for (const auto& piece : pieces) {
        ring.assign(polygon.begin(), polygon.end());
        clip(ring, piece, spare);
        sum += std::abs(signed_area(ring));
    }
    return sum / static_cast<double>(sharing);
}

std::vector<VoronoiCell> voronoi_cells(std::span<const Vec2d> people, const FloorTriangles& floor,
                                       const VoronoiOptions& options) {
    const bool limited = options.cutoff > 0;
    if (!limited && floor.plane()) throw std::invalid_argument("cells of a plane need a limit");
    if (options.cutoff_corners == 0) throw std::invalid_argument("a circle needs corners");
    std::vector<VoronoiCell> cells(people.size());
    if (people.empty()) return cells;
    // Corners on the circle, the first in the direction of x.
    Ring circle;
    const unsigned corners = 4 * options.cutoff_corners;
    for (unsigned i = 0; i < corners && limited; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        circle.push_back(options.cutoff * Vec2d{std::cos(angle), std::sin(angle)});
    }
    const Around around(people);
    Ring start, spare;
    std::vector<std::pair<double, std::uint32_t>> near;
    std::vector<std::uint32_t> open, seen;
    for (std::uint32_t i = 0; i < people.size(); ++i) {
        if (limited) {
            start = circle;
            for (Vec2d& q : start) q += people[i];
        } else {
            start = {
                floor.lower(), {floor.upper().x, floor.lower().y}, floor.upper(), {floor.lower().x, floor.upper().y}};
        }
        std::size_t sharing = 1;
        Ring ring = convex_cell(i, people, around, start, spare, near, sharing);
        if (ring.empty()) continue;
        if (floor.plane()) {
            cells[i].area = signed_area(ring);
            cells[i].pieces.push_back(std::move(ring));
        } else {
            pieces_on(floor, people[i], ring, open, seen, spare, cells[i]);
        }
        cells[i].sharing = sharing;
        cells[i].area /= static_cast<double>(sharing);
    }
    return cells;
}

}  // namespace sidestep
