#include "reproduce/crossing_people.h"

#include <algorithm>

namespace sidestep {

namespace {

constexpr double kPeopleObserved = 0.8, kPeopleReacted = 0.4, kPeopleClosest = 0.8;  // section 3
constexpr double kTenth = 0.1;
constexpr double kWouldMeet = 0.8;  // m, as in periods()
constexpr std::size_t kMoments = 100;

/// The middle one of several values.
double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

std::vector<DrawnParameter> DifferingPeople::parameters() const {
    std::vector<DrawnParameter> drawn;
    const std::span<const Parameter> table = find_model("experiment_based")->parameters;
    for (const auto& [name, mean] : {std::pair{"beta_v", beta}, std::pair{"beta_theta", beta},
                                     std::pair{"gamma_v", gamma}, std::pair{"gamma_theta", gamma}}) {
        const auto p = std::find_if(table.begin(), table.end(), [&](const Parameter& q) { return q.name == name; });
        const double sd = spread * mean;
        drawn.emplace_back(name,
                           sd > 0 ? Distribution::log_normal(mean, sd, p->min, p->max) : Distribution::fixed(mean));
    }
    return drawn;
}

double MeetingsTogether::off_people() const {
    const double off[] = {observed - kPeopleObserved, reacted - kPeopleReacted, closest - kPeopleClosest};
    double sum = 0;
    for (const double o : off) sum += o * o / (kTenth * kTenth);
    return sum;
}

std::optional<MeetingsTogether> together(const std::vector<CrossingTrial>& trials) {
    std::vector<double> distances[kMoments + 1];
    MeetingsTogether all;
    for (const CrossingTrial& t : trials) {
        if (!t.meeting || t.meeting->samples.front().mpd >= kWouldMeet) continue;
        const auto& samples = t.meeting->samples;
        for (std::size_t i = 0; i <= kMoments; ++i) {
            distances[i].push_back(samples[i * (samples.size() - 1) / kMoments].mpd);
        }
        all.phase += t.meeting->closest - t.meeting->seen;
        all.closest += t.meeting->least;
    }
    const std::size_t pairs = distances[0].size();
    if (pairs == 0) return std::nullopt;
    all.phase /= static_cast<double>(pairs);
    all.closest /= static_cast<double>(pairs);

    PairMeeting typical;
    for (std::size_t i = 0; i <= kMoments; ++i) {
        const double passed = static_cast<double>(i) / kMoments;
        typical.samples.push_back({.time = passed * all.phase, .left = 1 - passed, .mpd = median(distances[i])});
    }
    const auto p = periods(typical);
    if (!p) return std::nullopt;
    all.observed = p->observed;
    all.reacted = p->reacted;
    return all;
}

DifferingPeople fit_people(CrossingTrials& trials, TrialRange range, int evaluations) {
    const DifferingPeople alike;
    const std::vector<Unknown> unknowns{
        {"beta", 0.1, 1.5, alike.beta}, {"gamma", 0.05, 2, alike.gamma}, {"spread", 0, 2, alike.spread}};
    const auto people = [](std::span<const double> p) { return DifferingPeople{p[0], p[1], p[2]}; };
    SearchOptions options;
    options.method = SearchMethod::simplex;
    options.seeds = 1;
    options.evaluations = evaluations;
    options.threads = 1;
    const SearchResult found = search(
        [&](std::span<const double> p) {
            const auto all = together(trials.run(people(p).parameters(), range));
            return all ? all->off_people() : kUnlimited;
        },
        unknowns, options);
    return people(found.best().best);
}

}  // namespace sidestep
