#include "evacuate/openings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "scenario/polygon.h"
#include "sidestep/path.h"

namespace sidestep {
namespace {

constexpr double kMargin = 1;       // m of ground around a plan, as import has it
constexpr double kOnBorder = 0.01;  // m
// Doors are narrower than the first, gates than the others. The wider ones are only tried where the narrower leave
// nothing inside, because courtyards have gates too.
constexpr double kWidestOpenings[] = {3, 6, 12};  // m
constexpr double kInsideShare = 0.2;              // of the plan, at least
constexpr double kSmallestInside = 4;             // m²: less is a niche of the front

Box bounds_of(const MapOutline& outline) {
    Polygon all;
    for (const MapOutline::Area& area : outline.floor) all.insert(all.end(), area.outer.begin(), area.outer.end());
    for (const auto& wall : outline.walls) all.insert(all.end(), wall.begin(), wall.end());
    return bounds(all);
}

/// Walls on a rectangle of ground, with a way around them.
MapOutline on_ground(MapOutline outline, Box& box) {
    if (outline.floor.empty()) {
        const Vec2d l = box.lower - Vec2d{kMargin, kMargin}, u = box.upper + Vec2d{kMargin, kMargin};
        outline.floor.push_back({{l, {u.x, l.y}, u, {l.x, u.y}}, {}});
        box = {l, u};
    }
    return outline;
}

struct Cells {
    std::vector<PlanningMap::Cell> cells;
    std::vector<PlanningMap::Portal> portals;
    std::vector<std::vector<std::uint32_t>> portals_of;
    std::vector<double> area;

    explicit Cells(const MapOutline& outline) {
        const PlanningMap map(outline);
        cells = map.cells();
        portals = map.portals();
        portals_of.resize(cells.size());
        for (std::uint32_t p = 0; p < portals.size(); ++p) {
            for (const std::uint32_t cell : portals[p].cells) portals_of[cell].push_back(p);
        }
        for (const PlanningMap::Cell& cell : cells) area.push_back(std::fabs(polygon_area(cell.corners)));
    }
    /// All that is reached from the marked ones through portals wider than this.
    void flood(std::vector<bool>& marked, double wider) const {
        std::vector<std::uint32_t> queue;
        for (std::uint32_t c = 0; c < cells.size(); ++c) {
            if (marked[c]) queue.push_back(c);
        }
        while (!queue.empty()) {
            const std::uint32_t cell = queue.back();
            queue.pop_back();
            for (const std::uint32_t p : portals_of[cell]) {
                const PlanningMap::Portal& portal = portals[p];
                const std::uint32_t next = portal.cells[portal.cells[0] == cell ? 1 : 0];
                if (marked[next] || norm(portal.b - portal.a) <= wider) continue;
                marked[next] = true;
                queue.push_back(next);
            }
        }
    }
};

std::vector<bool> touching(const Cells& cells, const Box& box) {
    std::vector<bool> marked(cells.cells.size());
    for (std::size_t c = 0; c < marked.size(); ++c) {
        marked[c] = std::ranges::any_of(cells.cells[c].corners, [&](Vec2d p) {
            return p.x - box.lower.x < kOnBorder || box.upper.x - p.x < kOnBorder || p.y - box.lower.y < kOnBorder ||
                   box.upper.y - p.y < kOnBorder;
        });
    }
    return marked;
}

/// Niches of the front are outside as well: small, and with no way on.
void drop_niches(const Cells& cells, std::vector<bool>& outside) {
    std::vector<bool> seen = outside;
    for (std::uint32_t c = 0; c < seen.size(); ++c) {
        if (seen[c]) continue;
        // What is outside is seen already: it is no way from one room to another.
        std::vector<std::uint32_t> queue{c}, members;
        seen[c] = true;
        while (!queue.empty()) {
            const std::uint32_t cell = queue.back();
            queue.pop_back();
            members.push_back(cell);
            for (const std::uint32_t p : cells.portals_of[cell]) {
                const std::uint32_t next = cells.portals[p].cells[cells.portals[p].cells[0] == cell ? 1 : 0];
                if (seen[next]) continue;
                seen[next] = true;
                queue.push_back(next);
            }
        }
        double area = 0;
        for (const std::uint32_t m : members) area += cells.area[m];
        if (area >= kSmallestInside) continue;
        for (const std::uint32_t m : members) outside[m] = true;
    }
}

/// One opening may be cut into several portals in line.
void join(std::vector<Opening>& openings) {
    const auto meet = [](Vec2d p, Vec2d q) { return norm(p - q) < kOnBorder; };
    for (std::size_t i = 0; i < openings.size(); ++i) {
        for (std::size_t j = i + 1; j < openings.size();) {
            Opening &a = openings[i], &b = openings[j];
            const bool in_line = dot(a.outwards, b.outwards) > 0.999;
            if (in_line && meet(a.b, b.a)) {
                a.b = b.b;
            } else if (in_line && meet(a.a, b.b)) {
                a.a = b.a;
            } else {
                ++j;
                continue;
            }
            openings.erase(openings.begin() + static_cast<std::ptrdiff_t>(j));
            j = i + 1;
        }
    }
}

std::vector<Opening> openings_of(const Cells& cells, const std::vector<bool>& outside) {
    std::vector<Opening> openings;
    for (const PlanningMap::Portal& portal : cells.portals) {
        const bool first = outside[portal.cells[0]], second = outside[portal.cells[1]];
        if (first == second) continue;
        const PlanningMap::Cell& out = cells.cells[portal.cells[first ? 0 : 1]];
        Vec2d outwards = unit(left_of(portal.b - portal.a));
        Vec2d middle{};
        for (const Vec2d p : out.corners) middle = middle + p / static_cast<double>(out.corners.size());
        const bool left = dot(middle - portal.a, outwards) > 0;
        openings.push_back(left ? Opening{portal.a, portal.b, outwards} : Opening{portal.b, portal.a, outwards * -1.0});
    }
    join(openings);
    return openings;
}

}  // namespace

bool is_open(const ImportedMap& plan) {
    return plan.report.open || (plan.outline.floor.empty() && !plan.outline.walls.empty());
}

InsideOfWalls inside_of_walls(const MapOutline& outline, double radius) {
    Box box = bounds_of(outline);
    const Cells cells(on_ground(outline, box));
    const Vec2d size = box.upper - box.lower;
    InsideOfWalls inside;
    for (const double widest : kWidestOpenings) {
        std::vector<bool> outside = touching(cells, box);
        cells.flood(outside, widest);
        drop_niches(cells, outside);
        double area = 0;
        for (std::size_t c = 0; c < outside.size(); ++c) area += outside[c] ? 0 : cells.area[c];
        if (area < kInsideShare * size.x * size.y) continue;
        for (std::size_t c = 0; c < outside.size(); ++c) {
            if (!outside[c]) inside.cells.push_back(cells.cells[c].corners);
        }
        inside.openings = openings_of(cells, outside);
        std::erase_if(inside.openings, [&](const Opening& o) { return norm(o.b - o.a) <= 2 * radius; });
        break;
    }
    return inside;
}

}  // namespace sidestep
