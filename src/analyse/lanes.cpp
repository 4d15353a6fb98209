// Lanes in bidirectional flow: the strip index of Rex & Löwen with a shuffled baseline, and a band index.
#include <algorithm>
#include <cmath>
#include <map>

#include "analyse/point_grid.h"
#include "base/random.h"
#include "record/frames.h"
#include "sidestep/lanes.h"
#include "sidestep/velocity.h"

namespace sidestep {
namespace {

/// Those who walk along the axis in one frame.
struct Walkers {
    std::vector<Vec2d> position;         // x along the axis, y across
    std::vector<signed char> direction;  // +1 or −1
    std::size_t forwards = 0, backwards = 0;
};

void collect(const Frames& frames, std::size_t at, Axis axis, double half_length, Walkers& out) {
    out.position.clear();
    out.direction.clear();
    out.forwards = out.backwards = 0;
    for (const Frames::Sample s : frames.at(at)) {
        Vec2d p = frames.position(s), v = velocity_at(frames.track(s), s.index, frames.info());
        if (axis == Axis::y) {
            std::swap(p.x, p.y);
            std::swap(v.x, v.y);
        }
        if (v.x == 0 || !(std::abs(p.x) < half_length)) continue;
        out.position.push_back(p);
        out.direction.push_back(v.x > 0 ? 1 : -1);
        ++(v.x > 0 ? out.forwards : out.backwards);
    }
}

/// Pairs that see each other in a strip; each is stored once.
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

struct Phi {
    double mean = 0;
    std::size_t agents = 0;
};

/// `balance` and `count` are scratch: same minus opposite, and all, neighbours of each agent.
Phi phi_of(const Pairs& pairs, std::span<const signed char> direction, std::vector<int>& balance,
           std::vector<int>& count) {
    balance.assign(direction.size(), 0);
    count.assign(direction.size(), 0);
    for (const auto& [a, b] : pairs) {
        const int alike = direction[a] * direction[b];
        balance[a] += alike;
        balance[b] += alike;
        ++count[a];
        ++count[b];
    }
    Phi phi;
    for (std::size_t i = 0; i < direction.size(); ++i) {
        if (count[i] == 0) continue;
        const double share = static_cast<double>(balance[i]) / count[i];
        phi.mean += share * share;
        ++phi.agents;
    }
    if (phi.agents > 0) phi.mean /= static_cast<double>(phi.agents);
    return phi;
}

/// Fisher–Yates with numbers that depend on seed, frame and round only.
void shuffle(std::vector<signed char>& labels, std::uint64_t seed, std::uint64_t round) {
    for (std::size_t i = labels.size(); i > 1; --i) {
        const std::uint64_t bits = random_bits(seed, static_cast<AgentId>(i), round, Purpose::shuffle) >> 32;
        std::swap(labels[i - 1], labels[(bits * i) >> 32]);
    }
}

/// Which of the frames to look at: those a whole number of intervals after the first.
std::vector<std::size_t> chosen_frames(const Frames& frames, double fps, double every, double from, double to) {
    std::vector<std::size_t> chosen;
    const auto stride = static_cast<std::uint32_t>(std::clamp(std::round(every * fps), 1.0, 4e9));
    for (std::size_t i = 0; i < frames.numbers().size(); ++i) {
        const std::uint32_t frame = frames.numbers()[i];
        const double time = frame / fps;
        if ((frame - frames.numbers()[0]) % stride == 0 && time >= from && time <= to) chosen.push_back(i);
    }
    return chosen;
}

}  // namespace

std::vector<LaneSample> lane_index(const Trajectory& trajectory, const LaneOptions& options) {
    const Frames frames(trajectory);
    const double fps = trajectory.info.fps;
    std::vector<LaneSample> samples;
    Walkers walkers;
    Pairs pairs;
    std::vector<int> balance, count;
    for (const std::size_t at : chosen_frames(frames, fps, options.every, options.from, options.to)) {
        const std::uint32_t frame = frames.numbers()[at];
        collect(frames, at, options.axis, options.half_length, walkers);
        if (std::min(walkers.forwards, walkers.backwards) < options.min_per_stream) continue;
        pairs.clear();
        PointGrid(walkers.position, options.reach, options.strip).for_each_pair([&](std::uint32_t a, std::uint32_t b) {
            const Vec2d d = walkers.position[a] - walkers.position[b];
            if (std::abs(d.x) < options.reach && std::abs(d.y) < options.strip) pairs.emplace_back(a, b);
        });
        const Phi phi = phi_of(pairs, walkers.direction, balance, count);
        if (phi.agents == 0) continue;
        LaneSample sample{frame, frame / fps, phi.agents, phi.mean, 0};
        for (int i = 0; i < options.shuffles; ++i) {
            // Rounds of different frames must not repeat each other.
            shuffle(walkers.direction, options.seed, std::uint64_t{frame} << 16 | static_cast<std::uint64_t>(i));
            sample.baseline += phi_of(pairs, walkers.direction, balance, count).mean;
        }
        if (options.shuffles > 0) sample.baseline /= options.shuffles;
        samples.push_back(sample);
    }
    return samples;
}

std::vector<BandSample> band_index(const Trajectory& trajectory, const BandOptions& options) {
    const Frames frames(trajectory);
    const double fps = trajectory.info.fps;
    std::vector<BandSample> samples;
    Walkers walkers;
    struct Count {
        std::size_t forwards = 0, backwards = 0;
    };
    for (const std::size_t at : chosen_frames(frames, fps, options.every, options.from, options.to)) {
        const std::uint32_t frame = frames.numbers()[at];
        collect(frames, at, options.axis, options.half_length, walkers);
        if (std::min(walkers.forwards, walkers.backwards) < options.min_per_stream) continue;
        std::map<std::int64_t, Count> bands;
        for (std::size_t i = 0; i < walkers.position.size(); ++i) {
            Count& band = bands[static_cast<std::int64_t>(std::floor(walkers.position[i].y / options.width))];
            ++(walkers.direction[i] > 0 ? band.forwards : band.backwards);
        }
        BandSample sample{.frame = frame, .time = frame / fps};
        int before = 0;  // the way most go; bands in which as many go either way say nothing
        for (const auto& [number, band] : bands) {
            const auto all = static_cast<double>(band.forwards + band.backwards);
            if (band.forwards + band.backwards < std::max<std::size_t>(1, options.min_per_band)) continue;
            const double share = (static_cast<double>(band.forwards) - static_cast<double>(band.backwards)) / all;
            sample.phi += share * share;
            ++sample.bands;
            const int here = share > 0 ? 1 : share < 0 ? -1 : before;
            sample.lanes += before * here < 0;
            before = here;
        }
        if (sample.bands == 0) continue;
        sample.phi /= static_cast<double>(sample.bands);
        samples.push_back(sample);
    }
    return samples;
}

}  // namespace sidestep
