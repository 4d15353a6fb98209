// Who gives way in a jam. A stage of its own after routes and intents, for any local model: it changes what people want
// and leaves to their models how they get there. Only those take part who have not got nearer for some seconds, so that
// nobody else notices, and it costs nothing where everybody gets on.
//
// People of a jam take turns. Each has a rank that is drawn anew every few seconds; of two who are in each other's way
// the one with the lower rank makes room and the other goes on. Both see the same ranks, so they agree, and it needs
// neither memory nor an order of who is asked first. Whoever stands in a column behind others who walk the same way
// waits for them and steps back with them: the jam is resolved at its head.
#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr double kTurn = 3;           // s that a rank holds
constexpr double kReach = 0.4;        // m between bodies: nearer ones are in each other's way
constexpr double kPressing = 0.1;     // m between bodies: behind somebody this near one stops pushing
constexpr double kYieldSpeed = 0.5;   // of the preferred speed, when making room
constexpr double kColumn = 0.8;       // cosine: so straight ahead is somebody one stands behind
constexpr double kBeside = -0.3;      // cosine: whoever is farther behind does not matter
constexpr double kGoesBack = -0.05;   // m/s
constexpr double kRightHanded = 0.8;  // share of turns in which people step to the right

/// What somebody's turn is drawn from. Turns of different people begin at different times: a crowd does not move in
/// step.
struct Turn {
    std::uint64_t rank;
    bool right;
    Turn(std::uint64_t seed, AgentId id, double time) {
        const double phase = random_unit(seed, id, 0, Purpose::turn);
        const auto number = static_cast<std::uint64_t>(time / kTurn + phase) + 1;
        rank = random_bits(seed, id, 2 * number, Purpose::turn);
        right = random_unit(seed, id, 2 * number + 1, Purpose::turn) < kRightHanded;
    }
};

bool walk_the_same_way(const Self& a, Vec2d at_a, const Self& b, Vec2d at_b) {
    if (a.goal >= 0 && a.goal == b.goal) return true;
    return dot(Vec2d{a.goal_x, a.goal_y} - at_a, Vec2d{b.goal_x, b.goal_y} - at_b) > 0;
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
            const double radius = frozen.motion[row].radius;
            const Turn own(frozen.seed, g.id[lane], frozen.time);

            // The one to make room for, and whether it comes from ahead. Chosen, not summed: rows have no order.
            std::uint64_t first_rank = own.rank;
            AgentId first_id = g.id[lane];
            Vec2d first_way{};
            double first_gap = 0;
            bool first_opposes = false;
            bool in_column = false, pressed_back = false;
            double column_gap = kReach;

            const auto reach = static_cast<float>(radius + frozen.widest + kReach + 0.01);
            const Vec2f centre{static_cast<float>(at.x - cells.origin().x),
                               static_cast<float>(at.y - cells.origin().y)};
            block.ranges.resize(std::max(block.ranges.size(), cells.most_ranges() + 1));
            const int found = cells.rows_in({centre.x - reach, centre.y - reach}, {centre.x + reach, centre.y + reach},
                                            block.ranges.data());
            for (int k = 0; k < found; ++k) {
                const RowRange range = block.ranges[static_cast<std::size_t>(k)];
                for (Row other = range.begin; other < range.end; ++other) {
                    const Self& them = frozen.self[other];
                    if (other == row || (them.flags & flag::arrived) != 0) continue;
                    const Vec2d there{frozen.place[other].x, frozen.place[other].y};
                    const Vec2d to{-wrapped_difference(at.x, there.x, frozen.periodic.x),
                                   -wrapped_difference(at.y, there.y, frozen.periodic.y)};
                    const double distance = norm(to), gap = distance - radius - frozen.motion[other].radius;
                    if (gap > kReach || !(distance > 0)) continue;
                    const double facing = dot(to, ahead) / distance;
                    if (facing < kBeside) continue;
                    const bool same_way = walk_the_same_way(self, at, them, there);
                    const Motion& m = frozen.motion[other];
                    if (same_way && facing > kColumn) {
                        in_column = true;
                        column_gap = std::min(column_gap, gap);
                        pressed_back |= gap < kPressing && m.vx * ahead.x + m.vy * ahead.y < kGoesBack;
                        continue;
                    }
                    if (!headway[them.slot].has_lost_patience()) continue;
                    const Turn theirs(frozen.seed, m.id, frozen.time);
                    if (theirs.rank < first_rank || (theirs.rank == first_rank && m.id <= first_id)) continue;
                    first_rank = theirs.rank, first_id = m.id, first_way = to / distance, first_gap = gap;
                    first_opposes = !same_way;
                }
            }

            Vec2d aside{};
            double speed = 0;
            if (pressed_back) {
                aside = ahead * -1.0;
                speed = kYieldSpeed;
            } else if (in_column) {
                if (column_gap >= kPressing) continue;  // it closes up, but does not push
                aside = ahead;
                speed = 0.1;
            } else if (first_id != g.id[lane]) {
                const Vec2d right{ahead.y, -ahead.x};
                const Vec2d side = own.right ? right : right * -1.0;
                aside = unit((first_opposes ? side : Vec2d{}) - first_way - ahead * 0.5);
                speed = kYieldSpeed * std::clamp((kReach - first_gap) / kReach, 0.0, 1.0);
            } else {
                continue;
            }
            ++yielding;
            const double pref = std::min(wished, static_cast<double>(self.pref_speed)) * speed;
            wish.vx = static_cast<float>(aside.x * pref);
            wish.vy = static_cast<float>(aside.y * pref);
        }
    }
    return yielding;
}

}  // namespace sidestep
