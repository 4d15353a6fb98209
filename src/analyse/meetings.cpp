// How two people pass each other: the measures of Pettré et al. 2009, as made precise in docs/metrics.md.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "map/built_map.h"
#include "map/map.h"
#include "sidestep/meetings.h"

namespace sidestep {
namespace {

/// The samples that two tracks share.
struct Together {
    std::vector<double> time;
    std::vector<Vec2d> place[2];
};
Together together(const Track& a, const Track& b, double fps) {
    Together t;
    for (std::size_t i = 0, j = 0; i < a.frame.size() && j < b.frame.size();) {
        if (a.frame[i] < b.frame[j]) {
            ++i;
        } else if (a.frame[i] > b.frame[j]) {
            ++j;
        } else {
            t.time.push_back(a.frame[i] / fps);
            t.place[0].push_back(a.position[i++]);
            t.place[1].push_back(b.position[j++]);
        }
    }
    return t;
}

std::vector<Vec2d> smoothed(const std::vector<Vec2d>& places, double rate, double cutoff) {
    if (cutoff <= 0) return places;
    std::vector<double> x, y;
    for (const Vec2d p : places) x.push_back(p.x), y.push_back(p.y);
    x = low_pass(x, rate, cutoff);
    y = low_pass(y, rate, cutoff);
    std::vector<Vec2d> out(places.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {x[i], y[i]};
    return out;
}

/// Central differences, one-sided at the ends.
std::vector<Vec2d> derivative(const std::vector<Vec2d>& values, const std::vector<double>& time) {
    std::vector<Vec2d> d(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t before = i > 0 ? i - 1 : 0, after = std::min(i + 1, values.size() - 1);
        d[i] = (values[after] - values[before]) / (time[after] - time[before]);
    }
    return d;
}

/// Where along the first path, in samples, it crosses the second for the first time, and where along that one.
std::optional<std::pair<double, double>> crossing(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    for (std::size_t i = 1; i < a.size(); ++i) {
        const Vec2d p = a[i - 1], r = a[i] - p;
        for (std::size_t j = 1; j < b.size(); ++j) {
            const Vec2d q = b[j - 1], s = b[j] - q;
            const double slope = cross(r, s);
            if (slope == 0) continue;
            const double u = cross(q - p, s) / slope, v = cross(q - p, r) / slope;
            if (u < 0 || u > 1 || v < 0 || v > 1) continue;
            return std::pair{static_cast<double>(i - 1) + u, static_cast<double>(j - 1) + v};
        }
    }
    return std::nullopt;
}

}  // namespace

double time_to_interaction(Vec2d place, Vec2d velocity) {
    const double v2 = norm_squared(velocity);
    return v2 > 0 ? std::max(0.0, -dot(place, velocity) / v2) : 0.0;
}

double predicted_distance(Vec2d place, Vec2d velocity) {
    return norm(place + velocity * time_to_interaction(place, velocity));
}

Sight sight_on(const std::string& wkt) {
    return sight_on(*BuiltMap::from_wkt(wkt));
}

Sight sight_on(const BuiltMap& map) {
    const Map walls(map.parts().walls());
    if (walls.empty()) return {};
    return [walls](Vec2d a, Vec2d b) { return !walls.crosses_wall(a, b); };
}

std::vector<double> low_pass(std::span<const double> values, double rate, double cutoff) {
    std::vector<double> x(values.begin(), values.end());
    if (cutoff <= 0 || cutoff >= 0.5 * rate || x.size() < 3) return x;
    // Bilinear transform of 1/(s² + √2 s + 1), its cutoff kept in place.
    const double k = std::tan(std::numbers::pi * cutoff / rate);
    const double scale = 1 / (1 + std::numbers::sqrt2 * k + k * k);
    const double b = k * k * scale, a1 = 2 * (k * k - 1) * scale, a2 = (1 - std::numbers::sqrt2 * k + k * k) * scale;
    // Ends are continued point-reflected, so that somebody who walks on evenly does not seem to brake.
    const std::size_t n = x.size(), pad = std::min(n - 1, static_cast<std::size_t>(std::ceil(2 * rate / cutoff)));
    std::vector<double> long_x(n + 2 * pad);
    for (std::size_t i = 0; i < pad; ++i) {
        long_x[i] = 2 * x[0] - x[pad - i];
        long_x[n + pad + i] = 2 * x[n - 1] - x[n - 2 - i];
    }
    std::copy(x.begin(), x.end(), long_x.begin() + static_cast<std::ptrdiff_t>(pad));
    for (int pass = 0; pass < 2; ++pass) {
        // As if it had come from infinity in a straight line, behind which the filter lags by so many samples.
        const double slope = long_x[1] - long_x[0], lag = std::numbers::sqrt2 / (2 * k);
        double x1 = long_x[0] - slope, x2 = x1 - slope, y1 = x1 - lag * slope, y2 = y1 - slope;
        for (double& value : long_x) {
            const double y = b * (value + 2 * x1 + x2) - a1 * y1 - a2 * y2;
            x2 = x1, x1 = value;
            y2 = y1, y1 = y;
            value = y;
        }
        std::reverse(long_x.begin(), long_x.end());
    }
    std::copy_n(long_x.begin() + static_cast<std::ptrdiff_t>(pad), n, x.begin());
    return x;
}

double PairMeeting::effort(int who) const {
    double sum = 0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
        sum += 0.5 * (samples[i - 1].adaptation[who] + samples[i].adaptation[who]) *
               (samples[i].time - samples[i - 1].time);
    }
    return sum;
}

std::optional<PairMeeting> pair_meeting(const Track& a, const Track& b, double fps, const PairOptions& options) {
    const Together both = together(a, b, fps);
    const std::size_t n = both.time.size();
    if (n < 3) return std::nullopt;
    std::size_t seen = 0;
    while (seen < n && options.sight && !options.sight(both.place[0][seen], both.place[1][seen])) ++seen;
    if (seen == n) return std::nullopt;
    const auto distance = [&](std::size_t i) { return norm(both.place[1][i] - both.place[0][i]); };
    std::size_t closest = seen;
    for (std::size_t i = seen; i < n; ++i) {
        if (distance(i) < distance(closest)) closest = i;
    }
    if (closest == seen) return std::nullopt;

    PairMeeting m;
    m.a = a.id, m.b = b.id;
    m.seen = both.time[seen];
    m.closest = both.time[closest];
    m.least = distance(closest);
    const double rate = static_cast<double>(n - 1) / (both.time.back() - both.time.front());
    std::vector<Vec2d> place[2], velocity[2], acceleration[2];
    for (int who = 0; who < 2; ++who) {
        place[who] = smoothed(both.place[who], rate, options.cutoff);
        velocity[who] = derivative(place[who], both.time);
        acceleration[who] = derivative(velocity[who], both.time);
    }
    for (std::size_t i = seen; i <= closest; ++i) {
        PairMeeting::Sample s;
        s.time = both.time[i];
        s.left = (m.closest - s.time) / (m.closest - m.seen);
        s.distance = distance(i);
        s.mpd = predicted_distance(place[1][i] - place[0][i], velocity[1][i] - velocity[0][i]);
        s.tti = time_to_interaction(place[1][i] - place[0][i], velocity[1][i] - velocity[0][i]);
        for (int who = 0; who < 2; ++who) {
            const Vec2d course = unit(velocity[who][i]);
            s.speeding[who] = dot(acceleration[who][i], course);
            s.turning[who] = cross(course, acceleration[who][i]);
            s.adaptation[who] = std::hypot(s.speeding[who], s.turning[who]);
        }
        m.samples.push_back(s);
    }
    if (const auto where = crossing(both.place[0], both.place[1])) {
        m.b_first = where->second < where->first;
    } else {
        m.b_first =
            dot(both.place[1][closest] - both.place[0][closest], velocity[0][closest] + velocity[1][closest]) > 0;
    }
    return m;
}

std::optional<Periods> periods(const PairMeeting& meeting) {
    constexpr double kTooFar = 0.8, kLeastGain = 0.2;  // m
    const auto& samples = meeting.samples;
    const double before = samples.front().mpd;
    const PairMeeting::Sample* best = nullptr;
    for (const auto& s : samples) {
        if (s.left <= 0.6 && s.left >= 0.1 && (best == nullptr || s.mpd > best->mpd)) best = &s;
    }
    if (best == nullptr || before >= kTooFar || best->mpd - before <= kLeastGain) return std::nullopt;
    const double gain = best->mpd - before;
    Periods p{1, best->left};
    for (const auto& s : samples) {
        if (s.time > best->time) break;
        if (s.mpd <= before + 0.1 * gain) p.observed = s.left;
    }
    for (const auto& s : samples) {
        if (s.left <= p.observed && s.mpd >= before + 0.9 * gain) {
            p.reacted = s.left;
            break;
        }
    }
    return p;
}

MeetingDensity meeting_density(std::span<const PairMeeting> meetings, MeetingValue value) {
    MeetingDensity d;
    if (value == MeetingValue::tti) d.highest = 6;
    const auto of = [&](const PairMeeting::Sample& s) { return value == MeetingValue::mpd ? s.mpd : s.tti; };
    d.share.assign(std::size_t{d.columns} * d.rows, 0);
    for (const PairMeeting& m : meetings) {
        std::size_t next = 1;
        for (std::uint32_t column = 0; column < d.columns; ++column) {
            const double left = 1 - (column + 0.5) / d.columns;
            while (next + 1 < m.samples.size() && m.samples[next].left > left) ++next;
            const auto &from = m.samples[next - 1], &to = m.samples[next];
            const double share = std::clamp((from.left - left) / (from.left - to.left), 0.0, 1.0);
            const double here = of(from) + share * (of(to) - of(from));
            const auto row =
                std::min(d.rows - 1, static_cast<std::uint32_t>(std::min(here, d.highest) / d.highest * d.rows));
            d.share[std::size_t{row} * d.columns + column] += 1.0 / static_cast<double>(meetings.size());
        }
    }
    return d;
}

}  // namespace sidestep
