#include "world/route_memory.h"

#include <bit>

#include "base/random.h"

namespace sidestep {

void RouteMemory::offer(const Candidate& way) {
    std::size_t at = candidate_count;
    for (; at > 0 && candidate[at - 1].cost > way.cost; --at) {
        if (at < kMostCandidates) candidate[at] = candidate[at - 1];
    }
    if (at == kMostCandidates) return;
    candidate[at] = way;
    if (candidate_count < kMostCandidates) ++candidate_count;
}

std::uint64_t RouteMemory::hash() const {
    std::uint64_t h = 0;
    const auto take = [&h](std::uint64_t bits) { h = mix(h ^ bits) + 0x9e3779b97f4a7c15ull; };
    const auto take_point = [&take](Vec2d p) {
        take(std::bit_cast<std::uint64_t>(p.x));
        take(std::bit_cast<std::uint64_t>(p.y));
    };
    for (std::size_t i = next; i < portals.size(); ++i) take(portals[i]);
    for (std::size_t i = next; i < corners.size(); ++i) take_point(corners[i]);
    take(std::uint64_t{next} << 32 | cell);
    take(std::uint64_t{due} << 32 | planned);
    take(charge);
    take_point(target);
    if (lane_goal >= 0) {
        take_point(lane);
        take(static_cast<std::uint64_t>(lane_goal));
    }
    take(static_cast<std::uint64_t>(status) << 32 | static_cast<std::uint64_t>(closed_door) << 17 |
         static_cast<std::uint64_t>(off_path) << 16 | low_bits_of_goal(any));
    if (has_high_bits(any)) take(static_cast<std::uint64_t>(any));
    for (std::size_t i = 0; i < candidate_count; ++i) {
        take_point(candidate[i].way_point);
        take(std::uint64_t{std::bit_cast<std::uint32_t>(candidate[i].cost)} << 16 |
             low_bits_of_goal(candidate[i].goal));
        if (has_high_bits(candidate[i].goal)) take(static_cast<std::uint64_t>(candidate[i].goal));
    }
    if (walk.charts != WalkMemory::kNone) {
        take(std::bit_cast<std::uint64_t>(walk.body_radius));
        take(std::bit_cast<std::uint64_t>(walk.from_start));
        take_point(walk.heading);
        take_point(walk.last);
        take(std::bit_cast<std::uint64_t>(walk.left));
        take(std::bit_cast<std::uint64_t>(walk.astray));
    }
    return h;
}

}  // namespace sidestep
