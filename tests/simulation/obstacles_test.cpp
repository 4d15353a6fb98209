// Walls and obstacles that come and go while people walk.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sidestep/error.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::box;
using test::profile;
using test::put;
using test::run_steps;
using test::scene;
using test::to_point;

/// A room with people on their way from left to right.
Scenario room(std::string_view route, int people = 12) {
    ProfileSpec walker = profile("walker", "orca");
    walker.route.name = route;
    Scenario s = scene(std::move(walker), 60);
    s.map.wkt = "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0))";
    for (int i = 0; i < people; ++i) {
        const double y = 0.8 + 0.75 * i;
        put(s, {2, y}, to_point({18, y}));
    }
    return s;
}

const std::vector<Vec2d> kBar = {{9, 2}, {10, 2}, {10, 10}, {9, 10}};  ///< leaves a way at the bottom

/// Least distance of a body's border from the bar.
double clearance(const Simulation& s) {
    double least = 1e9;
    for (const AgentState& a : s.agents()) {
        const double dx = std::max({9 - a.position.x, 0.0, a.position.x - 10}), dy = std::max(0.0, 2 - a.position.y);
        least = std::min(least, std::hypot(dx, dy) - a.radius);
    }
    return least;
}

TEST(Obstacles, ArePlannedAround) {
    for (const std::string_view route : {"hierarchical", "flat", "corner", "exact", "heading_chart", "grid"}) {
        Simulation s(room(route, 4));
        run_steps(s, 20);
        s.add_obstacle(kBar);
        for (int i = 0; i < 580 && !s.finished(); ++i) {
            s.step();
            ASSERT_GE(clearance(s), -1e-4) << route;
        }
        EXPECT_TRUE(s.finished()) << route << ": all arrive";
        EXPECT_EQ(s.summary().health.never_arrived, 0u) << route;
    }
}

TEST(Obstacles, StopThoseWhoDoNotPlanAndLetThemGoAgain) {
    Simulation s(room("direct", 1));
    const Vec2d line[] = {{10, -1}, {10, 11}};
    const ObstacleId wall = s.add_wall(line);
    run_steps(s, 200);
    EXPECT_LE(s.agents()[0].position.x, 10 - s.agents()[0].radius + 1e-4);
    EXPECT_TRUE(s.remove_obstacle(wall));
    EXPECT_FALSE(s.remove_obstacle(wall));
    run_steps(s, 200);
    EXPECT_TRUE(s.agents()[0].arrived);
}

TEST(Obstacles, ComeToAnOpenPlaneToo) {
    ProfileSpec walker = profile("walker", "orca");
    walker.route.name = "hierarchical";
    Scenario scenario = scene(std::move(walker), 60);
    put(scenario, {0, 0}, to_point({12, 0}));
    Simulation s(scenario);
    run_steps(s, 10);
    EXPECT_FALSE(s.agents()[0].route) << "nothing in the way: nothing to plan";
    const ObstacleId o = s.add_obstacle(box(5, -3, 6, 3));
    run_steps(s, 10);
    EXPECT_EQ(s.agents()[0].route, PathStatus::found);
    run_steps(s, 300);
    EXPECT_TRUE(s.agents()[0].arrived) << "round it";
    EXPECT_TRUE(s.remove_obstacle(o));
    s.step();
    EXPECT_FALSE(s.agents()[0].route);
}

TEST(Obstacles, OnTopOfPeopleMakeThemStepAside) {
    for (const std::string_view route : {"direct", "hierarchical"}) {
        Simulation s(room(route));
        run_steps(s, 60);  // they are in the middle of the room
        std::vector<AgentId> before;
        for (const AgentState& a : s.agents()) before.push_back(a.id);
        const std::vector<AgentId> in_the_way = s.agents_in(box(7, 2, 11, 10));
        ASSERT_GT(in_the_way.size(), 5u);
        s.add_obstacle(box(7, 2, 11, 10));
        std::vector<AgentId> after;
        for (const AgentState& a : s.agents()) {
            after.push_back(a.id);
            const double dx = std::max({7 - a.position.x, 0.0, a.position.x - 11}),
                         dy = std::max(0.0, 2 - a.position.y);
            EXPECT_GE(std::hypot(dx, dy), a.radius) << route << " " << a.id;
            EXPECT_GE(std::min({a.position.x, a.position.y, 20 - a.position.x, 10 - a.position.y}), a.radius);
        }
        EXPECT_EQ(after, before) << "nobody is lost";
        run_steps(s, 5);
    }
}

TEST(Obstacles, AreRefusedWhereSomebodyHasNoRoomAndNothingChanges) {
    Scenario scenario = room("hierarchical", 3);
    scenario.doors.resize(1);
    scenario.doors[0].name = "gate";
    scenario.doors[0].a = {19.2, 0};
    scenario.doors[0].b = {19.2, 10};
    scenario.doors[0].closed = false;
    Simulation s(scenario), undisturbed(scenario);
    run_steps(s, 20);
    run_steps(undisturbed, 20);
    const auto refused = [&](const std::vector<Vec2d>& corners) { EXPECT_THROW(s.add_obstacle(corners), InputError); };
    refused(box(-5, -5, 18.5, 14));             // people inside, too far from any free place
    refused({{0, 0}, {2, 2}, {2, 0}, {0, 2}});  // no area
    refused(box(-1, -1, 30, 30));               // the whole room
    const Vec2d through_the_door[] = {{19, 5}, {19.5, 5}};
    EXPECT_THROW(s.add_wall(through_the_door), InputError);
    EXPECT_EQ(s.state_hash(), undisturbed.state_hash());
    run_steps(s, 50);
    run_steps(undisturbed, 50);
    EXPECT_EQ(s.state_hash(), undisturbed.state_hash());
    // Afterwards one that fits is still taken.
    EXPECT_NO_THROW(s.add_obstacle(box(16, 8, 17, 9)));
    EXPECT_NE(s.state_hash(), undisturbed.state_hash()) << "the hash sees it";
}

TEST(Obstacles, ALastPieceFarAwayChangesNobodysNextStep) {
    Simulation s(room("hierarchical")), undisturbed(room("hierarchical"));
    run_steps(s, 20);
    run_steps(undisturbed, 20);
    const Vec2d corner[] = {{19.7, 9.9}, {19.9, 9.7}};
    s.remove_obstacle(s.add_wall(corner));
    EXPECT_EQ(s.agents()[3].position, undisturbed.agents()[3].position);
    run_steps(s, 200);
    run_steps(undisturbed, 200);
    for (std::size_t i = 0; i < s.agent_count(); ++i) {
        EXPECT_NEAR(norm(s.agents()[i].position - undisturbed.agents()[i].position), 0, 0.5);
    }
}

TEST(Obstacles, ArePartOfASnapshot) {
    const Scenario scenario = room("hierarchical");
    Simulation whole(scenario);
    run_steps(whole, 20);
    const ObstacleId bar = whole.add_obstacle(kBar);
    run_steps(whole, 10);
    const std::vector<std::byte> snapshot = whole.snapshot();
    Simulation resumed(scenario, 2);
    resumed.restore(snapshot);
    EXPECT_EQ(resumed.state_hash(), whole.state_hash());
    for (int i = 0; i < 100; ++i) {
        whole.step();
        resumed.step();
        ASSERT_EQ(resumed.state_hash(), whole.state_hash()) << i;
    }
    EXPECT_TRUE(resumed.remove_obstacle(bar));
    EXPECT_TRUE(whole.remove_obstacle(bar));
    const Vec2d line[] = {{12, 0}, {12, 3}};
    EXPECT_EQ(resumed.add_wall(line), whole.add_wall(line)) << "numbers go on";
    run_steps(whole, 50);
    run_steps(resumed, 50);
    EXPECT_EQ(resumed.state_hash(), whole.state_hash());
    // And back to a time when there were none.
    Simulation before(scenario);
    run_steps(before, 20);
    resumed.restore(before.snapshot());
    run_steps(resumed, 30);
    run_steps(before, 30);
    EXPECT_EQ(resumed.state_hash(), before.state_hash());
    // A snapshot that is cut short leaves the ground as it was.
    Simulation kept(scenario);
    run_steps(kept, 5);
    const std::uint64_t hash = kept.state_hash();
    EXPECT_THROW(kept.restore(std::span(snapshot).first(snapshot.size() / 2)), InputError);
    EXPECT_EQ(kept.state_hash(), hash);
}

TEST(Obstacles, HideWhatIsBehindThem) {
    // Models that do not see through walls learn of them on a plane that had none.
    Scenario scenario = scene(profile("walker", "orca"), 60);
    NeighbourSpec seen = find_model("orca")->neighbours;
    seen.hidden_by_walls = true;
    scenario.profiles[0].neighbours = seen;
    put(scenario, {0, 0}, to_point({10, 0}));
    put(scenario, {2, 1.2}, to_point({2, -6}));
    Simulation with(scenario), without(scenario);
    const Vec2d line[] = {{-1, 0.6}, {9, 0.6}};
    with.add_wall(line);
    run_steps(with, 5);
    run_steps(without, 5);
    EXPECT_NE(with.agents()[0].velocity, without.agents()[0].velocity);
    EXPECT_NEAR(with.agents()[0].velocity.y, 0, 0.05) << "nobody to avoid";
}

}  // namespace
}  // namespace sidestep
