// What an agent remembers of particular others: a fixed number of entries, sorted by the other's id. Lives inside a
// model's memory block (PartInfo::memory_bytes), so it starts as zero bytes and is part of the state hash: two agents
// who remember the same have the same bytes, whatever the history.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "sidestep/id.h"

namespace sidestep {

/// Entry is plain data; all zero bytes mean somebody just met. A kernel's Entry belongs in namespace SIDESTEP_ARCH, so
/// that each of its two compilations has functions of its own.
template <class Entry, std::uint32_t Capacity = 32>
struct PairMemory {
    static_assert(std::is_trivially_copyable_v<Entry> && Capacity <= 32);

    std::uint32_t count;
    AgentId id[Capacity];  ///< ascending; zero from `count` on
    Entry entry[Capacity];

    /// Null for somebody it does not know.
    const Entry* find(AgentId who) const {
        const std::uint32_t at = place_of(who);
        return at < count && id[at] == who ? &entry[at] : nullptr;
    }
    Entry* find(AgentId who) { return const_cast<Entry*>(static_cast<const PairMemory*>(this)->find(who)); }

    /// Takes in whom the owner sees now, the most important first; ids are distinct. at[k] becomes the place of seen[k]
    /// in `entry`, −1 from the Capacity-th on: only so many can be remembered.
    ///
    /// `importance(entry)` is asked once for everybody remembered and not seen, and may change the entry; below 0 it is
    /// forgotten. When there is no room for all, those seen stay, and of the others the least important go first (of
    /// equals the one with the larger id). Which entries remain does not depend on the order they came in.
    template <class Importance>
    void merge(std::span<const AgentId> seen, std::span<std::int32_t> at, Importance&& importance) {
        const auto n = static_cast<std::uint32_t>(std::min<std::size_t>(seen.size(), Capacity));
        for (std::size_t k = n; k < seen.size(); ++k) at[k] = -1;
        std::uint32_t known = 0;  // bit per entry: seen now
        AgentId met[Capacity];    // seen now, not known before
        std::uint32_t met_count = 0;
        for (std::uint32_t k = 0; k < n; ++k) {
            const std::uint32_t place = place_of(seen[k]);
            at[k] = static_cast<std::int32_t>(place);
            if (place < count && id[place] == seen[k]) {
                known |= 1u << place;
            } else {
                met[met_count++] = seen[k];
            }
        }
        std::uint32_t stay = known;
        float worth[Capacity];
        for (std::uint32_t left = everyone() & ~known; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(__builtin_ctz(left));
            worth[i] = importance(entry[i]);
            if (worth[i] >= 0) stay |= 1u << i;
        }
        if (stay == everyone() && met_count == 0) return;
        while (static_cast<std::uint32_t>(__builtin_popcount(stay)) + met_count > Capacity) {
            std::uint32_t least = Capacity;
            for (std::uint32_t left = stay & ~known; left != 0; left &= left - 1) {
                const auto i = static_cast<std::uint32_t>(__builtin_ctz(left));
                if (least == Capacity || worth[i] <= worth[least]) least = i;
            }
            stay &= ~(1u << least);
        }
        rearrange(stay, {met, met_count});
        for (std::uint32_t k = 0; k < n; ++k) at[k] = static_cast<std::int32_t>(place_of(seen[k]));
    }

private:
    std::uint32_t everyone() const { return count == 32 ? ~0u : (1u << count) - 1; }

    /// Of the first entry whose id is not smaller.
    std::uint32_t place_of(AgentId who) const {
        std::uint32_t low = 0, left = count;
        while (left > 0) {
            const std::uint32_t half = left / 2;
            const bool smaller = id[low + half] < who;
            low = smaller ? low + half + 1 : low;
            left = smaller ? left - half - 1 : half;
        }
        return low;
    }

    /// Drops those without a bit in `stay`, adds the others with empty entries; unused bytes become zero.
    void rearrange(std::uint32_t stay, std::span<AgentId> met) {
        const std::uint32_t before = count;
        std::uint32_t kept = 0;
        for (std::uint32_t left = stay; left != 0; left &= left - 1, ++kept) {
            const auto i = static_cast<std::uint32_t>(__builtin_ctz(left));
            if (i == kept) continue;
            id[kept] = id[i];
            entry[kept] = entry[i];
        }
        for (std::size_t k = 1; k < met.size(); ++k) {  // few: by insertion
            for (std::size_t j = k; j > 0 && met[j - 1] > met[j]; --j) std::swap(met[j - 1], met[j]);
        }
        count = kept + static_cast<std::uint32_t>(met.size());
        // From the end, so that nothing is overwritten before it has moved.
        std::uint32_t old = kept, fresh = static_cast<std::uint32_t>(met.size());
        for (std::uint32_t to = count; fresh > 0;) {
            --to;
            if (old > 0 && id[old - 1] > met[fresh - 1]) {
                --old;
                id[to] = id[old];
                entry[to] = entry[old];
            } else {
                --fresh;
                id[to] = met[fresh];
                std::memset(static_cast<void*>(&entry[to]), 0, sizeof(Entry));
            }
        }
        if (before > count) {
            std::memset(static_cast<void*>(&id[count]), 0, (before - count) * sizeof(AgentId));
            std::memset(static_cast<void*>(&entry[count]), 0, (before - count) * sizeof(Entry));
        }
    }
};

}  // namespace sidestep
