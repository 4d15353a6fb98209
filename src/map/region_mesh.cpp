#include "map/region_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "map/collinear.h"
#include "map/wall_grid.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = ConstrainedDelaunay::kNone;
constexpr std::uint32_t kFree = ConstrainedDelaunay::kFree;
// The lattice reaches 16,384 m; the square around everything needs a metre on each side, rounding of the centre half.
constexpr double kWidest = 16000;
constexpr std::int32_t kSquareMargin = 1 << 16;

[[noreturn]] void fail(std::string message, std::string value, std::string allowed, std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(std::move(problem));
}

std::string text_of(Vec2d p) {
    return fmt::format("({:.10g} {:.10g})", p.x, p.y);
}

struct Box {
    Vec2d low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
    void add(Vec2d p) {
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
            fail("a coordinate of the map is not a number", text_of(p), "finite numbers", "Correct the coordinate.");
        }
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
};

using Segment = RegionMesh::Segment;

/// Segments and the numbers of their ends.
struct Plan {
    std::vector<LatticePoint> points;
    std::vector<std::array<std::uint32_t, 2>> ends;
    std::vector<Segment> segments;

    /// Numbers the points: equal ones have one number, whatever the order of segments.
    void number_points() {
        std::vector<std::pair<LatticePoint, std::uint32_t>> all;
        all.reserve(2 * segments.size());
        for (std::uint32_t s = 0; s < segments.size(); ++s) {
            all.emplace_back(segments[s].from, 2 * s);
            all.emplace_back(segments[s].to, 2 * s + 1);
        }
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? comes_before(a.first, b.first) : a.second < b.second;
        });
        points.clear();
        ends.resize(segments.size());
        for (const auto& [point, end] : all) {
            if (points.empty() || points.back() != point) points.push_back(point);
            ends[end / 2][end % 2] = static_cast<std::uint32_t>(points.size() - 1);
        }
    }
};

class Builder {
public:
    Builder(const MapOutline& outline, const SubdivisionOptions& options) : outline_(outline), options_(options) {}
    RegionMesh build();

private:
    Vec2d place(LatticePoint p) const { return origin_ + Vec2d{p.x / kLatticePerMetre, p.y / kLatticePerMetre}; }
    LatticePoint snapped(Vec2d p) const {
        return {static_cast<std::int32_t>(to_lattice(p.x - origin_.x)),
                static_cast<std::int32_t>(to_lattice(p.y - origin_.y))};
    }
    void choose_origin();
    void add(Vec2d from, Vec2d to, bool boundary);
    void collect();
    void add_doors();
    LatticePoint door_end(std::size_t door, Vec2d p, const WallGrid& grid, const std::vector<Wall>& walls);
    RegionMesh triangulate() const;
    static void find_walkable(RegionMesh& region);
    void keep_reachable(RegionMesh& region) const;
    bool reduce(const RegionMesh& region);
    void check_doors(const RegionMesh& region) const;

    const MapOutline& outline_;
    const SubdivisionOptions& options_;
    Vec2d origin_{};
    Box box_;
    Plan plan_;
    std::vector<LatticePoint> gone_;  ///< by simplification
};

void Builder::choose_origin() {
    for (const MapOutline::Area& area : outline_.floor) {
        for (const Vec2d p : area.outer) box_.add(p);
        for (const auto& hole : area.holes) {
            for (const Vec2d p : hole) box_.add(p);
        }
    }
    for (const auto& line : outline_.walls) {
        for (const Vec2d p : line) box_.add(p);
    }
    if (box_.low.x > box_.high.x) {
        fail("the map has neither floor nor walls", "", "at least one wall", "An open plane needs no subdivision.");
    }
    if (outline_.floor.empty()) {
        box_.low -= Vec2d{options_.margin, options_.margin};
        box_.high += Vec2d{options_.margin, options_.margin};
    }
    const Vec2d extent = box_.high - box_.low;
    if (!(extent.x <= kWidest && extent.y <= kWidest)) {
        fail("the map is too wide", fmt::format("{:.6g} m x {:.6g} m", extent.x, extent.y),
             fmt::format("at most {:g} m", kWidest), "Cut the map into parts, or check the unit of its coordinates.");
    }
    // Whole metres: what lies on multiples of 2⁻¹⁶ m stays where it is.
    const Vec2d centre = (box_.low + box_.high) * 0.5;
    origin_ = {std::floor(centre.x + 0.5), std::floor(centre.y + 0.5)};
}

void Builder::add(Vec2d from, Vec2d to, bool boundary) {
    const LatticePoint a = snapped(from), b = snapped(to);
    if (a != b) plan_.segments.push_back({a, b, boundary, !boundary, kNoDoor});
}

void Builder::collect() {
    const auto add_ring = [&](const std::vector<Vec2d>& ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) add(ring[i], ring[(i + 1) % ring.size()], true);
    };
    for (const MapOutline::Area& area : outline_.floor) {
        add_ring(area.outer);
        for (const auto& hole : area.holes) add_ring(hole);
    }
    if (outline_.floor.empty()) {
        add_ring({box_.low, {box_.high.x, box_.low.y}, box_.high, {box_.low.x, box_.high.y}});
    }
    for (const auto& line : outline_.walls) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) add(line[i], line[i + 1], false);
    }
}

/// The nearest point of a wall; the wall is cut there.
LatticePoint Builder::door_end(std::size_t door, Vec2d p, const WallGrid& grid, const std::vector<Wall>& walls) {
    std::uint32_t nearest = kNone;
    const std::size_t found = grid.near(walls, p, options_.door_reach, {&nearest, 1});
    if (found == 0) {
        fail(fmt::format("door {} ends where no wall is", door), text_of(p),
             fmt::format("ends within {:g} m of a wall", options_.door_reach), "Move the end of the door to a wall.");
    }
    const LatticePoint at = snapped(nearest_point(walls[nearest], p));
    // Parts of the wall that were cut off before follow at the end of the list.
    std::uint32_t part = nearest;
    const auto distance_to = [&](std::uint32_t s) {
        return distance({place(plan_.segments[s].from), place(plan_.segments[s].to)}, place(at));
    };
    for (auto s = static_cast<std::uint32_t>(walls.size()); s < plan_.segments.size(); ++s) {
        if (distance_to(s) < distance_to(part)) part = s;
    }
    const Segment whole = plan_.segments[part];
    if (at == whole.from || at == whole.to) return at;
    plan_.segments[part].to = at;
    plan_.segments.push_back(whole);
    plan_.segments.back().from = at;
    return at;
}

void Builder::add_doors() {
    if (options_.doors.empty()) return;
    std::vector<Wall> walls;
    for (const Segment& s : plan_.segments) walls.push_back({place(s.from), place(s.to)});
    const WallGrid grid(walls, 0);
    std::vector<std::array<LatticePoint, 2>> doors;
    for (std::size_t d = 0; d < options_.doors.size(); ++d) {
        const auto [p, q] = options_.doors[d];
        if (!std::isfinite(p.x + p.y + q.x + q.y)) {
            fail(fmt::format("door {} has a coordinate that is not a number", d), text_of(p), "finite numbers",
                 "Correct the coordinate.");
        }
        doors.push_back({door_end(d, p, grid, walls), door_end(d, q, grid, walls)});
        if (doors.back()[0] == doors.back()[1]) {
            fail(fmt::format("door {} has no length", d), text_of(p), "two ends at different walls",
                 "Correct the door's ends.");
        }
    }
    for (std::uint32_t d = 0; d < doors.size(); ++d) {
        plan_.segments.push_back({doors[d][0], doors[d][1], false, false, d});
    }
}

RegionMesh Builder::triangulate() const {
    const LatticePoint low = snapped(box_.low), high = snapped(box_.high);
    RegionMesh region{.origin = origin_,
                      .mesh = ConstrainedDelaunay(plan_.points, {low.x - kSquareMargin, low.y - kSquareMargin},
                                                  {high.x + kSquareMargin, high.y + kSquareMargin}),
                      .segments = plan_.segments,
                      .walkable = {},
                      .first_foot = 0};
    std::vector<Segment>& segments = region.segments;
    for (std::uint32_t s = 0; s < plan_.ends.size(); ++s) {
        const auto [a, b] = plan_.ends[s];
        if (a == b) continue;
        const auto label_of = [&](std::uint32_t u, std::uint32_t v, std::uint32_t old) {
            if (old == kFree) return s;
            // Two segments in one place: the floor's border is there if it was crossed an odd number of times.
            segments.push_back({plan_.points[u], plan_.points[v], segments[old].boundary != segments[s].boundary,
                                segments[old].wall || segments[s].wall,
                                std::min(segments[old].door, segments[s].door)});
            return static_cast<std::uint32_t>(segments.size() - 1);
        };
        if (const auto crossing = region.mesh.constrain(a, b, label_of)) {
            const auto wall_text = [&](std::uint32_t u, std::uint32_t v) {
                return text_of(place(plan_.points[u])) + " to " + text_of(place(plan_.points[v]));
            };
            const auto kind = [&](std::uint32_t door) {
                return door == kNoDoor ? std::string("a wall") : fmt::format("door {}", door);
            };
            fail(kind(segments[s].door) + " of the map crosses another wall or door",
                 wall_text(a, b) + " and " + wall_text(crossing->c, crossing->d), "walls that only meet at their ends",
                 "Split both where they cross, or import the map with repair.");
        }
    }
    region.first_foot = region.mesh.vertices();
    find_walkable(region);
    return region;
}

/// From the square's corner, which is outside, across all edges: the floor's border changes sides.
void Builder::find_walkable(RegionMesh& region) {
    const ConstrainedDelaunay& mesh = region.mesh;
    constexpr std::uint8_t kUnknown = 2;
    region.walkable.assign(mesh.triangles(), kUnknown);
    const std::uint32_t outside = mesh.edge_of(mesh.vertices() - 1) / 3;
    region.walkable[outside] = 0;
    std::vector<std::uint32_t> open{outside};
    while (!open.empty()) {
        const std::uint32_t t = open.back();
        open.pop_back();
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            const std::uint32_t g = mesh.twin(h);
            if (g == kNone || region.walkable[g / 3] != kUnknown) continue;
            const bool border = mesh.label(h) != kFree && region.segments[mesh.label(h)].boundary;
            region.walkable[g / 3] = static_cast<std::uint8_t>(region.walkable[t] ^ (border ? 1 : 0));
            open.push_back(g / 3);
        }
    }
}

void Builder::keep_reachable(RegionMesh& region) const {
    if (!options_.inside) return;
    const ConstrainedDelaunay& mesh = region.mesh;
    const Vec2d given = *options_.inside;
    std::uint32_t start = kNone;
    const bool near =
        given.x >= box_.low.x && given.x <= box_.high.x && given.y >= box_.low.y && given.y <= box_.high.y;
    if (near) {
        const LatticePoint p = snapped(given);
        for (std::uint32_t t = 0; t < mesh.triangles() && start == kNone; ++t) {
            if (!region.walkable[t]) continue;
            bool holds = true;
            for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
                const std::int64_t side = orientation(mesh.point(mesh.origin(h)), mesh.point(mesh.end(h)), p);
                holds = holds && (region.blocks(h) ? side > 0 : side >= 0);
            }
            if (holds) start = t;
        }
    }
    if (start == kNone) {
        fail("the inside point of the map lies in a wall or outside", text_of(given), "a place where one can walk",
             "Give a point inside the walkable area.");
    }
    std::vector<std::uint8_t> reached(mesh.triangles(), 0);
    reached[start] = 1;
    std::vector<std::uint32_t> open{start};
    while (!open.empty()) {
        const std::uint32_t t = open.back();
        open.pop_back();
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            const std::uint32_t g = mesh.twin(h);
            if (g == kNone || region.blocks(h) || reached[g / 3]) continue;
            reached[g / 3] = 1;
            open.push_back(g / 3);
        }
    }
    region.walkable = std::move(reached);
}

/// Makes the plan of what is left: walls that somebody can walk up to, without their nearly collinear points. False
/// where the region has nothing else already.
bool Builder::reduce(const RegionMesh& region) {
    const ConstrainedDelaunay& mesh = region.mesh;
    Plan rest;
    bool same = true;
    for (std::uint32_t h = 0; h < mesh.half_edges(); ++h) {
        const std::uint32_t g = mesh.twin(h);
        if (g == kNone || g < h || mesh.label(h) == kFree) continue;
        const bool left = region.walkable_at(h), right = region.walkable_at(g);
        const bool is_wall = region.blocks(h), is_door = !is_wall && region.is_door(h);
        if ((!is_wall || !(left || right)) && (!is_door || !(left && right))) {
            same = false;
            continue;
        }
        const Segment& was = region.segments[mesh.label(h)];
        rest.segments.push_back({mesh.point(mesh.origin(h)), mesh.point(mesh.end(h)), left != right,
                                 is_wall && left && right, is_door ? was.door : kNoDoor, was.first_gone,
                                 was.gone_count});
        rest.ends.push_back({mesh.origin(h), mesh.end(h)});
    }
    if (rest.segments.empty()) {
        fail("the map has no walkable area", "", "at least one area or wall to walk along", "Check the outline.");
    }
    const std::size_t before = rest.segments.size();
    simplify_collinear(mesh, options_.collinear_tolerance, rest.segments, rest.ends, gone_);
    if (same && rest.segments.size() == before) return false;
    plan_.segments = std::move(rest.segments);
    plan_.number_points();
    return true;
}

void Builder::check_doors(const RegionMesh& region) const {
    std::vector<bool> seen(options_.doors.size(), false);
    for (std::uint32_t h = 0; h < region.mesh.half_edges(); ++h) {
        if (region.is_door(h) && !region.blocks(h) && region.walkable_at(h)) {
            seen[region.segments[region.mesh.label(h)].door] = true;
        }
    }
    for (std::size_t d = 0; d < seen.size(); ++d) {
        if (seen[d]) continue;
        fail(fmt::format("door {} does not lie in the walkable area", d),
             text_of(options_.doors[d][0]) + " to " + text_of(options_.doors[d][1]),
             "doors with walkable area on both sides", "Move the door, or remove it.");
    }
}

RegionMesh Builder::build() {
    choose_origin();
    collect();
    add_doors();
    plan_.number_points();
    RegionMesh region = triangulate();
    keep_reachable(region);
    while (reduce(region)) region = triangulate();
    check_doors(region);
    return region;
}

}  // namespace

RegionMesh triangulate_region(const MapOutline& outline, const SubdivisionOptions& options) {
    return Builder(outline, options).build();
}

}  // namespace sidestep
