#include "sense/filter.h"

#include <gtest/gtest.h>

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

TEST(Filter, AttentionNeverOverlooksWhoIsClose) {
    std::vector<Body> others{{2, {-0.8, 0}}};
    for (AgentId id = 3; id < 20; ++id) others.push_back({id, {3 + 0.3 * id, 0.1}, {-1.2f, 0}});
    const Ids ids = seen({.rank = NeighbourSpec::Rank::attention}, others, 4);
    EXPECT_TRUE(ids.contains(2));
    EXPECT_GE(ids.size(), 4u);
    EXPECT_LE(ids.size(), 5u);
}

}  // namespace
}  // namespace sidestep::test
