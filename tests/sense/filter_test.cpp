#include "sense/filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/crowd.h"

namespace sidestep::test {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

TEST(InterceptionTime, IsThatOfTheSpecification) {
    EXPECT_NEAR(interception_time({10, 0}, {-1, 0}, 2), 10.0 / 3, 1e-9);
    EXPECT_NEAR(interception_time({4, 0}, {1, 0}, 2), 4, 1e-9);
    EXPECT_EQ(interception_time({4, 0}, {2.5, 0}, 2), kNever);
    EXPECT_NEAR(interception_time({6, 0}, {-3, 0}, 2), 1.2, 1e-9);
    EXPECT_NEAR(interception_time({3, 4}, {0, 0}, 2), 2.5, 1e-9);
    EXPECT_NEAR(interception_time({5, 0}, {-2, 0}, 2), 1.25, 1e-9);
    EXPECT_EQ(interception_time({5, 0}, {0, 2}, 2), kNever);
}

TEST(Attention, FallsWithTheRanks) {
    EXPECT_DOUBLE_EQ(attention(1, 2, 1), 1);
    EXPECT_DOUBLE_EQ(attention(1, 1, 2), 0.8);
    EXPECT_NEAR(attention(7, 3, 1), std::exp(-1.0), 1e-12);
    EXPECT_NEAR(attention(1, 10, 1), 0.8 * std::exp(-1.0), 1e-12);
    EXPECT_NEAR(attention(1, 5, 10), std::exp(-1.0), 1e-12);
}

/// Agent 1 at the origin, heading along +x at 1 m/s, and those whom it sees of the others.
std::set<AgentId> seen(const NeighbourSpec& spec, const std::vector<Body>& others, double most, Map map = {}) {
    Crowd crowd(std::move(map));
    std::vector<double> values(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) values[i] = common_parameters()[i].fallback;
    values[kNeighbourRange] = 10;
    values[kMaxNeighbours] = most;
    values[kMaxSpeed] = 2;
    crowd.add({1, {0, 0}, {1, 0}, {}}, values);
    for (const Body& b : others) crowd.add(b, values);
    crowd.sort();
    crowd.form();
    for (Octet& g : crowd.scratch.octets) std::fill_n(g.most, kLanes, 0);
    crowd.sense();
    FilterScratch room;
    filter_neighbours(crowd.view(), spec, crowd.scratch, room);
    std::set<AgentId> ids;
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        const auto& list = crowd.scratch.near[i];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            float last = 0;
            for (int k = 0; k < list.longest; ++k) {
                const NearRecord& r = crowd.scratch.near_records[list.begin + static_cast<std::uint32_t>(k)];
                const float d = std::hypot(r.dx[lane], r.dy[lane]);
                EXPECT_GE(d, last) << "order is by distance";
                last = d;
                if (k >= list.count[lane]) {
                    EXPECT_GT(d, 1e5f) << "entries past the count are far away";
                } else if (g.id[lane] == 1) {
                    ids.insert(r.id[lane]);
                }
            }
        }
    }
    return ids;
}

using Ids = std::set<AgentId>;

TEST(Filter, FieldOfViewIsAroundTheHeading) {
    const std::vector<Body> others{{2, {3, 0}}, {3, {0, 2}}, {4, {-1, 0}}, {5, {1, -1}}, {6, {0.5, 3}}};
    EXPECT_EQ(seen({}, others, 0), (Ids{2, 3, 4, 5, 6}));
    EXPECT_EQ(seen({.field_of_view_deg = 180}, others, 0), (Ids{2, 3, 5, 6}));
    EXPECT_EQ(seen({.field_of_view_deg = 100}, others, 0), (Ids{2, 5}));
}

TEST(Filter, TheNearestOfThoseInViewAreTaken) {
    const std::vector<Body> others{{2, {-0.5, 0}}, {3, {-0.6, 0.3}}, {4, {4, 0}}, {5, {5, 0}}};
    EXPECT_EQ(seen({.field_of_view_deg = 180}, others, 2), (Ids{4, 5})) << "who is behind takes nobody's place";
    EXPECT_EQ(seen({.field_of_view_deg = 180}, others, 1), (Ids{4}));
}

TEST(Filter, WallsHide) {
    const std::vector<Body> others{{2, {4, 0}}, {3, {0, 3}}};
    const auto wall = [] { return Map::from_wkt("LINESTRING(2 -1, 2 1)"); };
    EXPECT_EQ(seen({.hidden_by_walls = true}, others, 0, wall()), (Ids{3}));
    EXPECT_EQ(seen({}, others, 0, wall()), (Ids{2, 3}));
}

TEST(Filter, InterceptionPrefersWhoCanBeMetSoon) {
    // The nearest walks away faster than one can follow.
    const std::vector<Body> others{{2, {2, 0}, {3, 0}}, {3, {6, 0}, {-1.5f, 0}}, {4, {4, 0}, {1.5f, 0}}};
    EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::interception}, others, 1), (Ids{3}));
    EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::interception}, others, 0), (Ids{3, 4}));
}

TEST(Filter, AttentionPrefersWhoComesCloseOverWhoIsNear) {
    // Ranks of approach, time and distance: of 2 they are 1, 3, 3, of 3 they are 2, 2, 1, of 4, who walks along, 3,
    // 1, 2.
    const std::vector<Body> others{{2, {6, 0}, {-1, 0}}, {3, {2, 2}}, {4, {3, -0.5}, {1, 0}}};
    ASSERT_GT(attention(1, 3, 3), attention(2, 2, 1));
    ASSERT_GT(attention(2, 2, 1), attention(3, 1, 2));
    EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::attention}, others, 1), (Ids{2}));
    EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::attention}, others, 2), (Ids{2, 3}));
    EXPECT_EQ(seen({.field_of_view_deg = 359}, others, 2), (Ids{3, 4})) << "by distance";
}

/// Places 1, 2, … of the values, in ascending order.
std::vector<int> ranks(const std::vector<double>& values) {
    std::vector<int> places;
    for (const double v : values) {
        places.push_back(
            1 + static_cast<int>(std::count_if(values.begin(), values.end(), [v](double w) { return w < v; })));
    }
    return places;
}

TEST(Filter, AttentionGoesToThoseOfTheHighestProductOfRanks) {
    Dice dice(3);
    for (int round = 0; round < 30; ++round) {
        std::vector<Body> others;
        std::vector<double> approach, time, distance;
        for (AgentId id = 2; id < 22; ++id) {
            const double angle = dice.between(0, 6.28), r = dice.between(1.1, 9);  // nobody too close to be overlooked
            const auto v = [&] { return static_cast<float>(dice.between(-1.5, 1.5)); };
            others.push_back({id, {r * std::cos(angle), r * std::sin(angle)}, {v(), v()}});
            const Vec2d p = others.back().position;
            const Vec2d w = Vec2d{others.back().velocity.x, others.back().velocity.y} - Vec2d{1, 0};
            time.push_back(std::max(0.0, -dot(p, w) / norm_squared(w)));
            approach.push_back(norm(p + w * time.back()));
            // Those who part have come closest already: the nearer one comes first.
            if (time.back() == 0) time.back() = -1 / r;
            distance.push_back(r);
        }
        const std::vector<int> a = ranks(approach), t = ranks(time), d = ranks(distance);
        std::vector<double> unseen;
        for (std::size_t i = 0; i < others.size(); ++i) unseen.push_back(-attention(a[i], t[i], d[i]));
        const std::vector<int> place = ranks(unseen);
        Ids wanted;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (place[i] <= 6) wanted.insert(others[i].id);
        }
        ASSERT_EQ(wanted.size(), 6u);
        EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::attention}, others, 6), wanted) << round;
    }
}

TEST(Filter, AttentionNeverOverlooksWhoIsClose) {
    // Who stands behind comes last; of those ahead the nearest come first in everything.
    std::vector<Body> others{{2, {-0.8, 0}}};
    for (AgentId id = 3; id < 20; ++id) others.push_back({id, {3 + 0.3 * id, 0.1 + 0.01 * id}, {-1.2f, 0}});
    EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::attention}, others, 4), (Ids{2, 3, 4, 5, 6}));
    others[0].position.x = -1.2;
    EXPECT_EQ(seen({.rank = NeighbourSpec::Rank::attention}, others, 4), (Ids{3, 4, 5, 6}));
}

}  // namespace
}  // namespace sidestep::test
