// Walks between rests, their ends, and the constants of walkers who were made with known ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "analyse/walks.h"
#include "sidestep/analyse.h"
#include "support/dice.h"

namespace sidestep {
namespace {

/// A walker by the rules of Brogan and Johnson along a way of two straights of `leg` metres that meet in a quarter
/// circle.
struct Made {
    double top = 1.36, turn = 1.10, accel = 1.82, decel = 1.63, slow_from = 0.81;
    double leg = 6, bend = 0.6;

    double length() const { return 2 * leg + bend * std::numbers::pi / 2; }
    Vec2d at(double way) const {
        const double angle = std::clamp((way - leg) / bend, 0.0, std::numbers::pi / 2);
        const double after = std::max(0.0, way - leg - bend * std::numbers::pi / 2);
        return {std::min(way, leg) + bend * std::sin(angle), bend * (1 - std::cos(angle)) + after};
    }
    double speed(double way) const {
        const double floor = top * std::exp(-2), middle = length() / 2, off = std::abs(way - middle);
        const double corner = off < slow_from ? turn + (top - turn) * off / slow_from : top;
        const double start = top / accel * way + floor, end = top / decel * (length() - way);
        return std::max(floor, std::min({top, corner, start, end}));
    }
    /// Stands two seconds before and after.
    Track track(AgentId id, double fps, double noise = 0) const {
        constexpr double kFine = 1e-3, kPause = 2;
        test::Dice dice(id);
        Track t;
        t.id = id;
        double way = 0, arrived = 0;
        for (std::uint32_t frame = 0; arrived < kPause; ++frame) {
            t.frame.push_back(frame);
            t.position.push_back(at(way) + Vec2d{dice.between(-noise, noise), dice.between(-noise, noise)});
            for (double rest = 1 / fps; rest > kFine / 2 && frame / fps >= kPause; rest -= kFine) {
                way = std::min(length(), way + speed(way) * kFine);
            }
            if (way >= length() - 1e-9) arrived += 1 / fps;
        }
        return t;
    }
};

TEST(Walks, AreCutWherePeopleStand) {
    // Out, two seconds of rest, on; a nod of the head in between is no walk.
    Trajectory t = alone(10, 20, [](double s) {
        const double out = std::clamp(s - 1, 0.0, 5.0), on = std::clamp(s - 10, 0.0, 4.0);
        const double nod = s > 7.5 && s < 8.2 ? 0.2 : 0;
        return Vec2d{1.2 * (out + on) + nod, 0};
    });
    const std::vector<Track> walks = walks_of(t.tracks[0], t.info);
    ASSERT_EQ(walks.size(), 2u);
    EXPECT_NEAR(norm(walks[0].position.back() - walks[0].position.front()), 6, 0.01);
    EXPECT_NEAR(norm(walks[1].position.back() - walks[1].position.front()), 4.8, 0.01);
    EXPECT_NEAR(walks[0].frame.front() / 10.0, 1, 0.31);
    EXPECT_NEAR(walks[0].frame.back() / 10.0, 6, 0.31);
    EXPECT_TRUE(walks_of(Track{}, t.info).empty());
    EXPECT_TRUE(walks_of(walk(1, 10, 5, [](double) { return Vec2d{1, 1}; }), t.info).empty());
    // Who never stands walks once.
    EXPECT_EQ(walks_of(walk(1, 10, 5, [](double s) { return Vec2d{s, s}; }), t.info).size(), 1u);
    // Round a periodic axis nobody jumps.
    Trajectory round = alone(10, 8, [](double s) { return Vec2d{std::fmod(1.3 * s, 2), 0}; });
    round.info.periodic = {2, 0};
    const auto one = walks_of(round.tracks[0], round.info);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_NEAR(one[0].position.back().x, 1.3 * 8, 1e-9);
}

TEST(Walks, Ends) {
    // A quarter circle: headings are those of the first and last quarter of a metre.
    std::vector<Vec2d> path;
    for (double t = 0; t <= kQuarter; t += 0.066) path.push_back(on_circle(t));
    const PathEnd start = start_of(path, 0.066), end = end_of(path, 0.066);
    EXPECT_EQ(start.place, path.front());
    EXPECT_EQ(end.place, path.back());
    EXPECT_NEAR(start.heading, std::numbers::pi / 2 + 0.07, 0.03);
    EXPECT_NEAR(std::abs(end.heading), std::numbers::pi - 0.09, 0.04);
    EXPECT_NEAR(start.speed, kSpeed, 0.01);
    EXPECT_NEAR(end.speed, kSpeed, 0.01);
    EXPECT_THROW(start_of(std::vector<Vec2d>{}, 0.1), std::invalid_argument);
    EXPECT_THROW(end_of(std::vector<Vec2d>{{1, 1}, {1, 1}}, 0.1), std::invalid_argument);
    EXPECT_THROW(end_of(path, 0), std::invalid_argument);
}

void expect_constants(const WalkingProfile& profile, const Made& made, std::size_t walks, double tolerance) {
    EXPECT_EQ(profile.walks, walks);
    ASSERT_EQ(profile.top_speed.size(), walks);
    EXPECT_NEAR(summarise(profile.top_speed).mean, made.top, tolerance * made.top);
    ASSERT_EQ(profile.turn_speed.size(), walks);
    EXPECT_NEAR(summarise(profile.turn_speed).mean, made.turn, tolerance * made.turn);
    ASSERT_EQ(profile.accel_distance.size(), walks);
    EXPECT_NEAR(summarise(profile.accel_distance).mean, made.accel, 2 * tolerance * made.accel);
    ASSERT_EQ(profile.decel_distance.size(), walks);
    EXPECT_NEAR(summarise(profile.decel_distance).mean, made.decel, 2 * tolerance * made.decel);
}

TEST(WalkingProfile, FindsTheConstantsOfMadeUpWalkers) {
    for (const Made& made : {Made{}, Made{.top = 1.6, .turn = 1.2, .accel = 2.4, .decel = 1.2, .slow_from = 0.9}}) {
        for (const double fps : {10.0, 25.0}) {
            Trajectory t;
            t.info.fps = fps;
            for (AgentId id = 1; id <= 5; ++id) t.tracks.push_back(made.track(id, fps));
            expect_constants(walking_profile(t), made, 5, 0.05);
        }
    }
}

TEST(WalkingProfile, TheCubicsTopIsFound) {
    // Speed 1.4 (1 − (1 − s/2)²) over the way s has its top after 2 m; from the other end the way is the same.
    Trajectory t;
    t.info.fps = 100;
    Track track{1, {}, {}, {}};
    double way = 0.02;
    for (std::uint32_t frame = 0; way < 4; ++frame) {
        track.frame.push_back(frame);
        track.position.push_back({way, 0});
        way += 0.01 * 1.4 * (1 - (1 - way / 2) * (1 - way / 2));
        if (way > 3.98) break;
    }
    t.tracks.push_back(track);
    ProfileOptions options;
    options.cutoff = 0;
    options.rest.standing = 0.001;
    const WalkingProfile profile = walking_profile(t, options);
    ASSERT_EQ(profile.accel_cubic.size(), 1u);
    EXPECT_NEAR(profile.accel_cubic[0], 2, 0.05);
    ASSERT_EQ(profile.decel_cubic.size(), 1u);
    EXPECT_NEAR(profile.decel_cubic[0], 2, 0.05);
    // 1.10/1.36 of the top: (1 − s/2)² = 0.26/1.36.
    EXPECT_NEAR(profile.slowing_cubic.at(0), 2 * std::sqrt(0.26 / 1.36), 0.05);
    EXPECT_TRUE(walking_profile(alone(10, 6, [](double s) { return Vec2d{1.4 * s, 0}; })).accel_cubic.empty());
}

TEST(WalkingProfile, NoiseOfACameraBlursThemLittle) {
    const Made made;
    Trajectory t;
    t.info.fps = 25;
    for (AgentId id = 1; id <= 20; ++id) t.tracks.push_back(made.track(id, 25, 0.03));
    const WalkingProfile profile = walking_profile(t);
    EXPECT_EQ(profile.walks, 20u);
    expect_constants(profile, made, 20, 0.1);
    EXPECT_GT(summarise(profile.top_speed).sd, 0);
}

TEST(WalkingProfile, TurnsAreTakenNearestToTheWall) {
    // The pillar inside the bend stands where the walker is slowest.
    const Made made;
    Trajectory t;
    t.info.fps = 25;
    t.tracks.push_back(made.track(1, 25));
    t.info.wkt = "POLYGON ((-1 -1, 9 -1, 9 9, -1 9, -1 -1), (5.7 0.5, 6.1 0.5, 6.1 0.9, 5.7 0.9, 5.7 0.5))";
    const WalkingProfile profile = walking_profile(t);
    ASSERT_EQ(profile.turn_speed.size(), 1u);
    EXPECT_NEAR(profile.turn_speed[0], made.turn, 0.06);
}

TEST(WalkingProfile, WhoIsSeenInTheMiddleShowsNeitherStartNorEnd) {
    Trajectory t = alone(10, 6, [](double s) { return Vec2d{1.4 * s, 0}; });
    const WalkingProfile profile = walking_profile(t);
    EXPECT_EQ(profile.walks, 1u);
    EXPECT_NEAR(profile.top_speed.at(0), 1.4, 1e-6);
    EXPECT_TRUE(profile.accel_distance.empty());
    EXPECT_TRUE(profile.decel_distance.empty());
    EXPECT_TRUE(profile.turn_speed.empty());
    EXPECT_EQ(walking_profile(alone(10, 1, [](double s) { return Vec2d{1.4 * s, 0}; })).walks, 0u) << "too short";
    EXPECT_EQ(walking_profile({}).walks, 0u);
}

}  // namespace
}  // namespace sidestep
