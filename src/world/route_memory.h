// What an agent remembers of its way: the portals or corners ahead, when it was planned and what came of it.
#pragma once

#include <cstdint>
#include <vector>

#include "sidestep/path.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// What somebody who walks over cells (chart/) remembers of its walk.
struct WalkMemory {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::uint32_t charts = kNone;  ///< which of the engine's sets leads it
    double body_radius = 0;        ///< m, of its charts: its own, or the next larger that others share
    double from_start = 0;         ///< m walked since it last stood, and the way to the speed it began with
    Vec2d heading{};               ///< unit vector: inertia goes on from here
    Vec2d last{};                  ///< where it was one step ago
    double left = 0;               ///< m to the goal one step ago; 0: not known
    double astray = 0;             ///< m walked that have not led nearer to the goal

    /// Somebody else has moved it here.
    void put(Vec2d place) {
        last = place;
        left = 0;
    }
};

struct RouteMemory {
    static constexpr std::uint32_t kNever = UINT32_MAX;
    static constexpr std::uint32_t kNowhere = UINT32_MAX;  ///< no cell, as kNoCell of the subdivision

    /// One of the goals it may choose from: the first point to walk to, the length of the way, the goal.
    struct Candidate {
        Vec2d way_point{};
        float cost = 0;  ///< m to go
        std::int32_t goal = -1;
    };
    static constexpr std::size_t kMostCandidates = 4;

    std::vector<std::uint32_t> portals;  ///< of the last plan, in order
    std::vector<Vec2d> corners;          ///< instead of portals: of a way over the grid
    std::uint32_t next = 0;              ///< the first not crossed or reached yet
    std::uint32_t cell = kNowhere;       ///< where it should be: the cell before portals[next]
    std::uint32_t due = 0;               ///< step in which it wants to be planned for
    std::uint32_t planned = kNever;      ///< step of the last plan; never: it has none yet
    Vec2d target{};                      ///< end of the planned way: the goal, or a clear place beside or inside it
    Vec2d lane{};                        ///< where it wants to enter the region of `lane_goal`
    std::int16_t lane_goal = -1;         ///< none: it has not chosen yet
    PathStatus status = PathStatus::found;
    std::uint32_t charge = 64;  ///< expansions that its next plan is charged: those of its last one
    std::int32_t any = -1;      ///< the choice of goals its present goal was taken from
    bool closed_door = false;   ///< there would be a way, but for a closed door
    bool off_path = false;      ///< was pushed to where its plan does not lead; waits for another
    std::uint8_t search = 0;    ///< which of the engine's searches plans for it
    std::uint8_t candidate_count = 0;
    Candidate candidate[kMostCandidates];  ///< the nearest first
    WalkMemory walk;                       ///< of those who walk over cells

    /// Takes in a way that was found; the cheapest are kept, in order.
    void offer(const Candidate& way);
    bool has_plan() const { return planned != kNever && status == PathStatus::found; }
    /// Wants a plan in this step at the latest.
    void want(std::uint32_t step) { due = step < due ? step : due; }
    std::uint64_t hash() const;
};

/// The index of a goal, or -1, in the sixteen bits that hashes have always had for it; what does not fit comes behind.
inline std::uint16_t low_bits_of_goal(std::int32_t goal) {
    return static_cast<std::uint16_t>(goal);
}
inline bool has_high_bits(std::int32_t goal) {
    return goal > INT16_MAX;
}

}  // namespace sidestep
