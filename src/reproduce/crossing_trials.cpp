#include "reproduce/crossing_trials.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"

namespace sidestep {

namespace {

constexpr double kViewRange = 15;     // m, the side of the experiment's square
constexpr double kPlaceNoise = 0.03;  // m, of made-up recordings
constexpr double kWouldMeet = 0.8;    // m: pairs predicted to come closer than this interact

std::size_t index_of(const ModelInfo& model, std::string_view name) {
    for (std::size_t i = 0; i < model.parameters.size(); ++i) {
        if (model.parameters[i].name == name) return kCommonCount + i;
    }
    throw std::logic_error("experiment_based lost a parameter");
}

/// Sees as far as everybody else, and not through walls.
void give_sight(ProfileSpec& profile, double range) {
    profile.values[kNeighbourRange] = Distribution::fixed(range);
    NeighbourSpec spec = find_model(profile.model)->neighbours;
    spec.hidden_by_walls = true;
    profile.neighbours = spec;
}

double draw(std::uint64_t seed, std::uint64_t sample, int which) {
    return random_unit(seed, static_cast<AgentId>(which), sample, Purpose::parameter);
}

}  // namespace

Point default_parameters() {
    const ModelInfo& model = *find_model("experiment_based");
    Point p;
    for (const std::string_view name : kFitted) {
        p.push_back(model.parameters[index_of(model, name) - kCommonCount].fallback);
    }
    return p;
}

CrossingTrials::CrossingTrials(Scenario scene, int threads)
    : scene_(std::move(scene)), sight_(sight_on(scene_.map.wkt)), workers_(threads) {}

Scenario CrossingTrials::with_model(std::string_view model, std::uint64_t seed) const {
    Scenario s = scene_;
    s.seed = seed;
    if (!model.empty()) use_model(s, model);
    for (ProfileSpec& p : s.profiles) give_sight(p, model.empty() ? 0.01 : kViewRange);
    return s;
}

Scenario CrossingTrials::with_parameters(const Point& parameters, std::uint64_t seed) const {
    Scenario s = with_model("experiment_based", seed);
    const ModelInfo& model = *find_model("experiment_based");
    for (ProfileSpec& p : s.profiles) {
        p.values.resize(kCommonCount + model.parameters.size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            p.values[index_of(model, kFitted[i])] = Distribution::fixed(parameters[i]);
        }
    }
    return s;
}

CrossingTrial CrossingTrials::walk_trial(const Scenario& scenario) const {
    CrossingTrial t;
    t.seed = scenario.seed;
    t.walked = walk(scenario).trajectory;
    t.meeting = pair_meeting(t.walked.tracks[0], t.walked.tracks[1], t.walked.info.fps, {.cutoff = 1, .sight = sight_});
    return t;
}

std::vector<CrossingTrial> CrossingTrials::run(std::string_view model, int count) {
    std::vector<CrossingTrial> trials(static_cast<std::size_t>(count));
    workers_.for_each(trials.size(), [&](std::size_t i) { trials[i] = walk_trial(with_model(model, i + 1)); });
    return trials;
}

std::vector<CrossingTrial> CrossingTrials::make_up(int count, bool shared, std::uint64_t seed) {
    std::vector<CrossingTrial> made;
    for (std::uint64_t trial = 1; static_cast<int>(made.size()) < count; ++trial) {
        const CrossingTrial blind = walk_trial(with_model("", trial));
        if (!blind.meeting || blind.meeting->samples.front().mpd > kWouldMeet) continue;
        Point hidden;
        for (std::size_t i = 0; i < std::size(kFitted); ++i) {
            // The middle of the box: what a person might have.
            const double share = draw(seed, shared ? 0 : trial, static_cast<int>(i));
            const FitRange range = i == 0 ? FitRange{0.1, 0.9} : FitRange{0.1, 1};
            hidden.push_back(range.low + share * (range.high - range.low));
        }
        CrossingTrial t = walk_trial(with_parameters(hidden, trial));
        t.parameters = hidden;
        for (Track& track : t.walked.tracks) {
            for (std::size_t i = 0; i < track.position.size(); ++i) {
                const auto noise = [&](AgentId axis) {
                    const double u = random_unit(seed + trial, 2 * track.id + axis, i, Purpose::noise);
                    return kPlaceNoise * normal_quantile(std::clamp(u, 1e-9, 1 - 1e-9));
                };
                track.position[i] += {noise(0), noise(1)};
            }
        }
        if (t.meeting) made.push_back(std::move(t));
    }
    return made;
}

Likelihood CrossingTrials::compare(const CrossingTrial& real, Scenario scenario) const {
    // What comes after the closest approach does not count.
    scenario.duration = real.meeting->closest + 0.5;
    const Trajectory simulated = walk(std::move(scenario)).trajectory;
    Likelihood parts[2];
    for (std::size_t i = 0; i < 2; ++i) {
        parts[i] = likelihood(real.walked.tracks[i], simulated.tracks[i], real.walked.info.fps, simulated.info.fps,
                              real.meeting->seen, real.meeting->closest);
    }
    return joined(parts);
}

Likelihood CrossingTrials::match(const CrossingTrial& real, const Point& parameters) const {
    return compare(real, with_parameters(parameters, real.seed));
}

Likelihood CrossingTrials::match(const CrossingTrial& real, std::string_view model) const {
    return compare(real, with_model(model, real.seed));
}

std::vector<Fit> CrossingTrials::fit_each(const std::vector<CrossingTrial>& real, const FitOptions& options) {
    std::vector<Fit> fits(real.size());
    workers_.for_each(real.size(), [&](std::size_t i) {
        fits[i] =
            fit([&](const Point& p) { return -match(real[i], p).log; }, kFittedBox, default_parameters(), options);
    });
    return fits;
}

Fit CrossingTrials::fit_all(const std::vector<CrossingTrial>& real, const FitOptions& options) {
    return fit(
        [&](const Point& p) {
            std::vector<double> logs(real.size());
            workers_.for_each(real.size(), [&](std::size_t i) { logs[i] = match(real[i], p).log; });
            double sum = 0;
            for (const double l : logs) sum -= l;
            return sum;
        },
        kFittedBox, default_parameters(), options);
}

}  // namespace sidestep
