// Every way a file can be wrong has a message that says where, what was found, what is allowed and what to do.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "record/fixtures.h"

namespace sidestep {
namespace {

constexpr const char* kHead = "# framerate: 10 fps\n# id frame x/m y/m\n";

struct TextCase {
    const char* name;
    const char* extension;
    std::string content;
    std::string message;
    int line, column;
    std::string value;
};

class BadText : public testing::TestWithParam<TextCase> {};

TEST_P(BadText, SaysWhere) {
    const TempFolder folder;
    const std::string path = folder.file(std::string("a") + GetParam().extension);
    put(path, GetParam().content);
    const InputProblem problem = problem_of(path);
    EXPECT_EQ(problem.message, GetParam().message);
    EXPECT_EQ(problem.file, path);
    EXPECT_EQ(problem.line, GetParam().line);
    EXPECT_EQ(problem.column, GetParam().column);
    EXPECT_EQ(problem.value, GetParam().value);
    EXPECT_FALSE(problem.allowed.empty());
    EXPECT_FALSE(problem.remedy.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadText,
    testing::Values(
        TextCase{"short_row", ".txt", kHead + std::string("1 0 0 0\n1 1 2\n1 2 0 0\n"),
                 "the row has 3 fields where the header names 4", 4, 6, "1 1 2"},
        TextCase{"short_last_row", ".txt", kHead + std::string("1 0 0 0\n1 1 2\n"),
                 "the row has 3 fields where the header names 4", 4, 6, "1 1 2"},
        TextCase{"long_row", ".txt", kHead + std::string("1 0 0 0 7\n"),
                 "the row has 5 fields where the header names 4", 3, 9, "1 0 0 0 7"},
        TextCase{"word", ".txt", kHead + std::string("1 0 0 zero\n"), "y is not a number", 3, 7, "zero"},
        TextCase{"decimal_comma", ".txt", kHead + std::string("1 0 0,5 1\n"), "x is not a number", 3, 5, "0,5"},
        TextCase{"nan", ".txt", kHead + std::string("1 0 nan 0\n"), "x is not a plausible number", 3, 5, "nan"},
        TextCase{"huge", ".txt", kHead + std::string("1 0 1e300 0\n"), "x is not a plausible number", 3, 5, "1e300"},
        TextCase{"infinity", ".txt", kHead + std::string("1 0 0 -inf\n"), "y is not a plausible number", 3, 7, "-inf"},
        TextCase{"too_large", ".txt", kHead + std::string("1 0 0 1e999\n"), "y is not a number", 3, 7, "1e999"},
        TextCase{"negative_id", ".txt", kHead + std::string("-1 0 0 0\n"), "id is not a whole number", 3, 1, "-1"},
        TextCase{"broken_frame", ".txt", kHead + std::string("1 0.5 0 0\n"), "frame is not a whole number", 3, 3,
                 "0.5"},
        TextCase{"duplicate", ".txt", kHead + std::string("1 0 0 0\n2 0 1 1\n1 1 0 0\n1 0 5 5\n"),
                 "agent 1 has a row for frame 0 already, in line 3", 6, 1, "1 0 5 5"},
        TextCase{"no_columns", ".txt", "# framerate: 10 fps\n1 0 0 0\n", "no line names the columns and their unit", 2,
                 0, ""},
        TextCase{"no_unit", ".txt", "# framerate: 10 fps\n# id frame x y\n1 0 0 0\n",
                 "the unit of the positions is not known", 2, 12, "x"},
        TextCase{"feet", ".txt", "# framerate: 10 fps\n# id frame x/ft y/ft\n1 0 0 0\n",
                 "the unit of the positions is not known", 2, 12, "x/ft"},
        TextCase{"two_units", ".txt", "# framerate: 10 fps\n# id frame x/m y/cm\n",
                 "the coordinates have different units", 2, 16, "y/cm"},
        TextCase{"twice_x", ".txt", "# framerate: 10 fps\n# id frame x/m x/m y/m\n", "the column appears twice", 2, 16,
                 "x/m"},
        TextCase{"no_y", ".txt", "# framerate: 10 fps\n# id frame x/m z/m\n", "the column y is missing", 2, 0, ""},
        TextCase{"no_rate", ".txt", "# id frame x/m y/m\n1 0 0 0\n", "the frame rate is not given", 0, 0, ""},
        TextCase{"zero_rate", ".txt", "# framerate: 0 fps\n# id frame x/m y/m\n", "the frame rate is not usable", 1, 0,
                 "0 fps"},
        TextCase{"deep_verdict", ".txt", kHead + ("# health: " + std::string(65, '[') + "\n"),
                 "the verdict of the run, \"health\", is nested too deeply", 3, 0, std::string(40, '[') + "..."},
        TextCase{"fast", ".txt", "# framerate: 1e300 fps\n# id frame x/m y/m\n", "the frame rate is not usable", 1, 0,
                 "1e300 fps"},
        TextCase{"long", ".txt", kHead + std::string("1 0 0 0\n1 4294967295 5 5\n"),
                 "the recording lasts longer than one can", 0, 0, "frames 0 to 4294967295 at 10 per second"},
        TextCase{"only_spaces", ".txt", " \n\n", "the frame rate is not given", 0, 0, ""},
        TextCase{"csv_short_row", ".csv", "# framerate: 10 fps\nid,frame,x,y\n1,0,0\n",
                 "the row has 3 fields where the header names 4", 3, 6, "1,0,0"},
        TextCase{"csv_empty_field", ".csv", "# framerate: 10 fps\nid,frame,x,y\n1,0,,0\n", "x is not a number", 3, 5,
                 ""},
        TextCase{"csv_no_header", ".csv", "# framerate: 10 fps\n1,0,0,0\n", "the column id is missing", 2, 0, ""},
        TextCase{"csv_no_rate", ".csv", "id,frame,x,y\n1,0,0,0\n", "the frame rate is not given", 0, 0, ""},
        TextCase{"csv_duplicate", ".csv", "# framerate: 10 fps\nid,frame,x,y\n1,0,0,0\n1,0,0,0\n",
                 "agent 1 has a row for frame 0 already, in line 3", 4, 1, "1,0,0,0"},
        TextCase{"binary", ".csv", std::string("# framerate: 10\n") + "SQLite \xff\x01 3", "the column id is missing",
                 2, 0, ""}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(BadFile, Missing) {
    const TempFolder folder;
    for (const char* name : {"a.sqlite", "a.txt", "a.csv"}) {
        const InputProblem problem = problem_of(folder.file(name));
        EXPECT_EQ(problem.message, "no such file");
        EXPECT_EQ(problem.file, folder.file(name));
        EXPECT_FALSE(problem.remedy.empty());
    }
}

TEST(BadFile, UnknownExtension) {
    const TempFolder folder;
    put(folder.file("a.dat"), "x");
    const InputProblem problem = problem_of(folder.file("a.dat"));
    EXPECT_EQ(problem.message, "unknown trajectory format");
    EXPECT_EQ(problem.value, ".dat");
    for (const TrajectoryFormat* format : trajectory_formats()) {
        EXPECT_NE(problem.allowed.find(format->extension), std::string::npos) << format->name;
    }
    EXPECT_THROW(open_trajectory_writer(folder.file("b"), {}, false), InputError);
}

TEST(BadFile, Empty) {
    const TempFolder folder;
    for (const char* name : {"a.sqlite", "a.txt", "a.csv"}) {
        put(folder.file(name), "");
        EXPECT_EQ(problem_of(folder.file(name)).message, "the file is empty: not even a header was written");
    }
}

TEST(BadFile, Folder) {
    const TempFolder folder;
    std::filesystem::create_directory(folder.file("a.txt"));
    EXPECT_EQ(problem_of(folder.file("a.txt")).message, "is a folder, not a trajectory file");
}

class BadSqlite : public testing::Test {
protected:
    BadSqlite() : path_(folder_.file("a.sqlite")) {
        const auto writer = open_trajectory_writer(path_, {}, false);
        for (std::uint32_t frame = 0; frame < 20; ++frame) writer->write(sample_frame(frame, 100));
        writer->finish();
    }
    void change(const char* sql) {
        sqlite3* db = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
        sqlite3_close(db);
    }
    TempFolder folder_;
    std::string path_;
};

TEST_F(BadSqlite, Foreign) {
    put(path_, "id frame x y, quite another kind of file\n");
    const InputProblem problem = problem_of(path_);
    EXPECT_EQ(problem.message, "is not an SQLite file");
    EXPECT_EQ(problem.value, "id frame x y, qu");
    EXPECT_FALSE(problem.remedy.empty());
}

TEST_F(BadSqlite, TruncatedAnywhere) {
    const std::string whole = contents(path_);
    for (std::size_t size = 1; size < whole.size(); size += 1021) {
        put(path_, whole.substr(0, size));
        const InputProblem problem = problem_of(path_);
        EXPECT_TRUE(problem.message.starts_with("is truncated or damaged") ||
                    problem.message == "is not an SQLite file")
            << size << ": " << problem.message;
        EXPECT_FALSE(problem.remedy.empty());
    }
}

TEST_F(BadSqlite, WrongVersion) {
    change("UPDATE metadata SET value = '4' WHERE key = 'version'");
    const InputProblem problem = problem_of(path_);
    EXPECT_EQ(problem.message, "has a version of JuPedSim's format that is not supported");
    EXPECT_EQ(problem.value, "4");
    EXPECT_EQ(problem.allowed, "version 1, 2 or 3");
    change("DELETE FROM metadata WHERE key = 'version'");
    EXPECT_EQ(problem_of(path_).message, "does not say which version of JuPedSim's format it has");
}

TEST_F(BadSqlite, NoRate) {
    change("UPDATE metadata SET value = 'fast' WHERE key = 'fps'");
    EXPECT_EQ(problem_of(path_).message, "has no usable frame rate in its metadata");
    EXPECT_EQ(problem_of(path_).value, "fast");
}

TEST_F(BadSqlite, ImplausibleRate) {
    for (const char* fps : {"1e300", "1e-300", "0", "-5", "inf"}) {
        change((std::string("UPDATE metadata SET value = '") + fps + "' WHERE key = 'fps'").c_str());
        EXPECT_EQ(problem_of(path_).value, fps);
        EXPECT_EQ(problem_of(path_).allowed, "from 1e-6 to 1e6 frames per second");
    }
}

TEST_F(BadSqlite, DeepVerdict) {
    change((R"(INSERT INTO metadata VALUES('health', '{"a":)" + std::string(100'000, '[') + "')").c_str());
    EXPECT_EQ(problem_of(path_).message, "the verdict of the run, \"health\", is nested too deeply");
    EXPECT_THROW(open_trajectory(path_), InputError);
}

TEST_F(BadSqlite, ImplausibleLength) {
    change("INSERT INTO trajectory_data VALUES(4294967295, 1, 0, 0, 1, 0)");
    EXPECT_EQ(problem_of(path_).message, "lasts longer than a recording can");
    EXPECT_EQ(problem_of(path_).value, "frames 0 to 4294967295 at 10 per second");
    EXPECT_THROW(open_trajectory(path_), InputError);
}

// Whatever a schema can compute is not read: each of these would never end, or fill the memory.
TEST_F(BadSqlite, ViewsAreNotRead) {
    for (const std::string table :
         {"frame_data", "geometry", "trajectory_data", "metadata", "agent_data", "explanations"}) {
        SCOPED_TRACE(table);
        change(("ALTER TABLE " + table + " RENAME TO kept; CREATE VIEW " + table +
                " AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i AS frame, i AS id, "
                "0.0 AS pos_x, 0.0 AS pos_y, 1.0 AS ori_x, 0.0 AS ori_y, 'k' || i AS key, 'v' AS value, "
                "1 AS hash, hex(zeroblob(400000000)) AS wkt FROM n")
                   .c_str());
        const InputProblem problem = problem_of(path_);
        EXPECT_EQ(problem.message, table + " is a view or a virtual table, which may compute anything");
        EXPECT_EQ(problem.allowed, "tables that hold their rows");
        EXPECT_THROW(open_trajectory(path_), InputError);
        change(("DROP VIEW " + table + "; ALTER TABLE kept RENAME TO " + table).c_str());
    }
    EXPECT_EQ(read_trajectory(path_).tracks.size(), 100u);
}

TEST_F(BadSqlite, ComputedColumnsEnd) {
    change(
        "DELETE FROM metadata WHERE key = 'open_plane'; ALTER TABLE geometry RENAME TO kept; "
        "CREATE TABLE geometry(hash INTEGER, "
        "wkt TEXT AS (hex(zeroblob(400000000)))); INSERT INTO geometry(hash) VALUES(1)");
    EXPECT_TRUE(problem_of(path_).message.starts_with("asks for more than reading a file of its size"))
        << problem_of(path_).message;
    EXPECT_THROW(open_trajectory(path_), InputError);
}

// Rows are looked for by number where there is no index; here something else has that name.
TEST_F(BadSqlite, AColumnNamedRowid) {
    change("DROP INDEX frame_id_idx; ALTER TABLE trajectory_data ADD COLUMN rowid TEXT");
    const auto frames = open_trajectory(path_);
    EXPECT_EQ(frames->frames().size(), 20u);
    EXPECT_EQ(frames->count(19), 100u);
}

TEST_F(BadSqlite, TooMuchMetadata) {
    change(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
        "INSERT INTO metadata SELECT 'k' || i, 'v' FROM n");
    EXPECT_EQ(read_trajectory(path_).info.metadata.size(), 10'000u);
    change("INSERT INTO metadata VALUES('one more', 'v')");
    EXPECT_EQ(problem_of(path_).allowed, "at most 10000 entries");
}

// JuPedSim's other versions: 1 has no list of frames, 3 does not say where people look.
TEST_F(BadSqlite, OtherVersionsAreRead) {
    const Trajectory whole = read_trajectory(path_);
    change(
        "UPDATE metadata SET value = '3' WHERE key = 'version'; ALTER TABLE trajectory_data DROP COLUMN ori_x; "
        "ALTER TABLE trajectory_data DROP COLUMN ori_y");
    const Trajectory third = read_trajectory(path_);
    ASSERT_EQ(third.tracks.size(), whole.tracks.size());
    EXPECT_EQ(third.tracks[7].position, whole.tracks[7].position);
    EXPECT_TRUE(third.tracks[7].heading.empty());
    TrajectoryFrame frame;
    open_trajectory(path_)->read(3, frame);
    ASSERT_EQ(frame.rows.size(), 100u);
    EXPECT_EQ(frame.rows[7].position, whole.tracks[7].position[3]);

    change("DROP INDEX frame_id_idx");
    open_trajectory(path_)->read(3, frame);
    EXPECT_EQ(frame.rows[7].position, whole.tracks[7].position[3]);

    change("UPDATE metadata SET value = '1' WHERE key = 'version'; DROP TABLE frame_data");
    EXPECT_EQ(read_trajectory(path_).tracks[7].position, whole.tracks[7].position);
    EXPECT_EQ(open_trajectory(path_)->frames().size(), 20u);
}

TEST_F(BadSqlite, MissingTable) {
    for (const char* table : {"frame_data", "geometry", "trajectory_data", "metadata"}) {
        change((std::string("DROP TABLE ") + table).c_str());
        const InputProblem problem = problem_of(path_);
        EXPECT_EQ(problem.message,
                  std::string("is an SQLite file without the table ") + table + ", so not a JuPedSim trajectory");
        EXPECT_FALSE(problem.allowed.empty());
    }
}

TEST_F(BadSqlite, MissingColumn) {
    change("ALTER TABLE trajectory_data RENAME COLUMN pos_x TO px");
    EXPECT_TRUE(problem_of(path_).message.starts_with("does not have the columns of a JuPedSim trajectory"));
}

TEST_F(BadSqlite, BadNumbers) {
    change("UPDATE trajectory_data SET pos_x = 9e999 WHERE rowid = 7");
    EXPECT_EQ(problem_of(path_).message, "row 7 of trajectory_data: pos_x is not a plausible number");
    EXPECT_EQ(problem_of(path_).value, "Inf");
    change("UPDATE trajectory_data SET pos_x = 'left' WHERE rowid = 5");
    EXPECT_EQ(problem_of(path_).message, "row 5 of trajectory_data: pos_x is not a plausible number");
    EXPECT_EQ(problem_of(path_).value, "left");
    change("UPDATE trajectory_data SET id = -3 WHERE rowid = 2");
    EXPECT_EQ(problem_of(path_).message, "row 2 of trajectory_data: id is not a whole number");
    EXPECT_EQ(problem_of(path_).value, "-3");
}

TEST_F(BadSqlite, Duplicate) {
    change("INSERT INTO trajectory_data SELECT * FROM trajectory_data WHERE frame = 4 AND id = 9");
    const InputProblem problem = problem_of(path_);
    EXPECT_EQ(problem.message, "trajectory_data has agent 9 twice in frame 4");
    EXPECT_NE(problem.remedy.find("WHERE id = 9 AND frame = 4"), std::string::npos);
}

}  // namespace
}  // namespace sidestep
