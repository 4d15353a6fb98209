#include "path/offset_curve.h"

#include <algorithm>

#include "path/clearance.h"

namespace sidestep {
namespace {

// What a polygon may stand off its disc where another wall is near, in distances.
constexpr double kHardlyOff = 1e-4;
// Corners of less than 5° keep their mitre: it takes a thousandth of the distance.
constexpr double kHardlyTurning = 0.9961946980917455;
// A way that passes a mitre without turning round its disc counts as longer than it is, by the square of what the mitre
// stands off over how far it is to what comes next: nothing in a street, much between pillars. So where other walls are
// closer than this many distances, no corner turns by more than 45° (and a little, for rounding).
constexpr double kCloseBy = 8, kMostTurn = 0.7;
// Where more walls than that are near, a corner keeps its mitre or gets less than it could: nobody passes there.
constexpr std::size_t kMostLookedAt = 512;

Vec2d real(LatticePoint p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

Vec2d nearest_on(LatticePoint a, LatticePoint b, Vec2d p) {
    const Vec2d from = real(a), along = real(b) - from;
    const double t = dot(p - from, along) / norm_squared(along);
    return t <= 0 ? from : t >= 1 ? real(b) : from + along * t;
}

/// How far the tangents' corner stands off, in distances: 1 / cos of half the angle between the normals.
bool within_mitre_limit(Vec2d n1, Vec2d n2) {
    return 1 + dot(n1, n2) >= 2 / (kMitreLimit * kMitreLimit);
}

}  // namespace

OffsetCurves::OffsetCurves(const std::vector<LatticeChain>& chains, double distance)
    : distance_(distance),
      // Built over walls; a member cannot wait.
      grid_((
                [&] {
                    for (const LatticeChain& chain : chains) {
                        for (std::size_t i = 0; i < chain.size(); ++i) {
                            walls_.push_back({chain[i], chain[(i + 1) % chain.size()]});
                        }
                    }
                }(),
                walls_.size()),
            [&](std::size_t i) { return SegmentGrid::Segment{walls_[i].a, walls_[i].b}; }, distance) {}

LatticePoint OffsetCurves::tangent_corner(LatticePoint at, Vec2d n1, Vec2d n2) const {
    const auto rounded = [](double v) { return static_cast<std::int32_t>(v + (v < 0 ? -0.5 : 0.5)); };
    const Vec2d p = real(at) + (n1 + n2) * (distance_ / (1 + dot(n1, n2)));
    return {rounded(p.x), rounded(p.y)};
}

bool OffsetCurves::anything_near(LatticePoint at, double reach) const {
    bool near = false;
    grid_.cells_near({at, at}, reach, [&](std::size_t cell) {
        for (const std::uint32_t* i = grid_.begin(cell); i != grid_.end(cell) && !near; ++i) {
            const Wall& wall = walls_[*i];
            near = wall.a != at && wall.b != at && norm(nearest_on(wall.a, wall.b, real(at)) - real(at)) < reach;
        }
    });
    return near;
}

void OffsetCurves::add_narrow_directions(LatticePoint at, std::vector<Vec2d>& normals) const {
    const Vec2d n1 = normals.front(), n2 = normals.back();
    // The mitre's tip; sharper corners are cut at the limit.
    const double own = within_mitre_limit(n1, n2) ? norm(n1 + n2) / (1 + dot(n1, n2)) : kMitreLimit;
    const double reach = (own + kMitreLimit) * distance_;
    struct Near {
        double distance;
        double other;  ///< how far the wall's own strip or corner may reach, in distances
        Vec2d direction;
    };
    std::vector<Near> near;
    const Vec2d p = real(at);
    std::size_t looked_at = 0;
    grid_.cells_near({at, at}, reach, [&](std::size_t cell) {
        for (const std::uint32_t* i = grid_.begin(cell); i != grid_.end(cell) && looked_at < kMostLookedAt; ++i) {
            const Wall& wall = walls_[*i];
            if (wall.a == at || wall.b == at) continue;
            ++looked_at;
            const Vec2d q = nearest_on(wall.a, wall.b, p);
            const double distance = norm(q - p);
            // The strip along a wall is as wide as the distance; at its ends there may be a mitre.
            const double other = q == real(wall.a) || q == real(wall.b) ? kMitreLimit : 1;
            if (distance <= 2 * distance_ || distance >= (own + other) * distance_) continue;
            const Vec2d direction = (q - p) / distance;
            if (cross(n1, direction) < 0 && cross(direction, n2) < 0) near.push_back({distance, other, direction});
        }
    });
    std::sort(near.begin(), near.end(), [](const Near& l, const Near& r) {
        if (l.distance != r.distance) return l.distance < r.distance;
        return l.direction.x != r.direction.x ? l.direction.x < r.direction.x : l.direction.y < r.direction.y;
    });
    for (const Near& n : near) {
        // Between the two tangents on either side of it the polygon ends in their corner.
        const auto after = std::find_if(normals.begin() + 1, normals.end() - 1,
                                        [&](Vec2d normal) { return cross(n.direction, normal) < 0; });
        const Vec2d left = *(after - 1), right = *after;
        const double reaches = dot(left + right, n.direction) / (1 + dot(left, right));
        if (reaches > 1 + kHardlyOff && n.distance < (reaches + n.other) * distance_)
            normals.insert(after, n.direction);
    }
}

void OffsetCurves::add_corner(LatticePoint before, LatticePoint at, LatticePoint after, LatticeChain& curve) const {
    const Vec2d in = real(at) - real(before), out = real(after) - real(at);
    const Vec2d d1 = unit(in), d2 = unit(out), n1 = left_of(d1), n2 = left_of(d2);
    if (orientation(before, at, after) > 0) {
        // The strips overlap. Where both walls are long enough they meet in one point; elsewhere the curve leads by
        // way of the corner, which leaves the overlap in both strips. No more than half of a wall may go to either
        // end: parts taken out at both would count twice.
        const double shortest = std::min(norm(in), norm(out));
        if (2 * distance_ * cross(d1, d2) <= shortest * (1 + dot(d1, d2)) && within_mitre_limit(n1, n2)) {
            curve.push_back(tangent_corner(at, n1, n2));
        } else {
            curve.push_back(tangent_corner(at, n1, n1));
            curve.push_back(at);
            curve.push_back(tangent_corner(at, n2, n2));
        }
        return;
    }
    // Tangents of the disc round the corner: no body that stays outside comes too close.
    std::vector<Vec2d> normals{n1};
    // Too sharp for a mitre: cut off halfway.
    if (!within_mitre_limit(n1, n2)) normals.push_back(unit(d1 - d2));
    normals.push_back(n2);
    if (dot(n1, n2) < kMostTurn && anything_near(at, kCloseBy * distance_)) {
        for (std::size_t i = 0; i + 1 < normals.size();) {
            const Vec2d left = normals[i], right = normals[i + 1];
            if (dot(left, right) >= kMostTurn) {
                ++i;
            } else {
                normals.insert(normals.begin() + static_cast<std::ptrdiff_t>(i) + 1, unit(left + right));
            }
        }
    }
    if (dot(n1, n2) < kHardlyTurning) add_narrow_directions(at, normals);
    for (std::size_t i = 0; i + 1 < normals.size(); ++i) {
        curve.push_back(tangent_corner(at, normals[i], normals[i + 1]));
    }
}

LatticePoint OffsetCurves::nearest_end(LatticePoint p) const {
    LatticePoint nearest = p;
    double least = kMitreLimit * distance_;
    grid_.cells_near({p, p}, least, [&](std::size_t cell) {
        for (const std::uint32_t* i = grid_.begin(cell); i != grid_.end(cell); ++i) {
            for (const LatticePoint end : {walls_[*i].a, walls_[*i].b}) {
                const double far = norm(real(end) - real(p));
                if (far < least || (far == least && comes_before(end, nearest))) {
                    least = far;
                    nearest = end;
                }
            }
        }
    });
    return nearest;
}

OffsetCurves::Curve OffsetCurves::around(const LatticeChain& chain) const {
    Curve curve;
    const std::size_t n = chain.size();
    for (std::size_t i = 0; i < n; ++i) {
        add_corner(chain[(i + n - 1) % n], chain[i], chain[(i + 1) % n], curve.points);
        curve.centres.resize(curve.points.size(), chain[i]);
    }
    return curve;
}

}  // namespace sidestep
