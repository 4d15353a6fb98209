#include "map/straight_walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The directions from one point in which a line passes all points so far within kStraight.
class Directions {
public:
    explicit Directions(Vec2d from) : from_(from) {}
    /// Whether the line may end at p.
    bool allow(Vec2d p) const {
        const Vec2d to = p - from_;
        return cross(right_, to) >= 0 && cross(to, left_) >= 0;
    }
    void pass(Vec2d p) {
        const Vec2d to = p - from_;
        const Vec2d aside = left_of(to) * (kStraight / std::max(norm(to), kStraight));
        const Vec2d right = to - aside, left = to + aside;
        if (first_ || cross(right_, right) > 0) right_ = right;
        if (first_ || cross(left, left_) > 0) left_ = left;
        first_ = false;
    }

private:
    Vec2d from_, right_{}, left_{};
    bool first_ = true;
};

/// The first and last point of a line and those between at which it bends; in one pass.
std::vector<Vec2d> bends(std::span<const Vec2d> line) {
    std::vector<Vec2d> kept{line[0]};
    Directions ahead(line[0]);
    for (std::size_t i = 1; i < line.size(); ++i) {
        const bool goes_on =
            i == 1 || (dot(line[i] - line[i - 1], line[i - 1] - kept.back()) > 0 && ahead.allow(line[i]));
        if (!goes_on) {
            kept.push_back(line[i - 1]);
            ahead = Directions(line[i - 1]);
        }
        ahead.pass(line[i]);
    }
    kept.push_back(line.back());
    return kept;
}

bool goes_straight(Vec2d a, Vec2d middle, Vec2d b) {
    const Vec2d before = middle - a, after = b - middle;
    return dot(before, after) > 0 && std::fabs(cross(before, after)) <= kStraight * norm(b - a);
}

/// Walls by the ends they share. End 2w is the a of wall w, end 2w + 1 its b.
class Joints {
public:
    explicit Joints(std::span<const Wall> walls) : walls_(walls), next_(2 * walls.size(), kNone) {
        std::vector<std::uint32_t> ends(2 * walls.size());
        for (std::uint32_t e = 0; e < ends.size(); ++e) ends[e] = e;
        std::sort(ends.begin(), ends.end(), [&](std::uint32_t e, std::uint32_t f) {
            const Vec2d p = place(e), q = place(f);
            return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : e < f;
        });
        for (std::size_t first = 0, last = 0; first < ends.size(); first = last) {
            while (last < ends.size() && place(ends[last]) == place(ends[first])) ++last;
            join({ends.data() + first, last - first});
        }
    }

    /// The line that wall w is a piece of, from one end to the other; marks its pieces.
    std::vector<Vec2d> line_of(std::uint32_t w, std::vector<std::uint8_t>& taken) const {
        // Back to the beginning, or once around.
        std::uint32_t start = 2 * w;
        while (next_[start] != kNone && (next_[start] ^ 1u) != 2 * w) start = next_[start] ^ 1u;
        std::vector<Vec2d> line{place(start)};
        for (std::uint32_t e = start; e != kNone && taken[e / 2] == 0; e = next_[e ^ 1u]) {
            taken[e / 2] = 1;
            line.push_back(place(e ^ 1u));
        }
        return line;
    }

private:
    Vec2d place(std::uint32_t end) const { return end % 2 == 0 ? walls_[end / 2].a : walls_[end / 2].b; }
    Vec2d other(std::uint32_t end) const { return place(end ^ 1u); }
    void join(std::span<const std::uint32_t> here) {
        for (std::size_t i = 0; i < here.size(); ++i) {
            for (std::size_t j = i + 1; j < here.size() && next_[here[i]] == kNone; ++j) {
                if (next_[here[j]] != kNone || !goes_straight(other(here[i]), place(here[i]), other(here[j]))) continue;
                next_[here[i]] = here[j];
                next_[here[j]] = here[i];
            }
        }
    }

    std::span<const Wall> walls_;
    std::vector<std::uint32_t> next_;  ///< by end: the end of the wall that goes on from there
};

std::vector<Wall> without_doubles(std::span<const Wall> walls) {
    struct Drawn {
        std::array<double, 4> ends;  ///< the same whichever end it was begun at
        std::uint32_t number;
    };
    std::vector<Drawn> all;
    for (std::uint32_t w = 0; w < walls.size(); ++w) {
        auto [a, b] = walls[w];
        if (b.x < a.x || (b.x == a.x && b.y < a.y)) std::swap(a, b);
        all.push_back({{a.x, a.y, b.x, b.y}, w});
    }
    std::sort(all.begin(), all.end(),
              [](const Drawn& d, const Drawn& e) { return d.ends != e.ends ? d.ends < e.ends : d.number < e.number; });
    std::vector<std::uint8_t> is_double(walls.size(), 0);
    for (std::size_t i = 1; i < all.size(); ++i) is_double[all[i].number] = all[i].ends == all[i - 1].ends;
    std::vector<Wall> once;
    for (std::size_t w = 0; w < walls.size(); ++w) {
        if (is_double[w] == 0) once.push_back(walls[w]);
    }
    return once;
}

}  // namespace

std::vector<Vec2d> without_middle_points(const std::vector<Vec2d>& ring) {
    const std::size_t n = ring.size();
    const auto is_corner = [&](std::size_t i) {
        return !goes_straight(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
    };
    std::size_t corners = 0, first = n;
    for (std::size_t i = 0; i < n; ++i) {
        if (!is_corner(i)) continue;
        ++corners;
        first = std::min(first, i);
    }
    if (corners == n || corners < 3) return ring;
    std::vector<Vec2d> line;
    for (std::size_t i = 0; i <= n; ++i) line.push_back(ring[(first + i) % n]);
    std::vector<Vec2d> kept = bends(line);
    kept.pop_back();
    return kept.size() < 3 ? ring : kept;
}

std::vector<Wall> joined(std::span<const Wall> walls) {
    const std::vector<Wall> once = without_doubles(walls);
    const Joints joints(once);
    std::vector<std::uint8_t> taken(once.size(), 0);
    std::vector<Wall> all;
    for (std::uint32_t w = 0; w < once.size(); ++w) {
        if (taken[w] != 0) continue;
        const std::vector<Vec2d> line = bends(joints.line_of(w, taken));
        // Walls of one piece stay as they were drawn, which end is first included.
        if (line.size() == 2 && line[0] == once[w].b && line[1] == once[w].a) {
            all.push_back(once[w]);
            continue;
        }
        for (std::size_t i = 0; i + 1 < line.size(); ++i) all.push_back({line[i], line[i + 1]});
    }
    return all;
}

}  // namespace sidestep
