// Who gives way in a jam: a stage of its own between intents and local models, and again after these. Only those take
// part who have not got nearer for some seconds and see nobody beside them who does, so that it costs nothing where
// people get on, and a queue that moves is left alone.
//
// People of a jam take turns. Of two who are in each other's way one goes on and the other steps aside: of those who
// walk the same way the nearer to the goal goes first, give or take a step that is drawn, of those who meet the one of
// higher rank; both are drawn anew every few seconds. Both people see the same, so they agree, and it needs neither
// memory nor an order of who is asked first. Whoever stands behind others who walk the same way takes no part in that,
// but keeps a little off them, so that those in front have room to step back.
//
// How somebody steps is not left to its model: several find no velocity at all where bodies touch. Who has no room to
// step does as its model says.
#include "simulation/yielding.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "simulation/engine.h"
#include "simulation/look_around.h"

namespace sidestep {

namespace {

constexpr double kTurn = 3;           // s that a rank holds
constexpr double kReach = 0.4;        // m between bodies: nearer ones are in each other's way
constexpr double kNearby = 0.8;       // m between bodies: nobody looks farther
constexpr double kPressing = 0.08;    // m between bodies: behind somebody this near one steps back
constexpr double kAside = 0.5;        // m/s, when making room
constexpr double kBack = 0.2;         // m/s, behind others
constexpr double kColumn = 0.5;       // cosine: so straight ahead is somebody one stands behind
constexpr double kBehind = 0.2;       // m nearer to the goal: so far before one is somebody one stands behind
constexpr double kAhead = 0.3;        // cosine: whoever gets on so far ahead shows that the queue moves
constexpr double kGetsOn = 0.3;       // m/s
constexpr double kBeside = -0.3;      // cosine: whoever is farther behind does not matter
constexpr double kStop = 0.3;         // s: one steps no faster than to stop before others in this time
constexpr double kTouching = 0.02;    // m between bodies: along these one slides
constexpr double kStanding = 0.1;     // m/s: whose model decides on less, stands though it is its turn
constexpr double kHardly = 0.2;       // share of a step that is not worth it
constexpr double kTakeOrLeave = 0.4;  // m nearer to the goal that decide nothing
constexpr double kRightHanded = 0.8;  // share of turns in which people step to the right

/// What somebody's turn is drawn from. Turns of different people begin at different times: a crowd does not move in
/// step.
struct Turn {
    std::uint64_t rank;
    double step;  ///< m
    bool right;
    Turn(std::uint64_t seed, AgentId id, double time) {
        const double phase = random_unit(seed, id, 0, Purpose::turn);
        const auto number = static_cast<std::uint64_t>(time / kTurn + phase) + 1;
        rank = random_bits(seed, id, 2 * number, Purpose::turn);
        step = kTakeOrLeave * static_cast<double>(rank >> 11) * 0x1p-53;
        right = random_unit(seed, id, 2 * number + 1, Purpose::turn) < kRightHanded;
    }
};

bool walk_the_same_way(const Self& a, Vec2d at_a, const Self& b, Vec2d at_b) {
    if (a.goal >= 0 && a.goal == b.goal) return true;
    return dot(Vec2d{a.goal_x, a.goal_y} - at_a, Vec2d{b.goal_x, b.goal_y} - at_b) > 0;
}

/// A step that runs into nobody: along the one who is most in the way one slides, before others one stops. Nothing
/// where hardly anything of it is left.
Vec2d without_running_into(const WorldView& frozen, const CellOrder& cells, std::vector<RowRange>& ranges, Row row,
                           Vec2d step) {
    double most = 0;
    AgentId blocking = 0;
    Vec2d off{};
    look_around(frozen, cells, ranges, row, kNearby, [&](const Seen& seen) {
        const double approach = dot(step, seen.towards);
        const AgentId id = frozen.motion[seen.row].id;
        if (seen.gap > kTouching || approach < most || (approach == most && id <= blocking)) return;
        most = approach, blocking = id, off = seen.towards * approach;
    });
    step = step - off;
    double share = 1;
    look_around(frozen, cells, ranges, row, kNearby, [&](const Seen& seen) {
        const double approach = dot(step, seen.towards);
        if (approach > 1e-9 && approach * kStop > seen.gap) {
            share = std::min(share, std::max(0.0, seen.gap) / (approach * kStop));
        }
    });
    return share < kHardly ? Vec2d{} : step * share;
}

}  // namespace

std::uint64_t Simulation::Engine::give_way(const WorldView& frozen, const CellOrder& cells, Wish* wishes,
                                           BlockScratch& block) const {
    std::uint64_t yielding = 0;
    for (const Octet& g : block.octets) {
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const Row row = g.row[lane];
            const Self& self = frozen.self[row];
            if (!headway[self.slot].has_lost_patience()) continue;
            Wish& wish = wishes[row];
            const double wished = norm(Vec2d{wish.vx, wish.vy});
            if ((wish.flags & wish::waits) != 0 || !(wished > 0)) continue;
            const Vec2d ahead = Vec2d{wish.vx, wish.vy} / wished;
            const Vec2d at{frozen.place[row].x, frozen.place[row].y};
            const Turn own(frozen.seed, g.id[lane], frozen.time);

            // The one to make room for: chosen, not summed, since rows have no order.
            double first_lead = 0;
            std::uint64_t rank = own.rank;
            AgentId first = g.id[lane];
            Vec2d first_way{};
            double first_gap = 0;
            bool first_opposes = false, met = false, in_column = false, queue_moves = false;
            double column_gap = kNearby;
            look_around(frozen, cells, block.ranges, row, kNearby, [&](const Seen& seen) {
                const Self& them = frozen.self[seen.row];
                if ((them.flags & flag::arrived) != 0) return;
                const double facing = dot(seen.towards, ahead);
                const Vec2d there{frozen.place[seen.row].x, frozen.place[seen.row].y};
                const bool same_way = walk_the_same_way(self, at, them, there);
                const bool waited = headway[them.slot].has_lost_patience();
                const Motion& m = frozen.motion[seen.row];
                const bool gets_on = !waited || m.vx * ahead.x + m.vy * ahead.y > kGetsOn;
                if (same_way && gets_on && facing > kAhead) queue_moves = true;
                if (seen.gap > kReach || facing < kBeside) return;
                const double nearer = headway[them.slot].lead_over(headway[self.slot]);
                if (same_way && facing > kColumn && nearer > kBehind) {
                    in_column = true;
                    column_gap = std::min(column_gap, seen.gap);
                    return;
                }
                met |= !same_way;
                if (!waited) return;
                const AgentId id = frozen.motion[seen.row].id;
                const Turn theirs(frozen.seed, id, frozen.time);
                if (same_way) {
                    const double lead = nearer + theirs.step - own.step;
                    if (first_opposes || lead < first_lead || (lead == first_lead && id <= first)) return;
                    first_lead = lead;
                } else {
                    if (theirs.rank < rank || (theirs.rank == rank && id <= first)) return;
                    rank = theirs.rank;
                    first_opposes = true;
                }
                first = id, first_way = seen.towards, first_gap = seen.gap;
            });
            if (queue_moves) continue;

            Vec2d step{};
            if (in_column) {
                if (column_gap >= kPressing / 2) continue;
                step = ahead * (-kBack * std::min(1.0, (kPressing - column_gap) / kPressing));
            } else if (first != g.id[lane]) {
                const Vec2d right{ahead.y, -ahead.x};
                const Vec2d side = own.right ? right : right * -1.0;
                const Vec2d way = unit((first_opposes ? side : Vec2d{}) - first_way - ahead * 0.5);
                step = way * (kAside * std::clamp((kReach - first_gap) / kReach, 0.0, 1.0));
            } else if (met) {
                wish.flags |= wish::has_turn;
                continue;
            } else {
                step = ahead * std::min(kAside, wished);
            }
            const bool gives_way = in_column || first != g.id[lane];
            const Vec2d limited = without_running_into(frozen, cells, block.ranges, row, step);
            if (limited == Vec2d{}) continue;
            yielding += gives_way;
            wish.flags |= wish::yields;
            wish.vx = static_cast<float>(limited.x);
            wish.vy = static_cast<float>(limited.y);
        }
    }
    return yielding;
}

void Simulation::Engine::step_aside(const WorldView& frozen, BlockScratch& block) {
    for (const Octet& g : block.octets) {
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const Row row = g.row[lane];
            const Wish& wish = world.wishes[row];
            if ((wish.flags & (wish::yields | wish::has_turn)) == 0) continue;
            Decision& decision = world.decisions[row];
            Vec2d step{wish.vx, wish.vy};
            if ((wish.flags & wish::has_turn) != 0) {
                if (norm(Vec2d{decision.vx, decision.vy}) > kStanding) continue;
                step = step * std::min(1.0, kAside / norm(step));
                step = without_running_into(frozen, order, block.ranges, row, step);
                if (step == Vec2d{}) continue;
            }
            // It goes on looking where it wants to go.
            decision = {static_cast<float>(step.x), static_cast<float>(step.y), g.heading_x[lane], g.heading_y[lane]};
        }
    }
}

}  // namespace sidestep
