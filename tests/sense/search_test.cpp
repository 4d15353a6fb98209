// Neighbour lists of every kind of crowd against brute force over all pairs.
#include "sense/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "support/crowd.h"

namespace sidestep {
namespace {

using test::Body;
using test::Crowd;
using test::Dice;

struct Entry {
    float d2;
    AgentId id;
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// Distance² as the search sees it: in whole steps of the lattice, the nearer way round a periodic axis.
float mirror_distance_squared(const Crowd& crowd, Row from, Row to) {
    const auto difference = [](double a, double b, double length) {
        const auto lattice = [](double at) { return static_cast<std::int64_t>(std::nearbyint(at * 65536)); };
        std::int64_t d = lattice(b) - lattice(a);
        const std::int64_t whole = lattice(length);
        if (whole > 0 && 2 * d > whole) d -= whole;
        if (whole > 0 && 2 * d < -whole) d += whole;
        return static_cast<float>(d);
    };
    const Place a = crowd.world.now.place[from], b = crowd.world.now.place[to];
    const float dx = difference(a.x, b.x, crowd.periodic.x), dy = difference(a.y, b.y, crowd.periodic.y);
    return dx * dx + dy * dy;
}

/// Who is in range is decided with the lowest eight bits of distance² and range² cut off.
float coarse(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits &= ~0xffu;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

std::vector<Entry> expected_list(const Crowd& crowd, Row row, float range, std::size_t most) {
    std::vector<Entry> all;
    for (Row other = 0; other < crowd.world.size(); ++other) {
        if (other == row) continue;
        const float d2 = mirror_distance_squared(crowd, row, other);
        const float steps = range * 65536;
        if (coarse(d2) <= coarse(steps * steps)) all.push_back({d2, crowd.world.now.motion[other].id});
    }
    std::sort(all.begin(), all.end(),
              [](const Entry& a, const Entry& b) { return a.d2 != b.d2 ? a.d2 < b.d2 : a.id < b.id; });
    if (most > 0 && all.size() > most) all.resize(most);
    return all;
}

struct Kind {
    std::string name;
    std::vector<Vec2d> places;
    Vec2d periodic{};
};

std::vector<Kind> kinds(Dice& dice) {
    std::vector<Kind> all;
    const auto add = [&](std::string name, int count, auto&& place, Vec2d periodic = {}) {
        Kind k{std::move(name), {}, periodic};
        for (int i = 0; i < count; ++i) k.places.push_back(place(i));
        all.push_back(std::move(k));
    };
    add("uniform", 400, [&](int) { return Vec2d{dice.between(0, 20), dice.between(0, 20)}; });
    add("uniform far from the origin", 300,
        [&](int) { return Vec2d{5000 + dice.between(0, 20), dice.between(-20, 0)}; });
    add("clustered", 400, [&](int i) {
        const double cx = 17.0 * (i % 5), cy = 11.0 * (i % 3);
        return Vec2d{cx + dice.between(-1, 1) * dice.unit(), cy + dice.between(-1, 1) * dice.unit()};
    });
    add("on a line", 300, [&](int) { return Vec2d{dice.between(0, 200), 3.0}; });
    add("on a line upwards", 300, [&](int) { return Vec2d{3.0, dice.between(-100, 100)}; });
    add("on a slope", 300, [&](int i) { return Vec2d{0.3 * i, 0.3 * i}; });
    add("all in one point", 60, [&](int) { return Vec2d{1.5, -2.5}; });
    add("two points", 60, [&](int i) { return Vec2d{i % 2 == 0 ? 0.0 : 1.0, 0.0}; });
    add("grid with exact ties", 400, [&](int i) { return Vec2d{0.5 * (i % 20), 0.5 * (i / 20)}; });
    add("sparse over kilometres", 200,
        [&](int) { return Vec2d{dice.between(-4000, 4000), dice.between(-4000, 4000)}; });
    add("pairs far apart", 100, [&](int i) { return Vec2d{1000.0 * (i / 2), 0.3 * (i % 2)}; });
    add("one", 1, [&](int) { return Vec2d{7, 7}; });
    add("two", 2, [&](int i) { return Vec2d{0.4 * i, 0}; });
    add("dense", 500, [&](int) { return Vec2d{dice.between(0, 5), dice.between(0, 5)}; });
    add("periodic both", 300, [&](int) { return Vec2d{dice.between(0, 12), dice.between(0, 17)}; }, {12, 17});
    add("periodic x", 300, [&](int) { return Vec2d{dice.between(0, 30), dice.between(-5, 5)}; }, {30, 0});
    add("periodic y", 300, [&](int) { return Vec2d{dice.between(-5, 5), dice.between(0, 40)}; }, {0, 40});
    add("periodic, narrower than the range", 60, [&](int) { return Vec2d{dice.between(0, 3), dice.between(0, 2)}; },
        {3, 2});
    add("periodic, sparse", 20, [&](int) { return Vec2d{dice.between(0, 500), dice.between(0, 500)}; }, {500, 500});
    add("periodic grid", 400, [&](int i) { return Vec2d{0.5 * (i % 20), 0.5 * (i / 20)}; }, {10, 10});
    return all;
}

std::vector<double> values(double range, int most) {
    std::vector<double> v(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) v[i] = common_parameters()[i].fallback;
    v[kNeighbourRange] = range;
    v[kMaxNeighbours] = most;
    return v;
}

void expect_lists(Crowd& crowd, const std::string& what, float range, int most) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        const auto& list = crowd.scratch.near[i];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            ++seen;
            const Row row = g.row[lane];
            const auto expected = expected_list(crowd, row, range, static_cast<std::size_t>(most));
            std::vector<Entry> is;
            for (int k = 0; k < list.count[lane]; ++k) {
                const NearRecord& r = crowd.scratch.near_records[list.begin + static_cast<std::uint32_t>(k)];
                const Row other = *crowd.world.row_of(crowd.world.handle_of(r.id[lane]));
                is.push_back({mirror_distance_squared(crowd, row, other), r.id[lane]});
                // Relative positions come from the true ones.
                const Place from = crowd.world.now.place[row], to = crowd.world.now.place[other];
                ASSERT_EQ(r.dx[lane], static_cast<float>(wrapped_difference(from.x, to.x, crowd.periodic.x))) << what;
                ASSERT_EQ(r.dy[lane], static_cast<float>(wrapped_difference(from.y, to.y, crowd.periodic.y))) << what;
                ASSERT_EQ(r.vx[lane], crowd.world.now.motion[other].vx) << what;
                ASSERT_EQ(r.vy[lane], crowd.world.now.motion[other].vy) << what;
                ASSERT_EQ(r.radius[lane], crowd.world.now.motion[other].radius) << what;
            }
            ASSERT_EQ(is.size(), expected.size())
                << what << ", agent " << g.id[lane] << ", range " << range << ", K " << most;
            for (std::size_t k = 0; k < is.size(); ++k) {
                ASSERT_EQ(is[k], expected[k])
                    << what << ", agent " << g.id[lane] << ", range " << range << ", K " << most << ", entry " << k;
            }
            // Entries past a lane's count are far away and at rest.
            for (int k = list.count[lane]; k < list.longest; ++k) {
                const NearRecord& r = crowd.scratch.near_records[list.begin + static_cast<std::uint32_t>(k)];
                ASSERT_GE(std::fabs(r.dx[lane]) + std::fabs(r.dy[lane]), 1e5f) << what;
                ASSERT_EQ(r.vx[lane], 0) << what;
            }
        }
    }
    ASSERT_EQ(seen, crowd.world.size()) << what << ": everybody is in exactly one octet";
}

TEST(Search, EqualsBruteForce) {
    Dice dice(41);
    for (const Kind& kind : kinds(dice)) {
        for (const int most : {0, 1, 5, 10, 11, 14, 40}) {
            for (const float range : {0.5f, 2.0f, 5.0f, 30.0f}) {
                Crowd crowd({}, kind.periodic);
                std::vector<AgentId> ids;
                for (std::size_t i = 0; i < kind.places.size(); ++i) ids.push_back(static_cast<AgentId>(i + 1));
                for (std::size_t i = ids.size() - 1; i > 0; --i) {
                    std::swap(ids[i], ids[static_cast<std::size_t>(dice.below(static_cast<int>(i) + 1))]);
                }
                const auto v = values(range, most);
                for (std::size_t i = 0; i < ids.size(); ++i) {
                    crowd.add({ids[i], kind.places[i], {static_cast<float>(ids[i]), -1.0f}}, v);
                }
                crowd.sort();
                ASSERT_LE(crowd.cells.cells(), std::max<std::size_t>(64, crowd.world.size())) << kind.name;
                crowd.form();
                crowd.sense();
                expect_lists(crowd, kind.name, range, most);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST(Search, WhatTheLastSearchNeededDoesNotMatter) {
    // The window is only a first guess: too narrow or too wide, lists are the same.
    Dice dice(42);
    for (const float window : {0.0f, 0.3f, 1.0f, 4.0f, 1000.0f}) {
        Crowd crowd;
        const auto v = values(5, 10);
        for (AgentId id = 1; id <= 300; ++id) crowd.add({id, {dice.between(0, 30), dice.between(0, 9)}}, v);
        crowd.sort();
        for (Row row = 0; row < crowd.world.size(); ++row) {
            crowd.world.now.self[row].window = dice.below(2) == 0 ? window : static_cast<float>(dice.between(0, 6));
        }
        crowd.form();
        crowd.sense();
        expect_lists(crowd, "window", 5, 10);
        if (HasFatalFailure()) return;
    }
}

TEST(Search, AgentsOfOneOctetMayDiffer) {
    Dice dice(43);
    Crowd crowd;
    std::vector<std::pair<float, int>> of(301);
    for (AgentId id = 1; id <= 300; ++id) {
        of[id] = {static_cast<float>(dice.between(0.5, 6)), 1 + dice.below(10)};
        crowd.add({id, {dice.between(0, 15), dice.between(0, 15)}}, values(of[id].first, of[id].second));
    }
    crowd.sort();
    crowd.form();
    crowd.sense();
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        const auto& list = crowd.scratch.near[i];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const auto [range, most] = of[g.id[lane]];
            const auto expected = expected_list(crowd, g.row[lane], range, static_cast<std::size_t>(most));
            ASSERT_EQ(static_cast<std::size_t>(list.count[lane]), expected.size());
            for (std::size_t k = 0; k < expected.size(); ++k) {
                ASSERT_EQ(crowd.scratch.near_records[list.begin + k].id[lane], expected[k].id);
            }
        }
    }
}

/// Ids of everybody's neighbours, by own id.
std::map<AgentId, std::vector<AgentId>> lists_of(const std::vector<Vec2d>& places, float range, int most) {
    Crowd crowd;
    const auto v = values(range, most);
    for (std::size_t i = 0; i < places.size(); ++i) crowd.add({static_cast<AgentId>(i + 1), places[i]}, v);
    crowd.sort();
    crowd.form();
    crowd.sense();
    std::map<AgentId, std::vector<AgentId>> lists;
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            std::vector<AgentId>& list = lists[g.id[lane]];
            for (int k = 0; k < crowd.scratch.near[i].count[lane]; ++k) {
                list.push_back(
                    crowd.scratch.near_records[crowd.scratch.near[i].begin + static_cast<std::uint32_t>(k)].id[lane]);
            }
        }
    }
    return lists;
}

TEST(Search, DependsOnNobodyFarAwayNorOnWhereTheCrowdIs) {
    // On the points of a grid many are equally far: a difference in the last bit would show.
    std::vector<Vec2d> places;
    for (int i = 0; i < 20; ++i) {
        for (int j = 0; j < 20; ++j) places.push_back({0.7 * i, 0.7 * j});
    }
    const auto before = lists_of(places, 5, 10);
    for (const Vec2d stranger : {Vec2d{1e5, -3e4}, Vec2d{-812.3, 77.7}, Vec2d{200.01, 0}}) {
        std::vector<Vec2d> more = places;
        more.push_back(stranger);
        auto after = lists_of(more, 5, 10);
        after.erase(static_cast<AgentId>(more.size()));
        EXPECT_EQ(after, before);
    }
    for (const Vec2d shift : {Vec2d{4096, -512}, Vec2d{0.25, 1e6}}) {  // by whole steps of the lattice
        std::vector<Vec2d> elsewhere = places;
        for (Vec2d& p : elsewhere) p = Vec2d{std::nearbyint(p.x * 65536) / 65536, std::nearbyint(p.y * 65536) / 65536};
        const auto snapped = lists_of(elsewhere, 5, 10);
        for (Vec2d& p : elsewhere) p += shift;
        EXPECT_EQ(lists_of(elsewhere, 5, 10), snapped);
    }
}

TEST(Search, WhoSeemsNearIsNot) {
    // 65,536 m apart the lattice begins anew.
    const auto lists = lists_of({{0, 0}, {65536, 0}, {0, 65536}, {1, 0}, {65537, 0.5}}, 5, 10);
    EXPECT_EQ(lists.at(1).front(), 4u);
    EXPECT_EQ(lists.at(2).front(), 5u);
}

TEST(Search, FarRanges) {
    Dice dice(45);
    Crowd crowd;
    const auto v = values(700, 6);
    for (AgentId id = 1; id <= 120; ++id) crowd.add({id, {dice.between(0, 3000), dice.between(0, 900)}}, v);
    crowd.sort();
    crowd.form();
    crowd.sense();
    expect_lists(crowd, "far", 700, 6);
}

TEST(Search, OverlapIsTheDeepest) {
    Dice dice(44);
    Crowd crowd;
    const auto v = values(5, 10);
    for (AgentId id = 1; id <= 200; ++id) crowd.add({id, {dice.between(0, 10), dice.between(0, 10)}}, v);
    crowd.sort();
    crowd.form();
    crowd.sense();
    int overlapping = 0;
    for (const Octet& g : crowd.scratch.octets) {
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            double depth = 0;
            const Place p = crowd.world.now.place[g.row[lane]];
            for (Row other = 0; other < crowd.world.size(); ++other) {
                if (other == g.row[lane]) continue;
                const Place q = crowd.world.now.place[other];
                depth = std::max(depth, 2 * v[kRadius] - std::hypot(p.x - q.x, p.y - q.y));
            }
            EXPECT_NEAR(g.overlap[lane], depth, 1e-5);
            overlapping += depth > 0;
        }
    }
    EXPECT_GT(overlapping, 20);
}

TEST(CellOrder, CellsAreBoundedAndNobodyIsLost) {
    Dice dice(45);
    for (const Kind& kind : kinds(dice)) {
        for (const int threads : {1, 3}) {
            Crowd crowd({}, kind.periodic);
            crowd.workers = Workers(threads);
            const auto v = values(5, 10);
            for (std::size_t i = 0; i < kind.places.size(); ++i) {
                crowd.add({static_cast<AgentId>(i + 1), kind.places[i]}, v);
            }
            crowd.sort();
            EXPECT_LE(crowd.cells.cells(), std::max<std::size_t>(64, crowd.world.size())) << kind.name;
            std::vector<char> seen(kind.places.size() + 1);
            for (Row row = 0; row < crowd.world.size(); ++row) {
                const AgentId id = crowd.world.now.motion[row].id;
                EXPECT_EQ(crowd.world.now.place[row].x, kind.places[id - 1].x);
                EXPECT_EQ(crowd.world.now.place[row].y, kind.places[id - 1].y);
                seen[id]++;
            }
            EXPECT_EQ(std::count(seen.begin() + 1, seen.end(), 1), static_cast<long>(kind.places.size())) << kind.name;
        }
    }
}

TEST(CellOrder, ManyThreadsSortLikeOne) {
    // Chunks begin at 2048 rows each.
    Dice dice(46);
    std::vector<std::vector<AgentId>> orders;
    std::vector<Vec2d> places(9000);
    for (Vec2d& p : places) p = {dice.between(0, 100), dice.between(0, 100)};
    for (const int threads : {1, 2, 4}) {
        Crowd crowd;
        crowd.workers = Workers(threads);
        const auto v = values(5, 10);
        for (std::size_t i = 0; i < places.size(); ++i) crowd.add({static_cast<AgentId>(i + 1), places[i]}, v);
        crowd.sort();
        EXPECT_LE(crowd.cells.cells(), places.size());
        orders.emplace_back();
        for (Row row = 0; row < crowd.world.size(); ++row) orders.back().push_back(crowd.world.now.motion[row].id);
    }
    EXPECT_EQ(orders[0], orders[1]);
    EXPECT_EQ(orders[0], orders[2]);
}

/// Whether nothing stands before p, seen from `at`.
bool sees(const Map& map, Vec2d at, Vec2d p) {
    return !map.crosses_wall(at, at + (p - at) * (1 - 1e-6));
}

// Random lines: nobody's wall ends at another's.
TEST(Walls, NearestWallsThatEachAgentSees) {
    Dice dice(47);
    std::string wkt = "MULTILINESTRING (";
    for (int i = 0; i < 60; ++i) {
        const double x = dice.between(0, 20), y = dice.between(0, 20);
        wkt += (i > 0 ? ", (" : "(") + std::to_string(x) + " " + std::to_string(y) + ", " +
               std::to_string(x + dice.between(-3, 3)) + " " + std::to_string(y + dice.between(-3, 3)) + ")";
    }
    Crowd crowd(Map::from_wkt(wkt + ")"));
    const auto v = values(5, 10);
    for (AgentId id = 1; id <= 200; ++id) crowd.add({id, {dice.between(0, 20), dice.between(0, 20)}}, v, 0, 2.5);
    crowd.sort();
    crowd.form();
    gather_walls(crowd.view(), kCommonCount, crowd.scratch);
    std::size_t found = 0, seen = 0;
    for (std::size_t i = 0; i < crowd.scratch.octets.size(); ++i) {
        const Octet& g = crowd.scratch.octets[i];
        const auto& list = crowd.scratch.wall[i];
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const Vec2d at{g.place[lane].x, g.place[lane].y};
            const auto feet = static_cast<std::size_t>(crowd.scratch.foot[i].count[lane]);
            const auto count = static_cast<std::size_t>(list.count[lane]);
            ASSERT_LE(feet, count);
            std::vector<double> told;
            for (std::size_t k = 0; k < count; ++k) {
                const WallRecord& r = crowd.scratch.wall_records[list.begin + k];
                const Wall w{at + Vec2d{r.ax[lane], r.ay[lane]}, at + Vec2d{r.bx[lane], r.by[lane]}};
                told.push_back(distance(w, at));
                ++found;
            }
            EXPECT_TRUE(std::is_sorted(told.begin(), told.begin() + static_cast<std::ptrdiff_t>(feet)));
            EXPECT_TRUE(std::is_sorted(told.begin() + static_cast<std::ptrdiff_t>(feet), told.end()));
            // Every wall in range whose nearest point is in sight, and no other with its nearest point in front.
            std::vector<double> in_sight;
            for (const Wall& w : crowd.map.walls()) {
                if (distance(w, at) <= 2.5 && sees(crowd.map, at, nearest_point(w, at))) {
                    in_sight.push_back(distance(w, at));
                }
            }
            std::sort(in_sight.begin(), in_sight.end());
            ASSERT_EQ(feet, in_sight.size());
            for (std::size_t k = 0; k < feet; ++k) EXPECT_NEAR(told[k], in_sight[k], 1e-5);
            seen += feet;
        }
    }
    EXPECT_GT(seen, 200u);
    EXPECT_GT(found, 200u);
}

}  // namespace
}  // namespace sidestep
