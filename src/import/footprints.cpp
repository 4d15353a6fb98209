#include "import/footprints.h"

#include <algorithm>

#include "import/projection.h"

namespace sidestep {
namespace {

template <class Visit>
void each_chain(Drawing& drawing, Visit&& visit) {
    for (Drawing::Polygon& polygon : drawing.polygons) {
        for (auto& ring : polygon.rings) visit(ring);
    }
    for (auto& line : drawing.lines) visit(line);
}

struct Bounds {
    Vec2d lower{}, upper{};
    bool any = false;
};

Bounds bounds_of(Drawing& drawing) {
    Bounds b;
    each_chain(drawing, [&](const std::vector<Vec2d>& chain) {
        for (const Vec2d p : chain) {
            if (!b.any) b = {p, p, true};
            b.lower = {std::min(b.lower.x, p.x), std::min(b.lower.y, p.y)};
            b.upper = {std::max(b.upper.x, p.x), std::max(b.upper.y, p.y)};
        }
    });
    return b;
}

}  // namespace

void project(Drawing& drawing, ImportReport& report) {
    const Bounds b = bounds_of(drawing);
    if (!b.any) return;
    report.origin = GeoOrigin{(b.lower.x + b.upper.x) / 2, (b.lower.y + b.upper.y) / 2};
    const Projection projection(*report.origin);
    each_chain(drawing, [&](std::vector<Vec2d>& chain) {
        for (Vec2d& p : chain) p = projection(p);
    });
    for (PlanPlace& place : drawing.places) {
        for (Vec2d& p : place.points) p = projection(p);
    }
}

void add_ground(Drawing& drawing, double margin) {
    const Bounds b = bounds_of(drawing);
    const bool floor =
        std::any_of(drawing.polygons.begin(), drawing.polygons.end(),
                    [](const Drawing::Polygon& polygon) { return polygon.role == Drawing::Role::floor; });
    if (!b.any || floor) return;
    const Vec2d l = b.lower - Vec2d{margin, margin}, u = b.upper + Vec2d{margin, margin};
    drawing.polygons.push_back({Drawing::Role::floor, {{l, {u.x, l.y}, u, {l.x, u.y}}}});
}

}  // namespace sidestep
