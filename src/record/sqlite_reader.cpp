// Reads JuPedSim's SQLite format, version 2, from whoever wrote it, also when the writer was killed.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include "record/formats.h"
#include "record/sqlite_handle.h"
#include "record/track_builder.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr const char* kMakeAgain = "Record again with `sidestep run SCENE -o FILE.sqlite`.";

[[noreturn]] void reject(const std::string& path, std::string message, std::string remedy, std::string value = {},
                         std::string allowed = {}) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = path;
    problem.value = quotable(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(problem);
}

/// SQLite would call a text file "not a database" only at the first query, and an unlucky one "malformed".
void check_magic(const std::string& path) {
    constexpr char magic[16] = "SQLite format 3";
    char head[sizeof magic] = {};
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) {
        reject(path, std::string("cannot be opened: ") + std::strerror(errno), "Check the permissions of the file.");
    }
    const std::size_t got = std::fread(head, 1, sizeof head, file);
    std::fclose(file);
    if (got < sizeof head || std::memcmp(head, magic, sizeof magic) != 0) {
        reject(path, "is not an SQLite file",
               "Name a result made by `sidestep run` or JuPedSim; text files must end in .txt or .csv.",
               {head, std::find(head, head + got, '\0')}, "a file that starts with \"SQLite format 3\"");
    }
}

void check_tables(const std::string& path, sqlite3* db) {
    const sqlite::Statement find =
        sqlite::prepare(db, "SELECT count(*) FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?");
    for (const char* table : {"metadata", "trajectory_data", "geometry", "frame_data"}) {
        sqlite::bind(find.get(), 1, table);
        sqlite::step(find.get());
        if (sqlite3_column_int(find.get(), 0) == 0) {
            reject(path, fmt::format("is an SQLite file without the table {}, so not a JuPedSim trajectory", table),
                   "Name a result made by `sidestep run` or JuPedSim.", {},
                   "tables metadata, trajectory_data, geometry, frame_data");
        }
        sqlite3_reset(find.get());
    }
}

void read_metadata(const std::string& path, sqlite3* db, TrajectoryInfo& info) {
    std::string version, fps;
    const sqlite::Statement all = sqlite::prepare(db, "SELECT key, value FROM metadata");
    while (sqlite::step(all.get())) {
        std::string key = sqlite::text_of(all.get(), 0);
        std::string value = sqlite::text_of(all.get(), 1);
        if (key == "version") {
            version = value;
        } else if (key == "fps") {
            fps = value;
        } else if (std::find(std::begin(sqlite::kOwnKeys), std::end(sqlite::kOwnKeys), key) ==
                   std::end(sqlite::kOwnKeys)) {
            info.metadata[original_key(key)] = std::move(value);
        }
    }
    if (version != "2") {
        reject(path,
               version.empty() ? "does not say which version of JuPedSim's format it has"
                               : "has a version of JuPedSim's format that is not supported",
               "Convert it with JuPedSim, or record again.", version, "version 2");
    }
    const auto parsed = std::from_chars(fps.data(), fps.data() + fps.size(), info.fps);
    if (fps.empty() || parsed.ec != std::errc{} || parsed.ptr != fps.data() + fps.size() || !std::isfinite(info.fps) ||
        info.fps <= 0) {
        reject(path, "has no usable frame rate in its metadata",
               "Set it: sqlite3 FILE \"INSERT OR REPLACE INTO metadata VALUES('fps', '10')\".", fps,
               "a number above 0");
    }
}

/// SQLite pads a last page that is cut short with zeros and may never look at it.
void check_size(const std::string& path, sqlite3* db) {
    const sqlite::Statement size =
        sqlite::prepare(db, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    sqlite::step(size.get());
    std::error_code error;
    const std::uintmax_t found = std::filesystem::file_size(path, error);
    if (!error && found < static_cast<std::uintmax_t>(sqlite3_column_int64(size.get(), 0))) {
        throw sqlite::Failure{SQLITE_CORRUPT,
                              fmt::format("{} of {} bytes are there", found, sqlite::text_of(size.get(), 0))};
    }
}

bool is_number(sqlite3_stmt* row, int column) {
    const int type = sqlite3_column_type(row, column);
    return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) && std::isfinite(sqlite3_column_double(row, column));
}

bool is_name(sqlite3_stmt* row, int column) {
    if (sqlite3_column_type(row, column) != SQLITE_INTEGER) return false;
    const std::int64_t value = sqlite3_column_int64(row, column);
    return value >= 0 && value <= std::numeric_limits<std::uint32_t>::max();
}

std::vector<Track> read_rows(const std::string& path, sqlite3* db) {
    constexpr const char* names[] = {"frame", "id", "pos_x", "pos_y", "ori_x", "ori_y"};
    TrackBuilder builder(true);
    // In the order of the file: sorting ten million rows in SQL takes longer than reading them, and it is nearly always
    // in order of frame already.
    const sqlite::Statement rows =
        sqlite::prepare(db, "SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data");
    std::uint64_t number = 0;
    while (sqlite::step(rows.get())) {
        ++number;
        for (int column = 0; column < 6; ++column) {
            if (column < 2 ? is_name(rows.get(), column) : is_number(rows.get(), column)) continue;
            const bool null = sqlite3_column_type(rows.get(), column) == SQLITE_NULL;
            InputProblem problem;
            problem.message = fmt::format("row {} of trajectory_data: {} is not {}", number, names[column],
                                          column < 2 ? "a whole number" : "a finite number");
            problem.file = path;
            problem.value = null ? "NULL" : quotable(sqlite::text_of(rows.get(), column));
            problem.allowed = column < 2 ? "a whole number from 0 to 4294967295" : "a finite number of metres";
            problem.remedy = "Mend the row with the sqlite3 command, or record again.";
            throw InputError(problem);
        }
        TrajectoryRow row;
        row.id = static_cast<AgentId>(sqlite3_column_int64(rows.get(), 1));
        row.position = {sqlite3_column_double(rows.get(), 2), sqlite3_column_double(rows.get(), 3)};
        row.heading = {static_cast<float>(sqlite3_column_double(rows.get(), 4)),
                       static_cast<float>(sqlite3_column_double(rows.get(), 5))};
        builder.add(static_cast<std::uint32_t>(sqlite3_column_int64(rows.get(), 0)), row);
    }
    try {
        return builder.finish();
    } catch (const DuplicateRow& twice) {
        reject(path, fmt::format("trajectory_data has agent {} twice in frame {}", twice.id, twice.frame),
               fmt::format("Remove one of the rows: SELECT rowid, * FROM trajectory_data WHERE id = {} AND frame = {}.",
                           twice.id, twice.frame),
               {}, "one row per id and frame");
    }
}

[[noreturn]] void explain(const std::string& path, const sqlite::Failure& failure) {
    switch (failure.code & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_IOERR:
            reject(path, "is truncated or damaged: " + failure.text,
                   std::string("Copy it again from where it was made, with its -journal file if there is one. ") +
                       kMakeAgain);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            reject(path, "is locked by another program: " + failure.text, "Close that program, or wait for it.");
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
            reject(path, "cannot be recovered after an interrupted run: " + failure.text,
                   "Make the file and its folder writable, or copy it with its -journal file to a folder that is.");
        case SQLITE_ERROR:
            reject(path, "does not have the columns of a JuPedSim trajectory: " + failure.text, kMakeAgain, {},
                   "trajectory_data(frame, id, pos_x, pos_y, ori_x, ori_y), metadata(key, value), geometry(hash, wkt)");
        default:
            reject(path, "cannot be read: " + failure.text, kMakeAgain);
    }
}

}  // namespace

Trajectory read_sqlite(const std::string& path) {
    check_magic(path);
    try {
        // Writable, since a killed writer leaves a journal that must be rolled back first; SQLite falls back to reading
        // only where the file does not allow more.
        const sqlite::Database db = sqlite::open(path, SQLITE_OPEN_READWRITE);
        sqlite3_busy_timeout(db.get(), 10'000);
        Trajectory trajectory;
        sqlite::execute(db.get(), "BEGIN");  // one state of the file, even while somebody records into it
        check_tables(path, db.get());
        check_size(path, db.get());
        read_metadata(path, db.get(), trajectory.info);
        const sqlite::Statement geometry = sqlite::prepare(db.get(), "SELECT wkt FROM geometry ORDER BY rowid LIMIT 1");
        if (sqlite::step(geometry.get())) trajectory.info.wkt = sqlite::text_of(geometry.get(), 0);
        trajectory.tracks = read_rows(path, db.get());
        return trajectory;
    } catch (const sqlite::Failure& failure) {
        explain(path, failure);
    }
}

}  // namespace sidestep
