// Sampled reciprocal velocity obstacles: penalties and winners of the specification, against a plain search as well.
#include "avoid/rvo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"
#include "avoid/scans.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;

RvoValues<double> values(double safety = 1, double candidates = 250) {
    return rvo_values<double>(
        test::table(rvo::kInfo, {{"safety", safety}, {"candidates", candidates}, {"max_accel", 5}}));
}

Own<double> walker(V velocity = {1.3, 0}, V pref = {1.3, 0}) {
    return {.velocity = velocity, .heading = {0, 1}, .pref = pref, .radius = 0.25, .max_speed = 1.8, .dt = 0.1};
}

V decide(const Own<double>& own, const std::vector<Near<double>>& near, const RvoValues<double>& p = values(),
         const std::vector<WallPiece<double>>& walls = {}) {
    std::vector<RvoNear<double>> a(near.size() + 1);
    std::vector<RvoWall<double>> b(walls.size() + 1);
    bool here[33];
    return rvo_velocity(own, NearList(near), WallList(walls), p, RvoRoom<double>{a.data(), b.data(), here});
}

void expect_vector(V found, V wanted, double tolerance = 1e-6) {
    EXPECT_NEAR(found.x, wanted.x, tolerance);
    EXPECT_NEAR(found.y, wanted.y, tolerance);
}

/// The penalty as the paper writes it, without the shortcuts of the search.
double time_to_collision(V p, V w, double reach) {
    const double c = dot(p, p) - reach * reach, b = dot(p, w), a = dot(w, w), d = b * b - a * c;
    if (c <= 0) return 0;
    if (b <= 0 || d <= 0 || a < 1e-12) return HUGE_VAL;
    return c / (b + std::sqrt(d));
}
double plain_penalty(const Own<double>& own, const std::vector<Near<double>>& near, V v, double safety) {
    double soonest = HUGE_VAL;
    for (const Near<double>& n : near) {
        soonest = std::min(soonest,
                           time_to_collision(n.position, v * 2.0 - own.velocity - n.velocity, own.radius + n.radius));
    }
    return safety / soonest + norm(v - own.pref);
}
V plain_search(const Own<double>& own, const std::vector<Near<double>>& near, double safety, int candidates) {
    const V x = own.pref * (1 / norm(own.pref)), y{-x.y, x.x};
    std::vector<V> all = {own.pref, own.velocity, {0, 0}};
    const int pairs = (candidates - 3) / 2;
    double on_the_left = 0;
    for (const Near<double>& n : near) {
        on_the_left += dot(n.position, y) / (dot(n.position, n.position) - std::pow(own.radius + n.radius, 2));
    }
    const double side_first = on_the_left >= 0 ? -1 : 1;
    for (int k = 1; k <= pairs; ++k) {
        const double length = own.max_speed * std::sqrt((k - 0.5) / pairs), angle = k * kPi * (3 - std::sqrt(5.0));
        const double side = length * std::fabs(std::sin(angle));
        all.push_back(x * (length * std::cos(angle)) + y * (side * side_first));
        all.push_back(x * (length * std::cos(angle)) - y * (side * side_first));
    }
    V best{0, 0};
    double least = HUGE_VAL;
    for (const V& v : all) {
        const double penalty = plain_penalty(own, near, v, safety);
        if (penalty < least - 1e-9) least = penalty, best = v;
    }
    return best;
}

TEST(Rvo, PenaltiesAsSpecified) {
    const Own<double> own = walker();
    const std::vector<Near<double>> head_on = {{{4, 0}, {-1.3, 0}, 0.25}};
    EXPECT_NEAR(plain_penalty(own, head_on, {1.3, 0}, 1), 0.742857, 1e-6);
    EXPECT_NEAR(plain_penalty(own, head_on, {1.3, 0}, 7.5), 5.571429, 1e-6);
    EXPECT_NEAR(plain_penalty(own, head_on, {1, 0}, 1), 0.871429, 1e-6);
    EXPECT_NEAR(plain_penalty(own, head_on, {1.2, 0.3}, 1), 0.316228, 1e-6);
    EXPECT_NEAR(plain_penalty(own, {{{3, -3}, {0, 1.3}, 0.25}}, {1.3, 0}, 1), 0.491225, 1e-6);
    // The search's own form of 1/tc agrees, in the frame of the wish.
    test::Dice dice(71);
    for (int i = 0; i < 2000; ++i) {
        const Near<double> n{
            {dice.between(-4, 4), dice.between(-4, 4)}, {dice.between(-1, 1), dice.between(-1, 1)}, 0.3};
        if (norm(n.position) < 0.6) continue;
        const V v{dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)};
        const RvoNear<double> r = rvo_near(own, n, V{1, 0}, 0.5, true);
        const double inverse = sooner(r, v, v * 2.0 - r.other, 0.0);
        const double plain = 1 / time_to_collision(n.position, v * 2.0 - own.velocity - n.velocity, 0.55);
        EXPECT_NEAR(inverse, plain, 1e-9 * (1 + plain)) << i;
    }
}

TEST(Rvo, WinnersAsSpecified) {
    const std::vector<Near<double>> head_on = {{{4, 0}, {-1.3, 0}, 0.25}};
    for (const double safety : {1.0, 7.5}) {
        const V v = decide(walker(), head_on, values(safety));
        expect_vector(v, {1.315255, -0.219439});
        EXPECT_NEAR(plain_penalty(walker(), head_on, v, safety), 0.219968, 1e-6);
    }
    const std::vector<Near<double>> crossing = {{{3, -3}, {0, 1.3}, 0.25}}, mirrored = {{{3, 3}, {0, -1.3}, 0.25}};
    V v = decide(walker(), crossing);
    expect_vector(v, {1.196606, -0.061183});
    EXPECT_NEAR(plain_penalty(walker(), crossing, v, 1), 0.120140, 1e-6);
    expect_vector(decide(walker(), mirrored), {1.196606, 0.061183});
    // The exact optimum lies on the edge of the cone; no sample beats it.
    EXPECT_NEAR(plain_penalty(walker(), head_on, {1.279688, -0.161226}, 1), 0.162500, 2e-6);
    for (const double candidates : {50.0, 250.0, 500.0}) {
        EXPECT_GE(plain_penalty(walker(), head_on, decide(walker(), head_on, values(1, candidates)), 1), 0.162500);
    }
    expect_vector(decide(walker(), {}), {1.3, 0});
}

TEST(Rvo, OfEqualsTheEmptierSideWins) {
    // Free on both sides beyond some angle: away from whoever comes, mirrored in the mirror image.
    for (const double y : {0.1, -0.1}) {
        const V v = decide(walker(), {{{4, y}, {-1.3, 0}, 0.25}});
        EXPECT_LT(v.y * y, 0);
    }
    const V left = decide(walker(), {{{4, 0.1}, {-1.3, 0}, 0.25}}),
            right = decide(walker(), {{{4, -0.1}, {-1.3, 0}, 0.25}});
    expect_vector(left, {right.x, -right.y}, 1e-12);
}

TEST(Rvo, WallsWhenTheyAreNear) {
    expect_vector(decide(walker(), {}, values(), {{{2, -5}, {2, 5}}}), {1.3, 0});
    expect_vector(decide(walker(), {}, values(), {{{0.5, -5}, {0.5, 5}}}), {0.936175, -0.077560});
    expect_vector(decide(walker(), {}, values(), {{{0.5, 5}, {0.5, -5}}}), {0.936175, -0.077560});
    const RvoWall<double> wall = rvo_wall(walker(), WallPiece<double>{{0.5, -5}, {0.5, 5}}, V{1, 0});
    EXPECT_NEAR(1 / wall_urgency(wall, V{1.3, 0}, 10.0), 0.192308, 1e-6);
    EXPECT_EQ(wall_urgency(wall, V{-1.3, 0}, 10.0), 0);
    // Its end.
    const RvoWall<double> end = rvo_wall(walker(), WallPiece<double>{{1, 0.1}, {1, 3}}, V{1, 0});
    EXPECT_NEAR(1 / wall_urgency(end, V{1.3, 0}, 10.0), time_to_collision({1, 0.1}, {1.3, 0}, 0.25), 1e-9);
    EXPECT_EQ(wall_urgency(rvo_wall(walker(), WallPiece<double>{{1, 0.3}, {1, 3}}, V{1, 0}), V{1.3, 0}, 10.0), 0);
    // Closer than the radius: out or along, not in.
    const RvoWall<double> inside = rvo_wall(walker(), WallPiece<double>{{0.2, -5}, {0.2, 5}}, V{1, 0});
    EXPECT_GT(wall_urgency(inside, V{0.5, 0}, 0.1), 1e3);
    EXPECT_EQ(wall_urgency(inside, V{-0.5, 1}, 0.1), 0);
}

TEST(Rvo, SearchFindsWhatAPlainSearchFinds) {
    test::Dice dice(72);
    int same = 0, cases = 0;
    for (int i = 0; i < 300; ++i) {
        const Own<double> own =
            walker({dice.between(-1, 1), dice.between(-1, 1)}, {dice.between(-1.2, 1.2), dice.between(-1.2, 1.2)});
        std::vector<Near<double>> near;
        for (int k = dice.below(8); k >= 0; --k) {
            const Near<double> n{
                {dice.between(-4, 4), dice.between(-4, 4)}, {dice.between(-1, 1), dice.between(-1, 1)}, 0.25};
            if (norm(n.position) > 0.51) near.push_back(n);
        }
        const int candidates = i % 2 == 0 ? 250 : 60;
        const V wanted = plain_search(own, near, 1, candidates), found = decide(own, near, values(1, candidates));
        ++cases;
        same += norm(wanted - found) < 1e-5;
        EXPECT_NEAR(plain_penalty(own, near, found, 1), plain_penalty(own, near, wanted, 1), 1e-6) << i;
    }
    EXPECT_GE(same, cases * 99 / 100);
}

TEST(Rvo, OverlapIsLeft) {
    // 0.1 m deep in somebody who rests: standing already recedes by half, as if the other did its share.
    expect_vector(decide(walker(), {{{0.4, 0}, {0, 0}, 0.25}}), {0, 0});
    // Once it stands, it steps back.
    EXPECT_LT(decide(walker({0, 0}), {{{0.4, 0}, {0, 0}, 0.25}}).x, -0.3);
    // In one place: aside, the wish's right for the earlier id.
    const V v = decide(walker({0, 0}), {{{0, 0}, {0, 0}, 0.25}});
    EXPECT_LT(v.y, -0.3);
    EXPECT_TRUE(std::isfinite(v.x));
    // Between two there is no way out in time that is not the best one: numbers, and within the maximum.
    const V squeezed = decide(walker({0, 0}), {{{0.3, 0}, {-1, 0}, 0.25}, {{-0.3, 0}, {1, 0}, 0.25}});
    EXPECT_LE(norm(squeezed), 1.8 + 1e-9);
}

TEST(Rvo, NoWishFacesTheHeading) {
    const Own<double> own = walker({0, 0}, {0, 0});
    expect_vector(decide(own, {}), {0, 0});
    const V v = decide(own, {{{0, 1}, {0, -1.2}, 0.25}});
    EXPECT_GT(norm(v), 0);
    EXPECT_GE(v.x, 0) << "the right of a heading along y";
}

TEST(Rvo, PackAgreesWithDouble) {
    const auto p = values();
    int overlapping = 0;
    // Candidates are discrete: near ties fall differently.
    test::expect_lanes_agree({.model = "rvo",
                              .seed = 73,
                              .settings = {{"max_speed", 1.8}, {"radius", 0.25}},
                              .spacing = 0.45,
                              .at_walls = 10,
                              .one_differs_of = 50},
                             [&](const test::Decided& d) {
                                 overlapping += overlaps_somebody(d.own, NearList(d.near));
                                 return decide(d.own, d.near, p, d.walls);
                             });
    EXPECT_GT(overlapping, 5);
}

test::ScanResult scan(test::Scan s, double dt) {
    s.range = 5;
    s.most = 10;
    return run_scan(s, dt, [&](const Own<double>& own, V, const NearList& near, const WallList& walls) {
        std::vector<RvoNear<double>> a(static_cast<std::size_t>(near.longest()) + 1);
        std::vector<RvoWall<double>> b(static_cast<std::size_t>(walls.longest()) + 1);
        bool here[33];
        const V v = rvo_velocity(own, near, walls, values(), RvoRoom<double>{a.data(), b.data(), here});
        return own.velocity + limited(v - own.velocity, 5 * dt);
    });
}

TEST(Rvo, SmallScenes) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const test::ScanResult circle = scan(test::circle_scan(seed), 0.1);
        EXPECT_EQ(circle.arrived, 10) << seed;
        EXPECT_LT(circle.last_arrival, 10) << seed;
        EXPECT_LE(circle.deepest, 0.01) << seed;
        EXPECT_LT(circle.fastest_raw, 3 * 1.3) << seed;
    }
    double deepest = 0, at_larger_steps = 0;
    for (const double aside : {0.0, 0.03, 0.05, 0.1}) {
        const test::ScanResult queue = scan(test::queue_scan(aside), 0.1);
        deepest = std::max(deepest, queue.deepest);
        at_larger_steps = std::max(at_larger_steps, scan(test::queue_scan(aside), 0.25).deepest);
        EXPECT_LT(queue.fastest_raw, 3 * 1.3);
    }
    EXPECT_LE(deepest, 0.045);
    EXPECT_GT(at_larger_steps, 0.1) << "why steps are at most 0.1 s";
    // The first in the queue comes up to whoever stands swinging from side to side, and brakes late: how deep the
    // overlap is depends on where a swing ends. Smaller steps swing less.
    double deepest_of_all = 0, at_half_the_step = 0;
    for (const double spacing : {0.6, 0.8, 1.0, 1.4, 2.0}) {
        for (const double aside : {0.0, 0.05, 0.1}) {
            deepest_of_all = std::max(deepest_of_all, scan(test::queue_scan(aside, spacing), 0.1).deepest);
            at_half_the_step = std::max(at_half_the_step, scan(test::queue_scan(aside, spacing), 0.05).deepest);
        }
    }
    EXPECT_LE(deepest_of_all, 0.09);
    EXPECT_LE(at_half_the_step, 0.045);
    const test::ScanResult head_on = scan(test::head_on_scan(), 0.1);
    EXPECT_EQ(head_on.arrived, 2);
    EXPECT_EQ(head_on.deepest, 0);
}

}  // namespace
}  // namespace sidestep
