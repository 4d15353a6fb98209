// Pettré et al. 2009: several encounters at once.
#include "avoid/experiment_cases.h"

namespace sidestep {
namespace {

using namespace experiment_cases;

const Other kFirst = other({4.5, -4}, {0, 1.4}, 2);

TEST(ExperimentBased, SolutionThatOpensAnotherInteraction) {
    const std::vector<Other> others = {kFirst, other({5, 3.6}, {0, -1.3}, 2)};
    const Result r = decide(walker(), others, values());
    EXPECT_TRUE(r.meetings[0].interacting);
    EXPECT_FALSE(r.meetings[1].interacting);
    EXPECT_TRUE(r.several);
    EXPECT_TRUE(forbids(r.meetings[1].wedge, V{1.21376, -0.14620}));
    EXPECT_VEC(r.velocity, 1.19316, -0.11995, 1e-5);
}

TEST(ExperimentBased, TwoInteractionsAndABystander) {
    const std::vector<Other> others = {kFirst, other({5, 3.6}, {0, -1.3}, 2), other({2, -3}, {1.2, 0.4}, 2)};
    const Result r = decide(walker(), others, values());
    EXPECT_TRUE(r.meetings[0].interacting && r.meetings[2].interacting && !r.meetings[1].interacting);
    EXPECT_VEC(r.velocity, 1.19316, -0.11995, 1e-5);
    // What the third takes from the border of the first, and the first from the third's.
    const auto& one = r.meetings[0].wedge;
    const auto& three = r.meetings[2].wedge;
    const auto line = tangent_of(one.apex, one.right, false, V{1.4, 0}, 2.5);
    EXPECT_NEAR(line.keeping_course, 1.7798, 1e-4);
    EXPECT_NEAR(line.keeping_speed, 2.2025, 1e-4);
    const auto part = forbidden_part(line, three.apex, three.right, three.left);
    EXPECT_NEAR(part.low, 2.1942, 1e-4);
    EXPECT_GT(part.high, 2.2025);
    const auto third = tangent_of(three.apex, three.right, false, V{1.4, 0}, 2.5);
    const auto taken = forbidden_part(third, one.apex, one.right, one.left);
    const double low = std::min(third.keeping_speed, third.keeping_course),
                 high = std::max(third.keeping_speed, third.keeping_course);
    EXPECT_LT(taken.low, low);
    EXPECT_NEAR(taken.high, 0.7423, 1e-4);
    EXPECT_NEAR(high, 0.7571, 1e-4);
    const auto third_left = tangent_of(three.apex, three.left, false, V{1.4, 0}, 2.5);
    const auto all = forbidden_part(third_left, one.apex, one.right, one.left);
    EXPECT_LE(all.low, std::max(0.0, std::min(third_left.keeping_speed, third_left.keeping_course)) + 1e-6);
    EXPECT_GE(all.high, std::max(third_left.keeping_speed, third_left.keeping_course) - 1e-6);
}

TEST(ExperimentBased, SecondChoiceOfSides) {
    const std::vector<Other> others = {kFirst, other({3.5, 4.2}, {0, -1.4}, 2), other({6, 0}, {-1.2, 0}, 2)};
    const Result r = decide(walker(), others, values());
    EXPECT_TRUE(r.meetings[0].interacting && !r.meetings[1].interacting && r.meetings[2].interacting);
    EXPECT_VEC(r.velocity, 1.35459, -0.34061, 1e-5);
    const auto& one = r.meetings[0].wedge;
    const auto& three = r.meetings[2].wedge;
    const auto third = tangent_of(three.apex, three.right, false, V{1.4, 0}, 2.5);
    EXPECT_NEAR(std::min(third.keeping_speed, third.keeping_course), 2.5772, 1e-4);
    EXPECT_NEAR(std::max(third.keeping_speed, third.keeping_course), 2.5805, 1e-4);
    const auto first = tangent_of(one.apex, one.left, false, V{1.4, 0}, 2.5);
    const auto part = forbidden_part(first, three.apex, three.right, three.left);
    const double low = std::min(first.keeping_speed, first.keeping_course),
                 high = std::max(first.keeping_speed, first.keeping_course);
    EXPECT_NEAR(std::max(low, part.high > low && part.low < low ? part.high : low), 1.6227, 1e-4);
    EXPECT_NEAR(std::min(high, part.low > low ? part.low : high), 1.8018, 1e-4);
}

TEST(ExperimentBased, TheMostUrgentAreDealtWith) {
    std::vector<OtherWedge<double>> others(5);
    const double tti[] = {3, 1, 2, 1, 5};
    for (std::size_t i = 0; i < 5; ++i) others[i].tti = tti[i], others[i].interacting = i != 4;
    EXPECT_EQ(limit_interactions<double>(others, 2), 2);
    EXPECT_TRUE(others[1].interacting && others[3].interacting);
    EXPECT_FALSE(others[0].interacting || others[2].interacting || others[4].interacting);
}

TEST(ExperimentBased, ChosenVelocityIsOutsideEveryConsideredWedge) {
    test::Dice dice(3);
    int several = 0, stopped = 0;
    for (int i = 0; i < 6000; ++i) {
        const Own<double> own = walker({dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)});
        const auto others = random_others(dice, 2 + dice.below(9), dice.between(1.5, 8));
        const Result r = decide(own, others, values({{"max_interactions", 16}}));
        if (!r.several) continue;
        ++several;
        EXPECT_LE(norm(r.velocity), own.max_speed + 1e-9);
        if (norm(r.velocity) == 0) {
            ++stopped;
            continue;
        }
        bool on_border = false;
        for (const auto& m : r.meetings) {
            if (!m.interacting) continue;
            const V d = m.wedge.apex - r.velocity;
            EXPECT_FALSE(cross(m.wedge.right, d) > 1e-6 && cross(d, m.wedge.left) > 1e-6) << i;
            on_border |= std::abs(cross(m.wedge.right, d)) < 1e-9 || std::abs(cross(d, m.wedge.left)) < 1e-9;
        }
        EXPECT_TRUE(on_border) << i;
    }
    EXPECT_GT(several, 1000);
    EXPECT_GT(stopped, 20);
    EXPECT_LT(stopped, several / 2);
}

TEST(ExperimentBased, ChosenVelocityIsTheBestOfManyTried) {
    // Brute force: points of every border, judged one by one.
    test::Dice dice(8);
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Own<double> own = walker({dice.between(0, 1.5), dice.between(-1, 1)});
        const Result r = decide(own, random_others(dice, 2 + dice.below(6), 6), values({{"max_interactions", 16}}));
        if (!r.several) continue;
        const auto opened = [&](V v) {
            int count = 0;
            for (const auto& m : r.meetings) {
                const V d = m.wedge.apex - v;  // on a border, give or take rounding, is outside
                count += !m.interacting && cross(m.wedge.right, d) > 1e-8 && cross(d, m.wedge.left) > 1e-8;
            }
            return count;
        };
        const auto permitted = [&](V v, const Meeting<double>* own_meeting) {
            for (const auto& m : r.meetings) {
                if (&m != own_meeting && m.interacting && forbids(m.wedge, v)) return false;
            }
            return norm(v) <= own.max_speed;
        };
        int fewest = 1000;
        double nearest = 1e9;
        for (const auto& m : r.meetings) {
            if (!m.interacting) continue;
            for (const V t : {m.wedge.right, m.wedge.left}) {
                const auto line = tangent_of(m.wedge.apex, t, m.wedge.inside, own.pref, own.max_speed);
                const double low = std::max(std::min(line.keeping_speed, line.keeping_course), line.least),
                             high = std::max(std::max(line.keeping_speed, line.keeping_course), line.least);
                for (int s = 0; s <= 2000; ++s) {
                    const V v = line.velocity(low + (high - low) * s / 2000);
                    if (high - low < 1e-4 || !permitted(v, &m)) continue;
                    const int count = opened(v);
                    const double distance = norm(v - own.velocity);
                    if (count < fewest || (count == fewest && distance < nearest)) {
                        fewest = count;
                        nearest = distance;
                    }
                }
            }
        }
        if (fewest == 1000) continue;
        ++compared;
        EXPECT_LE(norm(r.velocity - own.velocity), nearest + 1e-6 + (opened(r.velocity) < fewest ? 10 : 0)) << i;
        EXPECT_LE(opened(r.velocity), fewest) << i;
    }
    EXPECT_GT(compared, 100);
}

TEST(ExperimentBased, OneInteractionInSeveralModeIsThePairSolution) {
    // With nobody else and walking as it wishes, the nearest velocity on the borders is the orthogonal projection.
    test::Dice dice(5);
    int compared = 0;
    for (int i = 0; i < 6000; ++i) {
        const Own<double> own = walker();
        const auto others = random_others(dice, 1, 7);
        const Result r = decide(own, others, values());
        const Meeting<double>& m = r.meetings[0];
        if (!m.interacting || m.wedge.inside) continue;
        std::vector<OtherWedge<double>> wedges = {
            {m.wedge.apex, m.wedge.right, m.wedge.left, m.tti, m.wedge.inside, true}};
        Span<double> room[1];
        const V best = best_outside_wedges<double>({own.velocity, own.pref, own.max_speed, 7, wedges, {}}, room);
        const auto line =
            tangent_of(m.wedge.apex, m.left ? m.wedge.left : m.wedge.right, false, own.pref, own.max_speed);
        const auto other_line =
            tangent_of(m.wedge.apex, m.left ? m.wedge.right : m.wedge.left, false, own.pref, own.max_speed);
        // The role decides for the pair, the nearer border for many: equal where the role's is the nearer, and where
        // the projection lies between the turning and the braking solution.
        if (std::abs(cross(line.apex - own.pref, line.t)) > std::abs(cross(line.apex - own.pref, other_line.t)))
            continue;
        if ((line.nearest - line.keeping_speed) * (line.nearest - line.keeping_course) > 0) continue;
        if ((other_line.nearest - other_line.keeping_speed) * (other_line.nearest - other_line.keeping_course) > 0)
            continue;
        if (line.nearest < 0 || norm(line.velocity(line.nearest)) > own.max_speed) continue;
        ++compared;
        EXPECT_VEC(best, r.velocity.x, r.velocity.y, 1e-9);
    }
    EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace sidestep
