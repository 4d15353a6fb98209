#include "reproduce/pettre2009_compared.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sidestep::pettre2009 {

namespace {

/// When a walker's velocity changes for the first time after first sight, s; from unfiltered places, as only a
/// simulation has them. Nothing where it never does.
std::optional<double> first_change(const Compared& t, int who) {
    constexpr double kChange = 0.1;  // m/s²
    const Trajectory& w = t.trial->walked;
    const auto raw = pair_meeting(w.tracks[0], w.tracks[1], w.info.fps, {.cutoff = 0});
    if (!raw) return std::nullopt;
    for (const auto& s : raw->samples) {
        if (s.time >= t.meeting->seen && s.adaptation[who] > kChange) return s.time - t.meeting->seen;
    }
    return std::nullopt;
}

/// %, how much of a walker's adaptation is change of speed.
double share_of_speed(const PairMeeting& m, int who) {
    double speeding = 0, turning = 0;
    for (const auto& s : m.samples) {
        speeding += std::abs(s.speeding[who]);
        turning += std::abs(s.turning[who]);
    }
    return 100 * speeding / (speeding + turning);
}

}  // namespace

double middle(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

std::vector<Compared> compared(Study& study, const std::vector<CrossingTrial>& seeing) {
    const std::vector<CrossingTrial>& blind = study.run("");
    std::vector<Compared> all;
    for (std::size_t i = 0; i < seeing.size(); ++i) {
        if (!seeing[i].meeting || !blind[i].meeting) continue;
        Compared c{&*seeing[i].meeting, &seeing[i], &*blind[i].meeting, blind[i].meeting->samples.front().mpd,
                   blind[i].meeting->b_first};
        if (c.meeting->b_first) std::swap(c.first, c.second);
        all.push_back(c);
    }
    return all;
}

std::size_t Measured::first_adapting() const {
    return static_cast<std::size_t>(
        std::count_if(first.begin(), first.end(), [](double effort) { return effort > kAdapts; }));
}

Measured measured(const std::vector<Compared>& all) {
    Measured r;
    r.pairs = all.size();
    for (const Compared& t : all) {
        const PairMeeting& m = *t.meeting;
        r.kept += m.b_first == t.b_would_be_first;
        r.contacts += m.least < 0.5;
        r.phase.push_back(m.closest - m.seen);
        if (t.mpd > kNoAdaptation) {
            r.beyond.push_back(std::max(m.effort(0), m.effort(1)));
            continue;
        }
        r.closest.push_back(m.least);
        r.first.push_back(m.effort(t.first));
        r.first_alone.push_back(t.alone->effort(t.first));
        r.second.push_back(m.effort(t.second));
        if (r.first.back() > kAdapts) r.first_speed.push_back(share_of_speed(m, t.first));
        if (r.second.back() > kAdapts) r.second_speed.push_back(share_of_speed(m, t.second));
        if (const auto start = first_change(t, t.second)) r.changes.push_back(*start);
        if (const auto p = periods(m)) r.lasted.push_back((p->observed - p->reacted) * (m.closest - m.seen));
    }
    return r;
}

}  // namespace sidestep::pettre2009
