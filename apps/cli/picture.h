// Figures as SVG, PNG and PDF files, and that of a recording: its paths over its map.
#pragma once

#include <functional>
#include <limits>
#include <string>

#include "recording.h"

namespace sidestep::cli {

struct PictureOptions {
    RecordingChoice recording{};
    std::string colour = "direction";                               ///< of paths: direction, profile or time
    double width = 1000;                                            ///< pixels
    double from = 0, to = std::numeric_limits<double>::infinity();  ///< s
};

/// What a picture file of so many pixels holds: the figure's SVG text, or PNG or PDF where its
/// name ends so. `draw` makes
/// the text for a width.
std::string picture_of(const std::string& file, double width, const std::function<std::string(double)>& draw);
/// Throws InputError.
std::string recording_picture(const std::string& file, const std::string& recording, const PictureOptions& options);

}  // namespace sidestep::cli
