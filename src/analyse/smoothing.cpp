#include "sidestep/smoothing.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/frame_grid.h"
#include "analyse/resample.h"
#include "sidestep/error.h"
#include "sidestep/meetings.h"

namespace sidestep {
namespace {

constexpr std::size_t kLeast = 3;  // samples that low_pass changes

/// Of samples [first, end) of a track, `step` frames apart.
void smooth_part(Track& track, std::size_t first, std::size_t end, double rate, double cutoff, Vec2d periodic) {
    Track part;
    const auto at = [&](std::size_t i) { return track.position.begin() + static_cast<std::ptrdiff_t>(i); };
    part.position.assign(at(first), at(end));
    part = unrolled(std::move(part), periodic);
    std::vector<double> x, y;
    for (const Vec2d p : part.position) x.push_back(p.x), y.push_back(p.y);
    const std::vector<double> smooth_x = low_pass(x, rate, cutoff), smooth_y = low_pass(y, rate, cutoff);
    for (std::size_t i = 0; i < x.size(); ++i) {
        track.position[first + i] += Vec2d{smooth_x[i] - x[i], smooth_y[i] - y[i]};
    }
}

std::uint32_t shortest_step(const Track& track) {
    std::uint32_t step = 0;
    for (std::size_t i = 1; i < track.frame.size(); ++i) {
        const std::uint32_t here = track.frame[i] - track.frame[i - 1];
        step = step == 0 ? here : std::min(step, here);
    }
    return std::max(step, 1u);
}

}  // namespace

SmoothedParts smooth(Trajectory& trajectory, double cutoff) {
    const double rate = trajectory.info.fps / frame_grid(trajectory).interval;
    if (!(cutoff > 0 && cutoff < rate / 2)) {
        throw InputError(
            {.message = "the cut-off of smoothing does not fit the recording",
             .value = fmt::format("{:g} Hz", cutoff),
             .allowed = fmt::format("more than 0 and less than {:g} Hz, half the rate of the samples", rate / 2),
             .remedy = "Give a lower cut-off, or leave the places as they are."});
    }
    SmoothedParts parts;
    for (Track& track : trajectory.tracks) {
        const std::uint32_t step = shortest_step(track);
        const double track_rate = trajectory.info.fps / step;
        for (std::size_t first = 0; first < track.frame.size();) {
            std::size_t end = first + 1;
            while (end < track.frame.size() && track.frame[end] - track.frame[end - 1] == step) ++end;
            const bool can = end - first >= kLeast && cutoff < track_rate / 2;
            if (can) smooth_part(track, first, end, track_rate, cutoff, trajectory.info.periodic);
            ++(can ? parts.smoothed : parts.left);
            first = end;
        }
    }
    std::string& told = trajectory.info.metadata[kSmoothedKey];
    told += fmt::format(
        "{}zero-phase Butterworth of order 2, forwards and backwards, cut-off {:g} Hz (half the "
        "amplitude)",
        told.empty() ? "" : "; then ", cutoff);
    return parts;
}

}  // namespace sidestep
