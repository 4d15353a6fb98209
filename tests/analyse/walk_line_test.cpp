// Lines and loops, given and found, and what is no single file.
#include "sidestep/walk_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "analyse/walks.h"
#include "base/random.h"
#include "sidestep/error.h"
#include "support/maps.h"

namespace sidestep {
namespace {

constexpr double kPi = std::numbers::pi;

/// The oval of the recordings: straights of 2.3 m along y, half circles of 1.65 m.
WalkLine oval() {
    return WalkLine::around({-2.975, 3.01 - 1.15}, {-2.975, 3.01 + 1.15}, 1.65);
}

TEST(WalkLine, OvalIsExact) {
    const WalkLine line = oval();
    EXPECT_NEAR(line.ring(), 4.6 + 2 * kPi * 1.65, 1e-4);
    // The straight on the right comes first: to the right of upwards is x = −1.325.
    for (double s = 0; s < 2.3; s += 0.1) {
        const WalkLine::Place place = line.place({-1.325 - 0.1, 1.86 + s});
        EXPECT_NEAR(place.along, s, 1e-9);
        EXPECT_NEAR(place.across, 0.1, 1e-9);
    }
    for (double angle = 0.01; angle < kPi; angle += 0.1) {
        for (const double off : {-0.3, 0.0, 0.3}) {
            const double r = 1.65 - off;  // counter-clockwise, the middle is on the left
            const Vec2d top{-2.975 + r * std::cos(angle), 4.16 + r * std::sin(angle)};
            EXPECT_NEAR(line.place(top).along, 2.3 + 1.65 * angle, 1e-4) << angle;
            EXPECT_NEAR(line.place(top).across, off, 1e-4);
            const Vec2d bottom{-2.975 - r * std::cos(angle), 1.86 - r * std::sin(angle)};
            EXPECT_NEAR(line.place(bottom).along, 4.6 + 1.65 * (kPi + angle), 1e-4) << angle;
        }
    }
    for (double s = -20; s < 40; s += 0.37) {
        const double there = line.place(line.at(s)).along;
        EXPECT_NEAR(wrapped_difference(there, s - line.ring() * std::floor(s / line.ring()), line.ring()), 0, 1e-9);
    }
}

TEST(WalkLine, CircleIsAnOvalWithoutStraights) {
    const WalkLine line = WalkLine::around({1, 2}, {1, 2}, 3);
    EXPECT_NEAR(line.ring(), 6 * kPi, 1e-4);
    const double a = line.place({1, -1}).along, b = line.place({4, 2}).along;
    EXPECT_NEAR(wrapped_difference(a, b, line.ring()), 1.5 * kPi, 1e-3);
    EXPECT_NEAR(line.place({1, 2.5}).across, 2.5, 1e-4);
}

TEST(WalkLine, OpenLinesGoOnBeyondTheirEnds) {
    const WalkLine line = WalkLine::open({{0, 0}, {4, 0}, {4, 3}});
    EXPECT_EQ(line.ring(), 0);
    EXPECT_DOUBLE_EQ(line.length(), 7);
    EXPECT_DOUBLE_EQ(line.place({-2, 1}).along, -2);
    EXPECT_DOUBLE_EQ(line.place({-2, 1}).across, 1);
    EXPECT_DOUBLE_EQ(line.place({5, 9}).along, 13);
    EXPECT_DOUBLE_EQ(line.place({5, 9}).across, -1);
    EXPECT_DOUBLE_EQ(line.place({4.5, -0.5}).along, 4);  // at the corner
    EXPECT_EQ(line.at(13), (Vec2d{4, 9}));
    EXPECT_EQ(line.at(-2), (Vec2d{-2, 0}));
    EXPECT_DOUBLE_EQ(line.reversed().place({-2, 1}).along, 9);
    EXPECT_DOUBLE_EQ(line.reversed().place({-2, 1}).across, -1);
}

TEST(WalkLine, PeriodicAxis) {
    const WalkLine line = WalkLine::periodic({0, 1}, {2, 0}, 30);
    EXPECT_EQ(line.ring(), 30);
    EXPECT_DOUBLE_EQ(line.place({-1, 1.5}).along, 29);
    EXPECT_DOUBLE_EQ(line.place({-1, 1.5}).across, 0.5);
    EXPECT_NEAR(line.reversed().place({-1, 1.5}).along, 1, 1e-12);
}

TEST(WalkLine, RefusesWhatLeadsNowhere) {
    EXPECT_THROW(WalkLine::open({{1, 1}, {1, 1}}), InputError);
    EXPECT_THROW(WalkLine::loop({{1, 1}, {2, 1}, {1, 1}}), InputError);
    EXPECT_THROW(WalkLine::open({{1, 1}, {std::nan(""), 1}}), InputError);
    EXPECT_THROW(WalkLine::around({0, 0}, {1, 0}, 0), InputError);
    EXPECT_THROW(WalkLine::periodic({0, 0}, {1, 0}, -3), InputError);
}

/// People evenly round a line who sway by 5 cm, at 1 m/s, for 40 s.
Trajectory round(const WalkLine& line, AgentId people, double way = 1) {
    Trajectory t;
    t.info.fps = 10;
    for (AgentId i = 0; i < people; ++i) {
        const double phase = 2 * kPi * random_unit(1, i, 0, Purpose::place);
        t.tracks.push_back(walk(i + 1, 10, 40, [&](double s) {
            const double along = way * s + line.length() * i / people;
            const Vec2d here = line.at(along), ahead = unit(line.at(along + 0.01) - here);
            return here + left_of(ahead) * (0.05 * std::sin(6 * s + phase));
        }));
    }
    return t;
}

TEST(SingleFileOf, FindsALoop) {
    for (const WalkLine& line : {oval(), WalkLine::around({5, 5}, {5, 5}, 3), WalkLine::around({0, 0}, {3, 4}, 1.5)}) {
        for (const double way : {1.0, -1.0}) {
            const RecordedFile found = single_file_of(round(line, 12, way));
            ASSERT_TRUE(found.found()) << found.why_not;
            EXPECT_NEAR(found.file.ring, line.ring(), 0.01 * line.ring());
            EXPECT_LT(found.across, 0.07);
            ASSERT_EQ(found.file.walks.size(), 12u);
            // Downstream is where people walk, whichever way round that is.
            for (const LineWalk& one : found.file.walks) {
                ASSERT_EQ(one.along.size(), 401u);
                EXPECT_NEAR(one.along.back() - one.along.front(), 40, 0.5);
            }
            for (const Following& f : followings(found.file)) EXPECT_NEAR(f.headway, line.ring() / 12, 0.1);
        }
    }
}

TEST(SingleFileOf, TakesTheGivenLine) {
    const RecordedFile found = single_file_of(round(oval(), 12), {.line = oval()});
    ASSERT_TRUE(found.found());
    EXPECT_NEAR(found.file.ring, 14.97, 0.01);
    for (const Following& f : followings(found.file)) EXPECT_NEAR(f.headway, 14.967 / 12, 0.01);
    EXPECT_NEAR(line_states(found.file).at(0).density, 12 / 14.967, 1e-3);
    // Who is elsewhere is not on it.
    Trajectory with_others = round(oval(), 12);
    with_others.tracks.push_back(walk(99, 10, 40, [](double s) { return Vec2d{s, -4}; }));
    EXPECT_EQ(single_file_of(with_others, {.line = oval()}).file.walks.size(), 12u);
    const RecordedFile nobody = single_file_of(round(oval(), 12), {.line = WalkLine::open({{50, 50}, {60, 50}})});
    EXPECT_FALSE(nobody.found());
    EXPECT_EQ(nobody.why_not, "nobody is on the line");
}

TEST(SingleFileOf, StraightLinesInAnyDirection) {
    Trajectory t;
    t.info.fps = 8;
    const Vec2d way{-0.6, 0.8};
    for (AgentId i = 0; i < 6; ++i) {
        t.tracks.push_back(walk(i + 1, 8, 20, [&](double s) { return Vec2d{3, 1} + way * (1.1 * s - 0.9 * i); }));
    }
    const RecordedFile found = require_single_file(t);
    EXPECT_EQ(found.file.ring, 0);
    EXPECT_NEAR(found.across, 0, 1e-9);
    const auto samples = followings(found.file);
    ASSERT_EQ(samples.size(), 5u * 161u);
    for (const Following& f : samples) {
        EXPECT_EQ(f.leader + 1, f.walk);
        EXPECT_NEAR(f.headway, 0.9, 1e-9);
        EXPECT_NEAR(f.speed, 1.1, 1e-9);
    }
}

TEST(SingleFileOf, PeriodicAxis) {
    Trajectory t;
    t.info.fps = 10;
    t.info.periodic = {0, 13};
    for (AgentId i = 0; i < 20; ++i) {
        t.tracks.push_back(walk(i + 1, 10, 40, [&](double s) {
            const double y = -0.4 * s + 0.65 * i;
            return Vec2d{2 + 0.02 * (i % 3), y - 13 * std::floor(y / 13)};
        }));
    }
    const RecordedFile found = require_single_file(t);
    EXPECT_EQ(found.file.ring, 13);
    for (const Following& f : followings(found.file)) {
        EXPECT_NEAR(f.headway, 0.65, 1e-9);
        EXPECT_NEAR(f.speed, 0.4, 1e-9);
    }
}

TEST(SingleFileOf, FramesNeedNotBeOne) {
    // Every sixth frame is numbered, and people were looked at in different ones; one is out of sight for 3 s.
    Trajectory t;
    t.info.fps = 30;
    for (AgentId i = 0; i < 3; ++i) {
        Track track;
        track.id = i + 1;
        for (std::uint32_t frame = i; frame < 600; frame += 6) {
            if (i == 1 && frame > 200 && frame < 290) continue;
            track.frame.push_back(frame);
            track.position.push_back({frame / 30.0 - 2 * i, 0});
        }
        t.tracks.push_back(track);
    }
    const RecordedFile found = require_single_file(t);
    EXPECT_DOUBLE_EQ(found.file.interval, 0.2);
    ASSERT_EQ(found.file.walks.size(), 4u);
    EXPECT_EQ(found.file.walks[1].id, 2u);
    EXPECT_EQ(found.file.walks[2].id, 2u);
    for (const Following& f : followings(found.file)) {
        EXPECT_NEAR(f.speed, 1, 1e-9);
        EXPECT_NEAR(f.headway, f.walk == 3 && f.leader == 0 ? 4 : 2, 1e-9);
    }
}

TEST(SingleFileOf, SaysWhyThereIsNone) {
    const auto why = [](const Trajectory& t) {
        EXPECT_THROW(require_single_file(t), InputError);
        const RecordedFile found = single_file_of(t);
        EXPECT_TRUE(found.file.walks.empty());
        EXPECT_FALSE(found.line);
        return found.why_not;
    };
    EXPECT_EQ(why({}), "nobody walks");
    Trajectory t;
    t.info.fps = 10;
    t.tracks.push_back(walk(1, 10, 20, [](double s) { return Vec2d{s, 0}; }));
    EXPECT_EQ(why(t), "nobody follows anybody");
    t.tracks.push_back(walk(2, 10, 20, [](double s) { return Vec2d{20 - s, 0.1}; }));
    EXPECT_EQ(why(t), "1 walk one way and 1 the other");
    t.tracks[1] = walk(2, 10, 20, [](double s) { return Vec2d{s, 0.5}; });
    EXPECT_EQ(why(t), "people walk side by side for 100 % of the time");
    t.tracks[1] = walk(2, 10, 20, [](double s) { return Vec2d{s - 1, 5}; });
    EXPECT_NE(why(t).find("beside the best straight line and do not go round"), std::string::npos) << why(t);
    t.tracks = {walk(1, 10, 20, [](double) { return Vec2d{1, 0}; })};
    EXPECT_EQ(why(t), "nobody gets anywhere");
    // All over a square.
    for (AgentId i = 0; i < 200; ++i) {
        t.tracks.push_back(walk(i + 2, 10, 5, [&](double s) {
            return Vec2d{10 * random_unit(1, i, 0, Purpose::place) + s, 10 * random_unit(1, i, 1, Purpose::place)};
        }));
    }
    EXPECT_NE(why(t).find("beside the best loop"), std::string::npos) << why(t);
}

TEST(SingleFileOf, Recordings) {
    const std::filesystem::path data = test::data_folder();
    if (!std::filesystem::is_directory(data / "single_file_croma")) {
        GTEST_SKIP() << "no recordings at " << data << "; set SIDESTEP_DATA";
    }
    for (const int n : {8, 16, 24}) {
        const std::string file = (data / "single_file_croma" / fmt::format("female_{:02}_1.txt", n)).string();
        const Trajectory t = read_trajectory(file);
        const RecordedFile given = require_single_file(t, {.line = oval()});
        EXPECT_NEAR(line_states(given.file).at(0).density, n / 14.97, 0.005);
        ASSERT_EQ(given.file.walks.size(), static_cast<std::size_t>(n));
        const RecordedFile found = require_single_file(t);
        EXPECT_NEAR(found.file.ring, 14.97, 1.0) << n;  // heads are not above the line on the floor
        EXPECT_LT(found.across, 0.3);
        EXPECT_EQ(found.file.walks.size(), static_cast<std::size_t>(n));
        // Both lines measure the same walk.
        const double way = given.file.walks[0].along.back() - given.file.walks[0].along.front();
        const double same = found.file.walks[0].along.back() - found.file.walks[0].along.front();
        EXPECT_NEAR(way / given.file.ring, same / found.file.ring, 0.02);
    }
    EXPECT_EQ(require_single_file(read_trajectory((data / "single_file_palestine/UX_24.txt").string())).file.ring, 0);
    for (const char* wide : {"ring_ug180/ug-180-060.txt", "students01/students01.txt", "eth/eth.txt"}) {
        const std::filesystem::path file = data / wide;
        if (!std::filesystem::exists(file)) continue;
        EXPECT_FALSE(single_file_of(read_trajectory(file.string())).found()) << wide;
    }
}

}  // namespace
}  // namespace sidestep
