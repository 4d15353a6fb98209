// Small scenes stepped in double with nothing but a model's decision: no wall guarantee, no contacts, no limits but
// those of the model. They show what the model itself does, and the speed it asked for before that was clamped: a clamp
// hides a blow-up.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "avoid/lanes.h"
#include "support/dice.h"

namespace sidestep::test {

struct Scan {
    struct Walker {
        baseline::Vec<double> position, goal;
        bool stands = false;
        baseline::Vec<double> velocity{0, 0};
        baseline::Vec<double> heading{1, 0};
        double arrival = -1;
    };
    std::vector<Walker> walkers;
    std::vector<baseline::WallPiece<double>> walls;  // absolute
    double radius = 0.25, pref_speed = 1.3, max_speed = 1.69;
    double duration = 25, range = 10;
    int most = 0;  ///< neighbours; 0: all in range
};

/// 8 m apart, slightly offset.
inline Scan head_on_scan(double offset = 0.05) {
    Scan s;
    s.walkers = {{{-4, 0}, {4, 0}}, {{4, offset}, {-4, offset}}};
    return s;
}

/// Ten on a circle of 4 m, each to the opposite side; angles off by up to 0.02.
inline Scan circle_scan(std::uint64_t seed = 1) {
    Scan s;
    Dice dice(seed);
    for (int i = 0; i < 10; ++i) {
        const double angle = 2 * kPi * i / 10 + dice.between(-0.02, 0.02);
        const baseline::Vec<double> at{4 * std::cos(angle), 4 * std::sin(angle)};
        s.walkers.push_back({at, -at});
    }
    return s;
}

/// Six in file behind somebody who stands, in a corridor 1 m wide; each a little left or right of the middle.
inline Scan queue_scan(double aside = 0.05, double spacing = 1.2) {
    Scan s;
    s.duration = 15;
    s.walkers.push_back({{8, 0}, {8, 0}, true});
    for (int i = 0; i < 6; ++i) s.walkers.push_back({{4.5 - spacing * i, i % 2 == 0 ? aside : -aside}, {20, 0}});
    s.walls = {{{-5, -0.5}, {15, -0.5}}, {{-5, 0.5}, {15, 0.5}}};
    return s;
}

struct ScanResult {
    int arrived = 0;
    double last_arrival = 0;
    double deepest = 0;       ///< overlap of two bodies
    double deepest_wall = 0;  ///< of a body and a wall
    double fastest_raw = 0;   ///< speed asked for, before it was limited
};

/// `decide` gives the velocity before it is limited to the maximum speed. Whoever is within 0.5 m of its goal leaves.
template <class Decide>
ScanResult run_scan(Scan scan, double dt, const Decide& decide) {
    using V = baseline::Vec<double>;
    ScanResult result;
    const int steps = static_cast<int>(std::lround(scan.duration / dt));
    for (int step = 1; step <= steps; ++step) {
        std::vector<V> next(scan.walkers.size());
        for (std::size_t i = 0; i < scan.walkers.size(); ++i) {
            Scan::Walker& me = scan.walkers[i];
            if (me.arrival >= 0 || me.stands) continue;
            const V to = me.goal - me.position;
            const double wish = std::min(scan.pref_speed, norm(to) / dt);
            const baseline::Own<double> own{.velocity = me.velocity,
                                            .heading = me.heading,
                                            .pref = to * (wish / norm(to)),
                                            .radius = scan.radius,
                                            .max_speed = scan.max_speed,
                                            .dt = dt};
            std::vector<baseline::Near<double>> near;
            for (std::size_t j = 0; j < scan.walkers.size(); ++j) {
                const Scan::Walker& other = scan.walkers[j];
                const V p = other.position - me.position;
                if (j == i || other.arrival >= 0 || norm(p) > scan.range) continue;
                near.push_back({p, other.velocity, scan.radius});
            }
            std::sort(near.begin(), near.end(),
                      [](const auto& a, const auto& b) { return norm(a.position) < norm(b.position); });
            if (scan.most > 0 && static_cast<int>(near.size()) > scan.most)
                near.resize(static_cast<std::size_t>(scan.most));
            std::vector<baseline::WallPiece<double>> walls;
            for (const auto& w : scan.walls) walls.push_back({w.a - me.position, w.b - me.position});
            const V raw = decide(own, to, baseline::NearList(near), baseline::WallList(walls));
            result.fastest_raw = std::max(result.fastest_raw, norm(raw));
            next[i] = limited(raw, scan.max_speed);
        }
        for (std::size_t i = 0; i < scan.walkers.size(); ++i) {
            Scan::Walker& me = scan.walkers[i];
            if (me.arrival >= 0 || me.stands) continue;
            me.velocity = next[i];
            me.heading = heading_after(me.velocity, me.heading);
            me.position += me.velocity * dt;
            if (norm(me.goal - me.position) <= 0.5) {
                me.arrival = step * dt;
                ++result.arrived;
                result.last_arrival = me.arrival;
            }
        }
        for (std::size_t i = 0; i < scan.walkers.size(); ++i) {
            const Scan::Walker& me = scan.walkers[i];
            if (me.arrival >= 0) continue;
            for (std::size_t j = 0; j < i; ++j) {
                if (scan.walkers[j].arrival >= 0) continue;
                result.deepest =
                    std::max(result.deepest, 2 * scan.radius - norm(scan.walkers[j].position - me.position));
            }
            for (const auto& w : scan.walls) {
                const V q = nearest_point(baseline::WallPiece<double>{w.a - me.position, w.b - me.position});
                result.deepest_wall = std::max(result.deepest_wall, scan.radius - norm(q));
            }
        }
    }
    return result;
}

}  // namespace sidestep::test
