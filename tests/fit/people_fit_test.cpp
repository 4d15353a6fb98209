// Models fitted to people: made by a model they are found again; what is held out is never seen; what does nothing is
// told; costs by hand.
#include "sidestep/people_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "fit/terms.h"
#include "sidestep/error.h"
#include "sidestep/run.h"
#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using Names = std::vector<std::string>;

/// Two who meet, a little aside of each other and at an angle, for 7 s at ten frames a second. They want to go where
/// they would be 6.5 s after the start, which is where replays of the meeting guess that they want to: 2 s beyond its
/// end.
Trajectory meeting(const ProfileSpec& profile, double angle, double beside) {
    constexpr double kWay = 1.34 * 6.5;
    Scenario s = test::scene(profile, 7);
    const Vec2d along{std::cos(angle), std::sin(angle)}, across{-along.y, along.x};
    const Vec2d other = along * 6 + across * beside;
    test::put(s, {-6, 0}, test::to_point({-6 + kWay, 0}));
    test::put(s, other, test::to_point(other - along * kWay));
    for (AgentSpec& agent : s.agents) agent.walking = true;
    return run_in_memory(s).trajectory;
}

/// `count` meetings one after the other, all at another angle. The last `of_others` are of another kind of people.
FilmedPeople filmed(const ProfileSpec& profile, int count, int of_others = 0, const ProfileSpec& others = {}) {
    FilmedPeople people;
    people.name = "drawn";
    for (int i = 0; i < count; ++i) {
        const ProfileSpec& who = i >= count - of_others ? others : profile;
        const Trajectory one = meeting(who, 0.35 * (i % 5) - 0.7, 0.1 * (i % 3) + 0.05);
        people.trajectory.info.fps = one.info.fps;
        for (Track track : one.tracks) {
            track.id += static_cast<AgentId>(2 * i);
            for (std::uint32_t& frame : track.frame) frame += static_cast<std::uint32_t>(100 * i);
            people.trajectory.tracks.push_back(std::move(track));
        }
        const auto id = static_cast<AgentId>(2 * i + 1);
        const auto from = static_cast<std::uint32_t>(100 * i);
        people.meetings.push_back({id, id + 1, from + 12, from + 45});
    }
    return people;
}

/// Who sees no farther than 6 m walks straight on for the time that is seen of it before it is replaced: speed and goal
/// are then guessed right.
ProfileSpec power_law(double strength, double relaxation_time) {
    return test::everyday_profile(
        "w", "power_law",
        {{"strength", strength}, {"relaxation_time", relaxation_time}, {"noise_max", 0}, {"neighbour_range", 6}});
}

PeopleFitOptions quiet() {
    PeopleFitOptions options;
    options.objective = {{FitTerm::one_by_one, 1}};
    options.resamples = 40;
    options.threads = 1;
    return options;
}

PeopleFit fit_of(const FilmedPeople& people, ProfileSpec profile, const Names& fitted,
                 PeopleFitOptions options = quiet()) {
    return {FitData{{people}, {}}, std::move(profile), fitted, std::move(options)};
}

PeopleFitPlan simplex(int evaluations, int polish = 0) {
    PeopleFitPlan plan;
    plan.search.method = SearchMethod::simplex;
    plan.search.seeds = 1;
    plan.search.evaluations = evaluations;
    plan.search.polish = polish;
    plan.identify = false;
    return plan;
}

std::vector<double> starts(const PeopleFit& fit) {
    std::vector<double> at;
    for (const Unknown& unknown : fit.unknowns()) at.push_back(unknown.start);
    return at;
}

// ---- What is found ----

TEST(PeopleFit, FindsWhatPeopleWereMadeWith) {
    // Of a model whose forces are smooth: whoever decides for a side has a cost of many hollows.
    const auto people_of = [](double strength, double relaxation_time) {
        return test::everyday_profile(
            "w", "social_force",
            {{"repulsion_strength", strength}, {"relaxation_time", relaxation_time}, {"neighbour_range", 6}});
    };
    PeopleFitOptions options = quiet();
    options.objective = {{FitTerm::pairs, 1}};
    options.goals = {ReplayGoal::extrapolated};  // where they were at the end is not where they wanted to go
    const PeopleFit fit =
        fit_of(filmed(people_of(5, 0.7), 8), people_of(2.1, 0.4), {"repulsion_strength", "relaxation_time"}, options);
    const PeopleFitResult result = fit_people(fit, simplex(150, 60));
    ASSERT_TRUE(result.finished);
    EXPECT_NEAR(result.values[0], 5, 0.25);
    EXPECT_NEAR(result.values[1], 0.7, 0.03);
    EXPECT_LT(result.learnt_after->cost, 0.1 * result.learnt_before->cost);
    EXPECT_LT(result.held_out_after->cost, 0.1 * result.held_out_before->cost);
    EXPECT_LT(cost_difference(*result.held_out_before, *result.held_out_after).high, 0);
    // What is told is what the profile has: four digits of the best.
    EXPECT_EQ(result.learnt_after->cost, fit.score(fit.profile(result.values), FitShare::learnt)->cost);
    EXPECT_EQ(fit.rounded(0, 0.123456), 0.1235);
    EXPECT_EQ(fit.rounded(0, 3.99996), 4.0);
}

TEST(PeopleFit, ResumedIsAsIfNothingHadHappened) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 3);
    const PeopleFit fit = fit_of(people, power_law(1.5, 0.2), {"relaxation_time", "strength"});
    PeopleFitPlan plan = simplex(30, 12);
    plan.search.seeds = 2;
    const PeopleFitResult whole = fit_people(fit, plan);
    plan.search.checkpoint = (std::filesystem::temp_directory_path() / "sidestep_people_fit.json").string();
    std::filesystem::remove(plan.search.checkpoint);
    for (const int stop_after : {5, 25, 45, 1000}) {  // of 60, the polish among them
        plan.search.progress = [&](const SearchProgress& p) { return p.evaluations < stop_after; };
        const PeopleFitResult part = fit_people(fit, plan);
        EXPECT_EQ(part.finished, stop_after == 1000);
        EXPECT_EQ(part.learnt_after.has_value(), stop_after == 1000);
        if (stop_after < 1000) continue;
        ASSERT_EQ(part.found.runs.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(part.found.runs[i].best, whole.found.runs[i].best);
            EXPECT_EQ(part.found.runs[i].evaluations, whole.found.runs[i].evaluations);
        }
        EXPECT_EQ(part.held_out_after->cost, whole.held_out_after->cost);
    }
    // Other data: not the same search.
    const PeopleFit other = fit_of(filmed(power_law(4, 0.5), 3), power_law(1.5, 0.2), {"relaxation_time", "strength"});
    EXPECT_THROW(fit_people(other, plan), InputError);
    std::filesystem::remove(plan.search.checkpoint);
}

TEST(PeopleFit, EndsInTheMiddleOfAnEvaluation) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 3);
    PeopleFitOptions options = quiet();
    int asked = 0;
    options.goes_on = [&] { return ++asked < 40; };
    const PeopleFit fit = fit_of(people, power_law(1.5, 0.2), {"strength"}, options);
    const PeopleFitResult result = fit_people(fit, simplex(60));
    EXPECT_FALSE(result.finished);
    EXPECT_FALSE(result.learnt_after);
}

TEST(PeopleFit, WhatIsHeldOutIsNeverSeen) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 6);
    const FilmedPeople changed = filmed(power_law(4, 0.6), 6, 2, power_law(0.2, 2));
    const Names fitted{"strength"};
    const PeopleFit a = fit_of(people, power_law(1.5, 0.2), fitted), b = fit_of(changed, power_law(1.5, 0.2), fitted);
    for (const double strength : {0.5, 4.0, 9.0}) {
        const std::vector<double> at{strength};
        EXPECT_EQ(a.cost()(at), b.cost()(at));
        EXPECT_EQ(a.score(a.profile(at), FitShare::learnt)->cost, b.score(b.profile(at), FitShare::learnt)->cost);
        EXPECT_NE(a.score(a.profile(at), FitShare::held_out)->values[0].value,
                  b.score(b.profile(at), FitShare::held_out)->values[0].value);
    }
    PeopleFitOptions second = quiet();
    second.learnt = EvaluateHalf::second;
    EXPECT_NE(fit_of(people, power_law(1.5, 0.2), fitted, second).cost()(starts(a)),
              fit_of(changed, power_law(1.5, 0.2), fitted, second).cost()(starts(a)));
    second.learnt = EvaluateHalf::whole;
    const PeopleFit whole = fit_of(people, power_law(1.5, 0.2), fitted, second);
    EXPECT_FALSE(whole.holds_out());
    EXPECT_THROW(whole.score(whole.usual(), FitShare::held_out), InputError);
}

TEST(PeopleFit, DrawnCasesAndThreads) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 8);
    PeopleFitOptions options = quiet();
    options.cases = 3;
    const PeopleFit few = fit_of(people, power_law(1.5, 0.2), {"strength"}, options);
    EXPECT_EQ(few.score(few.usual(), FitShare::drawn)->cases, 3u * 2);  // both kinds of goals
    EXPECT_EQ(few.score(few.usual(), FitShare::learnt)->cases, 8u * 2);
    options.threads = 3;
    const PeopleFit threads = fit_of(people, power_law(1.5, 0.2), {"strength"}, options);
    EXPECT_EQ(few.cost()(starts(few)), threads.cost()(starts(few)));
    EXPECT_EQ(few.subject(), threads.subject());
}

// ---- What the data tell ----

TEST(Identify, TellsWhatDoesNothing) {
    // There are no walls.
    const FilmedPeople people = filmed(test::everyday_profile("w", "orca", {{"time_horizon", 4}}), 6);
    PeopleFitOptions options = quiet();
    options.objective.push_back({FitTerm::distances, 1});
    const PeopleFit fit =
        fit_of(people, test::everyday_profile("w", "orca"), {"time_horizon_walls", "radius=0.1,0.6"}, options);
    const auto told = identify(fit, starts(fit));
    ASSERT_TRUE(told);
    EXPECT_FALSE(told->parameters[0].told);
    EXPECT_EQ(told->parameters[0].change, 0);
    EXPECT_TRUE(told->parameters[1].told);
    EXPECT_GT(told->parameters[1].change, 2 * told->parameters[1].noise);
    EXPECT_GE(told->evaluations, 1 + 2 * 6);
}

TEST(Identify, WhatIsNotToldStaysAsItWas) {
    const FilmedPeople people = filmed(test::everyday_profile("w", "orca", {{"time_horizon", 4}}), 6);
    const PeopleFit fit =
        fit_of(people, test::everyday_profile("w", "orca", {{"time_horizon_walls", 0.7}, {"radius", 0.5}}),
               {"time_horizon_walls", "radius=0.1,0.6"});
    PeopleFitPlan plan = simplex(25);
    plan.identify = true;
    const PeopleFitResult result = fit_people(fit, plan);
    ASSERT_TRUE(result.finished);
    EXPECT_NE(result.found.best().best[0], 0.7);
    EXPECT_TRUE(result.told->parameters[0].kept);
    EXPECT_EQ(result.values[0], 0.7);
    EXPECT_EQ(result.values[1], result.found.best().best[1]);
    plan.identify = false;
    EXPECT_EQ(fit_people(fit, plan).values[0], result.found.best().best[0]);
}

TEST(Identify, NearTheTruthTheIntervalHoldsIt) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 10);
    const PeopleFit fit = fit_of(people, power_law(4, 0.6), {"relaxation_time"});
    const PeopleFitResult found = fit_people(fit, simplex(60));
    const auto told = identify(fit, found.found.best().best);
    ASSERT_TRUE(told);
    const ParameterTold& one = told->parameters[0];
    EXPECT_TRUE(one.told);
    EXPECT_FALSE(one.at_bound);
    EXPECT_LT(one.interval.low, found.found.best().best[0]);
    EXPECT_GT(one.interval.high, found.found.best().best[0]);
    EXPECT_LT(one.interval.high - one.interval.low, 1);
    EXPECT_EQ(told->correlation[0][0], 1);
}

// ---- Costs ----

TEST(PeopleFit, CostIsTheSumThatIsTold) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 4);
    PeopleFitOptions options = quiet();
    options.objective = {{FitTerm::one_by_one, 2}, {FitTerm::pairs, 0.5}, {FitTerm::distances, 3}};
    options.learnt = EvaluateHalf::whole;
    const PeopleFit fit = fit_of(people, test::everyday_profile("w", "constant_velocity"), {"radius=0.1,0.5"}, options);
    const FitScore score = *fit.score(fit.usual(), FitShare::learnt);
    ASSERT_EQ(score.values.size(), 6u);
    std::vector<double> terms(3, 0);
    for (const FitValue& value : score.values) {
        double counts = value.value;
        if (value.name == "likelihood") counts = 1 - value.value;
        if (value.name == "touch" || value.name == "near") counts = std::max(0.0, value.value - value.people);
        const std::size_t term = value.term == FitTerm::one_by_one ? 0 : value.term == FitTerm::pairs ? 1 : 2;
        terms[term] += value.share * counts / value.scale;
    }
    for (std::size_t t = 0; t < 3; ++t) EXPECT_NEAR(score.terms[t], terms[t], 1e-12);
    EXPECT_NEAR(score.cost, 2 * terms[0] + 0.5 * terms[1] + 3 * terms[2], 1e-12);
    // Who heeds nobody comes nearer than they did.
    const auto near = std::ranges::find(score.values, "near", &FitValue::name);
    ASSERT_NE(near, score.values.end());
    EXPECT_GT(near->value, near->people);
    EXPECT_EQ(score.drawn.size(), 40u);
    EXPECT_LE(score.interval.low, score.cost);
    EXPECT_GE(score.interval.high, score.cost);
}

/// People who go round at this speed [m/s] on a ring of 20 m.
FlowExperiment ring(const std::string& name, double speed, double width) {
    FlowExperiment experiment;
    experiment.name = name;
    experiment.ring = 20;
    experiment.width = width;
    experiment.people = 3;
    experiment.recorded.info.fps = 10;
    Track track;
    track.id = 1;
    for (std::uint32_t k = 0; k < 100; ++k) {
        track.frame.push_back(k);
        track.position.push_back({0.1 * speed * k, 0});
    }
    experiment.recorded.tracks.push_back(track);
    return experiment;
}

TEST(PeopleFit, SpeedsOnRings) {
    // Nobody is in the way of anybody: all walk at 1.34 m/s.
    FitData data;
    data.experiments = {ring("slow", 1.0, 0.7), ring("fast", 1.5, 0.7), ring("wide", 1.0, 3)};
    PeopleFitOptions options;
    options.learnt = EvaluateHalf::whole;
    options.threads = 1;
    const PeopleFit fit(data, test::everyday_profile("w", "constant_velocity"), Names{"pref_speed=0.5,2"}, options);
    ASSERT_EQ(fit.objective().size(), 2u);
    EXPECT_EQ(fit.objective()[0], (FitWeight{FitTerm::flow, 0.5}));
    const FitScore score = *fit.score(fit.usual(), FitShare::learnt);
    EXPECT_NEAR(score.terms[0], 0.34 / 0.2, 1e-3);  // relative, a fifth counts 1
    EXPECT_NEAR(score.terms[1], std::sqrt((0.34 * 0.34 + 0.16 * 0.16) / 2) / 0.1, 1e-3);
    EXPECT_EQ(score.runs, 3u);
    EXPECT_EQ(score.stalled, 0u);
    // Of each kind every second is held out: the second of the narrow ones, none of the single wide one.
    options.learnt = EvaluateHalf::first;
    options.objective = {{FitTerm::single_file, 1}};
    const PeopleFit halves(data, test::everyday_profile("w", "constant_velocity"), Names{"pref_speed=0.5,2"}, options);
    EXPECT_EQ(halves.experiments(FitShare::held_out), Names{"fast"});
    EXPECT_TRUE(halves.holds_out());
    EXPECT_NEAR(halves.score(halves.usual(), FitShare::learnt)->cost, 3.4, 1e-2);
    EXPECT_NEAR(halves.score(halves.usual(), FitShare::held_out)->cost, 1.6, 1e-2);
    PeopleFitPlan plan = simplex(70);
    EXPECT_NEAR(fit_people(halves, plan).found.best().best[0], 1.0, 0.01);
}

// ---- What is refused ----

std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const InputError& error) {
        EXPECT_FALSE(error.problem().remedy.empty());
        return error.problem().message;
    }
    return "nothing was refused";
}

TEST(Objective, IsRead) {
    EXPECT_EQ(parse_objective("one_by_one=1,distances=0.5,flow"),
              (std::vector<FitWeight>{{FitTerm::one_by_one, 1}, {FitTerm::distances, 0.5}, {FitTerm::flow, 1}}));
    for (const char* wrong : {"", "ade=1", "flow=0", "flow=-1", "flow=x", "flow=1,flow=2", "flow=", "flow,"})
        EXPECT_THROW(parse_objective(wrong), InputError) << wrong;
}

TEST(PeopleFit, RefusesWhatCannotBe) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 2);
    const ProfileSpec profile = power_law(1.5, 0.2);
    const auto with = [&](const Names& fitted, const PeopleFitOptions& options) {
        return refusal([&] { fit_of(people, profile, fitted, options); });
    };
    EXPECT_NE(with({"strenght"}, quiet()).find("no part of the profile has such a parameter"), std::string::npos);
    EXPECT_NE(with({"strength", "strength=1,2"}, quiet()).find("already"), std::string::npos);
    EXPECT_NE(with({"strength=2,1"}, quiet()).find("bounds"), std::string::npos);
    EXPECT_NE(with({"max_neighbours"}, quiet()).find("its table says so"), std::string::npos);
    EXPECT_NE(with({"max_accel"}, quiet()).find("no bounds of its own"), std::string::npos);
    PeopleFitOptions options = quiet();
    options.objective = {{FitTerm::pairs, 1}};
    FilmedPeople strangers = people;
    strangers.meetings.clear();
    EXPECT_NE(refusal([&] { fit_of(strangers, profile, {}, options); }).find("\"pairs\""), std::string::npos);
    options.objective = {{FitTerm::flow, 1}};
    EXPECT_NE(with({}, options).find("\"flow\""), std::string::npos);
    options = quiet();
    options.held_out = {"door"};
    EXPECT_NE(with({}, options).find("door"), std::string::npos);
    EXPECT_NE(refusal([&] {
                  fit_of(people, test::everyday_profile("w", "constant_velocity"), {});
              }).find("nothing of \"constant_velocity\" can be fitted"),
              std::string::npos);
    EXPECT_NE(refusal([&] { PeopleFit({}, profile, {}, {}); }).find("nothing to learn from"), std::string::npos);
    options = {};
    options.held_out = {"a", "b"};
    FitData data;
    data.experiments = {ring("a", 1, 0.7), ring("b", 1, 0.7)};
    EXPECT_NE(refusal([&] { PeopleFit(data, profile, {}, options); }).find("held out"), std::string::npos);
}

TEST(PeopleFit, AllOfAModelOrOfPartsByName) {
    const FilmedPeople people = filmed(power_law(4, 0.6), 2);
    const auto names = [&](ProfileSpec profile, const Names& fitted) {
        const PeopleFit fit = fit_of(people, std::move(profile), fitted);
        Names all;
        for (const Unknown& unknown : fit.unknowns()) all.push_back(unknown.name);
        return all;
    };
    EXPECT_EQ(names(power_law(1, 1), {}),
              (Names{"strength", "time_scale", "exponent", "relaxation_time", "noise_max"}));
    ProfileSpec follower = test::everyday_profile("w", "orca");
    follower.intents.push_back({"following"});
    EXPECT_EQ(names(follower, {"orca", "following.ttr"}),
              (Names{"time_horizon", "time_horizon_walls", "responsibility", "ttr"}));
    // A default that follows from others is where the search begins: radius + 0.15 for people of 0.2 m.
    const PeopleFit derived = fit_of(people, test::everyday_profile("w", "predictive"), {"personal_radius"});
    EXPECT_NEAR(derived.unknowns()[0].start, 0.35, 1e-12);
}

}  // namespace
}  // namespace sidestep
