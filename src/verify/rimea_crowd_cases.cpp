// RiMEA 9 to 15: rooms that empty, exits that are chosen, passages that hold people up.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sidestep/departures.h"
#include "sidestep/leaving.h"
#include "sidestep/line_measures.h"
#include "verify/case_scene.h"
#include "verify/cases.h"
#include "verify/judging.h"

namespace sidestep {
namespace {

using Runs = std::span<const VerifyRun>;
using Numbers = std::vector<VerifyNumber>;

/// A room of 30 × 20 m with exits of 1 m, each by its left end, in the wall above or below; people have left half a
/// metre behind it.
struct Opening {
    double x;
    bool above;
};
CaseScene hall(std::string_view name, std::span<const Opening> openings, double duration) {
    std::vector<Polygon> floor{rectangle({0, 0}, {30, 20})};
    for (const Opening& o : openings) {
        const double y = o.above ? 20 : -1;
        floor.push_back(rectangle({o.x, y}, {o.x + 1, y + 1}));
    }
    CaseScene scene(name, rectangles_wkt(floor), duration);
    scene.people();
    std::vector<int> exits;
    for (const Opening& o : openings) {
        const double y = o.above ? 20.5 : -1;
        exits.push_back(scene.exit(fmt::format("exit {}", exits.size() + 1), rectangle({o.x, y}, {o.x + 1, y + 0.5})));
    }
    scene.nearest("out", exits);
    scene.record_every(10);
    return scene;
}

// ---- 9: half of the exits ----

constexpr Opening kFour[] = {{4, true}, {25, true}, {4, false}, {25, false}};

std::vector<Scenario> half_the_exits() {
    std::vector<Scenario> scenes;
    for (const std::size_t exits : {4, 2}) {
        CaseScene scene =
            hall(exits == 4 ? "rimea_9_four_exits" : "rimea_9_two_exits", std::span(kFour).first(exits), 1800);
        scene.crowd(rectangle({0, 0}, {30, 20}), 1000, static_cast<int>(exits));
        scenes.push_back(scene.done());
    }
    return scenes;
}

Numbers judge_half_the_exits(Runs runs) {
    const double four = last_out(runs[0].recorded), two = last_out(runs[1].recorded);
    return {within("time with two exits over time with four", "", two / four, 1.6, 2.4), nobody_stays(runs),
            told("time with four exits", "s", four), told("time with two exits", "s", two)};
}

// ---- 10: assigned exits ----

/// Six cabins on either side of a corridor, doors of 0.9 m; an exit of 1 m at either end.
std::vector<Scenario> cabins() {
    std::vector<Polygon> floor{rectangle({0, 0}, {24, 2}), rectangle({24, 0.5}, {25, 1.5}),
                               rectangle({-1, 0.5}, {0, 1.5})};
    std::vector<Polygon> rooms;
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; k < 6; ++k) {
            const double x = 4.0 * k, door = side == 0 ? 2 : -0.2, y = side == 0 ? 2.2 : -3.2;
            rooms.push_back(rectangle({x + 0.1, y}, {x + 3.9, y + 3}));
            floor.push_back(rooms.back());
            floor.push_back(rectangle({x + 1.5, door}, {x + 2.4, door + 0.2}));
        }
    }
    CaseScene scene("rimea_10", rectangles_wkt(floor), 300);
    scene.people();
    const int main = scene.exit("main", rectangle({24.5, 0.5}, {25, 1.5}));
    const int secondary = scene.exit("secondary", rectangle({-1, 0.5}, {-0.5, 1.5}));
    for (std::size_t k = 0; k < rooms.size(); ++k) {
        const bool near_the_left = k % 6 < 2;
        scene.crowd(rooms[k], k == 2 ? 1 : 2, near_the_left ? secondary : main);
    }
    return {scene.done()};
}

Numbers judge_cabins(Runs runs) {
    const Trajectory& t = runs[0].recorded.trajectory;
    std::size_t wrong = 0;
    for (const ExitUse& exit : exits_of(t.info)) {
        for (const ExitUse::Departure& left : exit.left) {
            const auto who = std::ranges::find(t.agents, left.id, &AgentInfo::id);
            wrong += who == t.agents.end() || who->goal != exit.exit;
        }
    }
    auto people = people_by_exit(runs[0].recorded);
    return {at_most("people at another exit than theirs", "", static_cast<double>(wrong), 0),
            within("people at the main exit", "", static_cast<double>(people["main"]), 15, 15),
            within("people at the secondary exit", "", static_cast<double>(people["secondary"]), 8, 8),
            told("all out after", "s", last_out(runs[0].recorded))};
}

// ---- 11: the near exit and the other one ----

constexpr Opening kNearAndFar[] = {{21, true}, {27, true}};

/// As densely as people can be put at random, from the left on.
std::vector<Scenario> near_and_far() {
    CaseScene scene = hall("rimea_11", kNearAndFar, 240);
    scene.crowd(rectangle({0, 0}, {13.5, 20}), 1000, 2);
    return {scene.done()};
}

Numbers judge_near_and_far(Runs runs) {
    auto people = people_by_exit(runs[0].recorded);
    const auto near = static_cast<double>(people["exit 1"]), far = static_cast<double>(people["exit 2"]);
    return {at_least("share of those out that took the near exit", "%", 100 * near / (near + far), 50),
            at_least("people who took the far one", "", far, 1), told("people out by the near one", "", near)};
}

// ---- 12: two bottlenecks ----

std::vector<Scenario> two_bottlenecks() {
    CaseScene scene("rimea_12",
                    rectangles_wkt({rectangle({0, 0}, {10, 10}), rectangle({10, 4.5}, {15, 5.5}),
                                    rectangle({15, 0}, {25, 10}), rectangle({25, 4.5}, {26, 5.5})}),
                    1500);
    scene.people();
    scene.crowd(rectangle({0, 0}, {5, 10}), 150, scene.exit("out", rectangle({25.5, 4.5}, {26, 5.5})));
    scene.line("passage", {14.5, 4.5}, {14.5, 5.5});
    scene.line("exit", {25, 4.5}, {25, 5.5});
    scene.area("before the passage", rectangle({8, 4}, {10, 6}));
    scene.area("before the exit", rectangle({23, 4}, {25, 6}));
    scene.record_every(2);
    return {scene.done()};
}

Numbers judge_two_bottlenecks(Runs runs) {
    const double passage = flow_over(runs[0], "passage"), exit = flow_over(runs[0], "exit");
    return {at_least("flow through the passage less that through the exit", "/s", passage - exit, -0.05),
            nobody_stays(runs),
            told("flow through the passage", "/s", passage),
            told("flow through the exit", "/s", exit),
            told("density before the passage", "/m²", density_in(runs[0], "before the passage")),
            told("density before the exit", "/m²", density_in(runs[0], "before the exit")),
            told("all out after", "s", last_out(runs[0].recorded))};
}

// ---- 13: jam before stairs ----

constexpr double kUpstairs = 0.675;  // m/s, mean

std::vector<Scenario> jam_before_stairs() {
    CaseScene scene("rimea_13",
                    rectangles_wkt({rectangle({-10.2, -2}, {-0.2, 4}), rectangle({-0.2, 0.5}, {0, 1.5}),
                                    rectangle({0, 0}, {24, 2})}),
                    1500);
    scene.people();
    scene.crowd(rectangle({-10.2, -2}, {-0.6, 4}), 150, scene.exit("top", rectangle({23, 0}, {24, 2})));
    scene.slow(rectangle({12, 0}, {22, 2}), kUpstairs / kAdults.a);
    scene.line("corridor", {0.5, 0}, {0.5, 2});
    scene.line("stair", {12.5, 0}, {12.5, 2});
    scene.area("corridor", rectangle({2, 0}, {6, 2}));
    scene.area("before the stair", rectangle({9, 0}, {12, 2}));
    scene.record_every(2);
    return {scene.done()};
}

Numbers judge_jam_before_stairs(Runs runs) {
    const double corridor = flow_over(runs[0], "corridor"), stair = flow_over(runs[0], "stair");
    return {at_least("difference of the flows", "/s", std::abs(corridor - stair), 0.05),
            nobody_stays(runs),
            told("flow into the corridor", "/s", corridor),
            told("flow onto the stair", "/s", stair),
            told("density in the corridor", "/m²", density_in(runs[0], "corridor")),
            told("density before the stair", "/m²", density_in(runs[0], "before the stair"))};
}

// ---- 14: over the stairs or round ----

std::vector<Scenario> short_or_long() {
    CaseScene scene(
        "rimea_14",
        rectangles_wkt({rectangle({0, 0}, {4, 4}), rectangle({4, 1}, {24, 3}), rectangle({24, 0}, {28, 4}),
                        rectangle({1, 4}, {3, 14}), rectangle({1, 12}, {27, 14}), rectangle({25, 4}, {27, 14})}),
        600);
    scene.people();
    scene.crowd(rectangle({0, 0}, {4, 4}), 40, scene.exit("there", rectangle({27, 0}, {28, 4})));
    for (const double x : {6.0, 18.0}) scene.slow(rectangle({x, 1}, {x + 4, 3}), 0.5);
    scene.line("short", {14, 1}, {14, 3});
    scene.line("long", {14, 12}, {14, 14});
    return {scene.done()};
}

Numbers judge_short_or_long(Runs runs) {
    std::vector<double> people;
    for (const MeasureLine& line : runs[0].scenario->measure.lines) {
        const auto measured = measure_line(runs[0].recorded.trajectory, runs[0].scenario->measure, line);
        people.push_back(static_cast<double>(measured.people()));
    }
    return {told("people over the stairs", "", people[0]), told("people round", "", people[1]), nobody_stays(runs)};
}

// ---- 15: corner of a wide corridor ----

constexpr double kShort = 50, kLong = 81, kWide = 20;  // m

Scenario wide_corridor(std::string_view name, std::string wkt, Polygon end) {
    CaseScene scene(name, std::move(wkt), 1200);
    scene.people();
    scene.crowd(rectangle({0, 0}, {8, kWide}), 500, scene.exit("end", std::move(end)));
    scene.record_every(10);
    return scene.done();
}

Scenario straight_corridor(std::string_view name, double length) {
    return wide_corridor(name, rectangles_wkt({rectangle({0, 0}, {length, kWide})}),
                         rectangle({length - 0.5, 0}, {length, kWide}));
}

/// As long as the short one along the inner wall, and about as long as the long one along the outer.
std::vector<Scenario> wide_corner() {
    return {straight_corridor("rimea_15_short", kShort),
            wide_corridor("rimea_15_corner", "POLYGON((0 0,50 0,60 10,60 30,40 30,40 20,0 20,0 0))",
                          rectangle({40, 29.5}, {60, 30})),
            straight_corridor("rimea_15_long", kLong)};
}

Numbers judge_wide_corner(Runs runs) {
    std::vector<double> time;
    for (const VerifyRun& run : runs) time.push_back(last_out(run.recorded));
    return {at_least("corner less short corridor", "s", time[1] - time[0], 0),
            at_least("long corridor less corner", "s", time[2] - time[1], 0),
            nobody_stays(runs),
            told("short corridor", "s", time[0]),
            told("corner", "s", time[1]),
            told("long corridor", "s", time[2])};
}

// ---- The table ----

const VerifyCase kCases[] = {
    {"rimea_9", "imo_9", "RiMEA 3.0, test 9; IMO test 9", "half of the exits",
     "1000 people in a room of 30 × 20 m leave by four exits of 1 m, and by two of them",
     "with two exits it takes 1.6 to 2.4 times as long", true, half_the_exits, judge_half_the_exits},
    {"rimea_10", "imo_10", "RiMEA 3.0, test 10; IMO test 10", "assigned exits",
     "23 people in twelve cabins along a corridor, 15 of them with the main exit, 8 with the secondary",
     "everybody takes the exit that is assigned", true, cabins, judge_cabins},
    {"rimea_11", "", "RiMEA 3.0, test 11", "choice of exits",
     "1000 people fill the left of a room of 30 × 20 m with two exits of 1 m in one wall, 21 and 27 m from the left; "
     "240 s",
     "most take the near exit, some the far one", true, near_and_far, judge_near_and_far},
    {"rimea_12", "", "RiMEA 3.0, test 12", "two bottlenecks",
     "150 people, a room of 10 × 10 m, a passage 1 m wide and 5 m long, another such room, an exit of 1 m",
     "the exit lets out no more than comes through the passage: J(passage) − J(exit) ≥ −0.05 /s", true, two_bottlenecks,
     judge_two_bottlenecks},
    {"rimea_13", "imo_11", "RiMEA 3.0, test 13; IMO test 11", "jam before stairs",
     "150 people leave a room of 10 × 6 m by a door of 1 m into a corridor 2 m wide and 12 m long, then a stair "
     "(a region in which people are slower, mean 0.675 m/s)",
     "people jam before the stair: |J(corridor) − J(stair)| ≥ 0.05 /s", false, jam_before_stairs,
     judge_jam_before_stairs},
    {"rimea_14", "", "RiMEA 3.0, test 14", "choice of routes",
     "40 people, a short way with two stairs (regions, half the speed) or a longer level one", "told", false,
     short_or_long, judge_short_or_long},
    {"rimea_15", "", "RiMEA 3.0, test 15", "a crowd round a corner",
     "500 people in corridors 20 m wide: 50 m long, 81 m long, and with a corner (50 m along the inner wall, 84 m "
     "along the outer)",
     "the corner takes no less than the short and no more than the long corridor", true, wide_corner,
     judge_wide_corner},
};

}  // namespace

std::span<const VerifyCase> rimea_crowd_cases() {
    return kCases;
}

}  // namespace sidestep
