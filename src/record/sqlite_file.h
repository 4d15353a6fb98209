// An SQLite trajectory opened and checked, for those who read all of it and those who look for single frames.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/sqlite_handle.h"
#include "sidestep/trajectory.h"

namespace sidestep {

class SqliteFile {
public:
    /// Throws InputError when it is not an SQLite file.
    explicit SqliteFile(const std::string& path);

    const std::string& path() const { return path_; }
    sqlite3* db() const { return db_.get(); }

    /// Frame rate, map and metadata, after checking that all tables are there and the file is whole.
    TrajectoryInfo read_info() const;
    /// Empty where the file has none.
    std::vector<AgentInfo> read_agents() const;
    std::vector<Explanation> read_explanations() const;  ///< in order of (frame, id)
    bool has_table(std::string_view name) const;

    /// What a query for rows must select, in this order.
    static constexpr const char* kRowColumns = "frame, id, pos_x, pos_y, ori_x, ori_y";
    /// The row of such a query, refused unless its numbers are usable; `where` says in a message which row it is.
    template <class Where>
    std::pair<std::uint32_t, TrajectoryRow> row_of(sqlite3_stmt* query, Where&& where) const {
        if (const int bad = unusable_column(query); bad >= 0) refuse_row(query, bad, where());
        return unchecked_row_of(query);
    }
    /// The number of an agent or a frame; nothing where the column holds something else.
    static std::optional<std::uint32_t> name_of(sqlite3_stmt* query, int column);
    /// A query on one of the tables that only we write. Another program may have one of the same name.
    sqlite::Statement prepare_ours(const char* table, const char* columns, const char* where = "") const;
    /// The explanation in columns id, frame, drawing.
    Explanation explanation_of(sqlite3_stmt* query) const;
    AgentId explained_id_of(sqlite3_stmt* query) const;  ///< of such a query's first column

    [[noreturn]] void refuse(std::string message, std::string remedy, std::string value = {},
                             std::string allowed = {}) const;
    [[noreturn]] void refuse_duplicate(AgentId id, std::uint32_t frame) const;

    /// Runs `work` and turns SQLite's failures into messages for people.
    template <class Work>
    auto guarded(Work&& work) const -> decltype(work()) {
        try {
            return work();
        } catch (const sqlite::Failure& failure) {
            explain(failure);
        }
    }

private:
    [[noreturn]] void explain(const sqlite::Failure& failure) const;
    void check_magic() const;
    void check_tables() const;
    void check_size() const;
    void read_metadata(TrajectoryInfo& info) const;
    static int unusable_column(sqlite3_stmt* query);
    static std::pair<std::uint32_t, TrajectoryRow> unchecked_row_of(sqlite3_stmt* query);
    [[noreturn]] void refuse_row(sqlite3_stmt* query, int column, const std::string& where) const;

    std::string path_;
    sqlite::Database db_;
};

}  // namespace sidestep
