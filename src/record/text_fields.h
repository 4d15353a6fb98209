// What lines of numbers are made of.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sidestep::text {

struct Field {
    std::string_view text;
    int column = 1;  ///< where it starts in its line, 1-based
};

void split_at_blanks(std::string_view line, std::vector<Field>& fields);
void split_at_commas(std::string_view line, std::vector<Field>& fields);
std::string_view trimmed(std::string_view text);
std::string lower(std::string_view text);

/// Nothing where the text is something else, or more than that.
template <class T>
std::optional<T> number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}
/// Of an id or a frame, which some write as 780.0 or 7.8e+02.
std::optional<std::uint32_t> whole(std::string_view text);
std::optional<std::uint32_t> whole(double value);

}  // namespace sidestep::text
