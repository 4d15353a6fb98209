// Finds the rows of a frame in an SQLite trajectory without reading the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "record/sqlite_file.h"

namespace sidestep {

class RowFinder {
public:
    virtual ~RowFinder() = default;
    /// The first frame with rows that is not before `frame`.
    virtual std::optional<std::uint32_t> next(std::uint32_t frame) = 0;
    /// In order of id.
    virtual void read(std::uint32_t frame, std::vector<TrajectoryRow>& rows) = 0;
    virtual std::size_t count(std::uint32_t frame) = 0;
    virtual std::optional<TrajectoryRow> find(std::uint32_t frame, AgentId id) = 0;
};

/// By the file's index, which a finished recording has. Nothing when there is none that serves.
std::unique_ptr<RowFinder> find_by_index(const SqliteFile& file);
/// By bisection, where rows lie in order of (frame, id) as a killed recording of ours leaves them. Nothing when they do
/// not. `trusted` says that we wrote the file: then order is checked in places, else from the first row to the last.
std::unique_ptr<RowFinder> find_by_order(const SqliteFile& file, bool trusted);

}  // namespace sidestep
