// ORCA: the published geometry, and whole decisions against an independent scalar implementation.
#include "avoid/orca.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;

Own<double> walker(V velocity, double radius = 0.5) {
    return {.velocity = velocity, .heading = {1, 0}, .pref = velocity, .radius = radius, .max_speed = 2, .dt = 0.1};
}

TEST(Orca, CheckValue) {
    // p = (4, 0), v_A = (1, 0), v_B = (−1, 0), R = 1, τ = 4: right leg, u = (−.125, −.484123).
    const Own<double> own = walker({1, 0});
    const Near<double> other{{4, 0}, {-1, 0}, 0.5};
    for (const double share : {0.5, 1.0, 0.0}) {
        const auto h = orca_plane(own, other, 1 / 4.0, 1 / own.dt, share, true);
        // Both legs are equally far for a head-on meeting: the normal is that of one of them, mirrored in y.
        EXPECT_NEAR(h.n.x, -0.25, 1e-6);
        EXPECT_NEAR(std::fabs(h.n.y), 0.968246, 1e-6);
        const V u{-0.125, std::copysign(0.484123, h.n.y)};
        EXPECT_NEAR(norm(u), 0.5, 1e-6);
        const V point = own.velocity + u * share;
        EXPECT_NEAR(violation(h, point), 0, 1e-6) << "the point lies on the border";
    }
    // The other half of responsibility: point (.9375, ∓.242061).
    const auto h = orca_plane(own, other, 1 / 4.0, 1 / own.dt, 0.5, true);
    EXPECT_NEAR(dot(h.n, V{0.9375, std::copysign(0.242061, h.n.y)}), h.c, 1e-6);
}

TEST(Orca, CheckValueOnTheRight) {
    // A hair of asymmetry decides for the right leg as printed: direction (−.968246, .25).
    Own<double> own = walker({1, -1e-9});
    const auto h = orca_plane(own, Near<double>{{4, 0}, {-1, 0}, 0.5}, 1 / 4.0, 1 / own.dt, 0.5, true);
    const V direction{h.n.y, -h.n.x};
    EXPECT_NEAR(direction.x, -0.968246, 1e-6);
    EXPECT_NEAR(direction.y, 0.25, 1e-6);
    EXPECT_NEAR(dot(h.n, V{0.9375, -0.242061}), h.c, 1e-6);
}

/// Whether two discs meet within the time when velocities stay.
bool meet(V position, V relative, double reach, double time) {
    // Distance² is a parabola in time: its least value on [0, time].
    const double a = dot(relative, relative), b = dot(position, relative);
    const double t = a > 0 ? std::clamp(b / a, 0.0, time) : 0;
    return norm(position - relative * t) < reach;
}

TEST(Orca, PlanesAreTangentToTheVelocityObstacle) {
    // With all responsibility, the border point nearest to the velocity is just free of collision, slightly beyond it
    // is not, and everything beyond the border near it is free.
    test::Dice dice(21);
    int inside = 0, outside = 0;
    for (int i = 0; i < 5000; ++i) {
        const V p{dice.between(-5, 5), dice.between(-5, 5)};
        if (norm(p) < 1.05) continue;
        const Own<double> own = walker({dice.between(-2, 2), dice.between(-2, 2)});
        const Near<double> other{p, {dice.between(-2, 2), dice.between(-2, 2)}, 0.5};
        const double horizon = dice.between(0.5, 6);
        const auto h = orca_plane(own, other, 1 / horizon, 1 / own.dt, 1.0, true);
        ASSERT_NEAR(norm(h.n), 1, 1e-9);
        const double gap = violation(h, own.velocity);
        const V border = own.velocity + h.n * gap;
        const bool hits = meet(p, own.velocity - other.velocity, 1.0, horizon);
        EXPECT_EQ(hits, gap > 0) << i;
        EXPECT_FALSE(meet(p, border + h.n * 1e-6 - other.velocity, 1.0, horizon)) << i;
        EXPECT_TRUE(meet(p, border - h.n * 1e-4 - other.velocity, 1.0, horizon)) << i;
        (hits ? inside : outside)++;
    }
    EXPECT_GT(inside, 300);
    EXPECT_GT(outside, 300);
}

TEST(Orca, OverlappingBodiesPartWithinAStep) {
    const Own<double> own = walker({0, 0});
    const auto h = orca_plane(own, Near<double>{{0.8, 0}, {0, 0}, 0.5}, 1 / 3.0, 1 / own.dt, 0.5, true);
    // 0.2 m of overlap in 0.1 s, half each.
    EXPECT_NEAR(h.n.x, -1, 1e-9);
    EXPECT_NEAR(h.c, 1.0, 1e-9);
    // In one place: along x, opposite for the two.
    const Near<double> same{{0, 0}, {0, 0}, 0.5};
    const auto a = orca_plane(own, same, 1 / 3.0, 1 / own.dt, 0.5, true),
               b = orca_plane(own, same, 1 / 3.0, 1 / own.dt, 0.5, false);
    EXPECT_NEAR(a.n.x, -b.n.x, 1e-9);
    EXPECT_NEAR(std::fabs(a.n.x), 1, 1e-9);
    EXPECT_NEAR(a.c, 5, 1e-9);
}

TEST(Orca, WallPlanesAreTangentToTheWallsVelocityObstacle) {
    test::Dice dice(22);
    const double radius = 0.3;
    const auto hits = [&](const WallPiece<double>& w, V v, double time) {
        // Walked out in small steps; the tolerance below covers them.
        for (int k = 0; k <= 400; ++k) {
            const V at = v * (time * k / 400);
            const WallPiece<double> from_there{w.a - at, w.b - at};
            if (norm(nearest_point(from_there)) < radius) return true;
        }
        return false;
    };
    int inside = 0;
    for (int i = 0; i < 3000; ++i) {
        const WallPiece<double> wall{{dice.between(-3, 3), dice.between(-3, 3)},
                                     {dice.between(-3, 3), dice.between(-3, 3)}};
        if (norm(nearest_point(wall)) < radius + 0.02) continue;
        const Own<double> own = walker({dice.between(-2, 2), dice.between(-2, 2)}, radius);
        const double horizon = dice.between(0.5, 2);
        const auto h = orca_wall_plane(own, wall, horizon);
        ASSERT_NEAR(norm(h.n), 1, 1e-9) << i;
        EXPECT_LE(h.c, 1e-9) << "standing still is always permitted, " << i;
        const double gap = violation(h, own.velocity);
        const V border = own.velocity + h.n * gap;
        EXPECT_FALSE(hits(wall, border + h.n * 1e-6, horizon)) << i;
        EXPECT_TRUE(hits(wall, border - h.n * 0.02, horizon)) << i << ": the border is farther out than it need be";
        inside += gap > 0;
    }
    EXPECT_GT(inside, 300);
}

// ---- an independent implementation: lines as point and direction, one after the other ----

struct Line {
    V point, direction;  // permitted: left of it
};

struct Reference {
    double max_speed, dt, horizon;

    Line line(V p, V v_a, V v_b, double reach) const {
        const V rv = v_a - v_b;
        const double d2 = dot(p, p);
        Line l;
        V u;
        if (d2 > reach * reach) {
            const V w = rv - p * (1 / horizon);
            const double wp = dot(w, p);
            if (wp < 0 && wp * wp > reach * reach * dot(w, w)) {
                const V hat = w * (1 / norm(w));
                l.direction = {hat.y, -hat.x};
                u = hat * (reach / horizon - norm(w));
            } else {
                const double leg = std::sqrt(d2 - reach * reach);
                if (cross(p, w) > 0) {
                    l.direction = V{p.x * leg - p.y * reach, p.x * reach + p.y * leg} * (1 / d2);
                } else {
                    l.direction = V{p.x * leg + p.y * reach, -p.x * reach + p.y * leg} * (-1 / d2);
                }
                u = l.direction * dot(rv, l.direction) - rv;
            }
        } else {
            const V w = rv - p * (1 / dt);
            const V hat = w * (1 / norm(w));
            l.direction = {hat.y, -hat.x};
            u = hat * (reach / dt - norm(w));
        }
        l.point = v_a + u * 0.5;
        return l;
    }

    static bool outside(const Line& l, V v) { return cross(l.direction, l.point - v) > 0; }

    bool on_line(const std::vector<Line>& lines, std::size_t i, V aim, bool direction, V& result) const {
        const Line& l = lines[i];
        const double along = dot(l.point, l.direction);
        const double room = along * along + max_speed * max_speed - dot(l.point, l.point);
        if (room < 0) return false;
        double low = -along - std::sqrt(room), high = -along + std::sqrt(room);
        for (std::size_t j = 0; j < i; ++j) {
            const double denominator = cross(l.direction, lines[j].direction);
            const double numerator = cross(lines[j].direction, l.point - lines[j].point);
            if (std::fabs(denominator) <= 1e-5) {
                if (numerator < 0) return false;
                continue;
            }
            const double t = numerator / denominator;
            if (denominator >= 0) {
                high = std::min(high, t);
            } else {
                low = std::max(low, t);
            }
            if (low > high) return false;
        }
        double t;
        if (direction) {
            t = dot(aim, l.direction) > 0 ? high : low;
        } else {
            t = std::clamp(dot(l.direction, aim - l.point), low, high);
        }
        result = l.point + l.direction * t;
        return true;
    }

    std::size_t optimum(const std::vector<Line>& lines, V aim, bool direction, V& result) const {
        if (direction) {
            result = aim * max_speed;
        } else {
            result = norm(aim) > max_speed ? aim * (max_speed / norm(aim)) : aim;
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!outside(lines[i], result)) continue;
            const V before = result;
            if (!on_line(lines, i, aim, direction, result)) {
                result = before;
                return i;
            }
        }
        return lines.size();
    }

    void least_penetration(const std::vector<Line>& lines, std::size_t begin, V& result) const {
        double distance = 0;
        for (std::size_t i = begin; i < lines.size(); ++i) {
            if (cross(lines[i].direction, lines[i].point - result) <= distance) continue;
            std::vector<Line> between;
            for (std::size_t j = 0; j < i; ++j) {
                Line l;
                const double det = cross(lines[i].direction, lines[j].direction);
                if (std::fabs(det) <= 1e-5) {
                    if (dot(lines[i].direction, lines[j].direction) > 0) continue;
                    l.point = (lines[i].point + lines[j].point) * 0.5;
                } else {
                    const double t = cross(lines[j].direction, lines[i].point - lines[j].point) / det;
                    l.point = lines[i].point + lines[i].direction * t;
                }
                const V d = lines[j].direction - lines[i].direction;
                l.direction = d * (1 / norm(d));
                between.push_back(l);
            }
            const V before = result;
            if (optimum(between, V{-lines[i].direction.y, lines[i].direction.x}, true, result) < between.size()) {
                result = before;
            }
            distance = cross(lines[i].direction, lines[i].point - result);
        }
    }

    V decide(const std::vector<Line>& lines, V pref) const {
        V result;
        const std::size_t failed = optimum(lines, pref, false, result);
        if (failed < lines.size()) least_penetration(lines, failed, result);
        return result;
    }
};

struct Agreement {
    int agents = 0, differ = 0, squeezed = 0;
    double worst = 0;
};

Agreement compare(double density, double spacing, std::uint64_t seed, int crowds) {
    test::Dice dice(seed);
    Agreement a;
    for (int c = 0; c < crowds; ++c) {
        const auto people = test::random_bodies(dice, 200, density, spacing);
        test::Crowd crowd;
        test::decide(crowd, people, "orca", {{"radius", 0.25}});
        std::map<AgentId, Vec2f> decided;
        for (Row row = 0; row < crowd.world.size(); ++row) {
            const Decision& d = crowd.world.decisions[row];
            decided[crowd.world.now.motion[row].id] = {d.vx, d.vy};
        }
        const Reference reference{2.0, 0.1f, 3.0};
        for (const test::Body& me : people) {
            // The ten nearest within 5 m.
            std::vector<std::pair<double, const test::Body*>> near;
            for (const test::Body& other : people) {
                const double d = sidestep::norm(other.position - me.position);
                if (&other != &me && d < 5) near.emplace_back(d, &other);
            }
            std::sort(near.begin(), near.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
            near.resize(std::min<std::size_t>(near.size(), 10));
            const V v{me.velocity.x, me.velocity.y};
            std::vector<Line> lines;
            for (const auto& [d, other] : near) {
                const Vec2d p = other->position - me.position;
                lines.push_back(reference.line({p.x, p.y}, v, {other->velocity.x, other->velocity.y}, 0.5));
            }
            const V expected = reference.decide(lines, {me.pref.x, me.pref.y});
            const Vec2f is = decided.at(me.id);
            const double off = norm(V{is.x, is.y} - expected);
            ++a.agents;
            a.differ += !(off <= 1e-3);
            a.worst = std::max(a.worst, off);
            V squeezed;
            a.squeezed += reference.optimum(lines, {me.pref.x, me.pref.y}, false, squeezed) < lines.size();
        }
    }
    return a;
}

TEST(Orca, AgreesWithAnIndependentImplementation) {
    const struct {
        double density, spacing;
    } crowds[] = {{0.1, 0.6}, {0.5, 0.6}, {0.9, 0.6}, {1.5, 0.55}, {2.0, 0.3}};
    int squeezed = 0;
    for (const auto& [density, spacing] : crowds) {
        const Agreement a = compare(density, spacing, 23, 20);
        EXPECT_LE(a.differ, a.agents / 1000) << "density " << density << ", worst " << a.worst << ", of " << a.agents;
        squeezed += a.squeezed;
        std::printf("density %.1f: %d agents, %d squeezed, %d differ, worst %.2g m/s\n", density, a.agents, a.squeezed,
                    a.differ, a.worst);
    }
    EXPECT_GT(squeezed, 1000) << "the least-violation program was compared too";
}

TEST(Orca, PackAgreesWithDouble) {
    test::expect_lanes_agree({.model = "orca", .seed = 24, .spacing = 0.4, .at_walls = 30}, [](const test::Decided& d) {
        std::vector<HalfPlane<double>> planes(d.near.size() + d.walls.size());
        const int hard = orca_planes(d.own, NearList(d.near), WallList(d.walls), 3.0, 0.5, 0.5, planes.data());
        const auto at = [&](int k) -> const HalfPlane<double>& { return planes[static_cast<std::size_t>(k)]; };
        const int count = static_cast<int>(planes.size());
        const auto r = solve_planes<true, double>(at, count, d.own.pref, d.own.max_speed, true);
        return r.feasible ? r.v : least_violation<double>(at, hard, count, d.own.pref, d.own.max_speed, true);
    });
}

TEST(Orca, DegenerateInputGivesNumbers) {
    const std::vector<Near<double>> near(5, Near<double>{{0, 0}, {0, 0}, 0.25});
    const std::vector<WallPiece<double>> walls = {{{0, 0}, {1, 0}}, {{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}};
    HalfPlane<double> planes[8];
    const Own<double> own = walker({0, 0}, 0.25);
    const int hard = orca_planes(own, NearList(near), WallList(walls), 3.0, 1.0, 0.5, planes);
    for (const auto& h : planes) EXPECT_TRUE(std::isfinite(h.n.x) && std::isfinite(h.n.y) && std::isfinite(h.c));
    const auto at = [&](int k) -> const HalfPlane<double>& { return planes[k]; };
    const V v = least_violation<double>(at, hard, 8, V{0, 0}, 2.0, true);
    EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
}

}  // namespace
}  // namespace sidestep
