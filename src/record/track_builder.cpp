#include "record/track_builder.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sidestep {
namespace {

constexpr AgentId kDenseIds = 1u << 22;

template <class T>
void permute(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
    std::vector<T> sorted;
    sorted.reserve(values.size());
    for (const std::uint32_t i : order) sorted.push_back(values[i]);
    values = std::move(sorted);
}

void sort_by_frame(Track& track) {
    std::vector<std::uint32_t> order(track.frame.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return track.frame[a] < track.frame[b]; });
    permute(track.frame, order);
    const auto twice = std::adjacent_find(track.frame.begin(), track.frame.end());
    if (twice != track.frame.end()) throw DuplicateRow{track.id, *twice};
    permute(track.position, order);
    if (!track.heading.empty()) permute(track.heading, order);
}

}  // namespace

std::size_t TrackBuilder::index_of(AgentId id) {
    std::uint32_t* entry = nullptr;
    if (id < kDenseIds) {
        if (id >= dense_.size()) dense_.resize(std::max<std::size_t>(id + 1, dense_.size() * 2));
        entry = &dense_[id];
    } else {
        entry = &sparse_[id];
    }
    if (*entry == 0) {
        tracks_.emplace_back().id = id;
        ascending_.push_back(true);
        *entry = static_cast<std::uint32_t>(tracks_.size());
    }
    return *entry - 1;
}

void TrackBuilder::add(std::uint32_t frame, const TrajectoryRow& row, std::uint64_t place) {
    if (watch_ != nullptr) watch_->note({row.id, frame}, place);
    const std::size_t index = index_of(row.id);
    Track& track = tracks_[index];
    if (!track.frame.empty() && frame <= track.frame.back()) ascending_[index] = false;
    first_ = std::min(first_, frame);
    last_ = std::max(last_, frame);
    track.frame.push_back(frame);
    track.position.push_back(row.position);
    if (with_heading_) track.heading.push_back(row.heading);
}

std::vector<Track> TrackBuilder::finish() {
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        if (!ascending_[i]) sort_by_frame(tracks_[i]);
    }
    std::sort(tracks_.begin(), tracks_.end(), [](const Track& a, const Track& b) { return a.id < b.id; });
    dense_.clear();
    sparse_.clear();
    ascending_.clear();
    return std::exchange(tracks_, {});
}

}  // namespace sidestep
