// An SQLite trajectory opened and checked, for those who read all of it and those who look for single frames.
#pragma once

#include <cstdint>
#include <memory>
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
    /// Refuses what no recording lasts.
    void check_span(std::uint32_t first, std::uint32_t last, double fps) const;
    /// Empty where the file has none.
    std::vector<AgentInfo> read_agents() const;
    std::vector<Wait> read_waits() const;                ///< in order of (id, first)
    std::vector<Explanation> read_explanations() const;  ///< in order of (frame, id)
    /// A table with rows of its own: a view or a virtual table, which could compute anything, is refused.
    bool has_table(std::string_view name) const;
    bool has_column(const char* table, std::string_view name) const;

    /// Whether rows say where people look; JuPedSim's version 3 does not.
    bool has_headings() const { return has_headings_; }
    /// What a query for rows must select, in this order.
    const char* row_columns() const {
        return has_headings_ ? "frame, id, pos_x, pos_y, ori_x, ori_y" : "frame, id, pos_x, pos_y, 0.0, 0.0";
    }
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
        effort_->used = 0;
        try {
            return work();
        } catch (const sqlite::Failure& failure) {
            explain(failure);
        }
    }

private:
    [[noreturn]] void explain(const sqlite::Failure& failure) const;
    void check_magic() const;
    void distrust();
    void check_tables(int version) const;
    int read_version() const;
    void check_size() const;
    void read_metadata(TrajectoryInfo& info) const;
    static int unusable_column(sqlite3_stmt* query);
    static std::pair<std::uint32_t, TrajectoryRow> unchecked_row_of(sqlite3_stmt* query);
    [[noreturn]] void refuse_row(sqlite3_stmt* query, int column, const std::string& where) const;

    /// How much SQLite may compute for one call: nothing that only reads comes near it.
    struct Effort {
        std::uint64_t used = 0, most = 0;  // in hundreds of thousands of instructions of its machine
    };

    std::string path_;
    std::unique_ptr<Effort> effort_ = std::make_unique<Effort>();  // SQLite keeps its address
    sqlite::Database db_;
    bool has_headings_ = true;
};

}  // namespace sidestep
