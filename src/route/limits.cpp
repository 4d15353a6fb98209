#include "route/limits.h"

#include "base/processor.h"

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

SIDESTEP_DECLARE_KERNEL(void limit(const WorldView&, const SpeedField&, std::span<Octet>, Wish*))
SIDESTEP_DECLARE_KERNEL(void load_wishes(const Wish*, std::span<Octet>))

LimitFunction limiter() {
    return SIDESTEP_CHOOSE_KERNEL(limit);
}

WishFunction wish_loader() {
    return SIDESTEP_CHOOSE_KERNEL(load_wishes);
}

}  // namespace sidestep
