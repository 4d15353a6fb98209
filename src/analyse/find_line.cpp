#include "analyse/find_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sidestep {
namespace {

// A loop is looked at in so many pieces, each with a middle, and drawn with waves up to so many round it: those of an
// oval of two straights and two half circles beyond the tenth are below a millimetre, while a head that sways sways
// within a few pieces.
constexpr std::size_t kPieces = 120;
constexpr int kWaves = 10;
constexpr std::size_t kDrawn = 240;
constexpr int kRounds = 8;
constexpr std::size_t kAngles = 36;  // all of these must have somebody for a loop

struct Middle {
    Vec2d sum{};
    double n = 0;
};

/// Where nobody is, evenly between those who are there.
std::vector<Vec2d> filled(const std::vector<Middle>& middles) {
    const std::size_t n = middles.size();
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < n; ++i) {
        if (middles[i].n > 0) known.push_back(i);
    }
    std::vector<Vec2d> points(n);
    for (std::size_t k = 0; k < known.size(); ++k) {
        const std::size_t a = known[k], b = known[(k + 1) % known.size()], steps = (b + n - a - 1) % n + 1;
        const Vec2d from = middles[a].sum / middles[a].n, to = middles[b].sum / middles[b].n;
        for (std::size_t i = 0; i < steps; ++i) {
            points[(a + i) % n] = from + (to - from) * (static_cast<double>(i) / static_cast<double>(steps));
        }
    }
    return points;
}

/// The closed curve of few waves nearest to points that stand for even pieces of it.
std::vector<Vec2d> smooth_loop(const std::vector<Vec2d>& points) {
    const auto n = static_cast<double>(points.size());
    std::vector<Vec2d> drawn(kDrawn);
    for (int wave = 0; wave <= kWaves; ++wave) {
        Vec2d even{}, odd{};
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double angle = 2 * std::numbers::pi * wave * (static_cast<double>(i) + 0.5) / n;
            even += points[i] * std::cos(angle);
            odd += points[i] * std::sin(angle);
        }
        const double share = (wave == 0 ? 1 : 2) / n;
        for (std::size_t k = 0; k < kDrawn; ++k) {
            const double angle = 2 * std::numbers::pi * wave * static_cast<double>(k) / kDrawn;
            drawn[k] += (even * std::cos(angle) + odd * std::sin(angle)) * share;
        }
    }
    return drawn;
}

/// The middle of the circle nearest to all places (Kåsa): unlike their mean it does not move to where many stand.
std::optional<Vec2d> middle_of(std::span<const Vec2d> places) {
    Vec2d mean{};
    for (const Vec2d p : places) mean += p;
    mean = mean / static_cast<double>(places.size());
    double xx = 0, xy = 0, yy = 0, xr = 0, yr = 0;
    for (const Vec2d p : places) {
        const Vec2d d = p - mean;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
        xr += d.x * norm_squared(d);
        yr += d.y * norm_squared(d);
    }
    const double area = xx * yy - xy * xy;
    if (!(area > 1e-9 * xx * yy)) return std::nullopt;
    return mean + Vec2d{xr * yy - yr * xy, yr * xx - xr * xy} / (2 * area);
}

}  // namespace

std::optional<WalkLine> straight_through(std::span<const Vec2d> places) {
    if (places.size() < 2) return std::nullopt;
    Vec2d mean{};
    for (const Vec2d p : places) mean += p;
    mean = mean / static_cast<double>(places.size());
    double xx = 0, xy = 0, yy = 0;
    for (const Vec2d p : places) {
        const Vec2d d = p - mean;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    const Vec2d way{std::cos(angle), std::sin(angle)};
    double low = 0, high = 0;
    for (const Vec2d p : places) {
        low = std::min(low, dot(p - mean, way));
        high = std::max(high, dot(p - mean, way));
    }
    if (!(high > low)) return std::nullopt;
    return WalkLine::open({mean + way * low, mean + way * high});
}

std::optional<WalkLine> loop_through(std::span<const Vec2d> places) {
    if (places.size() < kAngles) return std::nullopt;
    const std::optional<Vec2d> centre = middle_of(places);
    if (!centre) return std::nullopt;
    std::vector<Middle> around(kAngles);
    for (const Vec2d p : places) {
        const double angle = std::atan2(p.y - centre->y, p.x - centre->x) / (2 * std::numbers::pi);
        Middle& middle = around[static_cast<std::size_t>((angle - std::floor(angle)) * kAngles) % kAngles];
        middle.sum += p;
        ++middle.n;
    }
    if (std::ranges::any_of(around, [](const Middle& m) { return m.n == 0; })) return std::nullopt;
    // Beginning with the mean by angle, again and again the mean of those who are nearest to a piece of the curve.
    WalkLine line = WalkLine::loop(filled(around));
    for (int round = 0; round < kRounds; ++round) {
        std::vector<Middle> pieces(kPieces);
        for (const Vec2d p : places) {
            const double share = line.place(p).along / line.ring();
            Middle& middle = pieces[std::min(static_cast<std::size_t>(share * kPieces), kPieces - 1)];
            middle.sum += p;
            ++middle.n;
        }
        line = WalkLine::curve(smooth_loop(filled(pieces)));
    }
    return line;
}

}  // namespace sidestep
