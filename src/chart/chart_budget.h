// Memory that charts may take while they are made. How many subgoals a chart has is known only when it is there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace sidestep {

/// Shared by the threads that make charts. Whether it is exceeded does not depend on their order: what is held at any
/// time is at most what stays, and for each thread what the greediest chart needs while it is made.
class ChartBudget {
public:
    /// Bytes, of which some are taken already.
    ChartBudget(std::size_t limit, std::size_t taken) : limit_(limit), taken_(taken) {}

    void take(std::size_t bytes) {
        if (taken_.fetch_add(bytes) + bytes > limit_) exceeded_ = true;
    }
    void give_back(std::size_t bytes) { taken_ -= bytes; }
    /// For good: charts that are not finished may be left as they are.
    bool exceeded() const { return exceeded_; }

private:
    std::size_t limit_;
    std::atomic<std::size_t> taken_;
    std::atomic<bool> exceeded_ = false;
};

/// What one chart takes of it while it is made; given back in the end.
class ChartScratch {
public:
    explicit ChartScratch(ChartBudget& budget) : budget_(budget) {}
    ChartScratch(const ChartScratch&) = delete;
    ChartScratch& operator=(const ChartScratch&) = delete;
    ~ChartScratch() { budget_.give_back(bytes_); }

    /// Room for one more, as vectors grow; `each` bytes for every place.
    template <class Vector>
    void grow(Vector& v, std::size_t each = sizeof(typename Vector::value_type)) {
        if (v.size() < v.capacity()) return;
        const std::size_t places = std::max<std::size_t>(64, 2 * v.capacity());
        take((places - v.capacity()) * each);
        if (!exceeded()) v.reserve(places);
    }
    bool exceeded() const { return budget_.exceeded(); }
    std::size_t bytes() const { return bytes_; }

private:
    void take(std::size_t bytes) {
        bytes_ += bytes;
        budget_.take(bytes);
    }

    ChartBudget& budget_;
    std::size_t bytes_ = 0;
};

}  // namespace sidestep
