// Runs blocks of work on the threads of one simulation. Results never depend on how blocks are dealt out.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

class Workers {
public:
    /// 0: as many threads as the machine has.
    explicit Workers(int threads);
    ~Workers();
    Workers(Workers&&) noexcept;
    Workers& operator=(Workers&&) noexcept;

    int threads() const { return threads_; }
    /// Calls body(i) for i in [0, count). `worker()` inside body tells which scratch space to use.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& body);
    /// Index of the calling thread, 0 … threads() − 1.
    int worker() const;

private:
    struct Arena;
    std::unique_ptr<Arena> arena_;
    int threads_ = 1;
};

}  // namespace SIDESTEP_EXPORT sidestep
