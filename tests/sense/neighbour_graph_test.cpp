#include "sense/neighbour_graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "support/crowd.h"

namespace sidestep::test {
namespace {

using Ids = std::vector<AgentId>;

struct Seen {
    std::map<AgentId, Ids> linked;      ///< in the order of the list
    std::map<AgentId, float> overlap;   ///< depth
    std::map<AgentId, Vec2d> position;  ///< of everybody
};

std::vector<double> values_of_walker(double range, double most, double radius = 0.25) {
    std::vector<double> values(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) values[i] = common_parameters()[i].fallback;
    values[kNeighbourRange] = range;
    values[kMaxNeighbours] = most;
    values[kRadius] = radius;
    return values;
}

/// What the graph gives everybody.
Seen gather(Crowd& crowd, double range, bool by_search = false) {
    crowd.sort();
    crowd.form();
    if (by_search) {
        crowd.sense();
    } else {
        NeighbourGraph graph;
        graph.rebuild(crowd.view(), range, crowd.workers);
        GraphScratch room;
        graph.gather(crowd.view(), crowd.cells, neighbour_search(), crowd.scratch, room);
    }
    Seen seen;
    const WorldView view = crowd.view();
    std::map<AgentId, Vec2d>& at = seen.position;
    for (std::size_t row = 0; row < view.size; ++row) {
        at[view.motion[row].id] = {view.place[row].x, view.place[row].y};
    }
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        const auto& list = crowd.scratch.near[i];
        EXPECT_LE(list.begin + static_cast<std::size_t>(list.longest), crowd.scratch.near_records.size());
        for (int lane = 0; lane < kLanes; ++lane) {
            Ids ids;
            float last = 0;
            for (int k = 0; k < list.longest; ++k) {
                const NearRecord& r = crowd.scratch.near_records[list.begin + static_cast<std::uint32_t>(k)];
                const float d = std::hypot(r.dx[lane], r.dy[lane]);
                EXPECT_GE(d, last - 4e-5);
                last = d;
                if (k >= list.count[lane]) {
                    EXPECT_GT(d, 1e5f) << "entries past the count are far away";
                    continue;
                }
                ids.push_back(r.id[lane]);
                const Vec2d from = at[g.id[lane]], to = at[r.id[lane]];
                EXPECT_FLOAT_EQ(r.dx[lane], float(wrapped_difference(from.x, to.x, view.periodic.x)));
                EXPECT_FLOAT_EQ(r.dy[lane], float(wrapped_difference(from.y, to.y, view.periodic.y)));
            }
            if (static_cast<std::uint32_t>(lane) >= g.lanes) {
                EXPECT_EQ(ids, seen.linked[g.id[0]]) << "unused lanes repeat the first agent";
            } else {
                seen.linked[g.id[lane]] = ids;
                seen.overlap[g.id[lane]] = g.overlap[lane];
            }
        }
    }
    return seen;
}

void add_random(Crowd& crowd, Dice& dice, int n, double side, const std::vector<double>& values) {
    for (AgentId id = 1; id <= static_cast<AgentId>(n); ++id) {
        crowd.add({id, {dice.between(0, side), dice.between(0, side)}}, values);
    }
}

TEST(NeighbourGraph, NobodyOneTwoAndALine) {
    Crowd nobody;
    EXPECT_TRUE(gather(nobody, 10).linked.empty());
    Crowd one;
    one.add({7, {1, 1}}, values_of_walker(10, 0));
    EXPECT_EQ(gather(one, 10).linked[7], Ids{});
    Crowd line;
    for (AgentId id = 1; id <= 5; ++id) line.add({id, {2.0 * id, 3.0 * id}}, values_of_walker(10, 0));
    Seen seen = gather(line, 10);
    EXPECT_EQ(seen.linked[1], (Ids{2}));
    EXPECT_EQ(seen.linked[3], (Ids{2, 4}));
    Crowd together;
    for (AgentId id = 1; id <= 4; ++id) together.add({id, {1, 1}}, values_of_walker(10, 0));
    seen = gather(together, 10);
    EXPECT_EQ(seen.linked[1], (Ids{2}));
    EXPECT_EQ(seen.linked[2], (Ids{1, 3}));
    EXPECT_FLOAT_EQ(seen.overlap[4], 0.5f);
}

TEST(NeighbourGraph, LinksAreMutualAndNearestComesFirst) {
    Dice dice(1);
    Crowd crowd;
    add_random(crowd, dice, 700, 25, values_of_walker(1000, 0));
    Seen seen = gather(crowd, 1000);
    std::size_t links = 0;
    for (const auto& [id, others] : seen.linked) {
        links += others.size();
        double nearest = 1e9;
        for (const auto& [other, place] : seen.position) {
            if (other != id) nearest = std::min(nearest, norm(place - seen.position[id]));
        }
        ASSERT_FALSE(others.empty());
        EXPECT_NEAR(norm(seen.position[others[0]] - seen.position[id]), nearest, 1e-4);
        for (const AgentId other : others) {
            const Ids& back = seen.linked[other];
            EXPECT_TRUE(std::find(back.begin(), back.end(), id) != back.end());
        }
    }
    EXPECT_LE(links, 2 * (3 * 700u - 6));
    EXPECT_GT(links, 2 * (3 * 700u - 60));
}

TEST(NeighbourGraph, RangeAndNumberLimit) {
    Dice dice(2);
    Crowd all;
    add_random(all, dice, 300, 15, values_of_walker(1000, 0));
    Seen everybody = gather(all, 1000);
    Dice again(2);
    Crowd few;
    add_random(few, again, 300, 15, values_of_walker(1.2, 3));
    Seen limited = gather(few, 1.2);
    for (const auto& [id, others] : limited.linked) {
        Ids expected;
        for (const AgentId other : everybody.linked[id]) {
            if (norm(everybody.position[other] - everybody.position[id]) <= 1.2 && expected.size() < 3) {
                expected.push_back(other);
            }
        }
        EXPECT_EQ(others, expected);
    }
}

TEST(NeighbourGraph, NoLinkCrossesAWall) {
    Dice dice(3);
    const auto walls = [] {
        return Map::from_wkt(
            "MULTILINESTRING((5 -1, 5 8), (8 5, 14 5, 14 9), (0 12, 4 16), (16 2, 16 18), (7 12, 12 12))");
    };
    Crowd open, walled(walls());
    add_random(open, dice, 300, 20, values_of_walker(1000, 0));
    Dice again(3);
    add_random(walled, again, 300, 20, values_of_walker(1000, 0));
    Seen all = gather(open, 1000), seen = gather(walled, 1000);
    int dropped = 0;
    const Map map = walls();
    for (const auto& [id, others] : all.linked) {
        Ids expected;
        for (const AgentId other : others) {
            if (!map.crosses_wall(all.position[id], all.position[other])) expected.push_back(other);
        }
        EXPECT_EQ(seen.linked[id], expected);
        dropped += static_cast<int>(others.size() - expected.size());
    }
    EXPECT_GT(dropped, 50);
}

TEST(NeighbourGraph, BordersOfPeriodicMapsAreNoBorders) {
    // The same crowd shifted round the axes has the same links.
    const double side = 12;
    std::map<AgentId, Ids> first;
    for (const double shift : {0.0, 3.7, 9.1}) {
        Dice dice(4);
        Crowd crowd({}, {side, side});
        for (AgentId id = 1; id <= 150; ++id) {
            const double x = std::fmod(dice.between(0, side) + shift, side);
            const double y = std::fmod(dice.between(0, side) + 2 * shift, side);
            crowd.add({id, {x, y}}, values_of_walker(3, 0));
        }
        const Seen seen = gather(crowd, 3);
        std::map<AgentId, Ids> sorted;
        for (auto [id, others] : seen.linked) {
            std::sort(others.begin(), others.end());
            sorted[id] = others;
            EXPECT_GE(others.size(), 3u) << "nobody is at a border";
        }
        if (first.empty()) {
            first = sorted;
        } else {
            EXPECT_EQ(sorted, first);
        }
    }
}

TEST(NeighbourGraph, OverlapsAreThoseOfTheSearch) {
    // Bodies of different size: the deepest overlap is not always that with the nearest.
    Dice dice(5);
    for (int run = 0; run < 20; ++run) {
        Crowd by_graph(run % 2 == 0 ? Map() : Map::from_wkt("LINESTRING(3 -1, 3 9)")), by_search;
        for (AgentId id = 1; id <= 120; ++id) {
            const Vec2d at{dice.between(0, 8), dice.between(0, 8)};
            const double radius = dice.below(4) == 0 ? 1.0 : 0.15;
            by_graph.add({id, at}, values_of_walker(5, 2, radius));
            by_search.add({id, at}, values_of_walker(5, 0, radius));
        }
        EXPECT_EQ(gather(by_graph, 5).overlap, gather(by_search, 5, true).overlap);
    }
}

TEST(NeighbourGraph, FarFromTheOriginAndWide) {
    Dice dice(6);
    std::map<AgentId, Ids> near_links;
    for (const double away : {0.0, 9e6}) {
        Crowd crowd;
        Dice same(6);
        for (AgentId id = 1; id <= 100; ++id) {
            // On lattice lines, so that both crowds are the same to the last bit.
            const Vec2d at{same.below(1 << 20) * 0x1p-16 + away, same.below(1 << 20) * 0x1p-16 - away};
            crowd.add({id, at}, values_of_walker(1000, 0));
        }
        Seen seen = gather(crowd, 1000);
        if (near_links.empty()) {
            near_links = seen.linked;
        } else {
            EXPECT_EQ(seen.linked, near_links);
        }
    }
    Crowd wide;  // two crowds, 10,000 km apart
    for (AgentId id = 1; id <= 40; ++id) {
        wide.add({id, {(id % 2 == 0 ? 5e6 : -5e6) + dice.between(0, 20), dice.between(0, 20)}},
                 values_of_walker(50, 0));
    }
    for (const auto& [id, others] : gather(wide, 50).linked) EXPECT_GE(others.size(), 1u);
}

}  // namespace
}  // namespace sidestep::test
