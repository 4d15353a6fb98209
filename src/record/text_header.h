// The comment lines at the head of a text trajectory: `# key: value`, newlines escaped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sidestep::text {

/// Keys that the format itself defines; everything else is TrajectoryInfo::metadata.
inline constexpr std::string_view kOwnKeys[] = {"format", "framerate", "geometry", "periodic"};
/// Marks what we wrote: there, a last line without its newline is torn even if it looks whole.
inline constexpr std::string_view kOurFormat = "sidestep text 1";

/// One header line, with its newline.
std::string header_line(std::string_view key, std::string_view value);
/// The reverse, for a line without its newline. Nothing where the line is a comment of another form.
std::optional<std::pair<std::string, std::string>> parse_header_line(std::string_view line);

}  // namespace sidestep::text
