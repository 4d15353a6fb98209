// Text, colours and ticks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "sidestep/plot.h"

namespace sidestep::plot {
namespace {

TEST(Numbers, ArePlain) {
    EXPECT_EQ(plain(1234), "1234");
    EXPECT_EQ(plain(12345.6), "12\u202f346");
    EXPECT_EQ(plain(-1234567, 3), "−1\u202f234\u202f567");
    EXPECT_EQ(plain(1.5), "1.5");
    EXPECT_EQ(plain(0.00123456, 3), "0.00123");
    EXPECT_EQ(plain(-0.0), "0");
    EXPECT_EQ(plain(99.999, 3), "100");
    EXPECT_EQ(plain(2.5e-9, 2), "2.5e-09");
    EXPECT_EQ(plain(NAN), "–");
}

TEST(Text, IsEscaped) {
    EXPECT_EQ(escaped("<b class=\"x\">A & B's</b>"), "&lt;b class=&quot;x&quot;&gt;A &amp; B&#39;s&lt;/b&gt;");
    EXPECT_EQ(escaped("Jülich 東京"), "Jülich 東京");
    const std::string bad = "\xef\xbf\xbd";
    EXPECT_EQ(escaped(std::string_view("a\0b\x1b", 4)), "a" + bad + "b" + bad);
    EXPECT_EQ(escaped("\xc3("), bad + "(");               // a lead byte without its second
    EXPECT_EQ(escaped("\xc0\xaf"), bad + bad);            // an overlong slash
    EXPECT_EQ(escaped("\xed\xa0\x80"), bad + bad + bad);  // half of a surrogate pair
    EXPECT_EQ(escaped("\xf0\x9f"), bad + bad);            // cut off
    EXPECT_EQ(escaped("\xef\xbf\xbf"), bad);              // U+FFFF
}

TEST(Text, IsShortenedBetweenLetters) {
    EXPECT_EQ(shortened("short", 12, 100), "short");
    const std::string cut = shortened(std::string(300, 'm'), 12, 100);
    EXPECT_TRUE(cut.ends_with("m…"));
    EXPECT_LE(text_width(cut, 12), 100);
    EXPECT_GE(text_width(cut, 12), 80);
    std::string umlauts;
    for (int i = 0; i < 100; ++i) umlauts += "ü";
    EXPECT_EQ(escaped(shortened(umlauts, 12, 60)), shortened(umlauts, 12, 60)) << "no letter is cut in two";
    EXPECT_EQ(shortened("anything", 12, 0), "…");
}

TEST(Text, Numbers) {
    EXPECT_EQ(decimal(1.5), "1.5");
    EXPECT_EQ(decimal(-0.001), "0");
    EXPECT_EQ(decimal(100), "100");
    EXPECT_EQ(decimal(2.0 / 3, 3), "0.667");
}

TEST(Ticks, RoundAndFew) {
    EXPECT_EQ(ticks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(ticks(-1.2, 1.2, 5), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
    EXPECT_EQ(ticks(5, 5, 4), (std::vector<double>{5}));
    for (const double high : {1e-6, 0.013, 1.0, 7.3, 99.0, 12345.0, 3e8}) {
        for (std::size_t most = 2; most < 12; ++most) {
            const auto at = ticks(-0.37 * high, high, most);
            EXPECT_LE(at.size(), most);
            EXPECT_GE(at.size(), 2u);
            for (const double t : at) EXPECT_TRUE(t >= -0.371 * high && t <= 1.001 * high);
        }
    }
}

TEST(Ticks, LabelsSayTheDifference) {
    EXPECT_EQ(tick_label(2, 1), "2");
    EXPECT_EQ(tick_label(-2, 0.5), "−2.0");
    EXPECT_EQ(tick_label(0, 0.5), "0");
    EXPECT_EQ(tick_label(-1e-17, 0.25), "0");
    EXPECT_EQ(tick_label(0.25, 0.25), "0.25");
    EXPECT_EQ(tick_label(5412340, 20), "5412340");
    EXPECT_NE(tick_label(4.00001, 1e-5), tick_label(4.00002, 1e-5));
}

TEST(Ramp, GetsLighterAllTheWay) {
    double last = -1;
    for (int i = 0; i <= 100; ++i) {
        const std::string c = ramp(i / 100.0);
        ASSERT_EQ(c.size(), 7u);
        const auto part = [&](std::size_t at) { return std::strtol(c.substr(at, 2).c_str(), nullptr, 16) / 255.0; };
        const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
        const double luminance = 0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5));
        EXPECT_GE(luminance, last) << i;
        last = luminance;
    }
    EXPECT_EQ(ramp(-1), ramp(0));
    EXPECT_EQ(ramp(2), ramp(1));
    EXPECT_EQ(ramp(NAN), ramp(0));
}

TEST(Colours, CategoriesDifferAndPagesUseVariables) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i <= kCategories; ++i) seen.insert(colour(Theme::plain, Ink::category, i));
    EXPECT_EQ(seen.size(), kCategories + 1);
    EXPECT_EQ(colour(Theme::plain, Ink::category, 99), colour(Theme::plain, Ink::category, kCategories));
    EXPECT_EQ(colour(Theme::page, Ink::wall), "var(--wall)");
    EXPECT_NE(theme_css().find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Simplified, KeepsWhatMatters) {
    using Points = std::vector<Vec2d>;
    EXPECT_EQ(simplified({{0, 0}, {1, 0.01}, {2, 0}}, 0.1), (Points{{0, 0}, {2, 0}}));
    EXPECT_EQ(simplified({{0, 0}, {1, 1}, {2, 0}}, 0.1), (Points{{0, 0}, {1, 1}, {2, 0}}));
    // There and back again on one line: the turning point stays.
    EXPECT_EQ(simplified({{0, 0}, {5, 0}, {0, 0}}, 0.1), (Points{{0, 0}, {5, 0}, {0, 0}}));
    EXPECT_EQ(simplified({{0, 0}, {5, 0}, {1, 0}}, 0.1), (Points{{0, 0}, {5, 0}, {1, 0}}));
    Points spiral;
    for (int i = 0; i < 20000; ++i) spiral.push_back({std::cos(i * 0.1) * i * 0.01, std::sin(i * 0.1) * i * 0.01});
    EXPECT_LT(simplified(spiral, 1).size(), spiral.size());
}

}  // namespace
}  // namespace sidestep::plot
