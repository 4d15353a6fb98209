// Recording must not be what a big simulation waits for.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "record/fixtures.h"

namespace sidestep {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Million rows per second, without and with finish().
struct Rate {
    double writing, whole, reading;
};

Rate measure(const std::string& path, std::uint32_t agents, std::uint32_t frames) {
    TrajectoryFrame frame = sample_frame(0, agents);
    const double rows = 1e-6 * agents * frames;
    const auto start = std::chrono::steady_clock::now();
    const auto writer = open_trajectory_writer(path, {}, true);
    for (; frame.frame < frames; ++frame.frame) writer->write(frame);
    Rate rate{};
    rate.writing = rows / seconds_since(start);
    writer->finish();
    rate.whole = rows / seconds_since(start);
    const auto read_start = std::chrono::steady_clock::now();
    EXPECT_EQ(read_trajectory(path).tracks.size(), agents);
    rate.reading = rows / seconds_since(read_start);
    return rate;
}

TEST(Throughput, RowsPerSecond) {
    const TempFolder folder;
    for (const char* name : {"a.sqlite", "a.txt", "a.csv"}) {
        for (const std::uint32_t agents : {200u, 20'000u}) {
            const Rate rate = measure(folder.file(name), agents, 2'000'000 / agents);
            std::printf("%-9s %6u agents: writing %.2f M rows/s, with finish %.2f, reading %.2f\n", name, agents,
                        rate.writing, rate.whole, rate.reading);
#ifdef NDEBUG
            // Three times below what is promised: other work on the machine must not fail the test.
            EXPECT_GT(rate.writing, 0.3) << name;
#endif
        }
    }
}

}  // namespace
}  // namespace sidestep
