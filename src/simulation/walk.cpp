// A run whose motion is kept in memory, for those who measure it at once.
#include <map>

#include "sidestep/simulation.h"

namespace sidestep {

Walked walk(Scenario scenario, int threads) {
    Simulation simulation(std::move(scenario), threads);
    Walked walked;
    walked.trajectory.info = simulation.trajectory_info();
    // Time is counted in steps here, whatever the scene records.
    walked.trajectory.info.fps = 1 / simulation.scenario().dt;
    struct Walker {
        Track track;
        float radius = 0;
        std::uint16_t profile = 0;
        bool done = false;
    };
    std::map<AgentId, Walker> walkers;
    for (;;) {
        for (const AgentState& agent : simulation.agents()) {
            Walker& walker = walkers[agent.id];
            if (walker.done) continue;
            walker.track.id = agent.id;
            walker.track.frame.push_back(static_cast<std::uint32_t>(simulation.steps()));
            walker.track.position.push_back(agent.position);
            walker.track.heading.push_back(agent.heading);
            walker.radius = agent.radius;
            walker.profile = agent.profile;
            walker.done = agent.arrived;
        }
        if (simulation.finished()) break;
        simulation.step();
    }
    walked.summary = simulation.summary();
    walked.arrived = walked.summary.agents_created - walked.summary.health.never_arrived;
    for (auto& [id, walker] : walkers) {
        walked.trajectory.tracks.push_back(std::move(walker.track));
        walked.trajectory.agents.push_back(
            {.id = id, .radius = walker.radius, .profile = simulation.scenario().profiles[walker.profile].name});
    }
    return walked;
}

}  // namespace sidestep
