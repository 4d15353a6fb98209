#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/round_number.h"
#include "sidestep/plot.h"

namespace sidestep::plot {

std::vector<double> ticks(double low, double high, std::size_t most) {
    if (!(high > low) || !std::isfinite(high - low)) return {low};
    most = std::max<std::size_t>(most, 2);
    double step = round_number_above((high - low) / static_cast<double>(most));
    while (true) {
        const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
        const double count = last - first + 1;
        if (count > static_cast<double>(most)) {
            step = round_number_above(step * 1.5);
            continue;
        }
        std::vector<double> at;
        for (double i = first; i <= last; ++i) at.push_back(i == 0 ? 0 : i * step);
        // A range within two round numbers shows at least its ends.
        if (at.size() < 2) return {low, high};
        return at;
    }
}

std::string tick_label(double value, double step) {
    std::string text;
    if (std::abs(value) >= 1e9 || (step != 0 && std::abs(step) < 1e-9)) {
        text = fmt::format("{:.3g}", value);
    } else {
        int digits = 0;
        for (double s = std::abs(step); digits < 9 && s > 0 && std::abs(s - std::round(s)) > 1e-6 * s; s *= 10)
            ++digits;
        text = fmt::format("{:.{}f}", value, digits);
        if (text.find_first_not_of("-0.") == std::string::npos) text = "0";
    }
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::vector<Vec2d> simplified(const std::vector<Vec2d>& points, double tolerance) {
    if (points.size() < 3) return points;
    std::vector<bool> keep(points.size(), false);
    keep.front() = keep.back() = true;
    // A stack instead of recursion: a path of a million points may be one spiral.
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        const Vec2d along = points[b] - points[a];
        const double length_squared = norm_squared(along);
        double farthest = tolerance * tolerance;
        std::size_t at = a;
        for (std::size_t i = a + 1; i < b; ++i) {
            const Vec2d d = points[i] - points[a];
            // To the segment, not its line: a path may turn back beyond its ends.
            const double t = length_squared > 0 ? std::clamp(dot(d, along) / length_squared, 0.0, 1.0) : 0.0;
            const double distance = norm_squared(d - along * t);
            if (distance > farthest) {
                farthest = distance;
                at = i;
            }
        }
        if (at == a) continue;
        keep[at] = true;
        open.emplace_back(a, at);
        open.emplace_back(at, b);
    }
    std::vector<Vec2d> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (keep[i]) kept.push_back(points[i]);
    }
    return kept;
}

}  // namespace sidestep::plot
