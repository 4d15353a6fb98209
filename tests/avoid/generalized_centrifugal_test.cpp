// Generalized centrifugal force: ellipses, the shape of the force, both published sets of constants, small scenes.
#include "avoid/generalized_centrifugal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"
#include "avoid/scans.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;
using Values = CentrifugalValues<double>;

const test::Settings kPaper = {{"pref_speed", 1.2}};
const test::Settings kJuPedSim = {
    {"pref_speed", 1.2}, {"length_at_rest", 0.2}, {"length_per_speed", 1}, {"width_most", 0.4}, {"force_most", 9}};

Values values(const test::Settings& settings) {
    return centrifugal_values<double>(test::table(generalized_centrifugal::kInfo, settings));
}

Own<double> walker(V velocity = {1.2, 0}) {
    return {.velocity = velocity, .heading = {1, 0}, .pref = {1.2, 0}, .radius = 0.2, .max_speed = 1.742, .dt = 0.02};
}

void expect_vector(V found, V wanted, double tolerance = 1e-6) {
    EXPECT_NEAR(found.x, wanted.x, tolerance);
    EXPECT_NEAR(found.y, wanted.y, tolerance);
}

double gap(const Own<double>& own, V p, V velocity, V axis, const Values& v) {
    const V to = p * (1 / norm(p));
    return norm(p) - polar_radius(centrifugal_ellipse(norm(own.velocity), v), V{1, 0}, to) -
           polar_radius(centrifugal_ellipse(norm(velocity), v), axis, to);
}

TEST(GeneralizedCentrifugal, Ellipses) {
    const Values v = values(kPaper);
    const auto moving = centrifugal_ellipse(1.2, v), standing = centrifugal_ellipse(0.0, v);
    EXPECT_NEAR(moving.along, 0.816, 1e-12);
    EXPECT_NEAR(moving.across, 0.2, 1e-12);
    EXPECT_NEAR(standing.along, 0.18, 1e-12);
    EXPECT_NEAR(standing.across, 0.25, 1e-12);
    EXPECT_NEAR(centrifugal_ellipse(2.4, v).across, 0.2, 1e-12) << "faster than preferred";
    EXPECT_NEAR(centrifugal_ellipse(0.0, values({{"pref_speed", 0}})).across, 0.2, 1e-12) << "ratio 1";
    // The polar radius leads to a point of the ellipse.
    for (const double angle : {0.0, 0.4, 1.1, kPi / 2, 2.5}) {
        const V to{std::cos(angle), std::sin(angle)};
        const V on = to * polar_radius(moving, V{1, 0}, to);
        EXPECT_NEAR(on.x * on.x / (0.816 * 0.816) + on.y * on.y / (0.2 * 0.2), 1, 1e-9);
    }
}

TEST(GeneralizedCentrifugal, ShapeOfTheForce) {
    const Values v = values(kJuPedSim);
    const struct {
        double s, f;
    } cases[] = {{0.4, 15}, {0.45, 12.942708}, {0.5, 8.402778}, {0.55, 3.828125}, {0.6, 1.666667},
                 {1, 1},    {1.95, 0.259695},  {2, 0},          {-0.3, 15},       {3, 0}};
    for (const auto& c : cases) EXPECT_NEAR(centrifugal_strength(c.s, 1.0, 9.0, v), c.f, 1e-6) << c.s;
    // Continuous, never rising.
    double before = 15;
    for (double s = 0.3; s < 2.1; s += 1e-4) {
        const double f = centrifugal_strength(s, 1.0, 9.0, v);
        ASSERT_LE(f, before + 1e-12) << s;
        ASSERT_GE(f, before - 0.02) << s;
        before = f;
    }
}

TEST(GeneralizedCentrifugal, CheckValues) {
    const Own<double> own = walker();
    const V x{1, 0};
    Values v = values(kJuPedSim);
    EXPECT_NEAR(gap(own, {2.5, 1}, {0, 0}, {-1, 0}, v), 1.974215, 1e-6);
    expect_vector(centrifugal_force(own, x, {2.5, 1}, {0, 0}, {-1, 0}, v), {-0.160299, -0.064120});
    EXPECT_NEAR(gap(own, {1.6, 0.6}, {0.5, 0}, {1, 0}, v), 0.600954, 1e-6);
    expect_vector(centrifugal_force(own, x, {1.6, 0.6}, {0.5, 0}, {1, 0}, v), {-1.504236, -0.564089});
    EXPECT_NEAR(gap(own, {3, 0}, {-1.2, 0}, {-1, 0}, v), 0.2, 1e-6);
    expect_vector(centrifugal_force(own, x, {3, 0}, {-1.2, 0}, {-1, 0}, v), {-114.264, 0});
    const Own<double> slant = walker({1, -0.5});
    const V slant_axis = axis_of(slant.velocity, x);
    expect_vector(centrifugal_wall_force(slant, slant_axis, V{0, -1}, v), {0, 0.321425});

    v = values(kPaper);
    EXPECT_NEAR(gap(own, {3, 0}, {-1.2, 0}, {-1, 0}, v), 1.368, 1e-6);
    expect_vector(centrifugal_force(own, x, {3, 0}, {-1.2, 0}, {-1, 0}, v), {-5.568421, 0});
    EXPECT_NEAR(gap(own, {1.6, 0.6}, {0.5, 0}, {1, 0}, v), 0.847814, 1e-6);
    expect_vector(centrifugal_force(own, x, {1.6, 0.6}, {0.5, 0}, {1, 0}, v), {-1.066245, -0.399842});
    expect_vector(centrifugal_wall_force(slant, slant_axis, V{0, -1}, v), {0, 0.316188});
}

V acceleration(const Own<double>& own, const std::vector<Near<double>>& near, const Values& v,
               const std::vector<WallPiece<double>>& walls = {}) {
    return centrifugal_acceleration(own, NearList(near), WallList(walls), v);
}

TEST(GeneralizedCentrifugal, EdgeCases) {
    const Values v = values(kPaper);
    // Whoever stands feels the drive only; whoever is behind is not felt.
    expect_vector(acceleration(walker({0, 0}), {{{0.5, 0}, {-1, 0}, 0.2}}, v), {2.4, 0});
    expect_vector(acceleration(walker(), {{{-0.8, 0}, {1.7, 0}, 0.2}}, v), {0, 0});
    // A standing neighbour counts as facing the agent: its half axis is a_min from everywhere.
    expect_vector(acceleration(walker(), {{{2.5, 1}, {0, 0}, 0.2}}, v),
                  centrifugal_force(walker(), {1, 0}, {2.5, 1}, {0, 0}, V{2.5, 1} * (1 / norm(V{2.5, 1})), v), 1e-12);
    // In one place: the later id is held back, numbers stay numbers.
    const std::vector<Near<double>> here(3, Near<double>{{0, 0}, {1.2, 0}, 0.2});
    EXPECT_LT(acceleration(walker(), here, v).x, -0.5);
    const V a = acceleration(walker({0, 0}), here, v, {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}});
    EXPECT_TRUE(std::isfinite(a.x) && std::isfinite(a.y));
}

TEST(GeneralizedCentrifugal, LargestStep) {
    const auto step = [](const test::Settings& settings) {
        return generalized_centrifugal::kInfo.max_dt(test::values_with(generalized_centrifugal::kInfo, settings));
    };
    EXPECT_DOUBLE_EQ(step(kPaper), 0.02);
    EXPECT_NEAR(step(kJuPedSim), 0.01, 1e-9);
}

TEST(GeneralizedCentrifugal, PackAgreesWithDouble) {
    const Values v = values({});
    test::expect_lanes_agree(
        {.model = "generalized_centrifugal", .seed = 62, .dt = 0.02f, .spacing = 0.4},
        [&](const test::Decided& d) { return accelerated(d.own, acceleration(d.own, d.near, v, d.feet)); });
}

test::ScanResult scan(test::Scan s, double dt, test::Settings settings) {
    settings.emplace_back("pref_speed", 1.3);
    const Values v = values(settings);
    return run_scan(s, dt, [&](const Own<double>& own, V, const NearList& near, const WallList& walls) {
        return own.velocity + centrifugal_acceleration(own, near, walls, v) * dt;
    });
}

TEST(GeneralizedCentrifugal, SmallScenes) {
    const test::Settings jupedsim(kJuPedSim.begin() + 1, kJuPedSim.end());
    for (const auto& [settings, dt] : {std::pair{test::Settings{}, 0.02}, {jupedsim, 0.01}}) {
        // Circles jam, but nothing blows up.
        for (const test::Scan& s : {test::circle_scan(1), test::circle_scan(2), test::queue_scan()}) {
            EXPECT_LT(scan(s, dt, settings).fastest_raw, 3 * 1.3);
        }
        EXPECT_LT(scan(test::circle_scan(1), dt, settings).arrived, 10);
        const test::ScanResult head_on = scan(test::head_on_scan(), dt, settings);
        EXPECT_EQ(head_on.arrived, 2);
        EXPECT_EQ(head_on.deepest, 0);
        EXPECT_GT(head_on.last_arrival, 7);
        EXPECT_LT(head_on.last_arrival, 10);
        const double half = scan(test::head_on_scan(), dt / 2, settings).last_arrival;
        EXPECT_NEAR(half, head_on.last_arrival, 0.05 * half);
    }
    EXPECT_GT(scan(test::circle_scan(1), 0.1, jupedsim).fastest_raw, 10) << "why steps are small";
    // Walls are too weak against the drive; the engine's guarantee is needed.
    EXPECT_GT(scan(test::queue_scan(), 0.02, {}).deepest_wall, 0.1);
}

}  // namespace
}  // namespace sidestep
