// What should go without saying, after the verification of the Jülich group: directions, obstacles, goals, walls,
// threads, places drawn at random.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "verify/case_scene.h"
#include "verify/cases.h"
#include "verify/judging.h"

namespace sidestep {
namespace {

using Runs = std::span<const VerifyRun>;
using Numbers = std::vector<VerifyNumber>;
constexpr double kTurn = 6.283185307179586;
constexpr double kTouch = 0.4;  // m between centres

// ---- Directions ----

constexpr double kAngles[] = {0, 30, 45, 60, 90, 135};  // degrees

/// A corridor of 14 × 2 m turned about its middle; one person walks 10 m in it.
std::vector<Scenario> turned_corridors() {
    std::vector<Scenario> scenes;
    for (const double angle : kAngles) {
        const auto [s, c] = sin_cos(angle / 360 * kTurn);
        const auto turned = [s = s, c = c](Vec2d p) { return Vec2d{c * p.x - s * p.y, s * p.x + c * p.y}; };
        const auto all = [&](Polygon polygon) {
            std::ranges::transform(polygon, polygon.begin(), turned);
            return polygon;
        };
        CaseScene scene(fmt::format("basic_turned_{:g}", angle), rectangles_wkt({all(rectangle({-7, -1}, {7, 1}))}),
                        60);
        scene.people(Distribution::fixed(1));
        scene.person(turned({-5, 0}), scene.exit("end", all(rectangle({5, -1}, {7, 1})))).walking = true;
        scenes.push_back(scene.done());
    }
    return scenes;
}

Numbers judge_turned_corridors(Runs runs) {
    Numbers numbers;
    for (std::size_t i = 0; i < runs.size(); ++i)
        numbers.push_back(within(fmt::format("10 m at {:g}°", kAngles[i]), "s", last_out(runs[i].recorded), 9.8, 10.2));
    return numbers;
}

// ---- Somebody stands in the way ----

std::vector<Scenario> standing_person() {
    CaseScene scene("basic_standing", rectangles_wkt({rectangle({0, 0}, {20, 3})}), 60);
    scene.people(Distribution::fixed(kAdults.a));
    scene.person({1, 1.5}, scene.exit("end", rectangle({19, 0}, {20, 3})));
    scene.person({10, 1.5}, -1).target.value = {10, 1.5};
    return {scene.done()};
}

Numbers judge_standing_person(Runs runs) {
    const Trajectory& t = runs[0].recorded.trajectory;
    return {at_least("least distance of the centres", "m", closest_centres(t), kTouch - 0.01),
            at_most("time for 18 m", "s", time_at_x(t.tracks[0], t.info.fps, 18.999), 1.5 * 18 / kAdults.a)};
}

// ---- No room to pass ----

/// A passage of 0.6 m with somebody in it who hardly walks, whatever the model wants.
std::vector<Scenario> too_narrow() {
    CaseScene scene(
        "basic_too_narrow",
        rectangles_wkt({rectangle({0, 0}, {6, 3}), rectangle({6, 1.2}, {10, 1.8}), rectangle({10, 0}, {16, 3})}), 20);
    scene.people(Distribution::fixed(kAdults.a));
    const int stands = scene.people(Distribution::fixed(0));
    scene.person({1, 1.5}, scene.exit("end", rectangle({15, 0}, {16, 3})));
    scene.person({8, 1.5}, -1, stands).target.value = {8, 1.5};
    Scenario made = scene.done();
    made.profiles[stands].set(kMaxSpeed, Distribution::fixed(0.01));
    made.expect = Expectation::unhealthy;  // nobody gets through
    return {made};
}

Numbers judge_too_narrow(Runs runs) {
    const Trajectory& t = runs[0].recorded.trajectory;
    const Vec2d walker = t.tracks[0].position.back(), stands = t.tracks[1].position.back();
    double speed = 0;
    const std::size_t second = static_cast<std::size_t>(t.info.fps), n = t.tracks[0].position.size();
    if (n > second) speed = norm(walker - t.tracks[0].position[n - 1 - second]);
    return {at_least("least distance of the centres", "m", closest_centres(t), kTouch - 0.01),
            at_least("walker behind the one who stands", "m", stands.x - walker.x, 0),
            at_most("walker's speed in the end", "m/s", speed, 0.1),
            told("way the one who stands was pushed", "m", norm(stands - t.tracks[1].position.front()))};
}

// ---- Goals one after the other ----

constexpr double kGoals[] = {6, 11, 16};  // m

std::vector<Scenario> goals_on_a_line() {
    CaseScene scene("basic_goals", rectangles_wkt({rectangle({0, 0}, {24, 2})}), 60);
    scene.people(Distribution::fixed(1));
    int first = 0;
    for (std::size_t k = 0; k < std::size(kGoals); ++k) {
        const int goal = scene.goal(fmt::format("goal {}", k + 1), {kGoals[k], 1});
        if (k > 0) scene.then(goal - 1, goal);
        first = goal - static_cast<int>(k);
    }
    // As narrow as this, because people enter an exit over its whole width.
    const int end = scene.exit("end", rectangle({21, 0.95}, {24, 1.05}));
    scene.then(end - 1, end);
    scene.person({1, 1}, first).walking = true;
    return {scene.done()};
}

Numbers judge_goals_on_a_line(Runs runs) {
    const Trajectory& t = runs[0].recorded.trajectory;
    double aside = 0;
    for (const Vec2d place : t.tracks[0].position) aside = std::max(aside, std::abs(place.y - 1));
    return {within("time for 20 m", "s", last_out(runs[0].recorded), 19.6, 20.4),
            at_most("way off the line", "m", aside, 0.1)};
}

// ---- People behind a wall ----

/// Somebody walks along a thin wall; on its other side nobody, or ten who come the other way.
std::vector<Scenario> behind_a_wall() {
    std::vector<Scenario> scenes;
    for (const bool anybody : {false, true}) {
        CaseScene scene(anybody ? "basic_wall_people" : "basic_wall_nobody",
                        rectangles_wkt({rectangle({0, 0}, {30, 2}), rectangle({0, 2.1}, {30, 4})}), 60);
        scene.people(Distribution::fixed(kAdults.a));
        const int right = scene.exit("right", rectangle({28, 0}, {30, 2}));
        const int left = scene.exit("left", rectangle({0, 2.1}, {2, 4}));
        scene.person({1, 1.4}, right);
        for (int k = 0; anybody && k < 10; ++k) scene.person({12 + 1.5 * k, k % 2 == 0 ? 2.4 : 3}, left);
        scenes.push_back(scene.done());
    }
    return scenes;
}

Numbers judge_behind_a_wall(Runs runs) {
    const Track& alone = runs[0].recorded.trajectory.tracks[0];
    const Track& beside = runs[1].recorded.trajectory.tracks[0];
    double apart = 0;
    for (std::size_t k = 0; k < std::min(alone.position.size(), beside.position.size()); ++k)
        apart = std::max(apart, norm(alone.position[k] - beside.position[k]));
    return {at_most("farthest from where it is without them", "m", apart, 0.01), nobody_stays(runs)};
}

// ---- Threads ----

/// Two streams of people through each other.
std::vector<Scenario> streams() {
    CaseScene scene("basic_threads", rectangles_wkt({rectangle({0, 0}, {30, 6})}), 30);
    scene.people();
    const int right = scene.exit("right", rectangle({29, 0}, {30, 6})),
              left = scene.exit("left", rectangle({0, 0}, {1, 6}));
    scene.crowd(rectangle({1.5, 0}, {10, 6}), 40, right);
    scene.crowd(rectangle({20, 0}, {28.5, 6}), 40, left);
    Scenario made = scene.done();
    made.expect = Expectation::unhealthy;  // it ends while people are still walking
    return {made};
}

Numbers judge_streams(Runs runs) {
    std::size_t differ = 0;
    for (const int threads : {1, 2, 3, 8}) {
        Scenario again = *runs[0].scenario;
        differ += run(std::move(again), {.threads = threads}).state_hash != runs[0].recorded.summary.state_hash;
    }
    return {at_most("of 1, 2, 3 and 8 threads, those with another result", "", static_cast<double>(differ), 0)};
}

// ---- Places drawn at random ----

constexpr std::size_t kFields = 5, kDrawn = 400;
constexpr double kField = 4;        // m
constexpr double kLargest = 51.18;  // 99.9 % of χ² with 24 degrees of freedom lies below

std::vector<Scenario> drawn_places() {
    const double side = kFields * kField;
    CaseScene scene("basic_uniform", rectangles_wkt({rectangle({-0.2, -0.2}, {side + 0.2, side + 0.2})}), kCaseStep);
    scene.people();
    // Bodies keep off the walls, centres are drawn from the whole square.
    AgentSpec& crowd = scene.crowd(rectangle({0, 0}, {side, side}), kDrawn, -1);
    crowd.target.is_offset = true;
    return {scene.done()};
}

Numbers judge_drawn_places(Runs runs) {
    std::array<double, kFields * kFields> count{};
    for (const Track& track : runs[0].recorded.trajectory.tracks) {
        const Vec2d place = track.position.front();
        const auto field = [](double along) {
            return std::min(kFields - 1, static_cast<std::size_t>(std::max(0.0, along) / kField));
        };
        ++count[field(place.y) * kFields + field(place.x)];
    }
    constexpr double kExpected = static_cast<double>(kDrawn) / (kFields * kFields);
    double sum = 0;
    for (const double people : count) sum += (people - kExpected) * (people - kExpected) / kExpected;
    return {at_most("χ² of people in 25 squares", "", sum, kLargest)};
}

// ---- The table ----

constexpr std::string_view kJuelich = "basics, after Jülich";

const VerifyCase kCases[] = {
    {"basic_turned", "", kJuelich, "every direction is alike", "one person walks 10 m at 1 m/s in turned corridors",
     "10 s ± 2 %", true, turned_corridors, judge_turned_corridors},
    {"basic_standing", "", kJuelich, "round somebody who stands",
     "one person walks 18 m in a corridor 3 m wide, another one stands in the middle",
     "bodies stay apart, and it takes at most half as long again", true, standing_person, judge_standing_person},
    {"basic_too_narrow", "", kJuelich, "no room to pass", "somebody stands in a passage 0.6 m wide, another one comes",
     "who comes stops behind the other, without overlap", true, too_narrow, judge_too_narrow},
    {"basic_goals", "", kJuelich, "goals on a line", "one person walks 20 m at 1 m/s over three goals",
     "20 s ± 2 %, straight", true, goals_on_a_line, judge_goals_on_a_line},
    {"basic_wall", "", kJuelich, "people behind a wall", "one person walks along a wall with ten people behind it",
     "its way is what it is without them", true, behind_a_wall, judge_behind_a_wall},
    {"basic_threads", "", kJuelich, "threads", "two streams of 40 people, run on 1, 2, 3 and 8 threads",
     "the same state to the last bit", true, streams, judge_streams},
    {"basic_uniform", "", kJuelich, "places drawn at random", "400 people in a square of 20 × 20 m",
     "as many in each of 25 squares, as far as chance goes (χ², 99.9 %)", true, drawn_places, judge_drawn_places},
};

}  // namespace

std::span<const VerifyCase> basic_cases() {
    return kCases;
}

}  // namespace sidestep
