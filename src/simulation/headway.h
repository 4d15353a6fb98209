// How near to its goal somebody ever was since it set out, along its way, and for how long it has not got nearer. In
// two bytes, since there may be millions.
#pragma once

#include <algorithm>
#include <cstdint>

namespace sidestep {

inline constexpr double kLookEvery = 2;     ///< s
inline constexpr unsigned kStuckAfter = 5;  ///< looks: 10 s
inline constexpr unsigned kPatience = 4;    ///< looks: after 8 s people begin to give way to each other
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
            const int more = farther(bits_ & kPlaces, place);
            const int step = std::max(1, static_cast<int>(std::min(kNearer, pref_speed) * kPerMetre));
            if (more > -step && more <= static_cast<int>(kAnotherWay * kPerMetre)) {
                const unsigned now = std::min(waited + looks, kMost);
                bits_ = static_cast<std::uint16_t>((bits_ & kPlaces) | now << kPlaceBits);
                return now >= kStuckAfter && waited < kStuckAfter;
            }
        }
        bits_ = static_cast<std::uint16_t>(place);
        return false;
    }
    bool is_stuck() const { return waited() >= kStuckAfter && waited() != kUnknown; }
    /// How much nearer to its goal it was than the other to its own, m.
    double lead_over(const Headway& other) const {
        return static_cast<double>(farther(bits_ & kPlaces, other.bits_ & kPlaces)) / kPerMetre;
    }
    bool has_lost_patience() const { return waited() >= kPatience && waited() != kUnknown; }

private:
    static constexpr unsigned kPlaceBits = 13;
    static constexpr unsigned kPlaces = (1u << kPlaceBits) - 1;
    static constexpr double kPerMetre = 8;
    static constexpr unsigned kUnknown = 7, kMost = 6;  // looks without getting nearer
    static constexpr std::uint16_t kNothing = kUnknown << kPlaceBits;
    /// From one place to the other, modulo a kilometre: what lies between two looks is less than half of that.
    static int farther(unsigned from, unsigned to) {
        return static_cast<int>((to - from + kPlaces / 2 + 1) & kPlaces) - static_cast<int>(kPlaces / 2 + 1);
    }
    unsigned waited() const { return bits_ >> kPlaceBits; }
    std::uint16_t bits_ = kNothing;
};

}  // namespace sidestep
