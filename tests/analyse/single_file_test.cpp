// Headways, densities and speeds along a line.
#include "sidestep/single_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "analyse/files.h"

namespace sidestep {
namespace {

TEST(SingleFile, EvenRing) {
    // 20 people, 13 m: 1.5385 1/m, headway 0.65 m.
    const SingleFile file = even_ring(20, 13, 0.4);
    const auto samples = followings(file);
    ASSERT_EQ(samples.size(), 20u * 301u);
    for (const Following& s : samples) {
        EXPECT_NEAR(s.headway, 0.65, 1e-9);
        EXPECT_NEAR(s.speed, 0.4, 1e-9);
        EXPECT_EQ(s.leader, (s.walk + 19) % 20);
    }
    const auto diagram = density_diagram(samples);
    ASSERT_EQ(diagram.size(), 1u);
    EXPECT_NEAR(diagram[0].lower, 1.5, 1e-12);
    EXPECT_NEAR(diagram[0].density, 20 / 13.0, 1e-9);
    EXPECT_NEAR(diagram[0].speed, 0.4, 1e-9);
    EXPECT_NEAR(diagram[0].sd, 0, 1e-9);
    EXPECT_EQ(diagram[0].n, samples.size());
    const auto states = line_states(file);
    ASSERT_EQ(states.size(), 1u);
    EXPECT_NEAR(states[0].density, 20 / 13.0, 1e-12);
    EXPECT_NEAR(states[0].speed, 0.4, 1e-9);
    EXPECT_NEAR(states[0].flow, 0.4 * 20 / 13, 1e-9);
    const auto windows = line_states(file, 10);
    ASSERT_EQ(windows.size(), 3u);
    EXPECT_NEAR(headway_points(windows)[1].headway, 0.65, 1e-9);
    EXPECT_EQ(headway_points(windows)[1].person, 1u);
}

TEST(SingleFile, ABorderOfTwoBinsIsTheLowerEndOfOne) {
    // Headways of 2.5, 1.25 and 0.625 m are 0.4, 0.8 and 1.6 1/m, and 1/h need not round to that.
    for (const std::uint32_t n : {4u, 8u, 16u}) {
        const auto diagram = density_diagram(followings(even_ring(n, 10, 1)));
        ASSERT_EQ(diagram.size(), 1u) << n;
        EXPECT_NEAR(diagram[0].lower, n / 10.0, 1e-9);
    }
}

TEST(SingleFile, OpenLine) {
    // The first has nobody ahead; a third comes later and walks behind the second.
    SingleFile file;
    file.interval = 1;
    file.walks = {{.id = 7, .along = {5, 6, 7}, .radius = 0.2f},
                  {.id = 3, .along = {3, 4, 5}, .radius = 0.3f},
                  {.id = 5, .first = 1, .along = {1, 1.5}}};
    const auto samples = followings(file);
    ASSERT_EQ(samples.size(), 5u);
    EXPECT_EQ(samples[0].walk, 1u);
    EXPECT_EQ(samples[0].leader, 0u);
    EXPECT_DOUBLE_EQ(samples[0].headway, 2);
    EXPECT_NEAR(samples[0].gap, 1.5, 1e-6);
    EXPECT_EQ(samples[3].walk, 2u);
    EXPECT_EQ(samples[3].leader, 1u);
    EXPECT_EQ(samples[3].step, 1u);
    EXPECT_DOUBLE_EQ(samples[3].headway, 3);
    EXPECT_DOUBLE_EQ(samples[4].headway, 3.5);
    EXPECT_DOUBLE_EQ(samples[4].speed, 0.5);
    EXPECT_EQ(file.steps(), 3u);
    EXPECT_DOUBLE_EQ(file.length(), 6);  // from 1 m to 7 m
    const auto states = line_states(file);
    ASSERT_EQ(states.size(), 1u);
    EXPECT_DOUBLE_EQ(states[0].people, 8 / 3.0);
    EXPECT_DOUBLE_EQ(states[0].speed, 4.5 / 5);
}

TEST(SingleFile, OrderMayChange) {
    // The second overtakes the first at 2.5 s.
    const SingleFile file = file_of(2, 0, 1, 5, [](std::uint32_t i, double t) { return i == 0 ? 10 + t : 5 + 3 * t; });
    const auto samples = followings(file);
    ASSERT_EQ(samples.size(), 6u);
    EXPECT_TRUE(std::ranges::all_of(samples, [](const Following& s) { return s.walk == (s.step < 3 ? 1u : 0u); }));
    EXPECT_TRUE(std::ranges::all_of(samples, [](const Following& s) { return s.headway > 0; }));
}

TEST(SingleFile, AloneOnARingNobodyIsFollowed) {
    EXPECT_TRUE(followings(even_ring(1, 13, 1)).empty());
    EXPECT_TRUE(followings(SingleFile{}).empty());
    EXPECT_TRUE(line_states(SingleFile{}).empty());
}

TEST(SingleFile, TwoAtOnePlace) {
    SingleFile file = even_ring(2, 10, 1);
    file.walks[1].along = file.walks[0].along;
    for (const Following& s : followings(file)) EXPECT_NEAR(s.headway, s.walk == 1 ? 0 : 10, 1e-12);
    EXPECT_EQ(density_diagram(followings(file)).size(), 1u);  // no density of those on top of each other
}

TEST(SingleFile, WholeRoundsAndTheOrderOfPeopleDoNotMatter) {
    const Dip dip{.again = 12 * 0.8};
    const SingleFile file = file_of(12, 14.4, 0.1, 40, [&](std::uint32_t i, double t) { return dip.at(i, t); });
    SingleFile shifted = file, turned = file;
    for (std::size_t i = 0; i < shifted.walks.size(); ++i) {
        for (double& at : shifted.walks[i].along) at += file.ring * static_cast<double>(i % 5) - 3 * file.ring;
    }
    std::ranges::reverse(turned.walks);
    const auto a = followings(file), b = followings(shifted), c = followings(turned);
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(a.size(), c.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].leader, b[i].leader);
        EXPECT_NEAR(a[i].headway, b[i].headway, 1e-9);
        EXPECT_NEAR(a[i].speed, b[i].speed, 1e-9);
        const Following& other = c[(11 - a[i].walk) * 401 + a[i].step];
        EXPECT_EQ(other.walk, 11 - a[i].walk);
        EXPECT_EQ(other.leader, 11 - a[i].leader);
        EXPECT_EQ(other.headway, a[i].headway);
        EXPECT_EQ(other.speed, a[i].speed);
    }
}

TEST(SingleFile, SpeedsAreThoseOfAStatedTime) {
    // x = t²: the central difference is exact, that of the ends lags by half its time.
    const SingleFile file = file_of(2, 0, 0.1, 10, [](std::uint32_t i, double t) { return t * t + (i == 0 ? 5 : 0); });
    const auto samples = followings(file, {.speed_over = 1, .from = 2, .to = 4});
    ASSERT_EQ(samples.size(), 21u);
    for (const Following& s : samples) EXPECT_NEAR(s.speed, 0.2 * static_cast<double>(s.step), 1e-9);
    EXPECT_NEAR(followings(file, {.speed_over = 1})[0].speed, 0.5, 1e-9);
}

TEST(SingleFile, RefusesWhatIsNone) {
    SingleFile file = even_ring(2, 10, 1);
    file.interval = 0;
    EXPECT_THROW(followings(file), std::invalid_argument);
    file = even_ring(2, 10, 1);
    file.ring = -1;
    EXPECT_THROW(followings(file), std::invalid_argument);
    EXPECT_THROW(density_diagram({}, 0), std::invalid_argument);
    EXPECT_THROW(line_states({}, -1), std::invalid_argument);
    file = even_ring(2, 10, 1);
    file.walks[0].along[3] = std::nan("");
    EXPECT_THROW(followings(file), std::invalid_argument);
}

}  // namespace
}  // namespace sidestep
