#include "record/line_file.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "record/formats.h"
#include "record/plausible.h"
#include "record/text_fields.h"
#include "sidestep/error.h"

namespace sidestep {

LineFile::LineFile(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_, std::ios::binary);
    if (file) text_.assign(std::istreambuf_iterator<char>(file), {});
    if (!file) reject_all("cannot be opened", {}, {}, "Check the permissions of the file.");
    rest_ = text_;
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
}

std::optional<std::string_view> LineFile::next() {
    while (!rest_.empty()) {
        const std::size_t newline = std::min(rest_.find('\n'), rest_.size());
        std::string_view line = rest_.substr(0, newline);
        rest_.remove_prefix(std::min(newline + 1, rest_.size()));
        ++line_;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!text::trimmed(line).empty()) return line;
    }
    return std::nullopt;
}

void LineFile::reject(std::string message, std::string_view value, std::string allowed, std::string remedy,
                      int column) const {
    throw InputError({.message = std::move(message),
                      .file = path_,
                      .line = line_,
                      .column = column,
                      .value = quotable(value),
                      .allowed = std::move(allowed),
                      .remedy = std::move(remedy)});
}

void LineFile::reject_all(std::string message, std::string_view value, std::string allowed, std::string remedy) const {
    throw InputError({.message = std::move(message),
                      .file = path_,
                      .value = quotable(value),
                      .allowed = std::move(allowed),
                      .remedy = std::move(remedy)});
}

void LineFile::reject_rateless() const {
    reject_all("the frame rate is not given", {}, plausible::kRateAllowed,
               "Give --fps, the rate at which the frames were taken.");
}

bool is_span(const TrackBuilder& builder, double fps) {
    return plausible::is_span(builder.first(), builder.last(), fps);
}

void reject_span(const TrackBuilder& builder, double fps, const std::string& path) {
    throw InputError({.message = "the recording lasts longer than one can",
                      .file = path,
                      .value = fmt::format("frames {} to {} at {:g} per second", builder.first(), builder.last(), fps),
                      .allowed = plausible::kSpanAllowed,
                      .remedy = plausible::kSpanRemedy});
}

void reject_twice(RowKey row, const std::vector<std::uint64_t>& places, const std::string& path,
                  std::string_view counts) {
    InputProblem problem;
    problem.message = fmt::format("agent {} has two rows for frame {}", row.id, row.frame);
    if (places.size() >= 2) {
        problem.message =
            fmt::format("agent {} has a row for frame {} already, in {} {}", row.id, row.frame, counts, places[0]);
        if (counts == "line") {
            problem.line = static_cast<int>(places[1]);
        } else {
            problem.message += fmt::format(" and again in {}", places[1]);
        }
    }
    problem.file = path;
    problem.allowed = "one row per id and frame";
    problem.remedy = "Remove one of the two.";
    throw InputError(problem);
}

}  // namespace sidestep
