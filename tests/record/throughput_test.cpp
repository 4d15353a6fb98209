// Recording must not be what a big simulation waits for: how fast rows are written is printed, and judged by nobody
// here.
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

#include "record/fixtures.h"

namespace sidestep {
namespace {

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(Throughput, ManyRowsOfFewAndOfMany) {
    const TempFolder folder;
    for (const char* name : {"a.sqlite", "a.txt", "a.csv"}) {
        for (const std::uint32_t agents : {200u, 20'000u}) {
            const std::uint32_t frames = 400'000 / agents;
            TrajectoryFrame frame = sample_frame(0, agents);
            const double start = cpu_seconds();
            const auto writer = open_trajectory_writer(folder.file(name), {}, true);
            for (; frame.frame < frames; ++frame.frame) writer->write(frame);
            writer->finish();
            const double written = cpu_seconds();
            const Trajectory read = read_trajectory(folder.file(name));
            ASSERT_EQ(read.tracks.size(), agents) << name;
            EXPECT_EQ(read.tracks.back().position.size(), frames) << name;
            const double rows = 1e-6 * agents * frames;
            std::printf("%-9s %6u agents: %.2f M rows per CPU second written, %.2f read\n", name, agents,
                        rows / (written - start), rows / (cpu_seconds() - written));
        }
    }
}

}  // namespace
}  // namespace sidestep
