// Who gets on. Speeds do not tell: a crowd that trembles or swings before a door is as stuck as one that stands. So the
// way left is looked at every two seconds, which costs little and is often enough for somebody who walks.
#include <algorithm>
#include <cmath>

#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr std::size_t kRowsPerBlock = 1024;

}  // namespace

bool Simulation::Engine::is_stuck(Row row) const {
    const Self& self = world.now.self[row];
    return (self.flags & flag::arrived) == 0 && headway[self.slot].is_stuck();
}

std::uint32_t Simulation::Engine::looks_until(std::uint64_t steps_done) const {
    // Relative, so that times that are rounded down are not looked at a step late.
    return static_cast<std::uint32_t>(std::min(time_at(steps_done, 0) / kLookEvery * (1 + 1e-12), 4e9));
}

void Simulation::Engine::look_for_headway() {
    const std::uint32_t now = looks_until(steps + 1);
    if (now == looks) return;
    const std::uint32_t before = std::exchange(looks, now);
    const StageTimer timer(times, Stage::arrive);
    newly_stuck.resize((world.size() + kRowsPerBlock - 1) / kRowsPerBlock);
    workers.for_each(newly_stuck.size(), [&](std::size_t block) {
        newly_stuck[block].clear();
        const std::size_t end = std::min(world.size(), (block + 1) * kRowsPerBlock);
        for (std::size_t i = block * kRowsPerBlock; i < end; ++i) {
            const auto row = static_cast<Row>(i);
            const Self& self = world.now.self[row];
            Headway& h = headway[self.slot];
            const bool in_queue = self.slot < queues.waits.size() && queues.waits[self.slot] != 0;
            // Who follows somebody gets on when that one does.
            if ((self.flags & (flag::arrived | flag::led)) != 0 || (world.wishes[row].flags & wish::waits) != 0 ||
                in_queue) {
                h.forget();
            } else if (h.look(route_of(self).way_left(world, row), self.pref_speed, now - before)) {
                newly_stuck[block].push_back({world.now.motion[row].id, row});
            }
        }
    });
    count_impatient();
    std::vector<MoveReport::Told> told;
    for (const auto& rows : newly_stuck) told.insert(told.end(), rows.begin(), rows.end());
    std::sort(told.begin(), told.end());
    for (const MoveReport::Told& one : told) tell(EventKind::stuck, one.row, {});
}

void Simulation::Engine::count_impatient() {
    impatient = 0;
    if (scenario.deadlocks != Deadlocks::yield) return;
    for (const Self& self : world.now.self) impatient += headway[self.slot].has_lost_patience();
}

}  // namespace sidestep
