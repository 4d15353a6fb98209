// What a route is to the engine: it leads agents, and may plan for them. How to add one: docs/adding_a_part.md.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/archive.h"
#include "base/drawing.h"
#include "base/parallel.h"
#include "map/map.h"
#include "sense/octet.h"
#include "sidestep/error.h"
#include "sidestep/heading_chart.h"
#include "sidestep/scenario.h"
#include "world/chain.h"
#include "world/world.h"

namespace sidestep {

/// Where the way of an agent is remembered.
using MemoryOf = std::function<RouteMemory&(const Self&)>;

/// Agents of one block that a route leads.
struct LeadBlock {
    const WorldView& world;
    std::span<Octet> octets;              ///< limits applied
    std::span<const std::uint8_t> lanes;  ///< by octet: a bit for each lane that is led by this route
    Wish* wishes;                         ///< by row
    const World* values;                  ///< parameters of the agents' parts
    const MemoryOf& memory_of;            ///< of routes that plan
    std::uint32_t step;
    bool by_row = true;  ///< others read the lead by row; else it is enough in octets whose lanes are all led here

    /// Calls `lead(octet, lane, wish)` for every agent that this route leads.
    template <class Lead>
    void for_each(const Lead& lead) const {
        for (std::size_t k = 0; k < octets.size(); ++k) {
            for (unsigned left = lanes[k]; left != 0; left &= left - 1) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
                lead(octets[k], lane, wishes[octets[k].row[lane]]);
            }
        }
    }
};

/// Velocity and way point, relative to the agent.
inline void set_lead(Wish& wish, Vec2d velocity, Vec2d way) {
    wish.vx = static_cast<float>(velocity.x);
    wish.vy = static_cast<float>(velocity.y);
    wish.way_x = static_cast<float>(way.x);
    wish.way_y = static_cast<float>(way.y);
}

/// Somebody who will be led.
struct RouteNeed {
    std::uint16_t profile = 0;
    double radius = 0;  ///< planned_radius()
    TargetSpec target{};
    int goal = -1;      ///< taken from the target
    Vec2d way_point{};  ///< to the goal
    Vec2d from{};
    std::string pointer{};       ///< of its entry in the scene; empty for what a program asks for
    bool must_have_way = false;  ///< else it stands until there is one
};

/// Of routes that plan.
inline constexpr Parameter kReplanParameter{
    .name = "replan",
    .symbol = "T_p",
    .unit = "s",
    .fallback = 5,
    .min = 0.1,
    .max = 1e6,
    .source = "chosen here",
    .meaning = "between two plans; longer ones notice later that the way has changed",
    .calibratable = false};

/// The radius that an agent is planned for: bodies of drawn sizes share searches and charts, made for the larger.
double planned_radius(const ProfileSpec& profile, double radius);
inline constexpr double kRadiusClass = 0.05;  ///< m

class RouteProvider {
public:
    virtual ~RouteProvider() = default;

    /// Writes velocity and way point of the wishes of its agents, and of no others; those without a way stand.
    virtual void lead(const LeadBlock& block) const noexcept = 0;

    /// Whether its agents remember a way and are planned for.
    virtual bool plans() const { return false; }
    /// Plans for one agent and writes its memory, and its goal where it has a choice. Returns the effort in expansions.
    /// Safe from many threads for different agents; `worker` numbers the calling one.
    virtual std::uint64_t plan(World&, Row, std::uint32_t /*step*/, std::size_t /*worker*/) { return 0; }

    /// What those of the scene's sources will need, made before anybody comes. Throws InputError.
    virtual void prepare_sources() {}
    /// What an agent needs, made where nobody needed it before, and its first memory. Throws InputError.
    virtual void need(const RouteNeed&, RouteMemory&) {}

    /// How far an agent has to go, along its way where it has one; m. Safe from many threads between stages.
    virtual double way_left(const World& world, Row row) const {
        const Place p = world.now.place[row];
        const Self& self = world.now.self[row];
        return norm(Vec2d{self.goal_x - p.x, self.goal_y - p.y});
    }

    /// Unit vector in which the way of an agent goes on from its way point; zero where it ends there.
    virtual Vec2d beyond(const RouteMemory&, Vec2d /*way_point*/, double /*radius*/) const { return {}; }

    /// Whether agents may have arrived otherwise than by being near their goal, and whether one has in this step.
    virtual bool judges_arrival() const { return false; }
    virtual bool has_arrived(const World&, Row) const { return false; }
    /// Why somebody has no way, in words; empty for those who have one.
    virtual std::string why_not(const World&, Row) const { return {}; }
    /// Draws how an agent is led: `before` is its memory before the step, `after` what leading it made of that.
    virtual void draw(const WorldView&, const World&, const Octet&, const RouteMemory& /*before*/,
                      const RouteMemory& /*after*/, Drawing&) const {}

    virtual void set_door(std::uint32_t /*door*/, bool /*open*/) {}
    /// Whether a door that was just moved gives somebody reason to plan again.
    virtual bool concerns(std::uint32_t /*door*/, bool /*open*/, const RouteMemory&) const { return false; }
    virtual void set_threads(std::size_t) {}

    /// What agents' memories refer to by number, into a snapshot, and made again from one. Throws InputError.
    virtual void save(ArchiveWriter&) const {}
    virtual void load(ArchiveReader&) {}
    /// A memory of the snapshot loaded last, with the numbers of this run; false where it refers to nothing.
    virtual bool adopt(RouteMemory&) const { return true; }
    /// Heading charts it leads by.
    virtual std::vector<GoalCharts> charts() const { return {}; }
};

/// What routes of a run are made from; all of it outlives them.
struct RouteContext {
    const Scenario& scenario;
    const Map& map;  ///< doors open and close
    std::span<const Chain> chains;
    Workers& workers;
};

/// What those who plan say of a scene with periodic axes.
InputError periodic_axes(const Scenario& scenario);

/// A route of the catalogue. Those with the same `make` share one provider in a run.
struct RoutePart {
    PartInfo info;
    /// Null where nothing is in the way, so that everybody may walk straight. Throws InputError.
    std::unique_ptr<RouteProvider> (*make)(const RouteContext&);
};

}  // namespace sidestep
