#include "place.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sidestep/error.h"

namespace sidestep::cli {

Vec2d parse_place(const std::string& text, const char* what) {
    Vec2d p;
    const char *begin = text.data(), *end = begin + text.size();
    const auto x = std::from_chars(begin, end, p.x);
    const bool comma = x.ec == std::errc() && x.ptr != end && *x.ptr == ',';
    const auto y =
        comma ? std::from_chars(x.ptr + 1, end, p.y) : std::from_chars_result{end, std::errc::invalid_argument};
    if (y.ec == std::errc() && y.ptr == end && std::isfinite(p.x) && std::isfinite(p.y)) return p;
    InputProblem problem;
    problem.message = fmt::format("the {} is not a place", what);
    problem.value = text;
    problem.allowed = "X,Y in metres, such as 12.5,-3";
    problem.remedy = "Write two numbers with a comma and no blank between them.";
    throw InputError(problem);
}

std::vector<Vec2d> parse_places(const std::string& text, const char* what) {
    std::vector<Vec2d> places;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = text.find(',', from);
        const std::size_t end = comma == std::string::npos ? comma : text.find(',', comma + 1);
        places.push_back(parse_place(text.substr(from, end - from), fmt::format("{}'s place", what).c_str()));
        from = end == std::string::npos ? text.size() + 1 : end + 1;
    }
    return places;
}

std::array<Vec2d, 2> parse_two_places(const std::string& text, const char* what) {
    std::size_t middle = text.find(',');
    if (middle != std::string::npos) middle = text.find(',', middle + 1);
    if (middle == std::string::npos) {
        throw InputError({.message = fmt::format("the {} has two ends", what),
                          .value = text,
                          .allowed = "X,Y,X,Y in metres, such as 4.5,0,5.7,0",
                          .remedy = "Write four numbers with commas and no blanks between them."});
    }
    return {parse_place(text.substr(0, middle), fmt::format("{}'s first end", what).c_str()),
            parse_place(text.substr(middle + 1), fmt::format("{}'s second end", what).c_str())};
}

}  // namespace sidestep::cli
