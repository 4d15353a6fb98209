#include "record/text_fields.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace sidestep::text {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

void split_at_commas(std::string_view line, std::vector<Field>& fields) {
    fields.clear();
    std::size_t at = 0;
    for (;;) {
        const std::size_t comma = std::min(line.find(',', at), line.size());
        std::size_t start = at;
        while (start < comma && is_blank(line[start])) ++start;
        fields.push_back({trimmed(line.substr(at, comma - at)), static_cast<int>(start) + 1});
        if (comma == line.size()) return;
        at = comma + 1;
    }
}

void split_at_blanks(std::string_view line, std::vector<Field>& fields) {
    fields.clear();
    std::size_t at = 0;
    for (;;) {
        while (at < line.size() && is_blank(line[at])) ++at;
        if (at == line.size()) return;
        const std::size_t start = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        fields.push_back({line.substr(start, at - start), static_cast<int>(start) + 1});
    }
}

std::optional<std::uint32_t> whole(std::string_view text) {
    if (const auto value = number<std::uint32_t>(text)) return value;
    const auto value = number<double>(text);
    return value ? whole(*value) : std::nullopt;
}

std::optional<std::uint32_t> whole(double value) {
    if (!(value == std::floor(value)) || value < 0 || value > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(value);
}

}  // namespace sidestep::text
