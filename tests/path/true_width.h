// How wide a disc may be to move from one place to another: the truth, without triangles, cells or moved walls.
//
// Two places are apart for a disc when walls that it does not fit between close a ring around one of them. A closed
// curve runs around one of two places when it crosses the line between them an odd number of times. So walls are joined
// in order of their distance, nearest first, and the first ring that crosses the line an odd number of times is the
// narrowest place of the widest way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "map/wall.h"
#include "sidestep/map.h"

namespace sidestep::test {

inline std::vector<Wall> walls_of(const MapOutline& outline) {
    std::vector<Wall> walls;
    const auto add_ring = [&](const std::vector<Vec2d>& ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) walls.push_back({ring[i], ring[(i + 1) % ring.size()]});
    };
    for (const MapOutline::Area& area : outline.floor) {
        add_ring(area.outer);
        for (const auto& hole : area.holes) add_ring(hole);
    }
    for (const auto& line : outline.walls) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) walls.push_back({line[i], line[i + 1]});
    }
    return walls;
}

inline double clearance(const std::vector<Wall>& walls, Vec2d p) {
    double least = std::numeric_limits<double>::infinity();
    for (const Wall& wall : walls) least = std::min(least, distance(wall, p));
    return least;
}

class TrueWidth {
public:
    /// Walls meet at their ends only.
    explicit TrueWidth(std::vector<Wall> walls) : walls_(std::move(walls)) {
        for (std::uint32_t i = 0; i < walls_.size(); ++i) {
            for (std::uint32_t k = 0; k < i; ++k) links_.push_back(between(i, k));
        }
        std::sort(links_.begin(), links_.end(), [](const Link& a, const Link& b) { return a.length < b.length; });
    }

    /// Of the narrowest place between walls; 0 where nothing passes, infinity where everything does. That a disc fits
    /// at either end is not asked.
    double between(Vec2d start, Vec2d goal) const {
        std::vector<std::uint32_t> up(walls_.size());
        std::iota(up.begin(), up.end(), 0u);
        std::vector<bool> odd(walls_.size());  // crossings on the way up
        const auto top = [&](std::uint32_t i, bool& crossings) {
            for (crossings = false; up[i] != i; i = up[i]) crossings = crossings != odd[i];
            return i;
        };
        for (const Link& link : links_) {
            bool crossings = false;
            const std::array<Vec2d, 4> curve{walls_[link.i].a, link.on_i, link.on_k, walls_[link.k].a};
            for (int c = 0; c < 3; ++c) crossings = crossings != crosses(curve[c], curve[c + 1], start, goal);
            bool above_i = false, above_k = false;
            const std::uint32_t i = top(link.i, above_i), k = top(link.k, above_k);
            const bool total = (crossings != above_i) != above_k;
            if (i == k && total) return link.length;
            if (i == k) continue;
            up[i] = k;
            odd[i] = total;
        }
        return std::numeric_limits<double>::infinity();
    }

private:
    struct Link {
        double length;
        std::uint32_t i, k;
        Vec2d on_i, on_k;
    };

    Link between(std::uint32_t i, std::uint32_t k) const {
        Link best{std::numeric_limits<double>::infinity(), i, k, {}, {}};
        const auto offer = [&](Vec2d on_i, Vec2d on_k) {
            if (norm(on_i - on_k) < best.length) best = {norm(on_i - on_k), i, k, on_i, on_k};
        };
        for (const Vec2d p : {walls_[i].a, walls_[i].b}) offer(p, nearest_point(walls_[k], p));
        for (const Vec2d p : {walls_[k].a, walls_[k].b}) offer(nearest_point(walls_[i], p), p);
        return best;
    }
    static bool crosses(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
        return (cross(b - a, c - a) > 0) != (cross(b - a, d - a) > 0) &&
               (cross(d - c, a - c) > 0) != (cross(d - c, b - c) > 0);
    }

    std::vector<Wall> walls_;
    std::vector<Link> links_;
};

}  // namespace sidestep::test
