// People in a room that the program draws itself, a player among them, and a crate that falls in their way: the core
// library alone, and no file.
#include <sidestep/map.h>
#include <sidestep/scenario.h>
#include <sidestep/simulation.h>

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    // Two rooms, and a gap in the wall between them.
    sidestep::MapOutline rooms;
    rooms.floor.push_back({{{0, 0}, {12, 0}, {12, 6}, {0, 6}}, {}});
    rooms.walls = {{{7, 0}, {7, 2}}, {{7, 4}, {7, 6}}};

    sidestep::Scenario scenario;
    sidestep::set_map(scenario, sidestep::BuiltMap::from_outline(rooms));
    sidestep::ProfileSpec walker;
    walker.name = "walker";
    walker.avoid = {"orca"};
    walker.route = {"hierarchical"};
    scenario.profiles.push_back(walker);

    sidestep::Simulation crowd(scenario);
    for (int i = 0; i < 5; ++i) {
        crowd.add({.profile = "walker", .position = {1.0 + 0.7 * i, 1}, .goal = {11, 5}});
    }
    // Everybody sees and avoids the player; where it goes is the game's business.
    const auto player = crowd.add({.profile = "walker", .position = {11, 1}, .puppet = true});

    int left = 0;
    double closest = 100;
    for (int step = 0; crowd.agent_count() > 1 && crowd.time() < 60; ++step) {
        crowd.move_puppet(player, {11 - 0.08 * (step < 80 ? step : 80), 1});
        if (step == 20) {
            const std::vector<sidestep::Vec2d> crate = {{4, 1.4}, {5, 1.4}, {5, 2.4}, {4, 2.4}};
            std::printf("a crate falls on %zu people, who step aside\n", crowd.agents_in(crate).size());
            crowd.add_obstacle(crate);
        }
        crowd.step();
        for (const sidestep::Event& event : crowd.events()) left += event.kind == sidestep::EventKind::left;
        for (const sidestep::Nearby& who : crowd.nearest_agents(crowd.find(player)->position, 2)) {
            if (crowd.handle_of(who.id) != player) closest = std::min(closest, who.distance);
        }
    }
    std::printf("%d people left; the closest came within %.2f m of the player\n", left, closest);
    std::printf("%zu people are left after %.1f s\n", crowd.agent_count() - 1, crowd.time());
    return left == 5 ? 0 : 1;
}
