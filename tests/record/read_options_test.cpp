// Recordings that do not say what they are, read with what their user knows.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sidestep/error.h"
#include "sidestep/trajectory.h"

namespace sidestep {
namespace {

class ReadingOptions : public testing::Test {
protected:
    ReadingOptions() { std::filesystem::create_directories(folder_); }
    ~ReadingOptions() override { std::filesystem::remove_all(folder_); }

    std::string file(const std::string& name, const std::string& text) {
        const auto path = folder_ / name;
        std::ofstream(path) << text;
        return path.string();
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("sidestep_reading_" + std::to_string(getpid()));
};

TEST_F(ReadingOptions, SayWhatTheFileLeavesOpen) {
    // Frame before id, as many recordings have it, and numbers as a spreadsheet writes them.
    const std::string path = file("bare.txt", "780.0 1.0 846 359\n790.0 1.0 946 359\n7.9e+02 2 0 100\n");
    const Trajectory t = read_trajectory(path, {.fps = 25, .unit = 0.01, .columns = {"frame", "id", "x", "y"}});
    EXPECT_EQ(t.info.fps, 25);
    ASSERT_EQ(t.tracks.size(), 2u);
    EXPECT_EQ(t.tracks[0].id, 1u);
    EXPECT_EQ(t.tracks[0].frame, (std::vector<std::uint32_t>{780, 790}));
    EXPECT_NEAR(t.tracks[0].position[1].x, 9.46, 1e-12);
    EXPECT_NEAR(t.tracks[1].position[0].y, 1.0, 1e-12);
}

TEST_F(ReadingOptions, CountInsteadOfWhatTheFileSays) {
    const std::string path = file("said.txt", "# framerate: 10 fps\n# id frame x/m y/m\n1 0 5 6\n1 1 7 8\n");
    const Trajectory t = read_trajectory(path, {.fps = 25, .unit = 2, .columns = {"id", "frame", "y", "x"}});
    EXPECT_EQ(t.info.fps, 25);
    EXPECT_EQ(t.tracks[0].position[0].x, 12);
    EXPECT_EQ(t.tracks[0].position[0].y, 10);
    EXPECT_EQ(open_trajectory(path, {.fps = 4})->info().fps, 4);
}

TEST_F(ReadingOptions, TablesWithAndWithoutTheirFirstRow) {
    const std::string with = file("with.csv", "# framerate: 5\nwho,when,px,py\n3,0,1,2\n");
    const std::string without = file("without.csv", "3,0,1,2,9\n");
    const Trajectory named = read_trajectory(with, {.columns = {"id", "frame", "x", "y"}});
    EXPECT_EQ(named.tracks[0].id, 3u);
    const Trajectory bare = read_trajectory(without, {.fps = 5, .columns = {"id", "frame", "x", "y", "-"}});
    EXPECT_EQ(bare.tracks[0].position[0].y, 2);
}

TEST_F(ReadingOptions, FrameBeforeIdInTheHeader) {
    const std::string path = file("order.txt", "# framerate: 5\n# frame id x/cm y/cm\n7 3 100 200\n");
    const Trajectory t = read_trajectory(path);
    EXPECT_EQ(t.tracks[0].id, 3u);
    EXPECT_EQ(t.tracks[0].frame[0], 7u);
    EXPECT_EQ(t.tracks[0].position[0].x, 1);
}

TEST_F(ReadingOptions, NothingIsGuessed) {
    const auto remedy = [](const std::string& path, const ReadOptions& options) {
        try {
            read_trajectory(path, options);
        } catch (const InputError& error) {
            return error.problem().remedy;
        }
        return std::string("was read");
    };
    const std::string bare = file("bare.txt", "1 0 5 6\n");
    EXPECT_NE(remedy(bare, {}).find("--columns"), std::string::npos);
    EXPECT_NE(remedy(bare, {.columns = {"id", "frame", "x", "y"}}).find("--unit"), std::string::npos);
    EXPECT_NE(remedy(bare, {.unit = 1, .columns = {"id", "frame", "x", "y"}}).find("--fps"), std::string::npos);
    EXPECT_EQ(remedy(bare, {.fps = 5, .columns = {"id", "frame", "x/m", "y/m"}}), "was read");
    for (const ReadOptions& bad : {ReadOptions{.fps = 0}, ReadOptions{.unit = -1}, ReadOptions{.columns = {"id", "x"}},
                                   ReadOptions{.fps = 5, .unit = 1, .columns = {"id", "frame", "x", "y", "id"}}}) {
        EXPECT_NE(remedy(bare, bad), "was read");
    }
}

TEST_F(ReadingOptions, DatabasesSayItThemselves) {
    const std::string path = file("x.sqlite", "anything");
    EXPECT_THROW(read_trajectory(path, {.fps = 5}), InputError);
}

}  // namespace
}  // namespace sidestep
