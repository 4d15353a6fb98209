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

// A name that clears the screen, sets the title and writes a verdict of its own.
TEST(Printable, ControlCharactersAreEscaped) {
    EXPECT_EQ(printable("\x1b]0;title\x07\x1b[2J\r\nhealthy\t\x7f"), R"(\x1b]0;title\x07\x1b[2J\r\nhealthy\t\x7f)");
    EXPECT_EQ(printable("\xc2\x9b[2J"), R"(\x9b[2J)") << "the same beyond ASCII";
    EXPECT_EQ(printable("Jülich – 20 m² 人"), "Jülich – 20 m² 人");
    EXPECT_EQ(printable("cut \xc2"), "cut \xc2");
    EXPECT_EQ(printable(std::string("a\0b", 3)), R"(a\x00b)");
    EXPECT_STREQ(InputError({.message = "no door \x1b[2J", .value = "a\nb"}).what(), R"(no door \x1b[2J (value a\nb))");
}

}  // namespace
}  // namespace sidestep
