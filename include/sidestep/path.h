// Ways through a map: from here to there for a body of this size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/map.h"
#include "sidestep/names.h"
#include "sidestep/parameters.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

enum class PathMethod : std::uint8_t {
    flat,          ///< A* over key points of portals
    hierarchical,  ///< the abstraction tree of Lamarche & Donikian 2004: the same length as `flat`, fewer steps
    corner,        ///< A* over the taut corner graph: the shortest path; nothing precomputed beyond the graph
    exact,         ///< hub labels over the taut corner graph: the shortest path; large maps need much memory
};
template <>
struct NamesOf<PathMethod> {
    static constexpr std::string_view all[] = {"flat", "hierarchical", "corner", "exact"};
};
/// All of them, in this order.
std::span<const PathMethod> path_methods();

enum class PathStatus : std::uint8_t {
    found,
    start_blocked,  ///< the start lies in a wall, outside the map, or closer to a wall than the body's radius
    goal_blocked,   ///< likewise the goal
    too_narrow,     ///< there is a way, but not for a body of this width
    unreachable,    ///< there is no way, whatever the width; or only through a closed door
};
template <>
struct NamesOf<PathStatus> {
    static constexpr std::string_view all[] = {"found", "start_blocked", "goal_blocked", "too_narrow", "unreachable"};
};

struct Path {
    PathStatus status = PathStatus::unreachable;
    double length = 0;  ///< m along `points`
    /// Taut, from start to goal, clear of walls by the body's radius. Where start or goal are closer to a wall than
    /// that, the nearest clear place stands for them.
    std::vector<Vec2d> points;
    std::vector<std::uint32_t> portals;  ///< crossed, in order
    std::uint32_t expansions = 0;        ///< nodes taken from the queue, or labels looked at
    double roadmap_length = 0;           ///< m through key points, what `flat` and `hierarchical` make shortest
    double widest = 0;                   ///< too_narrow: a body has to be thinner than this, m
    bool closed_door = false;            ///< unreachable: there is a way, but only through a closed door

    /// Keeps its memory.
    void clear() {
        points.clear();
        portals.clear();
        status = PathStatus::unreachable;
        length = roadmap_length = widest = 0;
        expansions = 0;
        closed_door = false;
    }
};

/// Who looks for a way, and how.
struct PathOptions {
    PathMethod method = PathMethod::hierarchical;
    double radius = kUsualRadius;  ///< m, of the body
    /// `flat` and `hierarchical`: places on each portal that paths are looked for through, 1 to 5. More come closer to
    /// the shortest path and cost time and memory, about as their square.
    std::uint32_t key_points = 1;
    /// `hierarchical`: look no farther than the smallest part of the map that holds both ends. May miss shorter ways.
    bool within_common_part = false;
};

/// What became of a query, in a sentence for people.
std::string explain(const Path& path, const PathOptions& options);

class PathGround;
class PathSearch;
struct PathScratch;

/// A map cut into convex cells that meet at portals, ready for any method and body. Copies share it.
class PlanningMap {
public:
    struct Door {
        Vec2d a, b;
    };
    struct Cut {
        /// m, at most 0.05: walls that turn by 1° or less become one where nothing moves by more than this.
        double join = 0.02;
    };
    /// Throws InputError where it cannot be cut: crossing walls, wider than 16 km.
    explicit PlanningMap(MapOutline outline, std::span<const Door> doors = {})
        : PlanningMap(std::move(outline), doors, Cut{}) {}
    PlanningMap(MapOutline outline, std::span<const Door> doors, const Cut& cut);
    /// The cells that runs on this map have, made now if nobody needed them yet. Throws InputError likewise.
    explicit PlanningMap(const BuiltMap& map, std::span<const Door> doors = {});
    /// A built map file or well-known text. Throws InputError.
    static PlanningMap load(const std::string& file);
    /// As a built map file, with what these finders need (the trees of `hierarchical`) ready in it. Throws InputError.
    void save(const std::string& file, std::span<const PathOptions> ready = {}) const;

    const MapOutline& outline() const;
    std::size_t cell_count() const;
    std::size_t portal_count() const;
    std::array<Vec2d, 2> portal(std::uint32_t portal) const;
    /// For bodies of this width (diameter, m), like map_statistics.
    MapStatistics statistics(double width = 0.5, std::size_t narrowest = 10) const;
    struct Cell {
        std::vector<Vec2d> corners;  ///< counterclockwise
        std::size_t ways = 0;        ///< portals that are wide enough: 0 closed, 1 dead end, 2 passage, more crossroads
        StoreyNumber storey = 0;
    };
    std::vector<Cell> cells(double width = 0.5) const;
    struct Portal {
        Vec2d a, b;
        std::array<std::uint32_t, 2> cells;  ///< that meet there; of two storeys where people change them
        std::optional<std::uint32_t> door;   ///< that it is (part of), by its place in the list given
        bool bottleneck = false;  ///< the narrowest place around: neither end can move along its wall to shorten it
    };
    std::vector<Portal> portals() const;
    /// What `flat` looks through: key points on the portals that are wide enough, and the straight ways between those
    /// of different portals of one cell.
    struct RoadMap {
        std::vector<Vec2d> places;
        std::vector<std::array<std::uint32_t, 2>> links;  ///< places of `places`
    };
    RoadMap road_map(double width = 0.5, std::uint32_t key_points = 1) const;
    /// The abstraction tree of `hierarchical` for bodies of this width: what every member is part of. Members are the
    /// cells and then ever larger groups of them; parts come before the whole.
    std::vector<std::optional<std::uint32_t>> tree(double width = 0.5) const;
    /// Distance to the nearest wall, or `at_most`; 0 where nobody can stand.
    double clearance(Vec2d p, double at_most) const;
    /// Uniform over the part of the map with the largest area, clear of walls by the radius: the index-th of a seed.
    /// Throws InputError where hardly any place is that clear.
    Vec2d random_place(std::uint64_t seed, std::uint64_t index, double radius) const;

private:
    friend class PathFinder;
    explicit PlanningMap(std::shared_ptr<const PathGround> ground);
    std::shared_ptr<const PathGround> ground_;
};

/// Finds paths with one method for one body. Everything that method needs is built in the constructor. A copy shares
/// what was built and has working memory of its own: one for each thread.
class PathFinder {
public:
    /// Throws InputError for values out of range, or a method that cannot serve this map.
    PathFinder(const PlanningMap& map, const PathOptions& options);
    PathFinder(const PathFinder& other);
    PathFinder(PathFinder&&) noexcept;
    PathFinder& operator=(PathFinder other) noexcept;
    ~PathFinder();

    Path find(Vec2d start, Vec2d goal);
    /// The same into a path whose memory is used again.
    void find(Vec2d start, Vec2d goal, Path& path);
    /// Doors by their place in the list the map was made with. For all copies; not while one of them is looking.
    void set_door(std::uint32_t door, bool open);

    const PathOptions& options() const { return options_; }
    /// Of what this method needs besides the map.
    std::size_t memory_bytes() const;

private:
    PathOptions options_;
    std::shared_ptr<PathSearch> search_;
    std::unique_ptr<PathScratch> scratch_;
};

}  // namespace SIDESTEP_EXPORT sidestep
