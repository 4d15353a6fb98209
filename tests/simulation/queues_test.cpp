// Waiting lines: in order, at their distance, and what happens to those who wait.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

GoalSpec queue_goal(std::string name, std::vector<Vec2d> line, std::optional<Distribution> service, int next) {
    GoalSpec goal;
    goal.name = std::move(name);
    goal.point = line.front();
    goal.queue.emplace();
    goal.queue->line = std::move(line);
    goal.queue->service = service;
    goal.next = next;
    return goal;
}

GoalSpec exit_goal(std::string name, Vec2d point) {
    GoalSpec goal;
    goal.name = std::move(name);
    goal.point = point;
    goal.exit = true;
    return goal;
}

/// A counter at the origin with a line of 7.2 m to the left of it.
Scenario counter(std::optional<Distribution> service, std::string_view model = "orca", double duration = 200) {
    Scenario s = scene(everyday_profile("walker", model), duration);
    s.contacts = Contacts::project;
    s.goals.push_back(queue_goal("counter", {{0, 0}, {-7.2, 0}}, service, 1));
    s.goals.push_back(exit_goal("out", {5, -6}));
    return s;
}

/// People who come from the left, a second or so apart.
void put_customers(Scenario& s, int count, double apart = 1.6) {
    for (int i = 0; i < count; ++i) put(s, {-9 - apart * i, 0.4 * (i % 3 - 1)}, to_goal(0));
}

struct Told {
    std::vector<AgentId> queued, served, gave_up;
    std::vector<Visit> visits;
    void look(const Simulation& simulation) {
        for (const Event& e : simulation.events()) {
            if (e.kind == EventKind::queued) queued.push_back(e.agent);
            if (e.kind == EventKind::served) served.push_back(e.agent);
            if (e.kind == EventKind::gave_up) gave_up.push_back(e.agent);
        }
        for (const EndedVisit& ended : simulation.ended_visits()) visits.push_back(ended.visit);
    }
};

Told run_to_end(Simulation& simulation) {
    Told told;
    told.look(simulation);
    while (!simulation.finished()) {
        simulation.step();
        told.look(simulation);
    }
    return told;
}

double gap_between(const Simulation& simulation, AgentId a, AgentId b) {
    return norm(agent(simulation, a).position - agent(simulation, b).position);
}

TEST(Queues, ServedInOrderAndNobodyTouches) {
    Scenario s = counter(Distribution::fixed(4));
    put_customers(s, 12);
    Simulation simulation(s);
    const Told told = run_to_end(simulation);
    ASSERT_EQ(told.queued.size(), 12u);
    EXPECT_EQ(told.served, told.queued);
    EXPECT_EQ(simulation.agent_count(), 0u) << "everybody is out";
    const RunHealth health = simulation.summary().health;
    EXPECT_TRUE(health.ok) << to_sentences(health).front();
    EXPECT_EQ(health.deepest_m, 0);
    EXPECT_TRUE(health.lines.empty());
    ASSERT_EQ(told.visits.size(), 12u);
    for (std::size_t i = 0; i < told.visits.size(); ++i) {
        const Visit& v = told.visits[i];
        EXPECT_EQ(v.outcome, Visit::Outcome::served);
        EXPECT_NEAR(v.ended - v.begun, 4, 1e-9);
        EXPECT_GE(v.begun, v.came);
        if (i > 0) {
            EXPECT_GE(v.begun, told.visits[i - 1].ended) << "one at a time";
        }
    }
}

TEST(Queues, StandAtTheirDistance) {
    for (const double spacing : {0.6, 0.5, 0.8}) {
        Scenario s = counter(Distribution::fixed(1000));
        s.goals[0].queue->spacing = spacing;
        put_customers(s, 12);
        Simulation simulation(s);
        while (simulation.time() < 60) simulation.step();
        const QueueState state = simulation.queues().front();
        ASSERT_EQ(state.line.size(), 12u);
        EXPECT_LT(norm(agent(simulation, state.line[0]).position), 0.05);
        for (std::size_t i = 1; i < 12; ++i) {
            EXPECT_NEAR(gap_between(simulation, state.line[i], state.line[i - 1]), spacing, 0.05 * spacing) << i;
            EXPECT_EQ(norm(agent(simulation, state.line[i]).velocity), 0) << i;
        }
    }
}

TEST(Queues, LargeBodiesKeepTheirDistance) {
    Scenario s = counter(Distribution::fixed(1000));
    s.profiles.push_back(everyday_profile("large", "orca", {{"radius", 0.5}}));
    put_customers(s, 6, 2.5);
    s.agents[2].profile = 1;
    Simulation simulation(s);
    while (simulation.time() < 60) simulation.step();
    const std::vector<AgentId> line = simulation.queues().front().line;
    ASSERT_EQ(line.size(), 6u);
    for (std::size_t i = 1; i < line.size(); ++i) {
        const double both = agent(simulation, line[i]).radius + double{agent(simulation, line[i - 1]).radius};
        EXPECT_NEAR(gap_between(simulation, line[i], line[i - 1]), std::max(0.6, both), 0.03) << i;
    }
    EXPECT_EQ(simulation.summary().health.deepest_m, 0);
}

TEST(Queues, EachDepartureStartsAWaveUpstream) {
    Scenario s = counter(Distribution::fixed(60));
    put_customers(s, 12);
    Simulation simulation(s);
    while (simulation.queues().front().served == 0) simulation.step();
    const double left = simulation.time();
    const std::vector<AgentId> line = simulation.queues().front().line;
    ASSERT_EQ(line.size(), 11u);
    std::map<AgentId, Vec2d> stood;
    for (const AgentId id : line) stood[id] = agent(simulation, id).position;
    // When each has come a step of 10 cm, and half of the way.
    std::map<AgentId, double> set_out, half;
    while (simulation.time() < left + 40) {
        simulation.step();
        for (const AgentId id : line) {
            const double moved = norm(agent(simulation, id).position - stood[id]);
            if (moved > 0.1) set_out.emplace(id, simulation.time() - left);
            if (moved > 0.3) half.emplace(id, simulation.time() - left);
        }
    }
    for (const auto* times : {&set_out, &half}) {
        double before = 0;
        for (const AgentId id : line) {
            ASSERT_TRUE(times->contains(id)) << id;
            EXPECT_GT(times->at(id), before) << id;
            before = times->at(id);
        }
    }
    // One after the other, each about as long after the one before as people take to react.
    const double each = (half[line.back()] - half[line.front()]) / 10;
    EXPECT_GT(each, 0.4);
    EXPECT_LT(each, 0.9);
}

/// Waiting times that follow from when people came and how long each was served.
std::vector<double> lindley(const std::vector<Visit>& visits) {
    std::vector<double> waits;
    double free = -1e9;
    for (const Visit& v : visits) {
        waits.push_back(std::max(0.0, free - v.came));
        free = v.came + waits.back() + (v.ended - v.begun);
    }
    return waits;
}

/// Gates far from each other, to each of which people come from one side.
Scenario gates_with_arrivals(const Distribution& gaps, const Distribution& service, std::uint32_t customers,
                             int gates = 1, double dt = 0.1) {
    Scenario s = scene(everyday_profile("walker", "constant_velocity"), 1e7, dt);
    for (int i = 0; i < gates; ++i) {
        const double y = 60.0 * i;
        GoalSpec gate = queue_goal("gate " + std::to_string(i), {{0, y}, {-30, y}}, service, -1);
        gate.exit = true;
        gate.queue->walking_counts = true;
        s.goals.push_back(gate);
        SourceSpec source;
        source.region = box(-5, y - 6, -2, y - 4);
        source.target = to_goal(i);
        source.gaps = gaps;
        source.max = customers;
        s.sources.push_back(source);
    }
    return s;
}

TEST(Queues, WaitingTimesFollowFromArrivalsAndServices) {
    Simulation simulation(
        gates_with_arrivals(Distribution::exponential(12, 0, 200), Distribution::log_normal(8, 4, 2, 60), 200));
    Told told = run_to_end(simulation);
    ASSERT_EQ(told.visits.size(), 200u);
    std::ranges::sort(told.visits, {}, &Visit::came);
    const std::vector<double> expected = lindley(told.visits);
    for (std::size_t i = 0; i < told.visits.size(); ++i) {
        EXPECT_NEAR(told.visits[i].waited(), expected[i], 1e-6) << i;
    }
    EXPECT_EQ(told.served, told.queued);
}

/// Mean waiting time of all customers of some gates.
double mean_wait(const Distribution& gaps, const Distribution& service, std::uint32_t customers, int gates) {
    Simulation simulation(gates_with_arrivals(gaps, service, customers, gates, 0.5));
    double sum = 0;
    std::size_t n = 0;
    while (!simulation.finished()) {
        simulation.step();
        for (const EndedVisit& ended : simulation.ended_visits()) {
            sum += ended.visit.waited();
            ++n;
        }
    }
    EXPECT_EQ(n, customers * static_cast<std::size_t>(gates));
    return sum / static_cast<double>(n);
}

// Arrivals at random, at half of what the gate can serve. Over 10,000 customers of one gate the mean itself has a
// standard deviation of 5 % (√29 ρ… of an M/M/1 at ρ = 0.5), so ten gates are averaged.
TEST(Queues, WaitAsTheoryHasIt) {
    const Distribution gaps = Distribution::exponential(60, 0, 6000);
    const double rho = 0.5, service = 30;
    const double md1 = rho * service / (2 * (1 - rho)), mm1 = rho * service / (1 - rho);
    const double constant = mean_wait(gaps, Distribution::fixed(service), 10000, 10);
    const double drawn = mean_wait(gaps, Distribution::exponential(service, 0, 3000), 10000, 10);
    std::printf("M/D/1: %.3f s, theory %.3f s; M/M/1: %.3f s, theory %.3f s\n", constant, md1, drawn, mm1);
    EXPECT_NEAR(constant, md1, 0.03 * md1);
    EXPECT_NEAR(drawn, mm1, 0.03 * mm1);
}

TEST(Queues, HeldByAnotherGoalRemovalAndPuppets) {
    Scenario s = counter(Distribution::fixed(1000), "orca", 300);
    put_customers(s, 8);
    Simulation simulation(s);
    while (simulation.time() < 40) simulation.step();
    std::vector<AgentId> line = simulation.queues().front().line;
    ASSERT_EQ(line.size(), 8u);
    // The leader is removed, somebody is called away, somebody becomes a puppet: those behind move up.
    simulation.remove(simulation.handle_of(line[0]));
    simulation.set_goal(simulation.handle_of(line[3]), {-3, 8});
    simulation.set_puppet(simulation.handle_of(line[5]), true);
    simulation.move_puppet(simulation.handle_of(line[5]), {0, 20});
    Told told;
    told.look(simulation);
    ASSERT_EQ(told.visits.size(), 3u);
    for (const Visit& v : told.visits) EXPECT_EQ(v.outcome, Visit::Outcome::left);
    EXPECT_FALSE(std::isnan(told.visits[0].begun)) << "was being served";
    EXPECT_TRUE(std::isnan(told.visits[1].begun));
    while (simulation.time() < 60) simulation.step();
    const std::vector<AgentId> expected{line[1], line[2], line[4], line[6], line[7]};
    EXPECT_EQ(simulation.queues().front().line, expected);
    for (std::size_t i = 1; i < expected.size(); ++i) {
        EXPECT_NEAR(gap_between(simulation, expected[i], expected[i - 1]), 0.6, 0.03) << i;
    }
    EXPECT_LT(norm(agent(simulation, expected[0]).position), 0.05);
    EXPECT_TRUE(simulation.summary().health.stuck.empty());
}

TEST(Queues, PatienceEndsAndTheLineClosesUp) {
    Scenario s = counter(Distribution::fixed(15));
    s.goals[0].queue->patience = Distribution::fixed(40);
    s.goals[0].queue->otherwise = 2;
    s.goals.push_back(exit_goal("home", {-20, 8}));
    put_customers(s, 8);
    Simulation simulation(s);
    const Told told = run_to_end(simulation);
    EXPECT_EQ(told.queued.size(), 8u);
    EXPECT_EQ(told.served.size() + told.gave_up.size(), 8u);
    EXPECT_GE(told.gave_up.size(), 3u);
    EXPECT_GE(told.served.size(), 3u);
    for (const Visit& v : told.visits) {
        if (v.outcome == Visit::Outcome::gave_up) {
            EXPECT_TRUE(std::isnan(v.begun));
            EXPECT_NEAR(v.waited(), 40, 1e-9);
        } else {
            EXPECT_LE(v.begun - v.came, 40 + 3) << "who is next does not give up";
        }
    }
    EXPECT_TRUE(simulation.summary().health.ok);
}

TEST(Queues, SeveralPointsForOneLine) {
    Scenario s = counter(Distribution::fixed(8));
    s.goals[0].queue->points = {{2, 2}, {2, 0}, {2, -2}};
    s.goals[1].point = {8, 0};
    put_customers(s, 12);
    Simulation simulation(s);
    std::size_t most = 0;
    Told told;
    std::map<std::uint32_t, int> by_point;
    while (!simulation.finished()) {
        simulation.step();
        told.look(simulation);
        std::size_t busy = 0;
        const QueueState line = simulation.queues().front();
        for (const AgentId id : line.points) busy += id != 0;
        most = std::max(most, busy);
    }
    EXPECT_EQ(most, 3u);
    ASSERT_EQ(told.visits.size(), 12u);
    std::map<AgentId, double> begun;
    for (const Visit& v : told.visits) {
        ++by_point[v.point];
        begun[v.id] = v.begun;
        EXPECT_NEAR(v.ended - v.begun, 8, 1e-9);
    }
    EXPECT_EQ(by_point.size(), 3u);
    // Called in order; points are not equally far.
    for (std::size_t i = 3; i < told.queued.size(); ++i) {
        EXPECT_GT(begun[told.queued[i]], begun[told.queued[i - 3]]);
    }
    EXPECT_TRUE(simulation.summary().health.ok) << to_sentences(simulation.summary().health).front();
}

TEST(Queues, AGateHasOnePlace) {
    Scenario s = scene(everyday_profile("walker", "orca"), 120);
    s.map.wkt = "POLYGON ((-8 -4, 0 -4, 0 -0.4, 1 -0.4, 1 -4, 8 -4, 8 4, 1 4, 1 0.4, 0 0.4, 0 4, -8 4, -8 -4))";
    s.contacts = Contacts::project;
    s.profiles[0].route = {"hierarchical"};
    s.goals.push_back(queue_goal("gate", {{-0.3, 0}}, Distribution::fixed(2), 1));
    s.goals.push_back(exit_goal("out", {6, 0}));
    for (int i = 0; i < 12; ++i) put(s, {-6 + 0.8 * (i % 4), -1.5 + 1.0 * (i / 4)}, to_goal(0));
    Simulation simulation(s);
    std::size_t longest = 0;
    Told told;
    while (!simulation.finished()) {
        simulation.step();
        told.look(simulation);
        longest = std::max(longest, simulation.queues().front().line.size());
    }
    EXPECT_EQ(longest, 1u);
    EXPECT_EQ(told.served.size(), 12u);
    const RunHealth health = simulation.summary().health;
    EXPECT_TRUE(health.ok) << to_sentences(health).front();
    EXPECT_TRUE(health.stuck.empty());
    for (const Visit& v : told.visits) EXPECT_GE(v.begun - v.came, 0);
}

TEST(Queues, RopesAreWalkedAlong) {
    Scenario s = counter(Distribution::fixed(6));
    s.goals[0].queue->line = {{0, 0}, {-5, 0}, {-5, 1.2}, {0, 1.2}, {0, 2.4}, {-5, 2.4}};
    s.goals[0].queue->enter_at_end = true;
    put_customers(s, 6);
    Simulation simulation(s);
    Told told;
    while (told.queued.empty()) {
        simulation.step();
        told.look(simulation);
    }
    const AgentId first = told.queued.front();
    EXPECT_LT(norm(agent(simulation, first).position - Vec2d{-5, 2.4}), 1.3)
        << "joins at the end, though nobody is there";
    double walked = 0;
    Vec2d before = agent(simulation, first).position;
    while (!simulation.finished()) {
        simulation.step();
        told.look(simulation);
        if (!told.served.empty() || !is_here(simulation, first)) continue;
        walked += norm(agent(simulation, first).position - before);
        before = agent(simulation, first).position;
    }
    EXPECT_GT(walked, 15) << "along all of it";
    EXPECT_EQ(told.served.size(), 6u);
    EXPECT_EQ(told.served, told.queued);
    EXPECT_TRUE(simulation.summary().health.ok) << to_sentences(simulation.summary().health).front();
}

TEST(Queues, TheShortestIsChosen) {
    Scenario s = scene(everyday_profile("walker", "orca"), 200);
    s.contacts = Contacts::project;
    for (int i = 0; i < 4; ++i) {
        const double y = 3.0 * i;
        s.goals.push_back(
            queue_goal("desk " + std::to_string(i), {{0, y}, {-9, y}}, Distribution::fixed(i == 0 ? 4 : 12), 5));
    }
    GoalSpec desks;
    desks.name = "desks";
    desks.any = {0, 1, 2, 3};
    s.goals.push_back(desks);
    s.goals.push_back(exit_goal("out", {6, 4.5}));
    for (int i = 0; i < 24; ++i) put(s, {-14 - 1.0 * (i / 4), 3.0 + 1.0 * (i % 4)}, to_goal(4));
    Simulation simulation(s);
    Told told;
    std::map<std::string, std::size_t> served;
    std::size_t most_uneven = 0;
    while (!simulation.finished()) {
        simulation.step();
        told.look(simulation);
        for (const EndedVisit& v : simulation.ended_visits()) ++served[std::string(v.queue)];
        if (simulation.time() > 20) continue;
        std::size_t least = 99, most = 0;
        for (const QueueState& q : simulation.queues()) {
            least = std::min(least, q.line.size() + q.coming.size());
            most = std::max(most, q.line.size() + q.coming.size());
        }
        most_uneven = std::max(most_uneven, most - least);
    }
    EXPECT_LE(most_uneven, 2u) << "they share the lines";
    EXPECT_EQ(told.served.size(), 24u);
    EXPECT_GE(served["desk 0"], 6u) << "where it goes faster";
    EXPECT_EQ(served.size(), 4u);
    EXPECT_TRUE(simulation.summary().health.ok) << to_sentences(simulation.summary().health).front();
}

TEST(Queues, WithoutServiceIsToldInHealth) {
    Scenario s = counter(std::nullopt, "orca", 60);
    put_customers(s, 3);
    Simulation simulation(s);
    const Told told = run_to_end(simulation);
    EXPECT_EQ(told.queued.size(), 3u);
    EXPECT_TRUE(told.served.empty());
    const RunHealth health = simulation.summary().health;
    EXPECT_FALSE(health.ok);
    EXPECT_TRUE(health.stuck.empty()) << "they wait";
    ASSERT_EQ(health.lines.size(), 1u);
    EXPECT_EQ(health.lines[0].unserved, 3u);
    const std::vector<std::string> said = to_sentences(health);
    EXPECT_TRUE(std::ranges::count(said, "Queue counter serves nobody: 3 people wait in it for good.")) << said[0];
    // As results keep it.
    const auto read = health_from_json(to_json(health));
    ASSERT_TRUE(read && read->lines.size() == 1);
    EXPECT_EQ(read->lines[0].queue, "counter");
    EXPECT_EQ(read->lines[0].unserved, 3u);
}

TEST(Queues, LongerThanItsLineIsToldInHealth) {
    Scenario s = counter(Distribution::fixed(5));
    s.goals[0].queue->line = {{0, 0}, {-1.8, 0}};
    put_customers(s, 8, 1);
    Simulation simulation(s);
    const Told told = run_to_end(simulation);
    EXPECT_EQ(told.served, told.queued);
    const RunHealth health = simulation.summary().health;
    EXPECT_TRUE(health.ok) << to_sentences(health).front();
    ASSERT_EQ(health.lines.size(), 1u);
    EXPECT_GE(health.lines[0].overflow, 1u);
    EXPECT_EQ(health.lines[0].unserved, 0u);
    EXPECT_NE(to_sentences(health).front().find("was longer than its line"), std::string::npos);
}

TEST(Queues, NobodyIsStuckInAFullLine) {
    // A wall 1 m behind the end: three places, and the rest stand about until there is room.
    Scenario s = counter(Distribution::fixed(12), "orca", 200);
    s.map.wkt = "POLYGON ((-8 -4, 6 -4, 6 4, -8 4, -8 -4), (-2.6 -0.5, -2.4 -0.5, -2.4 0.5, -2.6 0.5, -2.6 -0.5))";
    s.profiles[0].route = {"hierarchical"};
    s.goals[0].queue->line = {{0, 0}, {-1.2, 0}};
    s.goals[1].point = {5, -3};
    for (int i = 0; i < 9; ++i) put(s, {-7 + 0.9 * (i % 3), -2.5 + 1.5 * (i / 3)}, to_goal(0));
    Simulation simulation(s);
    std::size_t longest = 0;
    Told told;
    std::uint64_t stuck = 0;
    while (!simulation.finished()) {
        simulation.step();
        told.look(simulation);
        for (const Event& e : simulation.events()) stuck += e.kind == EventKind::stuck;
        longest = std::max(longest, simulation.queues().front().line.size());
    }
    EXPECT_LE(longest, 4u);
    EXPECT_EQ(told.served.size(), 9u);
    EXPECT_EQ(stuck, 0u);
    EXPECT_TRUE(simulation.summary().health.ok) << to_sentences(simulation.summary().health).front();
}

TEST(Queues, EveryModelStandsInLine) {
    for (const PartInfo* model : models()) {
        Scenario s = counter(Distribution::fixed(4), model->name, 300);
        s.contacts = Contacts::none;
        put_customers(s, 12);
        Simulation simulation(s);
        const Told told = run_to_end(simulation);
        EXPECT_EQ(told.queued.size(), 12u) << model->name;
        EXPECT_EQ(told.served, told.queued) << model->name;
        EXPECT_LE(simulation.summary().health.deepest_m, kHealthyDepth) << model->name;
    }
}

TEST(Queues, ThreadsDoNotMatter) {
    Scenario s = load_scene(std::string(SIDESTEP_SOURCE_DIR) + "/scenes/airport_desks.json");
    Simulation one(s, 1), two(s, 2), four(s, 4);
    for (int i = 0; i < 1500; ++i) {
        one.step(), two.step(), four.step();
        if (i % 100 != 0) continue;
        ASSERT_EQ(one.state_hash(), two.state_hash()) << i;
        ASSERT_EQ(one.state_hash(), four.state_hash()) << i;
    }
}

TEST(Queues, GoOnFromASnapshot) {
    Scenario s = counter(Distribution::log_normal(4, 2, 1, 20));
    s.goals[0].queue->points = {{2, 1}, {2, -1}};
    s.goals[0].queue->patience = Distribution::between(5, 60);
    put_customers(s, 12);
    SourceSpec source;
    source.region = box(-20, -3, -15, 3);
    source.target = to_goal(0);
    source.gaps = Distribution::exponential(3, 0, 30);
    source.max = 10;
    s.sources.push_back(source);
    for (const int cut : {0, 95, 180, 300}) {
        Simulation whole(s, 1);
        std::vector<std::byte> snapshot;
        Told told;
        std::vector<std::uint64_t> hashes;
        for (int i = 0; i < 500; ++i) {
            if (i == cut) snapshot = whole.snapshot();
            whole.step();
            if (i < cut) continue;
            hashes.push_back(whole.state_hash());
            told.look(whole);
        }
        Simulation resumed(s, 2);
        run_steps(resumed, 30);
        resumed.restore(snapshot);
        EXPECT_EQ(resumed.snapshot(), snapshot) << "the same state, the same bytes";
        Told again;
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            resumed.step();
            again.look(resumed);
            ASSERT_EQ(resumed.state_hash(), hashes[i]) << cut << ", " << i << " steps later";
        }
        EXPECT_EQ(again.visits, told.visits) << cut;
        EXPECT_EQ(again.queued, told.queued);
    }
}

TEST(Queues, EightLinesAndThreeHundredPeople) {
    Simulation simulation(load_scene(std::string(SIDESTEP_SOURCE_DIR) + "/scenes/airport_desks.json"));
    const Told told = run_to_end(simulation);
    EXPECT_EQ(told.queued.size(), 300u);
    EXPECT_EQ(told.served.size(), 300u);
    EXPECT_EQ(simulation.agent_count(), 0u);
    const RunHealth health = simulation.summary().health;
    EXPECT_TRUE(health.ok) << to_sentences(health).front();
    EXPECT_LE(health.deepest_m, 0.05);
}

TEST(Queues, AreExplained) {
    Scenario s = counter(Distribution::fixed(30));
    put_customers(s, 6);
    Simulation simulation(s);
    while (simulation.time() < 25) simulation.step();
    const std::vector<AgentId> line = simulation.queues().front().line;
    ASSERT_GE(line.size(), 3u);
    const auto e = simulation.explain(line[2]);
    ASSERT_TRUE(e);
    const auto shape = [&](const Explanation& of, std::string_view label) -> const Shape* {
        for (const Shape& one : of.shapes) {
            if (one.label == label) return &one;
        }
        return nullptr;
    };
    ASSERT_NE(shape(*e, "place in the line"), nullptr);
    EXPECT_EQ(shape(*e, "place in the line")->value, 3);
    ASSERT_NE(shape(*e, "who is before"), nullptr);
    EXPECT_EQ(shape(*e, "who is before")->about, line[1]);
    const auto first = simulation.explain(line[0]);
    ASSERT_NE(shape(*first, "is served for"), nullptr);
    EXPECT_EQ(shape(*first, "who is before"), nullptr);
}

std::string refusal(const Scenario& s) {
    try {
        Simulation simulation(s);
    } catch (const InputError& error) {
        return error.problem().message;
    }
    return "";
}

TEST(Queues, WhatCannotBeALineIsRefused) {
    Scenario s = counter(Distribution::fixed(4));
    put_customers(s, 1);
    Scenario walled = s;
    walled.map.wkt = "LINESTRING (-3 -2, -3 2)";
    EXPECT_EQ(refusal(walled), "the line leads through a wall before this point");
    Scenario near = s;
    near.map.wkt = "LINESTRING (0.1 -2, 0.1 2)";
    EXPECT_EQ(refusal(near), "the line lies 0.1 m from a wall");
    Scenario outside = s;
    outside.map.wkt = "POLYGON ((-20 -5, -1 -5, -1 5, -20 5, -20 -5))";
    EXPECT_EQ(refusal(outside), "the line lies outside the walkable area");
    Scenario ring = s;
    ring.map.periodic = {40, 0};
    for (GoalSpec& goal : ring.goals) goal.point = {1, 0};
    ring.agents[0].position = Vec2d{9, 0};
    EXPECT_EQ(refusal(ring), "there are no waiting lines on periodic axes");
    Scenario charts = s;
    charts.map.wkt = "POLYGON ((-20 -8, 8 -8, 8 8, -20 8, -20 -8))";
    charts.profiles[0].route = {"heading_chart"};
    EXPECT_EQ(refusal(charts), "heading charts do not lead to the end of a line that moves");
}

}  // namespace
}  // namespace sidestep
