// Areas, lines, diagrams and collective motion against values counted by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "../support/maps.h"
#include "analyse/walks.h"
#include "sidestep/area_measures.h"
#include "sidestep/collective.h"
#include "sidestep/error.h"
#include "sidestep/fundamental_diagram.h"
#include "sidestep/line_measures.h"
#include "sidestep/metric.h"
#include "sidestep/steerbench.h"

namespace sidestep {
namespace {

MeasurePlan plan_with(const MeasureArea& area) {
    MeasurePlan plan;
    plan.areas = {area};
    return plan;
}

/// One stands at (1, 1), one walks along y = 3 from x = 0 at 1 m/s, in a room of 8 × 4 m.
Trajectory two_in_a_room() {
    Trajectory t;
    t.info.fps = 10;
    t.info.wkt = "POLYGON ((0 0, 8 0, 8 4, 0 4, 0 0))";
    t.tracks.push_back(walk(1, 10, 8, [](double) { return Vec2d{1, 1}; }));
    t.tracks.push_back(walk(2, 10, 8, [](double s) { return Vec2d{s, 3}; }));
    return t;
}

// ---- Areas ----

TEST(AreaMeasures, CountedByHand) {
    MeasurePlan plan = plan_with({"left", {{0, 0}, {4, 0}, {4, 4}, {0, 4}}});
    plan.cutoff = 0;
    const AllAreas all = measure_areas(two_in_a_room(), plan);
    ASSERT_EQ(all.areas[0].samples.size(), 81u);
    // At 1 s one walks above the other: the bisector is y = 2, each has half of the room, 16 m², and of the area 8 m².
    const AreaSample& at_1 = all.areas[0].samples[10];
    EXPECT_EQ(at_1.people, 2u);
    EXPECT_DOUBLE_EQ(at_1.density, 2 / 16.0);
    EXPECT_NEAR(at_1.voronoi_density, (8 / 16.0 + 8 / 16.0) / 16, 1e-12);
    EXPECT_NEAR(at_1.speed, 0.5, 1e-9);
    EXPECT_NEAR(at_1.voronoi_speed, 8 * 1.0 / 16, 1e-9);
    EXPECT_NEAR(at_1.covered, 1, 1e-12);
    // At 4 s the second is on the border, which is not inside; at 6 s it is out, its cell is not.
    EXPECT_EQ(all.areas[0].samples[40].people, 1u);
    const AreaSample& at_6 = all.areas[0].samples[60];
    EXPECT_EQ(at_6.people, 1u);
    EXPECT_EQ(at_6.speed, 0);
    EXPECT_GT(at_6.voronoi_speed, 0);
}

TEST(AreaMeasures, TheCutoffLeavesPartsToNobody) {
    MeasurePlan plan = plan_with({"room", {{0, 0}, {8, 0}, {8, 4}, {0, 4}}});
    plan.cutoff = 0.5;
    plan.cutoff_corners = 1;  // a square standing on its corner: 2 r² = 0.5 m²
    const AreaSample s = measure_areas(two_in_a_room(), plan).areas[0].samples[40];
    EXPECT_NEAR(s.covered, 2 * 0.5 / 32, 1e-12);
    EXPECT_NEAR(s.voronoi_density, 2.0 / 32, 1e-12);
    EXPECT_NEAR(s.voronoi_speed, 0.5 * 1 / 32, 1e-12);
    EXPECT_NEAR(s.speed_where_people_are(), 0.5, 1e-9);
}

TEST(AreaMeasures, RefuseWhatCannotBeMeasured) {
    Trajectory t = two_in_a_room();
    EXPECT_THROW(measure_areas(t, plan_with({"line", {{0, 0}, {1, 1}, {2, 2}}})), InputError);
    t.info.wkt.clear();
    MeasurePlan plan = plan_with({"room", {{0, 0}, {8, 0}, {8, 4}, {0, 4}}});
    plan.cutoff = 0;
    EXPECT_THROW(measure_areas(t, plan), InputError);
    EXPECT_TRUE(measure_areas({}, plan).areas[0].samples.empty());
}

TEST(AreaMeasures, ProfilesHoldAllPeople) {
    MeasurePlan plan;
    plan.cutoff = 0;
    plan.cell = 1;
    const Profiles p = measure_areas(two_in_a_room(), plan, {.profiles = true}).profiles;
    ASSERT_EQ(p.density.columns, 8u);
    ASSERT_EQ(p.density.rows, 4u);
    double people = 0, flow = 0;
    for (const double d : p.density.value) people += d;
    EXPECT_NEAR(people, 2, 1e-9);
    EXPECT_NEAR(p.seconds, 8.1, 1e-9);
    // Lower left: always the standing one's. Elsewhere now the one's, now the other's.
    EXPECT_NEAR(p.speed.at(0, 0), 0, 1e-12);
    EXPECT_GT(p.speed.at(7, 3), 0.8);
    EXPECT_LT(p.speed.at(7, 3), 1);
    for (const double f : p.flow.value) flow += f;
    EXPECT_NEAR(flow, 1, 1e-9) << "one of the two at 1 m/s";
}

TEST(AreaMeasures, ProfilesAreOfTheWalkablePartOfASquare) {
    Trajectory t;
    t.info.fps = 10;
    t.info.wkt = "POLYGON ((0.5 0, 3.5 0, 3.5 1, 0.5 1, 0.5 0))";
    t.tracks.push_back(walk(1, 10, 2, [](double) { return Vec2d{1, 0.5}; }));
    MeasurePlan plan;
    plan.cutoff = 0;
    plan.cell = 1;
    const Profiles p = measure_areas(t, plan, {.profiles = true}).profiles;
    ASSERT_EQ(p.density.columns, 4u);
    for (const double d : p.density.value) EXPECT_NEAR(d, 1 / 3.0, 1e-9) << "half squares at the ends are no emptier";
}

TEST(IndividualSpeed, AtTheEndsOfATrack) {
    TrajectoryInfo info;
    info.fps = 2;
    // x = 0, 1, 3, 6, 10, at 0.5 s each.
    const Track track{1, {0, 1, 2, 3, 4}, {{0, 0}, {1, 0}, {3, 0}, {6, 0}, {10, 0}}, {}};
    using enum SpeedBorder;
    EXPECT_EQ(individual_speed(track, 2, info, 2), 5);            // (10 − 0) / 2 s
    EXPECT_EQ(individual_speed(track, 1, info, 2), 5);            // (6 − 1) / 1 s
    EXPECT_EQ(individual_speed(track, 4, info, 2), 7);            // (10 − 3) / 1 s
    EXPECT_EQ(individual_speed(track, 1, info, 2, adaptive), 3);  // (3 − 0) / 1 s
    EXPECT_TRUE(std::isnan(individual_speed(track, 0, info, 2, adaptive)));
    EXPECT_TRUE(std::isnan(individual_speed(track, 1, info, 2, exclude)));
    EXPECT_EQ(individual_speed(track, 2, info, 2, exclude), 5);
    EXPECT_EQ(individual_speed(track, 2, info, 9), 5) << "too short for one side: as a whole";
    info.periodic = {12, 0};
    const Track round{1, {0, 1, 2}, {{11, 0}, {1, 0}, {3, 0}}, {}};
    EXPECT_EQ(individual_speed(round, 1, info, 1), 4);  // 2 m over the border and 2 m more in 1 s
}

// ---- Lines ----

TEST(LineMeasures, CountsDirectionsGapsAndFlow) {
    Trajectory t;
    t.info.fps = 10;
    // Upwards over y = 0 after 1, 2, 4 and 8 s at 1 m/s, and one downwards after 6 s who comes back after 7 s.
    for (const double at : {1.0, 2.0, 4.0, 8.0}) {
        const auto id = static_cast<AgentId>(t.tracks.size() + 1);
        t.tracks.push_back(walk(id, 10, 10, [=](double s) { return Vec2d{0.1, s - at - 0.05}; }));
    }
    t.tracks.push_back(walk(5, 10, 10, [](double s) { return Vec2d{0.2, std::abs(s - 6.55) - 0.5}; }));
    MeasurePlan plan;
    const MeasureLine line{"line", {-1, 0}, {1, 0}};
    const LineMeasures m = measure_line(t, plan, line);
    EXPECT_EQ(m.people(), 5u);
    EXPECT_EQ(m.passings.size(), 6u);
    EXPECT_EQ(m.to_left(), 4u);  // upwards is left of the way from −1 to 1
    EXPECT_EQ(m.to_right(), 1u);
    EXPECT_EQ(m.length, 2);
    const auto gaps = m.time_gaps();
    ASSERT_EQ(gaps.size(), 4u);
    EXPECT_NEAR(gaps[0].gap, 1, 1e-9);
    EXPECT_NEAR(gaps[1].gap, 2, 1e-9);
    EXPECT_NEAR(gaps[2].gap, 2, 1e-9);
    EXPECT_EQ(gaps[2].id, 5u);
    EXPECT_NEAR(gaps[3].gap, 2, 1e-9);
    EXPECT_NEAR(m.flow(), 4 / 7.0, 1e-9);
    EXPECT_NEAR(m.flow(0.25, 0.75), 2 / 4.0, 1e-9);
    for (const LinePassing& p : m.passings) {
        if (p.id < 5) {
            EXPECT_NEAR(p.speed, 1, 1e-9);  // who turns round is slower
        }
    }
}

TEST(LineMeasures, TouchingIsNotPassing) {
    Trajectory t;
    t.info.fps = 1;
    // Ends on the line; goes beside its end; comes from the line and leaves it.
    t.tracks.push_back({1, {0, 1}, {{0, -1}, {0, 0}}, {}});
    t.tracks.push_back({2, {0, 1}, {{3, -1}, {3, 1}}, {}});
    t.tracks.push_back({3, {0, 1, 2}, {{0, -1}, {0, 0}, {0, 1}}, {}});
    const LineMeasures m = measure_line(t, {}, {"line", {-1, 0}, {1, 0}});
    ASSERT_EQ(m.passings.size(), 1u);
    EXPECT_EQ(m.passings[0].id, 3u);
    EXPECT_EQ(m.passings[0].frame, 2u);
    EXPECT_TRUE(m.passings[0].to_left);
    EXPECT_TRUE(std::isnan(m.flow()));
}

TEST(LineMeasures, ABorderOfAPeriodicAxisIsNoLine) {
    Trajectory t;
    t.info.fps = 10;
    t.info.periodic = {10, 0};
    t.tracks.push_back(walk(1, 10, 30, [](double s) { return Vec2d{std::fmod(s, 10.0), 1}; }));
    const LineMeasures m = measure_line(t, {}, {"line", {5.05, 0}, {5.05, 2}});
    EXPECT_EQ(m.passings.size(), 3u);
    EXPECT_EQ(m.people(), 1u);
}

/// Many who wait within radius 3 of a door of 1 m; the first goes through at once, so that the direction is known.
Trajectory waiting(const std::function<bool(Vec2d)>& stands) {
    Trajectory t;
    t.info.fps = 2;
    t.tracks.push_back(walk(1, 2, 10, [](double s) { return Vec2d{0, 0.3 - s}; }));
    for (int i = -20; i <= 20; ++i) {
        for (int j = 1; j <= 40; ++j) {
            const Vec2d p{0.25 * i, 0.25 * j};
            if (!stands(p)) continue;
            t.tracks.push_back(walk(static_cast<AgentId>(t.tracks.size() + 1), 2, 10, [=](double) { return p; }));
        }
    }
    return t;
}

TEST(QueueShape, OfAHalfDiscIsOne) {
    const MeasureLine door{"door", {-0.5, 0}, {0.5, 0}};
    const QueueShape arch = queue_shape(waiting([](Vec2d p) { return norm(p) <= 4; }), {}, door);
    EXPECT_NEAR(arch.ratio(), 1, 0.06) << "as far as a grid of 0.25 m is a disc";
    EXPECT_GT(arch.moments, 5u);
    const QueueShape column = queue_shape(waiting([](Vec2d p) { return std::abs(p.x) < 1 && p.y < 8; }), {}, door);
    EXPECT_GT(column.ratio(), 5);
    const QueueShape row = queue_shape(waiting([](Vec2d p) { return p.y < 0.6; }), {}, door);
    EXPECT_LT(row.ratio(), 0.2);
    // Those beyond a gap are not in it.
    const QueueShape parted = queue_shape(waiting([](Vec2d p) { return norm(p) <= 2 || p.y > 5; }), {}, door);
    EXPECT_LT(parted.depth, 2);
}

// ---- Diagram and level of service ----

TEST(FundamentalDiagram, Weidmann) {
    EXPECT_NEAR(weidmann_speed(0.5), 1.2984, 1e-4);
    EXPECT_NEAR(weidmann_speed(1), 1.0581, 1e-4);
    EXPECT_NEAR(weidmann_speed(2), 0.6062, 1e-4);
    EXPECT_NEAR(weidmann_speed(3), 0.3307, 1e-4);
    EXPECT_EQ(weidmann_speed(5.4), 0);
    EXPECT_EQ(weidmann_speed(8), 0);
    EXPECT_NEAR(weidmann_speed(1.75) * 1.75, 1.22, 0.005) << "the greatest flow";
    EXPECT_NEAR(single_file_reference(1 / (0.363 + 1.08 * 0.5)), 0.5, 1e-12);
}

TEST(FundamentalDiagram, BinsAndDifference) {
    std::vector<DiagramPoint> points;
    for (int i = 0; i < 10; ++i) points.push_back({1.1, weidmann_speed(1.1) + 0.3});
    for (int i = 0; i < 20; ++i) points.push_back({2.1, weidmann_speed(2.1) - (i % 2 ? 0.5 : 0.3)});
    for (int i = 0; i < 9; ++i) points.push_back({3.1, 9});  // too few to count
    const auto bins = diagram_bins(points, 0.5);
    ASSERT_EQ(bins.size(), 3u);
    EXPECT_EQ(bins[0].lower, 1.0);
    EXPECT_EQ(bins[1].n, 20u);
    EXPECT_NEAR(bins[1].speed, weidmann_speed(2.1) - 0.4, 1e-12);
    EXPECT_NEAR(bins[1].flow, 2.1 * bins[1].speed, 1e-12);
    EXPECT_NEAR(rms_difference(bins, weidmann_speed), std::sqrt((0.09 + 0.16) / 2), 1e-12);
    EXPECT_TRUE(std::isnan(rms_difference(std::span(bins).last(1), weidmann_speed)));
    EXPECT_THROW(diagram_bins(points, 0), std::invalid_argument);
}

TEST(LevelOfService, ByTheAreaOfAPerson) {
    using enum ServiceTable;
    // Walkways: 3.25, 2.32, 1.39, 0.93, 0.46 m²; queues: 1.21, 0.93, 0.65, 0.28, 0.19 m².
    EXPECT_EQ(service_level(0, walkway), 0u);
    EXPECT_EQ(service_level(1 / 3.3, walkway), 0u);
    EXPECT_EQ(service_level(1 / 3.2, walkway), 1u);
    EXPECT_EQ(service_level(1 / 1.5, walkway), 2u);
    EXPECT_EQ(service_level(1.0, walkway), 3u);
    EXPECT_EQ(service_level(2.0, walkway), 4u);
    EXPECT_EQ(service_level(2.2, walkway), 5u);
    EXPECT_EQ(service_level(0.8, queue), 0u);
    EXPECT_EQ(service_level(1.0, queue), 1u);
    EXPECT_EQ(service_level(3.0, queue), 3u);
    EXPECT_EQ(service_level(6.0, queue), 5u);
    const std::vector<AreaSample> samples{
        {.voronoi_density = 0.1}, {.voronoi_density = 0.2}, {.voronoi_density = 1.0}, {.voronoi_density = 9}};
    EXPECT_EQ(service_shares(samples, walkway), (std::vector<double>{0.5, 0, 0, 0.25, 0, 0.25}));
}

// ---- Collective motion ----

std::vector<Vec2d> lattice(int side) {
    std::vector<Vec2d> places;
    for (int i = 0; i < side * side; ++i) places.push_back({0.8 * (i % side), 0.8 * (i / side)});
    return places;
}

TEST(Collectiveness, OfOneWayIsOneOfNoneZero) {
    const std::vector<Vec2d> places = lattice(6);
    EXPECT_NEAR(collectiveness(places, std::vector<Vec2d>(36, {0.3, 0.4})), 1, 1e-12);
    EXPECT_NEAR(collectiveness(places, std::vector<Vec2d>(36, {0, 0})), 0, 1e-12);
    std::vector<Vec2d> against(36);
    for (std::size_t i = 0; i < 36; ++i) against[i] = {i % 2 ? 1.0 : -1.0, 0};
    const double mixed = collectiveness(places, against);
    EXPECT_GT(mixed, 0.1);
    EXPECT_LT(mixed, 0.6);
    // Two of three agree: W has two ones of six, z = 0.25; (I − zW)⁻¹1 of the two is 1 / (1 − 0.25).
    const std::vector<Vec2d> three{{0, 0}, {1, 0}, {2, 0}}, ways{{1, 0}, {1, 0}, {-1, 0}};
    EXPECT_NEAR(collectiveness(three, ways), 2 * (4 / 3.0 - 1) / 3, 1e-12);
    EXPECT_TRUE(std::isnan(collectiveness({}, {})));
}

TEST(Vorticity, OfARotationIsTwiceItsRate) {
    const std::vector<Vec2d> places = lattice(6);
    std::vector<Vec2d> turning, shear, stretching;
    for (const Vec2d p : places) {
        turning.push_back(0.3 * left_of(p - Vec2d{2, 1}));
        shear.push_back({0.2 * p.y, 0});
        stretching.push_back({0.5 * p.x, -0.5 * p.y});
    }
    EXPECT_NEAR(vorticity(places, turning), 0.6, 1e-9);
    EXPECT_NEAR(vorticity(places, shear), 0.2, 1e-9);
    EXPECT_NEAR(vorticity(places, stretching), 0, 1e-9);
    EXPECT_TRUE(std::isnan(vorticity(std::vector<Vec2d>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, std::vector<Vec2d>(4))));
}

TEST(EffortRatio, IsOneOnTheStraightWayAtTheCheapestSpeed) {
    const double cheapest = std::sqrt(kStandingPower / kWalkingPower);
    EXPECT_NEAR(cheapest, 1.33035, 1e-5);
    const Trajectory t = alone(10, 10, [=](double s) { return Vec2d{cheapest * s, 0}; });
    EXPECT_NEAR(require_metric("effort_ratio").measure(Measurement(t)).at(0).value, 1, 1e-9);
    const Trajectory slow = alone(10, 10, [=](double s) { return Vec2d{0.5 * cheapest * s, 0}; });
    EXPECT_NEAR(require_metric("effort_ratio").measure(Measurement(slow)).at(0).value, 1.25, 1e-9);
}

// ---- Two frame rates ----

Trajectory thinned(const Trajectory& whole, std::uint32_t factor) {
    Trajectory t = whole;
    t.info.fps /= factor;
    for (Track& track : t.tracks) {
        Track kept{.id = track.id, .frame = {}, .position = {}, .heading = {}};
        for (std::size_t i = 0; i < track.frame.size(); ++i) {
            if (track.frame[i] % factor != 0) continue;
            kept.frame.push_back(track.frame[i] / factor);
            kept.position.push_back(track.position[i]);
        }
        track = std::move(kept);
    }
    std::erase_if(t.tracks, [](const Track& track) { return track.frame.size() < 2; });
    return t;
}

TEST(FrameRates, AgreeOnARecording) {
    const auto folder = test::data_folder() / "corridor_uo180";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no recordings at " << folder << "; set SIDESTEP_DATA";
    Trajectory fine = read_trajectory((folder / "uo-180-180-180.txt").string());
    fine.info.wkt = to_wkt(test::read_map(folder / "uo-180-180-180_walkable.wkt"));
    const Trajectory coarse = thinned(fine, 2);
    MeasurePlan plan = plan_with({"area", {{0, -2}, {1.8, -2}, {1.8, 2}, {0, 2}}});
    const auto a = measure_areas(fine, plan).areas[0].samples, b = measure_areas(coarse, plan).areas[0].samples;
    double worst_density = 0, speed = 0, n = 0;
    for (const AreaSample& s : b) {
        const AreaSample& same = a.at(2 * s.frame - a[0].frame);
        ASSERT_EQ(same.frame, 2 * s.frame);
        worst_density = std::max(worst_density, std::abs(s.voronoi_density - same.voronoi_density));
        if (s.people == 0) continue;
        speed += std::abs(s.speed - same.speed);
        ++n;
    }
    EXPECT_LT(worst_density, 1e-12) << "the same places";
    EXPECT_LT(speed / n, 0.001) << "the same speeds but at the ends of tracks";
    const MeasureLine line{"line", {1.8, 0}, {0, 0}};
    const LineMeasures fine_line = measure_line(fine, plan, line), coarse_line = measure_line(coarse, plan, line);
    EXPECT_EQ(fine_line.people(), coarse_line.people());
    EXPECT_NEAR(fine_line.flow(), coarse_line.flow(), 0.002 * fine_line.flow());
    EXPECT_NEAR(fine_line.flow(0.15, 0.85), coarse_line.flow(0.15, 0.85), 0.01 * fine_line.flow());
    const Measurement m_fine(fine), m_coarse(coarse);
    for (const char* metric : {"collectiveness", "vorticity", "effort_ratio", "avg_speed"}) {
        const double x = summarise(require_metric(metric).measure(m_fine)).mean,
                     y = summarise(require_metric(metric).measure(m_coarse)).mean;
        EXPECT_NEAR(x, y, 0.06 * x) << metric;
    }
}

}  // namespace
}  // namespace sidestep
