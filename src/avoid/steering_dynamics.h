// Steering dynamics: heading as a damped spring towards the goal and away from obstacles.
//
// B. R. Fajen, W. H. Warren: Behavioral dynamics of steering, obstacle avoidance, and route selection. J. Exp.
// Psychology: Human Perception and Performance 29 (2003) 343. People who move by the change of their bearing, after
// J. A. Cohen and W. H. Warren in the form of the code named in docs/models/steering_dynamics.md.
#pragma once

#include "avoid/lanes.h"
#include "avoid/turning.h"

namespace sidestep {

namespace steering_dynamics {
enum : std::size_t {
    kDamping,
    kGoalStiffness,
    kGoalDecay,
    kGoalFloor,
    kObstacleStiffness,
    kObstacleAngleDecay,
    kObstacleDistanceDecay,
    kSpeedRate,
    kMovingPeople,
    kStandingSpeed,
    kTurnStrength,
    kTurnBearingDecay,
    kTurnDistanceDecay,
    kSpeedStrength,
    kSpeedBearingDecay,
    kSpeedDistanceDecay,
    kMaxTurnRate,
    kParameterCount
};
enum MovingPeople { kPosition, kBearing };
inline constexpr std::string_view kMovingPeopleNames[] = {"position", "bearing"};
inline constexpr Parameter kParameters[] = {
    {.name = "damping",
     .symbol = "b",
     .unit = "1/s",
     .fallback = 3.25,
     .min = 0,
     .max = 20,
     .source = "2003",
     .meaning = "how fast a turn dies out"},
    {.name = "goal_stiffness",
     .symbol = "k_g",
     .unit = "1/s²",
     .fallback = 7.5,
     .min = 0,
     .max = 50,
     .source = "2003",
     .meaning = "turning acceleration per radian off the goal"},
    {.name = "goal_decay",
     .symbol = "c1",
     .unit = "1/m",
     .fallback = 0.4,
     .min = 0,
     .max = 10,
     .source = "2003",
     .meaning = "how fast the goal's pull falls with its distance"},
    {.name = "goal_floor",
     .symbol = "c2",
     .unit = "–",
     .fallback = 0.4,
     .min = 0,
     .max = 5,
     .source = "2003",
     .meaning = "share of the pull that is left far away"},
    {.name = "obstacle_stiffness",
     .symbol = "k_o",
     .unit = "1/s²",
     .fallback = 198,
     .min = 0,
     .max = 2000,
     .source = "2003",
     .meaning = "turning acceleration per radian off an obstacle straight ahead"},
    {.name = "obstacle_angle_decay",
     .symbol = "c3",
     .unit = "1/rad",
     .fallback = 6.5,
     .min = 0,
     .max = 50,
     .source = "2003",
     .meaning = "how fast it falls with the angle"},
    {.name = "obstacle_distance_decay",
     .symbol = "c4",
     .unit = "1/m",
     .fallback = 0.8,
     .min = 0,
     .max = 10,
     .source = "2003",
     .meaning = "how fast it falls with distance"},
    {.name = "speed_rate",
     .symbol = "k_v",
     .unit = "1/s",
     .fallback = 3,
     .min = 0.01,
     .max = 20,
     .source = "choice: narrow doors; code 1.4",
     .meaning = "how fast the preferred speed is regained"},
    {.name = "moving_people",
     .symbol = "–",
     .unit = "–",
     .fallback = kPosition,
     .min = 0,
     .max = 1,
     .source = "choice",
     .meaning = "people who walk count as obstacles where they are, or by the change of their bearing",
     .choices = kMovingPeopleNames,
     .per_agent = false,
     .calibratable = false},
    {.name = "standing_speed",
     .symbol = "–",
     .unit = "m/s",
     .fallback = 0.1,
     .min = 0,
     .max = 1,
     .source = "choice",
     .meaning = "by bearing: who is slower stands and is an obstacle"},
    {.name = "turn_strength",
     .symbol = "k1",
     .unit = "1/s",
     .fallback = 400,
     .min = 0,
     .max = 800,
     .source = "code, start of its fit",
     .meaning = "by bearing: turning acceleration per change of bearing"},
    {.name = "turn_bearing_decay",
     .symbol = "c5",
     .unit = "s/rad",
     .fallback = 4,
     .min = 0.1,
     .max = 20,
     .source = "code, start of its fit",
     .meaning = "who is not on a collision course turns nobody"},
    {.name = "turn_distance_decay",
     .symbol = "c6",
     .unit = "1/m",
     .fallback = 4,
     .min = 0.1,
     .max = 20,
     .source = "code, start of its fit",
     .meaning = "how fast it falls with distance"},
    {.name = "speed_strength",
     .symbol = "k2",
     .unit = "m/s",
     .fallback = 300,
     .min = 0,
     .max = 800,
     .source = "code, start of its fit",
     .meaning = "by bearing: acceleration per change of bearing"},
    {.name = "speed_bearing_decay",
     .symbol = "c7",
     .unit = "s/rad",
     .fallback = 6,
     .min = 0.1,
     .max = 20,
     .source = "code, start of its fit",
     .meaning = "who is not on a collision course slows nobody"},
    {.name = "speed_distance_decay",
     .symbol = "c8",
     .unit = "1/m",
     .fallback = 2,
     .min = 0.1,
     .max = 20,
     .source = "code, start of its fit",
     .meaning = "how fast it falls with distance"},
    {.name = "max_turn_rate",
     .symbol = "–",
     .unit = "rad/s",
     .fallback = 3.14159265,
     .min = 0.1,
     .max = 20,
     .source = "choice",
     .meaning = "nobody turns faster, however many are near"},
};
inline constexpr PresetValue kPublishedValues[] = {{"pref_speed", 1.3}, {"speed_rate", 1.4}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kNeighbourRange, 5}, {kMaxNeighbours, 10}};

/// Seconds for a radian of a turn to the way point, chosen: who turns as slowly as the spring lets it walks past a
/// door.
inline constexpr float kTurnTime = 1.5f;
/// Who walks too fast to turn to the way point approaches the speed at which it can at this rate (1/s): with 10 one in
/// a hundred who come to a narrow door along the wall is too late.
inline constexpr float kBrakeRate = 16;

/// What an agent remembers.
struct Memory {
    float turn_rate;  ///< rad/s to the left
};

inline constexpr PartInfo kInfo{
    .name = "steering_dynamics",
    .kind = PartKind::avoid,
    .source =
        "Fajen, Warren: Behavioral dynamics of steering, obstacle avoidance, and route selection, J. Exp. "
        "Psychology: HPP 29, 2003",
    .summary = "heading as a damped spring: pulled to the goal, pushed off obstacles",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // An obstacle straight ahead repels the heading at √198 = 14 per second.
    .max_dt = [](ParameterValues) { return 0.05; },
    .memory_bytes = sizeof(Memory),
    .presets = kPresets};
}  // namespace steering_dynamics

namespace SIDESTEP_ARCH {

template <class F>
struct SteeringDynamicsValues {
    F damping, goal_stiffness, goal_decay, goal_floor, obstacle_stiffness, obstacle_angle_decay,
        obstacle_distance_decay, speed_rate, standing_speed, turn_strength, turn_bearing_decay, turn_distance_decay,
        speed_strength, speed_bearing_decay, speed_distance_decay, max_turn_rate;
};

template <class F, class Source>
SIDESTEP_INLINE SteeringDynamicsValues<F> steering_dynamics_values(const Source& v) {
    using namespace steering_dynamics;
    // Where people count by their position everybody stands.
    const auto by_position = v.chosen(kMovingPeople, kPosition);
    return {.damping = v.own(kDamping),
            .goal_stiffness = v.own(kGoalStiffness),
            .goal_decay = v.own(kGoalDecay),
            .goal_floor = v.own(kGoalFloor),
            .obstacle_stiffness = v.own(kObstacleStiffness),
            .obstacle_angle_decay = v.own(kObstacleAngleDecay),
            .obstacle_distance_decay = v.own(kObstacleDistanceDecay),
            .speed_rate = v.own(kSpeedRate),
            .standing_speed = select(by_position, F(1e6f), v.own(kStandingSpeed)),
            .turn_strength = v.own(kTurnStrength),
            .turn_bearing_decay = v.own(kTurnBearingDecay),
            .turn_distance_decay = v.own(kTurnDistanceDecay),
            .speed_strength = v.own(kSpeedStrength),
            .speed_bearing_decay = v.own(kSpeedBearingDecay),
            .speed_distance_decay = v.own(kSpeedDistanceDecay),
            .max_turn_rate = v.own(kMaxTurnRate)};
}

// Angles are measured from the heading to the left: φ − ψ of the paper is −angle.

/// Turning acceleration of a goal at this angle and distance.
template <class F>
SIDESTEP_INLINE F goal_turn(F angle, F distance, const SteeringDynamicsValues<F>& p) {
    return p.goal_stiffness * angle * (exponential(-(p.goal_decay * distance)) + p.goal_floor);
}
/// Of an obstacle at rest.
template <class F>
SIDESTEP_INLINE F obstacle_turn(F angle, F distance, const SteeringDynamicsValues<F>& p) {
    return -p.obstacle_stiffness * angle *
           exponential(-(p.obstacle_angle_decay * abs(angle) + p.obstacle_distance_decay * distance));
}
/// Of somebody whose bearing changes at this rate (rad/s, to the left).
template <class F>
SIDESTEP_INLINE F walker_turn(F bearing_rate, F distance, const SteeringDynamicsValues<F>& p) {
    return -p.turn_strength * bearing_rate *
           exponential(-(p.turn_bearing_decay * abs(bearing_rate) + p.turn_distance_decay * distance));
}
/// Acceleration for somebody on the left (`side` 1) or right (−1): who drifts ahead is let pass.
template <class F>
SIDESTEP_INLINE F walker_speed_up(F side, F bearing_rate, F distance, const SteeringDynamicsValues<F>& p) {
    return side * p.speed_strength * bearing_rate *
           exponential(-(p.speed_bearing_decay * abs(bearing_rate) + p.speed_distance_decay * distance));
}

enum class SteeringPart { goal, neighbour, wall };

/// Second derivative of the heading without its damping, and derivative of the speed. `watch` is told the parts of the
/// former and the place of what causes it in its list.
template <class F>
struct SteeringDrive {
    F turn, speed_up;
};
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE SteeringDrive<F> steering_drive(const Own<F>& own, Vec<F> ahead, F speed, F goal_distance,
                                                const NearLists& near, const WallLists& walls,
                                                const SteeringDynamicsValues<F>& p, const Watch& watch = {}) {
    const F zero = F(0.0f);
    const F wish =
        speed_to_turn(own, ahead, way_to_turn_for(own, ahead, goal_distance, walls), F(steering_dynamics::kTurnTime));
    const F speed_rate =
        select(wish < norm(own.pref), max(p.speed_rate, F(steering_dynamics::kBrakeRate)), p.speed_rate);
    SteeringDrive<F> drive{goal_turn(angle_between(ahead, own.pref), goal_distance, p), speed_rate * (wish - speed)};
    watch(SteeringPart::goal, 0, drive.turn);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const auto present = near.present(k);
        const Vec<F> x = apart(near, k, other.position);
        const F d2 = dot(x, x), d = sqrt(d2);
        const auto stands = dot(other.velocity, other.velocity) < p.standing_speed * p.standing_speed;
        const F by_place = obstacle_turn(angle_between(ahead, x), d, p);
        const F rate = cross(x, other.velocity - own.velocity) / d2;
        const F left = cross(ahead, x);
        const F side = select(left > zero, F(1.0f), select(left < zero, F(-1.0f), zero));
        const auto in_front = dot(ahead, x) > zero;
        const F turn = select(stands, by_place, select(in_front, walker_turn(rate, d, p), zero));
        watch(SteeringPart::neighbour, k, turn);
        drive.turn += select(present, turn, zero);
        drive.speed_up += select(present & inverse(stands) & in_front, walker_speed_up(side, rate, d, p), zero);
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const Vec<F> q = nearest_point(walls[k]);
        const F turn = obstacle_turn(angle_between(ahead, q), norm(q), p);
        watch(SteeringPart::wall, k, turn);
        drive.turn += select(walls.present(k), turn, zero);
    }
    return drive;
}

/// The next velocity; `turn_rate` is the memory.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> steering_dynamics_velocity(const Own<F>& own, F goal_distance, F& turn_rate,
                                                  const NearLists& near, const WallLists& walls,
                                                  const SteeringDynamicsValues<F>& p, const Watch& watch = {}) {
    const F speed = norm(own.velocity);
    const Vec<F> ahead = direction_ahead(own, speed);
    const F rate = select(speed < F(0.05f), F(0.0f), turn_rate);
    const SteeringDrive<F> drive = steering_drive(own, ahead, speed, goal_distance, near, walls, p, watch);
    turn_rate = clamp<F>(rate + (drive.turn - p.damping * rate) * own.dt, -p.max_turn_rate, p.max_turn_rate);
    const F next_speed = clamp<F>(speed + drive.speed_up * own.dt, F(0.0f), own.max_speed);
    return turned<F>(ahead, turn_rate * own.dt) * next_speed;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
