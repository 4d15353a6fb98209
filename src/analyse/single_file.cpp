// Who follows whom, and how fast people walk at what density.
#include "sidestep/single_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "analyse/file_order.h"
#include "sidestep/statistics.h"

namespace sidestep {

std::size_t SingleFile::steps() const {
    std::size_t end = 0;
    for (const LineWalk& walk : walks) {
        if (!walk.along.empty()) end = std::max(end, walk.end());
    }
    return end;
}

double SingleFile::length() const {
    if (ring > 0) return ring;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const LineWalk& walk : walks) {
        for (const double at : walk.along) {
            low = std::min(low, at);
            high = std::max(high, at);
        }
    }
    return high > low ? high - low : 0;
}

void check(const SingleFile& file) {
    if (!(file.interval > 0) || !std::isfinite(file.interval)) {
        throw std::invalid_argument("the interval of a single file is no time");
    }
    if (!(file.ring >= 0) || !std::isfinite(file.ring)) throw std::invalid_argument("the length of a ring is none");
    for (const LineWalk& walk : file.walks) {
        if (!std::ranges::all_of(walk.along, [](double at) { return std::isfinite(at); })) {
            throw std::invalid_argument("places along a line must be finite");
        }
    }
}

std::vector<Following> followings(const SingleFile& file, const FollowingOptions& options) {
    const FileOrder order(file);
    const auto half =
        static_cast<std::size_t>(std::clamp(std::round(0.5 * options.speed_over / file.interval), 1.0, 1e15));
    std::vector<Following> all;
    for (std::uint32_t i = 0; i < file.walks.size(); ++i) {
        const LineWalk& walk = file.walks[i];
        if (walk.along.size() < 2) continue;  // has no speed
        for (std::size_t step = walk.first; step < walk.end(); ++step) {
            // Relative, so that a time of exactly so many steps counts.
            const double time = static_cast<double>(step) * file.interval;
            if (time < options.from - 1e-9 * file.interval || time > options.to + 1e-9 * file.interval) continue;
            const std::uint32_t leader = order.leader(i, step);
            if (leader == FileOrder::kNobody) continue;
            const double headway = order.headway(i, step);
            all.push_back({.walk = i,
                           .leader = leader,
                           .step = step,
                           .headway = headway,
                           .gap = headway - walk.radius - file.walks[leader].radius,
                           .speed = speed_along(walk, step, half, file.interval)});
        }
    }
    return all;
}

std::vector<DensityBin> density_diagram(std::span<const Following> samples, double width) {
    if (!(width > 0) || !std::isfinite(width)) throw std::invalid_argument("the width of a bin is none");
    struct Sums {
        double density = 0;
        std::vector<double> speeds;
    };
    // Sparse: two heads may come within a millimetre.
    std::map<double, Sums> bins;
    for (const Following& sample : samples) {
        if (!(sample.headway > 0)) continue;
        // A hair of tolerance: 1/h of evenly spaced people may be a border.
        Sums& bin = bins[std::floor(sample.density() / width + 1e-9)];
        bin.density += sample.density();
        bin.speeds.push_back(sample.speed);
    }
    std::vector<DensityBin> diagram;
    for (const auto& [number, sums] : bins) {
        const Summary speed = summarise(sums.speeds);
        diagram.push_back({.lower = number * width,
                           .density = sums.density / static_cast<double>(speed.n),
                           .speed = speed.mean,
                           .sd = speed.sd,
                           .n = speed.n});
    }
    return diagram;
}

std::vector<LineState> line_states(const SingleFile& file, double window) {
    check(file);
    if (!(window >= 0)) throw std::invalid_argument("the length of a window is none");
    const std::size_t steps = file.steps();
    const double length = file.length();
    if (steps == 0 || length <= 0) return {};
    std::size_t each = steps;
    if (window > 0) each = static_cast<std::size_t>(std::clamp(std::round(window / file.interval), 1.0, 1e15));
    struct Sums {
        double samples = 0, way = 0, moves = 0;
    };
    std::vector<Sums> windows(steps / each);
    for (const LineWalk& walk : file.walks) {
        for (std::size_t step = walk.first; step < walk.end(); ++step) {
            if (step / each >= windows.size()) break;
            Sums& sums = windows[step / each];
            ++sums.samples;
            if (step + 1 == walk.end()) continue;
            sums.way += walk.at(step + 1) - walk.at(step);
            ++sums.moves;
        }
    }
    std::vector<LineState> states;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const Sums& sums = windows[i];
        if (sums.moves == 0) continue;
        LineState state;
        state.from = static_cast<double>(i * each) * file.interval;
        state.to = static_cast<double>((i + 1) * each) * file.interval;
        state.people = sums.samples / static_cast<double>(each);
        state.density = state.people / length;
        state.speed = sums.way / (sums.moves * file.interval);
        state.flow = state.density * state.speed;
        states.push_back(state);
    }
    return states;
}

std::vector<HeadwayPoint> headway_points(std::span<const Following> samples) {
    std::vector<HeadwayPoint> points;
    points.reserve(samples.size());
    for (const Following& s : samples) points.push_back({s.headway, s.speed, s.walk});
    return points;
}

std::vector<HeadwayPoint> headway_points(std::span<const LineState> windows) {
    std::vector<HeadwayPoint> points;
    for (const LineState& s : windows)
        points.push_back({1 / s.density, s.speed, static_cast<std::uint32_t>(points.size())});
    return points;
}

}  // namespace sidestep
