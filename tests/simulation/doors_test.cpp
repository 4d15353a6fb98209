// A lone person walks through a door wider than the body by 0.1 m, from anywhere in the room.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

constexpr double kBody = 0.2, kSpeed = 1.3, kWall = 0.2;
constexpr Vec2d kGoal{13, 5};
constexpr Vec2d kPlaces[] = {{1, 5},    {6, 9},       {2, 9},       {8, 1},       {9.6, 0.5},   {9.6, 6.2},
                             {1, 1},    {9.5, 9.6},   {7.28, 9.01}, {7.82, 1.57}, {9.21, 6.42}, {6.12, 1.45},
                             {3, 9.38}, {9.58, 8.54}, {9.75, 5.6},  {9.75, 4.2},  {9.3, 5.5},   {9.75, 8}};

/// A room, a wall and another room, with a door in the middle of the wall.
std::string rooms(double door) {
    const auto low = std::to_string(5 - door / 2), high = std::to_string(5 + door / 2);
    return "POLYGON ((0 0, 10 0, 10 " + low + ", 10.2 " + low + ", 10.2 0, 14 0, 14 10, 10.2 10, 10.2 " + high +
           ", 10 " + high + ", 10 10, 0 10, 0 0))";
}

/// Straight to the wall, through it and straight on, where that is shortest.
double taut_length(Vec2d from, double door) {
    const double room = std::max(door / 2 - kBody, 0.0);
    double least = kUnlimited;
    for (double y = 5 - room; y <= 5 + room + 1e-9; y += std::max(room / 50, 1e-3)) {
        least = std::min(least, norm(Vec2d{10, y} - from) + kWall + norm(kGoal - Vec2d{10 + kWall, y}));
    }
    return least;
}

/// Seconds until it is out with the model's defaults; far too many where it never is.
double time_out(std::string_view model, Vec2d from, double door, double dt = 0.05) {
    ProfileSpec walker = everyday_profile("walker", model, {{"radius", kBody}, {"pref_speed", kSpeed}});
    walker.route.name = "hierarchical";
    Scenario s = scene(walker, 40, dt);
    s.map.wkt = rooms(door);
    put(s, from, to_point(kGoal, true));
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    return simulation.agents().empty() ? simulation.time() : 1e9;
}

TEST(Doors, AreWalkedThrough) {
    for (const PartInfo* model : models()) {
        double worst = 0;
        for (const double door : {0.5, 0.6, 0.8, 1.2}) {
            for (const Vec2d from : kPlaces) {
                const double ratio = time_out(model->name, from, door) * kSpeed / taut_length(from, door);
                EXPECT_LE(ratio, 1.25) << model->name << " from " << from.x << " " << from.y << ", " << door << " m";
                worst = std::max(worst, ratio);
            }
        }
        std::printf("%-24s %.2f of the taut way's time\n", std::string(model->name).c_str(), worst);
    }
}

/// Places drawn at random, a third of them along the door's wall, with steps of either length.
TEST(Doors, AreWalkedThroughFromAnywhere) {
    constexpr int kTried = 40;
    for (const PartInfo* model : models()) {
        Dice dice(7);
        double worst = 0;
        for (int i = 0; i < kTried; ++i) {
            const Vec2d from{i % 3 == 0 ? dice.between(9.3, 9.75) : dice.between(0.25, 9.75), dice.between(0.25, 9.75)};
            for (const double door : {0.5, 0.6, 0.8, 1.2}) {
                for (const double dt : {0.05, 0.1}) {
                    const double ratio = time_out(model->name, from, door, dt) * kSpeed / taut_length(from, door);
                    EXPECT_LE(ratio, 1.25) << model->name << " from " << from.x << " " << from.y << ", " << door
                                           << " m, steps of " << dt << " s";
                    worst = std::max(worst, ratio);
                }
            }
        }
        std::printf("%-24s %.2f of the taut way's time\n", std::string(model->name).c_str(), worst);
    }
}

/// Those who come along the door's wall have to turn into the narrowest door within their own width. These models went
/// past it, trembled between its jambs or were led round in a circle, from one such place in a hundred. What
/// steering_dynamics needs to set out leaves it no more than 1.3 here.
TEST(Doors, AreWalkedThroughFromAlongTheWall) {
    constexpr int kTried = 150;
    for (const std::string_view model : {"predictive", "power_law", "ttca_dca", "steering_dynamics", "vision"}) {
        Dice dice(11);
        const double most = model == "steering_dynamics" ? 1.3 : 1.25;
        double worst = 0;
        for (int i = 0; i < kTried; ++i) {
            const Vec2d from{dice.between(9.3, 9.75), dice.between(0.25, 9.75)};
            for (const double dt : {0.05, 0.1}) {
                const double ratio = time_out(model, from, 0.5, dt) * kSpeed / taut_length(from, 0.5);
                EXPECT_LE(ratio, most) << model << " from " << from.x << " " << from.y << ", steps of " << dt << " s";
                worst = std::max(worst, ratio);
            }
        }
        std::printf("%-24s %.2f of the taut way's time\n", std::string(model).c_str(), worst);
    }
}

}  // namespace
}  // namespace sidestep
