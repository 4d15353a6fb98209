#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace sidestep {

struct Workers::Arena {
    tbb::task_arena arena;
    explicit Arena(int threads) : arena(threads) {}
};

Workers::Workers(int threads)
    : threads_(threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
    if (threads_ > 1) arena_ = std::make_unique<Arena>(threads_);
}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

void Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& body) {
    if (!arena_ || count < 2) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    arena_->arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count), [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
        });
    });
}

int Workers::worker() const {
    if (!arena_) return 0;
    const int index = tbb::this_task_arena::current_thread_index();
    return index >= 0 && index < threads_ ? index : 0;
}

}  // namespace sidestep
