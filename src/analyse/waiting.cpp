#include "sidestep/waiting.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sidestep/statistics.h"

namespace sidestep {

namespace {

WaitingTimes times_of(std::string name, std::span<const QueueUse> uses) {
    WaitingTimes w;
    w.queue = std::move(name);
    std::map<double, int> changes;
    double points = 0, served_s = 0;
    for (const QueueUse& use : uses) {
        points += use.points;
        w.end = std::max(w.end, use.end);
        for (const Visit& v : use.visits) {
            ++w.came;
            ++changes[v.came];
            const bool begun = !std::isnan(v.begun), ended = !std::isnan(v.ended);
            if (begun || ended) --changes[begun ? v.begun : v.ended];
            if (begun) {
                w.waited.push_back(v.begun - v.came);
                served_s += (ended ? v.ended : use.end) - v.begun;
            }
            w.served += ended && v.outcome == Visit::Outcome::served;
            if (ended && v.outcome == Visit::Outcome::served) w.service.push_back(v.ended - v.begun);
            w.gave_up += v.outcome == Visit::Outcome::gave_up;
            w.waiting += !begun && !ended;
        }
    }
    std::ranges::sort(w.waited);
    std::ranges::sort(w.service);
    long people = 0;
    w.length.push_back({0, 0});
    for (const auto& [time, change] : changes) {
        if (change == 0) continue;
        people += change;
        const auto count = static_cast<std::size_t>(std::max(people, 0L));
        if (time <= 0) {
            w.length.back().people = count;
        } else {
            w.length.push_back({time, count});
        }
    }
    if (w.end > 0 && points > 0) w.busy = served_s / (w.end * points);
    return w;
}

}  // namespace

double WaitingTimes::within(double share) const {
    if (waited.empty() || !(share > 0)) return std::numeric_limits<double>::quiet_NaN();
    // 0.95 × 20 is 19, not a hair above it.
    const auto needed = static_cast<std::size_t>(std::ceil(share * static_cast<double>(waited.size()) - 1e-9));
    return waited[std::clamp<std::size_t>(needed, 1, waited.size()) - 1];
}

double WaitingTimes::mean_wait() const {
    return summarise(waited).mean;
}

std::size_t WaitingTimes::longest() const {
    std::size_t most = 0;
    for (const LineLength& l : length) most = std::max(most, l.people);
    return most;
}

double WaitingTimes::mean_length() const {
    if (!(end > 0)) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (std::size_t i = 0; i < length.size(); ++i) {
        const double until = i + 1 < length.size() ? length[i + 1].time : end;
        sum += static_cast<double>(length[i].people) * std::max(0.0, until - length[i].time);
    }
    return sum / end;
}

std::vector<WaitingTimes> waiting_of(const TrajectoryInfo& info) {
    std::vector<WaitingTimes> all;
    for (const QueueUse& use : queues_of(info)) all.push_back(times_of(use.queue, {&use, 1}));
    return all;
}

WaitingTimes all_waiting(const TrajectoryInfo& info) {
    return times_of({}, queues_of(info));
}

}  // namespace sidestep
