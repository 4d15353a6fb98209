#include "map/scene_map.h"

#include <gtest/gtest.h>

#include <string>

#include "scene/scene_file.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

InputProblem problem_of(const std::string& map) {
    const Scenario scene = parse_scenario("{\"sidestep\": 1,\n  \"map\": " + map + "}", "scene.json", {});
    try {
        map_of(scene);
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, "scene.json");
        EXPECT_EQ(error.problem().line, 2);
        return error.problem();
    }
    ADD_FAILURE() << "accepted: " << map;
    return {};
}

TEST(SceneMap, ProblemsAreToldInTermsOfTheScene) {
    const InputProblem bow = problem_of(R"json({"wkt": "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))"})json");
    EXPECT_EQ(bow.pointer, "/map/wkt");
    EXPECT_EQ(bow.column, 18);
    EXPECT_EQ(bow.value, "(2 2)");
    EXPECT_EQ(problem_of(R"({"wkt": ""})").message, "the map text is empty");
    const InputProblem beyond = problem_of(R"json({"wkt": "LINESTRING (0 0, 21 0)", "periodic": [20, 0]})json");
    EXPECT_EQ(beyond.message, "a wall lies beyond the length of a periodic axis");
    EXPECT_EQ(beyond.value, "(21 0)");
}

TEST(SceneMap, NoMapIsAnOpenPlane) {
    EXPECT_TRUE(map_of(parse_scenario("{\"sidestep\": 1}", "", {})).empty());
    EXPECT_TRUE(map_of(Scenario()).empty());
    Scenario by_hand;
    by_hand.map.wkt = "LINESTRING (0 0, 1 0)";
    EXPECT_EQ(map_of(by_hand).walls().size(), 1u);
    by_hand.map.wkt = "LINESTRING (0 0)";
    EXPECT_THROW(map_of(by_hand), InputError);
}

}  // namespace
}  // namespace sidestep
