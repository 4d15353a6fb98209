// The parts of the pipe against the values of the specification, the engine's decision against the same code.
#include "avoid/reactive.h"

#include <gtest/gtest.h>

#include <cmath>

#include "avoid/decisions.h"

namespace sidestep::SIDESTEP_ARCH {
namespace {

using reactive::kNever;
using reactive::kRuleTables;
using Kind = Reaction::Kind;

ReactiveValues defaults(reactive::Rule rule = reactive::kDrivingRule) {
    ReactiveValues p = reactive_values(test::table(reactive::kInfo, {}), nullptr);
    p.reactions = &kRuleTables[rule];
    return p;
}

/// Somebody of 0.5 m width; contact at R = 0.6 with one's own 0.5 m and ε = 0.1.
ReactiveNear near_at(Vecd position, Vecd velocity) {
    return {position, velocity, 0.25, true, 0.6};
}

Own<double> walker(Vecd velocity = {1.4, 0}) {
    return {.velocity = velocity, .heading = {1, 0}, .pref = {1.4, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.1};
}

const Vecd kWish{1.4, 0};
// The values are for tangents at R; ours keep a millimetre more.
constexpr double kTangent = 3e-3;

Proposal proposal(Kind kind, const ReactiveNear& n, Vecd v = kWish) {
    const Reaction reaction{kind, 1, kind == Kind::faster ? 5.0f : 1.0f};
    const Proposal p = react(reaction, v, n, v, 2);
    if (p.valid) {
        EXPECT_EQ(collision_time(p.velocity, n), kNever) << "a proposal avoids what it is made against";
    }
    return p;
}

void expect_velocity(const Proposal& p, double x, double y, double quality) {
    ASSERT_TRUE(p.valid);
    EXPECT_NEAR(p.velocity.x, x, kTangent);
    EXPECT_NEAR(p.velocity.y, y, kTangent);
    EXPECT_NEAR(p.quality, quality, kTangent);
}
/// Pace β and quality.
void expect_pace(const Proposal& p, double beta, double quality) {
    ASSERT_TRUE(p.valid);
    EXPECT_NEAR(p.velocity.x / 1.4, beta, kTangent);
    EXPECT_NEAR(p.velocity.y, 0, 1e-12);
    EXPECT_NEAR(p.quality, quality, kTangent);
}

TEST(Reactive, PersonalSpaceTurnsButNeverSlows) {
    const ReactiveNear beside = near_at({0, 0.4}, {0, 0});
    const WallList none({});
    const Vecd v = personal_space(kWish, {&beside, 1}, none, defaults());
    EXPECT_NEAR(v.x, 1.31844, 1e-5);
    EXPECT_NEAR(v.y, -0.47087, 1e-5);
    EXPECT_NEAR(norm(v), 1.4, 1e-12);
    // Nobody nearer than 0.8 m, nobody in the same place, and no wish at all.
    for (const Vecd at : {Vecd{0, 0.81}, Vecd{0, 0}}) {
        const ReactiveNear n = near_at(at, {0, 0});
        EXPECT_EQ(personal_space(kWish, {&n, 1}, none, defaults()).x, 1.4);
    }
    EXPECT_EQ(norm(personal_space({0, 0}, {&beside, 1}, none, defaults())), 0);
    // A wall 0.3 m to the left: (0.4 − 0.3)/0.4 = 0.25 m/s away from it.
    const WallPiece<double> wall{{-5, 0.3}, {5, 0.3}};
    const Vecd w = personal_space(kWish, {}, WallList({&wall, 1}), defaults());
    EXPECT_NEAR(w.y / w.x, -0.25 / 1.4, 1e-12);
}

TEST(Reactive, PersonalSpaceHasItsExceptions) {
    const WallList none({});
    // Slower and going the same way: being overtaken.
    const ReactiveNear slower = near_at({0.2, 0.5}, {0.7, 0});
    ReactiveValues p = defaults();
    EXPECT_EQ(personal_space(kWish, {&slower, 1}, none, p).y, 0);
    p.overtaking_exception = false;
    EXPECT_LT(personal_space(kWish, {&slower, 1}, none, p).y, -0.1);
    p = defaults();
    for (const ReactiveNear& n : {near_at({0.2, 0.5}, {1.6, 0}), near_at({-0.7, 0.2}, {0.7, 0}),
                                  near_at({0.2, 0.5}, {-0.7, 0}), near_at({0.2, 0.5}, {0, 0})}) {
        EXPECT_NE(personal_space(kWish, {&n, 1}, none, p).y, 0) << "faster, behind, coming, standing";
    }
    // One's own people may come close.
    ReactiveNear friendly = near_at({0, 0.4}, {1.4, 0});
    EXPECT_LT(personal_space(kWish, {&friendly, 1}, none, p).y, -0.1);
    friendly.companion = true;
    EXPECT_EQ(personal_space(kWish, {&friendly, 1}, none, p).y, 0);
    p.group_exception = false;
    EXPECT_LT(personal_space(kWish, {&friendly, 1}, none, p).y, -0.1);
    p = defaults();
    // A dense crowd: nobody can have more than what there is.
    std::vector<ReactiveNear> crowd{near_at({0.5, 0}, {0, 0}), near_at({-0.5, 0.0}, {0, 0}), near_at({0, -0.5}, {0, 0}),
                                    near_at({0, 0.45}, {0, 0})};
    const double dense = personal_space(kWish, crowd, none, p).y;
    p.dense_exception = false;
    const double strict = personal_space(kWish, crowd, none, p).y;
    EXPECT_LT(strict, 0);
    EXPECT_DOUBLE_EQ(personal_reach(crowd, defaults()), (0.5 + 0.5 + 0.5 + 0.45) / 4);
    EXPECT_NEAR(dense, strict * (0.0375 / 0.4875) / 0.0625 * std::hypot(1.4, 0.0625) / std::hypot(1.4, 0.0769), 1e-3);
    // As printed: the repulsion of somebody near is weak.
    p.raw_vector = true;
    const ReactiveNear touching = near_at({0, 0.1}, {0, 0});
    EXPECT_NEAR(personal_space(kWish, {&touching, 1}, none, p).y / 1.4, -0.0875 / std::hypot(1.4, 0.0875), 1e-9);
}

/// When both are clear of each other again: the first contact of the same walk backwards, from five seconds later on.
double parting_time(const ReactiveNear& n) {
    ReactiveNear later = n;
    later.position = n.position + (n.velocity - kWish) * 5.0;
    later.velocity = -n.velocity;
    return 5 - collision_time(-kWish, later);
}

TEST(Reactive, FacingAnother) {
    const ReactiveNear n = near_at({6, 0}, {-1.4, 0});
    const double t = collision_time(kWish, n);
    EXPECT_NEAR(t, 1.92857, 1e-5);
    EXPECT_NEAR(parting_time(n), 2.35714, 1e-5);
    EXPECT_EQ(collision_type(kWish, n, t), CollisionType::front);
    expect_velocity(proposal(Kind::left, n), 1.372, 0.27860, 0.98);
    expect_velocity(proposal(Kind::right, n), 1.372, -0.27860, 0.98);
    EXPECT_FALSE(proposal(Kind::slower, n).valid);
    EXPECT_FALSE(proposal(Kind::faster, n).valid);
}

TEST(Reactive, CrossingAnother) {
    const ReactiveNear n = near_at({4, -4}, {0, 1.4});
    const double t = collision_time(kWish, n);
    EXPECT_NEAR(t, 2.55410, 1e-5);
    EXPECT_NEAR(parting_time(n), 3.16019, 1e-5);
    EXPECT_EQ(collision_type(kWish, n, t), CollisionType::back);
    expect_velocity(proposal(Kind::left, n), 1.3685, 0.29531, 0.9775);
    expect_velocity(proposal(Kind::right, n), 1.3685, -0.29531, 0.9775);
    expect_pace(proposal(Kind::faster, n), 1.23881, 0.34275);
    expect_pace(proposal(Kind::slower, n), 0.80723, 0.80723);
    const ReactiveNear later = near_at({4, -3.7}, {0, 1.4});
    EXPECT_NEAR(collision_time(kWish, later), 2.46653, 1e-5);
    expect_velocity(proposal(Kind::right, later), 1.38575, -0.19923, 0.98982);
    EXPECT_NEAR(proposal(Kind::left, later).quality, 0.95576, kTangent);
    expect_pace(proposal(Kind::slower, later), 0.86651, 0.86651);
    expect_pace(proposal(Kind::faster, later), 1.35405, 0.21970);
}

TEST(Reactive, BehindASlowerOne) {
    const ReactiveNear n = near_at({5, 0}, {0.7, 0});
    const double t = collision_time(kWish, n);
    EXPECT_NEAR(t, 6.28571, 1e-5);
    EXPECT_EQ(collision_type(kWish, n, t), CollisionType::back);
    expect_velocity(proposal(Kind::left, n), 1.39746, 0.08430, 0.99819);
    expect_velocity(proposal(Kind::right, n), 1.39746, -0.08430, 0.99819);
    expect_pace(proposal(Kind::slower, n), 0.5, 0.5);  // α = 0: follows
}

TEST(Reactive, SomebodyStandsInTheWay) {
    const ReactiveNear n = near_at({4, 0.2}, {0, 0});
    const double t = collision_time(kWish, n);
    EXPECT_NEAR(t, 2.45308, 1e-5);
    EXPECT_EQ(collision_type(kWish, n, t), CollisionType::standing);
    expect_velocity(proposal(Kind::right, n), 1.39295, -0.14035, 0.99496);
    expect_velocity(proposal(Kind::left, n), 1.37200, 0.27860, 0.98000);
}

TEST(Reactive, FromBehindIsTheOthersBusiness) {
    const ReactiveNear n = near_at({-5, 0}, {1.4, 0});
    const Vecd slow{0.7, 0};
    const double t = collision_time(slow, n);
    EXPECT_NEAR(t, 6.28571, 1e-5);
    EXPECT_EQ(collision_type(slow, n, t), CollisionType::rear);
    const Avoidance a = avoid_collisions(slow, {&n, 1}, 2, defaults());
    EXPECT_EQ(a.velocity.x, 0.7);
    EXPECT_EQ(a.velocity.y, 0);
}

TEST(Reactive, CollisionsThatAreNone) {
    EXPECT_EQ(collision_time(kWish, near_at({-3, 0}, {0, 0})), kNever) << "past";
    EXPECT_EQ(collision_time(kWish, near_at({3, 0.6}, {0, 0})), kNever) << "a touch";
    EXPECT_EQ(collision_time(kWish, near_at({3, 0}, {1.4, 0})), kNever) << "the same velocity";
    EXPECT_EQ(collision_time(kWish, near_at({-0.5, 0}, {0, 0})), kNever) << "parting";
    EXPECT_EQ(collision_time(kWish, near_at({0.5, 0}, {0, 0})), 0) << "too close already";
    EXPECT_EQ(collision_time(kWish, near_at({0.5, 0}, {1.4, 0})), 0) << "and staying so";
}

TEST(Reactive, Qualities) {
    const auto direction = [](double cosine, double beta) {
        return quality({cosine, std::sqrt(1 - cosine * cosine)}, {1, 0}, beta, 1);
    };
    EXPECT_NEAR(direction(1, 0.5), 1, 1e-12);
    EXPECT_NEAR(direction(0.5, 0.5), 0.7321, 1e-4);
    EXPECT_NEAR(direction(0.5, 1), 0.5, 1e-12);
    EXPECT_NEAR(direction(0.5, 2), 0.125, 1e-9);
    EXPECT_NEAR(direction(0, 0.5), 0.4142, 1e-4);
    EXPECT_EQ(direction(0, 1), 0);
    EXPECT_EQ(direction(0, 2), 0);
    EXPECT_EQ(direction(-1, 1), 0) << "never negative";
    EXPECT_NEAR(quality({0.5, 0}, {1, 0}, 1, 1), 0.5, 1e-12);
    EXPECT_NEAR(quality({0.5, 0}, {1, 0}, 1, 5), 0.03125, 1e-12);
    EXPECT_NEAR(quality({0.9, 0}, {1, 0}, 1, 5), 0.59049, 1e-12);
    EXPECT_NEAR(quality({1, 0}, {0.9, 0}, 1, 2.5), std::pow(0.9, 2.5), 1e-9);
    EXPECT_EQ(quality({0, 0}, {0, 0}, 1, 1), 1);
}

TEST(Reactive, TablesAreThoseOfFigure11) {
    const auto kinds = [](reactive::Rule rule, CollisionType type) {
        std::string text;
        const ReactionList& list = kRuleTables[rule].on[static_cast<std::size_t>(type)];
        for (std::uint32_t i = 0; i < list.count; ++i) {
            text += std::string(name_of(list.reaction[i].kind)) +
                    std::to_string(static_cast<int>(list.reaction[i].beta_direction)) +
                    std::to_string(static_cast<int>(list.reaction[i].beta_norm)) + " ";
        }
        return text;
    };
    using enum CollisionType;
    EXPECT_EQ(kinds(reactive::kDrivingRule, rear), "AC11 ");
    EXPECT_EQ(kinds(reactive::kDrivingRule, front), "RA11 D11 A15 ");
    EXPECT_EQ(kinds(reactive::kDrivingRule, back), "LA11 D11 A15 ");
    EXPECT_EQ(kinds(reactive::kDrivingRule, standing), "RA11 LA11 ");
    EXPECT_EQ(kinds(reactive::kMinimalAdjustment, rear), "AC11 ");
    EXPECT_EQ(kinds(reactive::kMinimalAdjustment, front), "RA11 LA11 D11 A15 ");
    EXPECT_EQ(kinds(reactive::kMinimalAdjustment, back), "RA11 LA11 D11 A15 ");
    EXPECT_EQ(kinds(reactive::kMinimalAdjustment, standing), "RA11 LA11 ");
}

TEST(Reactive, BestProposalIsTaken) {
    // Facing: both rules evade to the right (ties: the first of the table). Overtaking: left under the driving rule.
    const ReactiveNear facing = near_at({6, 0}, {-1.4, 0}), slower = near_at({5, 0}, {0.7, 0});
    for (const auto rule : {reactive::kDrivingRule, reactive::kMinimalAdjustment}) {
        const Avoidance a = avoid_collisions(kWish, {&facing, 1}, 2, defaults(rule));
        EXPECT_LT(a.velocity.y, -0.27);
        EXPECT_EQ(a.expansions, 2);
    }
    EXPECT_GT(avoid_collisions(kWish, {&slower, 1}, 2, defaults()).velocity.y, 0.08);
    EXPECT_LT(avoid_collisions(kWish, {&slower, 1}, 2, defaults(reactive::kMinimalAdjustment)).velocity.y, -0.08);
    // Somebody to the right of the one in front: minimal adjustment goes left.
    const std::vector<ReactiveNear> two{facing, near_at({4, -0.9}, {-1.4, 0})};
    EXPECT_GT(avoid_collisions(kWish, two, 2, defaults(reactive::kMinimalAdjustment)).velocity.y, 0.2);
    // A table without reactions: nothing is left but to stop.
    const ReactionTable none{};
    ReactiveValues p = defaults();
    p.reactions = &none;
    EXPECT_EQ(norm(avoid_collisions(kWish, {&facing, 1}, 2, p).velocity), 0);
    // A limit of one: the wish itself.
    p = defaults();
    p.max_expansions = 1;
    EXPECT_EQ(avoid_collisions(kWish, {&facing, 1}, 2, p).velocity.x, 1.4);
}

TEST(Reactive, TooCloseAlreadyPart) {
    const ReactiveNear n = near_at({0.4, 0}, {0, 0});
    const Avoidance a = avoid_collisions(kWish, {&n, 1}, 2, defaults());
    EXPECT_NEAR(a.velocity.x, -0.3, 1e-12);
    ReactiveNear same = near_at({0, 0}, {1.4, 0});
    const double forth = avoid_collisions(kWish, {&same, 1}, 2, defaults()).velocity.x;
    same.is_later = false;
    const double back = avoid_collisions(kWish, {&same, 1}, 2, defaults()).velocity.x;
    EXPECT_NEAR(back - forth, 0.6, 1e-12) << "one forth, one back";
}

TEST(Reactive, SecurityBrakesUniformly) {
    // Walking at a wall: the braking rule ends before it, with the deceleration |S_I|/(2 t_react).
    const WallPiece<double> wall{{3, -5}, {3, 5}};
    double x = 0, v = 1.4, hardest = 0;
    const auto step = [&](const ReactiveValues& p) {
        const WallPiece<double> relative{{wall.a.x - x, wall.a.y}, {wall.b.x - x, wall.b.y}};
        const double w = keep_reaction_time(kWish, walker({v, 0}), {}, WallList({&relative, 1}), p).x;
        if (x > 1.5 && x < 2.6) hardest = std::max(hardest, (v - w) / 0.01);
        v = w;
        x += v * 0.01;
    };
    for (int i = 0; i < 2000 && v > 0.02; ++i) step(defaults());
    EXPECT_LE(v, 0.02);
    EXPECT_LE(x, 2.75);
    EXPECT_GT(x, 2.7);
    EXPECT_NEAR(hardest, 1.4 / 2, 0.08);
    // As printed it swings between two speeds: at fixed distance v ← c/v.
    ReactiveValues printed = defaults();
    printed.security_as_printed = true;
    const WallPiece<double> close{{1.25, -5}, {1.25, 5}};  // one metre to go
    const double first = keep_reaction_time(kWish, walker({1.4, 0}), {}, WallList({&close, 1}), printed).x;
    EXPECT_NEAR(first, 1.0, 1e-9);
    EXPECT_NEAR(keep_reaction_time(kWish, walker({1.26, 0}), {}, WallList({&close, 1}), printed).x, 1.4 / 1.26, 1e-9);
    EXPECT_NEAR(keep_reaction_time(kWish, walker({first, 0}), {}, WallList({&close, 1}), printed).x, 1.4, 1e-9);
    // Neighbours: the way that is left until contact.
    const ReactiveNear n = near_at({1.0, 0}, {0, 0});
    const WallList none({});
    EXPECT_NEAR(keep_reaction_time(kWish, walker(), {&n, 1}, none, defaults()).x, 1.4 * std::sqrt(0.4 / 1.4), 1e-9);
    EXPECT_NEAR(keep_reaction_time(kWish, walker(), {&n, 1}, none, printed).x, 0.4, 1e-9);
    // Too close already: beside each other one may walk on, but no closer.
    const ReactiveNear touching = near_at({0.3, 0.4}, {0, 0});
    const Vecd along = keep_reaction_time(kWish, walker({0, 0}), {&touching, 1}, none, defaults());
    EXPECT_NEAR(along.x, 1.4 - 1.4 * 0.36, 1e-9);
    EXPECT_NEAR(along.y, -1.4 * 0.48, 1e-9);
    const ReactiveNear behind = near_at({-1.0, 0}, {2, 0});
    EXPECT_EQ(keep_reaction_time(kWish, walker(), {&behind, 1}, none, defaults()).x, 1.4);
    EXPECT_EQ(keep_reaction_time(kWish, walker({0, 0}), {&n, 1}, none, defaults()).x, 1.4) << "not on collision course";
}

TEST(Reactive, WallsAreMetWhereTheyAre) {
    const WallPiece<double> wall{{2, -1}, {2, 1}};
    EXPECT_NEAR(wall_time({1, 0}, wall, 0.25), 1.75, 1e-12);
    EXPECT_EQ(wall_time({-1, 0}, wall, 0.25), kNever);
    EXPECT_EQ(wall_time({0, 1}, wall, 0.25), kNever);
    const WallPiece<double> corner{{2, 0.1}, {2, 5}};
    EXPECT_NEAR(wall_time({1, 0}, corner, 0.25), 2 - std::sqrt(0.0625 - 0.01), 1e-12);
    EXPECT_EQ(wall_time({1, 0}, {{2, 0.3}, {2, 5}}, 0.25), kNever);
    EXPECT_EQ(wall_time({1, 0}, {{0.2, -1}, {0.2, 1}}, 0.25), 0);
    EXPECT_EQ(wall_time({-1, 0}, {{0.2, -1}, {0.2, 1}}, 0.25), kNever);
}

TEST(Reactive, EngineDecidesTheSame) {
    // The engine's side of the model: lists, walls and parameters reach the same functions.
    test::Dice dice(21);
    test::Crowd crowd(test::some_walls());
    const auto bodies = test::random_bodies(dice, 400, 1.0, 0.45);
    const auto decided = test::decide(crowd, bodies, "reactive", {{"max_neighbours", 8}, {"neighbour_range", 4}});
    int evading = 0;
    for (const test::Decided& d : decided) {
        std::vector<ReactiveNear> near;
        for (const auto& n : d.near) {
            near.push_back({{n.position.x, n.position.y},
                            {n.velocity.x, n.velocity.y},
                            n.radius,
                            true,
                            d.own.radius + n.radius + 0.1f});
        }
        std::vector<WallPiece<double>> walls;
        for (const auto& w : d.walls) walls.push_back({{w.a.x, w.a.y}, {w.b.x, w.b.y}});
        const Own<double> own{.velocity = {d.own.velocity.x, d.own.velocity.y},
                              .heading = {d.own.heading.x, d.own.heading.y},
                              .pref = {d.own.pref.x, d.own.pref.y},
                              .radius = d.own.radius,
                              .max_speed = d.own.max_speed,
                              .dt = d.own.dt};
        const auto all = test::values_with(reactive::kInfo, {});
        const std::vector<float> as_float(all.begin(), all.end());  // as the engine keeps them
        const ReactiveValues p = reactive_values(AgentValues<float, double>(as_float), nullptr);
        const Vecd v = reactive_velocity(own, near, WallList(walls), p);
        EXPECT_NEAR(d.decision.vx, v.x, 1e-6);
        EXPECT_NEAR(d.decision.vy, v.y, 1e-6);
        evading += norm(v - own.pref) > 0.01;
    }
    EXPECT_GT(evading, 100);
}

}  // namespace
}  // namespace sidestep::SIDESTEP_ARCH
