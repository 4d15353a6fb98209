// Everybody's last places, one for each step, for parts and programs that look back. By slot: anybody's can be read
// while all of them decide. Kept only where somebody asks for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "world/agents.h"

namespace sidestep {

/// One agent's places, the newest first. On periodic axes they are as they were then: use wrapped_difference.
class Past {
public:
    Past() = default;
    Past(const Place* ring, std::uint32_t newest, std::uint32_t steps, std::uint32_t count)
        : ring_(ring), newest_(newest), steps_(steps), count_(count) {}
    /// How many are known: few of somebody who has just come, or was put somewhere else.
    std::size_t size() const { return count_; }
    /// Where it was so many steps ago; 0: at the end of the last one.
    Place operator[](std::size_t steps_ago) const {
        const auto back = static_cast<std::uint32_t>(steps_ago);
        return ring_[back <= newest_ ? newest_ - back : newest_ + steps_ - back];
    }

private:
    const Place* ring_ = nullptr;
    std::uint32_t newest_ = 0, steps_ = 0, count_ = 0;
};

class History {
public:
    /// From now on so many places of everybody, or more where more were asked for before. What is known stays known.
    void keep(std::size_t places);
    std::size_t places() const { return places_; }

    /// Somebody is here, and nothing is known of before.
    void begin(Slot slot, Place at) { begin(slot, {&at, 1}); }
    /// The newest first; not empty.
    void begin(Slot slot, std::span<const Place> past);
    /// What comes next is its first place. Safe from several threads for different agents.
    void forget(Slot slot) { count_[slot] = 0; }
    /// A step is over: everybody's place is written.
    void advance(const AgentColumns& now, Workers& workers);

    /// Where in everybody's ring the place so many steps ago lies.
    std::uint32_t index_of(std::size_t steps_ago) const {
        const auto back = static_cast<std::uint32_t>(steps_ago);
        return back <= newest_ ? newest_ - back : newest_ + places_ - back;
    }
    const Place* ring(Slot slot) const { return ring_.data() + std::size_t{slot} * places_; }
    std::uint32_t known(Slot slot) const { return slot < count_.size() ? count_[slot] : 0; }

    Past of(Slot slot) const {
        return {ring_.data() + std::size_t{slot} * places_, newest_, places_, slot < count_.size() ? count_[slot] : 0};
    }

private:
    std::uint32_t places_ = 0;
    std::uint32_t newest_ = 0;          ///< of every ring
    std::vector<Place> ring_;           ///< by slot, `places_` each
    std::vector<std::uint32_t> count_;  ///< by slot
};

}  // namespace sidestep
