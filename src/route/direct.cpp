#include "route/direct.h"

#include <algorithm>

namespace sidestep {

SpeedField::SpeedField(std::vector<SpeedRegion> regions) {
    for (SpeedRegion& r : regions) {
        const Box box = bounds(r.polygon);
        regions_.push_back({std::move(r), box});
    }
}

float SpeedField::factor(Vec2d p) const {
    double factor = 1;
    for (const Bounded& b : regions_) {
        if (p.x < b.box.lower.x || p.y < b.box.lower.y || p.x > b.box.upper.x || p.y > b.box.upper.y) continue;
        if (contains(b.region.polygon, p)) factor *= b.region.factor;
    }
    return static_cast<float>(factor);
}

void direct_route(const WorldView& world, const SpeedField& slow, std::span<Group> groups) {
    const auto now = static_cast<float>(world.time);
    for (Group& g : groups) {
        for (int lane = 0; lane < kLanes; ++lane) {
            const Self& s = world.self[g.row[lane]];
            // A goal on a periodic axis counts the way walked, so it is not wrapped.
            const double dx = s.goal_x - g.place[lane].x, dy = s.goal_y - g.place[lane].y;
            const double d = __builtin_sqrt(dx * dx + dy * dy);
            float speed = s.pref_speed;
            if (!slow.empty()) {
                const float factor = slow.factor({g.place[lane].x, g.place[lane].y});
                speed *= factor;
                g.max_speed[lane] *= factor;
            }
            const bool waits = (s.flags & flag::arrived) != 0 || now < s.start_time;
            // Nobody walks past a point where it will stop.
            const double reach = d / world.dt;
            const double wish = waits ? 0.0 : std::min<double>(speed, reach);
            const double scale = d > 1e-6 ? wish / d : 0.0;
            g.pref_x[lane] = static_cast<float>(dx * scale);
            g.pref_y[lane] = static_cast<float>(dy * scale);
        }
    }
}

}  // namespace sidestep
