// Subdivisions made by hand: rooms on a grid, some of them joined by openings of random width.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "map/subdivision.h"
#include "support/dice.h"

namespace sidestep::test {

struct RoomPlan {
    int columns = 8, rows = 8;
    double side = 4;    ///< m
    double open = 0.7;  ///< share of the walls that have an opening
    double narrowest = 0.4, widest = 3;
    double doors = 0;  ///< share of the openings that are doors, each its own
};

class RoomBuilder {
public:
    RoomBuilder(const RoomPlan& plan, std::uint64_t seed) : plan_(plan), dice_(seed) {}

    Subdivision build() {
        std::uint32_t doors = 0;
        for (int y = 0; y < plan_.rows; ++y) {
            for (int x = 0; x < plan_.columns; ++x) {
                if (x + 1 < plan_.columns && dice_.unit() < plan_.open) opening({x, y}, {x + 1, y}, doors);
                if (y + 1 < plan_.rows && dice_.unit() < plan_.open) opening({x, y}, {x, y + 1}, doors);
            }
        }
        for (int y = 0; y < plan_.rows; ++y) {
            for (int x = 0; x < plan_.columns; ++x) add_room(x, y);
        }
        number_components();
        return std::move(map_);
    }

private:
    using Room = std::pair<int, int>;
    struct Opening {
        std::uint32_t portal, low, high;
    };

    std::uint32_t point(double x, double y) {
        const LatticePoint p{static_cast<std::int32_t>(to_lattice(x)), static_cast<std::int32_t>(to_lattice(y))};
        const auto [found, fresh] = numbers_.insert({{p.x, p.y}, static_cast<std::uint32_t>(map_.points.size())});
        if (fresh) map_.points.push_back(p);
        return found->second;
    }
    std::uint32_t cell(Room room) const { return static_cast<std::uint32_t>(room.second * plan_.columns + room.first); }

    void opening(Room from, Room to, std::uint32_t& doors) {
        const double width = dice_.between(plan_.narrowest, plan_.widest);
        const double low = dice_.between(0.25, plan_.side - width - 0.25), high = low + width;
        const bool across = to.first > from.first;  // the wall between them is vertical
        const double wall = (across ? to.first : to.second) * plan_.side;
        const double begin = (across ? from.second : from.first) * plan_.side;
        const std::uint32_t a = across ? point(wall, begin + low) : point(begin + low, wall);
        const std::uint32_t b = across ? point(wall, begin + high) : point(begin + high, wall);
        openings_[{from, to}] = {static_cast<std::uint32_t>(map_.portals.size()), a, b};
        // Upwards the first room is on the left; along a level wall it is on the left going back.
        map_.portals.push_back(
            {across ? a : b, across ? b : a, {cell(from), cell(to)}, dice_.unit() < plan_.doors ? doors++ : kNoDoor});
    }

    void add_room(int x, int y) {
        const auto first = static_cast<std::uint32_t>(map_.sides.size());
        const double x0 = x * plan_.side, y0 = y * plan_.side, x1 = x0 + plan_.side, y1 = y0 + plan_.side;
        const auto side = [&](std::uint32_t corner, Room from, Room to, bool upwards) {
            map_.sides.push_back({corner});
            const auto found = openings_.find({from, to});
            if (found == openings_.end()) return;
            const auto [portal, low, high] = found->second;
            map_.sides.push_back({upwards ? low : high, portal});
            map_.sides.push_back({upwards ? high : low});
        };
        side(point(x0, y0), {x, y - 1}, {x, y}, true);
        side(point(x1, y0), {x, y}, {x + 1, y}, true);
        side(point(x1, y1), {x, y}, {x, y + 1}, false);
        side(point(x0, y1), {x - 1, y}, {x, y}, false);
        map_.cells.push_back({first, static_cast<std::uint32_t>(map_.sides.size()) - first, 0});
    }

    void number_components() {
        std::vector<std::uint32_t> group(map_.cells.size());
        std::iota(group.begin(), group.end(), 0u);
        for (bool changed = true; changed;) {
            changed = false;
            for (const Subdivision::Portal& portal : map_.portals) {
                std::uint32_t& a = group[portal.cells[0]];
                std::uint32_t& b = group[portal.cells[1]];
                changed = changed || a != b;
                a = b = std::min(a, b);
            }
        }
        for (std::size_t c = 0; c < group.size(); ++c) map_.cells[c].component = group[c];
    }

    RoomPlan plan_;
    Dice dice_;
    Subdivision map_;
    std::map<std::pair<std::int32_t, std::int32_t>, std::uint32_t> numbers_;
    std::map<std::pair<Room, Room>, Opening> openings_;
};

inline Subdivision rooms(const RoomPlan& plan, std::uint64_t seed) {
    return RoomBuilder(plan, seed).build();
}

}  // namespace sidestep::test
