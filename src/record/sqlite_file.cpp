#include "record/sqlite_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include "base/nesting.h"
#include "record/formats.h"
#include "record/plausible.h"
#include "record/whole_file.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr const char* kMakeAgain = "Record again with `sidestep run SCENE -o FILE.sqlite`.";
constexpr const char* kMendRow = "Mend the row with the sqlite3 command, or record again.";
constexpr const char* kName = "a whole number from 0 to 4294967295";
constexpr int kLargestValue = 1 << 28;  // bytes of a text, more than the map of any city
constexpr int kOneEffort = 100'000;

bool is_length(sqlite3_stmt* row, int column) {
    const int type = sqlite3_column_type(row, column);
    return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) && plausible::is_length(sqlite3_column_double(row, column));
}

std::string shown(sqlite3_stmt* row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_NULL ? "NULL" : sqlite::text_of(row, column);
}

}  // namespace

SqliteFile::SqliteFile(const std::string& path) : path_(path) {
    check_magic();
    guarded([&] {
        // Writable, since a killed writer leaves a journal that must be rolled back first; SQLite falls back to reading
        // only where the file does not allow more.
        db_ = sqlite::open(path, SQLITE_OPEN_READWRITE);
        sqlite3_busy_timeout(db_.get(), 10'000);
        distrust();
        has_headings_ = has_column("trajectory_data", "ori_x") && has_column("trajectory_data", "ori_y");
    });
}

/// A database is a program: its schema can hold views that never end, triggers, and columns computed from others.
void SqliteFile::distrust() {
    for (const auto& [setting, on] :
         {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)}) {
        sqlite3_db_config(db(), setting, on, nullptr);
    }
    sqlite3_limit(db(), SQLITE_LIMIT_LENGTH, kLargestValue);
    // Reading a row takes some twenty instructions and the smallest row ten bytes. Bisecting for every frame takes
    // more.
    std::uint64_t bytes = 0;
    for (const char* ending : {"", "-wal"}) {
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(path_ + ending, error);
        if (!error) bytes += size;
    }
    effort_->most = 1000 + bytes / 100;
    const auto spend = [](void* effort) {
        Effort& spent = *static_cast<Effort*>(effort);
        return ++spent.used > spent.most ? 1 : 0;
    };
    sqlite3_progress_handler(db(), kOneEffort, spend, effort_.get());
}

void SqliteFile::refuse(std::string message, std::string remedy, std::string value, std::string allowed) const {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = path_;
    problem.value = quotable(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(problem);
}

/// SQLite would call a text file "not a database" only at the first query, and an unlucky one "malformed".
void SqliteFile::check_magic() const {
    constexpr char magic[16] = "SQLite format 3";
    char head[sizeof magic] = {};
    std::FILE* file = std::fopen(path_.c_str(), "rb");
    if (file == nullptr) {
        refuse(std::string("cannot be opened: ") + std::strerror(errno), "Check the permissions of the file.");
    }
    const std::size_t got = std::fread(head, 1, sizeof head, file);
    std::fclose(file);
    if (got < sizeof head || std::memcmp(head, magic, sizeof magic) != 0) {
        refuse("is not an SQLite file",
               "Name a result made by `sidestep run` or JuPedSim; text files must end in .txt or .csv.",
               {head, std::find(head, head + got, '\0')}, "a file that starts with \"SQLite format 3\"");
    }
}

bool SqliteFile::has_table(std::string_view name) const {
    const sqlite::Statement find = sqlite::prepare(db(),
                                                   "SELECT type = 'table' AND rootpage > 0 FROM sqlite_master "
                                                   "WHERE type IN ('table', 'view') AND lower(name) = ?");
    sqlite::bind(find.get(), 1, name);
    if (!sqlite::step(find.get())) return false;
    if (sqlite3_column_int(find.get(), 0) == 0) {
        refuse(fmt::format("{} is a view or a virtual table, which may compute anything", name),
               fmt::format("Make a table of it: sqlite3 FILE \"CREATE TABLE {0}_copy AS SELECT * FROM {0}; DROP VIEW "
                           "{0}; ALTER TABLE {0}_copy RENAME TO {0}\".",
                           name),
               {}, "tables that hold their rows");
    }
    return true;
}

bool SqliteFile::has_column(const char* table, std::string_view name) const {
    const sqlite::Statement find =
        sqlite::prepare(db(), fmt::format("SELECT 1 FROM pragma_table_xinfo('{}') WHERE lower(name) = ?", table));
    sqlite::bind(find.get(), 1, name);
    return sqlite::step(find.get());
}

void SqliteFile::check_tables(int version) const {
    for (const char* table : {"metadata", "trajectory_data", "geometry", "frame_data"}) {
        if (has_table(table) || (version == 1 && std::string_view(table) == "frame_data")) continue;
        refuse(fmt::format("is an SQLite file without the table {}, so not a JuPedSim trajectory", table),
               "Name a result made by `sidestep run` or JuPedSim.", {},
               "tables metadata, trajectory_data, geometry, frame_data");
    }
}

/// SQLite pads a last page that is cut short with zeros and may never look at it.
void SqliteFile::check_size() const {
    const sqlite::Statement size =
        sqlite::prepare(db(), "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    sqlite::step(size.get());
    std::error_code error;
    const std::uintmax_t found = std::filesystem::file_size(path_, error);
    if (!error && found < static_cast<std::uintmax_t>(sqlite3_column_int64(size.get(), 0))) {
        throw sqlite::Failure{SQLITE_CORRUPT,
                              fmt::format("{} of {} bytes are there", found, sqlite::text_of(size.get(), 0))};
    }
}

/// Before anything else of the file, since tables differ by version.
int SqliteFile::read_version() const {
    std::string version;
    if (has_table("metadata")) {
        const sqlite::Statement find = sqlite::prepare(db(), "SELECT value FROM metadata WHERE key = 'version'");
        if (sqlite::step(find.get())) version = sqlite::text_of(find.get(), 0);
    } else {
        check_tables(2);
    }
    for (const int known : {1, 2, 3}) {
        if (version == std::to_string(known)) return known;
    }
    refuse(version.empty() ? "does not say which version of JuPedSim's format it has"
                           : "has a version of JuPedSim's format that is not supported",
           "Convert it with JuPedSim, or record again.", version, "version 1, 2 or 3");
}

void SqliteFile::read_metadata(TrajectoryInfo& info) const {
    std::string fps;
    const sqlite::Statement all = sqlite::prepare(db(), "SELECT key, value FROM metadata");
    while (sqlite::step(all.get())) {
        std::string key = sqlite::text_of(all.get(), 0);
        std::string value = sqlite::text_of(all.get(), 1);
        if (is_deep_verdict(key, value)) {
            refuse(kDeepVerdict, "Remove it: sqlite3 FILE \"DELETE FROM metadata WHERE key = 'health'\".", value,
                   fmt::format("at most {} brackets inside each other", kDeepestText));
        }
        if (key == "fps") {
            fps = value;
        } else if (key == kPeriodicKey) {
            const auto lengths = parse_periodic(value);
            if (!lengths) {
                refuse("has periodic axes of no usable length in its metadata",
                       "Correct them: sqlite3 FILE \"UPDATE metadata SET value = '20 0' WHERE key = 'periodic'\".",
                       value, kPeriodicAllowed);
            }
            info.periodic = *lengths;
        } else if (std::find(std::begin(sqlite::kOwnKeys), std::end(sqlite::kOwnKeys), key) ==
                   std::end(sqlite::kOwnKeys)) {
            info.metadata[original_key(key)] = std::move(value);
            if (info.metadata.size() > plausible::kMostMetadata) {
                refuse("has more metadata than a recording", "Remove what does not belong there.", {},
                       plausible::kMetadataAllowed);
            }
        }
    }
    const auto parsed = std::from_chars(fps.data(), fps.data() + fps.size(), info.fps);
    if (fps.empty() || parsed.ec != std::errc{} || parsed.ptr != fps.data() + fps.size() ||
        !plausible::is_rate(info.fps)) {
        refuse("has no usable frame rate in its metadata",
               "Set it: sqlite3 FILE \"INSERT OR REPLACE INTO metadata VALUES('fps', '10')\".", fps,
               plausible::kRateAllowed);
    }
}

TrajectoryInfo SqliteFile::read_info() const {
    TrajectoryInfo info;
    check_tables(read_version());
    check_size();
    read_metadata(info);
    // A box around all places is there for programs that cannot do without.
    const sqlite::Statement plane = sqlite::prepare(db(), "SELECT 1 FROM metadata WHERE key = ?");
    sqlite::bind(plane.get(), 1, kOpenPlaneKey);
    if (sqlite::step(plane.get())) return info;
    const sqlite::Statement geometry = sqlite::prepare(db(), "SELECT wkt FROM geometry ORDER BY rowid LIMIT 1");
    if (sqlite::step(geometry.get())) info.wkt = sqlite::text_of(geometry.get(), 0);
    return info;
}

sqlite::Statement SqliteFile::prepare_ours(const char* table, const char* columns, const char* where) const {
    try {
        return sqlite::prepare(db(), fmt::format("SELECT {} FROM {} {}", columns, table, where));
    } catch (const sqlite::Failure& failure) {
        if ((failure.code & 0xff) != SQLITE_ERROR) throw;
        refuse(fmt::format("the table {} does not have the columns of a result: {}", table, failure.text),
               fmt::format("Rename or drop the table: sqlite3 FILE \"ALTER TABLE {0} RENAME TO {0}_old\".", table), {},
               fmt::format("{}({})", table, columns));
    }
}

std::vector<AgentInfo> SqliteFile::read_agents() const {
    std::vector<AgentInfo> agents;
    if (!has_table("agent_data")) return agents;
    const sqlite::Statement all = prepare_ours("agent_data", "id, radius, profile, goal, agent_group");
    sqlite3_stmt* const row = all.get();
    while (sqlite::step(row)) {
        const auto id = name_of(row, 0);
        if (!id) refuse("agent_data: id is not a whole number", kMendRow, shown(row, 0), kName);
        if (!is_length(row, 1) || sqlite3_column_double(row, 1) < 0) {
            refuse(fmt::format("agent_data: the radius of agent {} is not a length", *id), kMendRow, shown(row, 1),
                   "a number of metres up to 1e8, 0 where unknown");
        }
        for (const int column : {2, 3, 4}) {
            if (sqlite3_column_type(row, column) == SQLITE_TEXT) continue;
            refuse(fmt::format("agent_data: {} of agent {} is not a name", sqlite3_column_name(row, column), *id),
                   kMendRow, shown(row, column), "text, empty where there is none");
        }
        agents.push_back({*id, static_cast<float>(sqlite3_column_double(row, 1)), sqlite::text_of(row, 2),
                          sqlite::text_of(row, 3), sqlite::text_of(row, 4)});
    }
    const auto by_id = [](const AgentInfo& a, const AgentInfo& b) { return a.id < b.id; };
    std::sort(agents.begin(), agents.end(), by_id);
    const auto twice =
        std::adjacent_find(agents.begin(), agents.end(), [](const auto& a, const auto& b) { return a.id == b.id; });
    if (twice != agents.end()) {
        refuse(fmt::format("agent_data has agent {} twice", twice->id), "Remove one of the rows.", {},
               "one row per id");
    }
    return agents;
}

std::vector<Wait> SqliteFile::read_waits() const {
    std::vector<Wait> waits;
    if (!has_table("waits")) return waits;
    const sqlite::Statement all = prepare_ours("waits", "id, first_frame, last_frame");
    sqlite3_stmt* const row = all.get();
    while (sqlite::step(row)) {
        const auto id = name_of(row, 0), first = name_of(row, 1), last = name_of(row, 2);
        const bool to_the_end = sqlite3_column_type(row, 2) == SQLITE_NULL;
        if (!id || !first || (!last && !to_the_end) || (last && *last < *first)) {
            refuse("waits: a row is not usable", kMendRow,
                   fmt::format("{}, {} to {}", shown(row, 0), shown(row, 1), shown(row, 2)),
                   "an id, and the numbers of the first and last frame; NULL for the last while it lasts");
        }
        waits.push_back({*id, *first, last.value_or(Wait::kToTheEnd)});
    }
    std::sort(waits.begin(), waits.end(),
              [](const Wait& a, const Wait& b) { return std::pair(a.id, a.first) < std::pair(b.id, b.first); });
    return waits;
}

std::vector<Explanation> SqliteFile::read_explanations() const {
    std::vector<Explanation> explanations;
    if (!has_table("explanations")) return explanations;
    const sqlite::Statement all = prepare_ours("explanations", "id, frame, drawing");
    while (sqlite::step(all.get())) explanations.push_back(explanation_of(all.get()));
    std::sort(explanations.begin(), explanations.end(), [](const Explanation& a, const Explanation& b) {
        return std::pair(a.frame, a.id) < std::pair(b.frame, b.id);
    });
    return explanations;
}

Explanation SqliteFile::explanation_of(sqlite3_stmt* query) const {
    const AgentId id = explained_id_of(query);
    const auto frame = name_of(query, 1);
    if (!frame) refuse("explanations: frame is not a whole number", kMendRow, shown(query, 1), kName);
    const std::string drawing = sqlite::text_of(query, 2);
    std::string why = "it is about another agent or frame";
    try {
        Explanation explanation = explanation_from_json(drawing);
        if (explanation.id == id && explanation.frame == *frame) return explanation;
    } catch (const InputError& error) {
        why = error.problem().message;
    }
    refuse(fmt::format("explanations: the drawing of agent {} in frame {} cannot be used: {}", id, *frame, why),
           "Remove the row with the sqlite3 command, or record again.", drawing,
           "JSON as in docs/viewer_protocol.md, with the id and frame of its row");
}

AgentId SqliteFile::explained_id_of(sqlite3_stmt* query) const {
    const auto id = name_of(query, 0);
    if (!id) refuse("explanations: id is not a whole number", kMendRow, shown(query, 0), kName);
    return *id;
}

std::optional<std::uint32_t> SqliteFile::name_of(sqlite3_stmt* query, int column) {
    if (sqlite3_column_type(query, column) != SQLITE_INTEGER) return std::nullopt;
    const std::int64_t value = sqlite3_column_int64(query, column);
    if (value < 0 || value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(value);
}

int SqliteFile::unusable_column(sqlite3_stmt* query) {
    for (int column = 0; column < 6; ++column) {
        if (column < 2 ? !name_of(query, column) : !is_length(query, column)) return column;
    }
    return -1;
}

std::pair<std::uint32_t, TrajectoryRow> SqliteFile::unchecked_row_of(sqlite3_stmt* query) {
    TrajectoryRow row;
    row.id = static_cast<AgentId>(sqlite3_column_int64(query, 1));
    row.position = {sqlite3_column_double(query, 2), sqlite3_column_double(query, 3)};
    row.heading = {static_cast<float>(sqlite3_column_double(query, 4)),
                   static_cast<float>(sqlite3_column_double(query, 5))};
    return {static_cast<std::uint32_t>(sqlite3_column_int64(query, 0)), row};
}

void SqliteFile::refuse_row(sqlite3_stmt* query, int column, const std::string& where) const {
    constexpr const char* names[] = {"frame", "id", "pos_x", "pos_y", "ori_x", "ori_y"};
    refuse(fmt::format("{}: {} is not {}", where, names[column], column < 2 ? "a whole number" : "a plausible number"),
           kMendRow, shown(query, column), column < 2 ? kName : plausible::kLengthAllowed);
}

void SqliteFile::check_span(std::uint32_t first, std::uint32_t last, double fps) const {
    if (plausible::is_span(first, last, fps)) return;
    refuse("lasts longer than a recording can", plausible::kSpanRemedy,
           fmt::format("frames {} to {} at {:g} per second", first, last, fps), plausible::kSpanAllowed);
}

void SqliteFile::refuse_duplicate(AgentId id, std::uint32_t frame) const {
    refuse(fmt::format("trajectory_data has agent {} twice in frame {}", id, frame),
           fmt::format("Remove one of the rows: SELECT rowid, * FROM trajectory_data WHERE id = {} AND frame = {}.", id,
                       frame),
           {}, "one row per id and frame");
}

void SqliteFile::explain(const sqlite::Failure& failure) const {
    switch (failure.code & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_IOERR:
            refuse("is truncated or damaged: " + failure.text,
                   std::string("Copy it again from where it was made, with its -journal file if there is one. ") +
                       kMakeAgain);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            refuse("is locked by another program: " + failure.text, "Close that program, or wait for it.");
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
            refuse("cannot be recovered after an interrupted run: " + failure.text,
                   "Make the file and its folder writable, or copy it with its -journal file to a folder that is.");
        case SQLITE_INTERRUPT:
        case SQLITE_TOOBIG:
            refuse("asks for more than reading a file of its size: " + failure.text, kMakeAgain, {},
                   "tables that hold what they show, and texts of at most 256 MiB");
        case SQLITE_ERROR:
            refuse("does not have the columns of a JuPedSim trajectory: " + failure.text, kMakeAgain, {},
                   "trajectory_data(frame, id, pos_x, pos_y) and perhaps ori_x, ori_y, metadata(key, value), "
                   "geometry(hash, wkt), "
                   "frame_data(frame, geometry_hash)");
        default:
            refuse("cannot be read: " + failure.text, kMakeAgain);
    }
}

}  // namespace sidestep
