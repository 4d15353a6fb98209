#include "route/threshold.h"

#include <algorithm>
#include <cmath>

#include "scenario/polygon.h"

namespace sidestep {

namespace {

constexpr double kInto = 0.5;        // m
constexpr double kLeastApart = 0.1;  // m between two entries
constexpr double kMostEntries = 128;
constexpr double kAmple = 2;  // m: no body is wider

}  // namespace

Threshold::Threshold(const Polygon& region, const Map& map) {
    double around = 0;
    for (std::size_t i = 0; i < region.size(); ++i) around += norm(region[(i + 1) % region.size()] - region[i]);
    const double apart = std::max(kLeastApart, around / kMostEntries);
    const double inwards = polygon_area(region) > 0 ? 1 : -1;
    for (std::size_t i = 0; i < region.size(); ++i) {
        const Vec2d a = region[i], b = region[(i + 1) % region.size()];
        const Vec2d into = left_of(unit(b - a)) * (inwards * kInto);
        const double count = std::ceil(norm(b - a) / apart);
        for (double k = 0; k < count; ++k) {
            const Vec2d border = a + (b - a) * ((k + 0.5) / count);
            const double room = map.walkable(border) ? map.clearance(border, kAmple) : 0;
            Entry& entry = entries_.emplace_back(Entry{border, room});
            const Vec2d inside = border + into;
            if (!contains(region, inside) || !map.walkable(inside) || map.crosses_wall(border, inside)) continue;
            if (const double deeper = map.clearance(inside, kAmple); deeper >= std::min(room, kInto)) {
                entry.inside = inside;
                entry.clearance = std::min(room, deeper);
            }
        }
    }
}

const Threshold::Entry& Threshold::entry(std::ptrdiff_t place) const {
    const auto count = static_cast<std::ptrdiff_t>(entries_.size());
    return entries_[static_cast<std::size_t>((place % count + count) % count)];
}

std::optional<std::size_t> Threshold::nearest(Vec2d p, double radius) const {
    std::optional<std::size_t> best;
    double best_distance = kUnlimited;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const double d = norm_squared(entries_[i].inside - p);
        if (entries_[i].clearance >= radius && d < best_distance) best_distance = d, best = i;
    }
    return best;
}

template <class Good>
Threshold::Stretch Threshold::grown(std::size_t middle, Good&& good) const {
    const auto start = static_cast<std::ptrdiff_t>(middle), half = static_cast<std::ptrdiff_t>(entries_.size() / 2);
    std::ptrdiff_t first = start, last = start;
    while (last < start + half && good(entry(last + 1))) ++last;
    while (first > start - half && good(entry(first - 1))) --first;
    return {static_cast<double>(first), static_cast<double>(last)};
}

Threshold::Stretch Threshold::about(std::size_t middle, double radius) const {
    return grown(middle, [&](const Entry& e) { return e.clearance >= radius; });
}

Threshold::Stretch Threshold::about(std::size_t middle, Vec2d from, double farthest, double radius) const {
    return grown(middle, [&](const Entry& e) {
        return e.clearance >= radius && norm_squared(e.inside - from) <= farthest * farthest;
    });
}

Vec2d Threshold::inside(double place) const {
    const double whole = std::floor(place);
    const auto i = static_cast<std::ptrdiff_t>(whole);
    const Vec2d a = entry(i).inside;
    return place > whole ? a + (entry(i + 1).inside - a) * (place - whole) : a;
}

}  // namespace sidestep
