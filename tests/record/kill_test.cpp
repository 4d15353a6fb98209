// kill -9 at any moment leaves a readable file that lacks at most the last simulated second.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "record/fixtures.h"
#include "record/recorder.h"

namespace sidestep {
namespace {

constexpr double kFps = 10;

/// Frames the child has handed over, visible to the parent after the child's death.
class Progress {
public:
    Progress()
        : memory_(mmap(nullptr, sizeof(std::atomic<std::uint32_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                       -1, 0)),
          frames_(new(memory_) std::atomic<std::uint32_t>(0)) {}
    ~Progress() { munmap(memory_, sizeof(std::atomic<std::uint32_t>)); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    std::atomic<std::uint32_t>& frames() { return *frames_; }

private:
    void* memory_;
    std::atomic<std::uint32_t>* frames_;
};

[[noreturn]] void record_for_ever(const std::string& path, std::uint32_t agents, bool through_queue,
                                  std::atomic<std::uint32_t>& frames) {
    TrajectoryFrame frame = sample_frame(0, agents);
    for (const TrajectoryRow& row : frame.rows) frame.newcomers.push_back({row.id, 0.25f, "walker", "", ""});
    const auto next = [&] {
        frame.newcomers.clear();
        ++frame.frame;
        frame.explanations.assign(1, Explanation{1, frame.frame, "predictive", {}, {}});
    };
    TrajectoryInfo info;
    info.fps = kFps;
    auto writer = open_trajectory_writer(path, info, true);
    if (through_queue) {
        Recorder recorder(std::move(writer), pending_frames_for(kFps));
        for (;; next()) {
            recorder.push(TrajectoryFrame(frame));
            ++frames;
        }
    }
    for (;; next()) {
        writer->write(frame);
        ++frames;
    }
}

/// When to kill: so long after so many frames were handed over. Counted in frames, because a busy machine may take
/// longer to begin than any time one would wait.
struct Moment {
    std::uint32_t frames;
    std::chrono::microseconds after;
};

/// True when there was a file.
bool kill_once(const std::string& path, std::uint32_t agents, bool through_queue, Moment moment) {
    std::filesystem::remove(path);
    Progress progress;
    const pid_t child = fork();
    if (child == 0) record_for_ever(path, agents, through_queue, progress.frames());
    while (progress.frames() < moment.frames && waitpid(child, nullptr, WNOHANG) == 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    std::this_thread::sleep_for(moment.after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));

    const std::uint32_t handed = progress.frames();
    if (!std::filesystem::exists(path)) {
        EXPECT_EQ(handed, 0u);
        return false;
    }
    const Trajectory read = read_trajectory(path);
    EXPECT_EQ(read.info.fps, kFps);
    std::size_t least = SIZE_MAX, most = 0;
    for (const Track& track : read.tracks) {
        least = std::min(least, track.frame.size());
        most = std::max(most, track.frame.size());
    }
    if (read.tracks.empty()) least = 0;
    EXPECT_GE(static_cast<double>(least) + kFps, static_cast<double>(handed)) << "lacks more than a second";
    if (path.ends_with(".sqlite")) {
        EXPECT_EQ(least, most) << "a frame is in the file in part";
        EXPECT_TRUE(read.tracks.empty() || read.tracks.size() == agents);
        EXPECT_EQ(read.agents.size(), read.tracks.size());
        EXPECT_EQ(read.explanations.size(), least == 0 ? 0 : least - 1);
        const auto source = open_trajectory(path);
        EXPECT_EQ(source->frames().size(), least);
        TrajectoryFrame last;
        if (least > 0) source->read(least - 1, last);
        EXPECT_EQ(last.rows.size(), read.tracks.size());
    }
    return true;
}

void kill_often(const char* name, int times) {
    const TempFolder folder;
    std::mt19937 random(1);
    int made = 0;
    for (int i = 0; i < times; ++i) {
        // Some moments fall into the making of the file; big crowds make SQLite write pages before it commits.
        const bool begins = i % 4 == 0;
        const std::uint32_t agents = i % 3 == 0 ? 20'000 : 50;
        const std::uint32_t most = agents == 50 ? 200 : 12;
        const Moment moment{
            .frames = begins ? 0 : std::uniform_int_distribution<std::uint32_t>(1, most)(random),
            .after = std::chrono::microseconds(std::uniform_int_distribution<int>(0, begins ? 3'000 : 1'000)(random))};
        SCOPED_TRACE(testing::Message() << "moment " << i << ", " << agents << " agents, " << moment.after.count()
                                        << " us after frame " << moment.frames);
        made += kill_once(folder.file(name), agents, i % 2 == 1, moment);
    }
    EXPECT_GE(made, times - times / 4 - 1) << "the child died before there was anything to test";
}

TEST(Kill, SqliteIsReadable) {
    kill_often("a.sqlite", 100);
}
TEST(Kill, TextIsReadable) {
    kill_often("a.txt", 30);
}
TEST(Kill, CsvIsReadable) {
    kill_often("a.csv", 30);
}

}  // namespace
}  // namespace sidestep
