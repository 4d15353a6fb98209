// The queue between simulation and disk: nothing is lost, nothing overtakes, errors arrive.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "record/fixtures.h"
#include "record/recorder.h"

namespace sidestep {
namespace {

struct Seen {
    std::atomic<int> frames{0};
    std::atomic<bool> finished{false};
    std::atomic<bool> gate{true};  ///< the writer waits while it is closed
    std::atomic<bool> in_order{true};
    std::map<std::string, std::string> closing;  ///< valid when finished
};

class FakeWriter final : public TrajectoryWriter {
public:
    FakeWriter(Seen& seen, int fail_at, bool fail_at_end) : seen_(seen), fail_at_(fail_at), fail_at_end_(fail_at_end) {}
    void write(const TrajectoryFrame& frame) override {
        while (!seen_.gate) std::this_thread::yield();
        if (seen_.frames == fail_at_) throw std::runtime_error("the disk is full");
        if (frame.frame != static_cast<std::uint32_t>(seen_.frames)) seen_.in_order = false;
        ++seen_.frames;
    }
    void finish(const std::map<std::string, std::string>& closing) override {
        if (fail_at_end_) throw std::runtime_error("no room for the index");
        seen_.closing = closing;
        seen_.finished = true;
    }

private:
    Seen& seen_;
    int fail_at_;
    bool fail_at_end_;
};

std::unique_ptr<TrajectoryWriter> fake(Seen& seen, int fail_at = -1, bool fail_at_end = false) {
    return std::make_unique<FakeWriter>(seen, fail_at, fail_at_end);
}

TEST(Recorder, WritesEverythingInOrder) {
    Seen seen;
    Recorder recorder(fake(seen), 3);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        TrajectoryFrame frame = recorder.reuse();
        EXPECT_TRUE(frame.rows.empty());
        frame.frame = i;
        frame.rows.resize(10);
        recorder.push(std::move(frame));
    }
    recorder.finish({{"verdict", "healthy"}});
    EXPECT_EQ(seen.frames, 1000);
    EXPECT_TRUE(seen.in_order);
    EXPECT_TRUE(seen.finished);
    recorder.finish({{"verdict", "too late"}});
    EXPECT_EQ(seen.closing, (std::map<std::string, std::string>{{"verdict", "healthy"}}));
}

TEST(Recorder, TheSimulationWaitsWhenTheQueueIsFull) {
    Seen seen;
    seen.gate = false;
    Recorder recorder(fake(seen), 2);
    std::atomic<int> pushed{0};
    std::thread simulation([&] {
        for (std::uint32_t i = 0; i < 10; ++i) {
            recorder.push({i, {}});
            ++pushed;
        }
    });
    // One is in the writer's hands, two are queued.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_LE(pushed, 3);
    seen.gate = true;
    simulation.join();
    recorder.finish();
    EXPECT_EQ(seen.frames, 10);
    EXPECT_GT(recorder.waited_ms(), 20);
}

TEST(Recorder, AnErrorReachesTheSimulation) {
    Seen seen;
    Recorder recorder(fake(seen, 5), 2);
    const auto push_all = [&] {
        for (std::uint32_t i = 0; i < 1000; ++i) recorder.push({i, {}});
    };
    EXPECT_THROW(push_all(), std::runtime_error);
    EXPECT_THROW(recorder.push({0, {}}), std::runtime_error);
    EXPECT_THROW(recorder.finish(), std::runtime_error);
    EXPECT_EQ(seen.frames, 5);
    EXPECT_FALSE(seen.finished);
}

TEST(Recorder, AnErrorWakesAWaitingSimulation) {
    Seen seen;
    seen.gate = false;
    Recorder recorder(fake(seen, 0), 1);
    recorder.push({0, {}});
    std::thread opener([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        seen.gate = true;
    });
    const auto push_two = [&] {
        recorder.push({1, {}});
        recorder.push({2, {}});
        recorder.push({3, {}});
    };
    EXPECT_THROW(push_two(), std::runtime_error);
    opener.join();
}

TEST(Recorder, AnErrorAtTheEndReachesTheSimulation) {
    Seen seen;
    Recorder recorder(fake(seen, -1, true));
    recorder.push({0, {}});
    EXPECT_THROW(recorder.finish(), std::runtime_error);
}

TEST(Recorder, WithoutFinishWhatIsPendingIsWritten) {
    Seen seen;
    {
        Recorder recorder(fake(seen));
        for (std::uint32_t i = 0; i < 7; ++i) recorder.push({i, {}});
    }
    EXPECT_EQ(seen.frames, 7);
    EXPECT_TRUE(seen.finished);
}

TEST(Recorder, ReusedFramesKeepTheirCapacity) {
    Seen seen;
    Recorder recorder(fake(seen), 2);
    TrajectoryFrame frame;
    frame.rows.resize(5000);
    recorder.push(std::move(frame));
    TrajectoryFrame again;
    while (again.rows.capacity() == 0) again = recorder.reuse();
    EXPECT_GE(again.rows.capacity(), 5000u);
    EXPECT_TRUE(again.rows.empty());
}

TEST(Recorder, QueueAndWriterShareTheLastSecond) {
    EXPECT_EQ(pending_frames_for(0.5), 1u);
    EXPECT_EQ(pending_frames_for(10), 5u);
    EXPECT_EQ(pending_frames_for(100), 16u);
}

TEST(Recorder, WritesAFile) {
    const TempFolder folder;
    Recorder recorder(open_trajectory_writer(folder.file("a.sqlite"), {}, false));
    for (std::uint32_t i = 0; i < 25; ++i) recorder.push(sample_frame(i, 4));
    recorder.finish();
    EXPECT_EQ(read_trajectory(folder.file("a.sqlite")).tracks.at(3).frame.size(), 25u);
}

}  // namespace
}  // namespace sidestep
