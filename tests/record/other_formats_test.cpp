// Formats of other programs: what is written is what is read, what they leave open is asked for, what is wrong is told
// with its line or row.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sqlite3.h>

#include <array>
#include <cstring>
#include <vector>

#include "record/fixtures.h"

namespace sidestep {
namespace {

Track track_of(AgentId id, std::vector<std::uint32_t> frames, Vec2d from, Vec2d step) {
    Track track;
    track.id = id;
    for (const std::uint32_t frame : frames) {
        track.frame.push_back(frame);
        track.position.push_back(from + step * frame);
    }
    return track;
}

/// Three people, one of whom is not seen for a while, with numbers of long decimal expansions.
Trajectory three_people() {
    Trajectory trajectory;
    trajectory.info.fps = 12.5;
    trajectory.info.wkt = "POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0))";
    trajectory.info.metadata = {{"seed", "7"}, {"", "no key"}, {"a b", "x\ny"}, {"metadata.x", "z"}};
    trajectory.tracks = {track_of(1, {0, 1, 2, 3}, {1, 2}, {1.0 / 3, 0}), track_of(7, {2, 3, 8, 9}, {5, 5}, {0, -0.1}),
                         track_of(4'000'000'000u, {9}, {-1e-5, 1000.0 / 7}, {})};
    return trajectory;
}

void expect_same_tracks(const Trajectory& a, const Trajectory& b) {
    ASSERT_EQ(a.tracks.size(), b.tracks.size());
    for (std::size_t i = 0; i < a.tracks.size(); ++i) {
        EXPECT_EQ(a.tracks[i].id, b.tracks[i].id);
        EXPECT_EQ(a.tracks[i].frame, b.tracks[i].frame) << "agent " << a.tracks[i].id;
        EXPECT_EQ(a.tracks[i].position, b.tracks[i].position) << "agent " << a.tracks[i].id;
    }
}

ReadOptions said(const TrajectoryFormat& format, double fps) {
    return format.keeps_fps ? ReadOptions{} : ReadOptions{.fps = fps};
}

InputProblem problem_with(const std::string& path, const ReadOptions& options) {
    try {
        read_trajectory(path, options);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << path << " was read without an error";
    return {};
}

TEST(WholeTrajectory, GoesThroughEveryFormat) {
    const TempFolder folder;
    const Trajectory before = three_people();
    for (const TrajectoryFormat* format : trajectory_formats()) {
        SCOPED_TRACE(format->name);
        const std::string path = folder.file("a" + std::string(format->extension));
        write_trajectory(path, before, false);
        EXPECT_THROW(write_trajectory(path, before, false), InputError);
        write_trajectory(path, before, true);
        const Trajectory after = read_trajectory(path, said(*format, 12.5));
        expect_same_tracks(before, after);
        EXPECT_EQ(after.info.fps, 12.5);
        EXPECT_EQ(after.info.wkt, format->keeps_map ? before.info.wkt : "");
        if (format->keeps_metadata) {
            EXPECT_EQ(after.info.metadata, before.info.metadata);
        }
        EXPECT_EQ(lost_in(*format, before).empty(), format->keeps_fps && format->keeps_map && format->keeps_metadata);
        // Everybody's second sample, where it stands.
        const auto places = find_rows(path, std::array{RowKey{1, 1}, RowKey{7, 3}, RowKey{9, 9}}, said(*format, 12.5));
        EXPECT_GT(places[0], 0u);
        EXPECT_GT(places[1], places[0]);
        EXPECT_EQ(places[2], 0u);
    }
}

TEST(WholeTrajectory, KeepsWhoPeopleAreAndWhoWaited) {
    const TempFolder folder;
    Trajectory before = three_people();
    before.agents = {{1, 0.25f, "p", "g", ""}, {7, 0.2f, "", "", "k"}};
    before.waits = {{1, 1, 2}, {7, 8, Wait::kToTheEnd}};
    before.explanations = {{7, 3, "m", {2, 3}, {}}};
    write_trajectory(folder.file("a.sqlite"), before, false);
    const Trajectory after = read_trajectory(folder.file("a.sqlite"));
    EXPECT_EQ(after.agents, before.agents);
    EXPECT_EQ(after.waits, before.waits);
    EXPECT_EQ(after.explanations.size(), 1u);
    EXPECT_EQ(lost_in(require_trajectory_format("a.h5"), before).size(), 3u);
}

TEST(WholeTrajectory, RunsAreNotWrittenThatWay) {
    const TempFolder folder;
    for (const char* name : {"a.h5", "a.ndjson", "obsmat.txt", "a.traj"}) {
        try {
            open_trajectory_writer(folder.file(name), {}, false);
            ADD_FAILURE() << name;
        } catch (const InputError& error) {
            EXPECT_EQ(error.problem().allowed, ".sqlite, .txt, .csv");
            EXPECT_NE(error.problem().remedy.find("sidestep convert FILE.sqlite " + std::string(name)),
                      std::string::npos);
        }
        EXPECT_FALSE(folder.has(name));
    }
}

TEST(WholeTrajectory, EndsOfNames) {
    EXPECT_EQ(require_trajectory_format("seq/OBSMAT.txt").name, "ETH/UCY obsmat");
    EXPECT_EQ(require_trajectory_format("a.obsmat").name, "ETH/UCY obsmat");
    EXPECT_EQ(require_trajectory_format("obs.txt").name, "Jülich text");
    EXPECT_EQ(require_trajectory_format("a.hdf5").name, "Jülich HDF5");
    try {
        require_trajectory_format("a.ndjsn");
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_TRUE(error.problem().remedy.starts_with("Did you mean \".ndjson\"?")) << error.problem().remedy;
    }
}

TEST(OpenPlane, HasAnAreaForOthersAndNoWallsForUs) {
    const TempFolder folder;
    Trajectory before = three_people();
    before.info.wkt.clear();
    for (const char* name : {"a.sqlite", "a.h5"}) {
        write_trajectory(folder.file(name), before, false);
        const Trajectory after = read_trajectory(folder.file(name));
        EXPECT_EQ(after.info.wkt, "") << name;
        EXPECT_EQ(after.info.metadata, before.info.metadata) << name;
    }
    EXPECT_EQ(open_trajectory(folder.file("a.sqlite"))->info().wkt, "");
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(folder.file("a.sqlite").c_str(), &db), SQLITE_OK);
    std::string wkt;
    const auto collect = [](void* out, int, char** values, char**) {
        *static_cast<std::string*>(out) += values[0];
        return 0;
    };
    // As PedPy asks for it.
    sqlite3_exec(db, "SELECT wkt FROM geometry", collect, &wkt, nullptr);
    EXPECT_EQ(wkt, "POLYGON ((-2 1, 6 1, 6 144, -2 144, -2 1))");
    wkt.clear();
    sqlite3_exec(db, "SELECT DISTINCT g.wkt FROM frame_data f JOIN geometry g ON g.hash = f.geometry_hash", collect,
                 &wkt, nullptr);
    EXPECT_EQ(wkt, "POLYGON ((-2 1, 6 1, 6 144, -2 144, -2 1))");
    sqlite3_close(db);
}

TEST(JuPedSimVersion3, IsRead) {
    const TempFolder folder;
    const std::string path = folder.file("a.sqlite");
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    // The index is there from the beginning, frames come as floating-point numbers, and maps may change.
    ASSERT_EQ(sqlite3_exec(db,
                           "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, "
                           "pos_x REAL NOT NULL, pos_y REAL NOT NULL);"
                           "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
                           "INSERT INTO metadata VALUES('version', 3), ('fps', 25.0), ('xmin', '0.0');"
                           "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
                           "CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
                           "INSERT INTO geometry VALUES(-5, 'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))');"
                           "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
                           "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);"
                           "INSERT INTO trajectory_data VALUES(0.0, 3, 1, 2.5), (0.0, 4, 5, 6), (1.0, 3, 1.5, 2.5);"
                           "INSERT INTO frame_data VALUES(0.0, -5), (1.0, -5), (2.0, -5);",
                           nullptr, nullptr, nullptr),
              SQLITE_OK)
        << sqlite3_errmsg(db);
    sqlite3_close(db);
    const Trajectory read = read_trajectory(path);
    EXPECT_EQ(read.info.fps, 25);
    EXPECT_EQ(read.info.wkt, "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))");
    ASSERT_EQ(read.tracks.size(), 2u);
    EXPECT_EQ(read.tracks[0].position[1], (Vec2d{1.5, 2.5}));
    EXPECT_TRUE(read.tracks[0].heading.empty());
    EXPECT_EQ(open_trajectory(path)->frames().size(), 3u);
}

TEST(Obsmat, ColumnsAreKnownAndTheRateIsNot) {
    const TempFolder folder;
    const std::string path = folder.file("obsmat.txt");
    put(path, "  7.8000000e+02   1.0000000e+00   8.456   0.0   3.588   1.67   0.0   0.17\n 786 1 9.1 0 3.6 1 0 0\n");
    EXPECT_EQ(problem_of(path).message, "the frame rate is not given");
    EXPECT_NE(problem_of(path).remedy.find("--fps"), std::string::npos);
    const Trajectory read = read_trajectory(path, {.fps = 15});
    EXPECT_EQ(read.tracks.at(0).frame, (std::vector<std::uint32_t>{780, 786}));
    EXPECT_EQ(read.tracks[0].position[0], (Vec2d{8.456, 3.588}));
    put(path, "780 1 8.4 0 3.5 1 0 0\n786 1 9.1 0\n");
    EXPECT_EQ(problem_with(path, {.fps = 15}).line, 2);
}

TEST(Obsmat, VelocitiesAreThoseOfThePlaces) {
    const TempFolder folder;
    Trajectory walk;
    walk.info.fps = 10;
    walk.tracks = {track_of(1, {0, 2, 4, 10}, {0, 0}, {0.1, -0.2})};
    write_trajectory(folder.file("obsmat.txt"), walk, false);
    // The last one is alone behind a gap.
    EXPECT_EQ(contents(folder.file("obsmat.txt")),
              "0 1 0 0 0 1 0 -2\n2 1 0.2 0 -0.4 1 0 -2\n4 1 0.4 0 -0.8 1 0 -2\n10 1 1 0 -2 0 0 0\n");
}

TEST(Trajnet, RateIsThatOfTheRows) {
    const TempFolder folder;
    const std::string path = folder.file("a.ndjson");
    put(path,
        "{\"scene\": {\"id\": 0, \"p\": 4, \"s\": 100, \"e\": 120, \"fps\": 2.5, \"tag\": [1, []]}}\n"
        "{\"track\": {\"f\": 100, \"p\": 4, \"x\": 13.2, \"y\": 5.85}}\n"
        "{\"track\": {\"f\": 110, \"p\": 4, \"x\": 13.7, \"y\": 5.85, \"pred_number\": null, \"scene_id\": null}}\r\n"
        "\n{\"track\": {\"f\": 120, \"p\": 4, \"x\": 14.2, \"y\": 5.85}}");
    const Trajectory read = read_trajectory(path);
    EXPECT_EQ(read.info.fps, 25);
    EXPECT_EQ(read.tracks.at(0).frame, (std::vector<std::uint32_t>{100, 110, 120}));
    EXPECT_EQ(read.info.metadata.count(kReadingKey), 1u) << "what was made of the rate is told";
    EXPECT_EQ(read_trajectory(path, {.fps = 10}).info.fps, 10);
    write_trajectory(path, read, true);
    EXPECT_EQ(read_trajectory(path).info.fps, 25) << "and survives";
}

struct LineCase {
    const char* name;
    std::string content;
    int line;
    const char* message;
};

class BadTrajnet : public testing::TestWithParam<LineCase> {};
const std::string kScene = "{\"scene\": {\"id\": 0, \"p\": 1, \"s\": 0, \"e\": 9, \"fps\": 10}}\n";
const std::string kPlace = "{\"track\": {\"f\": 0, \"p\": 1, \"x\": 0, \"y\": 0}}\n";

TEST_P(BadTrajnet, SaysWhere) {
    const TempFolder folder;
    put(folder.file("a.ndjson"), GetParam().content);
    const InputProblem problem = problem_of(folder.file("a.ndjson"));
    EXPECT_NE(problem.message.find(GetParam().message), std::string::npos) << problem.message;
    EXPECT_EQ(problem.line, GetParam().line);
    EXPECT_FALSE(problem.remedy.empty());
    EXPECT_FALSE(problem.allowed.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadTrajnet,
    testing::Values(
        LineCase{"no_rate", kPlace, 0, "the frame rate is not given"},
        LineCase{"duplicate", kScene + kPlace + kPlace, 3, "has a row for frame 0 already, in line 2"},
        LineCase{"not_json", kScene + "track 1\n", 2, "not a JSON object"},
        LineCase{"nan", kScene + "{\"track\": {\"f\": 0, \"p\": 1, \"x\": NaN, \"y\": 0}}\n", 2, "not a JSON object"},
        LineCase{"too_large", kScene + "{\"track\": {\"f\": 0, \"p\": 1, \"x\": 1e300, \"y\": 0}}\n", 2,
                 "\"x\" is not a plausible number"},
        LineCase{"beyond_double", kScene + "{\"track\": {\"f\": 0, \"p\": 1, \"x\": 1e999, \"y\": 0}}\n", 2, ""},
        LineCase{"text", kScene + "{\"track\": {\"f\": 0, \"p\": \"1\", \"x\": 0, \"y\": 0}}\n", 2,
                 "\"p\" is not a number"},
        LineCase{"half_frame", kScene + "{\"track\": {\"f\": 0.5, \"p\": 1, \"x\": 0, \"y\": 0}}\n", 2,
                 "\"f\" is not a whole number"},
        LineCase{"no_y", kScene + "{\"track\": {\"f\": 0, \"p\": 1, \"x\": 0}}\n", 2, "\"y\" is missing"},
        LineCase{"neither", kScene + "{\"tracks\": []}\n", 2, "neither a place nor a scene"},
        LineCase{"predicted", kScene + "{\"track\": {\"f\": 0, \"p\": 1, \"x\": 0, \"y\": 0, \"pred_number\": 0}}\n", 2,
                 "predicted"},
        LineCase{"two_rates", kScene + "{\"scene\": {\"id\": 1, \"p\": 1, \"s\": 0, \"e\": 9, \"fps\": 5}}\n", 2,
                 "another frame rate than that in line 1"},
        LineCase{"bad_rate", "{\"scene\": {\"fps\": -1}}\n", 1, "the frame rate is not usable"},
        LineCase{"nested", kScene + std::string(100'000, '[') + "\n", 2, "nested too deeply"},
        LineCase{"long", kScene + kPlace + "{\"track\": {\"f\": 4294967295, \"p\": 2, \"x\": 0, \"y\": 0}}\n", 0,
                 "lasts longer"}),
    [](const auto& test) { return std::string(test.param.name); });

constexpr const char* kVadereHead =
    "pedestrianId simTime endTime-PID1 startX-PID1 startY-PID1 endX-PID1 endY-PID1 "
    "targetId-PID2\n";

TEST(Vadere, StepsAreLookedAtAtTheRateAskedFor) {
    const TempFolder folder;
    const std::string path = folder.file("a.traj");
    put(path, std::string("# made by hand\n") + kVadereHead +
                  "1 0.0 0.5 0 0 1 0 4\n1 0.5 1.0 1 0 1 1 4\n"        // two steps
                  "1 1.6 2.1 1 1 2 1 4\n"                             // after standing for 0.6 s
                  "2 0.25 0.75 5 5 6 5 4\n2 1.05 1.55 9 9 9 8 4\n");  // not seen in between
    EXPECT_NE(problem_of(path).message.find("the frame rate is not given"), std::string::npos);
    const Trajectory read = read_trajectory(path, {.fps = 10});
    ASSERT_EQ(read.tracks.size(), 2u);
    const Track& one = read.tracks[0];
    ASSERT_EQ(one.frame.size(), 22u);
    EXPECT_NEAR(one.position[3].x, 0.6, 1e-12);
    EXPECT_EQ(one.position[5], (Vec2d{1, 0}));
    EXPECT_NEAR(one.position[7].y, 0.4, 1e-12);
    for (const int standing : {10, 13, 16}) EXPECT_EQ(one.position[static_cast<std::size_t>(standing)], (Vec2d{1, 1}));
    EXPECT_NEAR(one.position[21].x, 2, 1e-12);
    const Track& two = read.tracks[1];
    EXPECT_EQ(two.frame, (std::vector<std::uint32_t>{3, 4, 5, 6, 7, 11, 12, 13, 14, 15}));
    EXPECT_NEAR(two.position[0].x, 5.1, 1e-12);
    EXPECT_EQ(read.info.metadata.count(kReadingKey), 1u);
}

class BadVadere : public testing::TestWithParam<LineCase> {};

TEST_P(BadVadere, SaysWhere) {
    const TempFolder folder;
    put(folder.file("a.traj"), GetParam().content);
    const InputProblem problem = problem_with(folder.file("a.traj"), {.fps = 10});
    EXPECT_NE(problem.message.find(GetParam().message), std::string::npos) << problem.message;
    EXPECT_EQ(problem.line, GetParam().line);
    EXPECT_FALSE(problem.remedy.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadVadere,
    testing::Values(LineCase{"headless", "1 0 0.5 0 0 1 0\n", 1, "the column pedestrianid"},
                    LineCase{"time_steps", "timeStep pedestrianId x-PID1 y-PID1\n1 1 0 0\n", 1, "the column simtime"},
                    LineCase{"twice", "pedestrianId simTime simTime-PID1\n", 1, "the column appears twice"},
                    LineCase{"short", kVadereHead + std::string("1 0 0.5 0 0 1 0\n"), 2, "7 fields"},
                    LineCase{"nan", kVadereHead + std::string("1 0 0.5 nan 0 1 0 4\n"), 2, "startx is not a plausible"},
                    LineCase{"never", kVadereHead + std::string("1 0 1e300 0 0 1 0 4\n"), 2, "endtime is not a time"},
                    LineCase{"backwards", kVadereHead + std::string("1 1 0.5 0 0 1 0 4\n"), 2, "ends before it begins"},
                    LineCase{"overlap", kVadereHead + std::string("1 0 1 0 0 1 0 4\n1 0.5 2 0 0 1 0 4\n"), 0,
                             "in line 3 before the one in line 2"},
                    LineCase{"who", kVadereHead + std::string("-1 0 1 0 0 1 0 4\n"), 2, "pedestrianId is not"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Vadere, MorePlacesThanMemoryAreRefused) {
    const TempFolder folder;
    put(folder.file("a.traj"), kVadereHead + std::string("1 0 1e7 0 0 1 0 4\n"));
    EXPECT_NE(problem_with(folder.file("a.traj"), {.fps = 1000}).message.find("than memory holds"), std::string::npos);
}

/// A file of HDF5 made otherwise than we do.
class ForeignHdf5 : public testing::Test {
protected:
    struct Row {
        std::int32_t frame;
        float y, x;
        std::int32_t id;
    };
    void put_rows(const std::vector<Row>& rows, bool with_rate, hsize_t claimed = 0, const char* x_name = "x") {
        const hid_t file = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(Row));
        H5Tinsert(type, "frame", HOFFSET(Row, frame), H5T_NATIVE_INT32);
        H5Tinsert(type, "y", HOFFSET(Row, y), H5T_NATIVE_FLOAT);
        H5Tinsert(type, x_name, HOFFSET(Row, x), H5T_NATIVE_FLOAT);
        H5Tinsert(type, "id", HOFFSET(Row, id), H5T_NATIVE_INT32);
        const hsize_t count = std::max<hsize_t>(claimed, rows.size()), chunk = 4;
        const hid_t space = H5Screate_simple(1, &count, nullptr), how = H5Pcreate(H5P_DATASET_CREATE);
        if (claimed > 0) H5Pset_chunk(how, 1, &chunk);
        const hid_t set = H5Dcreate2(file, "trajectory", type, space, H5P_DEFAULT, how, H5P_DEFAULT);
        if (claimed == 0) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data());
        const hid_t one = H5Screate(H5S_SCALAR);
        if (with_rate) {
            const hid_t rate = H5Acreate2(set, "fps", H5T_NATIVE_INT32, one, H5P_DEFAULT, H5P_DEFAULT);
            const std::int32_t fps = 16;
            H5Awrite(rate, H5T_NATIVE_INT32, &fps);
            H5Aclose(rate);
        }
        // Fixed length, with an end.
        const char wkt[] = "POLYGON ((0 0, 1 0, 1 1, 0 0))";
        const hid_t text = H5Tcopy(H5T_C_S1);
        H5Tset_size(text, sizeof wkt);
        const hid_t map = H5Acreate2(file, "wkt_geometry", text, one, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(map, text, wkt);
        H5Aclose(map), H5Tclose(text), H5Sclose(one), H5Dclose(set), H5Pclose(how), H5Sclose(space), H5Tclose(type);
        H5Fclose(file);
    }
    TempFolder folder_;
    std::string path_ = folder_.file("a.h5");
};

TEST_F(ForeignHdf5, ColumnsOfAnyOrderAndTypeAreRead) {
    put_rows({{5, 2.5f, 1.5f, 3}, {4, 2, 1, 3}}, true);
    const Trajectory read = read_trajectory(path_);
    EXPECT_EQ(read.info.fps, 16);
    EXPECT_EQ(read.info.wkt, "POLYGON ((0 0, 1 0, 1 1, 0 0))");
    ASSERT_EQ(read.tracks.size(), 1u);
    EXPECT_EQ(read.tracks[0].frame, (std::vector<std::uint32_t>{4, 5}));
    EXPECT_EQ(read.tracks[0].position[1], (Vec2d{1.5, 2.5}));
    EXPECT_EQ(find_rows(path_, std::array{RowKey{3, 4}}), std::vector<std::uint64_t>{2});
    EXPECT_EQ(read_trajectory(path_, {.fps = 8, .unit = 0.01}).tracks[0].position[0], (Vec2d{0.01, 0.02}));
    EXPECT_EQ(problem_with(path_, {.columns = {"id"}}).message, "Jülich HDF5 says its columns itself");
}

TEST_F(ForeignHdf5, WhatIsWrongIsTold) {
    put_rows({{5, 2, 1, 3}}, false);
    EXPECT_NE(problem_of(path_).message.find("the frame rate is not given"), std::string::npos);
    EXPECT_EQ(read_trajectory(path_, {.fps = 4}).info.fps, 4);
    put_rows({{5, 2, 1, 3}, {5, 2, 1, 4}, {5, 2, 2, 3}}, true);
    EXPECT_EQ(problem_of(path_).message, "agent 3 has a row for frame 5 already, in row 1 and again in 3");
    put_rows({{5, 2, 1, 3}, {6, std::nanf(""), 1, 3}}, true);
    EXPECT_EQ(problem_of(path_).message, "row 2 of /trajectory: y is not a plausible number");
    put_rows({{5, 2, 1, 3}, {-6, 2, 1, 3}}, true);
    EXPECT_EQ(problem_of(path_).message, "row 2 of /trajectory: frame is not a whole number");
    put_rows({{5, 2, 1, 3}}, true, 0, "X");
    EXPECT_EQ(problem_of(path_).message, "/trajectory has no column x");
    put_rows({}, true, hsize_t{1} << 50);
    EXPECT_EQ(problem_of(path_).message, "/trajectory has more rows than the file can hold");
    put(path_, "id frame x y\n");
    EXPECT_EQ(problem_of(path_).message, "is not an HDF5 file");
}

TEST_F(ForeignHdf5, LinksToOtherFilesAreRefused) {
    put_rows({{5, 2, 1, 3}}, true);
    const std::string other = folder_.file("other.h5");
    std::filesystem::rename(path_, other);
    const hid_t file = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external(other.c_str(), "trajectory", file, "trajectory", H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    EXPECT_EQ(problem_of(path_).message, "/trajectory is a link");
}

TEST(Hdf5, TruncatedAnywhereIsRefused) {
    const TempFolder folder;
    const std::string path = folder.file("a.h5");
    write_trajectory(path, three_people(), false);
    const std::string whole = contents(path);
    for (std::size_t size = 1; size < whole.size(); size += 97) {
        put(path, whole.substr(0, size));
        EXPECT_FALSE(problem_of(path).remedy.empty()) << size;
    }
}

TEST(Hdf5, ManyRowsAreWrittenInPieces) {
    const TempFolder folder;
    Trajectory before;
    before.info.fps = 25;
    std::vector<std::uint32_t> frames(20'000);
    for (std::uint32_t i = 0; i < frames.size(); ++i) frames[i] = i;
    for (const AgentId id : {1u, 2u, 3u, 4u, 5u})
        before.tracks.push_back(track_of(id, frames, {0, 1.0 * id}, {0.01, 0}));
    write_trajectory(folder.file("a.h5"), before, false);
    expect_same_tracks(before, read_trajectory(folder.file("a.h5")));
    EXPECT_LT(std::filesystem::file_size(folder.file("a.h5")), 100'000u * 20) << "packed";
}

/// Bytes changed here and there: read or refused, whatever HDF5 makes of it.
TEST(Hdf5, DamagedFilesEndNothingButTheirReading) {
    const TempFolder folder;
    const std::string path = folder.file("a.h5");
    write_trajectory(path, three_people(), false);
    const std::string whole = contents(path);
    std::uint64_t dice = 1;
    const auto roll = [&](std::size_t below) {
        dice = dice * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<std::size_t>((dice >> 33) % below);
    };
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        std::string damaged = whole;
        for (std::size_t changes = 1 + roll(6); changes > 0; --changes) {
            damaged[roll(damaged.size())] = static_cast<char>(roll(3) == 0 ? 0xff : roll(256));
        }
        put(path, damaged);
        try {
            read_trajectory(path);
        } catch (const InputError& error) {
            ++refused;
            EXPECT_FALSE(error.problem().remedy.empty());
        }
    }
    EXPECT_GT(refused, 30);
}

TEST(Recordings, GoThroughEveryFormat) {
    const char* set = std::getenv("SIDESTEP_DATA");
    const std::filesystem::path data = set != nullptr ? set : SIDESTEP_SOURCE_DIR "/../shared/data";
    if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no recordings at " << data << "; set SIDESTEP_DATA";
    const TempFolder folder;
    for (const char* name : {"eth/eth.txt", "zara01/zara01.txt", "corridor_uo180/uo-050-180-180.txt"}) {
        const Trajectory before = read_trajectory((data / name).string());
        for (const TrajectoryFormat* format : trajectory_formats()) {
            SCOPED_TRACE(std::string(name) + " as " + std::string(format->name));
            const std::string path = folder.file("a" + std::string(format->extension));
            write_trajectory(path, before, true);
            const Trajectory after = read_trajectory(path, said(*format, before.info.fps));
            EXPECT_DOUBLE_EQ(after.info.fps, before.info.fps);
            expect_same_tracks(before, after);
        }
    }
}

}  // namespace
}  // namespace sidestep
