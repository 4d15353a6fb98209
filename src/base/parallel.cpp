#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>
#include <thread>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace sidestep {

namespace {

// Debian's libtbb is not instrumented, so the thread sanitizer does not see that TBB orders fork and join; these tell
// it.
inline void happened_before([[maybe_unused]] void* point) {
#if defined(__SANITIZE_THREAD__)
    __tsan_release(point);
#endif
}
inline void happens_after([[maybe_unused]] void* point) {
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(point);
#endif
}

template <void (*Tell)(void*)>
struct AtEnd {
    void* point;
    ~AtEnd() { Tell(point); }
};

int processors() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

struct Workers::Arena {
    // TBB starts no more threads than there are processors, whatever the arena's size, and complains on stderr. Raised
    // only when more are wanted: the smallest control counts, so a lower one would slow down whoever embeds us.
    std::optional<tbb::global_control> more;
    tbb::task_arena arena;
    explicit Arena(int threads) : arena(threads) {
        if (threads > processors()) more.emplace(tbb::global_control::max_allowed_parallelism, threads);
    }
};

Workers::Workers(int threads) : threads_(threads > 0 ? threads : processors()) {
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
    char fork = 0, join = 0;  // two points: one would order the bodies among themselves and hide their races
    const AtEnd<happens_after> joined{&join};  // also when a body throws
    happened_before(&fork);
    arena_->arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count), [&](const tbb::blocked_range<std::size_t>& range) {
            happens_after(&fork);
            const AtEnd<happened_before> done{&join};
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
