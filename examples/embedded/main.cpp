// People in a room that the program draws itself: the core library alone, and no file.
#include <sidestep/map.h>
#include <sidestep/scenario.h>
#include <sidestep/simulation.h>

#include <cstdio>

int main() {
    // Two rooms, and a gap in the wall between them.
    sidestep::MapOutline rooms;
    rooms.floor.push_back({{{0, 0}, {10, 0}, {10, 6}, {0, 6}}, {}});
    rooms.walls = {{{5, 0}, {5, 2}}, {{5, 3.5}, {5, 6}}};

    sidestep::Scenario scenario;
    sidestep::set_map(scenario, sidestep::BuiltMap::from_outline(rooms));
    sidestep::ProfileSpec walker;
    walker.name = "walker";
    walker.avoid = {"orca"};
    walker.route = {"hierarchical"};
    scenario.profiles.push_back(walker);

    sidestep::Simulation crowd(scenario);
    for (int i = 0; i < 5; ++i) {
        crowd.add({.profile = "walker", .position = {1.0 + 0.7 * i, 1}, .goal = {9, 5}});
    }
    while (crowd.agent_count() > 0 && crowd.time() < 60) crowd.step();
    std::printf("%zu people are left after %.1f s\n", crowd.agent_count(), crowd.time());
    return crowd.agent_count() == 0 ? 0 : 1;
}
