#include "base/turn.h"

#include <array>
#include <cstddef>

namespace sidestep {
namespace {

/// A rounded result and what rounding took from it (Dekker 1971, Shewchuk 1997).
struct Exactly {
    double value, rest;
};

Exactly sum(double a, double b) {
    const double value = a + b, b_part = value - a, a_part = value - b_part;
    return {value, (a - a_part) + (b - b_part)};
}

Exactly product(double a, double b) {
    const auto split = [](double v) {
        const double c = 134217729 * v;  // 2²⁷ + 1: halves of 26 bits
        const double high = c - (c - v);
        return Exactly{high, v - high};
    };
    const double value = a * b;
    const Exactly x = split(a), y = split(b);
    return {value, x.rest * y.rest - (((value - x.value * y.value) - x.rest * y.value) - x.value * y.rest)};
}

/// A sum without rounding, as numbers that do not overlap, the smallest first.
class Expansion {
public:
    void add(double term) {
        for (std::size_t i = 0; i < size_; ++i) {
            const Exactly s = sum(term, parts_[i]);
            term = s.value;
            parts_[i] = s.rest;
        }
        parts_[size_++] = term;
    }
    void add_product(Exactly a, Exactly b, double sign) {
        for (const double x : {a.rest, a.value}) {
            for (const double y : {b.rest, b.value}) {
                const Exactly p = product(x, y);
                add(sign * p.rest);
                add(sign * p.value);
            }
        }
    }
    int sign() const {
        for (std::size_t i = size_; i-- > 0;) {
            if (parts_[i] != 0) return parts_[i] > 0 ? 1 : -1;
        }
        return 0;
    }

private:
    std::array<double, 16> parts_;
    std::size_t size_ = 0;
};

}  // namespace

int turn(Vec2d a, Vec2d b, Vec2d c) {
    const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
    const double difference = left - right;
    // Two subtractions, a product and the difference: less than 3.01 units of rounding in all.
    const double bound = 0x1p-51 * (__builtin_fabs(left) + __builtin_fabs(right));
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    Expansion exact;
    exact.add_product(sum(a.x, -c.x), sum(b.y, -c.y), 1);
    exact.add_product(sum(a.y, -c.y), sum(b.x, -c.x), -1);
    return exact.sign();
}

}  // namespace sidestep
