// Corners waiting in a search, nearest first; ties by number, so that the order is the same everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sidestep {

/// Four children each: half the levels of a binary heap, and siblings share a cache line.
class CornerQueue {
public:
    struct Entry {
        double length;
        std::uint32_t corner;
        friend bool operator<(const Entry& a, const Entry& b) {
            return a.length != b.length ? a.length < b.length : a.corner < b.corner;
        }
    };

    void clear() { entries_.clear(); }
    bool empty() const { return entries_.empty(); }
    const Entry& front() const { return entries_[0]; }
    void push(Entry entry) {
        std::size_t i = entries_.size();
        entries_.push_back(entry);
        while (i > 0) {
            const std::size_t parent = (i - 1) / 4;
            if (!(entry < entries_[parent])) break;
            entries_[i] = entries_[parent];
            i = parent;
        }
        entries_[i] = entry;
    }
    Entry pop() {
        const Entry result = entries_[0], last = entries_.back();
        entries_.pop_back();
        const std::size_t size = entries_.size();
        if (size == 0) return result;
        std::size_t i = 0;
        for (;;) {
            const std::size_t first = 4 * i + 1;
            if (first >= size) break;
            std::size_t best = first;
            for (std::size_t child = first + 1; child < std::min(first + 4, size); ++child) {
                if (entries_[child] < entries_[best]) best = child;
            }
            if (!(entries_[best] < last)) break;
            entries_[i] = entries_[best];
            i = best;
        }
        entries_[i] = last;
        return result;
    }

private:
    std::vector<Entry> entries_;
};

}  // namespace sidestep
