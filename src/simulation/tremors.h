// Who shivers: somebody whose acceleration turns round again and again does not walk like a person, however well it
// gets on. To find that out of everybody in every step would cost more than it is worth; a few people are watched for a
// while, then others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/reversal_counter.h"
#include "world/world.h"

namespace sidestep {

/// What a spell of watching somebody is long enough for. Recorded people reverse 0.1 times a second at most, on
/// average, looked at twice a second.
inline constexpr double kSpell = 2;                ///< s
inline constexpr double kGlance = 0.2;             ///< s between two places: what is shorter nobody sees
inline constexpr unsigned kShiversFrom = 4;        ///< reversals in a spell
inline constexpr std::size_t kWatchedAtOnce = 64;  ///< people
inline constexpr std::size_t kSmallCrowd = 512;    ///< people; watching 64 of them costs little beside them
inline constexpr double kSpellEvery[] = {4, 20};   ///< s, in small and in other crowds

class Tremors {
public:
    struct Watched {
        AgentId id;
        Slot slot;
        Vec2f velocity;  ///< between the last two glances
        Vec2d place;     ///< at the last one
        double at;       ///< its time, s
        std::uint64_t steps = 0;
        ReversalCounter reversals{};
    };
    static_assert(sizeof(Watched) == 80);  // no padding: snapshots keep them as they are
    struct Sums {
        std::uint64_t spells = 0, shivering = 0;
    };

    Tremors() { watched_.reserve(kWatchedAtOnce); }
    /// Somebody new has this slot. Not within a step.
    void make_room(Slot slot) {
        if (index_.size() <= slot) index_.resize(slot + 1);
    }
    /// At the end of a step that took `dt`, when it is `now`.
    void look(const World& world, Vec2d periodic, double now, double dt);
    const Sums& sums() const { return sums_; }

    // What a snapshot keeps.
    const std::vector<Watched>& watched() const { return watched_; }
    double began() const { return began_; }
    std::uint64_t steps() const { return steps_; }
    /// Goes on with a spell that began then.
    void restore(Sums sums, double began, std::uint64_t steps, std::span<const Watched> watched);

private:
    void begin(const World& world, double now);
    void go_on(const World& world, Vec2d periodic, double now, double dt);
    void end();

    std::vector<Watched> watched_;     ///< in this spell; empty: in none
    std::vector<std::uint8_t> index_;  ///< by slot: 1 + place among the watched, 0 for all others
    std::uint64_t steps_ = 0;          ///< of this spell
    double began_ = 0;
    Sums sums_;
};

}  // namespace sidestep
