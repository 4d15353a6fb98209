// Who stands because it is not to walk: before its start, or at its last goal.
#include <algorithm>

#include "simulation/engine.h"

namespace sidestep {

bool Simulation::Engine::waits(Row row) const {
    const Self& self = world.now.self[row];
    if ((self.flags & flag::puppet) != 0) return false;
    // As limits have it in the next step.
    return (self.flags & flag::arrived) != 0 || static_cast<float>(time_at(steps, 0)) < self.start_time;
}

void Simulation::Engine::goes_on(Row row) {
    Self& self = world.now.self[row];
    if ((self.flags & flag::puppet) != 0) return;
    const bool waited = waits(row);
    self.flags = static_cast<std::uint8_t>(self.flags & ~flag::arrived);
    if (waited && !waits(row)) tell(EventKind::walks, row, {});
}

void Simulation::Engine::find_starters() {
    starters.clear();
    for (Row row = 0; row < world.size(); ++row) {
        const Self& self = world.now.self[row];
        if (static_cast<float>(time_at(steps, 0)) < self.start_time) {
            starters.emplace_back(self.start_time, world.now.motion[row].id);
        }
    }
    std::sort(starters.begin(), starters.end(), [](const auto& a, const auto& b) { return b < a; });
}

void Simulation::Engine::tell_who_starts() {
    if (starters.empty()) return;
    const auto now = static_cast<float>(time_at(steps, 0));
    std::vector<AgentId> ids;
    for (; !starters.empty() && starters.back().first <= now; starters.pop_back())
        ids.push_back(starters.back().second);
    std::sort(ids.begin(), ids.end());
    for (const AgentId id : ids) {
        const auto row = world.row_of(world.handle_of(id));
        // Who was made a puppet, or stood at its goal from the beginning, does not set out.
        if (row && (world.now.self[*row].flags & (flag::puppet | flag::arrived)) == 0) tell(EventKind::walks, *row, {});
    }
}

}  // namespace sidestep
