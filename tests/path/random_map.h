// Small random maps that are all corner cases: obstacles and thin walls on the points of a crooked or straight grid, so
// that they touch at corners, run along each other's lines and end on each other.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "sidestep/map.h"
#include "sidestep/vec2.h"
#include "support/dice.h"

namespace sidestep::test {

struct RandomMap {
    MapOutline outline;
    int size;  ///< m, of the square it fills

    explicit RandomMap(std::uint64_t seed) {
        Dice dice(seed);
        size = 5 + dice.below(5);
        const bool crooked = dice.below(3) > 0;
        const auto at = [&](int x, int y) {
            const bool inside = x > 0 && y > 0 && x < size && y < size;
            Dice place(seed * 1000 + static_cast<std::uint64_t>(y * 20 + x));
            const auto shift = [&] { return crooked && inside ? (place.below(25) - 12) / 64.0 : 0.0; };
            const double dx = shift(), dy = shift();
            return Vec2d{x + dx, y + dy};
        };
        // Through all points of the grid, so that walls can end there.
        const auto box = [&](int x0, int y0, int x1, int y1) {
            std::vector<Vec2d> ring;
            for (int x = x0; x < x1; ++x) ring.push_back(at(x, y0));
            for (int y = y0; y < y1; ++y) ring.push_back(at(x1, y));
            for (int x = x1; x > x0; --x) ring.push_back(at(x, y1));
            for (int y = y1; y > y0; --y) ring.push_back(at(x0, y));
            return ring;
        };
        MapOutline::Area area;
        area.outer = box(0, 0, size, size);
        struct Box {
            int x0, y0, x1, y1;
        };
        std::vector<Box> boxes;
        const int tries = dice.below(8);
        for (int i = 0; i < tries; ++i) {
            const Box b{1 + dice.below(size - 2), 1 + dice.below(size - 2), 0, 0};
            const Box c{b.x0, b.y0, std::min(b.x0 + 1 + dice.below(3), size - 1),
                        std::min(b.y0 + 1 + dice.below(3), size - 1)};
            // They may touch at a corner.
            const bool apart = c.x0 < c.x1 && c.y0 < c.y1 &&
                               std::all_of(
                                   boxes.begin(), boxes.end(),
                                   [&](const Box& o) {
                                       const int wide = std::min(c.x1, o.x1) - std::max(c.x0, o.x0);
                                       const int high = std::min(c.y1, o.y1) - std::max(c.y0, o.y0);
                                       return wide < 0 || high < 0 || (wide == 0 && high == 0);
                                   });
            if (apart) boxes.push_back(c);
        }
        // Two that touch at two corners, or rings of them, would cut the area apart: such holes are not valid.
        std::vector<std::set<std::pair<int, int>>> corners;
        for (const Box& b : boxes) {
            const std::set<std::pair<int, int>> own{{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}};
            int touching = 0;
            for (const auto& other : corners) {
                touching += std::any_of(own.begin(), own.end(), [&](const auto& p) { return other.count(p) > 0; });
            }
            if (touching > 1) continue;
            corners.push_back(own);
            area.holes.push_back(box(b.x0, b.y0, b.x1, b.y1));
        }
        outline.floor.push_back(area);
        const auto walkable = [&](int x, int y) {  // the grid square above and right of it
            return x >= 0 && y >= 0 && x < size && y < size &&
                   std::none_of(
                       boxes.begin(), boxes.end(),
                       [&](const Box& b) { return x >= b.x0 && x < b.x1 && y >= b.y0 && y < b.y1; });
        };
        const int walls = dice.below(2 * size);
        for (int i = 0; i < walls; ++i) {
            const int x = dice.below(size), y = dice.below(size);
            if (!walkable(x, y)) continue;
            switch (dice.below(4)) {
                case 0:
                    if (walkable(x, y - 1)) outline.walls.push_back({at(x, y), at(x + 1, y)});
                    break;
                case 1:
                    if (walkable(x - 1, y)) outline.walls.push_back({at(x, y), at(x, y + 1)});
                    break;
                case 2:
                    outline.walls.push_back({at(x, y), at(x + 1, y + 1)});
                    break;
                default:
                    if (walkable(x + 1, y) && walkable(x, y - 1) && walkable(x + 1, y - 1) && x + 2 <= size) {
                        outline.walls.push_back({at(x, y), at(x + 1, y), at(x + 2, y)});
                    }
            }
        }
    }
};

}  // namespace sidestep::test
