#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sidestep::cli {

namespace {

// A scene path may hold bytes that are not UTF-8; a damaged name is better than no document.
std::string text_of(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Lines stay lines; whatever else a name could do to a terminal does not get there.
std::string shown(const std::string& text) {
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n\t", at), text.size());
        lines += printable(std::string_view(text).substr(at, end - at));
        if (end < text.size()) lines += text[end];
        at = end + 1;
    }
    return lines;
}

/// On a terminal that has colours, and unless somebody asks for none (no-color.org).
bool has_colours(FILE* stream) {
    const auto set = [](const char* name) { return std::getenv(name) != nullptr && *std::getenv(name) != '\0'; };
    return isatty(fileno(stream)) != 0 && !set("NO_COLOR") && set("TERM") &&
           std::string_view(std::getenv("TERM")) != "dumb";
}

constexpr std::string_view kGood = "\33[32m", kBad = "\33[1;31m", kPlain = "\33[0m";

/// Verdicts stand out: whole lines that are one, and what warns wherever it stands.
std::string coloured(const std::string& text) {
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        for (const std::string_view warning : {"NOT HEALTHY", "MISSED"}) {
            if (const std::size_t found = line.find(warning); found != std::string::npos) {
                line = fmt::format("{}{}{}{}{}", line.substr(0, found), kBad, warning, kPlain,
                                   line.substr(found + warning.size()));
            }
        }
        if (line == "healthy" || line == "all runs healthy") line = fmt::format("{}{}{}", kGood, line, kPlain);
        lines += line;
        if (end < text.size()) lines += '\n';
        at = end + 1;
    }
    return lines;
}

bool write_stdout(const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

void write(const std::string& text) {
    errno = 0;
    if (write_stdout(text)) return;
    InputProblem problem;
    problem.message = fmt::format("standard output could not be written: {}", std::strerror(errno));
    problem.file = "standard output";
    problem.remedy = "Free space or redirect to another place.";
    throw InputError(problem);
}

}  // namespace

void print(const std::string& text) {
    write(has_colours(stdout) ? coloured(shown(text)) : shown(text));
}

void print(const Json& document) {
    write(text_of(document));
}

Json to_json(const InputProblem& problem) {
    return Json{{"error",
                 {{"file", problem.file},
                  {"pointer", problem.pointer},
                  {"line", problem.line},
                  {"column", problem.column},
                  {"value", problem.value},
                  {"allowed", problem.allowed},
                  {"remedy", problem.remedy},
                  {"message", problem.message}}}};
}

void report(const InputProblem& problem, bool json) noexcept {
    try {
        if (json) write_stdout(text_of(to_json(problem)));
        const bool colours = has_colours(stderr);
        fmt::print(stderr, "{}sidestep:{} {}\n", colours ? kBad : "", colours ? kPlain : "", to_text(problem));
    } catch (...) {
        std::fputs("sidestep: an error occurred and could not be printed\n", stderr);
    }
}

Json finite_or_null(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string csv_cell(std::string_view text) {
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + '"';
}

std::string hex(std::uint64_t value) {
    return fmt::format("{:016x}", value);
}

std::string significant(double value, int digits) {
    if (!std::isfinite(value)) return "-";
    const double size = std::abs(value);
    return size >= std::pow(10, digits) && size < 1e15 ? fmt::format("{:.0f}", value)
                                                       : fmt::format("{:.{}g}", value, digits);
}

std::string short_count(double value) {
    if (value >= 1e6) return fmt::format("{:.3g} M", value / 1e6);
    if (value >= 1e4) return fmt::format("{:.3g} k", value / 1e3);
    return fmt::format("{:.0f}", value);
}

}  // namespace sidestep::cli
