// Routes over cells (chart/): by heading charts, or along the corners of the baseline. What a lone walker would do is
// the wish; avoiding others comes on top of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "chart/chart_set.h"
#include "chart/grid_path.h"
#include "chart/walk.h"
#include "sense/octet.h"
#include "sidestep/scenario.h"
#include "world/chain.h"
#include "world/world.h"

namespace sidestep {

/// Names of the routes over cells.
inline constexpr std::string_view kByCharts = "heading_chart", kAlongGrid = "grid";

class CellRoutes {
public:
    /// Behind the charts' own in the tables of these routes: s between two plans.
    static constexpr std::size_t kReplan = kChartParameterCount;

    /// Scenario and chains, one per profile, outlive this. Throws InputError for values out of range.
    CellRoutes(const Scenario& scenario, std::span<const Chain> chains, std::shared_ptr<const Map> map);

    /// Makes the charts that lead bodies of a profile to a goal, unless they are there. Throws ChartError.
    void need(std::size_t profile, double body_radius, const ChartGoal& goal, Workers& workers);
    /// Nothing for what nobody needed.
    std::optional<std::uint32_t> find(std::size_t profile, double body_radius, const ChartGoal& goal) const;
    /// A goal of the scenario, which is a point, or, for -1, the point itself.
    ChartGoal goal_of(int goal, Vec2d point) const;
    const ChartSet& charts(std::uint32_t number) const { return *sets_[number].charts; }
    /// By which this agent walks, from its own values; a slow region has its share in the speed.
    ChartValues values_of(const Self& self, const double* own, double slowed = 1) const;
    void set_threads(std::size_t threads) { scratch_.resize(std::max(scratch_.size(), threads)); }

    struct Set {
        ChartGoal goal;
        std::array<double, kTopSpeed> of;  ///< what charts depend on
        double obstacle_distance;          ///< as far as clearances are known
        bool tightest_only;                ///< for the baseline, which needs no other
        std::shared_ptr<const ChartSet> charts;
        std::vector<std::size_t> profiles;  ///< whose agents are known to arrive with the goal's heading
    };
    std::span<const Set> sets() const { return sets_; }

    /// Which charts lead one agent, and along which corners; of several goals to the nearest. Writes its memory, and
    /// its goal where it has a choice. Returns the effort in expansions. Safe from many threads for different agents;
    /// `worker` numbers the calling one.
    std::uint64_t plan(World& world, Row row, std::uint32_t step, std::size_t worker);

    /// What a walker does next.
    struct Walk {
        Vec2d velocity{};
        Vec2d way{};           ///< where it is led, relative to it
        ChartChoice choice{};  ///< speed; of charts also the rest
    };
    /// Brings its memory up to date with where it is, and walks on from there.
    Walk walk_of(const Self& self, const double* own, RouteMemory& memory, const Octet& octet, std::uint32_t lane,
                 double dt, std::uint32_t step) const;
    /// How far somebody who has a plan is from its goal, m; nothing where it was pushed to where no chart leads.
    std::optional<double> way_left(const World& world, Row row) const;
    /// Whether an agent, who may walk on, has crossed the line through its goal in this step.
    bool crossed_goal(const Self& self, const RouteMemory& memory, Vec2d at) const;
    /// Why somebody at this place has no way; `arrived` where it has one.
    WalkStatus status_at(const RouteMemory& memory, Vec2d at) const;

private:
    /// What agents of a profile have in common.
    struct Rules {
        ChartValues values{};  ///< without what is drawn
        bool derives_min_speed = true;
        bool charts = false;  ///< else the baseline
    };
    void check_heading(Set& set, std::size_t profile);
    Set key_of(std::size_t profile, double body_radius, const ChartGoal& goal) const;
    Walk along_corners(const ChartSet& charts, const ChartValues& values, RouteMemory& memory, Vec2d at, double dt,
                       std::uint32_t step) const;

    const Scenario& scenario_;
    std::shared_ptr<const Map> map_;
    std::vector<Rules> rules_;  ///< by profile
    std::vector<Set> sets_;
    std::size_t bytes_ = 0;
    std::vector<GridScratch> scratch_;  ///< by worker
};

}  // namespace sidestep
