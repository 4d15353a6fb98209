#include "record/sqlite_rows.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <utility>

namespace sidestep {
namespace {

class IndexFinder final : public RowFinder {
public:
    explicit IndexFinder(const SqliteFile& file)
        : file_(file),
          next_(sqlite::prepare(file.db(), next_sql(file))),
          read_(sqlite::prepare(file.db(), read_sql(file))),
          count_(sqlite::prepare(file.db(), kCount)),
          find_(sqlite::prepare(file.db(), find_sql(file))) {}

    static bool serves(const SqliteFile& file) {
        for (const std::string& sql : {next_sql(file), read_sql(file), std::string(kCount), find_sql(file)}) {
            const sqlite::Statement plan = sqlite::prepare(file.db(), "EXPLAIN QUERY PLAN " + sql);
            while (sqlite::step(plan.get())) {
                if (sqlite::text_of(plan.get(), 3).starts_with("SCAN")) return false;
            }
        }
        return true;
    }

    std::optional<std::uint32_t> next(std::uint32_t frame) override {
        const sqlite::Rewind rewind(next_.get());
        sqlite3_bind_int64(next_.get(), 1, frame);
        if (!sqlite::step(next_.get())) return std::nullopt;
        return file_.row_of(next_.get(), [&] { return fmt::format("trajectory_data after frame {}", frame); }).first;
    }

    void read(std::uint32_t frame, std::vector<TrajectoryRow>& rows) override {
        rows.clear();
        const sqlite::Rewind rewind(read_.get());
        sqlite3_bind_int64(read_.get(), 1, frame);
        while (sqlite::step(read_.get())) {
            const TrajectoryRow row = checked(read_.get(), frame);
            if (!rows.empty() && rows.back().id == row.id) file_.refuse_duplicate(row.id, frame);
            rows.push_back(row);
        }
    }

    std::size_t count(std::uint32_t frame) override {
        const sqlite::Rewind rewind(count_.get());
        sqlite3_bind_int64(count_.get(), 1, frame);
        sqlite::step(count_.get());
        return static_cast<std::size_t>(sqlite3_column_int64(count_.get(), 0));
    }

    std::optional<TrajectoryRow> find(std::uint32_t frame, AgentId id) override {
        const sqlite::Rewind rewind(find_.get());
        sqlite3_bind_int64(find_.get(), 1, frame);
        sqlite3_bind_int64(find_.get(), 2, id);
        if (!sqlite::step(find_.get())) return std::nullopt;
        const TrajectoryRow row = checked(find_.get(), frame);
        if (sqlite::step(find_.get())) file_.refuse_duplicate(id, frame);
        return row;
    }

private:
    static constexpr const char* kCount = "SELECT count(*) FROM trajectory_data WHERE frame = ?";
    static std::string next_sql(const SqliteFile& file) {
        return fmt::format("SELECT {} FROM trajectory_data WHERE frame >= ? ORDER BY frame LIMIT 1",
                           file.row_columns());
    }
    static std::string read_sql(const SqliteFile& file) {
        return fmt::format("SELECT {} FROM trajectory_data WHERE frame = ? ORDER BY id", file.row_columns());
    }
    static std::string find_sql(const SqliteFile& file) {
        return fmt::format("SELECT {} FROM trajectory_data WHERE frame = ? AND id = ?", file.row_columns());
    }
    TrajectoryRow checked(sqlite3_stmt* query, std::uint32_t frame) const {
        return file_.row_of(query, [&] { return fmt::format("frame {} of trajectory_data", frame); }).second;
    }

    const SqliteFile& file_;
    sqlite::Statement next_, read_, count_, find_;
};

class OrderFinder final : public RowFinder {
public:
    explicit OrderFinder(const SqliteFile& file)
        : file_(file),
          at_(sqlite::prepare(file.db(), rows_sql(file) + " LIMIT 1")),
          from_(sqlite::prepare(file.db(), rows_sql(file))),
          between_(sqlite::prepare(file.db(), "SELECT count(*) FROM trajectory_data WHERE rowid >= ? AND rowid < ?")) {
        const sqlite::Statement last = sqlite::prepare(file.db(), "SELECT max(rowid) FROM trajectory_data");
        sqlite::step(last.get());
        empty_ = sqlite3_column_type(last.get(), 0) == SQLITE_NULL;
        if (empty_) return;
        last_ = sqlite3_column_int64(last.get(), 0);
        first_ = at(std::numeric_limits<std::int64_t>::min()).rowid;
    }

    bool ascends_in_places() {
        constexpr std::uint64_t places = 256;
        if (empty_) return true;
        const std::uint64_t span = static_cast<std::uint64_t>(last_) - static_cast<std::uint64_t>(first_);
        std::optional<Row> before;
        for (std::uint64_t i = 0; i <= places; ++i) {
            const std::uint64_t offset = i == places ? span : span / places * i;
            const Row here = at(static_cast<std::int64_t>(static_cast<std::uint64_t>(first_) + offset));
            if (before && here.rowid != before->rowid && !(before->key < here.key)) return false;
            before = here;
        }
        return true;
    }

    bool ascends() {
        const sqlite::Statement all =
            sqlite::prepare(file_.db(), "SELECT frame, id FROM trajectory_data ORDER BY rowid");
        std::optional<Key> before;
        while (sqlite::step(all.get())) {
            const auto frame = SqliteFile::name_of(all.get(), 0), id = SqliteFile::name_of(all.get(), 1);
            if (!frame || !id) return false;
            const Key here{*frame, *id};
            if (before && !(*before < here)) return false;
            before = here;
        }
        return true;
    }

    std::optional<std::uint32_t> next(std::uint32_t frame) override {
        const auto row = lower_bound({frame, 0});
        return row ? std::optional(row->key.first) : std::nullopt;
    }

    void read(std::uint32_t frame, std::vector<TrajectoryRow>& rows) override {
        rows.clear();
        const auto start = lower_bound({frame, 0});
        if (!start || start->key.first != frame) return;
        const sqlite::Rewind rewind(from_.get());
        sqlite3_bind_int64(from_.get(), 1, start->rowid);
        while (sqlite::step(from_.get())) {
            const auto [number, row] =
                file_.row_of(from_.get(), [&] { return fmt::format("frame {} of trajectory_data", frame); });
            if (number > frame) return;
            if (number < frame || (!rows.empty() && rows.back().id >= row.id)) refuse_disorder(frame);
            rows.push_back(row);
        }
    }

    std::size_t count(std::uint32_t frame) override {
        const auto start = lower_bound({frame, 0});
        if (!start || start->key.first != frame) return 0;
        const auto end =
            frame == std::numeric_limits<std::uint32_t>::max() ? std::nullopt : lower_bound({frame + 1, 0});
        const sqlite::Rewind rewind(between_.get());
        sqlite3_bind_int64(between_.get(), 1, start->rowid);
        sqlite3_bind_int64(between_.get(), 2, end ? end->rowid : last_);
        sqlite::step(between_.get());
        return static_cast<std::size_t>(sqlite3_column_int64(between_.get(), 0)) + (end ? 0 : 1);
    }

    std::optional<TrajectoryRow> find(std::uint32_t frame, AgentId id) override {
        const auto found = lower_bound({frame, id});
        return found && found->key == Key{frame, id} ? std::optional(found->row) : std::nullopt;
    }

private:
    using Key = std::pair<std::uint32_t, AgentId>;  // frame and id
    struct Row {
        std::int64_t rowid;
        Key key;
        TrajectoryRow row;
    };

    static std::string rows_sql(const SqliteFile& file) {
        return fmt::format("SELECT {}, rowid FROM trajectory_data WHERE rowid >= ? ORDER BY rowid", file.row_columns());
    }

    /// The first row from `rowid` on; there must be one.
    Row at(std::int64_t rowid) {
        const sqlite::Rewind rewind(at_.get());
        sqlite3_bind_int64(at_.get(), 1, rowid);
        if (!sqlite::step(at_.get())) throw sqlite::Failure{SQLITE_CORRUPT, "rows have gone since it was opened"};
        const auto [frame, row] =
            file_.row_of(at_.get(), [&] { return fmt::format("row {} of trajectory_data", rowid); });
        return {sqlite3_column_int64(at_.get(), 6), {frame, row.id}, row};
    }

    /// The first row whose key is not below.
    std::optional<Row> lower_bound(Key key) {
        if (empty_) return std::nullopt;
        Row best = at(last_);
        if (best.key < key) return std::nullopt;
        std::int64_t low = first_,
                     high = last_;  // the row looked for has one of these rowids, some of which are unused
        while (low < high) {
            const std::int64_t middle = std::midpoint(low, high);
            const Row row = at(middle);
            if (row.key < key) {
                low = row.rowid + 1;
            } else {
                best = row;
                high = middle;
            }
        }
        return best;
    }

    [[noreturn]] void refuse_disorder(std::uint32_t frame) const {
        file_.refuse(
            fmt::format("the rows of frame {} in trajectory_data are out of order and there is no index", frame),
            "Make the index: sqlite3 FILE \"CREATE INDEX frame_id_idx ON trajectory_data(frame, id)\".");
    }

    const SqliteFile& file_;
    sqlite::Statement at_, from_, between_;
    bool empty_ = false;
    std::int64_t first_ = 0, last_ = 0;
};

}  // namespace

std::unique_ptr<RowFinder> find_by_index(const SqliteFile& file) {
    if (!IndexFinder::serves(file)) return nullptr;
    return std::make_unique<IndexFinder>(file);
}

std::unique_ptr<RowFinder> find_by_order(const SqliteFile& file, bool trusted) {
    const sqlite::Statement kind = sqlite::prepare(
        file.db(),
        "SELECT count(*) FROM pragma_table_list WHERE name = 'trajectory_data' AND type = 'table' AND NOT wr");
    sqlite::step(kind.get());
    if (sqlite3_column_int(kind.get(), 0) == 0) return nullptr;       // a table without row numbers
    if (file.has_column("trajectory_data", "rowid")) return nullptr;  // something else of that name
    auto finder = std::make_unique<OrderFinder>(file);
    if (!(trusted ? finder->ascends_in_places() : finder->ascends())) return nullptr;
    return finder;
}

}  // namespace sidestep
