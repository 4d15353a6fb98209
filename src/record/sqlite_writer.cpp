// JuPedSim's SQLite format, version 2, with three tables of our own that other programs do not look at: who the agents
// are, who waited when, and explanations. Few are explained, so the index of these is kept up to date instead of being
// made at the end, and a killed run has it too.
//
// Every half simulated second is one transaction with a rollback journal. `synchronous=OFF` hands pages to the
// operating system without waiting for the disk: a killed process loses nothing that was committed, since the kernel
// still holds the pages, but after a power failure the file may be damaged. Waiting for the disk would cost one or two
// fsyncs per simulated half second, more than the simulation itself for small crowds.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "record/formats.h"
#include "record/output_file.h"
#include "record/sqlite_files.h"
#include "record/sqlite_handle.h"
#include "record/wait_follower.h"
#include "record/whole_file.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

// Rows per INSERT. One row per statement reaches 1.6 M rows/s, 20 rows 2.9, 100 rows 3.4 (one 2020s server core).
constexpr int kBatch = 64;
constexpr int kColumns = 6;
// A viewer that reads while we record holds the lock for moments; a forgotten transaction in a shell holds it for ever.
constexpr int kPatienceMs = 60'000;

constexpr const char* kSchema = R"sql(
CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL,
                             ori_x REAL NOT NULL, ori_y REAL NOT NULL);
CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash ON geometry(hash);
CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE TABLE agent_data(id INTEGER PRIMARY KEY, radius REAL NOT NULL, profile TEXT NOT NULL, goal TEXT NOT NULL,
                        agent_group TEXT NOT NULL, first_frame INTEGER NOT NULL, last_frame INTEGER);
CREATE TABLE waits(id INTEGER NOT NULL, first_frame INTEGER NOT NULL, last_frame INTEGER, PRIMARY KEY(id, first_frame));
CREATE TABLE explanations(id INTEGER NOT NULL, frame INTEGER NOT NULL, drawing TEXT NOT NULL, PRIMARY KEY(id, frame));
)sql";

/// FNV-1a: names a geometry within its file.
std::int64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return static_cast<std::int64_t>(hash);
}

/// Box of the coordinates in a WKT: its numbers come in pairs, whatever the geometry's type.
Bounds bounds_of(const std::string& wkt) {
    Bounds bounds;
    std::optional<double> x;
    const char* at = wkt.data();
    const char* const end = at + wkt.size();
    while (at != end) {
        double value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        const bool part_of_word = at != wkt.data() && ((at[-1] | 0x20) >= 'a' && (at[-1] | 0x20) <= 'z');
        if (error != std::errc{} || part_of_word || !(value - value == 0)) {
            if (*at == ',') x.reset();  // a third coordinate, if any, ends with its point
            ++at;
            continue;
        }
        at = next;
        if (x) bounds.add({*x, value});
        x = x ? std::nullopt : std::optional(value);
    }
    return bounds;
}

std::string insert_sql(int rows) {
    std::string sql = "INSERT INTO trajectory_data VALUES";
    for (int i = 0; i < rows; ++i) sql += i == 0 ? "(?,?,?,?,?,?)" : ",(?,?,?,?,?,?)";
    return sql;
}

void bind_row(sqlite3_stmt* statement, int first, std::uint32_t frame, const TrajectoryRow& row) {
    sqlite3_bind_int64(statement, first, frame);
    sqlite3_bind_int64(statement, first + 1, row.id);
    sqlite3_bind_double(statement, first + 2, row.position.x);
    sqlite3_bind_double(statement, first + 3, row.position.y);
    sqlite3_bind_double(statement, first + 4, row.heading.x);
    sqlite3_bind_double(statement, first + 5, row.heading.y);
}

void set_metadata(sqlite3* db, const std::string& key, const std::string& value) {
    const sqlite::Statement statement = sqlite::prepare(db, "INSERT OR REPLACE INTO metadata VALUES(?, ?)");
    sqlite::bind(statement.get(), 1, key);
    sqlite::bind(statement.get(), 2, value);
    sqlite::run(statement.get());
}

void set_bounds(sqlite3* db, const Bounds& bounds) {
    const Bounds shown = bounds.empty() ? Bounds{0, 0, 0, 0} : bounds;
    set_metadata(db, "xmin", shortest(shown.xmin));
    set_metadata(db, "xmax", shortest(shown.xmax));
    set_metadata(db, "ymin", shortest(shown.ymin));
    set_metadata(db, "ymax", shortest(shown.ymax));
}

class SqliteWriter final : public TrajectoryWriter {
public:
    SqliteWriter(const std::string& path, const TrajectoryInfo& info, bool overwrite)
        : path_(path), rhythm_(info.fps), bounds_(bounds_of(info.wkt)), is_open_plane_(info.wkt.empty()) {
        geometry_hash_ = info.wkt.empty() ? 0 : hash_of(info.wkt);
        OutputFile output(path, overwrite);
        try {
            create(output.part(), info);
        } catch (const sqlite::Failure& failure) {
            output.cannot_write(failure.text);
        }
        output.put_in_place();
        try {
            open(output.real());
        } catch (const sqlite::Failure& failure) {
            output.cannot_write(failure.text);
        }
    }

    void write(const TrajectoryFrame& frame) override {
        if (!db_) throw std::logic_error("a frame was handed to a closed trajectory file");
        rhythm_.accept(frame, bounds_);
        guarded([&] {
            begin();
            insert_rows(frame);
            sqlite3_bind_int64(insert_frame_.get(), 1, frame.frame);
            sqlite3_bind_int64(insert_frame_.get(), 2, geometry_hash_);
            sqlite::run(insert_frame_.get());
            insert_extras(frame);
            note_who_left(frame);
            note_who_waits(frame);
            if (rhythm_.due()) commit();
        });
    }

    void finish(const std::map<std::string, std::string>& closing) override {
        if (!db_) return;
        guarded([&] {
            begin();
            for (const auto& [key, value] : closing) set_metadata(db_.get(), stored_key(key, sqlite::kOwnKeys), value);
            commit();
            // Made last: building it from rows that are already in order costs less than keeping it up to date.
            sqlite::execute(db_.get(), "CREATE INDEX frame_id_idx ON trajectory_data(frame, id)");
        });
        close();
    }

private:
    static void create(const std::string& path, const TrajectoryInfo& info) {
        const sqlite::Database db = sqlite::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
        // Twice SQLite's default: fewer page splits, measured 30 % more rows per second.
        sqlite::execute(db.get(), "PRAGMA page_size=8192; PRAGMA synchronous=OFF; BEGIN");
        sqlite::execute(db.get(), kSchema);
        set_metadata(db.get(), "version", "2");
        set_metadata(db.get(), "fps", shortest(info.fps));
        set_bounds(db.get(), bounds_of(info.wkt));
        if (info.periodic != Vec2d{}) set_metadata(db.get(), std::string(kPeriodicKey), periodic_text(info.periodic));
        for (const auto& [key, value] : info.metadata) {
            set_metadata(db.get(), stored_key(key, sqlite::kOwnKeys), value);
        }
        if (info.wkt.empty()) {
            set_metadata(db.get(), kOpenPlaneKey, "the geometry is a box around all places: there was no map");
        } else {
            const sqlite::Statement insert = sqlite::prepare(db.get(), "INSERT INTO geometry VALUES(?, ?)");
            sqlite3_bind_int64(insert.get(), 1, hash_of(info.wkt));
            sqlite::bind(insert.get(), 2, info.wkt);
            sqlite::run(insert.get());
        }
        sqlite::execute(db.get(), "COMMIT");
    }

    void open(const std::string& path) {
        db_ = sqlite::open(path, SQLITE_OPEN_READWRITE);
        sqlite3_busy_timeout(db_.get(), kPatienceMs);
        sqlite::execute(db_.get(), "PRAGMA synchronous=OFF; PRAGMA journal_mode=DELETE");
        insert_batch_ = sqlite::prepare(db_.get(), insert_sql(kBatch));
        insert_one_ = sqlite::prepare(db_.get(), insert_sql(1));
        insert_frame_ = sqlite::prepare(db_.get(), "INSERT INTO frame_data VALUES(?, ?)");
        insert_agent_ = sqlite::prepare(db_.get(), "INSERT INTO agent_data VALUES(?, ?, ?, ?, ?, ?, NULL)");
        set_last_frame_ = sqlite::prepare(db_.get(), "UPDATE agent_data SET last_frame = ? WHERE id = ?");
        insert_wait_ = sqlite::prepare(db_.get(), "INSERT INTO waits VALUES(?, ?, NULL)");
        end_wait_ = sqlite::prepare(db_.get(), "UPDATE waits SET last_frame = ? WHERE id = ? AND last_frame IS NULL");
        insert_explanation_ = sqlite::prepare(db_.get(), "INSERT INTO explanations VALUES(?, ?, ?)");
    }

    void insert_rows(const TrajectoryFrame& frame) {
        std::size_t next = 0;
        for (; next + kBatch <= frame.rows.size(); next += kBatch) {
            for (int i = 0; i < kBatch; ++i) {
                bind_row(insert_batch_.get(), 1 + i * kColumns, frame.frame,
                         frame.rows[next + static_cast<std::size_t>(i)]);
            }
            sqlite::run(insert_batch_.get());
        }
        for (; next < frame.rows.size(); ++next) {
            bind_row(insert_one_.get(), 1, frame.frame, frame.rows[next]);
            sqlite::run(insert_one_.get());
        }
    }

    void insert_extras(const TrajectoryFrame& frame) {
        for (const AgentInfo& agent : frame.newcomers) {
            sqlite3_bind_int64(insert_agent_.get(), 1, agent.id);
            sqlite3_bind_double(insert_agent_.get(), 2, agent.radius);
            sqlite::bind(insert_agent_.get(), 3, agent.profile);
            sqlite::bind(insert_agent_.get(), 4, agent.goal);
            sqlite::bind(insert_agent_.get(), 5, agent.group);
            sqlite3_bind_int64(insert_agent_.get(), 6, frame.frame);
            sqlite::run(insert_agent_.get());
        }
        for (const Explanation& explanation : frame.explanations) {
            const std::string drawing = to_json(explanation);
            sqlite3_bind_int64(insert_explanation_.get(), 1, explanation.id);
            sqlite3_bind_int64(insert_explanation_.get(), 2, explanation.frame);
            sqlite::bind(insert_explanation_.get(), 3, drawing);
            sqlite::run(insert_explanation_.get());
        }
    }

    /// Keeps the last frame of those who have left, NULL for those who are there: a track is then looked for where it
    /// is, not through hours of frames.
    void note_who_left(const TrajectoryFrame& frame) {
        agents_known_ = agents_known_ || !frame.newcomers.empty();
        if (!agents_known_) return;
        auto before = present_.begin();
        auto newcomer = frame.newcomers.begin();
        for (const TrajectoryRow& row : frame.rows) {
            for (; before != present_.end() && *before < row.id; ++before) set_last_frame(*before, last_frame_);
            while (newcomer != frame.newcomers.end() && newcomer->id < row.id) ++newcomer;
            const bool was_there = before != present_.end() && *before == row.id;
            if (was_there) ++before;
            const bool is_new = newcomer != frame.newcomers.end() && newcomer->id == row.id;
            if (!was_there && !is_new) set_last_frame(row.id, std::nullopt);
        }
        for (; before != present_.end(); ++before) set_last_frame(*before, last_frame_);
        present_.clear();
        for (const TrajectoryRow& row : frame.rows) present_.push_back(row.id);
        last_frame_ = frame.frame;
    }

    /// A wait has no last frame while it lasts.
    void note_who_waits(const TrajectoryFrame& frame) {
        const auto run = [](sqlite3_stmt* statement, std::int64_t first, std::int64_t second) {
            sqlite3_bind_int64(statement, 1, first);
            sqlite3_bind_int64(statement, 2, second);
            sqlite::run(statement);
        };
        waits_.follow(
            frame, [&](AgentId id, std::uint32_t at) { run(insert_wait_.get(), id, at); },
            [&](AgentId id, std::uint32_t at) { run(end_wait_.get(), at, id); });
    }

    void set_last_frame(AgentId id, std::optional<std::uint32_t> frame) {
        if (frame) {
            sqlite3_bind_int64(set_last_frame_.get(), 1, *frame);
        } else {
            sqlite3_bind_null(set_last_frame_.get(), 1);
        }
        sqlite3_bind_int64(set_last_frame_.get(), 2, id);
        sqlite::run(set_last_frame_.get());
    }

    void begin() {
        if (sqlite3_get_autocommit(db_.get()) != 0) sqlite::execute(db_.get(), "BEGIN");
    }

    void commit() {
        if (bounds_ != bounds_in_file_) {
            set_bounds(db_.get(), bounds_);
            if (is_open_plane_) set_open_plane();
            bounds_in_file_ = bounds_;
        }
        sqlite::execute(db_.get(), "COMMIT");
        rhythm_.safe();
    }

    /// PedPy opens no file without a walkable area.
    void set_open_plane() {
        const std::string box = open_plane_wkt(bounds_);
        const sqlite::Statement insert =
            sqlite::prepare(db_.get(), "INSERT OR REPLACE INTO geometry(hash, wkt) VALUES(?, ?)");
        sqlite3_bind_int64(insert.get(), 1, geometry_hash_);
        sqlite::bind(insert.get(), 2, box);
        sqlite::run(insert.get());
    }

    /// After a failure the open transaction is rolled back and the file closed: it stays what the last commit made it.
    template <class Work>
    void guarded(Work&& work) {
        try {
            work();
        } catch (const sqlite::Failure& failure) {
            close();
            InputProblem problem;
            problem.message = "recording stopped: " + failure.text;
            problem.file = path_;
            const int code = failure.code & 0xff;
            if (code == SQLITE_FULL || code == SQLITE_IOERR) {
                problem.message += " (is the disk full?)";
                problem.remedy = "Free some space or record elsewhere. ";
            } else if (code == SQLITE_BUSY) {
                problem.remedy = "Close the program that keeps the file locked. ";
            } else {
                problem.remedy = "Record to another place. ";
            }
            problem.remedy += rhythm_.safe_so_far();
            throw InputError(problem);
        }
    }

    void close() {
        insert_batch_.reset();
        insert_one_.reset();
        insert_frame_.reset();
        insert_agent_.reset();
        set_last_frame_.reset();
        insert_wait_.reset();
        end_wait_.reset();
        insert_explanation_.reset();
        db_.reset();  // rolls back what is open
    }

    std::string path_;
    FrameRhythm rhythm_;
    Bounds bounds_, bounds_in_file_;
    bool is_open_plane_;
    std::int64_t geometry_hash_ = 0;
    bool agents_known_ = false;     // agent_data has rows
    std::vector<AgentId> present_;  // in the frame before, in order of id
    std::uint32_t last_frame_ = 0;  // its number
    sqlite::Database db_;           // before the statements, which must be finalised first
    WaitFollower waits_;
    sqlite::Statement insert_batch_, insert_one_, insert_frame_, insert_agent_, set_last_frame_, insert_wait_,
        end_wait_, insert_explanation_;
};

}  // namespace

std::unique_ptr<TrajectoryWriter> open_sqlite_writer(const std::string& path, const TrajectoryInfo& info,
                                                     bool overwrite) {
    return std::make_unique<SqliteWriter>(path, info, overwrite);
}

}  // namespace sidestep
