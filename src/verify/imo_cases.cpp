// IMO MSC.1/Circ.1238, those tests that RiMEA has not in the same words.
#include <fmt/format.h>

#include <algorithm>

#include "verify/case_scene.h"
#include "verify/cases.h"
#include "verify/judging.h"

namespace sidestep {
namespace {

using Runs = std::span<const VerifyRun>;
using Numbers = std::vector<VerifyNumber>;

// ---- 1 ----

std::vector<Scenario> corridor() {
    CaseScene scene("imo_1", rectangles_wkt({rectangle({0, 0}, {42, 2})}), 120);
    scene.people(Distribution::fixed(1));
    scene.person({1, 1}, scene.exit("end", rectangle({41, 0}, {42, 2})));
    return {scene.done()};
}

Numbers judge_corridor(Runs runs) {
    return {within("time for 40 m", "s", last_out(runs[0].recorded), 39, 41)};
}

// ---- 4 ----

std::vector<Scenario> exit_flow() {
    CaseScene scene("imo_4", rectangles_wkt({rectangle({0, 0}, {8, 5}), rectangle({8, 2}, {9, 3})}), 900);
    scene.people();
    scene.crowd(rectangle({0, 0}, {7.6, 5}), 100, scene.exit("out", rectangle({8.5, 2}, {9, 3})));
    scene.line("exit", {8, 2}, {8, 3});
    return {scene.done()};
}

Numbers judge_exit_flow(Runs runs) {
    return {at_most("flow through the exit", "/s", flow_over(runs[0], "exit"), 1.33), nobody_stays(runs)};
}

// ---- 8 ----

constexpr std::uint32_t kAgainst[] = {0, 10, 50, 100};
constexpr double kSecondRoom = 20;  // m, where it begins

std::vector<Scenario> counterflow() {
    std::vector<Scenario> scenes;
    for (const std::uint32_t against : kAgainst) {
        CaseScene scene(fmt::format("imo_8_against_{}", against),
                        rectangles_wkt({rectangle({0, 0}, {10, 10}), rectangle({10, 4}, {20, 6}),
                                        rectangle({kSecondRoom, 0}, {30, 10})}),
                        600);
        scene.people();
        scene.crowd(rectangle({0, 0}, {5, 10}), 100, scene.exit("right", rectangle({29, 0}, {30, 10})));
        const int left = scene.exit("left", rectangle({0, 0}, {1, 10}));
        // Nobody of them begins where the first room's people are gone.
        if (against > 0) scene.crowd(rectangle({24, 0}, {28.6, 10}), against, left);
        scene.record_every(2);
        scenes.push_back(scene.done());
    }
    return scenes;
}

Numbers judge_counterflow(Runs runs) {
    Numbers times;
    double rise = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Trajectory& t = runs[i].recorded.trajectory;
        double last = 0;
        for (std::size_t k = 0; k < t.tracks.size(); ++k) {
            if (t.agents[k].goal != "right") continue;
            const double time = time_at_x(t.tracks[k], t.info.fps, kSecondRoom);
            last = std::isnan(time) || std::isnan(last) ? time : std::max(last, time);
            if (std::isnan(last)) break;
        }
        if (i > 0)
            rise = std::isnan(last - times.back().value) ? last - times.back().value
                                                         : std::min(rise, last - times.back().value);
        times.push_back(told(fmt::format("100 in the other room, {} against", kAgainst[i]), "s", last));
    }
    Numbers numbers{at_least("least rise from one number to the next", "s", rise, 0), nobody_stays(runs)};
    numbers.insert(numbers.end(), times.begin(), times.end());
    return numbers;
}

// ---- The table ----

const VerifyCase kCases[] = {
    {"imo_1", "", "IMO MSC.1/Circ.1238, test 1", "speed in a corridor",
     "one person walks 40 m in a corridor 2 m wide, 1 m/s", "40 s, give or take one", true, corridor, judge_corridor},
    {"imo_4", "", "IMO MSC.1/Circ.1238, test 4", "flow through an exit",
     "100 people in a room of 8 × 5 m, an exit of 1 m",
     "at most 1.33 people a second: a ceiling for conservative models, real doors let out more", false, exit_flow,
     judge_exit_flow},
    {"imo_8", "", "IMO MSC.1/Circ.1238, test 8", "counterflow",
     "two rooms of 10 × 10 m joined by a corridor of 10 × 2 m, 100 people against 0, 10, 50 and 100",
     "the more come against them, the longer it takes", false, counterflow, judge_counterflow},
};

}  // namespace

std::span<const VerifyCase> imo_cases() {
    return kCases;
}

}  // namespace sidestep
