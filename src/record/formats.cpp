#include "record/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "base/nesting.h"
#include "record/plausible.h"
#include "record/row_watch.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"

namespace sidestep {

// Each is defined beside its reader or writer; a further format is a name here and a place in the table.
extern const TrajectoryFormat kSqliteFormat, kJuelichFormat, kCsvFormat, kHdf5Format, kTrajnetFormat, kObsmatFormat,
    kVadereFormat;

std::span<const TrajectoryFormat* const> trajectory_formats() {
    static constexpr const TrajectoryFormat* kFormats[] = {
        &kSqliteFormat, &kJuelichFormat, &kCsvFormat, &kHdf5Format, &kTrajnetFormat, &kObsmatFormat, &kVadereFormat};
    return kFormats;
}

const TrajectoryFormat* find_trajectory_format(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const TrajectoryFormat* found = nullptr;
    std::size_t longest = 0;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        for (const std::string_view end : {format->extension, format->also}) {
            // ".csv" alone is a hidden file without an extension, "obsmat.txt" alone is what it is.
            const bool whole_name = name.size() == end.size() && end.starts_with('.');
            if (end.size() <= longest || !name.ends_with(end) || whole_name) continue;
            found = format;
            longest = end.size();
        }
    }
    return found;
}

namespace {

InputProblem unknown_format(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    InputProblem problem;
    problem.message =
        extension.empty() ? "a trajectory file needs an extension that names its format" : "unknown trajectory format";
    problem.file = path;
    problem.value = extension;
    std::vector<std::string> known;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        for (const std::string_view end : {format->extension, format->also}) {
            if (!end.empty()) known.emplace_back(end);
        }
    }
    if (!extension.empty()) problem.remedy = did_you_mean(extension, known, {});
    problem.remedy += problem.remedy.empty() ? "Use" : " Use";
    for (const TrajectoryFormat* format : trajectory_formats()) {
        const bool first = problem.allowed.empty();
        problem.allowed += fmt::format("{}{}", first ? "" : ", ", format->extension);
        if (!format->also.empty()) problem.allowed += fmt::format(", {}", format->also);
        problem.remedy += fmt::format("{} {} for {}", first ? "" : ",", format->extension, format->name);
    }
    problem.remedy += '.';
    return problem;
}

}  // namespace

const TrajectoryFormat& require_trajectory_format(const std::string& path) {
    if (const TrajectoryFormat* format = find_trajectory_format(path)) return *format;
    throw InputError(unknown_format(path));
}

const TrajectoryFormat& require_recording_format(const std::string& path) {
    const TrajectoryFormat& format = require_trajectory_format(path);
    if (format.open_writer != nullptr) return format;
    std::string allowed;
    for (const TrajectoryFormat* other : trajectory_formats()) {
        if (other->open_writer != nullptr) allowed += (allowed.empty() ? "" : ", ") + std::string(other->extension);
    }
    throw InputError({.message = fmt::format("{} can only be written as a whole, not while a run goes on: one that is "
                                             "killed would leave nothing",
                                             format.name),
                      .file = path,
                      .value = std::string(format.extension),
                      .allowed = allowed,
                      .remedy = fmt::format("Record to FILE.sqlite, then `sidestep convert FILE.sqlite {}`.",
                                            std::filesystem::path(path).filename().string())});
}

std::string trajectory_extensions(bool of_runs) {
    std::vector<std::string_view> ends;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        if (!of_runs || format->open_writer != nullptr) ends.push_back(format->extension);
    }
    std::string text;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == ends.size() ? " or " : ", ", ends[i]);
    }
    return text;
}

std::unique_ptr<TrajectoryWriter> open_trajectory_writer(const std::string& path, const TrajectoryInfo& info,
                                                         bool overwrite) {
    if (!plausible::is_rate(info.fps)) {
        throw std::invalid_argument(
            fmt::format("a trajectory needs a frame rate {}, not {}", plausible::kRateAllowed, info.fps));
    }
    return require_recording_format(path).open_writer(path, info, overwrite);
}

namespace {

/// The format of a file that can be opened.
const TrajectoryFormat& format_to_read(const std::string& path, const ReadOptions& options) {
    const TrajectoryFormat& format = require_trajectory_format(path);
    InputProblem problem;
    problem.file = path;
    const std::pair<bool, const char*> said[] = {{options.fps && !format.takes_fps, "frame rate"},
                                                 {options.unit && !format.takes_unit, "unit"},
                                                 {!options.columns.empty() && !format.takes_columns, "columns"}};
    for (const auto& [idle, what] : said) {
        if (!idle) continue;
        problem.message = fmt::format("{} says its {} itself", format.name, what);
        problem.remedy = "Leave out what says otherwise.";
        throw InputError(problem);
    }
    if (options.fps && !plausible::is_rate(*options.fps)) {
        problem.message = "the frame rate is not usable";
        problem.value = fmt::format("{:g}", *options.fps);
        problem.allowed = plausible::kRateAllowed;
        problem.remedy = "Give the rate at which the frames were taken.";
        throw InputError(problem);
    }
    if (options.unit && !(*options.unit >= 1e-9 && *options.unit <= 1e9)) {
        problem.message = "the unit of the places is not usable";
        problem.value = fmt::format("{:g}", *options.unit);
        problem.allowed = "metres per unit, from 1e-9 to 1e9";
        problem.remedy = "Give the length of one unit: 0.01 for centimetres.";
        throw InputError(problem);
    }
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        problem.message = "no such file";
        problem.remedy = "Check the name, or make the file with `sidestep run SCENE -o FILE`.";
        throw InputError(problem);
    }
    if (std::filesystem::is_directory(status)) {
        problem.message = "is a folder, not a trajectory file";
        problem.remedy = "Name one file in it.";
        throw InputError(problem);
    }
    if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, error) == 0 && !error) {
        problem.message = "the file is empty: not even a header was written";
        problem.remedy = "Record again; a run that produced no rows still leaves a header.";
        throw InputError(problem);
    }
    return format;
}

/// Paths are looked at twice a second and more: nobody could measure one that says nothing for days.
void refuse_long_gaps(const std::string& path, const Trajectory& trajectory) {
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 1; i < track.frame.size(); ++i) {
            if (plausible::is_gap(track.frame[i - 1], track.frame[i], trajectory.info.fps)) continue;
            throw InputError({.message = fmt::format("agent {} is not seen for longer than anybody could be", track.id),
                              .file = path,
                              .value = fmt::format("frames {} to {} at {:g} per second", track.frame[i - 1],
                                                   track.frame[i], trajectory.info.fps),
                              .allowed = plausible::kGapAllowed,
                              .remedy = plausible::kSpanRemedy});
        }
    }
}

}  // namespace

Trajectory read_trajectory(const std::string& path, const ReadOptions& options) {
    Trajectory trajectory = format_to_read(path, options).read(path, options, nullptr);
    refuse_long_gaps(path, trajectory);
    return trajectory;
}

std::vector<std::uint64_t> find_rows(const std::string& path, std::span<const RowKey> rows,
                                     const ReadOptions& options) {
    RowWatch watch({rows.begin(), rows.end()});
    format_to_read(path, options).read(path, options, &watch);
    std::vector<std::uint64_t> found;
    for (const RowKey& row : rows) found.push_back(watch.places(row).empty() ? 0 : watch.places(row).front());
    return found;
}

std::unique_ptr<FrameSource> open_trajectory(const std::string& path, const ReadOptions& options) {
    const TrajectoryFormat& format = format_to_read(path, options);
    return format.open_frames ? format.open_frames(path) : frames_of(format.read(path, options, nullptr));
}

void Bounds::add(Vec2d p) {
    xmin = std::min(xmin, p.x);
    ymin = std::min(ymin, p.y);
    xmax = std::max(xmax, p.x);
    ymax = std::max(ymax, p.y);
}

FrameRhythm::FrameRhythm(double fps)
    : fps_(fps), per_commit_(static_cast<std::uint32_t>(std::clamp(std::floor(fps / 2), 1.0, 1e9))) {}

void FrameRhythm::accept(const TrajectoryFrame& frame, Bounds& bounds) {
    if (static_cast<std::int64_t>(frame.frame) <= last_) {
        throw std::invalid_argument(
            fmt::format("frame {} was handed to the recorder after frame {}", frame.frame, last_));
    }
    std::int64_t previous = -1;
    for (const TrajectoryRow& row : frame.rows) {
        if (static_cast<std::int64_t>(row.id) <= previous) {
            throw std::invalid_argument(fmt::format("frame {}: agent {} was handed to the recorder after agent {}",
                                                    frame.frame, row.id, previous));
        }
        previous = row.id;
        if (!plausible::is_length(row.position.x) || !plausible::is_length(row.position.y) ||
            !plausible::is_length(row.heading.x) || !plausible::is_length(row.heading.y)) {
            throw std::invalid_argument(fmt::format("frame {}: agent {} has position ({}, {}) and heading ({}, {})",
                                                    frame.frame, row.id, row.position.x, row.position.y, row.heading.x,
                                                    row.heading.y));
        }
        bounds.add(row.position);
    }
    previous = -1;
    for (const AgentInfo& agent : frame.newcomers) {
        if (static_cast<std::int64_t>(agent.id) <= previous) {
            throw std::invalid_argument(fmt::format(
                "frame {}: newcomer {} was handed to the recorder after newcomer {}", frame.frame, agent.id, previous));
        }
        previous = agent.id;
        if (!std::isfinite(agent.radius) || agent.radius < 0) {
            throw std::invalid_argument(
                fmt::format("frame {}: newcomer {} has radius {}", frame.frame, agent.id, agent.radius));
        }
    }
    for (const Explanation& explanation : frame.explanations) {
        if (explanation.frame != frame.frame) {
            throw std::invalid_argument(fmt::format(
                "an explanation of frame {} was handed to the recorder with frame {}", explanation.frame, frame.frame));
        }
    }
    last_ = frame.frame;
    if (unsafe_++ == 0) first_unsafe_ = last_;
}

bool FrameRhythm::due() const {
    // Frames may be numbered with gaps, so a span of half a second counts as well as a number of frames.
    return unsafe_ >= per_commit_ || (unsafe_ > 0 && last_ - first_unsafe_ + 1 >= per_commit_);
}

void FrameRhythm::safe() {
    unsafe_ = 0;
    last_safe_ = last_;
}

std::string FrameRhythm::safe_so_far() const {
    if (last_safe_ < 0) return "The file holds its header and no frame.";
    return fmt::format("The file holds everything up to frame {} ({:g} s) and can be read.", last_safe_,
                       static_cast<double>(last_safe_) / fps_);
}

std::optional<Vec2d> parse_periodic(std::string_view text) {
    Vec2d lengths;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, lengths.x);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, lengths.y);
    if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
    const auto usable = [](double length) { return plausible::is_length(length) && length >= 0; };
    return usable(lengths.x) && usable(lengths.y) ? std::optional(lengths) : std::nullopt;
}

std::string periodic_text(Vec2d periodic) {
    return shortest(periodic.x) + " " + shortest(periodic.y);
}

bool is_deep_verdict(std::string_view key, std::string_view value) {
    return key == "health" && nests_too_deep(value);
}

constexpr std::string_view kMoved = "metadata.";

std::string stored_key(const std::string& key, std::span<const std::string_view> own) {
    const bool clash = std::find(own.begin(), own.end(), key) != own.end() || key.starts_with(kMoved);
    return clash ? std::string(kMoved) + key : key;
}

std::string original_key(const std::string& stored) {
    return stored.starts_with(kMoved) ? stored.substr(kMoved.size()) : stored;
}

std::string shortest(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return {text, end};
}

std::string quotable(std::string_view value) {
    constexpr std::size_t most = 40;
    std::string text;
    // A foreign file's bytes need not be UTF-8, and the message may end up in a JSON document, which must be.
    for (const char c : value.substr(0, most)) text += c < 0x20 || c > 0x7e ? '?' : c;
    if (value.size() > most) text += "...";
    return text;
}

}  // namespace sidestep
