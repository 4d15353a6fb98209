// Single frames: the same rows as read_trajectory, found without reading the file.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <thread>

#include "record/fixtures.h"
#include "record/sqlite_file.h"
#include "record/sqlite_rows.h"

namespace sidestep {
namespace {

Explanation sample_explanation(AgentId id, std::uint32_t frame) {
    Explanation e;
    e.id = id;
    e.frame = frame;
    e.model = "predictive";
    e.position = {0.1 * frame, 1.0 / 3};
    Shape shape;
    shape.kind = Shape::Kind::vector;
    shape.role = Role::goal;
    shape.b = {1, 0.25};
    shape.label = "goal \"force\"";
    shape.unit = "m/s²";
    e.shapes.push_back(shape);
    return e;
}

AgentInfo sample_agent(AgentId id) {
    return {id, 0.25f, "walker", id % 2 == 0 ? "exit" : "", "family " + std::to_string(id / 3)};
}

/// Agent i is there from frame i to frame i + 9; frame 17 and all after 40 are not numbered.
void write_crowd(TrajectoryWriter& writer) {
    for (std::uint32_t number = 0; number < 40; ++number) {
        if (number == 17) continue;
        TrajectoryFrame frame = sample_frame(number, 30);
        std::erase_if(frame.rows, [&](const TrajectoryRow& row) { return number < row.id || number > row.id + 9; });
        for (const TrajectoryRow& row : frame.rows) {
            if (row.id == number || (number == 18 && row.id == 17)) frame.newcomers.push_back(sample_agent(row.id));
            if (row.id == 5 || row.id == 12) frame.explanations.push_back(sample_explanation(row.id, number));
        }
        writer.write(frame);
    }
}

void expect_same(FrameSource& source, const Trajectory& whole) {
    const auto expected = frames_of(whole);
    TrajectoryFrame mine, theirs;
    std::size_t at = 0;
    for (std::size_t i = 0; i < source.frames().size(); ++i) {
        source.read(i, mine);
        EXPECT_EQ(mine.frame, source.frames()[i]);
        EXPECT_EQ(source.count(i), mine.rows.size());
        if (mine.rows.empty()) continue;  // a whole trajectory does not know of frames without anybody
        ASSERT_LT(at, expected->frames().size());
        expected->read(at++, theirs);
        EXPECT_EQ(mine.frame, theirs.frame);
        ASSERT_EQ(mine.rows.size(), theirs.rows.size());
        for (std::size_t k = 0; k < mine.rows.size(); ++k) {
            EXPECT_EQ(mine.rows[k].id, theirs.rows[k].id);
            EXPECT_EQ(mine.rows[k].position, theirs.rows[k].position);
            EXPECT_EQ(mine.rows[k].heading, theirs.rows[k].heading);
        }
    }
    EXPECT_EQ(at, expected->frames().size());
    for (const Track& track : whole.tracks) {
        const Track found = source.track(track.id);
        EXPECT_EQ(found.id, track.id);
        EXPECT_EQ(found.frame, track.frame);
        EXPECT_EQ(found.position, track.position);
        EXPECT_EQ(found.heading, track.heading);
    }
    EXPECT_TRUE(source.track(4'000'000'000u).frame.empty());
    EXPECT_EQ(source.info().fps, whole.info.fps);
    EXPECT_EQ(source.info().metadata, whole.info.metadata);
    EXPECT_TRUE(std::ranges::equal(source.agents(), whole.agents));
    EXPECT_EQ(source.explained(), expected->explained());
    for (const Explanation& e : whole.explanations) EXPECT_EQ(source.explanation(e.id, e.frame), e);
    EXPECT_FALSE(source.explanation(1, 4'000'000'000u));
}

void change(const std::string& path, const std::string& sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
}

InputProblem problem_at_opening(const std::string& path) {
    try {
        open_trajectory(path);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << path << " was opened without an error";
    return {};
}

template <class Work>
InputProblem problem_in(Work&& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << "no error";
    return {};
}

class FramesOf : public testing::TestWithParam<const char*> {
protected:
    std::string path() const { return folder_.file(std::string("a") + GetParam()); }
    TempFolder folder_;
};

TEST_P(FramesOf, AreThoseOfTheFile) {
    TrajectoryInfo info;
    info.fps = 12.5;
    info.periodic = {20, 0.1};
    info.metadata["periodic"] = "not ours";
    const auto writer = open_trajectory_writer(path(), info, false);
    write_crowd(*writer);
    writer->finish({{"verdict", "healthy"}});
    const Trajectory whole = read_trajectory(path());
    EXPECT_EQ(whole.info.periodic, info.periodic);
    EXPECT_EQ(whole.info.metadata,
              (std::map<std::string, std::string>{{"periodic", "not ours"}, {"verdict", "healthy"}}));
    const auto source = open_trajectory(path());
    EXPECT_EQ(source->info().periodic, info.periodic);
    EXPECT_EQ(source->frames().size(), path().ends_with(".sqlite") ? 39u : 38u);  // nobody is there in frame 0
    expect_same(*source, whole);
}

TEST_P(FramesOf, NobodyIsLegal) {
    open_trajectory_writer(path(), {}, false)->finish();
    const auto source = open_trajectory(path());
    EXPECT_TRUE(source->frames().empty());
    EXPECT_TRUE(source->agents().empty());
    EXPECT_TRUE(source->explained().empty());
    EXPECT_TRUE(source->track(1).frame.empty());
    EXPECT_FALSE(source->explanation(1, 0));
}

TEST_P(FramesOf, OneFrameIsLegal) {
    const auto writer = open_trajectory_writer(path(), {}, false);
    writer->write({4'294'967'295u, {{4'294'967'295u, {1, 2}, {}}}});
    writer->finish();
    const auto source = open_trajectory(path());
    expect_same(*source, read_trajectory(path()));
    EXPECT_EQ(source->frames().size(), 1u);
    EXPECT_EQ(source->count(0), 1u);
}

TEST_P(FramesOf, OfAKilledRecordingAreThere) {
    {
        const auto writer = open_trajectory_writer(path(), {}, false);
        write_crowd(*writer);
    }
    const auto source = open_trajectory(path());
    EXPECT_GT(source->frames().size(), 30u);
    expect_same(*source, read_trajectory(path()));
}

TEST_P(FramesOf, AMissingFileIsRefused) {
    EXPECT_EQ(problem_at_opening(path()).message, "no such file");
}

INSTANTIATE_TEST_SUITE_P(Formats, FramesOf, testing::Values(".sqlite", ".txt", ".csv"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST(Extras, AgentsAndExplanationsAreKept) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    const auto writer = open_trajectory_writer(path, {}, false);
    write_crowd(*writer);
    writer->finish();
    const Trajectory read = read_trajectory(path);
    ASSERT_EQ(read.agents.size(), 30u);
    for (const AgentInfo& agent : read.agents) EXPECT_EQ(agent, sample_agent(agent.id));
    ASSERT_EQ(read.explanations.size(), 19u);  // frame 17 is missing for agent 12
    for (const Explanation& e : read.explanations) EXPECT_EQ(e, sample_explanation(e.id, e.frame));
    EXPECT_TRUE(std::ranges::is_sorted(read.explanations, {}, [](const auto& e) { return std::pair(e.frame, e.id); }));
}

TEST(Extras, WhatCouldNotBeReadBackIsNotWritten) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    const auto writer = open_trajectory_writer(path, {}, false);
    TrajectoryFrame frame = sample_frame(3, 2);
    frame.newcomers = {sample_agent(2), sample_agent(1)};
    EXPECT_THROW(writer->write(frame), std::invalid_argument) << "out of order";
    frame.newcomers = {sample_agent(1)};
    frame.newcomers[0].radius = -1;
    EXPECT_THROW(writer->write(frame), std::invalid_argument) << "negative radius";
    frame.newcomers.clear();
    frame.explanations = {sample_explanation(1, 2)};
    EXPECT_THROW(writer->write(frame), std::invalid_argument) << "of another frame";
}

class SqliteFrame : public testing::Test {
protected:
    SqliteFrame() : path_(folder_.file("a.sqlite")) {
        const auto writer = open_trajectory_writer(path_, {}, false);
        write_crowd(*writer);
        writer->finish();
    }
    TempFolder folder_;
    std::string path_;
};

TEST_F(SqliteFrame, FilesWithoutOurTablesAreRead) {
    change(path_, "DROP TABLE agent_data; DROP TABLE explanations");
    const Trajectory whole = read_trajectory(path_);
    EXPECT_TRUE(whole.agents.empty());
    expect_same(*open_trajectory(path_), whole);
}

TEST_F(SqliteFrame, FramesThatAreNotListedAreFound) {
    change(path_, "DELETE FROM frame_data WHERE frame IN (1, 2, 20, 38, 39)");
    auto source = open_trajectory(path_);
    EXPECT_EQ(source->frames().size(), 39u);
    expect_same(*source, read_trajectory(path_));
    change(path_, "DELETE FROM frame_data");
    expect_same(*open_trajectory(path_), read_trajectory(path_));
    change(path_, "DROP INDEX frame_id_idx");
    expect_same(*open_trajectory(path_), read_trajectory(path_));
}

TEST_F(SqliteFrame, ListedTwiceOrInAnyOrderCountsOnce) {
    change(path_, "INSERT INTO frame_data SELECT * FROM frame_data; INSERT INTO frame_data VALUES(3, 0)");
    const auto source = open_trajectory(path_);
    EXPECT_EQ(source->frames().size(), 39u);
    EXPECT_TRUE(std::ranges::is_sorted(source->frames()));
}

TEST_F(SqliteFrame, WithoutAnIndexRowsInOrderAreFound) {
    change(path_, "DROP INDEX frame_id_idx");
    expect_same(*open_trajectory(path_), read_trajectory(path_));
    // Row numbers need not be without gaps, nor start at 1.
    change(path_, "UPDATE trajectory_data SET rowid = rowid * 1000 - 70000");
    expect_same(*open_trajectory(path_), read_trajectory(path_));
    change(path_, "DELETE FROM trajectory_data WHERE id = 3");
    expect_same(*open_trajectory(path_), read_trajectory(path_));
    change(path_, "DROP TABLE agent_data");  // not recognised as ours
    expect_same(*open_trajectory(path_), read_trajectory(path_));
}

TEST_F(SqliteFrame, RowsInNoOrderAreFound) {
    const char* const by_id =
        "CREATE TABLE other AS SELECT * FROM trajectory_data ORDER BY id, frame;"
        "DROP TABLE trajectory_data; ALTER TABLE other RENAME TO trajectory_data";
    change(path_, by_id);
    const SqliteFile file(path_);
    EXPECT_EQ(find_by_index(file), nullptr);
    EXPECT_EQ(find_by_order(file, true), nullptr);
    EXPECT_EQ(find_by_order(file, false), nullptr);
    const Trajectory whole = read_trajectory(path_);
    EXPECT_EQ(whole.tracks.size(), 30u);
    expect_same(*open_trajectory(path_), whole);
}

TEST_F(SqliteFrame, ASingleRowOutOfOrderIsNoticedInAForeignFile) {
    change(path_,
           "DROP INDEX frame_id_idx; DROP TABLE agent_data;"
           "UPDATE trajectory_data SET rowid = 100000 WHERE frame = 20 AND id = 15");
    EXPECT_EQ(find_by_order(SqliteFile(path_), false), nullptr);
    expect_same(*open_trajectory(path_), read_trajectory(path_));
}

TEST_F(SqliteFrame, DamageIsRefused) {
    change(path_, "UPDATE trajectory_data SET pos_x = 9e999 WHERE frame = 20 AND id = 15");
    auto source = open_trajectory(path_);
    TrajectoryFrame frame;
    const auto index = [&](std::uint32_t number) {
        return static_cast<std::size_t>(std::ranges::find(source->frames(), number) - source->frames().begin());
    };
    EXPECT_NO_THROW(source->read(index(19), frame));
    const InputProblem problem = problem_in([&] { source->read(index(20), frame); });
    EXPECT_EQ(problem.message, "frame 20 of trajectory_data: pos_x is not a plausible number");
    EXPECT_EQ(problem.file, path_);
    EXPECT_EQ(problem_in([&] { source->track(15); }).message, problem.message);
    EXPECT_NO_THROW(source->track(14));

    change(path_, "INSERT INTO trajectory_data SELECT * FROM trajectory_data WHERE frame = 25 AND id = 18");
    source = open_trajectory(path_);
    EXPECT_EQ(problem_in([&] { source->read(index(25), frame); }).message,
              "trajectory_data has agent 18 twice in frame 25");
    EXPECT_EQ(problem_in([&] { source->track(18); }).message, "trajectory_data has agent 18 twice in frame 25");

    change(path_, "INSERT INTO frame_data VALUES('abc', 0)");
    EXPECT_EQ(problem_at_opening(path_).message, "frame_data: frame is not a whole number");
    change(path_,
           "DELETE FROM frame_data WHERE frame = 'abc'; INSERT INTO trajectory_data VALUES('abc', 1, 0, 0, 0, 0)");
    EXPECT_EQ(problem_at_opening(path_).message, "trajectory_data after frame 40: frame is not a whole number");
}

TEST_F(SqliteFrame, TruncationIsRefused) {
    const std::string whole = contents(path_);
    for (std::size_t size = 1; size < whole.size(); size += 1021) {
        put(path_, whole.substr(0, size));
        const std::string message = problem_at_opening(path_).message;
        EXPECT_TRUE(message.starts_with("is truncated or damaged") || message == "is not an SQLite file") << message;
    }
}

TEST(Extras, TheStayOfAnAgentIsKept) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    const auto writer = open_trajectory_writer(path, {}, false);
    // 3 leaves and comes back, even after everybody had left; 9 is nobody we know.
    const std::vector<std::vector<AgentId>> present = {{1, 2, 3}, {1, 3, 9}, {1, 4}, {1, 3, 4}, {1, 3, 9}, {}, {3}};
    std::vector<AgentId> known{9};
    for (std::uint32_t i = 0; i < present.size(); ++i) {
        TrajectoryFrame frame;
        frame.frame = 10 * i;
        for (const AgentId id : present[i]) {
            frame.rows.push_back({id, {1.0 * i, 2.0 * id}, {1, 0}});
            if (std::ranges::find(known, id) != known.end()) continue;
            known.push_back(id);
            frame.newcomers.push_back(sample_agent(id));
        }
        writer->write(frame);
    }
    writer->finish();
    std::string stays;
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    const auto collect = [](void* out, int, char** values, char**) {
        *static_cast<std::string*>(out) += std::string(values[0]) + ":" + values[1] + "-" + values[2] + " ";
        return 0;
    };
    sqlite3_exec(db, "SELECT id, first_frame, ifnull(last_frame, '') FROM agent_data ORDER BY id", collect, &stays,
                 nullptr);
    sqlite3_close(db);
    EXPECT_EQ(stays, "1:0-40 2:0-0 3:0- 4:20-30 ");
    expect_same(*open_trajectory(path), read_trajectory(path));

    change(path, "UPDATE agent_data SET last_frame = 10 WHERE id = 4");
    const auto source = open_trajectory(path);
    EXPECT_EQ(problem_in([&] { source->track(4); }).message, "agent_data: the frames of agent 4 are not usable");
    EXPECT_EQ(source->track(1).frame.size(), 5u);
}

struct ExtraCase {
    const char* name;
    const char* sql;
    const char* message;
};
class BadExtra : public SqliteFrame, public testing::WithParamInterface<ExtraCase> {};

TEST_P(BadExtra, IsRefused) {
    change(path_, GetParam().sql);
    const InputProblem problem = problem_of(path_);
    EXPECT_TRUE(problem.message.starts_with(GetParam().message)) << problem.message;
    EXPECT_EQ(problem.file, path_);
    EXPECT_FALSE(problem.allowed.empty());
    EXPECT_FALSE(problem.remedy.empty());
    const InputProblem seeking = problem_in([&] {
        const auto source = open_trajectory(path_);
        source->explained();
        source->explanation(5, 6);
    });
    EXPECT_EQ(seeking.message, problem.message);
}

INSTANTIATE_TEST_SUITE_P(
    Tables, BadExtra,
    testing::Values(
        ExtraCase{"radius", "UPDATE agent_data SET radius = -1 WHERE id = 4",
                  "agent_data: the radius of agent 4 is not a length"},
        ExtraCase{"word", "UPDATE agent_data SET radius = 'wide' WHERE id = 4",
                  "agent_data: the radius of agent 4 is not a length"},
        ExtraCase{"profile", "UPDATE agent_data SET profile = x'00ff' WHERE id = 4",
                  "agent_data: profile of agent 4 is not a name"},
        ExtraCase{"id", "UPDATE agent_data SET id = -3 WHERE id = 4", "agent_data: id is not a whole number"},
        ExtraCase{"columns", "ALTER TABLE agent_data RENAME COLUMN goal TO aim",
                  "the table agent_data does not have the columns of a result"},
        ExtraCase{"drawing", "UPDATE explanations SET drawing = '{' WHERE id = 5 AND frame = 6",
                  "explanations: the drawing of agent 5 in frame 6 cannot be used: "},
        ExtraCase{"other_agent",
                  "UPDATE explanations SET drawing = (SELECT drawing FROM explanations WHERE id = 12) "
                  "WHERE id = 5 AND frame = 6",
                  "explanations: the drawing of agent 5 in frame 6 cannot be used: it is about another agent or frame"},
        ExtraCase{"explained_id", "UPDATE explanations SET id = 'x' WHERE id = 5 AND frame = 6",
                  "explanations: id is not a whole number"},
        ExtraCase{"no_drawing", "ALTER TABLE explanations RENAME COLUMN drawing TO shapes",
                  "the table explanations does not have the columns of a result"},
        ExtraCase{"periodic", "INSERT INTO metadata VALUES('periodic', '20 -1')",
                  "has periodic axes of no usable length in its metadata"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(PeriodicText, IsRefusedInOurFilesOnly) {
    const TempFolder folder;
    const std::string rest = "# periodic: sometimes\n# id frame x/m y/m\n1 0 0 0\n";
    put(folder.file("ours.txt"), "# framerate: 10 fps\n# format: sidestep text 1\n" + rest);
    const InputProblem problem = problem_of(folder.file("ours.txt"));
    EXPECT_EQ(problem.message, "the periodic axes have no usable length");
    EXPECT_EQ(problem.line, 3);
    put(folder.file("theirs.txt"), "# framerate: 10 fps\n" + rest);
    EXPECT_EQ(read_trajectory(folder.file("theirs.txt")).info.metadata.at("periodic"), "sometimes");
}

TEST(SqliteGrowing, AWriterIsNotHeldUpAndOldFramesStay) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    const auto writer = open_trajectory_writer(path, {}, false);
    for (std::uint32_t frame = 0; frame < 10; ++frame) writer->write(sample_frame(frame, 20));
    const auto source = open_trajectory(path);
    ASSERT_EQ(source->frames().size(), 10u);
    TrajectoryFrame before, after;
    source->read(9, before);
    // A writer that waited for the reader's lock would give up, and throw.
    for (std::uint32_t frame = 10; frame < 30; ++frame) writer->write(sample_frame(frame, 20));
    source->read(9, after);
    EXPECT_EQ(after.rows.size(), before.rows.size());
    writer->finish();
    source->read(9, after);
    EXPECT_EQ(after.rows.size(), 20u);
    EXPECT_EQ(source->frames().size(), 10u);
    EXPECT_EQ(source->track(7).frame.size(), 10u);
    EXPECT_EQ(open_trajectory(path)->frames().size(), 30u);
}

/// Pages that a piece of work makes SQLite fetch.
template <class Work>
int pages_for(const SqliteFile& file, Work&& work) {
    int used = 0, most = 0;
    sqlite3_db_release_memory(file.db());
    sqlite3_db_status(file.db(), SQLITE_DBSTATUS_CACHE_MISS, &used, &most, 1);
    work();
    sqlite3_db_status(file.db(), SQLITE_DBSTATUS_CACHE_MISS, &used, &most, 1);
    return used;
}

TEST(SqliteSeeking, ReadsAFewPagesOnly) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    constexpr std::uint32_t frames = 2000, agents = 100;
    const auto writer = open_trajectory_writer(path, {}, false);
    TrajectoryFrame frame = sample_frame(0, agents);
    for (; frame.frame < frames; ++frame.frame) writer->write(frame);
    writer->finish();
    const int all = static_cast<int>(std::filesystem::file_size(path) / 8192);
    ASSERT_GT(all, 1000);
    for (const bool indexed : {true, false}) {
        if (!indexed) change(path, "DROP INDEX frame_id_idx");
        const SqliteFile file(path);
        std::unique_ptr<RowFinder> finder;
        EXPECT_LT(pages_for(file, [&] { finder = indexed ? find_by_index(file) : find_by_order(file, true); }),
                  indexed ? 10 : 600);
        ASSERT_NE(finder, nullptr);
        std::vector<TrajectoryRow> rows;
        EXPECT_LT(pages_for(file, [&] { finder->read(frames / 2, rows); }), 40);
        EXPECT_EQ(rows.size(), agents);
        EXPECT_LT(pages_for(file, [&] { EXPECT_EQ(finder->count(frames - 1), agents); }), 60);
        EXPECT_LT(pages_for(file, [&] { EXPECT_TRUE(finder->find(3, 50)); }), 40);
        EXPECT_LT(pages_for(file, [&] { EXPECT_EQ(finder->next(frames), std::nullopt); }), 40);
    }
}

}  // namespace
}  // namespace sidestep
