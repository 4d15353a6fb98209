#include "analyse/file_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sidestep {
double round_the_ring(double along, double ring) {
    if (ring <= 0) return along;
    const double rest = along - ring * std::floor(along / ring);
    return rest < ring ? rest : 0;  // a hair below 0 rounds up to the whole
}

FileOrder::FileOrder(const SingleFile& file) : file_(file) {
    check(file);
    std::size_t samples = 0;
    for (const LineWalk& walk : file.walks) {
        start_.push_back(samples);
        samples += walk.along.size();
    }
    leader_.assign(samples, kNobody);
    follower_.assign(samples, kNobody);
    headway_.assign(samples, std::numeric_limits<double>::quiet_NaN());

    // Who comes when, so that a step touches those who are there and nobody else.
    std::vector<std::uint32_t> by_arrival(file.walks.size());
    for (std::uint32_t i = 0; i < by_arrival.size(); ++i) by_arrival[i] = i;
    std::ranges::sort(by_arrival, {}, [&](std::uint32_t i) { return std::pair(file.walks[i].first, i); });

    struct Place {
        double along;
        std::uint32_t walk;
    };
    std::vector<Place> there;
    std::size_t arrived = 0;
    const auto before = [&](const Place& a, const Place& b) {
        if (a.along != b.along) return a.along < b.along;
        const LineWalk &left = file.walks[a.walk], &right = file.walks[b.walk];
        // The smaller id is ahead; walks of one id are told apart by when they begin.
        return left.id != right.id ? left.id > right.id : left.first > right.first;
    };
    for (std::size_t step = 0, end = file.steps(); step < end; ++step) {
        std::erase_if(there, [&](const Place& p) { return !file.walks[p.walk].is_there(step); });
        for (Place& p : there) p.along = round_the_ring(file.walks[p.walk].at(step), file.ring);
        for (; arrived < by_arrival.size() && file.walks[by_arrival[arrived]].first <= step; ++arrived) {
            const LineWalk& walk = file.walks[by_arrival[arrived]];
            if (walk.is_there(step)) there.push_back({round_the_ring(walk.at(step), file.ring), by_arrival[arrived]});
        }
        std::sort(there.begin(), there.end(), before);
        const std::size_t n = there.size();
        const std::size_t pairs = n < 2 ? 0 : file.ring > 0 ? n : n - 1;
        for (std::size_t i = 0; i < pairs; ++i) {
            const Place &behind = there[i], &ahead = there[(i + 1) % n];
            leader_[index(behind.walk, step)] = ahead.walk;
            follower_[index(ahead.walk, step)] = behind.walk;
            headway_[index(behind.walk, step)] = ahead.along - behind.along + (i + 1 == n ? file.ring : 0);
        }
    }
}

double speed_along(const LineWalk& walk, std::size_t step, std::size_t half, double interval) {
    const std::size_t at = step - walk.first, before = at - std::min(at, half),
                      after = std::min(at + half, walk.along.size() - 1);
    if (after == before) return 0;
    return (walk.along[after] - walk.along[before]) / (static_cast<double>(after - before) * interval);
}

}  // namespace sidestep
