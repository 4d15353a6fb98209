#include "route/through_portals.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/math.h"
#include "map/built_map.h"
#include "path/taut_string.h"
#include "route/follow.h"
#include "route/planner.h"
#include "sidestep/path.h"

namespace sidestep {

namespace {

constexpr std::string_view kLooks[] = {"taut", "cone"};

constexpr Parameter kParameters[] = {
    kReplanParameter,
    {.name = "cone_min_angle",
     .symbol = "α",
     .unit = "°",
     .fallback = 10,
     .min = 1,
     .max = 60,
     .source = "chosen here; Lamarche and Donikian 2004 print none",
     .meaning =
         "of the cone: portals are looked through until the view is narrower than this; wide angles lead through the "
         "middle of portals"},
    {.name = "keypoints",
     .symbol = "n_k",
     .unit = "–",
     .fallback = 1,
     .min = 1,
     .max = 5,
     .source = "Lamarche and Donikian 2004 for 1",
     .meaning =
         "of each portal, for flat and hierarchical; more come closer to the shortest way and cost time and memory",
     .per_agent = false,
     .calibratable = false,
     .whole = true},
    {.name = "look",
     .symbol = "–",
     .unit = "–",
     .fallback = kTaut,
     .min = 0,
     .max = 1,
     .source = "Lamarche and Donikian 2004 (cone), chosen here (taut)",
     .meaning =
         "taut: to the first bend of the shortest way through the portals; cone: into the middle of what is seen "
         "through them, which is up to a quarter longer in a wide room",
     .choices = kLooks,
     .per_agent = false,
     .calibratable = false},
    {.name = "spread",
     .symbol = "σ_g",
     .unit = "–",
     .fallback = 0.05,
     .min = 0,
     .max = 1,
     .source = "chosen here",
     .meaning =
         "how much longer than the shortest the way to a region may be, so that people enter it over its whole width; "
         "0: everybody where it is nearest"},
};

bool looks_taut(const double* own) {
    return static_cast<int>(own[kLook]) == kTaut;
}

LookAhead look(const PortalGround& ground, const RouteMemory& way, const Self& self, Vec2d at, double radius,
               const double* own) {
    if (looks_taut(own)) {
        return (self.flags & flag::region) != 0 ? look_taut(ground, way, at, radius, {self.goal_x, self.goal_y})
                                                : look_taut(ground, way, at, radius);
    }
    return look_ahead(ground, way, at, radius, {sin_cos(own[kConeMinAngle] * (kPi / 180)).sin});
}

class ThroughPortals final : public RouteProvider {
public:
    ThroughPortals(const RouteContext& context, std::shared_ptr<const PathGround> ground)
        : scenario_(context.scenario),
          chains_(context.chains),
          planner_(context.scenario, context.map, std::move(ground)) {
        for (const DoorSpec& door : scenario_.doors) closed_.push_back(door.closed);
    }

    void lead(const LeadBlock& block) const noexcept override;
    bool plans() const override { return true; }
    std::uint64_t plan(World& world, Row row, std::uint32_t step, std::size_t worker) override {
        const double* own = world.part_values_of(world.now.self[row]);
        return planner_.plan(world, row, step, {own[kReplan], own[kSpread]}, worker);
    }
    double way_left(const World& world, Row row) const override;
    Vec2d beyond(const RouteMemory& way, Vec2d bend, double radius) const override {
        return way.has_plan() ? beyond_bend(planner_.ground(), way, bend, radius) : Vec2d{};
    }
    void need(const RouteNeed& need, RouteMemory& memory) override;
    std::string why_not(const World& world, Row row) const override;
    void draw(const WorldView& frozen, const World& world, const Octet& octet, const RouteMemory& before,
              const RouteMemory& after, Drawing& draw) const override;
    void set_door(std::uint32_t door, bool open) override {
        closed_[door] = !open;
        planner_.set_door(door, open);
    }
    bool concerns(std::uint32_t door, bool open, const RouteMemory& memory) const override {
        return open ? memory.status != PathStatus::found : planner_.leads_through(memory, door);
    }
    void set_threads(std::size_t threads) override { planner_.set_threads(threads); }
    void save(ArchiveWriter& archive) const override;
    void load(ArchiveReader& archive) override;
    bool adopt(RouteMemory& memory) const override;

private:
    const Scenario& scenario_;
    std::span<const Chain> chains_;
    RoutePlanner planner_;
    std::vector<bool> closed_;             ///< by door
    std::vector<std::uint8_t> search_of_;  ///< by its number in the snapshot loaded last
};

void ThroughPortals::save(ArchiveWriter& archive) const {
    archive.add(static_cast<std::uint64_t>(planner_.searches()));
    for (std::size_t i = 0; i < planner_.searches(); ++i) {
        const PathOptions& options = planner_.search(i);
        archive.add(static_cast<std::uint8_t>(options.method));
        archive.add(options.key_points);
        archive.add(options.radius);
    }
}

void ThroughPortals::load(ArchiveReader& archive) {
    search_of_.clear();
    const auto count = archive.value<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto method = archive.value<std::uint8_t>();
        if (method >= path_methods().size()) archive.refuse("there is no such method");
        PathOptions options;
        options.method = static_cast<PathMethod>(method);
        options.key_points = archive.value<std::uint32_t>();
        options.radius = archive.value<double>();
        search_of_.push_back(planner_.search_for(options));
    }
}

bool ThroughPortals::adopt(RouteMemory& memory) const {
    const Subdivision& cells = planner_.ground().cells();
    if (memory.search >= search_of_.size()) return false;
    memory.search = search_of_[memory.search];
    if (memory.cell != kNoCell && memory.cell >= cells.cells.size()) return false;
    return std::all_of(memory.portals.begin(), memory.portals.end(),
                       [&](std::uint32_t portal) { return portal < cells.portals.size(); });
}

void ThroughPortals::need(const RouteNeed& need, RouteMemory& memory) {
    const Link& route = chains_[need.profile].route();
    PathOptions options;
    options.method = *named<PathMethod>(route.info->name);
    options.radius = need.radius;
    const auto& values = route.spec->values;
    options.key_points = static_cast<std::uint32_t>(
        values.size() > kKeypoints && values[kKeypoints] ? values[kKeypoints]->a : kParameters[kKeypoints].fallback);
    memory.search = planner_.search_for(options);
}

void ThroughPortals::lead(const LeadBlock& block) const noexcept {
    block.for_each([&](const Octet& g, std::uint32_t lane, Wish& wish) {
        const Self& self = block.world.self[g.row[lane]];
        RouteMemory& m = block.memory_of(self);
        Vec2d velocity{}, way{};
        if (!g.waits(lane) && m.has_plan()) {
            const Vec2d at{g.place[lane].x, g.place[lane].y};
            keep_up(planner_.ground(), m, at, block.step);
            const LookAhead view =
                look(planner_.ground(), m, self, at, g.radius[lane], block.values->part_values_of(self));
            // Nobody walks past a point where it will stop.
            const double most = view.at_goal ? view.distance / block.world.dt : kUnlimited;
            velocity = view.direction * std::min<double>(g.pref_speed[lane], most);
            way = view.direction * view.distance;
        }
        set_lead(wish, velocity, way);
    });
}

double ThroughPortals::way_left(const World& world, Row row) const {
    const RouteMemory& m = world.route_of(row);
    if (!m.has_plan() || m.cell == kNoCell) return RouteProvider::way_left(world, row);
    const Place p = world.now.place[row];
    return sidestep::way_left(planner_.ground(), m, {p.x, p.y}, world.now.motion[row].radius);
}

std::string ThroughPortals::why_not(const World& world, Row row) const {
    const RouteMemory& m = world.route_of(row);
    switch (m.status) {
        case PathStatus::found:
            return {};
        case PathStatus::start_blocked:
            return "it stands in a wall or too close to one";
        case PathStatus::goal_blocked:
            return "the goal lies in a wall or too close to one";
        case PathStatus::too_narrow:
            return "too narrow";
        case PathStatus::unreachable:
            break;
    }
    if (!m.closed_door) return "the goal cannot be reached";
    const Place p = world.now.place[row];
    std::string names;
    for (const std::uint32_t door : planner_.doors_in_the_way({p.x, p.y}, closed_)) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", scenario_.doors[door].name);
    }
    return fmt::format("door {} closed", names);
}

// The portals ahead, the way through them and where it leads: the taut way, or through the middles of the portals with
// the cone that is looked through. Drawings are relative to the agent.
void ThroughPortals::draw(const WorldView& frozen, const World& world, const Octet& g, const RouteMemory&,
                          const RouteMemory& way, Drawing& draw) const {
    if (!way.has_plan()) return;
    const PortalGround& ground = planner_.ground();
    const Self& self = frozen.self[g.row[0]];
    const double* own = world.part_values_of(self);
    const Vec2d at{g.place[0].x, g.place[0].y};
    const LookAhead view = look(ground, way, self, at, g.radius[0], own);
    std::uint32_t cell = way.cell;
    TautString string;
    std::vector<Vec2d> middles{at}, taut;
    for (std::size_t k = way.next; k < way.portals.size(); ++k) {
        const Subdivision::Portal& portal = ground.cells().portals[way.portals[k]];
        const bool forth = portal.cells[0] == cell;
        const Gate gate = ground.gate(way.portals[k], cell);
        cell = ground.beyond(way.portals[k], cell);
        string.cross({gate.left, forth ? portal.b : portal.a}, {gate.right, forth ? portal.a : portal.b});
        middles.push_back((gate.right + gate.left) * 0.5);
        draw.segment(Role::limit, "portal", gate.right - at, gate.left - at, norm(gate.left - gate.right),
                     unit_name::length);
    }
    middles.push_back(way.target);
    string.pull(at, way.target, g.radius[0], taut);
    const std::vector<Vec2d>& points = looks_taut(own) ? taut : middles;
    for (std::size_t i = 1; i < points.size(); ++i) {
        draw.segment(Role::goal, "way", points[i - 1] - at, points[i] - at, norm(points[i] - points[i - 1]),
                     unit_name::length);
    }
    for (const Vec2d border : {view.right, view.left}) {
        if (view.gates > 0) {
            draw.segment(Role::limit, "cone", {}, border * view.distance, view.distance, unit_name::length);
        }
    }
    draw.point(Role::wish, "way point", view.direction * view.distance, view.distance, unit_name::length);
}

std::unique_ptr<RouteProvider> make(const RouteContext& context) {
    if (context.map.empty() && context.scenario.doors.empty()) return nullptr;  // nothing in the way
    if (context.scenario.map.periodic != Vec2d{}) throw periodic_axes(context.scenario);
    std::vector<DoorLine> doors;
    for (const DoorSpec& door : context.scenario.doors) doors.push_back({door.a, door.b});
    return std::make_unique<ThroughPortals>(context, context.scenario.map.built->parts().ground(doors));
}

RoutePart part(PathMethod method, std::string_view source, std::string_view summary) {
    return {{.name = name_of(method),
             .kind = PartKind::route,
             .source = source,
             .summary = summary,
             .parameters = kParameters},
            make};
}

constexpr std::string_view kLamarche =
    "F. Lamarche, S. Donikian: Crowd of virtual humans: a new approach for real time navigation in complex and "
    "structured environments. CGF 23(3), 2004";
constexpr std::string_view kCorners = "taut paths over corners; no publication of its own";

}  // namespace

const RoutePart& flat_route() {
    static const RoutePart route = part(PathMethod::flat, kLamarche, "A* over key points of portals");
    return route;
}
const RoutePart& hierarchical_route() {
    static const RoutePart route =
        part(PathMethod::hierarchical, kLamarche, "over the abstraction tree: as long as flat, found in fewer steps");
    return route;
}
const RoutePart& corner_route() {
    static const RoutePart route =
        part(PathMethod::corner, kCorners, "A* over the taut corner graph: the shortest way");
    return route;
}
const RoutePart& exact_route() {
    static const RoutePart route =
        part(PathMethod::exact, kCorners,
             "hub labels over the taut corner graph: the shortest way at once, for much memory");
    return route;
}

}  // namespace sidestep
