// How near to its goal somebody ever was since it set out, along its way, and for how long it has not got nearer. In
// two bytes, since there may be millions.
#pragma once

#include <algorithm>
#include <cstdint>

namespace sidestep {

inline constexpr double kLookEvery = 2;     ///< s
inline constexpr unsigned kStuckAfter = 5;  ///< looks: 10 s
inline constexpr unsigned kPatience = 3;    ///< looks: after 6 s people begin to give way to each other
inline constexpr double kNearer = 0.5;      ///< m that count as getting on; for the slow, their way of a second
inline constexpr double kAnotherWay = 5;    ///< m farther than ever: another way, or swept off by others

class Headway {
public:
    /// It is not to walk, or has just set out: what comes next is its first distance.
    void forget() { bits_ = kNothing; }
    /// Another look, `looks` after the last: so far to go, at such a speed. True when it has become stuck just now.
    bool look(double left, double pref_speed, unsigned looks) {
        const auto place =
            static_cast<unsigned>(static_cast<std::uint64_t>(std::min(left, 1e15) * kPerMetre)) & kPlaces;
        const unsigned waited = this->waited();
        if (waited != kUnknown) {
            // Modulo a kilometre: what lies between two looks is less than half of that.
            const int farther = static_cast<int>((place - (bits_ & kPlaces) + kPlaces / 2 + 1) & kPlaces) -
                                static_cast<int>(kPlaces / 2 + 1);
            const int step = std::max(1, static_cast<int>(std::min(kNearer, pref_speed) * kPerMetre));
            if (farther > -step && farther <= static_cast<int>(kAnotherWay * kPerMetre)) {
                const unsigned now = std::min(waited + looks, kMost);
                bits_ = static_cast<std::uint16_t>((bits_ & kPlaces) | now << kPlaceBits);
                return now >= kStuckAfter && waited < kStuckAfter;
            }
        }
        bits_ = static_cast<std::uint16_t>(place);
        return false;
    }
    bool is_stuck() const { return waited() >= kStuckAfter && waited() != kUnknown; }
    bool has_lost_patience() const { return waited() >= kPatience && waited() != kUnknown; }

private:
    static constexpr unsigned kPlaceBits = 13;
    static constexpr unsigned kPlaces = (1u << kPlaceBits) - 1;
    static constexpr double kPerMetre = 8;
    static constexpr unsigned kUnknown = 7, kMost = 6;  // looks without getting nearer
    static constexpr std::uint16_t kNothing = kUnknown << kPlaceBits;
    unsigned waited() const { return bits_ >> kPlaceBits; }
    std::uint16_t bits_ = kNothing;
};

}  // namespace sidestep
