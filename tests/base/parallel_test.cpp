// Every block of work is done once, whoever does it.
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace sidestep {
namespace {

TEST(Workers, DoEverythingOnce) {
    for (const int threads : {1, 2, 3, 8, 0}) {
        Workers workers(threads);
        EXPECT_GE(workers.threads(), 1);
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1000}}) {
            std::vector<std::atomic<int>> done(count);
            workers.for_each(count, [&](std::size_t i) { ++done[i]; });
            for (const auto& d : done) EXPECT_EQ(d, 1);
        }
    }
}

TEST(Workers, ScratchSpacesAreNotShared) {
    // Two threads never have the same number at the same time.
    Workers workers(4);
    std::vector<std::atomic<int>> inside(static_cast<std::size_t>(workers.threads()));
    std::atomic<bool> shared = false, out_of_range = false;
    workers.for_each(2000, [&](std::size_t) {
        const int me = workers.worker();
        if (me < 0 || me >= workers.threads()) {
            out_of_range = true;
            return;
        }
        auto& here = inside[static_cast<std::size_t>(me)];
        if (++here != 1) shared = true;
        std::this_thread::yield();
        --here;
    });
    EXPECT_FALSE(shared);
    EXPECT_FALSE(out_of_range);
    EXPECT_EQ(workers.worker(), 0) << "outside of any work";
}

TEST(Workers, ExceptionsArrive) {
    for (const int threads : {1, 3}) {
        Workers workers(threads);
        EXPECT_THROW(workers.for_each(100,
                                      [](std::size_t i) {
                                          if (i == 57) throw std::runtime_error("here");
                                      }),
                     std::runtime_error);
        std::atomic<int> after = 0;
        workers.for_each(10, [&](std::size_t) { ++after; });
        EXPECT_EQ(after, 10);
    }
}

TEST(Workers, CanBeReplaced) {
    Workers workers(1);
    for (const int threads : {3, 1, 2}) {
        workers = Workers(threads);
        EXPECT_EQ(workers.threads(), threads);
        std::atomic<int> sum = 0;
        workers.for_each(50, [&](std::size_t i) { sum += static_cast<int>(i); });
        EXPECT_EQ(sum, 1225);
    }
}

}  // namespace
}  // namespace sidestep
