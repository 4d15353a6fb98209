// One agent's decision in double as the kernel of `experiment_based` puts it together. R stands at the origin, looks
// along x and walks at 1.4 m/s unless stated otherwise.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"
#include "avoid/experiment_based.h"

#define EXPECT_VEC(v, ex, ey, tolerance)   \
    do {                                   \
        const V vec = (v);                 \
        EXPECT_NEAR(vec.x, ex, tolerance); \
        EXPECT_NEAR(vec.y, ey, tolerance); \
    } while (false)

namespace sidestep::experiment_cases {

using namespace baseline;

using V = Vec<double>;
namespace model = experiment_based;

struct Parameters {
    ExperimentValues<double> p;
    int most;
};
inline Parameters values(test::Settings settings = {}) {
    // Random neighbours shall count wherever they are; what is out of view has its own test.
    settings.insert(settings.begin(), {"fov_deg", 360});
    const auto v = test::table(model::kInfo, settings);
    return {experiment_values<double>(v), v.most(model::kMaxInteractions)};
}

inline Own<double> walker(V velocity = {1.4, 0}, V pref = {1.4, 0}, V heading = {1, 0}) {
    return {.velocity = velocity, .heading = heading, .pref = pref, .radius = 0.25, .max_speed = 2.5, .dt = 0.02};
}

struct Other {
    Near<double> near;
    double time;  ///< t_obs
    V acceleration{0, 0};
    bool interacting = false, left = false;
};
inline Other other(V p, V v, double time = 0, V a = {0, 0}) {
    return {{p, v, 0.25}, time, a};
}

/// The same agent's decision as the kernel puts it together.
struct Result {
    V velocity;
    std::vector<Meeting<double>> meetings;
    bool several;
};
inline Result decide(const Own<double>& own, const std::vector<Other>& neighbours, const Parameters& values,
                     const std::vector<WallPiece<double>>& walls = {}) {
    const Kite<double> kite = kite_of(own, values.p.kite_side, values.p.kite_front_gain);
    std::vector<Near<double>> near;
    std::vector<Other> others;
    for (const Other& o : neighbours) {
        if (!in_view(kite, o.near, values.p.cos_half_fov)) continue;
        near.push_back(o.near);
        others.push_back(o);
    }
    Result r;
    r.meetings.resize(others.size());
    const auto noticed = [&](int k) -> Noticed<double> {
        const Other& o = others[static_cast<std::size_t>(k)];
        return {o.time, o.acceleration, o.interacting, o.left};
    };
    const auto d =
        experiment_decision(own, kite, NearList(near), WallList(walls), noticed, values.p, r.meetings.data());
    r.velocity = d.velocity;
    r.several = d.several;
    if (d.several) {
        std::vector<OtherWedge<double>> wedges;
        for (const auto& m : r.meetings) {
            wedges.push_back({m.wedge.apex, m.wedge.right, m.wedge.left, m.tti, m.wedge.inside, m.interacting});
        }
        std::vector<WallLimit<double>> limits;
        for (const auto& w : walls) limits.push_back(wall_limit(w, own.radius, true));
        std::vector<Span<double>> room(wedges.size());
        r.velocity = best_outside_wedges<double>({own.velocity, own.pref, own.max_speed, values.most, wedges, limits},
                                                 room.data());
    }
    return r;
}

inline double g_right(const Meeting<double>& m, const Own<double>& own) {
    return cross(m.wedge.right, m.wedge.apex - own.pref);
}
inline double g_left(const Meeting<double>& m, const Own<double>& own) {
    return cross(m.wedge.apex - own.pref, m.wedge.left);
}

enum class PassingRole { give_way, pass_first, sidestep };
/// Where the other's tangent cuts the heading axis (the page's label of roles).
inline PassingRole role(const Meeting<double>& m, V p, V h) {
    const V t = m.left ? m.wedge.left : m.wedge.right;
    if (std::abs(cross(h, t)) < 0.2 || std::abs(cross(h, p)) < 1e-6) return PassingRole::sidestep;
    return cross(p, t) / cross(h, t) > 0 ? PassingRole::give_way : PassingRole::pass_first;
}

inline std::vector<Other> random_others(test::Dice& dice, int n, double reach = 6) {
    std::vector<Other> others;
    for (int i = 0; i < n; ++i) {
        others.push_back(other({dice.between(-reach, reach), dice.between(-reach, reach)},
                               {dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)}, dice.between(0, 4)));
    }
    return others;
}

}  // namespace sidestep::experiment_cases
