#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "base/random.h"
#include "map/built_map.h"
#include "map/map_file.h"
#include "map/narrow_places.h"
#include "path/abstraction_tree.h"
#include "path/methods.h"
#include "path/stored_trees.h"
#include "sidestep/error.h"
#include "sidestep/path.h"

namespace sidestep {
namespace {

std::string read_bytes(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (in && !text.empty()) return text;
    InputProblem problem;
    problem.message = in ? "the map is empty" : "the map cannot be opened";
    problem.file = file;
    problem.allowed = "a built map file, or well-known text";
    problem.remedy = "Check the name of the file.";
    throw InputError(problem);
}

}  // namespace

PlanningMap::PlanningMap(MapOutline outline, std::span<const Door> doors, const Cut& cut) {
    // Corners and cells may be so far apart and no farther (corner_map.cpp).
    constexpr double kFarthestJoin = 0.05;
    if (!(cut.join >= 0 && cut.join <= kFarthestJoin)) {
        throw InputError({.message = "walls cannot be joined over this distance",
                          .value = fmt::format("{:g}", cut.join),
                          .allowed = fmt::format("0 to {:g} m", kFarthestJoin),
                          .remedy = "Choose a distance in this range; 0 joins what is exactly straight."});
    }
    SubdivisionOptions options;
    options.collinear_tolerance = cut.join;
    for (const Door& door : doors) options.doors.push_back({door.a, door.b});
    Subdivision cells = subdivide(outline, options);
    ground_ = std::make_shared<PathGround>(std::move(cells), std::move(outline));
}

PlanningMap::PlanningMap(const BuiltMap& map, std::span<const Door> doors) {
    std::vector<DoorLine> lines;
    for (const Door& door : doors) lines.push_back({door.a, door.b});
    ground_ = map.parts().ground(lines);
}

PlanningMap::PlanningMap(std::shared_ptr<const PathGround> ground) : ground_(std::move(ground)) {}

PlanningMap PlanningMap::load(const std::string& file) {
    const std::string text = read_bytes(file);
    const auto bytes = std::as_bytes(std::span(text));
    if (is_map_file(bytes)) {
        const auto built = std::make_shared<const MapFile>(MapFile::from_bytes({bytes.begin(), bytes.end()}, file));
        return PlanningMap(std::make_shared<PathGround>(read_subdivision(*built), read_outline(*built), built));
    }
    try {
        return PlanningMap(map_outline(text));
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        if (problem.file.empty()) problem.file = file;
        throw InputError(problem);
    }
}

void PlanningMap::save(const std::string& file, std::span<const PathOptions> ready) const {
    MapFileWriter writer;
    add_outline(writer, ground_->outline());
    add_subdivision(writer, ground_->subdivision());
    add_trees(writer, ground_, ready);
    writer.write(file);
}

const MapOutline& PlanningMap::outline() const {
    return ground_->outline();
}

std::size_t PlanningMap::cell_count() const {
    return ground_->subdivision().cells.size();
}

std::size_t PlanningMap::portal_count() const {
    return ground_->subdivision().portals.size();
}

std::array<Vec2d, 2> PlanningMap::portal(std::uint32_t portal) const {
    const Subdivision& map = ground_->subdivision();
    return {map.place(map.portals[portal].a), map.place(map.portals[portal].b)};
}

MapStatistics PlanningMap::statistics(double width, std::size_t narrowest) const {
    return statistics_of(ground_->subdivision(), width, narrowest);
}

std::vector<PlanningMap::Cell> PlanningMap::cells(double width) const {
    const Subdivision& subdivision = ground_->subdivision();
    std::vector<Cell> result(subdivision.cells.size());
    for (std::uint32_t c = 0; c < result.size(); ++c) {
        result[c].ways = arity(subdivision, c, width);
        for (const Subdivision::Side& side : subdivision.sides_of(c)) {
            result[c].corners.push_back(subdivision.place(side.point));
        }
    }
    return result;
}

std::vector<PlanningMap::Portal> PlanningMap::portals() const {
    const Subdivision& subdivision = ground_->subdivision();
    const std::vector<bool> narrow = narrow_places(subdivision);
    std::vector<Portal> result;
    result.reserve(subdivision.portals.size());
    for (const Subdivision::Portal& portal : subdivision.portals) {
        result.push_back({.a = subdivision.place(portal.a),
                          .b = subdivision.place(portal.b),
                          .cells = {portal.cells[0], portal.cells[1]},
                          .door = portal.door == kNoDoor ? std::nullopt : std::optional(portal.door),
                          .bottleneck = narrow[result.size()]});
    }
    return result;
}

PlanningMap::RoadMap PlanningMap::road_map(double width, std::uint32_t key_points) const {
    const CellGraph graph(ground_->subdivision(), width, key_points);
    RoadMap roads;
    std::vector<std::uint32_t> first(portal_count(), kNoNode);  // of each portal's places
    for (std::uint32_t p = 0; p < first.size(); ++p) {
        if (!graph.wide_enough(p)) continue;
        first[p] = static_cast<std::uint32_t>(roads.places.size());
        for (std::uint32_t i = 0; i < key_points; ++i) roads.places.push_back(graph.place(p * key_points + i));
    }
    for (std::uint32_t cell = 0; cell < graph.cell_count(); ++cell) {
        const auto portals = graph.portals_of(cell);
        for (std::size_t a = 0; a < portals.size(); ++a) {
            for (std::size_t b = a + 1; b < portals.size(); ++b) {
                for (std::uint32_t i = 0; i < key_points * key_points; ++i) {
                    roads.links.push_back({first[portals[a]] + i / key_points, first[portals[b]] + i % key_points});
                }
            }
        }
    }
    return roads;
}

std::vector<std::optional<std::uint32_t>> PlanningMap::tree(double width) const {
    const AbstractionTree tree(CellGraph(ground_->subdivision(), width));
    std::vector<std::optional<std::uint32_t>> parents(tree.cell_count() + tree.node_count());
    for (std::uint32_t member = 0; member < parents.size(); ++member) {
        if (const std::uint32_t parent = tree.parent(member); parent != kNoCell) parents[member] = parent;
    }
    return parents;
}

double PlanningMap::clearance(Vec2d p, double at_most) const {
    return ground_->locate(p) == kNoCell ? 0 : ground_->clearance(p, at_most);
}

Vec2d PlanningMap::random_place(std::uint64_t seed, std::uint64_t index, double radius) const {
    return ground_->random_place(seed, index, radius);
}

PathFinder::PathFinder(const PlanningMap& map, const PathOptions& options)
    : options_(options), search_(make_search(map.ground_, options)), scratch_(search_->scratch()) {}

PathFinder::PathFinder(const PathFinder& other)
    : options_(other.options_), search_(other.search_), scratch_(search_->scratch()) {}

PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder::~PathFinder() = default;

PathFinder& PathFinder::operator=(PathFinder other) noexcept {
    std::swap(options_, other.options_);
    std::swap(search_, other.search_);
    std::swap(scratch_, other.scratch_);
    return *this;
}

Path PathFinder::find(Vec2d start, Vec2d goal) {
    Path path;
    find(start, goal, path);
    return path;
}

void PathFinder::find(Vec2d start, Vec2d goal, Path& path) {
    search_->find(start, goal, *scratch_, path);
}

void PathFinder::set_door(std::uint32_t door, bool open) {
    search_->set_door(door, open);
}

std::size_t PathFinder::memory_bytes() const {
    return search_->memory_bytes();
}

std::string explain(const Path& path, const PathOptions& options) {
    const double width = 2 * options.radius;
    switch (path.status) {
        case PathStatus::found:
            return fmt::format("There is a way of {:.2f} m through {} portal{}.", path.length, path.portals.size(),
                               path.portals.size() == 1 ? "" : "s");
        case PathStatus::start_blocked:
            return fmt::format("The start lies in a wall, outside the map, or where a body {:.2f} m wide cannot stand.",
                               width);
        case PathStatus::goal_blocked:
            return fmt::format("The goal lies in a wall, outside the map, or where a body {:.2f} m wide cannot stand.",
                               width);
        case PathStatus::too_narrow:
            // As many digits as tell them apart.
            return path.widest > 0 ? fmt::format(
                                         "Every way is too narrow: the widest has a place of {0:.{2}f} m, and the "
                                         "body is {1:.{2}f} m wide.",
                                         path.widest, width, width - path.widest < 0.01 ? 4 : 2)
                                   : fmt::format("Every way is too narrow for a body {:.2f} m wide.", width);
        case PathStatus::unreachable:
            return path.closed_door ? "There is a way, but only through a closed door."
                                    : "There is no way, whatever the width: the two lie in separate parts of the map.";
    }
    return {};
}

}  // namespace sidestep
