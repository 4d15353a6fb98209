// SQLite's C handles with owners, shared by the reader and the writer.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>

namespace sidestep::sqlite {

struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Close>;
using Statement = std::unique_ptr<sqlite3_stmt, Close>;

/// SQLite's result code with its text; caught where the file's name and the user's remedy are known.
struct Failure {
    int code;
    std::string text;
};

[[noreturn]] inline void fail(sqlite3* db) {
    throw Failure{sqlite3_extended_errcode(db), sqlite3_errmsg(db)};
}

inline Database open(const std::string& path, int flags) {
    sqlite3* raw = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
    Database db(raw);
    if (code != SQLITE_OK) {
        if (raw == nullptr) throw Failure{code, sqlite3_errstr(code)};
        fail(raw);
    }
    return db;
}

inline void execute(sqlite3* db, const char* sql) {
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(db);
}

inline Statement prepare(sqlite3* db, const std::string& sql) {
    sqlite3_stmt* raw = nullptr;
    const int code =
        sqlite3_prepare_v3(db, sql.c_str(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    if (code != SQLITE_OK) fail(db);
    return Statement(raw);
}

/// True while there is a row.
inline bool step(sqlite3_stmt* statement) {
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail(sqlite3_db_handle(statement));
    return false;
}

/// Runs a statement that yields no rows and makes it ready to run again.
inline void run(sqlite3_stmt* statement) {
    step(statement);
    sqlite3_reset(statement);
}

/// Makes a statement ready to run again when the scope ends, however it ends. Until then it keeps its lock on the file.
class Rewind {
public:
    explicit Rewind(sqlite3_stmt* statement) : statement_(statement) {}
    ~Rewind() { sqlite3_reset(statement_); }
    Rewind(const Rewind&) = delete;
    Rewind& operator=(const Rewind&) = delete;

private:
    sqlite3_stmt* statement_;
};

/// One state of the file for several queries, even while somebody records into it. The other cannot commit meanwhile.
class Snapshot {
public:
    explicit Snapshot(sqlite3* db) : db_(db) { execute(db, "BEGIN"); }
    ~Snapshot() { sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr); }
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

private:
    sqlite3* db_;
};

inline std::string text_of(sqlite3_stmt* statement, int column) {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

/// The text must live until the statement has run.
inline void bind(sqlite3_stmt* statement, int parameter, std::string_view text) {
    if (sqlite3_bind_text64(statement, parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK) {
        fail(sqlite3_db_handle(statement));
    }
}

/// Keys of the metadata table that the format itself defines; everything else is TrajectoryInfo::metadata.
inline constexpr std::string_view kOwnKeys[] = {"version", "fps",  "xmin",     "xmax",
                                                "ymin",    "ymax", "periodic", "open_plane"};

}  // namespace sidestep::sqlite
