// Simulates a scene file and prints where everybody is, once per simulated second.
#include <sidestep/simulation.h>

#include <cstdio>

int main(int, char** argv) {
    sidestep::Simulation crowd(sidestep::load_scene(argv[1]));
    while (!crowd.finished()) {
        crowd.step();
        if (crowd.steps() % 10 != 0) continue;
        for (const sidestep::AgentState& agent : crowd.agents()) {
            std::printf("%.1f s: agent %u at %.2f, %.2f\n", crowd.time(), agent.id, agent.position.x, agent.position.y);
        }
    }
}
