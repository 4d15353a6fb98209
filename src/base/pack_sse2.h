// The eight lanes of pack.h on processors that are only known to have SSE2: two registers of four. Not left to the
// compiler's own vectors of eight, whose comparisons GCC takes apart lane by lane. Part of pack.h, not to be included
// elsewhere.
#pragma once

#include <emmintrin.h>

#include <cstdint>

namespace sidestep::SIDESTEP_ARCH {

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

}  // namespace sidestep::SIDESTEP_ARCH
