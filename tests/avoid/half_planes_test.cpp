// The linear programs of velocity space against brute force.
#include "avoid/half_planes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/crowd.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;
using Plane = HalfPlane<double>;

constexpr double kMaxSpeed = 2;

double worst_violation(const std::vector<Plane>& planes, V v) {
    double worst = -1e30;
    for (const Plane& h : planes) worst = std::max(worst, violation(h, v));
    return worst;
}

struct Optimum {
    V v{};
    double value = 1e30;
    bool feasible = false;
};

/// The optimum lies at the unconstrained one, on one border, or where two borders (or a border and the disc) meet: try
/// all. `value` is what is minimised. Planes are relaxed by `slack`.
template <class Value>
Optimum brute_force(const std::vector<Plane>& planes, V free_optimum, V aim, double slack, Value value) {
    std::vector<V> candidates = {free_optimum};
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const V n = planes[i].n, along{n.y, -n.x};
        const double c = planes[i].c - slack;
        candidates.push_back(n * c + along * dot(along, aim));
        const double room = kMaxSpeed * kMaxSpeed - c * c;
        if (room >= 0) {
            candidates.push_back(n * c + along * std::sqrt(room));
            candidates.push_back(n * c - along * std::sqrt(room));
        }
        for (std::size_t j = 0; j < i; ++j) {
            const double det = cross(n, planes[j].n), d = planes[j].c - slack;
            if (std::fabs(det) < 1e-12) continue;
            candidates.push_back({(c * planes[j].n.y - d * n.y) / det, (d * n.x - c * planes[j].n.x) / det});
        }
    }
    Optimum best;
    for (const V& v : candidates) {
        if (norm(v) > kMaxSpeed + 1e-9 || worst_violation(planes, v) > slack + 1e-9) continue;
        const double is = value(v);
        if (is < best.value) best = {v, is, true};
    }
    return best;
}

V random_direction(test::Dice& dice) {
    const double angle = dice.between(0, 2 * kPi);
    return {std::cos(angle), std::sin(angle)};
}

std::vector<Plane> random_planes(test::Dice& dice, int count, double least, double most) {
    std::vector<Plane> planes;
    for (int i = 0; i < count; ++i) planes.push_back({random_direction(dice), dice.between(least, most)});
    // Now and then the same plane twice, or its opposite: borders that coincide.
    if (count > 1 && dice.below(4) == 0) planes.back() = planes.front();
    if (count > 2 && dice.below(8) == 0) planes.back() = {-planes.front().n, -planes.front().c - 0.1};
    return planes;
}

template <bool Nearest>
void compare_with_brute_force(std::uint64_t seed) {
    test::Dice dice(seed);
    int feasible = 0, constrained = 0;
    constexpr int kCases = 20000;
    for (int i = 0; i < kCases; ++i) {
        const auto planes = random_planes(dice, dice.below(14), -2.5, dice.between(-1.5, 1));
        const V aim = Nearest ? random_direction(dice) * dice.between(0, 2.5) : random_direction(dice);
        const auto at = [&](int k) -> const Plane& { return planes[static_cast<std::size_t>(k)]; };
        const auto r = solve_planes<Nearest, double>(at, static_cast<int>(planes.size()), aim, kMaxSpeed, true);

        const V free = Nearest ? limited(aim, kMaxSpeed) : aim * kMaxSpeed;
        const auto value = [&](V v) { return Nearest ? norm(v - aim) : -dot(v, aim); };
        const Optimum exact = brute_force(planes, free, aim, 0, value);
        if (!r.feasible) {
            // Refused sets must leave at most a sliver.
            const Optimum shrunk = brute_force(planes, free, aim, -1e-4, value);
            EXPECT_FALSE(shrunk.feasible) << "case " << i;
            continue;
        }
        ++feasible;
        ASSERT_LE(worst_violation(planes, r.v), 1.1e-5) << "case " << i;
        ASSERT_LE(norm(r.v), kMaxSpeed + 1e-6) << "case " << i;
        if (exact.feasible) {
            ASSERT_LE(value(r.v), exact.value + 2e-5) << "case " << i;
            // Not better than what planes relaxed by the tolerance permit.
            const Optimum relaxed = brute_force(planes, free, aim, 1.1e-5, value);
            ASSERT_GE(value(r.v), relaxed.value - 1e-6) << "case " << i;
        }
        constrained += norm(r.v - free) > 1e-3;
    }
    EXPECT_GT(feasible, kCases / 3);
    EXPECT_LT(feasible, kCases) << "infeasible sets were tried as well";
    EXPECT_GT(constrained, kCases / 10);
}

TEST(HalfPlanes, NearestVelocityIsTheOptimum) {
    compare_with_brute_force<true>(11);
}
TEST(HalfPlanes, FarthestVelocityIsTheOptimum) {
    compare_with_brute_force<false>(12);
}

/// Least largest violation of the soft planes by nested ternary search: the function is convex, and so is a penalty far
/// steeper than it for hard planes and the disc.
double least_by_search(const std::vector<Plane>& hard, const std::vector<Plane>& soft) {
    const auto f = [&](double x, double y) {
        const V v{x, y};
        const double outside = std::max({0.0, worst_violation(hard, v), norm(v) - kMaxSpeed});
        return worst_violation(soft, v) + 1e4 * outside;
    };
    const auto minimum = [](auto&& g, double low, double high) {
        for (int i = 0; i < 70; ++i) {
            const double a = low + (high - low) / 3, b = high - (high - low) / 3;
            (g(a) < g(b) ? high : low) = g(a) < g(b) ? b : a;
        }
        return g(0.5 * (low + high));
    };
    return minimum([&](double x) { return minimum([&](double y) { return f(x, y); }, -kMaxSpeed, kMaxSpeed); },
                   -kMaxSpeed, kMaxSpeed);
}

TEST(HalfPlanes, LeastViolationIsTheLeast) {
    test::Dice dice(13);
    double worst_excess = 0;
    int violated = 0, off = 0;
    constexpr int kCases = 1000;
    for (int i = 0; i < kCases; ++i) {
        const int hard = dice.below(4);
        // Walls never forbid standing still.
        std::vector<Plane> planes = random_planes(dice, hard, -1.5, 0);
        for (Plane& h : planes) h.c = std::min(h.c, 0.0);
        const std::vector<Plane> hard_planes = planes;
        const auto soft = random_planes(dice, 2 + dice.below(9), -1, 1.5);
        planes.insert(planes.end(), soft.begin(), soft.end());
        const V start = random_direction(dice) * dice.between(0, 2);
        const auto at = [&](int k) -> const Plane& { return planes[static_cast<std::size_t>(k)]; };
        const V v = least_violation<double>(at, hard, static_cast<int>(planes.size()), start, kMaxSpeed, true);
        const double least = least_by_search(hard_planes, soft);
        if (least < 1e-3) continue;  // not what it is for
        ++violated;
        EXPECT_LE(worst_violation(hard_planes, v), 2e-5) << "case " << i << ": a wall was given up";
        EXPECT_LE(norm(v), kMaxSpeed + 1e-6) << "case " << i;
        const double excess = worst_violation(soft, v) - least;
        worst_excess = std::max(worst_excess, excess);
        if (excess > 1e-3) ++off, ADD_FAILURE() << "case " << i << ": " << excess << " above the least, " << least;
        if (off > 5) break;
    }
    EXPECT_GT(violated, kCases / 4);
    RecordProperty("worst_excess", std::to_string(worst_excess));
}

TEST(HalfPlanes, LanesDoNotDisturbEachOther) {
    // Eight different problems at once give what each gives alone, bit by bit.
    test::Dice dice(14);
    for (int i = 0; i < 500; ++i) {
        constexpr int kPlanes = 12;
        alignas(32) float n_x[kPlanes][kLanes], n_y[kPlanes][kLanes], c[kPlanes][kLanes];
        alignas(32) float aim_x[kLanes], aim_y[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) {
            const double level = dice.between(-2, 1);
            for (int k = 0; k < kPlanes; ++k) {
                const V n = random_direction(dice);
                n_x[k][lane] = static_cast<float>(n.x), n_y[k][lane] = static_cast<float>(n.y);
                c[k][lane] = static_cast<float>(dice.between(-2, level));
            }
            const V aim = random_direction(dice);
            aim_x[lane] = static_cast<float>(aim.x), aim_y[lane] = static_cast<float>(aim.y);
        }
        HalfPlane<Pack> planes[kPlanes];
        const auto at = [&](int k) -> const HalfPlane<Pack>& { return planes[k]; };
        const Mask everyone = Pack(0.0f) < Pack(1.0f);
        alignas(32) float together[2][kLanes];
        unsigned feasible = 0;
        for (int lane = -1; lane < kLanes; ++lane) {
            Vec<Pack> aim{Pack::load(aim_x), Pack::load(aim_y)};
            for (int k = 0; k < kPlanes; ++k) {
                planes[k] = {{Pack::load(n_x[k]), Pack::load(n_y[k])}, Pack::load(c[k])};
                if (lane >= 0) planes[k] = {{Pack(n_x[k][lane]), Pack(n_y[k][lane])}, Pack(c[k][lane])};
            }
            if (lane >= 0) aim = {Pack(aim_x[lane]), Pack(aim_y[lane])};
            const auto r = solve_planes<true, Pack>(at, kPlanes, aim, Pack(2.0f), everyone);
            const Vec<Pack> least = least_violation<Pack>(at, 0, kPlanes, aim, Pack(2.0f), everyone);
            const Vec<Pack> v = select(r.feasible, r.v, least);
            alignas(32) float x[kLanes], y[kLanes];
            v.x.store(x), v.y.store(y);
            if (lane < 0) {
                v.x.store(together[0]), v.y.store(together[1]);
                feasible = bits(r.feasible);
                continue;
            }
            EXPECT_EQ(x[0], together[0][lane]);
            EXPECT_EQ(y[0], together[1][lane]);
            EXPECT_EQ(bits(r.feasible), (feasible >> lane & 1) != 0 ? 0xffu : 0u);
        }
    }
}

TEST(HalfPlanes, DegenerateSetsGiveNumbers) {
    const std::vector<std::vector<Plane>> sets = {
        {{{1, 0}, 5}},                                  // beyond the disc
        {{{1, 0}, 0.5}, {{-1, 0}, 0.5}},                // opposite
        {{{1, 0}, 0.5}, {{1, 0}, 0.5}, {{1, 0}, 0.5}},  // the same
        {{{0, 0}, -1e30}, {{0, 0}, -1e30}},             // none
        {{{1, 0}, 2}, {{0, 1}, 2}, {{-1, 0}, 2}, {{0, -1}, 2}},
    };
    for (const auto& planes : sets) {
        const auto at = [&](int k) -> const Plane& { return planes[static_cast<std::size_t>(k)]; };
        const int count = static_cast<int>(planes.size());
        const auto r = solve_planes<true, double>(at, count, V{0, 0}, kMaxSpeed, true);
        const V v = least_violation<double>(at, 0, count, V{0, 0}, kMaxSpeed, true);
        EXPECT_TRUE(std::isfinite(r.v.x) && std::isfinite(r.v.y));
        EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
        EXPECT_LE(norm(v), kMaxSpeed + 1e-6);
    }
}

}  // namespace
}  // namespace sidestep
