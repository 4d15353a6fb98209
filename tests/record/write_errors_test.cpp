// Outputs that cannot be written leave nothing; outputs that stop being writable stay readable.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <functional>
#include <limits>
#include <stdexcept>

#include "record/fixtures.h"

namespace sidestep {
namespace {

class Output : public testing::TestWithParam<const char*> {
protected:
    std::string name() const { return std::string("a") + GetParam(); }
    std::string path() const { return folder_.file(name()); }
    TempFolder folder_;
};

InputProblem opening(const std::string& path, bool overwrite) {
    try {
        open_trajectory_writer(path, {}, overwrite);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << path << " was opened";
    return {};
}

TEST_P(Output, ExistingIsKept) {
    put(path(), "precious");
    const InputProblem problem = opening(path(), false);
    EXPECT_EQ(problem.message, "the output exists already");
    EXPECT_EQ(problem.file, path());
    EXPECT_NE(problem.remedy.find("--force"), std::string::npos);
    EXPECT_EQ(contents(path()), "precious");
}

TEST_P(Output, FolderMissing) {
    const InputProblem problem = opening(folder_.file("none/" + name()), false);
    EXPECT_NE(problem.message.find("does not exist"), std::string::npos) << problem.message;
    EXPECT_FALSE(problem.remedy.empty());
    EXPECT_FALSE(folder_.has("none"));
}

TEST_P(Output, IsAFolder) {
    std::filesystem::create_directory(path());
    EXPECT_NE(opening(path(), true).message.find("it is a folder"), std::string::npos);
}

TEST_P(Output, Unwritable) {
    // A folder of the kernel, where nobody may make a file, whatever the user.
    if (!std::filesystem::is_directory("/proc/self")) GTEST_SKIP() << "no /proc";
    const InputProblem problem = opening("/proc/self/" + name(), true);
    EXPECT_TRUE(problem.message.starts_with("cannot write the output: ")) << problem.message;
    EXPECT_FALSE(problem.remedy.empty());
}

TEST_P(Output, RefusesWhatCouldNotBeReadBack) {
    const auto writer = open_trajectory_writer(path(), {}, false);
    writer->write(sample_frame(5, 2));
    EXPECT_THROW(writer->write(sample_frame(5, 2)), std::invalid_argument);
    EXPECT_THROW(writer->write({6, {{2, {}, {}}, {1, {}, {}}}}), std::invalid_argument);
    EXPECT_THROW(writer->write({6, {{1, {0, std::numeric_limits<double>::quiet_NaN()}, {}}}}), std::invalid_argument);
    writer->finish();
    EXPECT_EQ(read_trajectory(path()).tracks.size(), 2u);
}

/// A process of its own, whose exit code is the number of the check that failed.
int in_child(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

TEST_P(Output, FullDiskKeepsWhatWasRecorded) {
    // A limit on the size of files fails like a full disk, without needing a file system of its own.
    const std::string file = path();
    const int failed = in_child([&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{400'000, 400'000};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
        const auto writer = open_trajectory_writer(file, {}, false);
        for (std::uint32_t frame = 0; frame < 1000; ++frame) {
            try {
                writer->write(sample_frame(frame, 100));
            } catch (const InputError& error) {
                if (frame < 20) return 3;
                if (error.problem().file != file) return 4;
                if (error.problem().message.find("recording stopped") == std::string::npos) return 5;
                if (error.problem().remedy.find("Free some space") == std::string::npos) return 6;
                if (error.problem().remedy.find("holds everything up to frame") == std::string::npos) return 7;
                writer->finish();  // closed already
                return 0;
            }
        }
        return 2;
    });
    EXPECT_EQ(failed, 0);
    const Trajectory read = read_trajectory(file);
    ASSERT_EQ(read.tracks.size(), 100u);
    EXPECT_GE(read.tracks[0].frame.size(), 20u);
    EXPECT_EQ(read.tracks[0].position[3], sample_frame(3, 1).rows[0].position);
}

TEST_P(Output, FullDiskAtTheEnd) {
    // Large enough for the rows, too small for the index: only finish() can fail.
    if (GetParam() != std::string(".sqlite")) GTEST_SKIP() << "text files have no index";
    const std::string file = path();
    const int failed = in_child([&] {
        signal(SIGXFSZ, SIG_IGN);
        const auto writer = open_trajectory_writer(file, {}, false);
        for (std::uint32_t frame = 0; frame < 50; ++frame) writer->write(sample_frame(frame, 100));
        const auto size = static_cast<rlim_t>(std::filesystem::file_size(file)) + 8192;
        const rlimit limit{size, size};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
        try {
            writer->finish();
        } catch (const InputError& error) {
            return error.problem().message.find("recording stopped") == std::string::npos ? 3 : 0;
        }
        return 2;
    });
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(read_trajectory(file).tracks.at(99).frame.size(), 50u);
}

// A result that is not there must not be called recorded.
TEST_P(Output, TakenAwayMeanwhileIsTold) {
    const auto recorded = [&](const std::function<void()>& meanwhile) {
        const auto writer = open_trajectory_writer(path(), {}, true);
        for (std::uint32_t frame = 0; frame < 30; ++frame) writer->write(sample_frame(frame, 10));
        meanwhile();
        try {
            writer->write(sample_frame(30, 10));
            writer->finish();
        } catch (const InputError& error) {
            EXPECT_EQ(error.problem().file, path());
            EXPECT_FALSE(error.problem().remedy.empty());
            return false;
        }
        return true;
    };
    EXPECT_TRUE(recorded([] {}));
    EXPECT_FALSE(recorded([&] { std::filesystem::remove(path()); }));
    EXPECT_FALSE(recorded([&] {
        std::filesystem::rename(path(), path() + ".elsewhere");
        put(path(), "mine now");
    }));
    EXPECT_FALSE(recorded([&] { std::filesystem::resize_file(path(), 10); }));
}

INSTANTIATE_TEST_SUITE_P(Formats, Output, testing::Values(".sqlite", ".txt", ".csv"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST(FullDevice, IsReported) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
    const TempFolder folder;
    std::filesystem::create_symlink("/dev/full", folder.file("a.txt"));
    const InputProblem problem = opening(folder.file("a.txt"), true);
    EXPECT_NE(problem.message.find("No space left"), std::string::npos) << problem.message;
    EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

}  // namespace
}  // namespace sidestep
