#include "record/frames.h"

#include <algorithm>
#include <limits>

namespace sidestep {
namespace {

std::vector<std::uint32_t> frame_numbers(const Trajectory& trajectory) {
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
    std::size_t rows = 0;
    for (const Track& track : trajectory.tracks) {
        if (track.frame.empty()) continue;
        first = std::min(first, track.frame.front());
        last = std::max(last, track.frame.back());
        rows += track.frame.size();
    }
    std::vector<std::uint32_t> numbers;
    if (rows == 0) return numbers;
    const std::size_t span = std::size_t{last} - first + 1;
    if (span <= 64 * rows) {
        std::vector<bool> seen(span);
        for (const Track& track : trajectory.tracks) {
            for (const std::uint32_t frame : track.frame) seen[frame - first] = true;
        }
        for (std::size_t i = 0; i < span; ++i) {
            if (seen[i]) numbers.push_back(static_cast<std::uint32_t>(first + i));
        }
        return numbers;
    }
    // Clock ticks as frame numbers: a table of all numbers would not fit into memory.
    for (const Track& track : trajectory.tracks) numbers.insert(numbers.end(), track.frame.begin(), track.frame.end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

}  // namespace

Frames::Frames(const Trajectory& trajectory) : trajectory_(trajectory), numbers_(frame_numbers(trajectory)) {
    // A track's frames ascend, so its place among the numbers only moves forwards.
    const auto for_each_row = [&](auto&& f) {
        for (std::uint32_t t = 0; t < trajectory.tracks.size(); ++t) {
            const Track& track = trajectory.tracks[t];
            if (track.frame.empty()) continue;
            auto at = std::lower_bound(numbers_.begin(), numbers_.end(), track.frame.front());
            for (std::uint32_t i = 0; i < track.frame.size(); ++i) {
                while (*at < track.frame[i]) ++at;
                f(static_cast<std::size_t>(at - numbers_.begin()), Sample{t, i});
            }
        }
    };
    start_.assign(numbers_.size() + 1, 0);
    for_each_row([&](std::size_t frame, Sample) { ++start_[frame + 1]; });
    for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    samples_.resize(start_.back());
    std::vector<std::size_t> next(start_);
    for_each_row([&](std::size_t frame, Sample sample) { samples_[next[frame]++] = sample; });
}

}  // namespace sidestep
