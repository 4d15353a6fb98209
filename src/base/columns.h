// Eight records to columns and back: how kernels read the agents' 16-byte records.
#pragma once

#include "base/pack.h"

namespace sidestep::SIDESTEP_ARCH {

/// Four columns out of eight records of four floats.
struct Columns {
    Pack a, b, c, d;
};

#ifdef __AVX2__

/// `record(i)` points to the i-th record, 16-byte aligned.
template <class Record>
SIDESTEP_INLINE Columns to_columns(const Record& record) {
    // Each register holds records i and i + 4, so that transposing inside its halves ends in lane order.
    __m256 m[4];
    for (int i = 0; i < 4; ++i) {
        m[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(record(i))), _mm_load_ps(record(i + 4)), 1);
    }
    const __m256 low01 = _mm256_unpacklo_ps(m[0], m[1]), low23 = _mm256_unpacklo_ps(m[2], m[3]);
    const __m256 high01 = _mm256_unpackhi_ps(m[0], m[1]), high23 = _mm256_unpackhi_ps(m[2], m[3]);
    return {_mm256_shuffle_ps(low01, low23, 0x44), _mm256_shuffle_ps(low01, low23, 0xee),
            _mm256_shuffle_ps(high01, high23, 0x44), _mm256_shuffle_ps(high01, high23, 0xee)};
}

/// The other way round: `record(i)` is where the i-th record goes.
template <class Record>
SIDESTEP_INLINE void to_records(const Columns& columns, const Record& record) {
    const __m256 ab_low = _mm256_unpacklo_ps(columns.a.v, columns.b.v);
    const __m256 ab_high = _mm256_unpackhi_ps(columns.a.v, columns.b.v);
    const __m256 cd_low = _mm256_unpacklo_ps(columns.c.v, columns.d.v);
    const __m256 cd_high = _mm256_unpackhi_ps(columns.c.v, columns.d.v);
    const __m256 r[4] = {_mm256_shuffle_ps(ab_low, cd_low, 0x44), _mm256_shuffle_ps(ab_low, cd_low, 0xee),
                         _mm256_shuffle_ps(ab_high, cd_high, 0x44), _mm256_shuffle_ps(ab_high, cd_high, 0xee)};
    for (int i = 0; i < 4; ++i) {
        _mm_store_ps(record(i), _mm256_castps256_ps128(r[i]));
        _mm_store_ps(record(i + 4), _mm256_extractf128_ps(r[i], 1));
    }
}

/// there(i) − here(i) of eight points of two doubles, rounded to floats. here(i + 1) follows here(i) in memory for even
/// i.
template <class There, class Here>
SIDESTEP_INLINE void point_differences(const There& there, const Here& here, Pack& dx, Pack& dy) {
    __m128 d[4];  // dx dy of lanes 2i and 2i + 1
    for (int i = 0; i < 4; ++i) {
        const __m256d t =
            _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(there(2 * i))), _mm_load_pd(there(2 * i + 1)), 1);
        d[i] = _mm256_cvtpd_ps(_mm256_sub_pd(t, _mm256_loadu_pd(here(2 * i))));
    }
    const __m256 d02 = _mm256_insertf128_ps(_mm256_castps128_ps256(d[0]), d[2], 1);
    const __m256 d13 = _mm256_insertf128_ps(_mm256_castps128_ps256(d[1]), d[3], 1);
    dx = _mm256_shuffle_ps(d02, d13, 0x88);
    dy = _mm256_shuffle_ps(d02, d13, 0xdd);
}

/// to[i] = from(i) + scale (x, y) for eight points of two doubles.
template <class From>
SIDESTEP_INLINE void advance_points(const From& from, Pack x, Pack y, double scale, double* to) {
    const __m256 low = _mm256_unpacklo_ps(x.v, y.v),
                 high = _mm256_unpackhi_ps(x.v, y.v);  // pairs 0 1 | 4 5 and 2 3 | 6 7
    const __m128 pair[4] = {_mm256_castps256_ps128(low), _mm256_castps256_ps128(high), _mm256_extractf128_ps(low, 1),
                            _mm256_extractf128_ps(high, 1)};
    for (int i = 0; i < 4; ++i) {
        const __m256d way = _mm256_mul_pd(_mm256_cvtps_pd(pair[i]), _mm256_set1_pd(scale));
        const __m256d start =
            _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(from(2 * i))), _mm_load_pd(from(2 * i + 1)), 1);
        _mm256_storeu_pd(to + 4 * i, _mm256_add_pd(start, way));
    }
}

/// base[index] per lane.
SIDESTEP_INLINE Pack gather(const float* base, PackInt index) {
    return _mm256_i32gather_ps(base, index.v, 4);
}

SIDESTEP_INLINE float smallest(Pack a) {
    __m128 m = _mm_min_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
    m = _mm_min_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_min_ss(m, _mm_shuffle_ps(m, m, 1)));
}

#elif defined(__SSE2__)

/// `record(i)` points to the i-th record, 16-byte aligned.
template <class Record>
SIDESTEP_INLINE Columns to_columns(const Record& record) {
    __m128 m[kLanes];
    for (int i = 0; i < kLanes; ++i) m[i] = _mm_load_ps(record(i));
    _MM_TRANSPOSE4_PS(m[0], m[1], m[2], m[3]);
    _MM_TRANSPOSE4_PS(m[4], m[5], m[6], m[7]);
    return {{m[0], m[4]}, {m[1], m[5]}, {m[2], m[6]}, {m[3], m[7]}};
}

/// The other way round: `record(i)` is where the i-th record goes.
template <class Record>
SIDESTEP_INLINE void to_records(const Columns& columns, const Record& record) {
    const Floats &a = columns.a.v, &b = columns.b.v, &c = columns.c.v, &d = columns.d.v;
    __m128 m[kLanes] = {a.low, b.low, c.low, d.low, a.high, b.high, c.high, d.high};
    _MM_TRANSPOSE4_PS(m[0], m[1], m[2], m[3]);
    _MM_TRANSPOSE4_PS(m[4], m[5], m[6], m[7]);
    for (int i = 0; i < kLanes; ++i) _mm_store_ps(record(i), m[i]);
}

template <class There, class Here>
SIDESTEP_INLINE void point_differences(const There& there, const Here& here, Pack& dx, Pack& dy) {
    __m128 d[kLanes];  // dx dy of a lane
    for (int i = 0; i < kLanes; ++i) d[i] = _mm_cvtpd_ps(_mm_sub_pd(_mm_load_pd(there(i)), _mm_loadu_pd(here(i))));
    const auto four = [&](int first, __m128& x, __m128& y) {
        const __m128 d01 = _mm_movelh_ps(d[first], d[first + 1]), d23 = _mm_movelh_ps(d[first + 2], d[first + 3]);
        x = _mm_shuffle_ps(d01, d23, 0x88);
        y = _mm_shuffle_ps(d01, d23, 0xdd);
    };
    four(0, dx.v.low, dy.v.low);
    four(4, dx.v.high, dy.v.high);
}

/// to[i] = from(i) + scale (x, y) for eight points of two doubles.
template <class From>
SIDESTEP_INLINE void advance_points(const From& from, Pack x, Pack y, double scale, double* to) {
    const __m128 pairs[4] = {_mm_unpacklo_ps(x.v.low, y.v.low), _mm_unpackhi_ps(x.v.low, y.v.low),
                             _mm_unpacklo_ps(x.v.high, y.v.high), _mm_unpackhi_ps(x.v.high, y.v.high)};
    for (int i = 0; i < kLanes; ++i) {
        const __m128 pair = i % 2 == 0 ? pairs[i / 2] : _mm_movehl_ps(pairs[i / 2], pairs[i / 2]);
        const __m128d way = _mm_mul_pd(_mm_cvtps_pd(pair), _mm_set1_pd(scale));
        _mm_storeu_pd(to + 2 * i, _mm_add_pd(_mm_load_pd(from(i)), way));
    }
}

/// base[index] per lane.
SIDESTEP_INLINE Pack gather(const float* base, PackInt index) {
    alignas(32) std::int32_t at[kLanes];
    index.store(at);
    return {_mm_setr_ps(base[at[0]], base[at[1]], base[at[2]], base[at[3]]),
            _mm_setr_ps(base[at[4]], base[at[5]], base[at[6]], base[at[7]])};
}

SIDESTEP_INLINE float smallest(Pack a) {
    __m128 m = _mm_min_ps(a.v.low, a.v.high);
    m = _mm_min_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_min_ss(m, _mm_shuffle_ps(m, m, 1)));
}

#else

template <class Record>
SIDESTEP_INLINE Columns to_columns(const Record& record) {
    Columns r;
    for (int i = 0; i < kLanes; ++i) {
        const float* from = record(i);
        r.a.v[i] = from[0], r.b.v[i] = from[1], r.c.v[i] = from[2], r.d.v[i] = from[3];
    }
    return r;
}

template <class Record>
SIDESTEP_INLINE void to_records(const Columns& columns, const Record& record) {
    for (int i = 0; i < kLanes; ++i) {
        float* to = record(i);
        to[0] = columns.a.v[i], to[1] = columns.b.v[i], to[2] = columns.c.v[i], to[3] = columns.d.v[i];
    }
}

template <class There, class Here>
SIDESTEP_INLINE void point_differences(const There& there, const Here& here, Pack& dx, Pack& dy) {
    for (int i = 0; i < kLanes; ++i) {
        dx.v[i] = static_cast<float>(there(i)[0] - here(i)[0]);
        dy.v[i] = static_cast<float>(there(i)[1] - here(i)[1]);
    }
}

template <class From>
SIDESTEP_INLINE void advance_points(const From& from, Pack x, Pack y, double scale, double* to) {
    for (int i = 0; i < kLanes; ++i) {
        to[2 * i] = from(i)[0] + x.v[i] * scale;
        to[2 * i + 1] = from(i)[1] + y.v[i] * scale;
    }
}

SIDESTEP_INLINE Pack gather(const float* base, PackInt index) {
    Pack r;
    for (int i = 0; i < kLanes; ++i) r.v[i] = base[index.v[i]];
    return r;
}

SIDESTEP_INLINE float smallest(Pack a) {
    float r = a.v[0];
    for (int i = 1; i < kLanes; ++i) r = a.v[i] < r ? a.v[i] : r;
    return r;
}

#endif

SIDESTEP_INLINE float largest(Pack a) {
    return -smallest(-a);
}

}  // namespace sidestep::SIDESTEP_ARCH
