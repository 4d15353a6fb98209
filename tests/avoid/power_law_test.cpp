// The power law of anticipation: forces against their energy, walls, and what small scenes come to.
#include "avoid/power_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"
#include "avoid/scans.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;

PowerLawValues<double> values(const test::Settings& settings = {}) {
    return power_law_values<double>(test::table(power_law::kInfo, settings));
}

V pair_force(V x, V v, double reach, const PowerLawValues<double>& p) {
    return power_law_force(disc_contact(-x, v, reach), p);
}

TEST(PowerLaw, CheckValues) {
    const auto p = values();
    const struct {
        V x, v;
        double reach, time, energy;
        V force;
    } cases[] = {{{-4, 0.2}, {2.6, 0}, 0.5, 1.362209, 0.513339, {-0.355692, 0.155237}},
                 {{-2, -2}, {1.3, 1.1}, 0.6, 1.330961, 0.543356, {-0.286216, -0.568657}},
                 {{-1.5, 0.3}, {1.4, 0}, 0.5, 0.785714, 1.869899, {-3.845031, 2.883773}},
                 {{-4, 0}, {2.6, 0}, 0.5, 1.346154, 0.528477, {-0.369740, 0}}};
    for (const auto& c : cases) {
        const Contact<double> contact = disc_contact(-c.x, c.v, c.reach);
        EXPECT_NEAR(contact.time, c.time, 1e-6);
        EXPECT_NEAR(interaction_energy(contact.time, p), c.energy, 1e-6);
        const V f = power_law_force(contact, p);
        EXPECT_NEAR(f.x, c.force.x, 1e-6);
        EXPECT_NEAR(f.y, c.force.y, 1e-6);
    }
}

TEST(PowerLaw, Stiffness) {
    const auto p = values();
    const double times[] = {0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5};
    const double forces[] = {9154, 1135, 70.8, 8.46, 0.965, 0.0987, 0.0236, 0.0032};
    for (int i = 0; i < 8; ++i) {
        const V f = pair_force({-0.5 - 2.6 * times[i], 0}, {2.6, 0}, 0.5, p);
        EXPECT_NEAR(-f.x, forces[i], 0.02 * forces[i]) << times[i];
        EXPECT_NEAR(f.y, 0, 1e-9);
    }
}

TEST(PowerLaw, ForceIsTheGradientOfTheEnergy) {
    for (const double exponent : {2.0, 1.3, 3.0}) {
        const auto p = values({{"exponent", exponent}});
        const auto energy = [&](V x, V v, double reach) {
            const double a = dot(v, v), b = -dot(x, v), d = b * b - a * (dot(x, x) - reach * reach);
            if (d <= 0 || b <= 0) return 0.0;
            const double time = (b - std::sqrt(d)) / a;
            return p.strength * std::pow(time, -exponent) * std::exp(-time / p.time_scale);
        };
        test::Dice dice(41);
        int felt = 0;
        for (int i = 0; i < 5000; ++i) {
            const V x{dice.between(-5, 5), dice.between(-5, 5)}, v{dice.between(-2.5, 2.5), dice.between(-2.5, 2.5)};
            const double reach = dice.between(0.3, 0.8), h = 1e-5;
            const double a = dot(v, v), b = -dot(x, v), d = b * b - a * (dot(x, x) - reach * reach);
            if (norm(x) < reach + 0.1 || a < 0.01 || std::fabs(d) < 0.05) continue;
            const V numeric{-(energy(x + V{h, 0}, v, reach) - energy(x - V{h, 0}, v, reach)) / (2 * h),
                            -(energy(x + V{0, h}, v, reach) - energy(x - V{0, h}, v, reach)) / (2 * h)};
            const V f = pair_force(x, v, reach, p);
            EXPECT_NEAR(f.x, numeric.x, 1e-4 * (1 + norm(f))) << i;
            EXPECT_NEAR(f.y, numeric.y, 1e-4 * (1 + norm(f))) << i;
            felt += norm(f) > 0;
        }
        EXPECT_GT(felt, 200);
    }
}

TEST(PowerLaw, Walls) {
    const auto p = values();
    const auto force = [&](V a, V b, V at, V v) {
        return power_law_force(wall_contact(WallPiece<double>{a - at, b - at}, v, 0.25), p);
    };
    for (const bool turned : {false, true}) {
        const auto from = [&](V a, V b) { return turned ? b : a; };
        const auto to = [&](V a, V b) { return turned ? a : b; };
        const auto f = [&](V a, V b, V at, V v) { return force(from(a, b), to(a, b), at, v); };
        // The face.
        const V face = f({-5, 0}, {5, 0}, {0, 1}, {1.3, -0.5});
        EXPECT_NEAR(face.x, 0, 1e-9);
        EXPECT_NEAR(face.y, 1.347846, 1e-6);
        EXPECT_NEAR(wall_contact<double>({{-5, -1}, {5, -1}}, {1.3, -0.5}, 0.25).time, 1.5, 1e-9);
        // An end, seen from beyond it.
        const V cap = f({3, 0.1}, {6, 0.1}, {0, 0}, {1.3, 0.05});
        EXPECT_NEAR(cap.x, -0.163036, 1e-6);
        EXPECT_NEAR(cap.y, 0.003765, 1e-6);
        EXPECT_NEAR(wall_contact<double>({{3, 0.1}, {6, 0.1}}, {1.3, 0.05}, 0.25).time, 2.115436, 1e-6);
        // A wall that ends before the path reaches it is not felt, nor one that is left behind.
        EXPECT_EQ(norm(f({-5, 0}, {1.5, 0}, {0, 1}, {1.3, -0.5})), 0);
        EXPECT_EQ(norm(f({-5, 0}, {5, 0}, {0, 1}, {1.3, 0.5})), 0);
    }
    // Closer than the radius: still pushed out, by a finite force.
    const V inside = force({-5, 0}, {5, 0}, {0, 0.2}, {1.3, -0.5});
    EXPECT_GT(inside.y, 100);
    EXPECT_TRUE(std::isfinite(inside.y));
}

TEST(PowerLaw, WhoStandsOrDriftsApartFeelsNothing) {
    const auto p = values();
    EXPECT_EQ(norm(pair_force({-0.4, 0}, {0, 0}, 0.5, p)), 0);
    EXPECT_EQ(norm(pair_force({-2, 0}, {-1, 0}, 0.5, p)), 0);
    EXPECT_EQ(norm(pair_force({0, 0}, {1, 0}, 0.5, p)), 0);
    EXPECT_EQ(norm(pair_force({-2, 0.6}, {1, 0}, 0.5, p)), 0) << "passes beside";
    // Overlapping and closing: pushed back.
    EXPECT_LT(pair_force({-0.4, 0}, {1, 0}, 0.5, p).x, -20);
}

TEST(PowerLaw, ExactlyHeadOnTheWishIsTurned) {
    const auto p = values();
    const Own<double> own{
        .velocity = {1.3, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.02};
    const std::vector<Near<double>> ahead = {{{4, 0}, {-1.3, 0}, 0.25}}, beside = {{{4, 0.1}, {-1.3, 0}, 0.25}};
    const auto sideways = [&](const std::vector<Near<double>>& near, double chance) {
        return power_law_acceleration(own, NearList(near), WallList({}), p, chance).y;
    };
    const double degree = kPi / 180;
    EXPECT_NEAR(sideways(ahead, 0.0), -1.3 * std::sin(degree) / 0.54, 1e-9);
    EXPECT_NEAR(sideways(ahead, 0.5), 0, 1e-9);
    EXPECT_NEAR(sideways(ahead, 0.75), 1.3 * std::sin(degree / 2) / 0.54, 1e-9);
    EXPECT_EQ(sideways(beside, 0.0), sideways(beside, 0.9));
}

TEST(PowerLaw, PackAgreesWithDouble) {
    const test::Settings settings = {{"noise_max", 0}};
    const auto p = values(settings);
    test::expect_lanes_agree({.model = "power_law", .seed = 42, .settings = settings, .dt = 0.02f, .spacing = 0.45},
                             [&](const test::Decided& d) {
                                 const V a = power_law_acceleration(d.own, NearList(d.near), WallList(d.walls), p, 0.5,
                                                                    Unwatched{}, norm(d.way_point));
                                 return limited(power_law_velocity(d.own, a, 20.0), d.own.max_speed);
                             });
}

test::ScanResult scan(const test::Scan& s, double dt) {
    const auto p = values({{"noise_max", 0}});
    return run_scan(s, dt, [&](const Own<double>& own, V, const NearList& near, const WallList& walls) {
        return power_law_velocity(own, power_law_acceleration(own, near, walls, p, 0.5), 20.0);
    });
}

TEST(PowerLaw, SmallScenes) {
    constexpr double kSubStep = 0.02;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const test::ScanResult circle = scan(test::circle_scan(seed), kSubStep);
        EXPECT_EQ(circle.arrived, 10) << seed;
        EXPECT_LT(circle.last_arrival, 12) << seed;
        EXPECT_LE(circle.deepest, 0.01) << seed;
        EXPECT_LT(circle.fastest_raw, 3 * 1.3) << seed;
    }
    const test::ScanResult queue = scan(test::queue_scan(), kSubStep);
    EXPECT_LE(queue.deepest, 0.01);
    EXPECT_LE(queue.deepest_wall, 0.01);
    EXPECT_LT(queue.fastest_raw, 3 * 1.3);
    // Why not larger steps.
    EXPECT_GT(scan(test::queue_scan(), 0.1).deepest, 0.1);
}

TEST(PowerLaw, HalfTheStepChangesLittle) {
    const double whole = scan(test::head_on_scan(), 0.02).last_arrival;
    EXPECT_GT(whole, 5);
    EXPECT_NEAR(scan(test::head_on_scan(), 0.01).last_arrival, whole, 0.05 * whole);
}

}  // namespace
}  // namespace sidestep
