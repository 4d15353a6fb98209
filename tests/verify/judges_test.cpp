// What is measured and judged, on tracks drawn by hand: some pass, some do not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sidestep/departures.h"
#include "sidestep/error.h"
#include "sidestep/map.h"
#include "sidestep/verify.h"
#include "verify/case_scene.h"
#include "verify/judging.h"

namespace sidestep {
namespace {

/// A frame at every corner, `fps` of them a second.
Track track(AgentId id, std::vector<Vec2d> places, std::uint32_t first = 0) {
    Track t;
    t.id = id;
    for (std::uint32_t k = 0; k < places.size(); ++k) t.frame.push_back(first + k);
    t.position = std::move(places);
    return t;
}

const VerifyCase& case_of(const std::string& id) {
    return *choose_verify_cases(std::vector{id}).at(0);
}

/// A run of a case's scene in which nothing has happened yet.
VerifyRun empty_run(const std::string& id, std::size_t scene = 0) {
    VerifyRun run{std::make_shared<const Scenario>(case_of(id).scenes().at(scene)), {}};
    run.recorded.trajectory.info.fps = 10;
    run.recorded.trajectory.info.wkt = run.scenario->map.wkt;
    return run;
}

void add(VerifyRun& run, Track t, const std::string& goal = "") {
    run.recorded.trajectory.agents.push_back({t.id, 0.2f, "walker", goal, ""});
    run.recorded.trajectory.tracks.push_back(std::move(t));
    ++run.recorded.summary.agents_created;
    ++run.recorded.arrived;
}

void left(VerifyRun& run, std::vector<ExitUse> exits) {
    run.recorded.trajectory.info.metadata[std::string(kExitsKey)] = to_json(exits);
}

bool passes(const std::string& id, std::vector<VerifyRun> runs) {
    return judge_trial(case_of(id), runs).passed();
}

VerifyNumber number_of(const VerifyTrial& trial, const std::string& name) {
    const auto found = std::ranges::find(trial.numbers, name, &VerifyNumber::name);
    if (found == trial.numbers.end()) throw std::runtime_error("no number " + name);
    return *found;
}

TEST(VerifyNumbers, HoldWithinTheirLimits) {
    EXPECT_TRUE(within("t", "s", 26, 26, 34).holds());
    EXPECT_TRUE(within("t", "s", 34, 26, 34).holds());
    EXPECT_FALSE(within("t", "s", 34.1, 26, 34).holds());
    EXPECT_FALSE(at_most("n", "", 1, 0).holds());
    EXPECT_FALSE(at_least("n", "", 0, 1).holds());
    EXPECT_FALSE(at_least("n", "", std::nan(""), 1).holds()) << "what never came to pass";
    EXPECT_TRUE(told("n", "", std::nan("")).holds());
    EXPECT_EQ(limits_text(within("t", "s", 1, 26, 34)), "26 to 34 s");
    EXPECT_EQ(limits_text(within("t", "", 1, 15, 15)), "15");
    EXPECT_EQ(limits_text(at_least("n", "", 0, 1)), "at least 1");
    EXPECT_EQ(limits_text(told("n", "", 0)), "");
}

TEST(Judging, TimesAndSpeedsAreBetweenFrames) {
    // 1 m a frame, ten frames a second; x = 2.25 is a quarter between the third and the fourth.
    const Track walk = track(1, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}});
    EXPECT_DOUBLE_EQ(time_at_x(walk, 10, 2.25), 0.225);
    EXPECT_DOUBLE_EQ(time_at_x(walk, 10, 0), 0);
    EXPECT_TRUE(std::isnan(time_at_x(walk, 10, 4.5)));
    EXPECT_NEAR(speed_between(walk, 10, 0.5, 3.5), 10, 1e-12);
    EXPECT_DOUBLE_EQ(start_time(track(1, {{0, 0}, {0, 0.0005}, {0, 0.002}}), 10), 0.2);
}

TEST(Judging, SpeedAlongAClosedCorridor) {
    Trajectory t;
    t.info.fps = 2;
    t.info.periodic = {10, 0};
    // Round the end: 0.5 m a frame from the third on, before that nothing counts.
    t.tracks.push_back(track(1, {{5, 0}, {9, 0}, {9.5, 0}, {0, 0}, {0.5, 0}}));
    t.tracks.push_back(track(2, {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}}));
    EXPECT_DOUBLE_EQ(mean_speed_along_x(t, 0.5), 0.5);
}

TEST(Judging, WallsAndBodies) {
    VerifyRun run = empty_run("rimea_6");
    add(run, track(1, {{1, 1}, {5, 0.15}}));  // 0.05 m of its body are in the wall
    WallCheck check = wall_check(run);
    EXPECT_EQ(check.inside, 0u);
    EXPECT_NEAR(check.deepest, 0.05, 1e-6);
    add(run, track(2, {{5, 5}}));  // beside both legs
    EXPECT_EQ(wall_check(run).inside, 1u);
}

TEST(Judging, DensityWherePeopleAre) {
    VerifyRun run = empty_run("rimea_12");
    // 2 × 2 m before the passage: two, then one, then nobody.
    add(run, track(1, {{9, 5}, {9, 5}, {1, 1}}));
    add(run, track(2, {{8.5, 4.5}, {1, 1}, {1, 1}}));
    EXPECT_DOUBLE_EQ(density_in(run, "before the passage"), 1.5 / 4);
}

TEST(Verdicts, CorridorTimes) {
    for (const auto& [time, good] : {std::pair(30.0, true), {25.9, false}, {34.1, false}}) {
        VerifyRun run = empty_run("rimea_1");
        add(run, track(1, {{1, 1}, {41, 1}}), "end");
        left(run, {{"end", {{1, time}}}});
        EXPECT_EQ(passes("rimea_1", {run}), good) << time;
    }
    VerifyRun never = empty_run("rimea_1");
    add(never, track(1, {{1, 1}, {2, 1}}), "end");
    left(never, {{"end", {}}});
    EXPECT_FALSE(passes("rimea_1", {never}));
}

TEST(Verdicts, StartsWithinTwoFrames) {
    const auto judged = [](std::uint32_t late) {
        VerifyRun run = empty_run("rimea_5");
        for (AgentId id = 1; id <= 10; ++id) {
            std::vector<Vec2d> places(100 * id + late, Vec2d{1, 1});
            places.push_back({1.1, 1});
            add(run, track(id, places), "out");
        }
        return passes("rimea_5", {run});
    };
    EXPECT_TRUE(judged(0));
    EXPECT_TRUE(judged(2));
    EXPECT_FALSE(judged(3));
}

TEST(Verdicts, SpeedMustFallWithDensity) {
    const auto judged = [](std::vector<double> speeds) {
        std::vector<VerifyRun> runs;
        for (std::size_t i = 0; i < speeds.size(); ++i) {
            runs.push_back(empty_run("rimea_4", i));
            Trajectory& t = runs.back().recorded.trajectory;
            t.info.fps = 1;
            t.info.periodic = {12, 0};
            std::vector<Vec2d> places;
            for (int k = 0; k < 20; ++k) places.push_back({std::fmod(speeds[i] * k, 12), 1});
            add(runs.back(), track(1, places));
        }
        return judge_trial(case_of("rimea_4"), runs);
    };
    const VerifyTrial falls = judged({1.3, 1.06, 0.61, 0.33, 0.16, 0.05, 0});
    EXPECT_TRUE(falls.passed()) << falls.cause;
    // The curve itself, but for what is left of it at 5 and 6.
    EXPECT_LT(number_of(falls, "distance to Weidmann").value, 0.02);
    EXPECT_NEAR(number_of(falls, "largest rise from one density to the next").value, -0.05, 1e-9);
    EXPECT_FALSE(judged({1.3, 1.06, 0.61, 0.33, 0.9, 0.05, 0}).passed()) << "rises once";
    EXPECT_FALSE(judged({1.3, 1.3, 1.3, 1.3, 1.3, 1.3, 1.3}).passed()) << "never falls";
}

TEST(Verdicts, HalfOfTheExits) {
    const auto judged = [](double four, double two) {
        std::vector<VerifyRun> runs{empty_run("rimea_9", 0), empty_run("rimea_9", 1)};
        for (std::size_t i = 0; i < 2; ++i) {
            add(runs[i], track(1, {{1, 1}}), "out");
            left(runs[i], {{"exit 1", {{1, i == 0 ? four : two}}}});
        }
        return passes("rimea_9", runs);
    };
    EXPECT_TRUE(judged(100, 200));
    EXPECT_FALSE(judged(100, 150));
    EXPECT_FALSE(judged(100, 250));
}

TEST(Verdicts, AssignedExits) {
    const auto judged = [](bool one_is_wrong) {
        VerifyRun run = empty_run("rimea_10");
        ExitUse main{"main", {}}, secondary{"secondary", {}};
        for (AgentId id = 1; id <= 23; ++id) {
            const bool to_main = id <= 15, by_main = to_main != (one_is_wrong && id == 15);
            add(run, track(id, {{1, 1}}), to_main ? "main" : "secondary");
            (by_main ? main : secondary).left.push_back({id, 10.0 + id});
        }
        left(run, {main, secondary});
        return judge_trial(case_of("rimea_10"), std::vector{run});
    };
    EXPECT_TRUE(judged(false).passed());
    const VerifyTrial wrong = judged(true);
    EXPECT_FALSE(wrong.passed());
    EXPECT_EQ(number_of(wrong, "people at another exit than theirs").value, 1);
    EXPECT_NE(wrong.cause.find("people at the main exit: 14, must be 15"), std::string::npos) << wrong.cause;
}

TEST(Verdicts, ExitsAreChosen) {
    const auto judged = [](std::size_t near, std::size_t far) {
        VerifyRun run = empty_run("rimea_11");
        ExitUse one{"exit 1", {}}, two{"exit 2", {}};
        for (AgentId id = 1; id <= near + far; ++id) (id <= near ? one : two).left.push_back({id, 1.0 * id});
        for (AgentId id = 1; id <= near + far; ++id) add(run, track(id, {{1, 1}}), "out");
        left(run, {one, two});
        return passes("rimea_11", {run});
    };
    EXPECT_TRUE(judged(9, 1));
    EXPECT_FALSE(judged(10, 0));
    EXPECT_FALSE(judged(4, 6));
}

TEST(Verdicts, TheExitMayNotLetOutMoreThanThePassage) {
    // Three people; passing lines every `a` and every `b` frames: 10 / a and 10 / b a second.
    const auto judged = [](std::uint32_t a, std::uint32_t b) {
        VerifyRun run = empty_run("rimea_12");
        for (AgentId id = 1; id <= 3; ++id) {
            Track t;
            t.id = id;
            const std::uint32_t at_passage = 10 + a * id, at_exit = 100 + b * id;
            for (std::uint32_t f = 0; f <= at_exit; ++f) {
                t.frame.push_back(f);
                t.position.push_back({f < at_passage ? 14.0 : f < at_exit ? 16.0 : 25.25, 5});
            }
            add(run, std::move(t), "out");
        }
        return judge_trial(case_of("rimea_12"), std::vector{run});
    };
    const VerifyTrial equal = judged(10, 10);
    EXPECT_TRUE(equal.passed()) << equal.cause;
    EXPECT_NEAR(number_of(equal, "flow through the passage").value, 1, 1e-9);
    const VerifyTrial more = judged(20, 10);
    EXPECT_FALSE(more.passed());
    EXPECT_NEAR(number_of(more, "flow through the passage less that through the exit").value, -0.5, 1e-9);
}

TEST(Verdicts, PlacesMustBeUniform) {
    const auto judged = [](bool even) {
        VerifyRun run = empty_run("basic_uniform");
        for (AgentId id = 1; id <= 400; ++id) {
            const double k = static_cast<double>(id - 1);
            // Sixteen in each of 25 squares of 4 m, or all in the first five.
            const double x = even ? 4 * std::fmod(k, 5) + 2 : 2;
            add(run, track(id, {{x, 4 * std::fmod(std::floor(k / 5), 5) + 2}}));
        }
        return judge_trial(case_of("basic_uniform"), std::vector{run}).numbers[0];
    };
    EXPECT_EQ(judged(true).value, 0);
    EXPECT_EQ(judged(false).value, 5.0 * 64 * 64 / 16 + 20 * 16) << "five squares with 80 people instead of 16";
    EXPECT_FALSE(judged(false).holds());
}

}  // namespace
}  // namespace sidestep
