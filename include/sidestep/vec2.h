// Points and directions in the plane.
#pragma once

#include <cmath>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

template <class T>
struct Vec2 {
    T x{}, y{};

    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
    friend constexpr Vec2 operator*(Vec2 a, T s) { return {a.x * s, a.y * s}; }
    friend constexpr Vec2 operator*(T s, Vec2 a) { return {a.x * s, a.y * s}; }
    friend constexpr Vec2 operator/(Vec2 a, T s) { return {a.x / s, a.y / s}; }
    constexpr Vec2& operator+=(Vec2 b) { return *this = *this + b; }
    constexpr Vec2& operator-=(Vec2 b) { return *this = *this - b; }
    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

using Vec2d = Vec2<double>;  ///< positions: metres, exact to well below a wall's tolerance over a city
using Vec2f = Vec2<float>;   ///< velocities and directions

template <class T>
constexpr T dot(Vec2<T> a, Vec2<T> b) {
    return a.x * b.x + a.y * b.y;
}
/// Positive when b lies to the left of a.
template <class T>
constexpr T cross(Vec2<T> a, Vec2<T> b) {
    return a.x * b.y - a.y * b.x;
}
template <class T>
constexpr T norm_squared(Vec2<T> a) {
    return dot(a, a);
}
/// Square root is correctly rounded on every machine, so it is safe for deterministic code.
inline float norm(Vec2f a) {
    return std::sqrt(norm_squared(a));
}
inline double norm(Vec2d a) {
    return std::sqrt(norm_squared(a));
}
/// The zero vector stays zero.
template <class T>
Vec2<T> unit(Vec2<T> a) {
    const T n = norm(a);
    return n > T(0) ? a / n : Vec2<T>{};
}
template <class T>
constexpr Vec2<T> left_of(Vec2<T> a) {
    return {-a.y, a.x};
}
template <class T>
constexpr Vec2<T> right_of(Vec2<T> a) {
    return {a.y, -a.x};
}

/// b − a by the nearer way round a periodic axis; a length of 0 is an axis that is not.
inline double wrapped_difference(double a, double b, double length) {
    double d = b - a;
    if (length > 0) {
        if (d > 0.5 * length) d -= length;
        if (d < -0.5 * length) d += length;
    }
    return d;
}

}  // namespace SIDESTEP_EXPORT sidestep
