// Waves: speeds are smoothed, their minima found, and those of everybody linked to those of the follower.
#include "sidestep/speed_waves.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "analyse/file_order.h"
#include "sidestep/statistics.h"

namespace sidestep {
namespace {

/// Smoothed speeds from the first step that counts on.
std::vector<double> smoothed_speeds(const LineWalk& walk, std::size_t from, std::size_t half, double interval) {
    std::vector<double> sums{0};
    for (std::size_t step = walk.first; step < walk.end(); ++step) {
        sums.push_back(sums.back() + speed_along(walk, step, 1, interval));
    }
    std::vector<double> speeds;
    for (std::size_t at = std::max(from, walk.first) - walk.first; at < walk.along.size(); ++at) {
        const std::size_t before = at - std::min(at, half), after = std::min(at + half + 1, walk.along.size());
        speeds.push_back((sums[after] - sums[before]) / static_cast<double>(after - before));
    }
    return speeds;
}

struct Minimum {
    std::size_t at;
    double speed, amplitude;
};

/// Falls and rises of at least the prominence, alternating; smaller ones belong to the larger that they are part of.
/// The first and the last value count as maxima where speed falls from or rises to them, never as minima: what was
/// before or comes after is not known.
std::vector<Minimum> minima_of(const std::vector<double>& speeds, double prominence) {
    std::vector<Minimum> minima;
    if (speeds.empty()) return minima;
    enum class Seeks { either, low, high } seeks = Seeks::either;
    double high = speeds[0], low = speeds[0], before = 0;
    std::size_t low_from = 0, low_to = 0;  // a flat minimum lies in its middle
    bool open = false;                     // the last minimum still waits for the maximum after it
    const auto close = [&] {
        if (open) minima.back().amplitude = 0.5 * (before + high) - minima.back().speed;
        open = false;
    };
    for (std::size_t i = 1; i < speeds.size(); ++i) {
        const double v = speeds[i];
        if (seeks != Seeks::low) high = std::max(high, v);
        if (seeks != Seeks::high && v < low) {
            low = v;
            low_from = low_to = i;
        } else if (seeks != Seeks::high && v == low && low_to + 1 == i) {
            low_to = i;
        }
        if (seeks != Seeks::low && high - v >= prominence) {
            close();
            before = high;
            seeks = Seeks::low;
            low = v;
            low_from = low_to = i;
        } else if (seeks != Seeks::high && v - low >= prominence) {
            if (seeks == Seeks::low) {
                minima.push_back({(low_from + low_to) / 2, low, 0});
                open = true;
            }
            seeks = Seeks::high;
            high = v;
        }
    }
    close();
    return minima;
}

std::size_t steps_of(double time, double interval) {
    return static_cast<std::size_t>(std::clamp(std::round(time / interval), 0.0, 1e15));
}

/// Slope of the logarithms of amplitudes over the place in the wave.
void find_trend(SpeedWave& wave, double confidence) {
    std::vector<double> place, size;
    for (const SpeedMinimum& m : wave.minima) {
        place.push_back(static_cast<double>(place.size()));
        size.push_back(std::log(m.amplitude));
    }
    const Correlation c = correlation(place, size);
    if (!std::isfinite(c.r)) return;
    wave.growth = std::exp(c.r * summarise(size).sd / summarise(place).sd);
    wave.growth_p = c.p;
    if (c.p < 1 - confidence) wave.trend = c.r > 0 ? WaveTrend::amplified : WaveTrend::damped;
}

}  // namespace

std::vector<SpeedMinimum> speed_minima(const SingleFile& file, const WaveOptions& options) {
    check(file);
    const std::size_t from = steps_of(options.discard, file.interval),
                      half = steps_of(options.smoothing, file.interval);
    std::vector<SpeedMinimum> all;
    for (std::uint32_t i = 0; i < file.walks.size(); ++i) {
        const LineWalk& walk = file.walks[i];
        if (walk.end() <= from) continue;
        const std::size_t first = std::max(from, walk.first);
        for (const Minimum& m : minima_of(smoothed_speeds(walk, from, half, file.interval), options.prominence)) {
            const std::size_t step = first + m.at;
            all.push_back({.walk = i,
                           .step = step,
                           .time = static_cast<double>(step) * file.interval,
                           .along = walk.at(step),
                           .speed = m.speed,
                           .amplitude = m.amplitude});
        }
    }
    std::ranges::sort(all, {}, [&](const SpeedMinimum& m) { return std::pair(m.step, file.walks[m.walk].id); });
    return all;
}

SpeedWaves speed_waves(const SingleFile& file, const WaveOptions& options) {
    const FileOrder order(file);
    SpeedWaves found;
    const std::size_t steps = file.steps();
    if (steps == 0) return found;
    found.time = std::max(0.0, static_cast<double>(steps - 1) * file.interval - options.discard);
    const std::vector<SpeedMinimum> minima = speed_minima(file, options);
    // Of everybody, places in `minima`, in order of time.
    std::vector<std::vector<std::size_t>> of(file.walks.size());
    for (std::size_t i = 0; i < minima.size(); ++i) of[minima[i].walk].push_back(i);
    std::vector<bool> used(minima.size(), false);
    const std::size_t lag = steps_of(options.lag, file.interval);

    for (std::size_t start = 0; start < minima.size(); ++start) {
        if (used[start]) continue;
        SpeedWave wave;
        std::set<AgentId> people;
        double along = minima[start].along;
        for (std::size_t at = start;;) {
            used[at] = true;
            const SpeedMinimum& m = minima[at];
            wave.minima.push_back(m);
            wave.minima.back().along = along;
            people.insert(file.walks[m.walk].id);
            const std::uint32_t next = order.follower(m.walk, m.step);
            if (next == FileOrder::kNobody) break;
            const auto follows = std::ranges::find_if(of[next], [&](std::size_t i) {
                return !used[i] && minima[i].step >= m.step && minima[i].step <= m.step + lag;
            });
            if (follows == of[next].end()) break;
            // The follower was so far behind and has walked since.
            along += minima[*follows].along - file.walks[next].at(m.step) - order.headway(next, m.step);
            at = *follows;
        }
        if (people.size() < options.people) continue;
        wave.people = people.size();
        wave.duration = wave.minima.back().time - wave.minima.front().time;
        for (const SpeedMinimum& m : wave.minima) wave.amplitude += m.amplitude;
        wave.amplitude /= static_cast<double>(wave.minima.size());
        if (found.time > 0) wave.score = wave.amplitude * wave.duration / found.time;
        if (wave.duration > 0) {
            wave.speed = (wave.minima.back().along - wave.minima.front().along) / wave.duration;
        }
        find_trend(wave, options.confidence);
        found.waves.push_back(std::move(wave));
    }
    std::ranges::sort(found.waves, {}, [&](const SpeedWave& wave) {
        const SpeedMinimum& first = wave.minima.front();
        return std::tuple(-wave.score, first.step, file.walks[first.walk].id);
    });
    return found;
}

}  // namespace sidestep
