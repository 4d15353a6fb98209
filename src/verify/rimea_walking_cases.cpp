// RiMEA 1 to 8: what one person, a corridor full of people and a population do.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/random.h"
#include "sidestep/fundamental_diagram.h"
#include "verify/case_scene.h"
#include "verify/cases.h"
#include "verify/judging.h"

namespace sidestep {
namespace {

using Runs = std::span<const VerifyRun>;
using Numbers = std::vector<VerifyNumber>;

// ---- 1: free speed ----

constexpr double kFree = 1.34;  // m/s

Scenario free_walk(std::string_view name, double speed) {
    CaseScene scene(name, rectangles_wkt({rectangle({0, 0}, {42, 2})}), 120);
    scene.people(Distribution::fixed(speed));
    scene.person({1, 1}, scene.exit("end", rectangle({41, 0}, {42, 2})));
    return scene.done();
}

Numbers judge_free_walk(Runs runs) {
    return {within("time for 40 m", "s", last_out(runs[0].recorded), 26, 34)};
}

// ---- 2 and 3: stairs ----

constexpr double kStair = 10;  // m

/// A floor of 5 m, the stair, another floor.
Scenario stair(std::string_view name, double speed_on_stair) {
    CaseScene scene(name, rectangles_wkt({rectangle({0, 0}, {10 + kStair, 2})}), 120);
    scene.people(Distribution::fixed(kFree));
    scene.person({1, 1}, scene.exit("end", rectangle({9 + kStair, 0}, {10 + kStair, 2})));
    scene.slow(rectangle({5, 0}, {5 + kStair, 2}), speed_on_stair / kFree);
    return scene.done();
}

VerifyNumber time_on_stair(Runs runs, double speed) {
    const Trajectory& t = runs[0].recorded.trajectory;
    const double plan = kStair / speed;
    return within("time on the stair", "s",
                  time_at_x(t.tracks[0], t.info.fps, 5 + kStair) - time_at_x(t.tracks[0], t.info.fps, 5), 0.95 * plan,
                  1.05 * plan);
}

// ---- 4: fundamental diagram ----

constexpr double kDensities[] = {0.5, 1, 2, 3, 4, 5, 6};     // 1/m²
constexpr double kCorridorLength = 12, kCorridorWidth = 10;  // m
constexpr double kSettling = 10, kMeasured = 60;             // s
constexpr double kEvenlySpread[] = {-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645};
constexpr double kBody = 0.4;  // m

/// Places for so many bodies in the corridor, each second row shifted by half a place, then moved at random as far as
/// bodies allow, in random order: at 6 1/m² throwing them at random would find no room.
std::vector<Vec2d> crowded_places(std::size_t people) {
    std::size_t columns = 1, rows = 1;
    double room = 0;  // m between centres
    const auto between_walls = kCorridorWidth - kBody;
    for (std::size_t c = 2; c <= people; ++c) {
        const std::size_t r = 2 * ((people + 2 * c - 1) / (2 * c));  // an even number, so that the ends fit
        const double along = kCorridorLength / static_cast<double>(c);
        const double across = between_walls / static_cast<double>(r - 1);
        const double least = std::min({along, 2 * across, norm(Vec2d{along / 2, across})});
        if (least > room) std::tie(room, columns, rows) = std::tuple(least, c, r);
    }
    std::vector<std::pair<std::uint64_t, Vec2d>> drawn;
    for (std::size_t k = 0; k < rows * columns; ++k) {
        const auto id = static_cast<AgentId>(k + 1);
        const double shake = 0.6 * (room - kBody);
        const double x = kCorridorLength / static_cast<double>(columns) *
                         (static_cast<double>(k % columns) + (k / columns % 2 == 0 ? 0.25 : 0.75));
        const double y = kBody / 2 + between_walls * static_cast<double>(k / columns) / static_cast<double>(rows - 1);
        const Vec2d place{x + shake * (random_unit(1, id, 0, Purpose::place) - 0.5),
                          y + shake * (random_unit(1, id, 1, Purpose::place) - 0.5)};
        drawn.push_back({random_bits(1, id, 0, Purpose::shuffle),
                         {std::clamp(place.x, 0.0, kCorridorLength - 1e-6),
                          std::clamp(place.y, kBody / 2, kCorridorWidth - kBody / 2)}});
    }
    std::ranges::sort(drawn, {}, [](const auto& one) { return std::tuple(one.first, one.second.x, one.second.y); });
    std::vector<Vec2d> places;
    for (std::size_t k = 0; k < people; ++k) places.push_back(drawn[k].second);
    return places;
}

/// Ten speeds in equal shares, those of adults: drawn ones would differ from density to density by more than is asked.
Scenario crowded_corridor(double density) {
    CaseScene scene(fmt::format("rimea_4_density_{:g}", 10 * density),
                    fmt::format("MULTILINESTRING((0 0,{0} 0),(0 {1},{0} {1}))", kCorridorLength, kCorridorWidth),
                    kSettling + kMeasured);
    for (const double z : kEvenlySpread) scene.people(Distribution::fixed(kAdults.a + z * kAdults.b));
    scene.closed_after(kCorridorLength);
    const auto places =
        crowded_places(static_cast<std::size_t>(std::lround(density * kCorridorLength * kCorridorWidth)));
    for (std::size_t k = 0; k < places.size(); ++k) {
        AgentSpec& agent = scene.person(places[k], -1, static_cast<int>(k % std::size(kEvenlySpread)));
        agent.target.is_offset = true;
        agent.target.value = {1000, 0};
    }
    scene.record_every(5);
    return scene.done();
}

std::vector<Scenario> crowded_corridors() {
    std::vector<Scenario> scenes;
    for (const double density : kDensities) scenes.push_back(crowded_corridor(density));
    return scenes;
}

Numbers judge_diagram(Runs runs) {
    Numbers speeds;
    double rise = -std::numeric_limits<double>::infinity(), squares = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const double speed = mean_speed_along_x(runs[i].recorded.trajectory, kSettling);
        if (i > 0) rise = std::max(rise, speed - speeds.back().value);
        const double off = speed - weidmann_speed(kDensities[i]);
        squares += off * off;
        speeds.push_back(told(fmt::format("speed at {:g} /m²", kDensities[i]), "m/s", speed));
    }
    const double fall = speeds.front().value - speeds.back().value;
    Numbers numbers{at_most("largest rise from one density to the next", "m/s", rise, 0.02),
                    at_least("fall from the first to the last", "m/s", fall, 0.3)};
    numbers.insert(numbers.end(), speeds.begin(), speeds.end());
    numbers.push_back(
        told("distance to Weidmann", "m/s", std::sqrt(squares / static_cast<double>(std::size(kDensities)))));
    return numbers;
}

// ---- 5: reaction times ----

constexpr int kReacting = 10;

/// Who sets out first stands nearest to the exit, so that nobody is in the way of anybody.
std::vector<Scenario> reacting() {
    CaseScene scene("rimea_5", rectangles_wkt({rectangle({0, 0}, {8, 5}), rectangle({8, 2}, {9, 3})}), 200);
    scene.people();
    const int out = scene.exit("out", rectangle({8.5, 2}, {9, 3}));
    for (int k = 0; k < kReacting; ++k) {
        AgentSpec& person = scene.person({7 - 1.4 * (k / 2), k % 2 == 0 ? 1.5 : 3.5}, out);
        person.start_delay = Distribution::fixed(10.0 * (k + 1));
    }
    return {scene.done()};
}

Numbers judge_reacting(Runs runs) {
    const Trajectory& t = runs[0].recorded.trajectory;
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (std::size_t k = 0; k < t.tracks.size(); ++k) {
        // Whole frames, whatever is left of dividing by their rate and multiplying again.
        const double late =
            std::round((start_time(t.tracks[k], t.info.fps) - 10.0 * static_cast<double>(k + 1)) * t.info.fps);
        // Who never starts makes both limits fail.
        least = std::isnan(late) ? late : std::min(least, late);
        most = std::isnan(late) ? late : std::max(most, late);
    }
    return {at_least("earliest start after its time", "frames", least, 0),
            at_most("latest start after its time", "frames", most, 2), nobody_stays(runs)};
}

// ---- 6: corner ----

std::vector<Scenario> corner() {
    CaseScene scene("rimea_6", rectangles_wkt({rectangle({0, 0}, {12, 2}), rectangle({10, 0}, {12, 12})}), 180);
    scene.people();
    scene.crowd(rectangle({0, 0}, {6, 2}), 20, scene.exit("end", rectangle({10, 11.5}, {12, 12})));
    return {scene.done()};
}

Numbers judge_corner(Runs runs) {
    const WallCheck walls = wall_check(runs[0]);
    return {at_most("places inside a wall", "", static_cast<double>(walls.inside), 0),
            at_most("deepest body in a wall", "m", walls.deepest, 0.01), nobody_stays(runs),
            told("all through after", "s", last_out(runs[0].recorded))};
}

// ---- 7: speeds of a population ----

struct AgeClass {
    std::string_view name;
    double low, high;  // m/s
};
constexpr AgeClass kAges[] = {
    {"under 30", 0.58, 1.61}, {"30 to 50", 1.41, 1.54}, {"over 50", 0.68, 1.41}, {"impaired", 0.46, 0.76}};
constexpr std::size_t kOfAnAge = 50;
constexpr double kAside = 40;       // m from class to class
constexpr double kReading = 0.005;  // m/s, of measuring

/// Each in a row of its own.
std::vector<Scenario> population() {
    CaseScene scene("rimea_7", "", 90);
    for (const AgeClass& age : kAges) {
        const int profile = scene.people(Distribution::between(age.low, age.high));
        for (std::size_t k = 0; k < kOfAnAge; ++k) {
            AgentSpec& person = scene.person({kAside * profile, 3.0 * static_cast<double>(k)}, -1, profile);
            person.target.is_offset = true;
            person.target.value = {22, 0};
            person.target.exit = true;
        }
    }
    return {scene.done()};
}

Numbers judge_population(Runs runs) {
    const Trajectory& t = runs[0].recorded.trajectory;
    Numbers numbers;
    for (std::size_t a = 0; a < std::size(kAges); ++a) {
        double least = std::numeric_limits<double>::infinity(), most = 0, sum = 0;
        for (std::size_t k = a * kOfAnAge; k < (a + 1) * kOfAnAge && k < t.tracks.size(); ++k) {
            const double from = kAside * static_cast<double>(a) + 5;
            const double speed = speed_between(t.tracks[k], t.info.fps, from, from + 10);
            least = std::isnan(speed) ? speed : std::min(least, speed);
            most = std::isnan(speed) ? speed : std::max(most, speed);
            sum += speed;
        }
        const AgeClass& age = kAges[a];
        numbers.push_back(within(fmt::format("{}: slowest", age.name), "m/s", least, age.low - kReading, age.high));
        numbers.push_back(within(fmt::format("{}: fastest", age.name), "m/s", most, age.low, age.high + kReading));
        numbers.push_back(told(fmt::format("{}: mean", age.name), "m/s", sum / kOfAnAge));
    }
    return numbers;
}

// ---- 8: parameters ----

constexpr double kSpeeds[] = {0.8, 1, 1.2, 1.4};  // m/s
constexpr double kRadii[] = {0.15, 0.25};         // m

std::vector<Scenario> parameter_study() {
    std::vector<Scenario> scenes;
    const auto room = [&](const std::string& name, double speed, double radius) {
        CaseScene scene(name, rectangles_wkt({rectangle({0, 0}, {10, 10}), rectangle({10, 4.5}, {11, 5.5})}), 600);
        scene.people(Distribution::fixed(speed));
        scene.crowd(rectangle({0, 0}, {8, 10}), 50, scene.exit("out", rectangle({10.5, 4.5}, {11, 5.5})));
        Scenario made = scene.done();
        made.profiles[0].set(kRadius, Distribution::fixed(radius));
        scenes.push_back(std::move(made));
    };
    for (const double speed : kSpeeds) room(fmt::format("rimea_8_speed_{:g}", 10 * speed), speed, kBody / 2);
    for (const double radius : kRadii) room(fmt::format("rimea_8_radius_{:g}", 100 * radius), kFree, radius);
    return scenes;
}

Numbers judge_parameter_study(Runs runs) {
    Numbers numbers{nobody_stays(runs)};
    for (std::size_t i = 0; i < std::size(kSpeeds); ++i)
        numbers.push_back(told(fmt::format("50 out at {:g} m/s", kSpeeds[i]), "s", last_out(runs[i].recorded)));
    for (std::size_t i = 0; i < std::size(kRadii); ++i) {
        numbers.push_back(told(fmt::format("50 out with bodies of {:g} m", 2 * kRadii[i]), "s",
                               last_out(runs[std::size(kSpeeds) + i].recorded)));
    }
    return numbers;
}

// ---- The table ----

constexpr std::string_view kRimea[] = {"RiMEA 3.0, test 1", "RiMEA 3.0, test 2", "RiMEA 3.0, test 3",
                                       "RiMEA 3.0, test 4", "RiMEA 3.0, test 5", "RiMEA 3.0, test 6",
                                       "RiMEA 3.0, test 7", "RiMEA 3.0, test 8"};

const VerifyCase kCases[] = {
    {"rimea_1", "", kRimea[0], "speed in a corridor", "one person walks 40 m in a corridor 2 m wide, 1.34 m/s",
     "26 to 34 s", true, [] { return std::vector{free_walk("rimea_1", kFree)}; }, judge_free_walk},
    {"rimea_2", "", kRimea[1], "stairs up", "one person, 10 m of stair as a region in which people are slower, 0.5 m/s",
     "plan time ± 5 %", true, [] { return std::vector{stair("rimea_2", 0.5)}; },
     [](Runs runs) { return Numbers{time_on_stair(runs, 0.5)}; }},
    {"rimea_3", "", kRimea[2], "stairs down",
     "one person, 10 m of stair as a region in which people are slower, 0.65 m/s", "plan time ± 5 %", true,
     [] { return std::vector{stair("rimea_3", 0.65)}; }, [](Runs runs) { return Numbers{time_on_stair(runs, 0.65)}; }},
    {"rimea_4", "", kRimea[3], "fundamental diagram",
     "a corridor 10 m wide that closes upon itself after 12 m, 0.5 to 6 people a square metre; mean speed along it "
     "over 60 s after 10 s",
     "speed falls with density (0.02 m/s are allowed for chance)", true, crowded_corridors, judge_diagram},
    {"rimea_5", "", kRimea[4], "reaction times",
     "ten people in a room of 8 × 5 m with an exit of 1 m, reaction times 10, 20 … 100 s",
     "each starts within two frames of 0.1 s", true, reacting, judge_reacting},
    {"rimea_6", "", kRimea[5], "round a corner",
     "20 people in 6 m of a corridor 2 m wide that turns left, legs of 12 m",
     "nobody is ever inside a wall, everybody gets round", true, corner, judge_corner},
    {"rimea_7", "", kRimea[6], "speeds of a population", "50 people of each of four classes, each alone in a row",
     "measured speeds lie in the class's range", true, population, judge_population},
    {"rimea_8", "", kRimea[7], "parameter study",
     "50 people leave a room of 10 × 10 m by an exit of 1 m; speed and body are varied", "told; everybody gets out",
     false, parameter_study, judge_parameter_study},
};

}  // namespace

std::span<const VerifyCase> rimea_walking_cases() {
    return kCases;
}

}  // namespace sidestep
