// What a recording can hold. Numbers beyond it are damaged rather than measured, and whoever analyses or draws them
// would fill memory or never come to an end.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sidestep::plausible {

inline constexpr double kFarthest = 1e8;  ///< metres from the origin; projections of the earth end at 2e7
inline constexpr double kSlowest = 1e-6, kFastest = 1e6;  ///< frames per second
inline constexpr double kLongest = 1e7;                   ///< seconds from first to last frame, as in scenes
inline constexpr double kLongestGap = 1e5;                ///< seconds in which somebody is not seen
inline constexpr std::size_t kMostMetadata = 10'000;      ///< entries; ours have a dozen

inline constexpr const char* kLengthAllowed = "a number of metres from -1e8 to 1e8";
inline constexpr const char* kRateAllowed = "from 1e-6 to 1e6 frames per second";
inline constexpr const char* kSpanAllowed = "at most 1e7 s (115 days) from the first frame to the last";
inline constexpr const char* kGapAllowed = "at most 1e5 s (28 hours) between two places of somebody";
inline constexpr const char* kSpanRemedy = "Correct the frame rate or the numbers of the frames, or cut the recording.";
inline constexpr const char* kMetadataAllowed = "at most 10000 entries";

inline bool is_length(double value) {
    return std::abs(value) <= kFarthest;  // false for what is not a number
}
/// With room for rounding: rates are often written as one by a time step.
inline bool is_rate(double fps) {
    return fps >= kSlowest * (1 - 1e-9) && fps <= kFastest * (1 + 1e-9);
}
inline bool is_span(std::uint32_t first, std::uint32_t last, double fps) {
    return static_cast<double>(last - first) / fps <= kLongest * (1 + 1e-9);
}

inline bool is_gap(std::uint32_t before, std::uint32_t after, double fps) {
    return static_cast<double>(after - before) / fps <= kLongestGap;
}

}  // namespace sidestep::plausible
