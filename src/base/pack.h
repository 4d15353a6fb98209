// Eight floats at once: lane = agent. Kernels are straight code templated on their number type: `double` in unit tests,
// `Pack` in the engine. Files named *.kernel.cpp are compiled once for plain x86-64 and once for AVX2, each inside its
// own namespace SIDESTEP_ARCH; every operation here is one IEEE operation per lane, so the two give equal bits.
#pragma once

#include <cstdint>

#include "base/lane_count.h"
#include "base/math.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#ifndef SIDESTEP_ARCH
#define SIDESTEP_ARCH baseline
#endif

#define SIDESTEP_INLINE __attribute__((always_inline)) inline

namespace sidestep {

namespace SIDESTEP_ARCH {

#ifdef __AVX2__

struct Mask {
    __m256 m;
};
struct Pack {
    __m256 v;
    Pack() = default;
    SIDESTEP_INLINE Pack(__m256 x) : v(x) {}
    SIDESTEP_INLINE Pack(float x) : v(_mm256_set1_ps(x)) {}
    SIDESTEP_INLINE static Pack load(const float* p) { return _mm256_load_ps(p); }
    SIDESTEP_INLINE void store(float* p) const { _mm256_store_ps(p, v); }
    SIDESTEP_INLINE static Pack load_unaligned(const float* p) { return _mm256_loadu_ps(p); }
    SIDESTEP_INLINE void store_unaligned(float* p) const { _mm256_storeu_ps(p, v); }
};
struct PackInt {
    __m256i v;
    PackInt() = default;
    SIDESTEP_INLINE PackInt(__m256i x) : v(x) {}
    SIDESTEP_INLINE PackInt(std::int32_t x) : v(_mm256_set1_epi32(x)) {}
    SIDESTEP_INLINE static PackInt load(const void* p) { return _mm256_load_si256(static_cast<const __m256i*>(p)); }
    SIDESTEP_INLINE void store(void* p) const { _mm256_store_si256(static_cast<__m256i*>(p), v); }
};

SIDESTEP_INLINE Pack operator+(Pack a, Pack b) {
    return _mm256_add_ps(a.v, b.v);
}
SIDESTEP_INLINE Pack operator-(Pack a, Pack b) {
    return _mm256_sub_ps(a.v, b.v);
}
SIDESTEP_INLINE Pack operator*(Pack a, Pack b) {
    return _mm256_mul_ps(a.v, b.v);
}
SIDESTEP_INLINE Pack operator/(Pack a, Pack b) {
    return _mm256_div_ps(a.v, b.v);
}
SIDESTEP_INLINE Pack operator-(Pack a) {
    return _mm256_xor_ps(a.v, _mm256_set1_ps(-0.0f));
}
SIDESTEP_INLINE Mask operator<(Pack a, Pack b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)};
}
SIDESTEP_INLINE Mask operator<=(Pack a, Pack b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)};
}
SIDESTEP_INLINE Mask operator>(Pack a, Pack b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_GT_OQ)};
}
SIDESTEP_INLINE Mask operator>=(Pack a, Pack b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_GE_OQ)};
}
SIDESTEP_INLINE Mask operator==(Pack a, Pack b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_EQ_OQ)};
}
SIDESTEP_INLINE Mask operator&(Mask a, Mask b) {
    return {_mm256_and_ps(a.m, b.m)};
}
SIDESTEP_INLINE Mask operator|(Mask a, Mask b) {
    return {_mm256_or_ps(a.m, b.m)};
}
SIDESTEP_INLINE Mask inverse(Mask a) {
    return {_mm256_xor_ps(a.m, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))};
}
SIDESTEP_INLINE unsigned bits(Mask a) {
    return static_cast<unsigned>(_mm256_movemask_ps(a.m));
}
/// All bits set where the mask holds: −1 as an integer.
SIDESTEP_INLINE Pack mask_as_pack(Mask a) {
    return a.m;
}
SIDESTEP_INLINE Pack select(Mask m, Pack yes, Pack no) {
#if defined(__clang__)
    return _mm256_blendv_ps(no.v, yes.v, m.m);
#else
    // GCC 12 makes of the intrinsic a comparison with zero and a blend: two instructions more at every select.
    __m256 chosen;
    __asm__("vblendvps %3, %2, %1, %0" : "=x"(chosen) : "x"(no.v), "xm"(yes.v), "x"(m.m));
    return chosen;
#endif
}
/// a < b ? a : b, so a NaN in either gives b.
SIDESTEP_INLINE Pack min(Pack a, Pack b) {
    return _mm256_min_ps(a.v, b.v);
}
/// a > b ? a : b, so a NaN in either gives b.
SIDESTEP_INLINE Pack max(Pack a, Pack b) {
    return _mm256_max_ps(a.v, b.v);
}
SIDESTEP_INLINE Pack sqrt(Pack a) {
    return _mm256_sqrt_ps(a.v);
}
SIDESTEP_INLINE Pack abs(Pack a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v);
}
/// Magnitude of a with the sign of b.
SIDESTEP_INLINE Pack copysign(Pack a, Pack b) {
    const __m256 sign = _mm256_set1_ps(-0.0f);
    return _mm256_or_ps(_mm256_andnot_ps(sign, a.v), _mm256_and_ps(sign, b.v));
}

SIDESTEP_INLINE PackInt operator+(PackInt a, PackInt b) {
    return _mm256_add_epi32(a.v, b.v);
}
SIDESTEP_INLINE PackInt operator-(PackInt a, PackInt b) {
    return _mm256_sub_epi32(a.v, b.v);
}
SIDESTEP_INLINE PackInt operator*(PackInt a, PackInt b) {
    return _mm256_mullo_epi32(a.v, b.v);
}
SIDESTEP_INLINE PackInt operator&(PackInt a, PackInt b) {
    return _mm256_and_si256(a.v, b.v);
}
SIDESTEP_INLINE PackInt operator|(PackInt a, PackInt b) {
    return _mm256_or_si256(a.v, b.v);
}
SIDESTEP_INLINE PackInt operator^(PackInt a, PackInt b) {
    return _mm256_xor_si256(a.v, b.v);
}
template <int N>
SIDESTEP_INLINE PackInt shift_right(PackInt a) {
    return _mm256_srli_epi32(a.v, N);
}
template <int N>
SIDESTEP_INLINE PackInt shift_left(PackInt a) {
    return _mm256_slli_epi32(a.v, N);
}
SIDESTEP_INLINE Mask operator==(PackInt a, PackInt b) {
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(a.v, b.v))};
}
SIDESTEP_INLINE Mask operator>(PackInt a, PackInt b) {
    return {_mm256_castsi256_ps(_mm256_cmpgt_epi32(a.v, b.v))};
}
SIDESTEP_INLINE PackInt min(PackInt a, PackInt b) {
    return _mm256_min_epi32(a.v, b.v);
}
SIDESTEP_INLINE PackInt max(PackInt a, PackInt b) {
    return _mm256_max_epi32(a.v, b.v);
}
SIDESTEP_INLINE PackInt min_unsigned(PackInt a, PackInt b) {
    return _mm256_min_epu32(a.v, b.v);
}
SIDESTEP_INLINE PackInt as_int(Pack a) {
    return _mm256_castps_si256(a.v);
}
SIDESTEP_INLINE Pack as_float(PackInt a) {
    return _mm256_castsi256_ps(a.v);
}
SIDESTEP_INLINE Pack to_float(PackInt a) {
    return _mm256_cvtepi32_ps(a.v);
}
SIDESTEP_INLINE PackInt truncate(Pack a) {
    return _mm256_cvttps_epi32(a.v);
}

#elif defined(__SSE2__)

// Two registers of four. Not left to the compiler's own vectors of eight, whose comparisons GCC takes apart lane by
// lane.
struct Floats {
    __m128 low, high;
    SIDESTEP_INLINE float& operator[](int lane) { return reinterpret_cast<float*>(this)[lane]; }
    SIDESTEP_INLINE float operator[](int lane) const { return reinterpret_cast<const float*>(this)[lane]; }
};
struct Integers {
    __m128i low, high;  // of any integers, as far as the language is concerned
    SIDESTEP_INLINE std::int32_t& operator[](int lane) { return reinterpret_cast<std::int32_t*>(this)[lane]; }
    SIDESTEP_INLINE std::int32_t operator[](int lane) const {
        return reinterpret_cast<const std::int32_t*>(this)[lane];
    }
};

struct Mask {
    Floats m;
};
struct Pack {
    Floats v;
    Pack() = default;
    SIDESTEP_INLINE Pack(Floats x) : v(x) {}
    SIDESTEP_INLINE Pack(__m128 low, __m128 high) : v{low, high} {}
    SIDESTEP_INLINE Pack(float x) : v{_mm_set1_ps(x), _mm_set1_ps(x)} {}
    SIDESTEP_INLINE static Pack load(const float* p) { return {_mm_load_ps(p), _mm_load_ps(p + 4)}; }
    SIDESTEP_INLINE void store(float* p) const { _mm_store_ps(p, v.low), _mm_store_ps(p + 4, v.high); }
    SIDESTEP_INLINE static Pack load_unaligned(const float* p) { return {_mm_loadu_ps(p), _mm_loadu_ps(p + 4)}; }
    SIDESTEP_INLINE void store_unaligned(float* p) const { _mm_storeu_ps(p, v.low), _mm_storeu_ps(p + 4, v.high); }
};
struct PackInt {
    Integers v;
    PackInt() = default;
    SIDESTEP_INLINE PackInt(Integers x) : v(x) {}
    SIDESTEP_INLINE PackInt(__m128i low, __m128i high) : v{low, high} {}
    SIDESTEP_INLINE PackInt(std::int32_t x) : v{_mm_set1_epi32(x), _mm_set1_epi32(x)} {}
    SIDESTEP_INLINE static PackInt load(const void* p) {
        const auto* const from = static_cast<const __m128i*>(p);
        return {_mm_load_si128(from), _mm_load_si128(from + 1)};
    }
    SIDESTEP_INLINE void store(void* p) const {
        auto* const to = static_cast<__m128i*>(p);
        _mm_store_si128(to, v.low), _mm_store_si128(to + 1, v.high);
    }
};

SIDESTEP_INLINE Pack operator+(Pack a, Pack b) {
    return {_mm_add_ps(a.v.low, b.v.low), _mm_add_ps(a.v.high, b.v.high)};
}
SIDESTEP_INLINE Pack operator-(Pack a, Pack b) {
    return {_mm_sub_ps(a.v.low, b.v.low), _mm_sub_ps(a.v.high, b.v.high)};
}
SIDESTEP_INLINE Pack operator*(Pack a, Pack b) {
    return {_mm_mul_ps(a.v.low, b.v.low), _mm_mul_ps(a.v.high, b.v.high)};
}
SIDESTEP_INLINE Pack operator/(Pack a, Pack b) {
    return {_mm_div_ps(a.v.low, b.v.low), _mm_div_ps(a.v.high, b.v.high)};
}
SIDESTEP_INLINE Pack operator-(Pack a) {
    const __m128 sign = _mm_set1_ps(-0.0f);
    return {_mm_xor_ps(a.v.low, sign), _mm_xor_ps(a.v.high, sign)};
}
SIDESTEP_INLINE Mask operator<(Pack a, Pack b) {
    return {{_mm_cmplt_ps(a.v.low, b.v.low), _mm_cmplt_ps(a.v.high, b.v.high)}};
}
SIDESTEP_INLINE Mask operator<=(Pack a, Pack b) {
    return {{_mm_cmple_ps(a.v.low, b.v.low), _mm_cmple_ps(a.v.high, b.v.high)}};
}
SIDESTEP_INLINE Mask operator>(Pack a, Pack b) {
    return b < a;
}
SIDESTEP_INLINE Mask operator>=(Pack a, Pack b) {
    return b <= a;
}
SIDESTEP_INLINE Mask operator==(Pack a, Pack b) {
    return {{_mm_cmpeq_ps(a.v.low, b.v.low), _mm_cmpeq_ps(a.v.high, b.v.high)}};
}
SIDESTEP_INLINE Mask operator&(Mask a, Mask b) {
    return {{_mm_and_ps(a.m.low, b.m.low), _mm_and_ps(a.m.high, b.m.high)}};
}
SIDESTEP_INLINE Mask operator|(Mask a, Mask b) {
    return {{_mm_or_ps(a.m.low, b.m.low), _mm_or_ps(a.m.high, b.m.high)}};
}
SIDESTEP_INLINE Mask inverse(Mask a) {
    const __m128 ones = _mm_castsi128_ps(_mm_set1_epi32(-1));
    return {{_mm_xor_ps(a.m.low, ones), _mm_xor_ps(a.m.high, ones)}};
}
SIDESTEP_INLINE unsigned bits(Mask a) {
    return static_cast<unsigned>(_mm_movemask_ps(a.m.low) | _mm_movemask_ps(a.m.high) << 4);
}
SIDESTEP_INLINE Pack mask_as_pack(Mask a) {
    return a.m;
}
SIDESTEP_INLINE __m128 select_half(__m128 m, __m128 yes, __m128 no) {
    return _mm_or_ps(_mm_and_ps(m, yes), _mm_andnot_ps(m, no));
}
SIDESTEP_INLINE Pack select(Mask m, Pack yes, Pack no) {
    return {select_half(m.m.low, yes.v.low, no.v.low), select_half(m.m.high, yes.v.high, no.v.high)};
}
SIDESTEP_INLINE Pack min(Pack a, Pack b) {
    return {_mm_min_ps(a.v.low, b.v.low), _mm_min_ps(a.v.high, b.v.high)};
}
SIDESTEP_INLINE Pack max(Pack a, Pack b) {
    return {_mm_max_ps(a.v.low, b.v.low), _mm_max_ps(a.v.high, b.v.high)};
}
SIDESTEP_INLINE Pack sqrt(Pack a) {
    return {_mm_sqrt_ps(a.v.low), _mm_sqrt_ps(a.v.high)};
}
SIDESTEP_INLINE Pack abs(Pack a) {
    const __m128 sign = _mm_set1_ps(-0.0f);
    return {_mm_andnot_ps(sign, a.v.low), _mm_andnot_ps(sign, a.v.high)};
}
SIDESTEP_INLINE Pack copysign(Pack a, Pack b) {
    const __m128 sign = _mm_set1_ps(-0.0f);
    return {select_half(sign, b.v.low, a.v.low), select_half(sign, b.v.high, a.v.high)};
}

SIDESTEP_INLINE PackInt operator+(PackInt a, PackInt b) {
    return {_mm_add_epi32(a.v.low, b.v.low), _mm_add_epi32(a.v.high, b.v.high)};
}
SIDESTEP_INLINE PackInt operator-(PackInt a, PackInt b) {
    return {_mm_sub_epi32(a.v.low, b.v.low), _mm_sub_epi32(a.v.high, b.v.high)};
}
/// Products of every other lane are all that SSE2 has.
SIDESTEP_INLINE __m128i multiply_half(__m128i a, __m128i b) {
    const __m128i even = _mm_mul_epu32(a, b), odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 0x08), _mm_shuffle_epi32(odd, 0x08));
}
SIDESTEP_INLINE PackInt operator*(PackInt a, PackInt b) {
    return {multiply_half(a.v.low, b.v.low), multiply_half(a.v.high, b.v.high)};
}
SIDESTEP_INLINE PackInt operator&(PackInt a, PackInt b) {
    return {_mm_and_si128(a.v.low, b.v.low), _mm_and_si128(a.v.high, b.v.high)};
}
SIDESTEP_INLINE PackInt operator|(PackInt a, PackInt b) {
    return {_mm_or_si128(a.v.low, b.v.low), _mm_or_si128(a.v.high, b.v.high)};
}
SIDESTEP_INLINE PackInt operator^(PackInt a, PackInt b) {
    return {_mm_xor_si128(a.v.low, b.v.low), _mm_xor_si128(a.v.high, b.v.high)};
}
template <int N>
SIDESTEP_INLINE PackInt shift_right(PackInt a) {
    return {_mm_srli_epi32(a.v.low, N), _mm_srli_epi32(a.v.high, N)};
}
template <int N>
SIDESTEP_INLINE PackInt shift_left(PackInt a) {
    return {_mm_slli_epi32(a.v.low, N), _mm_slli_epi32(a.v.high, N)};
}
SIDESTEP_INLINE Mask operator==(PackInt a, PackInt b) {
    return {
        {_mm_castsi128_ps(_mm_cmpeq_epi32(a.v.low, b.v.low)), _mm_castsi128_ps(_mm_cmpeq_epi32(a.v.high, b.v.high))}};
}
SIDESTEP_INLINE Mask operator>(PackInt a, PackInt b) {
    return {
        {_mm_castsi128_ps(_mm_cmpgt_epi32(a.v.low, b.v.low)), _mm_castsi128_ps(_mm_cmpgt_epi32(a.v.high, b.v.high))}};
}
SIDESTEP_INLINE PackInt as_int(Pack a) {
    return {_mm_castps_si128(a.v.low), _mm_castps_si128(a.v.high)};
}
SIDESTEP_INLINE Pack as_float(PackInt a) {
    return {_mm_castsi128_ps(a.v.low), _mm_castsi128_ps(a.v.high)};
}
SIDESTEP_INLINE PackInt select_int(Mask m, PackInt yes, PackInt no) {
    return as_int(select(m, as_float(yes), as_float(no)));
}
SIDESTEP_INLINE PackInt min(PackInt a, PackInt b) {
    return select_int(a > b, b, a);
}
SIDESTEP_INLINE PackInt max(PackInt a, PackInt b) {
    return select_int(a > b, a, b);
}
SIDESTEP_INLINE PackInt min_unsigned(PackInt a, PackInt b) {
    const PackInt top = PackInt(INT32_MIN);
    return select_int((a ^ top) > (b ^ top), b, a);
}
SIDESTEP_INLINE Pack to_float(PackInt a) {
    return {_mm_cvtepi32_ps(a.v.low), _mm_cvtepi32_ps(a.v.high)};
}
SIDESTEP_INLINE PackInt truncate(Pack a) {
    return {_mm_cvttps_epi32(a.v.low), _mm_cvttps_epi32(a.v.high)};
}

#else

using Float8 = float __attribute__((vector_size(32), may_alias));
using Int8 = std::int32_t __attribute__((vector_size(32), may_alias));
using Unsigned8 = std::uint32_t __attribute__((vector_size(32), may_alias));

struct Mask {
    Int8 m;
};
struct Pack {
    Float8 v;
    Pack() = default;
    SIDESTEP_INLINE Pack(Float8 x) : v(x) {}
    SIDESTEP_INLINE Pack(float x) : v{x, x, x, x, x, x, x, x} {}
    SIDESTEP_INLINE static Pack load(const float* p) { return *reinterpret_cast<const Float8*>(p); }
    SIDESTEP_INLINE void store(float* p) const { *reinterpret_cast<Float8*>(p) = v; }
    SIDESTEP_INLINE static Pack load_unaligned(const float* p) {
        Pack r;
        __builtin_memcpy(&r.v, p, sizeof r.v);
        return r;
    }
    SIDESTEP_INLINE void store_unaligned(float* p) const { __builtin_memcpy(p, &v, sizeof v); }
};
struct PackInt {
    Int8 v;
    PackInt() = default;
    SIDESTEP_INLINE PackInt(Int8 x) : v(x) {}
    SIDESTEP_INLINE PackInt(std::int32_t x) : v{x, x, x, x, x, x, x, x} {}
    SIDESTEP_INLINE static PackInt load(const void* p) { return *static_cast<const Int8*>(p); }
    SIDESTEP_INLINE void store(void* p) const { *static_cast<Int8*>(p) = v; }
};

SIDESTEP_INLINE Pack operator+(Pack a, Pack b) {
    return a.v + b.v;
}
SIDESTEP_INLINE Pack operator-(Pack a, Pack b) {
    return a.v - b.v;
}
SIDESTEP_INLINE Pack operator*(Pack a, Pack b) {
    return a.v * b.v;
}
SIDESTEP_INLINE Pack operator/(Pack a, Pack b) {
    return a.v / b.v;
}
SIDESTEP_INLINE Pack operator-(Pack a) {
    return -a.v;
}
SIDESTEP_INLINE Mask operator<(Pack a, Pack b) {
    return {a.v < b.v};
}
SIDESTEP_INLINE Mask operator<=(Pack a, Pack b) {
    return {a.v <= b.v};
}
SIDESTEP_INLINE Mask operator>(Pack a, Pack b) {
    return {a.v > b.v};
}
SIDESTEP_INLINE Mask operator>=(Pack a, Pack b) {
    return {a.v >= b.v};
}
SIDESTEP_INLINE Mask operator==(Pack a, Pack b) {
    return {a.v == b.v};
}
SIDESTEP_INLINE Mask operator&(Mask a, Mask b) {
    return {a.m & b.m};
}
SIDESTEP_INLINE Mask operator|(Mask a, Mask b) {
    return {a.m | b.m};
}
SIDESTEP_INLINE Mask inverse(Mask a) {
    return {~a.m};
}
SIDESTEP_INLINE unsigned bits(Mask a) {
    unsigned result = 0;
    for (int i = 0; i < kLanes; ++i) result |= (a.m[i] < 0 ? 1u : 0u) << i;
    return result;
}
SIDESTEP_INLINE PackInt as_int(Pack a) {
    return reinterpret_cast<Int8>(a.v);
}
SIDESTEP_INLINE Pack as_float(PackInt a) {
    return reinterpret_cast<Float8>(a.v);
}
/// All bits set where the mask holds: −1 as an integer.
SIDESTEP_INLINE Pack mask_as_pack(Mask a) {
    return as_float(PackInt(a.m));
}
SIDESTEP_INLINE Pack select(Mask m, Pack yes, Pack no) {
    return as_float(PackInt((m.m & as_int(yes).v) | (~m.m & as_int(no).v)));
}
/// a < b ? a : b, so a NaN in either gives b.
SIDESTEP_INLINE Pack min(Pack a, Pack b) {
    return select(a < b, a, b);
}
/// a > b ? a : b, so a NaN in either gives b.
SIDESTEP_INLINE Pack max(Pack a, Pack b) {
    return select(a > b, a, b);
}
SIDESTEP_INLINE Pack sqrt(Pack a) {
    Pack r;
    for (int i = 0; i < kLanes; ++i) r.v[i] = __builtin_sqrtf(a.v[i]);
    return r;
}
SIDESTEP_INLINE Pack abs(Pack a) {
    return as_float(PackInt(as_int(a).v & 0x7fffffff));
}
/// Magnitude of a with the sign of b.
SIDESTEP_INLINE Pack copysign(Pack a, Pack b) {
    const Int8 sign = PackInt(INT32_MIN).v;
    return as_float(PackInt((as_int(a).v & ~sign) | (as_int(b).v & sign)));
}

// Unsigned arithmetic wraps; signed overflow would be undefined.
SIDESTEP_INLINE PackInt from_unsigned(Unsigned8 a) {
    return reinterpret_cast<Int8>(a);
}
SIDESTEP_INLINE Unsigned8 to_unsigned(PackInt a) {
    return reinterpret_cast<Unsigned8>(a.v);
}
SIDESTEP_INLINE PackInt operator+(PackInt a, PackInt b) {
    return from_unsigned(to_unsigned(a) + to_unsigned(b));
}
SIDESTEP_INLINE PackInt operator-(PackInt a, PackInt b) {
    return from_unsigned(to_unsigned(a) - to_unsigned(b));
}
SIDESTEP_INLINE PackInt operator*(PackInt a, PackInt b) {
    return from_unsigned(to_unsigned(a) * to_unsigned(b));
}
SIDESTEP_INLINE PackInt operator&(PackInt a, PackInt b) {
    return a.v & b.v;
}
SIDESTEP_INLINE PackInt operator|(PackInt a, PackInt b) {
    return a.v | b.v;
}
SIDESTEP_INLINE PackInt operator^(PackInt a, PackInt b) {
    return a.v ^ b.v;
}
template <int N>
SIDESTEP_INLINE PackInt shift_right(PackInt a) {
    return from_unsigned(to_unsigned(a) >> N);
}
template <int N>
SIDESTEP_INLINE PackInt shift_left(PackInt a) {
    return from_unsigned(to_unsigned(a) << N);
}
SIDESTEP_INLINE Mask operator==(PackInt a, PackInt b) {
    return {a.v == b.v};
}
SIDESTEP_INLINE Mask operator>(PackInt a, PackInt b) {
    return {a.v > b.v};
}
SIDESTEP_INLINE PackInt select_int(Mask m, PackInt yes, PackInt no) {
    return (m.m & yes.v) | (~m.m & no.v);
}
SIDESTEP_INLINE PackInt min(PackInt a, PackInt b) {
    return select_int(a > b, b, a);
}
SIDESTEP_INLINE PackInt max(PackInt a, PackInt b) {
    return select_int(a > b, a, b);
}
SIDESTEP_INLINE PackInt min_unsigned(PackInt a, PackInt b) {
    const PackInt top = PackInt(INT32_MIN);
    return select_int((a ^ top) > (b ^ top), b, a);
}
SIDESTEP_INLINE Pack to_float(PackInt a) {
    return __builtin_convertvector(a.v, Float8);
}
SIDESTEP_INLINE PackInt truncate(Pack a) {
    return __builtin_convertvector(a.v, Int8);
}

#endif

SIDESTEP_INLINE bool any(Mask a) {
    return bits(a) != 0;
}
SIDESTEP_INLINE bool all(Mask a) {
    return bits(a) == 0xffu;
}
SIDESTEP_INLINE Pack& operator+=(Pack& a, Pack b) {
    return a = a + b;
}
SIDESTEP_INLINE Pack& operator-=(Pack& a, Pack b) {
    return a = a - b;
}
SIDESTEP_INLINE Mask& operator&=(Mask& a, Mask b) {
    return a = a & b;
}
SIDESTEP_INLINE Mask& operator|=(Mask& a, Mask b) {
    return a = a | b;
}

/// The mask and the list index type that go with a number type.
template <class F>
struct Number;
template <>
struct Number<double> {
    using Mask = bool;
};
template <>
struct Number<Pack> {
    using Mask = SIDESTEP_ARCH::Mask;
};
template <class F>
using MaskOf = typename Number<F>::Mask;

// The same vocabulary for the scalar instantiation. `inverse` because compilers mistrust `!` beside `&` on bool.
SIDESTEP_INLINE bool inverse(bool a) {
    return !a;
}
SIDESTEP_INLINE bool any(bool a) {
    return a;
}
SIDESTEP_INLINE bool all(bool a) {
    return a;
}
SIDESTEP_INLINE double select(bool m, double yes, double no) {
    return m ? yes : no;
}
SIDESTEP_INLINE double min(double a, double b) {
    return a < b ? a : b;
}
SIDESTEP_INLINE double max(double a, double b) {
    return a > b ? a : b;
}
SIDESTEP_INLINE double sqrt(double a) {
    return __builtin_sqrt(a);
}
SIDESTEP_INLINE double abs(double a) {
    return __builtin_fabs(a);
}
SIDESTEP_INLINE double copysign(double a, double b) {
    return __builtin_copysign(a, b);
}

template <class F>
SIDESTEP_INLINE F clamp(F x, F low, F high) {
    return min(max(x, low), high);
}

/// e^x for x in [-87, 0 … 88]; smaller x give e^-87, which is nothing. Relative error below 2e-7.
SIDESTEP_INLINE Pack exponential(Pack x) {
    x = min(max(x, Pack(-87.0f)), Pack(88.0f));
    // n = nearest integer of x / ln 2; the magic number pushes the fraction out of the mantissa.
    const Pack magic = 12582912.0f;
    const Pack n = (x * Pack(1.44269504f) + magic) - magic;
    const Pack f = (x - n * Pack(0.693359375f)) - n * Pack(-2.12194440e-4f);
    Pack p = 1.0f / 5040.0f;
    p = p * f + Pack(1.0f / 720.0f);
    p = p * f + Pack(1.0f / 120.0f);
    p = p * f + Pack(1.0f / 24.0f);
    p = p * f + Pack(1.0f / 6.0f);
    p = p * f + Pack(0.5f);
    p = p * f + Pack(1.0f);
    p = p * f + Pack(1.0f);
    const PackInt exponent = shift_left<23>(truncate(n) + PackInt(127));
    return p * as_float(exponent);
}

/// Natural logarithm of a normal positive number. Relative error below 3e-7 away from 1.
SIDESTEP_INLINE Pack logarithm(Pack x) {
    const PackInt raw = as_int(x);
    // Mantissa in [sqrt(1/2), sqrt(2)) so that the series converges fast.
    const PackInt shifted = raw - PackInt(0x3f3504f3);
    const PackInt e = (shifted & PackInt(static_cast<std::int32_t>(0xff800000u)));
    const Pack m = as_float(raw - e);
    const Pack exponent = to_float(e) * Pack(1.0f / 8388608.0f);
    const Pack s = (m - Pack(1.0f)) / (m + Pack(1.0f));
    const Pack z = s * s;
    Pack p = 1.0f / 9.0f;
    p = p * z + Pack(1.0f / 7.0f);
    p = p * z + Pack(1.0f / 5.0f);
    p = p * z + Pack(1.0f / 3.0f);
    p = p * z + Pack(1.0f);
    return exponent * Pack(0.69314718f) + (s + s) * p;
}

SIDESTEP_INLINE Pack power(Pack x, Pack y) {
    return exponential(y * logarithm(x));
}

/// Angle of (x, y) from the x axis, in (-π, π]; 0 for the zero vector. Error below 4e-7.
SIDESTEP_INLINE Pack arc_tangent(Pack y, Pack x) {
    const Pack ax = abs(x), ay = abs(y);
    const Pack low = min(ax, ay), high = max(ax, ay);
    // Beyond an eighth of a half turn measure from the diagonal, so that the series is short; one division for both.
    const Mask steep = low > high * Pack(0.41421356f);
    const Pack u = select(steep, low - high, low) / max(select(steep, low + high, high), Pack(1e-37f));
    const Pack z = u * u;
    // Least error over |u| <= tan(π/8), fitted at Chebyshev nodes.
    Pack p = 0.0852049204f;
    p = p * z + Pack(-0.140241428f);
    p = p * z + Pack(0.199912377f);
    p = p * z + Pack(-0.333332866f);
    Pack angle = u + u * (z * p) + select(steep, Pack(0.785398163f), Pack(0.0f));
    angle = select(ay > ax, Pack(1.57079633f) - angle, angle);
    angle = select(copysign(Pack(1.0f), x) < Pack(0.0f), Pack(3.14159265f) - angle, angle);
    return copysign(angle, y);
}

using sidestep::arc_tangent;
using sidestep::exponential;
using sidestep::logarithm;
using sidestep::power;

/// Unit vector at `turn` (0 … 1) of a full circle.
template <class F>
struct Direction {
    F x, y;
};
SIDESTEP_INLINE Direction<double> direction_of_turn(double turn) {
    const SinCos s = sin_cos(2 * kPi * turn);
    return {s.cos, s.sin};
}
SIDESTEP_INLINE Direction<Pack> direction_of_turn(Pack turn) {
    const Pack quarters = turn * Pack(4.0f);
    const PackInt quadrant = truncate(quarters);
    const Pack x = (quarters - to_float(quadrant) - Pack(0.5f)) * Pack(1.57079633f);  // within an eighth of a turn
    const Pack z = x * x;
    const Pack s = x * (Pack(1.0f) + z * (Pack(-1.0f / 6) + z * (Pack(1.0f / 120) + z * Pack(-1.0f / 5040))));
    const Pack c =
        Pack(1.0f) + z * (Pack(-0.5f) + z * (Pack(1.0f / 24) + z * (Pack(-1.0f / 720) + z * Pack(1.0f / 40320))));
    // Turn by quadrant quarters and the half quarter that was taken off.
    const Pack h = 0.70710678f;
    const Pack a = h * (c - s), b = h * (c + s);
    const Mask odd = (quadrant & PackInt(1)) == PackInt(1);
    const Mask upper = quadrant > PackInt(1);
    const Pack px = select(odd, -b, a), py = select(odd, a, b);
    return {select(upper, -px, px), select(upper, -py, py)};
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
