// Shortest ways of a disc by trying everything: circles round the ends of all walls, every line that touches two of
// them, every arc between two such lines, and Dijkstra's algorithm over the places where they touch. No triangles, no
// polygons, no tautness.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "map/wall.h"
#include "true_width.h"

namespace sidestep::test {

class RoundBruteForce {
public:
    RoundBruteForce(std::vector<Wall> walls, double radius) : walls_(std::move(walls)), radius_(radius) {
        for (const Wall& wall : walls_) {
            for (const Vec2d p : {wall.a, wall.b}) {
                if (std::find(centres_.begin(), centres_.end(), p) == centres_.end()) centres_.push_back(p);
            }
        }
        for (std::size_t a = 0; a < centres_.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                for (const int side_a : {-1, 1}) {
                    for (const int side_b : {-1, 1}) add_line({centres_[a], a, side_a}, {centres_[b], b, side_b});
                }
            }
        }
    }

    /// Nothing where there is no way. The disc must fit at both ends.
    std::optional<double> length(Vec2d start, Vec2d goal) {
        const std::size_t nodes = nodes_.size();
        const Ball from{start, kPlace, 0}, to{goal, kPlace, 0};
        start_node_ = add_node(from, {});
        goal_node_ = add_node(to, {});
        if (clear(start, goal)) link(start_node_, goal_node_, norm(goal - start));
        for (std::size_t c = 0; c < centres_.size(); ++c) {
            for (const int side : {-1, 1}) {
                add_line(from, {centres_[c], c, side});
                add_line({centres_[c], c, side}, to);
            }
        }
        link_arcs();
        const auto result = shortest();
        nodes_.resize(nodes);
        links_.resize(nodes);
        for (auto& links : links_) {
            std::erase_if(links, [&](const auto& link) { return link.first >= nodes || link.second.arc; });
        }
        return result;
    }

private:
    static constexpr std::size_t kPlace = SIZE_MAX;
    static constexpr double kTouching = 1e-7;
    struct Ball {
        Vec2d centre;
        std::size_t number;
        int side;  ///< of the way on which it lies: 1 left, −1 right
    };
    /// A place on a circle passed in one sense.
    struct Node {
        std::size_t circle;
        int side;
        double angle;
    };
    struct Link {
        double length;
        bool arc;
    };

    bool clear(Vec2d a, Vec2d b) const {
        return std::all_of(walls_.begin(), walls_.end(),
                           [&](const Wall& wall) { return segment_distance(a, b, wall) >= radius_ - kTouching; });
    }
    std::size_t add_node(const Ball& ball, Vec2d normal) {
        nodes_.push_back({ball.number, ball.side, std::atan2(normal.y, normal.x)});
        links_.emplace_back();
        return nodes_.size() - 1;
    }
    void link(std::size_t from, std::size_t to, double length) { links_[from].push_back({to, {length, false}}); }

    /// From a to b, and back where neither is start or goal.
    void add_line(const Ball& a, const Ball& b) {
        // Turns of the line between the centres until both balls are as far from it as they should be.
        const Vec2d d = b.centre - a.centre;
        const double offset = (b.side - a.side) * radius_, far = norm(d);
        if (far <= std::abs(offset)) return;
        const double heading = std::atan2(d.y, d.x) - std::asin(offset / far);
        const Vec2d right{std::sin(heading), -std::cos(heading)};
        const Vec2d from = a.centre + right * (a.side * radius_), to = b.centre + right * (b.side * radius_);
        if (!clear(from, to)) return;
        const double length = norm(to - from);
        const auto node = [&](const Ball& ball, int sense, Vec2d at) {
            if (ball.number == kPlace) return &ball == &a ? start_node_ : goal_node_;
            return add_node({ball.centre, ball.number, ball.side * sense}, at - ball.centre);
        };
        link(node(a, 1, from), node(b, 1, to), length);
        if (a.number != kPlace && b.number != kPlace) {
            const std::size_t back = node(b, -1, to);
            link(back, node(a, -1, from), length);
        }
    }
    bool arc_clear(Vec2d centre, double from, double turn) const {
        const int steps = static_cast<int>(std::abs(turn) / 0.005) + 1;
        for (int i = 0; i <= steps; ++i) {
            const double angle = from + turn * i / steps;
            if (clearance(walls_, centre + Vec2d{std::cos(angle), std::sin(angle)} * radius_) < radius_ - 1e-6)
                return false;
        }
        return true;
    }
    /// Neighbours on one circle, in the sense it is passed.
    void link_arcs() {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].circle != kPlace) order.push_back(i);
        }
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const Node &l = nodes_[a], &r = nodes_[b];
            if (l.circle != r.circle) return l.circle < r.circle;
            if (l.side != r.side) return l.side < r.side;
            return l.angle < r.angle;
        });
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin;
            const Node& first = nodes_[order[begin]];
            while (end < order.size() && nodes_[order[end]].circle == first.circle &&
                   nodes_[order[end]].side == first.side) {
                ++end;
            }
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t a = order[i], b = order[i + 1 < end ? i + 1 : begin];
                double turn = nodes_[b].angle - nodes_[a].angle;
                if (i + 1 == end) turn += 2 * M_PI;
                if (a == b || !arc_clear(centres_[first.circle], nodes_[a].angle, turn)) continue;
                // With the circle at the left hand one turns to the left.
                const std::size_t from = first.side > 0 ? a : b, to = first.side > 0 ? b : a;
                links_[from].push_back({to, {turn * radius_, true}});
            }
            begin = end;
        }
    }
    std::optional<double> shortest() const {
        std::vector<double> length(nodes_.size(), std::numeric_limits<double>::infinity());
        std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>, std::greater<>>
            queue;
        length[start_node_] = 0;
        queue.push({0, start_node_});
        while (!queue.empty()) {
            const auto [here, node] = queue.top();
            queue.pop();
            if (node == goal_node_) return here;
            if (here > length[node]) continue;
            for (const auto& [to, link] : links_[node]) {
                if (here + link.length >= length[to]) continue;
                length[to] = here + link.length;
                queue.push({length[to], to});
            }
        }
        return std::nullopt;
    }

    std::vector<Wall> walls_;
    double radius_;
    std::vector<Vec2d> centres_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::pair<std::size_t, Link>>> links_;
    std::size_t start_node_ = 0, goal_node_ = 0;
};

}  // namespace sidestep::test
