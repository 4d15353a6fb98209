// What is measured, by hand; and what must hold whatever walks.
#include "sidestep/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include "evaluate/cases.h"
#include "evaluate/measure.h"
#include "evaluate/pool.h"
#include "evaluate/replay.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

/// Somebody who walks evenly, 2.5 frames a second.
Track walk(AgentId id, Vec2d from, Vec2d velocity, std::uint32_t first, std::uint32_t frames) {
    Track track;
    track.id = id;
    for (std::uint32_t k = 0; k < frames; ++k) {
        track.frame.push_back(first + k);
        track.position.push_back(from + velocity * (0.4 * k));
    }
    return track;
}

FilmedPeople filmed(std::vector<Track> tracks) {
    FilmedPeople people;
    people.name = "drawn";
    people.trajectory.info.fps = 2.5;
    people.trajectory.tracks = std::move(tracks);
    return people;
}

EvaluatedWalker model(const char* name) {
    EvaluatedWalker walker;
    walker.name = name;
    walker.profile.avoid = {name};
    return walker;
}

const EvaluateRow& row_of(const Evaluation& evaluation, const std::string& walker, ReplayGoal goal) {
    for (const EvaluateRow& row : evaluation.rows) {
        if (row.walker == walker && row.goal == goal) return row;
    }
    throw std::runtime_error("no such row: " + walker);
}

EvaluateOptions few(EvaluateMode mode = EvaluateMode::one_by_one) {
    EvaluateOptions options;
    options.mode = mode;
    options.resamples = 50;
    options.threads = 1;
    return options;
}

// ---- What was seen before the start, and nothing of the future ----

TEST(ActorAt, TakesSpeedsBackward) {
    Track track = walk(7, {0, 0}, {1, 0}, 0, 4);  // 1 m/s, then 2 m/s upwards
    for (std::uint32_t k = 4; k < 12; ++k) {
        track.frame.push_back(k);
        track.position.push_back({1.2, 0.8 * (k - 3)});
    }
    const auto actor = actor_at(track, 2.5, 1.2, {});
    ASSERT_TRUE(actor);
    EXPECT_NEAR(actor->velocity.x, 1, 1e-9);
    EXPECT_NEAR(actor->velocity.y, 0, 1e-9);  // the turn comes after the start
    const auto later = actor_at(track, 2.5, 2.0, {});
    EXPECT_NEAR(later->velocity.x, 0, 1e-9);  // over the last 0.8 s
    EXPECT_NEAR(later->velocity.y, 2, 1e-9);
    EXPECT_NEAR(later->wont.x, 0.4 / 1.2, 1e-9);  // over the last 1.2 s
    EXPECT_NEAR(later->wont.y, 1.6 / 1.2, 1e-9);
    EXPECT_FALSE(actor_at(track, 2.5, 0, {}));  // nothing is known of it yet
}

// ---- Baselines ----

TEST(Baselines, ArriveAsTheyShould) {
    Track track = walk(1, {0, 0}, {1, 0}, 0, 20);
    Replay scene;
    scene.fps = 2.5;
    scene.from = 1.2;
    scene.steps = 48;
    scene.actors.push_back(*actor_at(track, 2.5, 1.2, {}));
    scene.actors[0].goal = {1.2, 2};  // to the left, 2 m away
    scene.actors[0].leaves = 6;
    auto walkers = baseline_walkers();
    const auto constant = replay(scene, walkers[1])[0].place;
    ASSERT_EQ(constant.size(), 49u);
    EXPECT_NEAR(constant[48].x, 1.2 + 4.8, 1e-9);
    EXPECT_NEAR(constant[48].y, 0, 1e-9);
    const auto straight = replay(scene, walkers[2])[0].place;
    EXPECT_NEAR(straight[10].x, 1.2, 1e-9);
    EXPECT_NEAR(straight[10].y, 1, 1e-9);
    EXPECT_NEAR(straight[48].y, 2, 1e-3);
    // v ← v + (wish − v)·0.1/0.5: after a step (0.8, 0.2).
    const auto relaxed = replay(scene, walkers[3])[0].place;
    EXPECT_NEAR(relaxed[1].x, 1.2 + 0.08, 1e-9);
    EXPECT_NEAR(relaxed[1].y, 0.02, 1e-9);
    EXPECT_NEAR(relaxed[2].x - relaxed[1].x, 0.064, 1e-3);  // what is left of it, and a wish that looks back a little
}

// ---- Metrics of one who is replaced ----

/// One goes straight on at 1 m/s and turns aside to x = const after the start; another stands beside its way.
FilmedPeople passing(double beside) {
    return filmed({walk(1, {0, 0}, {1, 0}, 0, 16), walk(2, {4, beside}, {0, 0}, 0, 16)});
}

TEST(OneByOne, ConstantVelocityOfEvenWalkerIsPerfect) {
    const auto people = std::vector{filmed({walk(1, {0, 0}, {1, 0}, 0, 16)})};
    const Evaluation e = evaluate(people, baseline_walkers(), few());
    ASSERT_EQ(e.cases.size(), 1u);
    EXPECT_NEAR(e.cases[0].time, 1.2, 1e-9);
    const EvaluateRow& row = row_of(e, "constant_velocity", ReplayGoal::oracle);
    EXPECT_NEAR(row.cells[kAde].value, 0, 1e-9);
    EXPECT_NEAR(row.cells[kFde].value, 0, 1e-9);
    EXPECT_NEAR(row.cells[kPersonLikelihood].value, 1, 1e-9);
    EXPECT_NEAR(row.cells[kPersonSpeed].value, 0, 1e-9);
    EXPECT_NEAR(row.cells[kW1].value, 0, 1e-9);
}

TEST(OneByOne, ErrorsOfOneWhoTurned) {
    // After 1.2 s it walks sideways instead: at frame k after the start it is (0.4k, 0.4k) away from going straight on.
    Track track = walk(1, {0, 0}, {1, 0}, 0, 4);
    for (std::uint32_t k = 1; k <= 12; ++k) {
        track.frame.push_back(3 + k);
        track.position.push_back({1.2, 0.4 * k});
    }
    const auto people = std::vector{filmed({track})};
    const Evaluation e = evaluate(people, baseline_walkers(), few());
    const EvaluateRow& row = row_of(e, "constant_velocity", ReplayGoal::oracle);
    const double root2 = std::sqrt(2.0);
    EXPECT_NEAR(row.cells[kAde].value, 0.4 * root2 * 6.5, 1e-9);  // mean of 1 … 12
    EXPECT_NEAR(row.cells[kFde].value, 0.4 * root2 * 12, 1e-9);
    // δ = 2·0.1k in the Manhattan sense, k = 1 … 48; σ = 0.25.
    double squares = 0;
    for (int k = 1; k <= 48; ++k) squares += 0.04 * k * k;
    EXPECT_NEAR(row.cells[kPersonLikelihood].value, std::exp(-squares / (2 * 48 * 0.0625)), 1e-9);
    EXPECT_NEAR(row.cells[kPersonArea].value, 0.5 * 4.8 * 4.8 / 48, 1e-9);  // half a square, per step
    // The extrapolated goal lies straight on: who goes there at once is where constant velocity is, but that it slows
    // down over the last 0.4 s.
    const EvaluateRow& beyond = row_of(e, "straight", ReplayGoal::extrapolated);
    EXPECT_NEAR(beyond.cells[kAde].value, row.cells[kAde].value, 0.01);
    EXPECT_LT(row_of(e, "straight", ReplayGoal::oracle).cells[kAde].value, 0.05);
}

TEST(OneByOne, CountsWhoComesTooClose) {
    for (const auto& [beside, touches, nears] : {std::tuple{0.1, 1.0, 1.0}, {0.3, 0.0, 1.0}, {0.5, 0.0, 0.0}}) {
        const auto people = std::vector{passing(beside)};
        const Evaluation e = evaluate(people, baseline_walkers(), few());
        ASSERT_EQ(e.cases.size(), 2u);
        const EvaluateRow& row = row_of(e, "constant_velocity", ReplayGoal::oracle);
        EXPECT_EQ(row.values[kTouch][0], touches) << beside;
        EXPECT_EQ(row.values[kNear][0], nears) << beside;
        EXPECT_NEAR(row.values[kW1][0], beside, 1e-6);  // the least distance of the case
        EXPECT_NEAR(row_of(e, "people", ReplayGoal::oracle).values[kW1][0], beside, 1e-6);
    }
}

TEST(OneByOne, CompanionsMayBeHiddenButCount) {
    // Both walk to the right, one behind the other at 0.45 m: orca keeps more.
    FilmedPeople people = filmed({walk(1, {0, 0}, {1, 0}, 0, 16), walk(2, {0, 0.3}, {1, 0}, 0, 16)});
    people.groups = {{1, 2}};
    const std::vector all{people};
    auto walkers = baseline_walkers();
    walkers.push_back(model("orca"));
    EvaluateOptions options = few();
    const Evaluation seen = evaluate(all, walkers, options);
    options.companions = CompanionSight::hidden;
    const Evaluation hidden = evaluate(all, walkers, options);
    const auto ade = [](const Evaluation& e) { return row_of(e, "orca", ReplayGoal::oracle).cells[kAde].value; };
    EXPECT_GT(ade(seen), 0.03);  // pushed off its companion
    EXPECT_LT(ade(hidden), 0.02);
    EXPECT_EQ(row_of(hidden, "orca", ReplayGoal::oracle).cells[kNear].value, 1);  // distances count all the same
}

TEST(OneByOne, ModelStartsWhereThePersonWas) {
    const auto people = std::vector{passing(0.1)};
    auto walkers = baseline_walkers();
    walkers.push_back(model("orca"));
    const Evaluation e = evaluate(people, walkers, few());
    const EvaluateRow& row = row_of(e, "orca", ReplayGoal::oracle);
    ASSERT_EQ(row.failed, 0u);
    const Track& track = row.paths.tracks[0];
    EXPECT_EQ(track.frame.front(), 12u);
    EXPECT_NEAR(track.position.front().x, 1.2, 1e-6);
    ASSERT_EQ(track.position.size(), 49u);
    EXPECT_EQ(row.cells[kTouch].value, 0);           // it goes round who stands there …
    EXPECT_GT(std::abs(track.position[28].y), 0.1);  // … to the side
}

TEST(OneByOne, HalvesDivideAndCoverAll) {
    std::vector<Track> tracks;
    for (AgentId id = 1; id <= 12; ++id) tracks.push_back(walk(id, {0, id * 3.0}, {1, 0}, id * 10, 20));
    const std::vector people{filmed(tracks)};
    EvaluateOptions options = few();
    const std::size_t whole = evaluate(people, baseline_walkers(), options).cases.size();
    options.half = EvaluateHalf::first;
    const Evaluation first = evaluate(people, baseline_walkers(), options);
    options.half = EvaluateHalf::second;
    const Evaluation second = evaluate(people, baseline_walkers(), options);
    EXPECT_EQ(first.cases.size() + second.cases.size(), whole);
    EXPECT_LT(first.cases.back().time, second.cases.front().time);
}

TEST(OneByOne, SomeCasesAreDrawn) {
    std::vector<Track> tracks;
    for (AgentId id = 1; id <= 12; ++id) tracks.push_back(walk(id, {0, id * 3.0}, {1, 0}, id * 10, 20));
    const std::vector people{filmed(tracks), filmed(tracks)};
    EvaluateOptions options = few();
    options.cases = 5;
    const Evaluation e = evaluate(people, baseline_walkers(), options);
    ASSERT_EQ(e.cases.size(), 10u);  // of each recording five
    for (std::size_t i = 1; i < e.cases.size(); ++i) {
        if (e.cases[i].recording == e.cases[i - 1].recording) {
            EXPECT_LT(e.cases[i - 1].a, e.cases[i].a);
        }
    }
    EXPECT_EQ(e.cases[0].a, evaluate(people, baseline_walkers(), options).cases[0].a);
    options.cases = 12;
    EXPECT_EQ(evaluate(people, baseline_walkers(), options).cases.size(), 24u);
}

// ---- Meetings ----

TEST(ClosestApproach, LiesBetweenSamples) {
    // They pass each other at 0.6 m between two samples.
    const ClosestApproach c = closest_approach({{0, 0}, {1, 0}, {2, 0}}, {{1.5, 0.6}, {1.5, 0.6}, {1.5, 0.6}});
    EXPECT_NEAR(c.distance, 0.6, 1e-12);
    const ClosestApproach other = closest_approach({{0, 0}, {1, 0}, {2, 0}}, {{1.5, -0.6}, {1.5, -0.6}, {1.5, -0.6}});
    EXPECT_NEAR(other.distance, 0.6, 1e-12);
    EXPECT_LT(c.side * other.side, 0);
}

/// Two who walk towards each other, in lanes 1 m apart, closest at frame 10.
FilmedPeople meeting() {
    FilmedPeople people = filmed({walk(1, {0, 0}, {1, 0}, 0, 21), walk(2, {8, 1}, {-1, 0}, 0, 21)});
    people.meetings = {{1, 2, 2, 10}};
    return people;
}

TEST(Pairs, EvenWalkersArePredictedExactly) {
    const std::vector people{meeting()};
    const Evaluation e = evaluate(people, baseline_walkers(), few(EvaluateMode::pairs));
    ASSERT_EQ(e.cases.size(), 1u);
    EXPECT_NEAR(e.cases[0].seconds, 3.2, 1e-9);
    for (const char* walker : {"constant_velocity", "straight", "relaxed"}) {
        const EvaluateRow& row = row_of(e, walker, ReplayGoal::oracle);
        EXPECT_NEAR(row.cells[kDelta].value, 0, 1e-6) << walker;
        EXPECT_NEAR(row.cells[kLikelihood].value, 1, 1e-6) << walker;
        EXPECT_NEAR(row.cells[kLeast].value, 0, 1e-6) << walker;
        EXPECT_EQ(row.cells[kOrder].value, 1) << walker;
    }
}

TEST(Pairs, SidesAndDistancesOfOneWhoStepsAside) {
    // Both walk on one line; after the start one steps aside to the left, 0.1 m in each frame.
    Track a = walk(1, {0, 0}, {1, 0}, 0, 21), b = walk(2, {8, 0.1}, {-1, 0}, 0, 21);
    for (std::size_t k = 3; k < a.position.size(); ++k) a.position[k].y = 0.1 * static_cast<double>(k - 2);
    FilmedPeople people = filmed({a, b});
    people.meetings = {{1, 2, 2, 10}};
    const std::vector all{people};
    const Evaluation e = evaluate(all, baseline_walkers(), few(EvaluateMode::pairs));
    const EvaluateRow& row = row_of(e, "constant_velocity", ReplayGoal::oracle);
    EXPECT_NEAR(row.cells[kDelta].value, 0.1 * 4.5 / 2, 1e-9);  // of one 0.1 … 0.8, of the other nothing
    EXPECT_EQ(row.cells[kOrder].value, 0);                      // they would have passed on the other side
    EXPECT_NEAR(row.cells[kLeast].value, 0.6, 0.01);            // 0.7 m in the film, 0.1 m going on
    EXPECT_EQ(row_of(e, "straight", ReplayGoal::oracle).cells[kOrder].value, 1);
}

TEST(Pairs, GroupsThatMeetAreOneEncounter) {
    FilmedPeople people = meeting();
    people.trajectory.tracks.push_back(walk(3, {0, -1}, {1, 0}, 0, 21));
    people.trajectory.tracks.push_back(walk(4, {20, 40}, {1, 0}, 0, 21));
    people.trajectory.tracks.push_back(walk(5, {28, 41}, {-1, 0}, 0, 21));
    people.groups = {{1, 3}};
    people.meetings = {{1, 2, 2, 10}, {3, 2, 2, 10}, {4, 5, 2, 10}};
    const auto cases = planned_cases(std::vector{people}, few(EvaluateMode::pairs));
    ASSERT_EQ(cases.size(), 3u);
    EXPECT_EQ(cases[0].what.weight, 0.5);
    EXPECT_EQ(cases[1].what.weight, 0.5);
    EXPECT_EQ(cases[2].what.weight, 1);
    EXPECT_EQ(cases[0].what.cluster, cases[1].what.cluster);
    EXPECT_NE(cases[0].what.cluster, cases[2].what.cluster);
}

// ---- Everybody at once ----

TEST(AllAtOnce, EvenWalkersLeaveWhereTheyDid) {
    std::vector<Track> tracks;
    for (AgentId id = 1; id <= 4; ++id) tracks.push_back(walk(id, {0, 2.0 * id}, {1, 0}, 2 * id, 26));
    const std::vector people{filmed(tracks)};
    auto walkers = baseline_walkers();
    walkers.push_back(model("orca"));
    const Evaluation e = evaluate(people, walkers, few(EvaluateMode::all_at_once));
    ASSERT_EQ(e.cases.size(), 4u);
    EXPECT_NEAR(row_of(e, "constant_velocity", ReplayGoal::oracle).cells[kAde].value, 0, 1e-9);
    const EvaluateRow& orca = row_of(e, "orca", ReplayGoal::oracle);
    ASSERT_EQ(orca.failed, 0u);
    EXPECT_LT(orca.cells[kAde].value, 0.1);
    EXPECT_LE(orca.cells[kFde].value, 0.45);  // gone from 0.3 m before the place where the person was last
}

TEST(AllAtOnce, AgentsMeetAgents) {
    // Head-on on one line: recorded people walked through each other; who is simulated steps aside of a simulated one.
    const std::vector people{filmed({walk(1, {0, 0}, {1, 0}, 0, 31), walk(2, {12, 0.05}, {-1, 0}, 0, 31)})};
    auto walkers = baseline_walkers();
    walkers.push_back(model("orca"));
    const Evaluation e = evaluate(people, walkers, few(EvaluateMode::all_at_once));
    EXPECT_EQ(row_of(e, "people", ReplayGoal::oracle).cells[kTouch].value, 1);
    EXPECT_EQ(row_of(e, "orca", ReplayGoal::oracle).cells[kTouch].value, 0);
    const auto& least = row_of(e, "orca", ReplayGoal::oracle).values[kW1];
    EXPECT_NEAR(least[0], least[1], 1e-9);  // the same distance, seen from both
}

// ---- Means and their uncertainty ----

TEST(Wasserstein, ByHand) {
    const std::vector<double> a{0, 1}, b{0.5, 1.5}, c{1, 0};
    EXPECT_NEAR(wasserstein(a, b), 0.5, 1e-12);
    EXPECT_NEAR(wasserstein(a, c), 0, 1e-12);
    // Three quarters of the weight at 0 and at 1: F − G = 3/4 − 1/4 between them.
    EXPECT_NEAR(wasserstein(a, c, std::vector<double>{0.75, 0.25}), 0.5, 1e-12);
}

std::vector<EvaluatedCase> cases_in(std::vector<std::pair<std::size_t, std::size_t>> recording_and_cluster) {
    std::vector<EvaluatedCase> cases;
    for (const auto& [recording, cluster] : recording_and_cluster)
        cases.push_back({.recording = recording, .cluster = cluster});
    return cases;
}

TEST(Pooled, MeansOfRecordingsCountAlike) {
    const auto cases = cases_in({{0, 0}, {0, 0}, {0, 1}, {1, 2}});
    const std::vector<double> values{1, 2, 3, 10};
    const EvaluateCell cell = pooled(cases, 2, {.values = values, .people = {}, .reference = {}}, few());
    EXPECT_NEAR(cell.value, 6, 1e-12);  // (2 + 10)/2
    // Clusters of the first drawn again: means 1.5, 2 or 3, the second is always 10.
    EXPECT_NEAR(cell.interval.low, 5.75, 1e-12);
    EXPECT_NEAR(cell.interval.high, 6.5, 1e-12);
}

TEST(Pooled, TestsClustersNotPeople) {
    const auto cases = cases_in({{0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 2}, {0, 2}});
    const std::vector<double> values{1, 1.1, 2, 2.1, 3.2, 3.1}, reference{0.9, 1, 1.8, 1.9, 2.9, 2.8};
    const double p = pooled(cases, 1, {.values = values, .people = {}, .reference = reference}, few()).p;
    const std::vector<double> a{1.05, 2.05, 3.15}, b{0.95, 1.85, 2.85};
    EXPECT_NEAR(p, paired_test(a, b).p, 1e-12);
    EXPECT_TRUE(std::isnan(pooled(cases, 1, {.values = values, .people = {}, .reference = {}}, few()).p));
}

// ---- Any number of threads ----

TEST(Evaluate, ThreadsChangeNothing) {
    std::vector<Track> tracks;
    for (AgentId id = 1; id <= 10; ++id) {
        const bool right = id % 2 == 0;
        tracks.push_back(walk(id, {right ? 0.0 : 12.0, 0.3 * id}, {right ? 1.2 : -1.1, 0}, id, 26));
    }
    FilmedPeople drawn = filmed(tracks);
    drawn.meetings = {{1, 2, 4, 14}, {3, 4, 6, 16}};
    const std::vector people{drawn, drawn};
    auto walkers = baseline_walkers();
    for (const char* name : {"orca", "predictive"}) walkers.push_back(model(name));
    for (const EvaluateMode mode : {EvaluateMode::pairs, EvaluateMode::one_by_one, EvaluateMode::all_at_once}) {
        EvaluateOptions options = few(mode);
        const Evaluation one = evaluate(people, walkers, options);
        options.threads = 3;
        const Evaluation three = evaluate(people, walkers, options);
        ASSERT_EQ(one.rows.size(), three.rows.size());
        for (std::size_t r = 0; r < one.rows.size(); ++r) {
            for (std::size_t m = 0; m < one.rows[r].values.size(); ++m) {
                for (std::size_t i = 0; i < one.cases.size(); ++i) {
                    const double a = one.rows[r].values[m][i], b = three.rows[r].values[m][i];
                    ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << one.rows[r].walker;
                }
                EXPECT_EQ(one.rows[r].cells[m].interval.low, three.rows[r].cells[m].interval.low);
            }
        }
    }
}

TEST(Evaluate, InterruptedKeepsWholeRows) {
    const std::vector people{passing(0.5)};
    EvaluateOptions options = few();
    options.progress = [](const EvaluateProgress& p) { return p.done < 5; };
    const Evaluation e = evaluate(people, baseline_walkers(), options);
    EXPECT_FALSE(e.finished);
    ASSERT_EQ(e.rows.size(), 2u);  // people, and constant velocity with one goal
    EXPECT_FALSE(std::isnan(e.rows[1].cells[kAde].value));
}

// ---- Files beside a recording, and what is wrong with them ----

TEST(Filmed, ReadsGroupsAndMeetings) {
    const auto groups = parse_groups("group_id,person_id\n1,2\r\n1,3\n4,9\n", "g.csv");
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0], (std::vector<AgentId>{2, 3}));
    const auto meetings = parse_meetings("set,a,b,frame_start,frame_ca,x\nx,8,11,46,52,2.4\n", "m.csv");
    ASSERT_EQ(meetings.size(), 1u);
    EXPECT_EQ(meetings[0].closest, 52u);
}

TEST(Filmed, SaysWhereATableIsWrong) {
    const auto problem = [](auto&& act) {
        try {
            act();
        } catch (const InputError& error) {
            return error.problem();
        }
        return InputProblem{};
    };
    EXPECT_EQ(problem([] { parse_meetings("a,b,frame_start\n1,2,3\n", "m.csv"); }).line, 1);
    const InputProblem number = problem([] { parse_groups("group_id,person_id\n1,2\n1,-3\n", "g.csv"); });
    EXPECT_EQ(number.line, 3);
    EXPECT_EQ(number.value, "-3");
    EXPECT_EQ(problem([] { parse_meetings("a,b,frame_start,frame_ca\n1,2,9,9\n", "m.csv"); }).line, 2);
}

TEST(Evaluate, SaysWhatIsMissing) {
    const std::vector people{passing(0.5)};
    EXPECT_THROW(evaluate(people, baseline_walkers(), few(EvaluateMode::pairs)), InputError);  // no meetings
    EvaluateOptions options = few();
    options.reference = "relxed";
    EXPECT_THROW(evaluate(people, baseline_walkers(), options), InputError);
    const std::vector brief{filmed({walk(1, {0, 0}, {1, 0}, 0, 5)})};
    EXPECT_THROW(evaluate(brief, baseline_walkers(), few()), InputError);
}

// ---- The instrument against figures measured before it ----

std::filesystem::path recordings() {
    const char* given = std::getenv("SIDESTEP_DATA");
    return given != nullptr ? std::filesystem::path(given)
                            : std::filesystem::path(SIDESTEP_SOURCE_DIR) / "../shared/data";
}

TEST(Evaluate, BaselinesOnRecordedPeople) {
    std::vector<FilmedPeople> people;
    for (const char* name : {"eth", "zara01", "students01"}) {
        const auto file = recordings() / name / (std::string(name) + ".txt");
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "no recording " << file << "; set SIDESTEP_DATA";
        people.push_back(read_filmed(file.string()));
    }
    EvaluateOptions options = few();
    options.resamples = 0;
    const Evaluation e = evaluate(people, baseline_walkers(), options);
    EXPECT_EQ(e.cases.size(), 823u);
    struct Expected {
        const char* walker;
        ReplayGoal goal;
        double ade, fde, touch;
    };
    for (const Expected& x : {Expected{"constant_velocity", ReplayGoal::oracle, 0.650, 1.33, 20.4},
                              {"straight", ReplayGoal::oracle, 0.346, 0.297, 12.2},
                              {"relaxed", ReplayGoal::oracle, 0.337, 0.313, 10.7},
                              {"straight", ReplayGoal::extrapolated, 0.693, kUndefined, 21.5},
                              {"relaxed", ReplayGoal::extrapolated, 0.684, kUndefined, 21.0},
                              {"people", ReplayGoal::oracle, 0, 0, 1.5}}) {
        const EvaluateRow& row = row_of(e, x.walker, x.goal);
        EXPECT_NEAR(row.cells[kAde].value, x.ade, 0.002) << x.walker;
        EXPECT_NEAR(100 * row.cells[kTouch].value, x.touch, 0.3) << x.walker;
        if (!std::isnan(x.fde)) {
            EXPECT_NEAR(row.cells[kFde].value, x.fde, 0.005) << x.walker;
        }
    }
}

}  // namespace
}  // namespace sidestep
