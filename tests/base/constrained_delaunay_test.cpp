#include "base/constrained_delaunay.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "base/hilbert.h"
#include "oracle/delaunay_oracle.h"
#include "support/dice.h"

namespace sidestep {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

struct Plan {
    std::vector<LatticePoint> points;
    std::vector<Pair> segments;
};

int sign(std::int64_t x) {
    return (x > 0) - (x < 0);
}

/// Whether two segments have more than an end in common; one may end on the other.
bool cross(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    return sign(orientation(a, b, c)) * sign(orientation(a, b, d)) < 0 &&
           sign(orientation(c, d, a)) * sign(orientation(c, d, b)) < 0;
}

/// Distinct points in a square of this many lattice steps, and segments that do not cross.
Plan random_plan(std::uint64_t seed, int points, int segments, int width) {
    test::Dice dice(seed);
    Plan plan;
    std::set<std::pair<int, int>> taken;
    for (int i = 0; i < points; ++i) {
        const LatticePoint p{dice.below(width), dice.below(width)};
        if (taken.insert({p.x, p.y}).second) plan.points.push_back(p);
    }
    const auto n = static_cast<int>(plan.points.size());
    for (int i = 0; i < segments && n > 1; ++i) {
        const auto a = static_cast<std::uint32_t>(dice.below(n)), b = static_cast<std::uint32_t>(dice.below(n));
        if (a == b) continue;
        const bool free = std::none_of(plan.segments.begin(), plan.segments.end(), [&](Pair s) {
            return cross(plan.points[a], plan.points[b], plan.points[s.first], plan.points[s.second]);
        });
        if (free) plan.segments.emplace_back(a, b);
    }
    return plan;
}

struct Built {
    ConstrainedDelaunay mesh;
    bool crossed = false;
};

Built build(const Plan& plan, int width) {
    Built built{ConstrainedDelaunay(plan.points, {-5, -5}, {width + 5, width + 5})};
    for (std::uint32_t s = 0; s < plan.segments.size() && !built.crossed; ++s) {
        const auto keep = [&](std::uint32_t, std::uint32_t, std::uint32_t) { return s; };
        built.crossed = built.mesh.constrain(plan.segments[s].first, plan.segments[s].second, keep).has_value();
    }
    return built;
}

/// Whether a free edge could be flipped because its four points lie on one circle.
bool is_tie(const std::vector<LatticePoint>& points, const std::set<Pair>& known, Pair edge) {
    // Its two triangles: the neighbours of both ends nearest to the edge on either side.
    std::vector<LatticePoint> sides[2];
    for (std::uint32_t v = 0; v < points.size(); ++v) {
        const auto has = [&](std::uint32_t u) { return known.count({std::min(u, v), std::max(u, v)}) > 0; };
        if (v == edge.first || v == edge.second || !has(edge.first) || !has(edge.second)) continue;
        const std::int64_t side = orientation(points[edge.first], points[edge.second], points[v]);
        if (side != 0) sides[side > 0].push_back(points[v]);
    }
    for (const LatticePoint l : sides[1]) {
        for (const LatticePoint r : sides[0]) {
            if (circle_side(points[edge.first], points[edge.second], l, r) == 0) return true;
        }
    }
    return false;
}

std::vector<Pair> edges_of(const ConstrainedDelaunay& mesh) {
    std::vector<Pair> edges;
    for (std::uint32_t h = 0; h < mesh.half_edges(); ++h) {
        if (mesh.twin(h) == ConstrainedDelaunay::kNone || h < mesh.twin(h)) {
            edges.emplace_back(std::min(mesh.origin(h), mesh.end(h)), std::max(mesh.origin(h), mesh.end(h)));
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

void expect_sound(const ConstrainedDelaunay& mesh) {
    for (std::uint32_t h = 0; h < mesh.half_edges(); ++h) {
        const LatticePoint a = mesh.point(mesh.origin(h)), b = mesh.point(mesh.end(h)), c = mesh.point(mesh.apex(h));
        ASSERT_GT(orientation(a, b, c), 0);
        const std::uint32_t g = mesh.twin(h);
        if (g == ConstrainedDelaunay::kNone) continue;
        ASSERT_EQ(mesh.twin(g), h);
        ASSERT_EQ(mesh.origin(g), mesh.end(h));
        ASSERT_EQ(mesh.label(g), mesh.label(h));
        if (mesh.label(h) == ConstrainedDelaunay::kFree) {
            ASSERT_FALSE(inside_circle(a, b, c, mesh.point(mesh.apex(g))));
        }
    }
    for (std::uint32_t v = 0; v < mesh.vertices(); ++v) ASSERT_EQ(mesh.origin(mesh.edge_of(v)), v);
    // Euler: all points inside the square.
    ASSERT_EQ(mesh.triangles(), 2 * (mesh.vertices() - 4) + 2);
}

TEST(ConstrainedDelaunay, EqualsCgalUpToPointsOnOneCircle) {
    for (const int width : {8, 30, 1 << 20}) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            SCOPED_TRACE(testing::Message() << "width " << width << " seed " << seed);
            const Plan plan = random_plan(seed, 60, 80, width);
            const Built built = build(plan, width);
            ASSERT_FALSE(built.crossed);
            expect_sound(built.mesh);
            const std::vector<Pair> ours = edges_of(built.mesh);
            const std::vector<Pair> theirs = test::oracle_edges(built.mesh.points(), plan.segments);
            ASSERT_EQ(ours.size(), theirs.size());
            const std::set<Pair> our_set(ours.begin(), ours.end()), their_set(theirs.begin(), theirs.end());
            for (const Pair& e : ours) {
                if (their_set.count(e) == 0) {
                    EXPECT_TRUE(is_tie(built.mesh.points(), our_set, e));
                }
            }
            if (width == 1 << 20) {
                EXPECT_EQ(ours, theirs);
            }
        }
    }
}

TEST(ConstrainedDelaunay, SegmentsAreEdges) {
    const bool held = rc::check("a segment is a chain of labelled edges", [] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        const int width = *rc::gen::element(4, 12, 100, 1 << 28);
        const Plan plan = random_plan(seed, *rc::gen::inRange(2, 60), *rc::gen::inRange(0, 60), width);
        const Built built = build(plan, width);
        RC_ASSERT(!built.crossed);
        std::set<Pair> labelled;
        for (std::uint32_t h = 0; h < built.mesh.half_edges(); ++h) {
            if (built.mesh.label(h) != ConstrainedDelaunay::kFree) {
                labelled.emplace(built.mesh.origin(h), built.mesh.end(h));
            }
        }
        for (const auto& [a, b] : plan.segments) {
            std::uint32_t at = a;
            while (at != b) {
                const auto next = std::find_if(labelled.begin(), labelled.end(), [&](Pair e) {
                    const auto& p = built.mesh.points();
                    const auto ahead = [&](std::uint32_t v) {
                        return std::int64_t{p[v].x - p[a].x} * (p[b].x - p[a].x) +
                               std::int64_t{p[v].y - p[a].y} * (p[b].y - p[a].y);
                    };
                    return e.first == at && orientation(p[a], p[b], p[e.second]) == 0 && ahead(e.second) > ahead(at) &&
                           ahead(e.second) <= ahead(b);
                });
                RC_ASSERT(next != labelled.end());
                at = next->second;
            }
        }
        expect_sound(built.mesh);
    });
    EXPECT_TRUE(held);
}

TEST(ConstrainedDelaunay, NoPointThatATriangleSeesLiesInItsCircle) {
    constexpr int kWidth = 300;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Plan plan = random_plan(seed, 40, 40, kWidth);
        for (LatticePoint& p : plan.points) p = {3 * p.x, 3 * p.y};  // so that centroids lie on the lattice
        const Built built = build(plan, 3 * kWidth + 1);
        ASSERT_FALSE(built.crossed);
        const ConstrainedDelaunay& mesh = built.mesh;
        for (std::uint32_t t = 0; t < mesh.triangles(); ++t) {
            const LatticePoint a = mesh.point(mesh.origin(3 * t)), b = mesh.point(mesh.origin(3 * t + 1)),
                               c = mesh.point(mesh.origin(3 * t + 2));
            const LatticePoint centroid{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
            for (std::uint32_t v = 0; v < plan.points.size(); ++v) {
                const LatticePoint p = mesh.point(v);
                if (p == a || p == b || p == c || circle_side(a, b, c, p) <= 0) continue;
                const bool hidden = std::any_of(plan.segments.begin(), plan.segments.end(), [&](Pair s) {
                    const LatticePoint from = mesh.point(s.first), to = mesh.point(s.second);
                    return sign(orientation(from, to, centroid)) * sign(orientation(from, to, p)) <= 0 &&
                           sign(orientation(centroid, p, from)) * sign(orientation(centroid, p, to)) <= 0;
                });
                ASSERT_TRUE(hidden);
            }
        }
    }
}

TEST(ConstrainedDelaunay, DoesNotDependOnTheOrderOfSegments) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Plan plan = random_plan(seed, 80, 60, 12);
        const std::vector<Pair> edges = edges_of(build(plan, 12).mesh);
        std::reverse(plan.segments.begin(), plan.segments.end());
        for (auto& [a, b] : plan.segments) std::swap(a, b);
        EXPECT_EQ(edges_of(build(plan, 12).mesh), edges);
    }
}

TEST(ConstrainedDelaunay, SaysWhatCrosses) {
    const Plan plan{{{0, 0}, {10, 10}, {0, 10}, {10, 0}}, {}};
    ConstrainedDelaunay mesh(plan.points, {-5, -5}, {15, 15});
    const auto keep = [](std::uint32_t, std::uint32_t, std::uint32_t) { return 0u; };
    EXPECT_FALSE(mesh.constrain(0, 1, keep));
    const auto crossing = mesh.constrain(2, 3, keep);
    ASSERT_TRUE(crossing);
    EXPECT_EQ(std::minmax(crossing->c, crossing->d), std::minmax(0u, 1u));
}

TEST(ConstrainedDelaunay, SplitsEdgesAndStaysDelaunay) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Plan plan = random_plan(seed, 50, 50, 1 << 20);
        Built built = build(plan, 1 << 20);
        test::Dice dice(seed);
        std::vector<std::uint32_t> changed;
        int splits = 0;
        for (int i = 0; i < 200; ++i) {
            const auto h = static_cast<std::uint32_t>(dice.below(static_cast<int>(built.mesh.half_edges())));
            if (built.mesh.label(h) == ConstrainedDelaunay::kFree) continue;
            const LatticePoint a = built.mesh.point(built.mesh.origin(h)), b = built.mesh.point(built.mesh.end(h));
            const double t = dice.unit();
            const LatticePoint p{static_cast<std::int32_t>(a.x + t * (b.x - a.x)),
                                 static_cast<std::int32_t>(a.y + t * (b.y - a.y))};
            if (!built.mesh.can_split(h, p)) continue;
            const std::uint32_t label = built.mesh.label(h);
            const std::uint32_t vertex = built.mesh.split(h, p, changed);
            ++splits;
            int arms = 0;
            const std::uint32_t first = built.mesh.edge_of(vertex);
            std::uint32_t e = first;
            do {
                arms += built.mesh.label(e) == label;
                e = built.mesh.turn_left(e);
            } while (e != first);
            ASSERT_EQ(arms, 2);
        }
        EXPECT_GT(splits, 10);
        expect_sound(built.mesh);
    }
}

TEST(Hilbert, NeighboursOnTheCurveAreNeighboursOnTheLattice) {
    std::vector<std::pair<std::uint64_t, LatticePoint>> order;
    for (int x = -16; x < 16; ++x) {
        for (int y = -16; y < 16; ++y) order.push_back({hilbert_place({x, y}), {x, y}});
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    int jumps = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const LatticePoint a = order[i - 1].second, b = order[i].second;
        jumps += std::abs(a.x - b.x) + std::abs(a.y - b.y) != 1;
    }
    // The square of 32 x 32 around the middle lies in four quarters of the curve's own square.
    EXPECT_LE(jumps, 3);
}

}  // namespace
}  // namespace sidestep
