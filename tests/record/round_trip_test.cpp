// What is written is what is read, in every format.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sqlite3.h>

#include <cstdlib>

#include "record/fixtures.h"

namespace sidestep {
namespace {

class RoundTrip : public testing::TestWithParam<const char*> {
protected:
    std::string path() const { return folder_.file(std::string("result") + GetParam()); }
    bool keeps_heading() const { return GetParam() != std::string(".txt"); }
    TempFolder folder_;
};

TEST_P(RoundTrip, KeepsEveryNumber) {
    TrajectoryInfo info;
    info.fps = 12.5;
    info.wkt = "POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0))";
    info.metadata = {{"seed", "7"},         {"scene", "{\n  \"sidestep\": 1,\r\n  \"path\": \"a\\nb\"\n}"},
                     {"a:b\\", " : x "},    {"empty", ""},
                     {"version", "0.1.0"},  {"geometry", "mine"},
                     {"metadata.fps", "no"}};
    const auto writer = open_trajectory_writer(path(), info, false);
    for (std::uint32_t frame = 0; frame < 40; ++frame) writer->write(sample_frame(frame, 150));
    writer->finish();
    writer->finish();

    const Trajectory read = read_trajectory(path());
    EXPECT_EQ(read.info.fps, info.fps);
    EXPECT_EQ(read.info.wkt, info.wkt);
    EXPECT_EQ(read.info.metadata, info.metadata);
    ASSERT_EQ(read.tracks.size(), 150u);
    for (const Track& track : read.tracks) {
        ASSERT_EQ(track.frame.size(), 40u);
        ASSERT_EQ(track.heading.size(), keeps_heading() ? 40u : 0u);
        for (std::uint32_t frame = 0; frame < 40; ++frame) {
            const TrajectoryRow expected = sample_frame(frame, 150).rows[track.id - 1];
            EXPECT_EQ(track.frame[frame], frame);
            EXPECT_EQ(track.position[frame], expected.position);
            if (keeps_heading()) {
                EXPECT_EQ(track.heading[frame], expected.heading);
            }
        }
    }
}

TEST_P(RoundTrip, KeepsAnyPlausibleNumberAndAnyMetadata) {
    EXPECT_TRUE(rc::check([&](double x, double y, std::uint32_t id, std::uint32_t frame, const std::string& key,
                              const std::string& value) {
        RC_PRE(std::isfinite(x) && std::isfinite(y));
        x = std::fmod(x, 1e8), y = std::fmod(y, 1e8);
        RC_PRE(key.find('\0') == std::string::npos && value.find('\0') == std::string::npos);
        TrajectoryInfo info;
        info.metadata[key] = value;
        const auto writer = open_trajectory_writer(path(), info, true);
        writer->write({frame, {{id, {x, y}, {}}}});
        writer->finish();
        const Trajectory read = read_trajectory(path());
        RC_ASSERT(read.info.metadata == info.metadata);
        RC_ASSERT(read.tracks.size() == 1u);
        RC_ASSERT(read.tracks[0].id == id);
        RC_ASSERT(read.tracks[0].frame[0] == frame);
        RC_ASSERT(read.tracks[0].position[0] == (Vec2d{x, y}));
    }));
}

TEST_P(RoundTrip, ClosingMetadataIsKept) {
    TrajectoryInfo info;
    info.metadata = {{"seed", "7"}, {"verdict", "not known yet"}};
    const auto writer = open_trajectory_writer(path(), info, false);
    writer->write(sample_frame(0, 2));
    writer->finish({{"verdict", "healthy:\nyes"}, {"fps", "mine"}, {"geometry", "mine"}});
    const Trajectory read = read_trajectory(path());
    EXPECT_EQ(read.info.metadata,
              (std::map<std::string, std::string>{
                  {"seed", "7"}, {"verdict", "healthy:\nyes"}, {"fps", "mine"}, {"geometry", "mine"}}));
    EXPECT_EQ(read.info.fps, 10);
    EXPECT_EQ(read.tracks.size(), 2u);
}

TEST_P(RoundTrip, NobodyIsLegal) {
    const auto writer = open_trajectory_writer(path(), {}, false);
    writer->finish();
    EXPECT_TRUE(read_trajectory(path()).tracks.empty());
    EXPECT_EQ(read_trajectory(path()).info.fps, 10);
}

TEST_P(RoundTrip, UnfinishedIsReadable) {
    {
        const auto writer = open_trajectory_writer(path(), {}, false);
        for (std::uint32_t frame = 0; frame < 33; ++frame) writer->write(sample_frame(frame, 3));
    }
    const Trajectory read = read_trajectory(path());
    ASSERT_EQ(read.tracks.size(), 3u);
    EXPECT_GE(read.tracks[0].frame.size(), 23u);
}

TEST_P(RoundTrip, AgentsComeAndGo) {
    const auto writer = open_trajectory_writer(path(), {}, false);
    writer->write({3, {{7, {1, 2}, {1, 0}}, {4'000'000'000u, {3, 4}, {0, 1}}}});
    writer->write({9, {{2, {5, 6}, {1, 0}}, {7, {1, 3}, {1, 0}}}});
    writer->finish();
    const Trajectory read = read_trajectory(path());
    ASSERT_EQ(read.tracks.size(), 3u);
    EXPECT_EQ(read.tracks[0].id, 2u);
    EXPECT_EQ(read.tracks[1].id, 7u);
    EXPECT_EQ(read.tracks[1].frame, (std::vector<std::uint32_t>{3, 9}));
    EXPECT_EQ(read.tracks[2].id, 4'000'000'000u);
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::Values(".sqlite", ".txt", ".csv"),
                         [](const auto& test) { return std::string(test.param + 1); });

std::string query(const std::string& path, const std::string& sql) {
    sqlite3* db = nullptr;
    std::string answer;
    sqlite3_open(path.c_str(), &db);
    char* error = nullptr;
    const auto collect = [](void* out, int columns, char** values, char**) {
        auto& text = *static_cast<std::string*>(out);
        for (int i = 0; i < columns; ++i) text += (values[i] != nullptr ? std::string(values[i]) : "NULL") + "|";
        return 0;
    };
    if (sqlite3_exec(db, sql.c_str(), collect, &answer, &error) != SQLITE_OK) answer = error;
    sqlite3_free(error);
    sqlite3_close(db);
    return answer;
}

TEST(SqliteSchema, IsJuPedSimVersion2) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    TrajectoryInfo info;
    info.wkt = "MULTIPOLYGON (((-1 -2, 10 -2, 10 1e1, -1 10, -1 -2)))";
    const auto writer = open_trajectory_writer(path, info, false);
    writer->write({0, {{1, {0.5, 0.25}, {1, 0}}}});
    writer->write({1, {{1, {20, 0.25}, {1, 0}}}});
    writer->write({2, {}});
    writer->finish();
    EXPECT_EQ(query(path, "SELECT name FROM pragma_table_info('trajectory_data')"),
              "frame|id|pos_x|pos_y|ori_x|ori_y|");
    EXPECT_EQ(query(path, "SELECT name FROM pragma_table_info('metadata')"), "key|value|");
    EXPECT_EQ(query(path, "SELECT name FROM pragma_table_info('geometry')"), "hash|wkt|");
    EXPECT_EQ(query(path, "SELECT name FROM pragma_table_info('frame_data')"), "frame|geometry_hash|");
    EXPECT_EQ(query(path, "SELECT name FROM pragma_index_info('frame_id_idx')"), "frame|id|");
    EXPECT_EQ(query(path, "SELECT key, value FROM metadata ORDER BY key"),
              "fps|10|version|2|xmax|20|xmin|-1|ymax|10|ymin|-2|");
    EXPECT_EQ(query(path, "SELECT frame, (SELECT wkt FROM geometry WHERE hash = geometry_hash) FROM frame_data"),
              "0|" + info.wkt + "|1|" + info.wkt + "|2|" + info.wkt + "|");
    EXPECT_EQ(query(path, "PRAGMA integrity_check"), "ok|");
}

TEST(Overwrite, RemovesTheOldFileAndItsJournal) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    put(path, "an old result");
    put(path + "-journal", "a stale journal");
    put(path + "-wal", "a stale log");
    const auto writer = open_trajectory_writer(path, {}, true);
    EXPECT_FALSE(folder.has("a.sqlite-journal"));
    EXPECT_FALSE(folder.has("a.sqlite-wal"));
    EXPECT_FALSE(folder.has("a.sqlite.part"));
    writer->write(sample_frame(0, 2));
    writer->finish();
    EXPECT_EQ(read_trajectory(path).tracks.size(), 2u);
    EXPECT_FALSE(folder.has("a.sqlite-journal"));
}

TEST(Overwrite, FollowsASymbolicLink) {
    const TempFolder folder;
    put(folder.file("real.csv"), "old");
    std::filesystem::create_symlink(folder.file("real.csv"), folder.file("link.csv"));
    open_trajectory_writer(folder.file("link.csv"), {}, true)->finish();
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.csv")));
    EXPECT_EQ(read_trajectory(folder.file("real.csv")).info.fps, 10);
}

TEST(ForeignText, RecordingsAreRead) {
    const TempFolder folder;
    put(folder.file("a.txt"),
        "# framerate: 9.99 fps\r\n# Some Place (Author 2009); annotated\r\n# description: two walkers\r\n"
        "# id frame x/m y/m\r\n2 5 1.5 -2\r\n2 4 +1.25 -1e0\r\n\r\n1\t5  0 0\r\n");
    const Trajectory read = read_trajectory(folder.file("a.txt"));
    EXPECT_EQ(read.info.fps, 9.99);
    EXPECT_EQ(read.info.metadata.at("description"), "two walkers");
    ASSERT_EQ(read.tracks.size(), 2u);
    EXPECT_EQ(read.tracks[1].frame, (std::vector<std::uint32_t>{4, 5}));
    EXPECT_EQ(read.tracks[1].position[0], (Vec2d{1.25, -1}));
    EXPECT_TRUE(read.tracks[1].heading.empty());
}

TEST(ForeignText, CentimetresBecomeMetres) {
    const TempFolder folder;
    put(folder.file("a.txt"), "#framerate: 25.00\n# id frame x/cm y/cm z/cm\n1 1 150 -50 170\n");
    const Trajectory read = read_trajectory(folder.file("a.txt"));
    EXPECT_EQ(read.info.fps, 25);
    EXPECT_DOUBLE_EQ(read.tracks.at(0).position.at(0).x, 1.5);
}

TEST(ForeignText, CsvColumnsInAnyOrder) {
    const TempFolder folder;
    put(folder.file("a.csv"), "# framerate: 5\nframe, id, note, y/m, x/m\n0, 3, hello, 2, 1\n");
    const Trajectory read = read_trajectory(folder.file("a.csv"));
    EXPECT_EQ(read.tracks.at(0).id, 3u);
    EXPECT_EQ(read.tracks[0].position.at(0), (Vec2d{1, 2}));
    EXPECT_TRUE(read.tracks[0].heading.empty());
}

TEST(ForeignText, AWholeLastLineWithoutNewlineCounts) {
    const TempFolder folder;
    put(folder.file("a.txt"), "# framerate: 5 fps\n# id frame x/m y/m\n1 0 0 0\n1 1 1 1");
    EXPECT_EQ(read_trajectory(folder.file("a.txt")).tracks.at(0).frame.size(), 2u);
}

TEST(TornText, LosesOnlyItsLastLine) {
    const TempFolder folder;
    for (const char* name : {"a.txt", "a.csv"}) {
        const std::string path = folder.file(name);
        const auto writer = open_trajectory_writer(path, {}, false);
        for (std::uint32_t frame = 0; frame < 3; ++frame) writer->write(sample_frame(frame, 1));
        writer->finish();
        const std::string whole = contents(path);
        const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
        for (std::size_t size = last_line + 1; size < whole.size(); ++size) {
            put(path, whole.substr(0, size));
            EXPECT_EQ(read_trajectory(path).tracks.at(0).frame.size(), 2u) << size;
        }
    }
}

TEST(Recordings, OfTheDataFolderAreRead) {
    const char* set = std::getenv("SIDESTEP_DATA");
    const std::filesystem::path data = set != nullptr ? set : SIDESTEP_SOURCE_DIR "/../shared/data";
    if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no recordings at " << data << "; set SIDESTEP_DATA";
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
        if (entry.path().extension() != ".txt") continue;
        const Trajectory read = read_trajectory(entry.path().string());
        EXPECT_FALSE(read.tracks.empty()) << entry.path();
        EXPECT_GT(read.info.fps, 1) << entry.path();
        ++files;
    }
    EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace sidestep
