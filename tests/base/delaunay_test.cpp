// The triangulation against CGAL, against its definition, and against the clock.
#include "base/delaunay.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "oracle/delaunay_oracle.h"
#include "support/dice.h"

namespace sidestep::test {
namespace {

using Links = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Points = std::vector<LatticePoint>;

std::vector<Site> sites_of(const Points& points) {
    std::vector<Site> sites;
    for (std::uint32_t i = 0; i < points.size(); ++i) sites.push_back({points[i], i + 1});
    return sites;
}

Links links_of(const std::vector<Site>& sites, int threads = 1) {
    Workers workers(threads);
    Delaunay d;
    d.build(sites, workers);
    Links links = d.links();
    for (auto& [a, b] : links) {
        if (a > b) std::swap(a, b);
    }
    std::sort(links.begin(), links.end());
    // The two ways to ask agree.
    Links seen;
    for (std::uint32_t s = 0; s < sites.size(); ++s) {
        d.for_each_linked(s, [&](std::uint32_t other) {
            if (s < other) seen.emplace_back(s, other);
        });
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, links);
    return links;
}
Links links_of(const Points& points) {
    return links_of(sites_of(points));
}

Points distinct(Points points) {
    std::sort(points.begin(), points.end(), comes_before);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

std::int64_t distance_squared(LatticePoint a, LatticePoint b) {
    const std::int64_t dx = std::int64_t{a.x} - b.x, dy = std::int64_t{a.y} - b.y;
    return dx * dx + dy * dy;
}

/// Every edge is locally Delaunay (which makes the whole triangulation so) and the edges are as many as a
/// triangulation of the points has: 3 n − 3 − those on the hull. Exact; the points must be distinct.
void expect_delaunay(const Points& points, const Links& links) {
    const std::size_t n = points.size();
    std::vector<std::vector<std::uint32_t>> around(n);
    for (const auto& [a, b] : links) {
        around[a].push_back(b);
        around[b].push_back(a);
    }
    const auto half = [](LatticePoint o, LatticePoint p) { return p.y > o.y || (p.y == o.y && p.x > o.x) ? 0 : 1; };
    for (std::uint32_t v = 0; v < n; ++v) {
        std::sort(around[v].begin(), around[v].end(), [&](std::uint32_t a, std::uint32_t b) {
            const int ha = half(points[v], points[a]), hb = half(points[v], points[b]);
            return ha != hb ? ha < hb : orientation(points[v], points[a], points[b]) > 0;
        });
    }
    /// The corner of the triangle to the left of a → b, where there is one.
    const auto apex = [&](std::uint32_t a, std::uint32_t b) -> std::int64_t {
        const auto& ring = around[a];
        const auto at = static_cast<std::size_t>(std::find(ring.begin(), ring.end(), b) - ring.begin());
        const std::uint32_t c = ring[(at + 1) % ring.size()];
        return orientation(points[a], points[b], points[c]) > 0 ? std::int64_t{c} : -1;
    };
    std::size_t on_hull = 0;
    for (const auto& [a, b] : links) {
        const std::int64_t left = apex(a, b), right = apex(b, a);
        on_hull += (left < 0) + (right < 0);
        if (left < 0 || right < 0) continue;
        ASSERT_LE(circle_side(points[a], points[b], points[static_cast<std::size_t>(left)],
                              points[static_cast<std::size_t>(right)]),
                  0);
    }
    if (n >= 2) {
        ASSERT_EQ(links.size() + on_hull, 3 * n - 3) << "a triangulation has as many";
    }
    // The faces outside are the convex hull: all turns along them are to the left or straight.
    for (const auto& [a, b] : links) {
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
            if (apex(to, from) >= 0) continue;  // inside on the right of from → to
            const auto& ring = around[to];
            const auto at = static_cast<std::size_t>(std::find(ring.begin(), ring.end(), from) - ring.begin());
            const std::uint32_t then = ring[(at + 1) % ring.size()];
            ASSERT_GE(orientation(points[from], points[to], points[then]), 0);
        }
    }
}

void expect_nearest_linked(const Points& points, const Links& links) {
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        std::int64_t nearest = INT64_MAX, linked = INT64_MAX;
        for (std::uint32_t k = 0; k < points.size(); ++k) {
            if (k != i) nearest = std::min(nearest, distance_squared(points[i], points[k]));
        }
        for (const auto& [a, b] : links) {
            if (a == i || b == i) linked = std::min(linked, distance_squared(points[a], points[b]));
        }
        ASSERT_EQ(linked, nearest);
    }
}

/// Whether four points of the triangulation lie on one circle, so that it is not the only one.
bool is_ambiguous(const Points& points, const Links& links) {
    std::map<std::uint32_t, std::set<std::uint32_t>> around;
    for (const auto& [a, b] : links) around[a].insert(b), around[b].insert(a);
    for (const auto& [a, b] : links) {
        std::vector<std::uint32_t> both;
        std::set_intersection(around[a].begin(), around[a].end(), around[b].begin(), around[b].end(),
                              std::back_inserter(both));
        for (const std::uint32_t c : both) {
            for (const std::uint32_t d : both) {
                const std::int64_t turn = orientation(points[a], points[b], points[c]);
                if (turn > 0 && orientation(points[a], points[b], points[d]) < 0 &&
                    circle_side(points[a], points[b], points[c], points[d]) == 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

enum class Kind { uniform, grid, circle, line, duplicates, clusters, far, coarse, strip, count };

LatticePoint lattice(double x, double y) {
    return {static_cast<std::int32_t>(to_lattice(x)), static_cast<std::int32_t>(to_lattice(y))};
}

Points make(Kind kind, Dice& dice) {
    Points points;
    const int n = 1 + dice.below(dice.below(10) == 0 ? 400 : 40);
    const double side = std::sqrt(n);
    switch (kind) {
        case Kind::uniform:
            for (int i = 0; i < n; ++i) points.push_back(lattice(dice.between(0, side), dice.between(0, side)));
            break;
        case Kind::grid: {
            const int wide = 1 + dice.below(12);
            for (int i = 0; i < n; ++i) points.push_back({(i % wide) * 1000, (i / wide) * 1000});
            break;
        }
        case Kind::circle: {
            // Pythagorean: 36 lattice points exactly on one circle, and some at random.
            const std::int32_t r = 1105, scale = 1 + dice.below(1000);
            for (std::int32_t x = -r; x <= r; ++x) {
                const auto y = static_cast<std::int32_t>(std::lround(std::sqrt(double(r) * r - double(x) * x)));
                if (x * x + y * y == r * r) {
                    points.push_back({x * scale, y * scale});
                    if (y != 0) points.push_back({x * scale, -y * scale});
                }
            }
            for (int i = 0; i < n / 2; ++i) points.push_back({dice.below(2 * r) - r, dice.below(2 * r) - r});
            if (dice.below(2) == 0) points.push_back({0, 0});
            break;
        }
        case Kind::line: {
            const int dx = dice.below(7) - 3, dy = dice.below(7) - 3;
            for (int i = 0; i < n; ++i) {
                const int t = dice.below(100000);
                points.push_back({t * dx, t * dy});
            }
            if (dice.below(4) == 0) points.push_back({dice.below(1000), dice.below(1000)});
            break;
        }
        case Kind::duplicates:
        case Kind::coarse:
            for (int i = 0; i < n; ++i) points.push_back({dice.below(8), dice.below(8)});
            break;
        case Kind::clusters:
            for (int i = 0; i < n; ++i) {
                const double x = 1000 * dice.below(3), y = 1000 * dice.below(3);
                points.push_back(lattice(x + dice.between(0, 0.001), y + dice.between(0, 0.001)));
            }
            break;
        case Kind::far:
            for (int i = 0; i < n; ++i) {
                const int corner = dice.below(4);
                const std::int32_t x = kLatticeLimit - dice.below(20), y = kLatticeLimit - dice.below(20);
                points.push_back({corner & 1 ? x : -x, corner & 2 ? y : -y});
            }
            break;
        case Kind::strip:
        default:
            for (int i = 0; i < n; ++i) points.push_back(lattice(dice.between(0, 1000), dice.between(0, 0.001)));
            break;
    }
    return points;
}

TEST(Lattice, CircleTestIsExactAtTheLimits) {
    const std::int32_t m = kLatticeLimit;
    const LatticePoint a{-m, -m}, b{m, -m}, c{m, m};
    EXPECT_EQ(circle_side(a, b, c, {-m, m}), 0);
    EXPECT_EQ(circle_side(a, b, c, {-m + 1, m}), 1);
    EXPECT_EQ(circle_side({-m + 1, -m}, b, c, {-m, m}), -1);
    EXPECT_EQ(orientation(a, c, {m - 1, m}), 2 * std::int64_t{m});
    EXPECT_EQ(orientation(a, {0, 0}, c), 0);
}

TEST(Lattice, OneOfTwoDiagonalsIsChosen) {
    const LatticePoint corner[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    int inside = 0;
    for (int i = 0; i < 4; ++i) {
        // Both triangles on either side of a diagonal agree about it.
        const bool one = inside_circle(corner[i], corner[(i + 1) % 4], corner[(i + 2) % 4], corner[(i + 3) % 4]);
        const bool other = inside_circle(corner[(i + 2) % 4], corner[(i + 3) % 4], corner[i], corner[(i + 1) % 4]);
        EXPECT_EQ(one, other);
        inside += one;
    }
    EXPECT_EQ(inside, 2);
}

TEST(Delaunay, FewPoints) {
    EXPECT_EQ(links_of(Points{}), Links{});
    EXPECT_EQ(links_of(Points{{3, 4}}), Links{});
    EXPECT_EQ(links_of(Points{{3, 4}, {1, 1}}), (Links{{0, 1}}));
    EXPECT_EQ(links_of(Points{{0, 0}, {20, 20}, {10, 10}, {30, 30}}), (Links{{0, 2}, {1, 2}, {1, 3}}));
    EXPECT_EQ(links_of(Points{{0, 0}, {20, 0}, {10, 10}}).size(), 3u);
}

TEST(Delaunay, EqualsTheOracleOnTenThousandSets) {
    Dice dice(7);
    int compared = 0, ambiguous = 0;
    for (int run = 0; run < 10'000; ++run) {
        const Kind kind = static_cast<Kind>(run % static_cast<int>(Kind::count));
        const Points points = distinct(make(kind, dice));
        const Links links = links_of(points);
        SCOPED_TRACE(
            fmt::format("set {} of kind {} with {} points", run, run % static_cast<int>(Kind::count), points.size()));
        ASSERT_NO_FATAL_FAILURE(expect_delaunay(points, links));
        if (points.size() >= 3) {
            ASSERT_LE(links.size(), 3 * points.size() - 6);
        }
        if (points.size() <= 60) {
            ASSERT_NO_FATAL_FAILURE(expect_nearest_linked(points, links));
        }
        const Links oracle = oracle_edges(points);
        ASSERT_EQ(links.size(), oracle.size());
        if (is_ambiguous(points, links)) {
            ASSERT_NO_FATAL_FAILURE(expect_delaunay(points, oracle));
            ++ambiguous;
        } else {
            ASSERT_EQ(links, oracle);
            ++compared;
        }
    }
    fmt::print("{} sets with the oracle's edges, {} with several valid triangulations\n", compared, ambiguous);
    EXPECT_GT(compared, 4000);
    EXPECT_GT(ambiguous, 2000);
}

TEST(Delaunay, LargeSetsEqualTheOracle) {
    Dice dice(11);
    for (const bool clustered : {false, true}) {
        Points points;
        for (int i = 0; i < 10'000; ++i) {
            // A crowd of 100 m, or the same with four of five people at one door.
            const bool at_door = clustered && i % 5 != 0;
            points.push_back(at_door ? lattice(50 + dice.between(-2, 2) * dice.unit(), 20 + dice.between(-2, 2))
                                     : lattice(dice.between(-50, 50), dice.between(-50, 50)));
        }
        points = distinct(points);
        const Links links = links_of(points);
        EXPECT_LE(links.size(), 3 * points.size() - 6);
        expect_delaunay(points, links);
        EXPECT_EQ(links, oracle_edges(points));
    }
}

TEST(Delaunay, DefinitionByBruteForce) {
    // An edge belongs to it when some circle through its ends is empty: no three others tell otherwise.
    Dice dice(3);
    for (int run = 0; run < 60; ++run) {
        Points points;
        for (int i = 0; i < 12; ++i) points.push_back({dice.below(1 << 20), dice.below(1 << 20)});
        points = distinct(points);
        std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
        const auto n = static_cast<std::uint32_t>(points.size());
        for (std::uint32_t a = 0; a < n; ++a) {
            for (std::uint32_t b = 0; b < n; ++b) {
                for (std::uint32_t c = 0; c < n; ++c) {
                    if (orientation(points[a], points[b], points[c]) <= 0) continue;
                    bool is_empty = true;
                    for (const LatticePoint p : points) {
                        is_empty &= circle_side(points[a], points[b], points[c], p) <= 0;
                    }
                    if (is_empty) expected.emplace(std::min(a, b), std::max(a, b));
                }
            }
        }
        const Links links = links_of(points);
        EXPECT_EQ(Links(expected.begin(), expected.end()), links);
    }
}

TEST(Delaunay, OrderOfSitesAndThreadsDoNotMatter) {
    Dice dice(5);
    for (int run = 0; run < 300; ++run) {
        const Kind kind = static_cast<Kind>(run % static_cast<int>(Kind::count));
        Points points = make(kind, dice);
        if (run % 10 == 0) {
            for (int i = 0; i < 2000; ++i) points.push_back({dice.below(40), dice.below(4000)});
        }
        const std::vector<Site> sites = sites_of(points);
        const Links links = links_of(sites);
        std::vector<std::uint32_t> order(sites.size());
        std::iota(order.begin(), order.end(), 0u);
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
        }
        std::vector<Site> shuffled;
        for (const std::uint32_t o : order) shuffled.push_back(sites[o]);
        Links back;
        for (const auto& [a, b] : links_of(shuffled, 2)) {
            back.emplace_back(std::min(order[a], order[b]), std::max(order[a], order[b]));
        }
        std::sort(back.begin(), back.end());
        ASSERT_EQ(back, links) << "kind " << run % static_cast<int>(Kind::count);
    }
}

TEST(Delaunay, EverybodyInOnePlaceIsLinked) {
    // Chains in order of id; the first stands for all.
    EXPECT_EQ(links_of(Points{{5, 5}, {5, 5}, {5, 5}}), (Links{{0, 1}, {1, 2}}));
    EXPECT_EQ(links_of(Points{{0, 0}, {5, 5}, {0, 0}, {5, 5}}), (Links{{0, 1}, {0, 2}, {1, 3}}));
    Dice dice(9);
    for (int run = 0; run < 200; ++run) {
        Points points;
        const int n = 3 + dice.below(300);
        for (int i = 0; i < n; ++i) points.push_back({dice.below(5), dice.below(1 + run % 7)});
        const Links links = links_of(points);
        EXPECT_LE(links.size(), 3 * points.size() - 6);
        std::vector<int> degree(points.size());
        for (const auto& [a, b] : links) ++degree[a], ++degree[b];
        EXPECT_TRUE(std::all_of(degree.begin(), degree.end(), [](int d) { return d > 0; }));
        expect_nearest_linked(points, links);
    }
}

TEST(Delaunay, TenThousandAsFastAsTheOracle) {
    Dice dice(13);
    Points points;
    for (int i = 0; i < 10'000; ++i) points.push_back(lattice(dice.between(0, 100), dice.between(0, 100)));
    const std::vector<Site> sites = sites_of(points);
    Workers workers(1);
    Delaunay d;
    double ours = 1e9, theirs = 1e9;
    for (int run = 0; run < 15; ++run) {
        const double begin = thread_seconds();
        d.build(sites, workers);
        ours = std::min(ours, thread_seconds() - begin);
        theirs = std::min(theirs, oracle_seconds(points));
    }
    fmt::print("10,000 points: ours {:.2f} ms, CGAL {:.2f} ms\n", ours * 1e3, theirs * 1e3);
#ifdef __OPTIMIZE__
    EXPECT_LE(ours, 1.2 * theirs);
#endif
}

}  // namespace
}  // namespace sidestep::test
