#include "query.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace sidestep::view {

namespace {

const std::string* value_of(const Request& request, const std::string& name) {
    const auto found = request.query.find(name);
    return found == request.query.end() ? nullptr : &found->second;
}

/// The whole text, and nothing but it.
template <class T>
std::optional<T> parsed(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

std::optional<double> finite(std::string_view text) {
    const std::optional<double> value = parsed<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> whole(const Request& request, const std::string& name,
                                   std::optional<std::uint32_t> fallback) {
    const std::string* text = value_of(request, name);
    return text ? parsed<std::uint32_t>(*text) : fallback;
}

std::optional<double> number(const Request& request, const std::string& name, std::optional<double> fallback) {
    const std::string* text = value_of(request, name);
    return text ? finite(*text) : fallback;
}

std::optional<Vec2d> place(const Request& request, const std::string& name) {
    const std::string* text = value_of(request, name);
    const std::size_t comma = text ? text->find(',') : std::string::npos;
    if (comma == std::string::npos) return {};
    const std::string_view whole_text(*text);
    const auto x = finite(whole_text.substr(0, comma)), y = finite(whole_text.substr(comma + 1));
    if (!x || !y) return {};
    return Vec2d{*x, *y};
}

std::optional<std::vector<std::uint32_t>> wholes(const Request& request, const std::string& name) {
    std::vector<std::uint32_t> values;
    const std::string* text = value_of(request, name);
    if (!text || text->empty()) return values;
    for (std::size_t begin = 0; begin <= text->size();) {
        const std::size_t end = std::min(text->find(',', begin), text->size());
        const auto value = parsed<std::uint32_t>(std::string_view(*text).substr(begin, end - begin));
        if (!value) return {};
        values.push_back(*value);
        begin = end + 1;
    }
    return values;
}

}  // namespace sidestep::view
