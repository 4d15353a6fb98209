// Stop-and-go waves in single file: minima of speed that pass from person to person. docs/single_file.md has the
// definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/single_file.h"

namespace SIDESTEP_EXPORT sidestep {

struct WaveOptions {
    double discard = 5;        ///< s at the beginning that do not count
    double smoothing = 0.5;    ///< s to either side over which speeds are averaged
    double prominence = 0.1;   ///< m/s by which speed must fall and rise again for a minimum
    double lag = 2;            ///< s, at most, until the follower's minimum
    std::size_t people = 5;    ///< at least, for a wave
    double confidence = 0.95;  ///< with which amplitudes must grow or shrink for a trend
};

/// Somebody was slow.
struct SpeedMinimum {
    std::uint32_t walk = 0;  ///< place in SingleFile::walks
    std::size_t step = 0;
    double time = 0;       ///< s
    double along = 0;      ///< m; within a wave it goes on counting round the ring, upstream being less
    double speed = 0;      ///< m/s, smoothed
    double amplitude = 0;  ///< m/s: mean of the maxima before and after, less the minimum
};
/// Of everybody, in order of time, then id.
std::vector<SpeedMinimum> speed_minima(const SingleFile& file, const WaveOptions& options = {});

enum class WaveTrend : std::uint8_t { steady, damped, amplified };
template <>
struct NamesOf<WaveTrend> {
    static constexpr std::string_view all[] = {"steady", "damped", "amplified"};
};

/// Minima that passed from everybody to the follower.
struct SpeedWave {
    std::vector<SpeedMinimum> minima;
    std::size_t people = 0;                                   ///< different ones
    double duration = 0;                                      ///< s, from the first minimum to the last
    double amplitude = 0;                                     ///< m/s, mean
    double score = 0;                                         ///< m/s: amplitude · duration / time looked at
    double speed = std::numeric_limits<double>::quiet_NaN();  ///< m/s of the minima along the line; below 0: upstream
    double growth = 1;    ///< factor of the amplitude from one person to the next, fitted
    double growth_p = 1;  ///< two-sided, of none
    WaveTrend trend = WaveTrend::steady;
};

struct SpeedWaves {
    double time = 0;               ///< s that were looked at; 0: there was nothing to look at
    std::vector<SpeedWave> waves;  ///< greatest score first
    double score() const { return waves.empty() ? 0 : waves.front().score; }
};
inline constexpr double kWaveScore = 0.12;  ///< m/s; below it a wave is a perturbation (Bruneau and others 2014)

SpeedWaves speed_waves(const SingleFile& file, const WaveOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
