// Plans the ways of agents: which search serves which body, where a goal can be reached, which of several goals is
// nearest by the way to walk.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "map/map.h"
#include "path/search.h"
#include "route/follow.h"
#include "route/threshold.h"
#include "sidestep/scenario.h"
#include "world/world.h"

namespace sidestep {

class RoutePlanner {
public:
    /// `map` and `scenario` outlive this; doors of the map may open and close.
    RoutePlanner(const Scenario& scenario, const Map& map, std::shared_ptr<const PathGround> ground);

    /// Number of the search for these bodies, made where nobody needed it before. Throws InputError where there are too
    /// many.
    std::uint8_t search_for(const PathOptions& options);
    std::size_t searches() const { return searches_.size(); }
    const PathOptions& search(std::size_t number) const { return searches_[number].options; }
    void set_door(std::uint32_t door, bool open);
    void set_threads(std::size_t threads);

    const PortalGround& ground() const { return ground_; }

    struct Wants {
        double replan;  ///< s until the next plan, about
        double spread;  ///< how much longer a way to a region may be than the shortest, so that all of it is used
    };
    /// As RouteProvider::plan.
    std::uint64_t plan(World& world, Row row, std::uint32_t step, Wants wants, std::size_t worker);

    /// Whether the rest of a way leads through a door.
    bool leads_through(const RouteMemory& memory, std::uint32_t door) const;
    /// Doors among `closed` that somebody at `from` could open a new part of the map with.
    std::vector<std::uint32_t> doors_in_the_way(Vec2d from, const std::vector<bool>& closed) const;

private:
    struct Search {
        PathOptions options;
        std::unique_ptr<PathSearch> paths;
        std::vector<std::unique_ptr<PathScratch>> scratch;  ///< by worker
    };
    /// A place of a region where people can stand, with its distance from walls.
    struct Foothold {
        Vec2d at;
        double clearance;
    };

    bool fits(Vec2d at, double radius) const;
    Vec2d target_in(std::size_t goal, Vec2d from, double radius) const;
    /// From the way to a region to one that is as short as it can be, and from that to where this agent enters it: at
    /// `fraction` of the border that is not farther than `spread` allows. `way` is replaced. Returns the effort.
    std::uint64_t choose_lane(std::size_t goal, Vec2d at, double spread, double fraction, Search& search,
                              std::size_t worker, Path& way);
    std::uint32_t first_cell(Vec2d start, std::span<const std::uint32_t> portals, Vec2d end) const;

    const Scenario& scenario_;
    const Map& map_;
    std::shared_ptr<const PathGround> paths_ground_;
    PortalGround ground_;
    std::vector<Search> searches_;
    std::vector<bool> door_open_;
    std::vector<std::vector<Foothold>> footholds_;  ///< by goal
    std::vector<Threshold> thresholds_;             ///< by goal
    std::vector<Path> path_, best_;                 ///< by worker
};

}  // namespace sidestep
