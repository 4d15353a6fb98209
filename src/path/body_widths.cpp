#include "path/body_widths.h"

#include <algorithm>
#include <numeric>

#include "map/wall.h"

namespace sidestep {
namespace {

bool crosses(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
    if ((cross(d - c, a - c) > 0) == (cross(d - c, b - c) > 0)) return false;
    return (cross(b - a, c - a) > 0) != (cross(b - a, d - a) > 0);
}

}  // namespace

BodyWidths::BodyWidths(const MapOutline& outline) {
    const FreeSpace space(clear_of_walls(outline, 0));
    origin_ = space.to_metres({0, 0});
    for (std::uint32_t t = 0; t < space.triangles(); ++t) {
        for (std::uint32_t k = 0; k < 3; ++k) add_links(space, t, k);
    }
    std::sort(links_.begin(), links_.end(), [](const Link& a, const Link& b) {
        if (a.width != b.width) return a.width < b.width;
        return a.from != b.from ? a.from < b.from : a.to < b.to;
    });
}

// Where a body just fits, nothing is in the circle over the narrow place, from one wall to the other. Between two ends
// of walls such a place is a side of a triangle (that is what Delaunay triangulations are). From an end to the middle
// of a wall it leads across the opposite side of a triangle at the end, to a wall that is seen there.
void BodyWidths::add_links(const FreeSpace& space, std::uint32_t triangle, std::uint32_t corner) {
    const std::uint32_t eye_number = space.point_number(triangle, corner);
    if (eye_number >= points_.size()) points_.resize(eye_number + 1);
    const Vec2d eye = points_[eye_number] = space.point(triangle, corner);
    const Vec2d first = space.point(triangle, (corner + 1) % 3), last = space.point(triangle, (corner + 2) % 3);
    const std::uint32_t gate = space.beyond(triangle, corner);
    const std::uint32_t next = space.point_number(triangle, (corner + 1) % 3);
    // A free side belongs to two triangles.
    if (gate == FreeSpace::kWall || gate > 3 * triangle + corner) {
        links_.push_back({gate == FreeSpace::kWall ? 0 : norm(first - eye), eye_number, next, first});
    }
    // Beyond these lines, another corner of the triangle is in the circle.
    const auto too_far = [&](Vec2d p) {
        return dot(p - first, first - eye) >= 0 ? 1 : dot(p - last, last - eye) >= 0 ? 2 : 0;
    };
    struct Look {
        std::uint32_t triangle, side;  ///< the side is looked at from within
        Vec2d right, left;             ///< between these rays
    };
    std::vector<Look> looks{{triangle, (corner + 1) % 3, first - eye, last - eye}};
    while (!looks.empty()) {
        const Look look = looks.back();
        looks.pop_back();
        const Wall side{space.point(look.triangle, look.side), space.point(look.triangle, (look.side + 1) % 3)};
        if (const int far = too_far(side.a); far != 0 && far == too_far(side.b)) continue;
        const std::uint32_t beyond = space.beyond(look.triangle, look.side);
        if (beyond == FreeSpace::kWall) {
            const Vec2d foot = nearest_point(side, eye);
            const bool between = cross(first - eye, foot - eye) >= 0 && cross(foot - eye, last - eye) >= 0;
            if (!between || foot == side.a || foot == side.b || too_far(foot) != 0) continue;
            links_.push_back({norm(foot - eye), eye_number, space.point_number(look.triangle, look.side), foot});
            continue;
        }
        const std::uint32_t t = beyond / 3, s = beyond % 3;
        const Vec2d apex = space.point(t, (s + 2) % 3), d = apex - eye;
        const bool right_of_left = cross(d, look.left) >= 0, left_of_right = cross(look.right, d) >= 0;
        if (left_of_right) looks.push_back({t, (s + 1) % 3, look.right, right_of_left ? d : look.left});
        if (right_of_left) looks.push_back({t, (s + 2) % 3, left_of_right ? d : look.right, look.left});
    }
}

double BodyWidths::between(Vec2d start, Vec2d goal) const {
    const Vec2d a = (start - origin_) * kLatticePerMetre, b = (goal - origin_) * kLatticePerMetre;
    std::vector<std::uint32_t> up(points_.size());
    std::iota(up.begin(), up.end(), 0u);
    std::vector<std::uint8_t> odd(points_.size(), 0);  // crossings on the way up
    const auto climb = [&](std::uint32_t i, std::uint8_t& crossings) {
        while (up[i] != i) {
            // Halves the way for whoever comes next.
            odd[i] ^= odd[up[i]];
            up[i] = up[up[i]];
            crossings ^= odd[i];
            i = up[i];
        }
        return i;
    };
    for (const Link& link : links_) {
        std::uint8_t crossings =
            crosses(points_[link.from], link.via, a, b) != crosses(link.via, points_[link.to], a, b);
        const std::uint32_t from = climb(link.from, crossings), to = climb(link.to, crossings);
        if (from == to && crossings != 0) return link.width / kLatticePerMetre;
        if (from == to) continue;
        up[from] = to;
        odd[from] = crossings;
    }
    return 0;
}

}  // namespace sidestep
