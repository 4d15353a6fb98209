// The rooms in which the paper's people walked, and people made up for them: its recordings are not public. The shipped
// scenes of the same names have the same maps (a test compares them); sizes are those of our specification, since
// figure 2 gives none that can be read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/calibrate.h"
#include "sidestep/heading_chart.h"

namespace sidestep::brogan2003 {

struct Room {
    std::string_view name;
    std::string wkt;
    bool natural = false;  ///< seen in passing, start and goal in motion; the others are the laboratory's
    WalkStart start;
    ChartGoal goal;
    /// Where the way bends: a place, and the direction in which people keep their distance from it.
    struct Bend {
        Vec2d corner, away;
    };
    std::vector<Bend> bends;
};
/// no_turn, wide_turn, sharp_turn, u_turn, s_turn, then library_exit and hallway.
std::span<const Room> rooms();
/// Their maps, in the same order.
std::vector<std::string> room_maps();

/// A start and a goal of one of many people: places, headings and speeds vary.
struct Errand {
    WalkStart start;
    ChartGoal goal;
    double top_speed;  ///< m/s
    double off;        ///< m, distance kept from the bends
};
Errand errand(const Room& room, std::uint64_t who);

/// Smoothest way (least integral of the squared jerk) along an errand, by nothing but its ends and bends: a model that
/// knows neither charts nor inertia. Seen through heel strikes that are off by `noise` metres.
std::vector<Vec2d> smooth_walker(const Room& room, std::uint64_t who, double noise, double step);
/// Heading charts with these values, seen likewise; exactly where noise is 0. Empty where the goal was not reached.
std::vector<Vec2d> chart_walker(const Room& room, std::uint64_t who, const ChartValues& values, double noise);

/// Least integral of the squared jerk through places at given times, with velocities at the ends: sampled every `step`
/// seconds. As many times as places, ascending, at least two.
std::vector<Vec2d> least_jerk(std::span<const Vec2d> places, std::span<const double> times, Vec2d first_velocity,
                              Vec2d last_velocity, double step);

}  // namespace sidestep::brogan2003
