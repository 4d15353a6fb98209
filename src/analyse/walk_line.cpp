// Places along a line.
#include "sidestep/walk_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyse/file_order.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr int kArcCorners = 360;  // of a half circle: its length is right to 3 parts in a million

[[noreturn]] void refuse(std::string message, std::string value, std::string allowed) {
    throw InputError({.message = std::move(message),
                      .value = std::move(value),
                      .allowed = std::move(allowed),
                      .remedy = "Give a line, a loop or a distance around a line; or leave it out to have one found."});
}

void drop_repeated(std::vector<Vec2d>& corners, bool closed) {
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    while (closed && corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
    for (const Vec2d c : corners) {
        if (!std::isfinite(c.x) || !std::isfinite(c.y)) {
            refuse("a line to walk along goes through a place that is none", fmt::format("({}, {})", c.x, c.y),
                   "finite coordinates");
        }
    }
}

}  // namespace

WalkLine::WalkLine(std::vector<Vec2d> corners, double ring, bool wraps)
    : corners_(std::move(corners)), ring_(ring), wraps_(wraps) {
    along_.push_back(0);
    for (std::size_t i = 1; i < corners_.size(); ++i) {
        along_.push_back(along_.back() + norm(corners_[i] - corners_[i - 1]));
    }
}

WalkLine WalkLine::open(std::vector<Vec2d> corners) {
    drop_repeated(corners, false);
    if (corners.size() < 2) refuse("a line to walk along leads nowhere", {}, "two or more different corners");
    return {std::move(corners), 0, false};
}

WalkLine WalkLine::loop(std::vector<Vec2d> corners) {
    drop_repeated(corners, true);
    if (corners.size() < 3) refuse("a loop to walk along encloses nothing", {}, "three or more different corners");
    corners.push_back(corners.front());
    WalkLine line(std::move(corners), 0, false);
    line.ring_ = line.length();
    return line;
}

WalkLine WalkLine::curve(std::vector<Vec2d> points) {
    drop_repeated(points, true);
    std::vector<Vec2d> tangents;
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) tangents.push_back(unit(points[(i + 1) % n] - points[(i + n - 1) % n]));
    return curve(std::move(points), std::move(tangents));
}

WalkLine WalkLine::curve(std::vector<Vec2d> points, std::vector<Vec2d> tangents) {
    WalkLine line = loop(std::move(points));
    line.tangents_ = std::move(tangents);
    line.tangents_.push_back(line.tangents_.front());
    return line;
}

WalkLine WalkLine::around(Vec2d a, Vec2d b, double radius) {
    if (!(radius > 0) || !std::isfinite(radius)) {
        refuse("the distance of a loop from the line it goes around is none", fmt::format("{} m", radius),
               "a number of metres above 0");
    }
    const Vec2d way = a == b ? Vec2d{1, 0} : unit(b - a);
    std::vector<Vec2d> points, tangents;
    const auto arc = [&](Vec2d middle, double side) {
        // Of a circle, halves meet in one point.
        for (int i = a == b ? 1 : 0; i <= kArcCorners; ++i) {
            const double angle = std::numbers::pi * (static_cast<double>(i) / kArcCorners - 0.5);
            const Vec2d out = (way * std::cos(angle) + left_of(way) * std::sin(angle)) * side;
            points.push_back(middle + out * radius);
            tangents.push_back(left_of(out));
        }
    };
    arc(b, 1);
    arc(a, -1);
    // The straight on the right of the line is walked first.
    std::rotate(points.begin(), points.end() - 1, points.end());
    std::rotate(tangents.begin(), tangents.end() - 1, tangents.end());
    return curve(std::move(points), std::move(tangents));
}

WalkLine WalkLine::periodic(Vec2d start, Vec2d direction, double length) {
    if (!(length > 0) || !std::isfinite(length) || !(norm(direction) > 0)) {
        refuse("the length of a periodic line is none", fmt::format("{} m", length), "a number of metres above 0");
    }
    return {{start, start + unit(direction) * length}, length, true};
}

WalkLine::Place WalkLine::place(Vec2d point) const {
    Place best;
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    const std::size_t segments = corners_.size() - 1;
    for (std::size_t i = 0; i < segments; ++i) {
        const Vec2d way = corners_[i + 1] - corners_[i], off = point - corners_[i];
        const double length = along_[i + 1] - along_[i];
        double share = dot(off, way) / (length * length);
        const bool closed = ring_ > 0 && !wraps_;
        if (closed || i > 0) share = std::max(share, 0.0);
        if (closed || i + 1 < segments) share = std::min(share, 1.0);
        const double distance = norm_squared(off - way * share);
        if (distance < least) {
            least = distance;
            nearest = i;
            best = {along_[i] + share * length, cross(way, off) < 0 ? -1.0 : 1.0};
        }
    }
    best.across *= std::sqrt(least);
    if (!tangents_.empty()) best = beside_curve(nearest, point);
    best.along = round_the_ring(best.along, ring_);
    return best;
}

/// From corner to corner the tangent turns evenly; the point lies beside where it is square to it.
WalkLine::Place WalkLine::beside_curve(std::size_t segment, Vec2d point) const {
    const std::size_t n = corners_.size() - 1;
    const auto ahead = [&](std::size_t corner) { return dot(point - corners_[corner], tangents_[corner]); };
    // The nearest side is the right one or next to it.
    for (int tries = 0; tries < 3 && ahead(segment) < 0; ++tries) segment = (segment + n - 1) % n;
    for (int tries = 0; tries < 3 && ahead(segment + 1) > 0; ++tries) segment = (segment + 1) % n;
    const Vec2d way = corners_[segment + 1] - corners_[segment], off = point - corners_[segment];
    const Vec2d from = tangents_[segment], turn = tangents_[segment + 1] - from;
    double share = 0.5;
    for (int round = 0; round < 4; ++round) {
        const Vec2d left = off - way * share, tangent = from + turn * share;
        const double slope = dot(left, turn) - dot(way, tangent);
        if (slope >= 0) break;  // beyond the middle of a bend there is no beside
        share = std::clamp(share - dot(left, tangent) / slope, 0.0, 1.0);
    }
    const Vec2d left = off - way * share;
    const double length = along_[segment + 1] - along_[segment];
    return {along_[segment] + share * length, std::copysign(norm(left), cross(from + turn * share, left))};
}

Vec2d WalkLine::at(double along) const {
    along = round_the_ring(along, ring_);
    const auto after = std::upper_bound(along_.begin() + 1, along_.end() - 1, along);
    const auto i = static_cast<std::size_t>(after - along_.begin());
    return corners_[i - 1] + (corners_[i] - corners_[i - 1]) * ((along - along_[i - 1]) / (along_[i] - along_[i - 1]));
}

WalkLine WalkLine::reversed() const {
    std::vector<Vec2d> corners(corners_.rbegin(), corners_.rend());
    WalkLine line(std::move(corners), 0, wraps_);
    line.ring_ = ring_ > 0 ? line.length() : 0;
    for (auto tangent = tangents_.rbegin(); tangent != tangents_.rend(); ++tangent) line.tangents_.push_back(-*tangent);
    return line;
}

}  // namespace sidestep
