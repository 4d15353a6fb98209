// Files that are written as a whole.
#pragma once

#include <string>
#include <string_view>

#include "record/formats.h"
#include "record/frames.h"
#include "sidestep/trajectory.h"

namespace sidestep {

/// Puts a text in place, or throws InputError and leaves what was there.
void write_whole(const std::string& path, std::string_view content, bool overwrite);
void append_number(std::string& out, double value);
void append_number(std::string& out, std::uint32_t value);

/// Frames from sample to sample of nearly everybody: the greatest number that divides all steps within tracks. 1 where
/// nobody has two samples.
std::uint32_t frame_step(const Trajectory& trajectory);

/// Frame by frame, within a frame in order of id: f(frame, track, index of the sample).
template <class F>
void for_each_row(const Trajectory& trajectory, F&& f) {
    const Frames frames(trajectory);
    for (std::size_t i = 0; i < frames.numbers().size(); ++i) {
        for (const Frames::Sample s : frames.at(i)) f(frames.numbers()[i], frames.track(s), s.index);
    }
}

/// A walkable area where there is no map, for programs that cannot do without: a box with room around all places. Empty
/// where nobody was anywhere.
std::string open_plane_wkt(const Bounds& places);
/// Marks such a box in a file, so that nobody takes it for walls.
inline constexpr const char* kOpenPlaneKey = "open_plane";

}  // namespace sidestep
