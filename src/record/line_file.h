// A text file line by line, and what is wrong with which of its lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/track_builder.h"
#include "sidestep/trajectory.h"

namespace sidestep {

class LineFile {
public:
    /// Throws InputError where it cannot be opened.
    explicit LineFile(std::string path);

    /// The next line that is not blank, without its end. The last one is part of the file without a newline too.
    std::optional<std::string_view> next();
    int line() const { return line_; }  ///< number of the line that next() gave last

    /// About the line that next() gave last; `column` 0 for all of it.
    [[noreturn]] void reject(std::string message, std::string_view value, std::string allowed, std::string remedy,
                             int column = 0) const;
    /// About the file as a whole.
    [[noreturn]] void reject_all(std::string message, std::string_view value, std::string allowed,
                                 std::string remedy) const;
    [[noreturn]] void reject_rateless() const;

private:
    std::string path_, text_;
    std::string_view rest_;
    int line_ = 0;
};

/// The tracks of a reader, checked as those of all formats are. `again` reads the file once more, telling where rows
/// stand: asked only where one appears twice.
template <class Again>
std::vector<Track> tracks_of(TrackBuilder& builder, double fps, const std::string& path, const TrajectoryFormat& format,
                             Again&& again);

[[noreturn]] void reject_span(const TrackBuilder& builder, double fps, const std::string& path);
[[noreturn]] void reject_twice(RowKey row, const std::vector<std::uint64_t>& places, const std::string& path,
                               std::string_view counts);
bool is_span(const TrackBuilder& builder, double fps);

template <class Again>
std::vector<Track> tracks_of(TrackBuilder& builder, double fps, const std::string& path, const TrajectoryFormat& format,
                             Again&& again) {
    if (!is_span(builder, fps)) reject_span(builder, fps, path);
    try {
        return builder.finish();
    } catch (const DuplicateRow& twice) {
        const RowKey row{twice.id, twice.frame};
        RowWatch watch({row});
        again(watch);
        reject_twice(row, watch.places(row), path, format.counts);
    }
}

}  // namespace sidestep
