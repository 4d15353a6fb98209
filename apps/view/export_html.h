// A recording as one HTML file: the viewer's page with the data inside.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sidestep/trajectory.h"

namespace sidestep::view {

/// Of the file; browsers become slow beyond it.
inline constexpr std::size_t kLargestHtml = 200'000'000;

/// Every `every`-th frame. Throws InputError where the recording cannot be read or would become too large.
std::string export_html(const std::string& recording, std::string_view page, std::size_t every,
                        std::size_t largest = kLargestHtml);
/// The same of a recording that is open; `name` is shown.
std::string export_html(std::unique_ptr<FrameSource> opened, const std::string& name, std::string_view page,
                        std::size_t every, std::size_t largest = kLargestHtml);

}  // namespace sidestep::view
