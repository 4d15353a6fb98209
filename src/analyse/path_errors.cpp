// Distance, area and speed between an observed and a walked path (Brogan and Johnson 2003, §5).
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "analyse/resample.h"
#include "sidestep/path_errors.h"

namespace sidestep {
namespace {

/// An edge of a closed curve, from left to right.
struct Edge {
    Vec2d left, right;
    int direction;  ///< 1: the curve runs to the right here
    double y_at(double x) const { return left.y + (right.y - left.y) * ((x - left.x) / (right.x - left.x)); }
};

std::vector<Edge> edges_of(std::span<const Vec2d> a, std::span<const Vec2d> b) {
    std::vector<Vec2d> curve(a.begin(), a.end());
    curve.insert(curve.end(), b.rbegin(), b.rend());
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const Vec2d from = curve[i], to = curve[(i + 1) % curve.size()];
        if (from.x < to.x) edges.push_back({from, to, 1});
        if (from.x > to.x) edges.push_back({to, from, -1});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& p, const Edge& q) { return p.left.x < q.left.x; });
    return edges;
}

/// Where edges begin, end and cross, ascending.
std::vector<double> cuts_of(std::span<const Edge> edges) {
    std::vector<double> cuts;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Edge& p = edges[i];
        cuts.push_back(p.left.x);
        cuts.push_back(p.right.x);
        for (std::size_t k = i + 1; k < edges.size() && edges[k].left.x < p.right.x; ++k) {
            const Edge& q = edges[k];
            const double from = q.left.x, to = std::min(p.right.x, q.right.x);
            const double before = q.y_at(from) - p.y_at(from), after = q.y_at(to) - p.y_at(to);
            if ((before < 0 && after > 0) || (before > 0 && after < 0))
                cuts.push_back(from + (to - from) * (before / (before - after)));
        }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

}  // namespace

double area_between(std::span<const Vec2d> a, std::span<const Vec2d> b) {
    // In strips between cuts no two edges cross: each strip is a pile of trapezoids with one winding number each.
    const std::vector<Edge> edges = edges_of(a, b);
    const std::vector<double> cuts = cuts_of(edges);
    double area = 0;
    std::vector<std::pair<double, int>> pile;  // height in the middle of the strip, direction
    std::vector<std::size_t> across;
    std::size_t next = 0;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const double from = cuts[i], to = cuts[i + 1], middle = 0.5 * (from + to);
        std::erase_if(across, [&](std::size_t e) { return edges[e].right.x <= from; });
        for (; next < edges.size() && edges[next].left.x <= from; ++next) across.push_back(next);
        pile.clear();
        for (const std::size_t e : across) pile.emplace_back(edges[e].y_at(middle), edges[e].direction);
        std::sort(pile.begin(), pile.end());
        int winding = 0;
        for (std::size_t k = 0; k + 1 < pile.size(); ++k) {
            winding += pile[k].second;
            area += std::abs(winding) * (pile[k + 1].first - pile[k].first) * (to - from);
        }
    }
    return area;
}

PathErrors path_errors(std::span<const Vec2d> observed, std::span<const Vec2d> walked, double step,
                       const PathErrorOptions& options) {
    if (!(step > 0)) throw std::invalid_argument("path_errors: the time step must be above 0 s");
    PathErrors errors;
    if (observed.empty() || walked.empty()) return errors;
    const std::size_t both = std::min(observed.size(), walked.size());
    const std::span<const Vec2d> whole = observed;
    if (options.steps != PathSteps::longer) observed = observed.first(both);
    if (options.steps == PathSteps::shorter) walked = walked.first(both);
    errors.steps = std::max(observed.size(), walked.size()) - 1;
    if (errors.steps == 0) return errors;
    const auto at = [](std::span<const Vec2d> path, std::size_t k) { return path[std::min(k, path.size() - 1)]; };
    for (std::size_t k = 1; k <= errors.steps; ++k) {
        const Vec2d o = at(observed, k), w = at(walked, k);
        errors.distance += norm(o - w);
        errors.speed += std::abs(norm(o - at(observed, k - 1)) - norm(w - at(walked, k - 1))) / step;
    }
    const auto steps = static_cast<double>(errors.steps);
    errors.distance /= steps;
    errors.speed /= steps;
    // The area is that between whole paths, however many steps it is shared among.
    errors.area = area_between(options.steps == PathSteps::shorter ? observed : whole, walked) / steps;
    return errors;
}

std::vector<Vec2d> sampled_path(const Track& track, const TrajectoryInfo& info, double step) {
    if (!(step > 0)) throw std::invalid_argument("sampled_path: the time step must be above 0 s");
    if (track.frame.empty()) return {};
    return resampled(info.periodic == Vec2d{} ? track : unrolled(track, info.periodic), info.fps, step);
}

std::vector<Vec2d> path_of_heel_strikes(std::span<const HeelStrike> strikes, double step) {
    if (!(step > 0)) throw std::invalid_argument("path_of_heel_strikes: the time step must be above 0 s");
    std::vector<HeelStrike> middle;
    for (std::size_t i = 1; i < strikes.size(); ++i) {
        if (!(strikes[i].time > strikes[i - 1].time))
            throw std::invalid_argument("path_of_heel_strikes: times must ascend");
        middle.push_back(
            {0.5 * (strikes[i - 1].time + strikes[i].time), 0.5 * (strikes[i - 1].place + strikes[i].place)});
    }
    std::vector<Vec2d> path;
    if (middle.empty()) return path;
    const auto velocity = [&](std::size_t i) {
        const HeelStrike& before = middle[i > 0 ? i - 1 : i];
        const HeelStrike& after = middle[std::min(i + 1, middle.size() - 1)];
        return after.time > before.time ? (after.place - before.place) / (after.time - before.time) : Vec2d{};
    };
    std::size_t piece = 0;
    for (std::size_t k = 0;; ++k) {
        const double time = middle.front().time + static_cast<double>(k) * step;
        if (time > middle.back().time + 1e-9 * step) return path;
        while (piece + 2 < middle.size() && middle[piece + 1].time <= time) ++piece;
        if (middle.size() == 1) {
            path.push_back(middle[0].place);
            continue;
        }
        // Cubic with the places and velocities of both ends.
        const HeelStrike& from = middle[piece];
        const HeelStrike& to = middle[piece + 1];
        const double length = to.time - from.time, u = std::min(1.0, (time - from.time) / length), v = 1 - u;
        path.push_back(from.place * (v * v * (1 + 2 * u)) + to.place * (u * u * (1 + 2 * v)) +
                       velocity(piece) * (length * u * v * v) - velocity(piece + 1) * (length * u * u * v));
    }
}

}  // namespace sidestep
