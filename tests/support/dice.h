// Random numbers for tests.
#pragma once

#include <cstdint>
#include <random>

namespace sidestep::test {

/// Uniform numbers from a generator whose bits the standard fixes.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : bits_(seed) {}
    double unit() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    int below(int n) { return static_cast<int>(unit() * n); }

private:
    std::mt19937_64 bits_;
};

}  // namespace sidestep::test
