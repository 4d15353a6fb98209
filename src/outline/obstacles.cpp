#include "outline/obstacles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "outline/boundary.h"
#include "outline/faces.h"
#include "outline/given_corners.h"
#include "outline/linework.h"
#include "outline/ring_sweep.h"
#include "outline/validity.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr double kFarthest = 1e7;  // m
constexpr std::uint32_t kRings = 0, kLines = 1;

[[noreturn]] void refuse(std::string message, std::string value, std::string allowed, std::string remedy) {
    throw InputError({.message = std::move(message),
                      .value = std::move(value),
                      .allowed = std::move(allowed),
                      .remedy = std::move(remedy)});
}

class Arrangement {
public:
    Arrangement(const MapOutline& outline, std::span<const Obstacle> obstacles) : frame_(frame_of(outline, obstacles)) {
        for (const MapOutline::Area& area : outline.floor) {
            add_ring(area.outer, true);
            for (const Ring& hole : area.holes) add_ring(hole, false);
        }
        has_floor_ = !outline.floor.empty();
        for (const std::vector<Vec2d>& line : outline.walls) add_line(line, false);
        for (const Obstacle& obstacle : obstacles) {
            if (obstacle.is_area && has_floor_) {
                add_ring(obstacle.points, false);
            } else {
                add_line(obstacle.points, obstacle.is_area);
            }
        }
        given_.sort();
        unite_points(work_);
        node(work_, 0, {});
    }

    MapOutline outline() const {
        MapOutline result = has_floor_ ? floor() : lines();
        for (MapOutline::Area& area : result.floor) {
            restore(area.outer);
            for (Ring& hole : area.holes) restore(hole);
        }
        for (std::vector<Vec2d>& line : result.walls) restore(line);
        return result;
    }

private:
    static LatticeFrame frame_of(const MapOutline& outline, std::span<const Obstacle> obstacles) {
        Vec2d low{kFarthest, kFarthest}, high{-kFarthest, -kFarthest};
        const auto include = [&](const std::vector<Vec2d>& points) {
            for (const Vec2d p : points) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        };
        for (const MapOutline::Area& area : outline.floor) include(area.outer);
        for (const std::vector<Vec2d>& line : outline.walls) include(line);
        for (const Obstacle& obstacle : obstacles) include(obstacle.points);
        return LatticeFrame::around(low, high);
    }

    std::uint32_t add_points(const std::vector<Vec2d>& points) {
        const auto first = static_cast<std::uint32_t>(work_.points.size());
        for (const Vec2d p : points) {
            given_.add(frame_.on(p), p);
            work_.points.push_back(frame_.on(p));
        }
        return first;
    }
    /// Rings around floor run counterclockwise, those around what is no floor clockwise: only the floor that nothing
    /// covers is wound around.
    void add_ring(const Ring& ring, bool is_floor) {
        const std::uint32_t first = add_points(ring);
        const bool forwards = counterclockwise(ring) == is_floor;
        const auto count = static_cast<std::uint32_t>(ring.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t a = first + i, b = first + (i + 1) % count;
            work_.pieces.push_back(forwards ? Piece{a, b, kRings} : Piece{b, a, kRings});
        }
    }
    void add_line(const std::vector<Vec2d>& line, bool closed) {
        const std::uint32_t first = add_points(line);
        const auto count = static_cast<std::uint32_t>(line.size());
        for (std::uint32_t i = 0; i + 1 < count; ++i) work_.pieces.push_back({first + i, first + i + 1, kLines});
        if (closed) work_.pieces.push_back({first + count - 1, first, kLines});
    }

    MapOutline floor() const {
        const Faces faces(work_, {EdgeSource{0}, EdgeSource{}});
        const std::vector<std::int32_t> windings = faces.windings();
        std::vector<bool> keep(faces.face_count());
        for (std::size_t f = 0; f < keep.size(); ++f) keep[f] = windings[f] > 0;
        MapOutline left = boundary(faces, keep, frame_, {});
        if (left.floor.empty()) {
            refuse("the obstacle would leave nothing to walk on", "", "an obstacle smaller than the map",
                   "Make it smaller.");
        }
        return left;
    }
    MapOutline lines() const {
        MapOutline plane;
        for (const Piece& piece : work_.pieces) {
            plane.walls.push_back({frame_.place(work_.points[piece.a]), frame_.place(work_.points[piece.b])});
        }
        return plane;
    }
    void restore(std::vector<Vec2d>& points) const {
        for (Vec2d& p : points) p = given_.at(p, frame_);
    }

    LatticeFrame frame_;
    bool has_floor_ = false;
    GivenCorners given_;
    Linework work_;
};

}  // namespace

void check(const Obstacle& obstacle) {
    const std::vector<Vec2d>& points = obstacle.points;
    const std::size_t least = obstacle.is_area ? 3 : 2;
    if (points.size() < least) {
        refuse(obstacle.is_area ? "an obstacle needs three corners" : "a wall needs two ends",
               fmt::format("{} points", points.size()), fmt::format("at least {}", least), "Add the others.");
    }
    for (const Vec2d p : points) {
        if (std::abs(p.x) <= kFarthest && std::abs(p.y) <= kFarthest) continue;
        refuse("an obstacle must stand somewhere", fmt::format("[{}, {}]", p.x, p.y), "numbers from -1e7 to 1e7 m",
               "Choose a place.");
    }
    for (std::size_t i = 0; i + (obstacle.is_area ? 0 : 1) < points.size(); ++i) {
        if (norm(points[(i + 1) % points.size()] - points[i]) >= 1 / kLatticePerMetre) continue;
        refuse("two corners of the obstacle are in one place", fmt::format("[{}, {}]", points[i].x, points[i].y),
               "corners apart from each other; the first is not repeated at the end", "Leave one of them out.");
    }
    if (!obstacle.is_area) return;
    if (const auto fault = fault_of({points, {}})) {
        refuse(fmt::format("the obstacle is no area: {}", fault->reason),
               fmt::format("[{}, {}]", fault->at.x, fault->at.y), "a border that does not cross itself",
               "Cut it into several.");
    }
}

MapOutline with_obstacles(const MapOutline& outline, std::span<const Obstacle> obstacles) {
    return obstacles.empty() ? outline : Arrangement(outline, obstacles).outline();
}

}  // namespace sidestep
