// Figures as SVG and PNG: the paths of a recording over its map.
#pragma once

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

/// The text of one of our figures rendered at `width` pixels, as PNG bytes.
std::string png_of(const std::string& svg, double width);
/// Throw InputError.
std::string svg_picture(const std::string& recording, const PictureOptions& options);
std::string png_picture(const std::string& recording, const PictureOptions& options);

}  // namespace sidestep::cli
