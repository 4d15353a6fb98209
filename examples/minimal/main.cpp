// Simulates a scene file and prints where everybody is, once per simulated second.
#include <sidestep/error.h>
#include <sidestep/scene.h>
#include <sidestep/simulation.h>

#include <cstdio>

namespace {

void print_walk(const char* scene) {
    sidestep::Simulation crowd(sidestep::load_scene(scene));
    while (!crowd.finished()) {
        crowd.step();
        if (crowd.steps() % 10 != 0) continue;
        for (const sidestep::AgentState& agent : crowd.agents()) {
            std::printf("%.1f s: agent %u at %.2f, %.2f\n", crowd.time(), agent.id, agent.position.x, agent.position.y);
        }
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: %s SCENE.json\n", count > 0 ? words[0] : "minimal");
        return 2;
    }
    try {
        print_walk(words[1]);
    } catch (const sidestep::InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
