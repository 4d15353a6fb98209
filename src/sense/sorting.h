// Sorting networks: the same comparisons in every lane, whatever the keys.
#pragma once

#include "base/pack.h"

namespace sidestep::SIDESTEP_ARCH {

SIDESTEP_INLINE void order(PackInt& a, PackInt& b) {
    const PackInt low = min(a, b);
    b = max(a, b);
    a = low;
}

/// Sorts eight keys in every lane (19 exchanges, the optimal network).
SIDESTEP_INLINE void sort8(PackInt* k) {
    order(k[0], k[2]), order(k[1], k[3]), order(k[4], k[6]), order(k[5], k[7]);
    order(k[0], k[4]), order(k[1], k[5]), order(k[2], k[6]), order(k[3], k[7]);
    order(k[0], k[1]), order(k[2], k[3]), order(k[4], k[5]), order(k[6], k[7]);
    order(k[2], k[4]), order(k[3], k[5]);
    order(k[1], k[4]), order(k[3], k[6]);
    order(k[1], k[2]), order(k[3], k[4]), order(k[5], k[6]);
}

/// Sorts keys that first rise, then fall (or the other way round).
SIDESTEP_INLINE void sort_bitonic4(PackInt* k) {
    order(k[0], k[2]), order(k[1], k[3]);
    order(k[0], k[1]), order(k[2], k[3]);
}
SIDESTEP_INLINE void sort_bitonic8(PackInt* k) {
    order(k[0], k[4]), order(k[1], k[5]), order(k[2], k[6]), order(k[3], k[7]);
    sort_bitonic4(k);
    sort_bitonic4(k + 4);
}

/// Keeps the twelve smallest of `best` (sorted) and `fresh` (eight, sorted), sorted. Of what does not enter the first
/// eight only the four smallest matter. Written so that at most sixteen values are alive at a time.
SIDESTEP_INLINE void merge(PackInt* best, const PackInt* fresh) {
    PackInt first[8], rest[4];
    for (int i = 0; i < 4; ++i) {
        const PackInt a = max(best[i], fresh[7 - i]), b = max(best[i + 4], fresh[3 - i]);
        first[i] = min(best[i], fresh[7 - i]);
        first[i + 4] = min(best[i + 4], fresh[3 - i]);
        rest[i] = min(a, b);
    }
    sort_bitonic4(rest);
    for (int i = 0; i < 4; ++i) rest[i] = min(best[11 - i], rest[i]);
    sort_bitonic4(rest);
    for (int i = 0; i < 4; ++i) best[8 + i] = rest[i];
    sort_bitonic8(first);
    for (int i = 0; i < 8; ++i) best[i] = first[i];
}

/// Sorts `count` keys (8 times a power of two) in every lane: runs of eight, then merges of ever longer runs.
inline void sort_runs(PackInt* keys, int count) {
    for (int i = 0; i < count; i += 8) {
        PackInt run[8];
        for (int j = 0; j < 8; ++j) run[j] = keys[i + j];
        sort8(run);
        for (int j = 0; j < 8; ++j) keys[i + j] = run[j];
    }
    for (int run = 8; run < count; run *= 2) {
        for (int begin = 0; begin < count; begin += 2 * run) {
            for (int i = 0; i < run; ++i) order(keys[begin + i], keys[begin + 2 * run - 1 - i]);
            for (int stride = run / 2; stride >= 8; stride /= 2) {
                for (int block = begin; block < begin + 2 * run; block += 2 * stride) {
                    for (int i = block; i < block + stride; ++i) order(keys[i], keys[i + stride]);
                }
            }
            for (int block = begin; block < begin + 2 * run; block += 8) {
                PackInt last[8];
                for (int j = 0; j < 8; ++j) last[j] = keys[block + j];
                sort_bitonic8(last);
                for (int j = 0; j < 8; ++j) keys[block + j] = last[j];
            }
        }
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
