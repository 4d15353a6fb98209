// A room full of blocks of any shape and direction, and thin walls among them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "map/wall.h"
#include "sidestep/map.h"
#include "support/dice.h"
#include "true_width.h"

namespace sidestep::test {

struct RandomBlocks {
    static constexpr double kSize = 12;  ///< m, of the square room
    MapOutline outline;

    explicit RandomBlocks(std::uint64_t seed) {
        Dice dice(seed);
        outline.floor.push_back({{{0, 0}, {kSize, 0}, {kSize, kSize}, {0, kSize}}, {}});
        const int tries = 30 + dice.below(60);
        for (int i = 0; i < tries; ++i) {
            // Corners on a circle, at growing angles: convex, with every kind of corner.
            const Vec2d middle{dice.between(1, kSize - 1), dice.between(1, kSize - 1)};
            const double reach = dice.between(0.2, 1.6);
            const int corners = 2 + dice.below(5);
            std::vector<double> angles;
            for (int k = 0; k < corners; ++k) angles.push_back(dice.between(0, 2 * M_PI));
            std::sort(angles.begin(), angles.end());
            std::vector<Vec2d> block;
            for (const double angle : angles) {
                const Vec2d p = middle + Vec2d{std::cos(angle), std::sin(angle)} * reach;
                // As coordinates of maps are: no more digits than that.
                block.push_back({std::round(p.x * 1024) / 1024, std::round(p.y * 1024) / 1024});
            }
            add(block, dice.between(0.05, 0.8));
        }
    }

private:
    /// Unless it comes closer to others than this, or has corners that are hardly apart.
    void add(const std::vector<Vec2d>& block, double apart) {
        const std::vector<Wall> others = walls_of(outline);
        double area = 0;
        for (std::size_t i = 0; i < block.size(); ++i) {
            const Vec2d a = block[i], b = block[(i + 1) % block.size()];
            if (norm(b - a) < 0.05) return;
            area += cross(a - block[0], b - block[0]) / 2;
            for (const Wall& wall : others) {
                if (segment_distance(a, b, wall) < apart) return;
            }
        }
        // Others around it or inside it keep apart from its border.
        for (const Wall& wall : others) {
            const bool inside = block.size() > 2 && std::all_of(block.begin(), block.end(), [&](const Vec2d& p) {
                                    const Vec2d q = &p == &block.back() ? block.front() : *(&p + 1);
                                    return cross(q - p, wall.a - p) > 0;
                                });
            if (inside) return;
        }
        for (const auto& hole : outline.floor[0].holes) {
            bool within = true;
            for (std::size_t i = 0; i < hole.size(); ++i) {
                within = within && cross(hole[(i + 1) % hole.size()] - hole[i], block[0] - hole[i]) > 0;
            }
            if (within) return;
        }
        if (block.size() == 2) {
            outline.walls.push_back(block);
        } else if (area > 0.02) {
            outline.floor[0].holes.push_back(block);
        }
    }
};

}  // namespace sidestep::test
