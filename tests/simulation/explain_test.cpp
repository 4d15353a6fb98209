// Explanations tell the truth: what is drawn is what happens next, and looking changes nothing.
#include <gtest/gtest.h>

#include <map>

#include "sidestep/error.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

const Shape* find(const Explanation& e, std::string_view label) {
    for (const Shape& s : e.shapes) {
        if (s.label == label) return &s;
    }
    return nullptr;
}
std::vector<const Shape*> all(const Explanation& e, std::string_view label) {
    std::vector<const Shape*> found;
    for (const Shape& s : e.shapes) {
        if (s.label == label) found.push_back(&s);
    }
    return found;
}
Vec2d sum_of(const std::vector<const Shape*>& vectors) {
    Vec2d sum;
    for (const Shape* s : vectors) sum += s->b;
    return sum;
}
Vec2d chosen(const Explanation& e) {
    const Shape* s = find(e, "chosen velocity");
    return s != nullptr ? s->b : Vec2d{kUnlimited, kUnlimited};
}
std::vector<AgentId> everybody(const Simulation& simulation) {
    std::vector<AgentId> ids;
    for (const AgentState& a : simulation.agents()) ids.push_back(a.id);
    return ids;
}

/// Two dense streams through each other between walls, round pillars; in steps that no model divides.
Scenario dense(const ProfileSpec& p, double dt = 0.02) {
    Scenario s = scene(p, 60, dt);
    s.map.wkt =
        "POLYGON ((0 0, 30 0, 30 12, 0 12, 0 0), (9 5, 10 5, 10 6, 9 6, 9 5), (20 3, 21 3, 21 4, 20 4, 20 3), "
        "(15 8, 15.5 8, 15.5 10, 15 10, 15 8))";
    for (const bool east : {true, false}) {
        GoalSpec end;
        end.name = east ? "east" : "west";
        end.region = east ? box(29, 1, 29.5, 11) : box(0.5, 1, 1, 11);
        s.goals.push_back(end);
    }
    put_many(s, box(0.5, 0.5, 14, 11.5), 130, to_goal(0));
    put_many(s, box(16, 0.5, 29.5, 11.5), 130, to_goal(1));
    return s;
}

/// What is decided is what happens: no limit of acceleration in between.
ProfileSpec decided_profile(std::string_view model) {
    return profile("p", model, {{"max_accel", kUnlimited}});
}

class EveryModel : public ::testing::TestWithParam<std::string> {};
std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const PartInfo* m : models()) names.emplace_back(m->name);
    return names;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryModel, ::testing::ValuesIn(model_names()),
                         [](const auto& of) { return of.param; });

/// Explains everybody in every step and compares with what they then do; returns how many decisions were compared.
std::size_t compare_with_next_step(Simulation& simulation, int steps) {
    std::size_t compared = 0;
    for (int step = 0; step < steps; ++step) {
        const auto explained = simulation.explain(everybody(simulation));
        EXPECT_EQ(explained.size(), simulation.agent_count());
        std::map<AgentId, AgentState> before;
        for (const AgentState& a : simulation.agents()) before[a.id] = a;
        simulation.step();
        for (const Explanation& e : explained) {
            EXPECT_EQ(e.frame, simulation.steps() - 1);
            EXPECT_EQ(e.position, before[e.id].position);
            const auto after = simulation.find(simulation.handle_of(e.id));
            if (!after) continue;
            const Vec2d velocity{after->velocity.x, after->velocity.y};
            // Where walls held somebody back, velocity is what was really walked; it then is not a decision.
            const Vec2d as_decided = before[e.id].position + chosen(e) * simulation.scenario().dt;
            if (norm(as_decided - after->position) > 1e-5) continue;
            // The limit of speed is applied once more when agents move, which may change the last bit.
            EXPECT_LT(norm(chosen(e) - velocity), 1e-6) << "agent " << e.id << " in step " << step;
            ++compared;
        }
    }
    return compared;
}

TEST_P(EveryModel, TheDrawnDecisionIsWhatHappensNext) {
    const ProfileSpec p = decided_profile(GetParam());
    Simulation simulation(dense(p));
    const std::size_t compared = compare_with_next_step(simulation, 40);
    EXPECT_GT(compared, 260u * 40 * 95 / 100) << "nearly nobody is held back by a wall";
}

TEST_P(EveryModel, DrawnParametersToo) {
    ProfileSpec p = decided_profile(GetParam());
    set_parameter(p, "radius", Distribution::between(0.2, 0.3));
    set_parameter(p, "pref_speed", Distribution::between(1, 1.6));
    Simulation simulation(dense(p));
    EXPECT_GT(compare_with_next_step(simulation, 10), 260u * 10 * 9 / 10);
}

TEST_P(EveryModel, LookingChangesNothing) {
    for (const double dt : {0.05, 0.2}) {
        Scenario s = dense(decided_profile(GetParam()), dt);
        SourceSpec source;
        source.region = box(1, 1, 29, 11);
        source.target = to_point({25, 10}, true);
        source.rate = 8;
        s.sources.push_back(source);
        Simulation looked_at(s), left_alone(s, 2);
        for (int step = 0; step < 60; ++step) {
            looked_at.explain(everybody(looked_at));
            looked_at.step();
            left_alone.step();
        }
        const RunSummary a = looked_at.summary(), b = left_alone.summary();
        EXPECT_EQ(a.state_hash, b.state_hash);
        EXPECT_EQ(a.agent_steps, b.agent_steps);
        EXPECT_EQ(a.agents_created, b.agents_created);
        EXPECT_EQ(to_json(a.health), to_json(b.health));
    }
}

TEST_P(EveryModel, SaysWhoIsMeant) {
    Simulation simulation(dense(decided_profile(GetParam())));
    run_steps(simulation, 20);
    const auto ids = everybody(simulation);
    for (const Explanation& e : simulation.explain(ids)) {
        EXPECT_EQ(e.model, GetParam());
        ASSERT_NE(find(e, "preferred velocity"), nullptr);
        for (const Shape& s : e.shapes) {
            EXPECT_FALSE(s.label.empty());
            EXPECT_FALSE(s.unit.empty()) << s.label;
            EXPECT_NE(s.about, e.id);
            EXPECT_TRUE(s.about == 0 || is_here(simulation, s.about));
            const bool one_neighbour = s.role == Role::neighbour && s.label != "evasive force";
            EXPECT_TRUE(!one_neighbour || s.about != 0) << s.label;
        }
    }
}

TEST_P(EveryModel, AcrossPeriodicBorders) {
    Scenario s = scene(decided_profile(GetParam()), 60, 0.02);
    s.map.periodic = {12, 12};
    put_many(s, box(0, 0, 12, 12), 70, by_offset({100, 0}));
    put_many(s, box(0, 0, 12, 12), 70, by_offset({0, 100}));
    Simulation simulation(s);
    bool across = false;
    for (int step = 0; step < 20; ++step) {
        const auto explained = simulation.explain(everybody(simulation));
        simulation.step();
        for (const Explanation& e : explained) {
            const Vec2f v = agent(simulation, e.id).velocity;
            EXPECT_LT(norm(chosen(e) - Vec2d{v.x, v.y}), 1e-6);
            for (const Shape& shape : e.shapes) across |= shape.kind == Shape::Kind::circle && shape.a.x > 12;
        }
    }
    EXPECT_TRUE(across || GetParam() != "predictive") << "a collision beyond the border is drawn where it will be";
}

TEST(Explain, SeveralModelsInOneScene) {
    Scenario s = dense(profile("a", "predictive"));
    s.profiles.push_back(profile("b", "orca"));
    s.profiles.push_back(profile("c", "social_force"));
    s.agents[1].profile = 1;
    s.agents[0].count = s.agents[1].count = 80;
    put_many(s, box(0.5, 0.5, 29, 11.5), 60, to_goal(0), 0, 2);
    Simulation simulation(s);
    EXPECT_GT(compare_with_next_step(simulation, 20), 220u * 20 * 9 / 10);
    EXPECT_EQ(simulation.explain(1)->model, "predictive");
    EXPECT_EQ(simulation.explain(100)->model, "orca");
    EXPECT_EQ(simulation.explain(200)->model, "social_force");
}

TEST(Explain, FollowsWhatIsDoneToTheSimulation) {
    Scenario s = scene(profile("p", "social_force"), 60, 0.05);
    put(s, {0, 0}, by_offset({10, 0}));
    put(s, {2, 0.1}, by_offset({-10, 0}));
    Simulation simulation(s);
    ASSERT_TRUE(simulation.explain(1));
    EXPECT_FALSE(simulation.explain(3));
    EXPECT_EQ(find(*simulation.explain(1), "repulsion")->about, 2u);
    simulation.add({.profile = "p", .position = {1, 1}, .goal = {5, 5}, .id = 3});
    EXPECT_EQ(all(*simulation.explain(1), "repulsion").size(), 2u);
    simulation.remove(simulation.handle_of(2));
    EXPECT_EQ(find(*simulation.explain(1), "repulsion")->about, 3u);
    EXPECT_FALSE(simulation.explain(2));
    simulation.remove(simulation.handle_of(3));
    EXPECT_EQ(find(*simulation.explain(1), "repulsion"), nullptr);
    simulation.set_goal(simulation.handle_of(1), {0, -10});
    EXPECT_LT(find(*simulation.explain(1), "preferred velocity")->b.y, -1);
    const AgentId ids[] = {7, 1, 2, 1};
    ASSERT_EQ(simulation.explain(ids).size(), 1u);
}

TEST(Explain, TheFirstPartOfADividedStep) {
    // social_force is stable up to 0.05 s: a step of 0.1 s is two.
    Scenario divided = dense(profile("p", "social_force"), 0.1), halved = dense(profile("p", "social_force"), 0.05);
    Simulation a(divided), b(halved);
    const auto explained = a.explain(everybody(a));
    EXPECT_EQ(explained, b.explain(everybody(b)));
    a.step();
    run_steps(b, 2);
    EXPECT_EQ(a.explain(1)->frame, 1u);
    EXPECT_EQ(b.explain(1)->frame, 2u);
}

TEST(Explain, PredictiveForcesAddUp) {
    for (const double evasion : {0.0, 1.0}) {  // iterative, sum
        Simulation simulation(
            dense(profile("p", "predictive", {{"evasion", evasion}, {"noise_max", 0}, {"max_evasive", 1000}})));
        std::size_t collisions = 0, contacts = 0, walls = 0;
        for (int step = 0; step < 30; ++step) {
            for (const Explanation& e : simulation.explain(everybody(simulation))) {
                const Vec2d goal = find(e, "goal force")->b, wall = find(e, "wall force")->b,
                            evasive = find(e, "evasive force")->b, total = find(e, "total force")->b;
                EXPECT_LT(norm(goal + wall + evasive - total), 1e-6);
                const auto shares = all(e, "share of the evasive force");
                EXPECT_LT(norm(sum_of(shares) - evasive), 1e-4 * (1 + norm(evasive)));
                const auto times = all(e, "time to collision");
                EXPECT_EQ(shares.size(), times.size() + all(e, "inside the personal space").size());
                // At that time the other's body touches the personal space.
                const auto here = all(e, "personal space at the collision"),
                           there = all(e, "neighbour at the collision");
                ASSERT_EQ(here.size(), times.size());
                for (std::size_t k = 0; k < times.size(); ++k) {
                    EXPECT_NEAR(norm(here[k]->a - there[k]->a), here[k]->value + there[k]->value, 2e-3);
                    EXPECT_GT(times[k]->value, 0);
                    EXPECT_LE(times[k]->value, 4.0001);
                    EXPECT_EQ(times[k]->b, here[k]->a);
                    EXPECT_EQ(times[k]->about, there[k]->about);
                    const AgentState other = agent(simulation, times[k]->about);
                    const Vec2d then = other.position + Vec2d{other.velocity.x, other.velocity.y} * times[k]->value;
                    EXPECT_LT(norm(then - there[k]->a), 1e-4) << "the neighbour that is named";
                }
                collisions += times.size();
                contacts += shares.size() - times.size();
                walls += norm(wall) > 0;
            }
            simulation.step();
        }
        EXPECT_GT(collisions, 1000u);
        EXPECT_GT(contacts, 1000u);
        EXPECT_GT(walls, 100u);
    }
}

TEST(Explain, OrcaKeepsItsHalfPlanesWhereTheyLeaveAnything) {
    Simulation simulation(dense(profile("p", "orca")));
    std::size_t binding = 0, impossible = 0, walls = 0;
    for (int step = 0; step < 60; ++step) {
        for (const Explanation& e : simulation.explain(everybody(simulation))) {
            const Vec2d v = chosen(e), wish = find(e, "preferred velocity")->b;
            EXPECT_LE(norm(v), find(e, "maximum speed")->value + 1e-4);
            double worst = 0;
            for (const Shape& s : e.shapes) {
                if (s.kind != Shape::Kind::half_plane) continue;
                EXPECT_NEAR(norm(s.b), 1, 1e-4);
                walls += s.role == Role::wall;
                worst = std::max(worst, s.value - dot(s.b, v));
            }
            const Shape* nothing = find(e, "nothing is permitted; smallest violation");
            if (nothing == nullptr) {
                EXPECT_LT(worst, 1e-3);
            } else {
                EXPECT_NEAR(worst, nothing->value, 1e-6);
                EXPECT_GT(worst, 0);
                ++impossible;
            }
            binding += norm(v - wish) > 1e-3;
        }
        simulation.step();
    }
    EXPECT_GT(binding, 1000u);
    EXPECT_GT(impossible, 50u);
    EXPECT_GT(walls, 1000u);
}

TEST(Explain, SocialForcesAddUpContactsIncluded) {
    for (const double contact : {0.0, 1.0}) {
        // Without repulsion they run into each other.
        const Settings settings{{"contact", contact}, {"repulsion_strength", contact > 0 ? 0.0 : 2.1}};
        Simulation simulation(dense(profile("p", "social_force", settings), contact > 0 ? 0.005 : 0.05));
        run_steps(simulation, contact > 0 ? 400 : 40);
        std::size_t touching = 0;
        for (const Explanation& e : simulation.explain(everybody(simulation))) {
            Vec2d sum = find(e, "goal force")->b;
            double size = norm(sum);
            for (const char* label : {"repulsion", "contact force", "wall force", "wall contact force"}) {
                for (const Shape* s : all(e, label)) {
                    sum += s->b;
                    size += norm(s->b);
                    touching += std::string_view(label) == "contact force" && norm(s->b) > 0;
                }
            }
            EXPECT_LT(norm(sum - find(e, "total force")->b), 1e-5 * (1 + size));
            EXPECT_EQ(all(e, "contact force").size(), contact > 0 ? all(e, "repulsion").size() : 0);
        }
        EXPECT_EQ(touching > 0, contact > 0);
    }
}

TEST(AgentInfos, InOrderOfCreationWithNames) {
    Scenario s = scene(profile("walker", "orca", {{"radius", 0.2}}), 10);
    GoalSpec out;
    out.name = "out";
    out.point = {1, 0};
    out.exit = true;
    s.goals.push_back(out);
    put(s, {0, 0}, to_goal(0)).group = "north";
    put(s, {5, 5}, by_offset({5, 0}));
    SourceSpec source;
    source.region = box(20, 20, 22, 22);
    source.target = by_offset({5, 0});
    source.times = {0.5};
    source.group = "late";
    s.sources.push_back(source);
    Simulation simulation(s);
    const AgentInfo first{1, 0.2f, "walker", "out", "north"}, second{2, 0.2f, "walker", "", ""};
    EXPECT_EQ(simulation.agent_infos(), (std::vector{first, second}));
    EXPECT_TRUE(simulation.agent_infos(2).empty());
    simulation.add({.profile = "walker", .position = {9, 9}, .id = 77, .group = "south"});
    run_steps(simulation, 10);
    EXPECT_FALSE(is_here(simulation, 1));
    const auto later = simulation.agent_infos(2);
    ASSERT_EQ(later.size(), 2u);
    EXPECT_EQ(later[0], (AgentInfo{77, 0.2f, "walker", "", "south"}));
    EXPECT_EQ(later[1], (AgentInfo{3, 0.2f, "walker", "", "late"}));
    EXPECT_EQ(simulation.agent_infos()[0], first) << "those who left are still known";
}

}  // namespace
}  // namespace sidestep
