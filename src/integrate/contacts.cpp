#include "integrate/contacts.h"

#include <algorithm>
#include <span>

#include "integrate/move.h"
#include "integrate/walls.h"
#include "sense/overlap.h"

namespace sidestep {

namespace {

constexpr int kRounds = 4;
constexpr std::size_t kRowsPerBlock = 512;
constexpr double kLeastPush = 1e-6;  // m

}  // namespace

ContactReport ContactProjection::project(World& world, const Map& map, Vec2d periodic, const CellOrder& cells,
                                         double moved, float dt, Workers& workers) {
    const std::size_t n = world.size();
    const std::size_t blocks = (n + kRowsPerBlock - 1) / kRowsPerBlock;
    push_.resize(n);
    pushed_.assign(n, 0);
    scratch_.resize(std::max(scratch_.size(), static_cast<std::size_t>(workers.threads())));
    depth_.resize(n);
    block_farthest_.assign(blocks, 0);
    float widest = 0;
    for (const Motion& m : world.now.motion) widest = std::max(widest, m.radius);

    ContactReport total;
    for (int round = 0; round < kRounds; ++round) {
        workers.for_each(blocks, [&](std::size_t block) {
            auto& [ranges, touching] = scratch_[static_cast<std::size_t>(workers.worker())];
            const std::size_t end = std::min(n, (block + 1) * kRowsPerBlock);
            double farthest = 0;
            for (std::size_t row = block * kRowsPerBlock; row < end; ++row) {
                const Place p = world.now.place[row];
                const float radius = world.now.motion[row].radius;
                const auto reach = static_cast<float>(radius + widest + 2 * moved + 0.01);
                const Vec2f at{static_cast<float>(p.x - cells.origin().x), static_cast<float>(p.y - cells.origin().y)};
                ranges.resize(cells.most_ranges() + 1);
                const int found =
                    cells.rows_in({at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}, ranges.data());
                touching.clear();
                for (const RowRange& r : std::span(ranges.data(), static_cast<std::size_t>(found))) {
                    for (Row other = r.begin; other < r.end; ++other) {
                        if (other == row) continue;
                        const Place q = world.now.place[other];
                        const Vec2d away{wrapped_difference(q.x, p.x, periodic.x),
                                         wrapped_difference(q.y, p.y, periodic.y)};
                        const double both = static_cast<double>(radius) + world.now.motion[other].radius;
                        const double d2 = norm_squared(away);
                        if (d2 >= both * both) continue;
                        const bool gives_way = (world.now.self[other].flags & flag::puppet) == 0;
                        touching.push_back(
                            {world.now.motion[other].id, away, both - norm(away), gives_way ? 0.5 : 1.0});
                    }
                }
                // Summed in order of id: rows have no order of their own.
                std::sort(touching.begin(), touching.end(),
                          [](const Touching& a, const Touching& b) { return a.id < b.id; });
                Vec2d push{};
                double depth = 0;
                for (const Touching& t : touching) {
                    depth = std::max(depth, t.depth);
                    const double d = norm(t.away);
                    // In exactly one place: part along x, the later id to the right.
                    const Vec2d direction =
                        d > 1e-9 ? t.away / d : Vec2d{world.now.motion[row].id > t.id ? 1.0 : -1.0, 0.0};
                    push += direction * (t.share * t.depth);
                }
                if ((world.now.self[row].flags & flag::puppet) != 0) push = {};
                // What cannot be seen is left alone, whoever else is pushed elsewhere.
                const double way = norm(push);
                push_[row] = way < kLeastPush ? Push{0, 0} : Push{push.x, push.y};
                if (way >= kLeastPush) farthest = std::max(farthest, way);
                if (round == 0) depth_[row] = depth;
            }
            block_farthest_[block] = farthest;
        });
        if (round == 0) {
            // Apart from the search, which reads the others' flags.
            for (std::size_t row = 0; row < n; ++row) {
                note_overlap(world.now.self[row], static_cast<float>(depth_[row]), flag::overlapping);
            }
        }
        const double farthest = n > 0 ? *std::max_element(block_farthest_.begin(), block_farthest_.end()) : 0;
        if (farthest == 0) break;
        moved += farthest;
        workers.for_each(blocks, [&](std::size_t block) {
            const std::size_t end = std::min(n, (block + 1) * kRowsPerBlock);
            for (std::size_t row = block * kRowsPerBlock; row < end; ++row) {
                if (push_[row].x == 0 && push_[row].y == 0) continue;
                Place& p = world.now.place[row];
                const Vec2d from{p.x, p.y};
                Vec2d to = from + Vec2d{push_[row].x, push_[row].y};
                if (!map.empty()) to = move_along_walls(map, from, to, world.now.motion[row].radius).to;
                pushed_[row] = 1;
                // What was pushed is part of the motion.
                world.now.motion[row].vx += static_cast<float>((to.x - from.x) / dt);
                world.now.motion[row].vy += static_cast<float>((to.y - from.y) / dt);
                p = {to.x, to.y};
                wrap(p, world.now.self[row], periodic);
            }
        });
    }
    for (std::size_t row = 0; row < n; ++row) {
        if (pushed_[row] == 0) continue;
        const Motion& m = world.now.motion[row];
        total.speed_outliers += is_speed_outlier({m.vx, m.vy}, world.wishes[row].max_speed);
    }
    return total;
}

}  // namespace sidestep
