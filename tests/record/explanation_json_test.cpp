#include <gtest/gtest.h>

#include <limits>

#include "sidestep/error.h"
#include "sidestep/explain.h"

namespace sidestep {
namespace {

Shape shape(Shape::Kind kind, Role role) {
    Shape s;
    s.kind = kind;
    s.role = role;
    s.a = {1.0 / 3, -2e9};
    s.b = {-0.0, 5e-324};
    s.value = 1.7976931348623157e308;
    s.label = "who said \"</script>\" \\ π\n";
    s.unit = "m/s²";
    s.about = std::numeric_limits<AgentId>::max();
    if (kind == Shape::Kind::polygon) s.points = {{0, 0}, {0.1, 0.2}, {-7, 1e-9}};
    return s;
}

Explanation one_of_everything() {
    Explanation e;
    e.id = 7;
    e.frame = 12;
    e.model = "predictive";
    e.position = {0.1, 123456.789};
    for (int kind = 0; kind < static_cast<int>(Shape::Kind::count); ++kind) {
        for (int role = 0; role < static_cast<int>(Role::count); ++role) {
            e.shapes.push_back(shape(static_cast<Shape::Kind>(kind), static_cast<Role>(role)));
        }
    }
    return e;
}

void expect_refused(const std::string& text, const std::string& pointer, const std::string& allowed) {
    try {
        explanation_from_json(text);
        FAIL() << text;
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().pointer, pointer) << text;
        EXPECT_EQ(error.problem().allowed, allowed) << text;
        EXPECT_FALSE(error.problem().remedy.empty());
    }
}

std::string with_shape(const std::string& shape) {
    return R"({"id":1,"frame":2,"model":"m","position":[0,0],"shapes":[)" + shape + "]}";
}

TEST(ExplanationJson, EveryKindAndRoleComesBackBitForBit) {
    const Explanation e = one_of_everything();
    EXPECT_EQ(explanation_from_json(to_json(e)), e);
    EXPECT_EQ(explanation_from_json(to_json(Explanation{})), Explanation{});
}

TEST(ExplanationJson, LooksAsTheProtocolSays) {
    Explanation e;
    e.id = 7;
    e.frame = 12;
    e.model = "predictive";
    e.position = {1.5, 2};
    Shape s;
    s.kind = Shape::Kind::vector;
    s.role = Role::goal;
    s.a = {1.5, 2};
    s.b = {0.5, -1};
    s.label = "goal force";
    s.unit = "m/s²";
    e.shapes = {s};
    EXPECT_EQ(
        to_json(e),
        R"({"id":7,"frame":12,"model":"predictive","position":[1.5,2.0],"shapes":[{"kind":"vector","role":"goal",)"
        R"("a":[1.5,2.0],"b":[0.5,-1.0],"value":0.0,"label":"goal force","unit":"m/s²","about":0}]})");
}

TEST(ExplanationJson, SaysWhatCannotBeRead) {
    expect_refused("", "", "an object as in docs/viewer_protocol.md");
    expect_refused(R"({"id":1)", "", "an object as in docs/viewer_protocol.md");
    expect_refused("[]", "", "an object");
    expect_refused("{}", "/id", "a value");
    expect_refused(R"({"id":-1})", "/id", "a whole number from 0 to 4294967295");
    expect_refused(R"({"id":4294967296})", "/id", "a whole number from 0 to 4294967295");
    expect_refused(R"({"id":1,"frame":2,"model":3})", "/model", "a string");
    expect_refused(R"({"id":1,"frame":2,"model":"m","position":[0]})", "/position", "two numbers");
    expect_refused(R"({"id":1,"frame":2,"model":"m","position":[0,null]})", "/position/1", "a number");
    expect_refused(R"({"id":1,"frame":2,"model":"m","position":[0,0],"shapes":{}})", "/shapes", "an array of shapes");
    expect_refused(with_shape("5"), "/shapes/0", "an object");
    expect_refused(with_shape(R"({"kind":"blob"})"), "/shapes/0/kind",
                   "vector, segment, circle, point, polygon, half_plane");
    expect_refused(with_shape(R"({"kind":"point","role":"count"})"), "/shapes/0/role",
                   "wish, decision, goal, neighbour, wall, prediction, limit");
    expect_refused(
        with_shape(R"({"kind":"polygon","role":"limit","a":[0,0],"b":[0,0],"value":0,"points":[[0,0],[1]]})"),
        "/shapes/0/points/1", "two numbers");
}

TEST(ExplanationJson, NamesThatAreNotUtf8AreMadeReadable) {
    Explanation e;
    e.model = "a\xff";
    EXPECT_EQ(explanation_from_json(to_json(e)).model, "a\xef\xbf\xbd");
}

}  // namespace
}  // namespace sidestep
