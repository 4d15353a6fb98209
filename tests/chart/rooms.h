// The rooms of the specification (8 × 6 m, walls 0.1 m inside the border) and what tests ask of charts.
#pragma once

#include <string>

#include "base/math.h"
#include "chart/chart_set.h"
#include "sidestep/heading_chart.h"

namespace sidestep::test {

inline const std::string kRoom = "POLYGON ((0.1 0.1, 7.9 0.1, 7.9 5.9, 0.1 5.9, 0.1 0.1))";
/// Round a wall 0.1 m thick that ends at (4, 4.5), from below.
inline const std::string kSharpTurn =
    "POLYGON ((0.1 0.1, 3.95 0.1, 3.95 4.5, 4.05 4.5, 4.05 0.1, 7.9 0.1, 7.9 5.9, 0.1 5.9, 0.1 0.1))";
/// Round a wall 0.1 m thick from (2.5, 3) to the right.
inline const std::string kUTurn =
    "POLYGON ((0.1 0.1, 7.9 0.1, 7.9 2.95, 2.5 2.95, 2.5 3.05, 7.9 3.05, 7.9 5.9, 0.1 5.9, 0.1 0.1))";
inline constexpr Vec2d kUTurnStart{7, 1.8}, kUTurnGoal{7, 4.2};
/// Between two walls 0.1 m thick, one from below, one from above.
inline const std::string kSTurn =
    "POLYGON ((0.1 0.1, 2.65 0.1, 2.65 4, 2.75 4, 2.75 0.1, 7.9 0.1, 7.9 5.9, 5.35 5.9, 5.35 2, 5.25 2, 5.25 5.9, "
    "0.1 5.9, 0.1 0.1))";
inline constexpr Vec2d kSTurnStart{1, 1}, kSTurnGoal{7, 5};

/// As charts are made where nothing else is said.
inline std::vector<double> usual_radii() {
    std::vector<double> radii;
    for (int k = 0; k < 20; ++k) radii.push_back(1.5 * k / 19);
    return radii;
}

/// One chart, on a plane without walls.
inline std::shared_ptr<const ChartSet> on_open_plane(const ChartGoal& goal, double half_side, const ChartValues& values,
                                                     std::vector<double> radii) {
    ChartOptions options;
    options.area = ChartOptions::Area{{-half_side, -half_side}, {half_side, half_side}};
    options.radii = std::move(radii);
    return make_charts("", goal, values, options);
}

inline double degrees(Vec2d direction) {
    return arc_tangent(direction.y, direction.x) * 180 / kPi;
}
/// Of two angles in degrees, 0 to 180.
inline double between(double a, double b) {
    double d = a - b;
    while (d > 180) d -= 360;
    while (d < -180) d += 360;
    return d < 0 ? -d : d;
}

/// The circle through three points.
inline double circle_radius(Vec2d a, Vec2d b, Vec2d c) {
    const double twice = cross(b - a, c - b);
    const double area = twice < 0 ? -twice : twice;
    return area < 1e-12 ? 1e9 : norm(b - a) * norm(c - b) * norm(c - a) / (2 * area);
}

}  // namespace sidestep::test
