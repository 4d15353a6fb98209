#include "sidestep/error.h"

#include <gtest/gtest.h>

namespace sidestep {
namespace {

TEST(InputError, TextContainsThePartsThatApply) {
    const InputProblem all{.message = "radius is out of range",
                           .file = "scene.json",
                           .pointer = "/profiles/walker/radius",
                           .line = 3,
                           .column = 14,
                           .value = "-1",
                           .allowed = "0.05 to 2 m",
                           .remedy = "Choose a radius in this range."};
    EXPECT_EQ(to_text(all),
              "scene.json:3:14: radius is out of range (at /profiles/walker/radius; value -1; "
              "allowed 0.05 to 2 m). Choose a radius in this range.");
    EXPECT_STREQ(InputError(all).what(), to_text(all).c_str());

    InputProblem some;
    some.message = "it broke";
    EXPECT_EQ(to_text(some), "it broke");
    some.file = "a.json";
    EXPECT_EQ(to_text(some), "a.json: it broke");
    some.file.clear();
    some.line = 2;
    some.column = 7;
    EXPECT_EQ(to_text(some), "line 2:7: it broke");
}

}  // namespace
}  // namespace sidestep
