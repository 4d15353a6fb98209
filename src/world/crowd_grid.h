// Who stands near a place, while a crowd is being placed. Grows agent by agent, on an open plane or with periodic axes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// Chained hash of square cells: no bounds are needed, and a collision costs only a distance.
class CrowdGrid {
public:
    struct Member {
        Vec2d position;
        double radius;
        std::uint32_t tag;
    };

    CrowdGrid(std::size_t expected, double cell, Vec2d periodic)
        : x_(axis(cell, periodic.x)), y_(axis(cell, periodic.y)), periodic_(periodic) {
        std::size_t buckets = 64;
        while (buckets < expected) buckets *= 2;
        head_.assign(buckets, kNobody);
        members_.reserve(expected);
        next_.reserve(expected);
    }

    void add(const Member& member) {
        std::uint32_t& head = head_[bucket(cell_of(x_, member.position.x), cell_of(y_, member.position.y))];
        next_.push_back(head);
        head = static_cast<std::uint32_t>(members_.size());
        members_.push_back(member);
    }

    /// The first member found for which `too_near(member, distance²)` holds among those within `range`, or null.
    template <class TooNear>
    const Member* find(Vec2d p, double range, TooNear too_near) const {
        const Span across = cells(x_, p.x, range), up = cells(y_, p.y, range);
        if (static_cast<double>(across.count) * static_cast<double>(up.count) > static_cast<double>(members_.size())) {
            for (const Member& m : members_) {
                if (too_near(m, distance_squared(m.position, p))) return &m;
            }
            return nullptr;
        }
        for (std::int64_t j = 0; j < up.count; ++j) {
            for (std::int64_t i = 0; i < across.count; ++i) {
                const std::size_t at = bucket(wrapped(x_, across.first + i), wrapped(y_, up.first + j));
                for (std::uint32_t m = head_[at]; m != kNobody; m = next_[m]) {
                    if (too_near(members_[m], distance_squared(members_[m].position, p))) return &members_[m];
                }
            }
        }
        return nullptr;
    }

private:
    static constexpr std::uint32_t kNobody = 0xffffffffu;
    struct Axis {
        double inverse_cell;
        std::int64_t count;  ///< cells of a periodic axis, 0 for an open one
    };
    struct Span {
        std::int64_t first, count;
    };

    static Axis axis(double cell, double length) {
        if (!(length > 0)) return {1 / cell, 0};
        const double count = std::max(1.0, std::floor(length / cell));
        return {count / length, static_cast<std::int64_t>(count)};
    }
    static std::int64_t wrapped(const Axis& axis, std::int64_t cell) {
        if (axis.count == 0) return cell;
        cell %= axis.count;
        return cell < 0 ? cell + axis.count : cell;
    }
    static std::int64_t cell_of(const Axis& axis, double x) {
        return wrapped(axis, static_cast<std::int64_t>(std::floor(x * axis.inverse_cell)));
    }
    static Span cells(const Axis& axis, double x, double range) {
        const auto first = static_cast<std::int64_t>(std::floor((x - range) * axis.inverse_cell));
        const auto last = static_cast<std::int64_t>(std::floor((x + range) * axis.inverse_cell));
        const std::int64_t count = last - first + 1;
        return {first, axis.count > 0 ? std::min(count, axis.count) : count};
    }
    std::size_t bucket(std::int64_t x, std::int64_t y) const {
        const auto key = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15ull ^ static_cast<std::uint64_t>(y);
        return mix(key) & (head_.size() - 1);
    }
    double distance_squared(Vec2d a, Vec2d b) const {
        Vec2d d{std::fabs(a.x - b.x), std::fabs(a.y - b.y)};
        if (periodic_.x > 0) d.x = std::min(d.x, periodic_.x - d.x);
        if (periodic_.y > 0) d.y = std::min(d.y, periodic_.y - d.y);
        return norm_squared(d);
    }

    Axis x_, y_;
    Vec2d periodic_;
    std::vector<std::uint32_t> head_, next_;
    std::vector<Member> members_;
};

}  // namespace sidestep
