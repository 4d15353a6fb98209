#include "world/history.h"

#include <algorithm>

namespace sidestep {

void History::keep(std::size_t places) {
    if (places <= places_) return;
    const auto more = static_cast<std::uint32_t>(places);
    std::vector<Place> ring(count_.size() * places);
    for (Slot slot = 0; slot < count_.size(); ++slot) {
        const Past past = of(slot);
        // The newest comes to the end of its ring, so that older ones stand before it.
        for (std::size_t back = 0; back < past.size(); ++back) ring[(slot + 1) * places - 1 - back] = past[back];
    }
    ring_ = std::move(ring);
    places_ = more;
    newest_ = more - 1;
}

void History::begin(Slot slot, std::span<const Place> past) {
    if (places_ == 0) return;
    if (count_.size() <= slot) {
        count_.resize(slot + 1);
        ring_.resize(count_.size() * places_);
    }
    const auto known = std::min<std::size_t>(past.size(), places_);
    for (std::size_t back = 0; back < known; ++back) {
        const std::size_t at = back <= newest_ ? newest_ - back : newest_ + places_ - back;
        ring_[std::size_t{slot} * places_ + at] = past[back];
    }
    count_[slot] = static_cast<std::uint32_t>(known);
}

void History::advance(const AgentColumns& now, Workers& workers) {
    if (places_ == 0) return;
    constexpr std::size_t kRowsAtOnce = 4096;
    newest_ = newest_ + 1 == places_ ? 0 : newest_ + 1;
    workers.for_each((now.size() + kRowsAtOnce - 1) / kRowsAtOnce, [&](std::size_t chunk) {
        const std::size_t end = std::min(now.size(), (chunk + 1) * kRowsAtOnce);
        for (std::size_t row = chunk * kRowsAtOnce; row < end; ++row) {
            const Slot slot = now.self[row].slot;
            ring_[std::size_t{slot} * places_ + newest_] = now.place[row];
            count_[slot] = std::min(count_[slot] + 1, places_);
        }
    });
}

}  // namespace sidestep
