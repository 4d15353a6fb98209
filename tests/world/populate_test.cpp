// Where agents start, and what is said when they cannot.
#include "world/populate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "map/scene_map.h"
#include "scenario/polygon.h"
#include "scenario/test_models.h"
#include "scene/scene_file.h"

namespace sidestep {
namespace {

/// A scene with one profile of radius 0.25; sections are added to it.
Scenario scene(const std::string& sections, const std::string& profile = R"("model": "alpha")") {
    return parse_scenario("{\"sidestep\": 1, \"profiles\": {\"walker\": {" + profile + "}},\n" + sections + "}",
                          "scene.json", test::models());
}

std::vector<Newcomer> newcomers(const Scenario& s, const Map& map, std::span<const Chain> chains) {
    const Placements placed = populate(s, map, chains);
    std::vector<Newcomer> all;
    for (std::size_t i = 0; i < placed.size(); ++i) all.push_back(placed[i]);
    return all;
}

std::vector<Newcomer> place(const Scenario& s) {
    return newcomers(s, map_of(s), chains_of(s, test::models()));
}

InputProblem problem_of(const std::string& sections, const std::string& profile = R"("model": "alpha")") {
    try {
        place(scene(sections, profile));
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, "scene.json");
        EXPECT_GE(error.problem().line, 2) << error.what();
        EXPECT_GT(error.problem().column, 0);
        EXPECT_FALSE(error.problem().allowed.empty() || error.problem().remedy.empty()) << error.what();
        return error.problem();
    }
    ADD_FAILURE() << "accepted: " << sections;
    return {};
}

const std::string kRoom =
    R"json("map": {"wkt": "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (9 4, 11 4, 11 6, 9 6, 9 4)), )json"
    R"json(LINESTRING (15 0, 15 5))"}, )json";

TEST(Populate, IdsCountThroughTheEntries) {
    const auto placements = place(scene(R"("agents": [
        {"profile": "walker", "position": [50, 50]},
        {"profile": "walker", "region": [[0, 0], [10, 0], [10, 10], [0, 10]], "count": 5},
        {"profile": "walker", "position": [5, 5], "velocity": [1, -0.5]}])"));
    ASSERT_EQ(placements.size(), 7u);
    for (std::size_t i = 0; i < placements.size(); ++i) EXPECT_EQ(placements[i].id, i + 1);
    EXPECT_EQ(placements[0].position, (Vec2d{50, 50}));
    EXPECT_EQ(placements[3].entry, 1);
    EXPECT_EQ(placements[6].entry, 2);
    EXPECT_EQ(placements[6].velocity, (Vec2f{1, -0.5f}));
    for (std::size_t i = 1; i < 6; ++i) {
        EXPECT_GE(norm(placements[i].position - Vec2d{5, 5}), 0.5) << "written places are taken first";
    }
}

TEST(Populate, RegionsKeepDistancesWallsAndShape) {
    const Scenario s = scene(kRoom + R"("agents": [
        {"profile": "walker", "region": [[-5, -5], [25, -5], [25, 15], [-5, 15]], "count": 60, "min_spacing": 0.9},
        {"profile": "walker", "region": [[1, 1], [8, 1], [1, 8]], "count": 20}])",
                             R"("model": "alpha", "radius": {"uniform": [0.2, 0.4]})");
    const Map map = map_of(s);
    const std::vector<Chain> chains = chains_of(s, test::models());
    const auto placements = newcomers(s, map, chains);
    for (const Newcomer& a : placements) {
        const double radius = chains[0].draw_common(s.seed, a.id, kRadius);
        EXPECT_TRUE(map.walkable(a.position));
        EXPECT_GE(map.clearance(a.position, 9), radius);
        EXPECT_TRUE(contains(s.agents[static_cast<std::size_t>(a.entry)].region, a.position));
        for (const Newcomer& b : placements) {
            if (b.id >= a.id) continue;
            const double other = chains[0].draw_common(s.seed, b.id, kRadius);
            EXPECT_GE(norm(a.position - b.position), a.entry == 0 ? std::max(0.9, radius + other) : radius + other);
        }
    }
}

TEST(Populate, SeedsGiveDifferentPlacesAndTheSameSeedTheSame) {
    Scenario s = scene(R"("agents": [{"profile": "walker", "region": [[0, 0], [9, 0], [9, 9], [0, 9]], "count": 30}])");
    const auto first = place(s), again = place(s);
    s.seed = 2;
    const auto other = place(s);
    int moved = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].position, again[i].position);
        moved += first[i].position != other[i].position;
    }
    EXPECT_EQ(moved, 30);
}

TEST(Populate, ToGoalStartsAtPreferredSpeed) {
    const auto placements =
        place(scene(R"("goals": {"north": {"point": [0, 90]}, "area": {"region": [[10, -1], [12, -1], [12, 1]]},
          "park": {"region": [[90, 90], [91, 90], [91, 91], [90, 91]], "wander": true}},
        "agents": [{"profile": "walker", "position": [0, 0], "goal": "north", "velocity": "to_goal"},
                   {"profile": "walker", "position": [3, 4], "goal": [0, 0], "velocity": "to_goal"},
                   {"profile": "walker", "position": [8, -1], "goal": "area", "velocity": "to_goal"},
                   {"profile": "walker", "position": [6, 4], "goal": {"offset": [-5, 0]}, "velocity": "to_goal"},
                   {"profile": "walker", "position": [50, 50], "goal": "park", "velocity": "to_goal"}])"));
    EXPECT_EQ(placements[0].velocity, (Vec2f{0, 1.4f}));
    EXPECT_NEAR(placements[1].velocity.x, -0.6 * 1.4, 1e-6);
    EXPECT_NEAR(placements[1].velocity.y, -0.8 * 1.4, 1e-6);
    EXPECT_EQ(placements[2].velocity, (Vec2f{1.4f, 0})) << "to the nearest point of a region";
    EXPECT_EQ(placements[3].velocity, (Vec2f{-1.4f, 0}));
    EXPECT_NEAR(norm(placements[4].velocity), 1.4, 1e-6);
    EXPECT_GT(placements[4].velocity.x, 0.9f);
}

TEST(Populate, StartDelaysAreDrawn) {
    const auto placements = place(scene(R"("agents": [{"profile": "walker", "region": [[0, 0], [9, 0], [9, 9], [0, 9]],
        "count": 20, "start_delay": {"uniform": [2, 4]}}, {"profile": "walker", "position": [20, 20], "start_delay": 7}])"));
    double low = 9, high = 0;
    for (std::size_t i = 0; i < 20; ++i) {
        low = std::min(low, placements[i].start_time);
        high = std::max(high, placements[i].start_time);
    }
    EXPECT_TRUE(low >= 2 && low < 2.7 && high > 3.3 && high < 4);
    EXPECT_EQ(placements[20].start_time, 7);
}

TEST(Populate, PeriodicAxesWrapDistances) {
    const std::string map = R"("map": {"periodic": [20, 0]}, )";
    const auto parted = place(scene(map + R"("agents": [{"profile": "walker", "position": [0.1, 0]},
        {"profile": "walker", "position": [19.9, 0]}])"));
    EXPECT_NEAR(parted[0].position.x, 0.2, 0.002);
    EXPECT_NEAR(parted[1].position.x, 19.8, 0.002);
    EXPECT_EQ(problem_of(map + R"("agents": [{"profile": "walker", "position": [20, 0]}])").message,
              "the agent stands beyond a periodic axis");
    EXPECT_EQ(problem_of(map + R"("goals": {"a": {"point": [25, 0]}})").pointer, "/goals/a/point");
    const auto crowd = place(scene(map + R"("agents": [{"profile": "walker", "count": 60,
        "region": [[-5, 0], [30, 0], [30, 3], [-5, 3]], "goal": {"offset": [200, 0]}}])"));
    for (const Newcomer& a : crowd) {
        EXPECT_TRUE(a.position.x >= 0 && a.position.x < 20);
        for (const Newcomer& b : crowd) {
            if (b.id >= a.id) continue;
            const double dx = std::fabs(a.position.x - b.position.x);
            EXPECT_GE(norm(Vec2d{std::min(dx, 20 - dx), a.position.y - b.position.y}), 0.4);
        }
    }
}

TEST(Populate, AgentsInWalls) {
    const auto at = [](const std::string& p) {
        return problem_of(kRoom + R"("agents": [{"profile": "walker", "position": )" + p + "}]");
    };
    const InputProblem obstacle = at("[10, 5]");
    EXPECT_EQ(obstacle.message, "the agent stands outside the walkable area or inside an obstacle");
    EXPECT_EQ(obstacle.pointer, "/agents/0/position");
    EXPECT_EQ(obstacle.value, "[10, 5]");
    EXPECT_EQ(at("[30, 5]").message, obstacle.message);
    // Where a wall is nearer than the body is wide, but there is room beside it.
    const auto moved = [](const std::string& p) {
        const Scenario s = scene(kRoom + R"("agents": [{"profile": "walker", "position": )" + p + "}]");
        const Map map = map_of(s);
        const std::vector<Chain> chains = chains_of(s, test::models());
        const Placements placed = populate(s, map, chains);
        EXPECT_EQ(placed.moved(), 1u) << p;
        EXPECT_GE(map.clearance(placed[0].position, 1), 0.2 - 1e-9) << p;
        EXPECT_NEAR(placed.farthest(), norm(placed[0].position - *s.agents[0].position), 1e-12) << p;
        return placed[0].position;
    };
    EXPECT_NEAR(moved("[15.1, 3]").x, 15.2, 1e-4) << "off the wall, on its own side";
    EXPECT_NEAR(moved("[0.05, 0.1]").x, 0.2, 1e-4) << "out of a corner";
    EXPECT_LT(norm(moved("[-0.1, 5]") - Vec2d{0.2, 5}), 0.15) << "back into the room";
    EXPECT_EQ(at("[-0.5, 5]").message, obstacle.message) << "too far from any free place";
    EXPECT_EQ(place(scene(kRoom + R"("agents": [{"profile": "walker", "position": [0.2, 5]}])")).size(), 1u)
        << "touching is allowed";
}

TEST(Populate, OverlappingAgentsArePushedApart) {
    const Scenario s = scene(R"("agents": [{"profile": "walker", "position": [0, 0]},
        {"profile": "walker", "position": [9, 9]}, {"profile": "walker", "position": [0.3, 0]}])");
    const Map map = map_of(s);
    const std::vector<Chain> chains = chains_of(s, test::models());
    const Placements placed = populate(s, map, chains);
    EXPECT_EQ(placed.moved(), 2u);
    EXPECT_NEAR(placed.farthest(), 0.05, 0.002);
    EXPECT_NEAR(placed[0].position.x, -0.05, 0.002);
    EXPECT_NEAR(placed[2].position.x, 0.35, 0.002);
    EXPECT_EQ(placed[1].position, (Vec2d{9, 9}));
    const Scenario touching = scene(R"("agents": [{"profile": "walker", "position": [0.1, 0]},
        {"profile": "walker", "position": [0.5, 0]}])");
    EXPECT_EQ(place(touching)[0].position, (Vec2d{0.1, 0})) << "touching is allowed";
}

/// A queue as people stand in one, before a wall: nearest neighbours at 0.25 m, bodies 0.4 m wide.
TEST(Populate, AQueueIsPushedApartInFrontOfWalls) {
    std::string agents;
    for (int i = 0; i < 24; ++i) {
        agents += (i > 0 ? ", " : "") + std::string(R"({"profile": "walker", "position": [)") +
                  std::to_string(0.25 + 0.27 * (i % 6)) + ", " + std::to_string(0.25 + 0.25 * (i / 6)) + "]}";
    }
    const Scenario s = scene(kRoom + "\"agents\": [" + agents + "]");
    const Map map = map_of(s);
    const std::vector<Chain> chains = chains_of(s, test::models());
    const Placements placed = populate(s, map, chains);
    EXPECT_GT(placed.moved(), 20u);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        EXPECT_TRUE(map.walkable(placed[i].position));
        EXPECT_GE(map.clearance(placed[i].position, 1), 0.2 - 1e-9);
        for (std::size_t k = 0; k < i; ++k) EXPECT_GE(norm(placed[i].position - placed[k].position), 0.4 - 1e-9);
    }
    EXPECT_EQ(place(s)[7].position, placed[7].position) << "the same places every time";
}

TEST(Populate, TooManyInOnePlace) {
    std::string agents;
    for (int i = 0; i < 80; ++i)
        agents += (i > 0 ? ", " : "") + std::string(R"({"profile": "walker", "position": [3, 3]})");
    const InputProblem problem = problem_of("\"agents\": [" + agents + "]");
    EXPECT_NE(problem.message.find("too many agents overlap here"), std::string::npos) << problem.message;
    const InputProblem narrow = problem_of(R"json("map": {"wkt": "POLYGON ((0 0, 0.9 0, 0.9 0.5, 0 0.5, 0 0))"},
        "agents": [{"profile": "walker", "position": [0.25, 0.25]}, {"profile": "walker", "position": [0.4, 0.25]},
                   {"profile": "walker", "position": [0.6, 0.25]}])json");
    EXPECT_NE(narrow.message.find("there is no room to push them apart"), std::string::npos) << narrow.message;
    EXPECT_EQ(narrow.allowed, "centres at least 0.4 m apart");
}

TEST(Populate, RegionsTooSmall) {
    const InputProblem problem = problem_of(R"("agents": [{"profile": "walker", "count": 25,
        "region": [[0, 0], [2, 0], [2, 2], [0, 2]]}])");
    EXPECT_EQ(problem.pointer, "/agents/0/region");
    EXPECT_TRUE(problem.message.starts_with("the region has no room for its agents: ")) << problem.message;
    EXPECT_TRUE(problem.message.ends_with(" of 25 fitted"));
    EXPECT_EQ(problem.value, "[[0, 0], [2, 0], [2, 2], [0, 2]]");
    EXPECT_EQ(problem.allowed, "an area of about 7 m² for 25 agents, here 4 m²");
    EXPECT_EQ(
        problem_of(kRoom + R"("agents": [{"profile": "walker", "count": 1, "region": [[50, 0], [52, 0], [52, 2]]}])")
            .message,
        "the region has no room for its agents: 0 of 1 fitted");
    EXPECT_EQ(
        problem_of(kRoom + R"("agents": [{"profile": "walker", "count": 1, "region": [[9, 4], [11, 4], [11, 6]]}])")
            .message,
        "the region has no room for its agents: 0 of 1 fitted");
}

TEST(Populate, RegionsThatNoArrangementFits) {
    const InputProblem problem = problem_of(R"("agents": [{"profile": "walker", "count": 50000000,
        "region": [[0, 0], [2, 0], [2, 2], [0, 2]]}])");
    EXPECT_EQ(problem.pointer, "/agents/0/region");
    EXPECT_EQ(problem.message, "the region has no room for its agents: 50000000 were never going to fit");
    EXPECT_EQ(problem.allowed, "at most 39 agents 0.4 m apart on 4 m²");
    EXPECT_EQ(place(scene(R"("agents": [{"profile": "walker", "count": 1,
        "region": [[0, 0], [0.001, 0], [0.001, 0.001]]}])"))
                  .size(),
              1u)
        << "one fits anywhere";
}

TEST(Populate, GoalsThatNobodyCanReach) {
    const InputProblem outside = problem_of(kRoom + R"("goals": {"far": {"point": [30, 5]}})");
    EXPECT_EQ(outside.pointer, "/goals/far/point");
    EXPECT_EQ(outside.message, "the goal lies outside the walkable area");
    EXPECT_EQ(outside.value, "[30, 5]");
    EXPECT_EQ(problem_of(kRoom + R"("goals": {"in": {"point": [10, 5]}})").message,
              "the goal lies outside the walkable area");
    EXPECT_EQ(problem_of(kRoom + R"("goals": {"on": {"point": [15, 2]}})").message, "the goal lies on a wall");
    EXPECT_EQ(problem_of(kRoom + R"("goals": {"r": {"region": [[9.1, 4.1], [10.9, 4.1], [10.9, 5.9]]}})").message,
              "the goal's region has no walkable ground");
    EXPECT_EQ(place(scene(kRoom + R"("goals": {"r": {"region": [[15, 1], [30, 1], [30, 9]]}})")).size(), 0u);

    const InputProblem point =
        problem_of(kRoom + R"("agents": [{"profile": "walker", "position": [1, 1], "goal": [-3, 1]}])");
    EXPECT_EQ(point.pointer, "/agents/0/goal");
    const InputProblem offset =
        problem_of(kRoom + R"("agents": [{"profile": "walker", "position": [1, 1], "goal": {"offset": [30, 0]}}])");
    EXPECT_EQ(offset.pointer, "/agents/0/goal");
    EXPECT_EQ(offset.message, "the goal of the agent at [1, 1] lies outside the walkable area");
    EXPECT_EQ(offset.value, "[31, 1]");
    EXPECT_EQ(problem_of(kRoom + R"("sources": [{"profile": "walker", "rate": 1, "goal": [1, 1],
        "region": [[30, 1], [31, 1], [31, 2]]}])")
                  .pointer,
              "/sources/0/region");
    EXPECT_EQ(problem_of(kRoom + R"("sources": [{"profile": "walker", "rate": 1, "goal": [-1, 1],
        "region": [[3, 1], [4, 1], [4, 2]]}])")
                  .pointer,
              "/sources/0/goal");
}

TEST(Populate, ScenariosBuiltByHandAreCheckedToo) {
    Scenario s;
    s.agents.resize(1);
    s.agents[0].position = Vec2d{0, 0};
    EXPECT_THROW(populate(s, Map(), chains_of(s, test::models())), InputError) << "no profile";
    s.profiles.emplace_back().avoid.name = "alpha";
    EXPECT_EQ(populate(s, Map(), chains_of(s, test::models())).size(), 1u) << "a profile without values has defaults";
    s.agents[0].target.goal = 0;
    EXPECT_THROW(populate(s, Map(), chains_of(s, test::models())), InputError) << "no goal";
    s.agents[0].target.goal = -1;
    s.profiles[0].avoid.name = "gamma";
    EXPECT_THROW(populate(s, Map(), chains_of(s, test::models())), InputError) << "no model";
}

TEST(Populate, AMillionAgents) {
    const double side = std::sqrt(1e6 / 0.9);
    Scenario s = scene("\"goals\": {}");
    AgentSpec crowd;
    crowd.region = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    crowd.count = 1'000'000;
    crowd.target.is_offset = true;
    crowd.target.value = {10, 0};
    s.agents.push_back(crowd);
    const auto placements = populate(s, Map(), chains_of(s, test::models()));
    EXPECT_EQ(placements.size(), 1'000'000u);
}

}  // namespace
}  // namespace sidestep
