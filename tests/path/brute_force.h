// Shortest paths by trying every pair of points: a visibility graph over all wall points, without triangles, tautness
// or anything else that the searches rely on. Paths may touch walls and never cross them: whoever stands at a point
// stands in one of the angles between its walls, and cannot change to another.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep::test {

class BruteForce {
public:
    struct Segment {
        std::uint32_t a, b;
        bool border;  ///< of the free area, by the even-odd rule; else a thin wall
    };

    /// Segments meet at points only. Coordinates must be short binary fractions: cross products are taken to be exact.
    BruteForce(std::vector<Vec2d> points, std::vector<Segment> segments)
        : points_(std::move(points)), segments_(std::move(segments)), wall_points_(points_.size()) {
        for (std::size_t p = 0; p < points_.size(); ++p) add_sectors(p);
        for (std::size_t i = 0; i < states_.size(); ++i) connect(i);
    }

    /// Nothing where there is no way.
    std::optional<double> length(Vec2d start, Vec2d goal) {
        const std::size_t states = states_.size(), points = points_.size();
        const std::vector<std::size_t> from = stand(start), to = stand(goal);
        for (std::size_t i = states; i < states_.size(); ++i) connect(i);
        const auto result = shortest(from, to);
        // Takes the query's own points and lines of sight away again.
        states_.resize(states);
        links_.resize(states);
        points_.resize(points);
        for (auto& links : links_) {
            std::erase_if(links, [&](const auto& link) { return link.first >= states; });
        }
        return result;
    }

    bool on_segment(Vec2d p) const {
        return std::any_of(segments_.begin(), segments_.end(), [&](const Segment& s) {
            const Vec2d a = points_[s.a], b = points_[s.b];
            return cross(b - a, p - a) == 0 && dot(p - a, p - b) <= 0;
        });
    }
    bool free(Vec2d p) const {
        bool inside = false;
        for (const Segment& s : segments_) {
            if (!s.border) continue;
            const Vec2d a = points_[s.a], b = points_[s.b];
            if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
        }
        return inside;
    }
    Vec2d wall_point(std::size_t i) const { return points_[i]; }
    std::size_t wall_points() const { return wall_points_; }

private:
    /// A point and the free angle counterclockwise from `first` to `last`; both zero: all around.
    struct State {
        std::size_t point;
        Vec2d first, last;
    };

    static bool same_direction(Vec2d a, Vec2d b) { return cross(a, b) == 0 && dot(a, b) > 0; }
    static double angle(Vec2d d) { return std::atan2(d.y, d.x); }

    void add_sectors(std::size_t p) {
        std::vector<Vec2d> walls;
        for (const Segment& s : segments_) {
            if (s.a == p) walls.push_back(points_[s.b] - points_[p]);
            if (s.b == p) walls.push_back(points_[s.a] - points_[p]);
        }
        std::sort(walls.begin(), walls.end(), [](Vec2d a, Vec2d b) { return angle(a) < angle(b); });
        for (std::size_t i = 0; i < walls.size(); ++i) {
            const Vec2d first = walls[i], last = walls[(i + 1) % walls.size()];
            double turn = angle(last) - angle(first);
            if (turn <= 0) turn += 2 * M_PI;
            const double middle = angle(first) + turn / 2;
            if (!free(points_[p] + Vec2d{std::cos(middle), std::sin(middle)} * 1e-5)) continue;
            states_.push_back({p, first, last});
            links_.emplace_back();
        }
    }
    /// The states of somebody who stands here.
    std::vector<std::size_t> stand(Vec2d p) {
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (points_[states_[i].point] == p) result.push_back(i);
        }
        if (result.empty() && free(p)) {
            points_.push_back(p);
            states_.push_back({points_.size() - 1, {}, {}});
            links_.emplace_back();
            result.push_back(states_.size() - 1);
        }
        return result;
    }
    static bool looks(const State& s, Vec2d d) {
        if (s.first == Vec2d{} || same_direction(s.first, d) || same_direction(s.last, d)) return true;
        if (same_direction(s.first, s.last)) return true;
        const bool left_of_first = cross(s.first, d) > 0, right_of_last = cross(s.last, d) < 0;
        const double turn = cross(s.first, s.last);
        const bool reflex = turn < 0;
        if (turn == 0) return left_of_first;  // a straight angle
        return reflex ? left_of_first || right_of_last : left_of_first && right_of_last;
    }
    bool sees(const State& s, const State& t) const {
        const Vec2d a = points_[s.point], b = points_[t.point], d = b - a;
        if (!looks(s, d) || !looks(t, -d)) return false;
        for (std::size_t p = 0; p < wall_points_; ++p) {
            if (p == s.point || p == t.point) continue;
            if (cross(d, points_[p] - a) == 0 && dot(points_[p] - a, points_[p] - b) < 0) return false;
        }
        for (const Segment& w : segments_) {
            const Vec2d c = points_[w.a], e = points_[w.b];
            if ((w.a == s.point && w.b == t.point) || (w.b == s.point && w.a == t.point)) {
                // Along a wall: on the same side of it at both ends.
                const bool left = same_direction(s.first, d) && same_direction(t.last, -d);
                const bool right = same_direction(s.last, d) && same_direction(t.first, -d);
                return left || right;
            }
            if (cross(d, c - a) * cross(d, e - a) < 0 && cross(e - c, a - c) * cross(e - c, b - c) < 0) return false;
        }
        return true;
    }
    void connect(std::size_t i) {
        for (std::size_t k = 0; k < i; ++k) {
            const Vec2d a = points_[states_[i].point], b = points_[states_[k].point];
            if (a == b || !sees(states_[i], states_[k])) continue;
            links_[i].emplace_back(k, norm(b - a));
            links_[k].emplace_back(i, norm(b - a));
        }
    }
    std::optional<double> shortest(const std::vector<std::size_t>& from, const std::vector<std::size_t>& to) const {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        std::vector<double> length(states_.size(), kInfinity);
        std::vector<bool> done(states_.size());
        for (const std::size_t i : from) length[i] = 0;
        for (;;) {
            std::size_t next = states_.size();
            for (std::size_t i = 0; i < states_.size(); ++i) {
                if (!done[i] && length[i] < kInfinity && (next == states_.size() || length[i] < length[next])) next = i;
            }
            if (next == states_.size()) break;
            done[next] = true;
            for (const auto& [other, distance] : links_[next]) {
                length[other] = std::min(length[other], length[next] + distance);
            }
        }
        double best = kInfinity;
        for (const std::size_t i : to) best = std::min(best, length[i]);
        if (best == kInfinity) return std::nullopt;
        return best;
    }

    std::vector<Vec2d> points_;
    std::vector<Segment> segments_;
    std::size_t wall_points_;
    std::vector<State> states_;
    std::vector<std::vector<std::pair<std::size_t, double>>> links_;
};

}  // namespace sidestep::test
