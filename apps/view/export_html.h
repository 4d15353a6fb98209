// A recording as one HTML file: the viewer's page with the data inside.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sidestep::view {

/// Of the file; browsers become slow beyond it.
inline constexpr std::size_t kLargestHtml = 200'000'000;

/// Every `every`-th frame. Throws InputError where the recording cannot be read or would become too large.
std::string export_html(const std::string& recording, std::string_view page, std::size_t every,
                        std::size_t largest = kLargestHtml);

}  // namespace sidestep::view
