#include "reproduce/crossing_trials.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "sidestep/map.h"
#include "sidestep/study.h"

namespace sidestep {

namespace {

constexpr double kViewRange = 15;  // m, the side of the experiment's square
constexpr const char* kFitted[] = {"alpha", "beta_v", "gamma_v", "beta_theta", "gamma_theta"};

constexpr double kPlaceNoise = 0.03;  // m, of made-up recordings
constexpr double kWouldMeet = 0.8;    // m: pairs predicted to come closer than this interact

/// Sees as far as everybody else, and not through walls.
void give_sight(ProfileSpec& profile, double range) {
    profile.set(kNeighbourRange, Distribution::fixed(range));
    NeighbourSpec spec = find_model(profile.avoid.name)->neighbours;
    spec.hidden_by_walls = true;
    profile.neighbours = spec;
}

constexpr std::uint64_t kSides = 4;  // of the square: two neighbouring corners each

/// Turns starts and goals by a quarter, which leads them to the next two corners; the walls are alike on all sides.
void turn_by_a_quarter(Scenario& s) {
    for (AgentSpec& a : s.agents) {
        for (Vec2d& p : a.region) p = {-p.y, p.x};
        a.target.value = {-a.target.value.y, a.target.value.x};
    }
}

/// Without setting out, at which models differ: what is compared begins with comfort speeds (section 4.2).
Scenario walking(Scenario s) {
    for (AgentSpec& a : s.agents) a.walking = true;
    return s;
}

double draw(std::uint64_t seed, std::uint64_t sample, int which) {
    return random_unit(seed, static_cast<AgentId>(which), sample, Purpose::parameter);
}

}  // namespace

Point default_parameters() {
    Point p;
    for (const Unknown& unknown : fitted_unknowns()) p.push_back(unknown.start);
    return p;
}

std::vector<Unknown> fitted_unknowns() {
    const std::span<const Parameter> table = find_model("experiment_based")->parameters;
    Point defaults;
    for (const Parameter& parameter : table) defaults.push_back(parameter.fallback);
    return unknowns_of(table, defaults, std::vector<std::string>(std::begin(kFitted), std::end(kFitted)));
}

CrossingTrials::CrossingTrials(Scenario scene, int threads)
    : scene_(std::move(scene)), threads_(threads), workers_(threads) {
    // Optimisers run it thousands of times: all trials share the map.
    scene_.map.built = built_map(scene_);
    sight_ = sight_on(*scene_.map.built);
}

Scenario CrossingTrials::with_model(std::string_view model, std::uint64_t seed) const {
    Scenario s = scene_;
    s.seed = seed;
    for (std::uint64_t side = seed % kSides; side > 0; --side) turn_by_a_quarter(s);
    if (!model.empty()) use_model(s, model);
    for (ProfileSpec& p : s.profiles) {
        if (p.avoid.name != "experiment_based") set_preset(p, kPublished);
        give_sight(p, model.empty() ? 0.01 : kViewRange);
    }
    return s;
}

Scenario CrossingTrials::with_parameters(const Point& parameters, std::uint64_t seed) const {
    Scenario s = with_model("experiment_based", seed);
    for (ProfileSpec& p : s.profiles) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            set_parameter(p, kFitted[i], Distribution::fixed(parameters[i]));
        }
    }
    return s;
}

CrossingTrial CrossingTrials::trial_of(std::uint64_t seed, RecordedRun&& run) const {
    CrossingTrial t;
    t.seed = seed;
    t.walked = std::move(run.trajectory);
    t.meeting = pair_meeting(t.walked.tracks[0], t.walked.tracks[1], t.walked.info.fps, {.cutoff = 1, .sight = sight_});
    return t;
}

CrossingTrial CrossingTrials::run_trial(Scenario scenario) const {
    const std::uint64_t seed = scenario.seed;
    return trial_of(seed, run_in_memory(std::move(scenario)));
}

std::vector<CrossingTrial> CrossingTrials::run(std::string_view model, TrialRange range) {
    return run([&](std::uint64_t seed) { return with_model(model, seed); }, model, range);
}

std::vector<CrossingTrial> CrossingTrials::run(const std::vector<DrawnParameter>& parameters, TrialRange range) {
    constexpr std::string_view kModel = "experiment_based";
    const auto scenario = [&](std::uint64_t seed) {
        Scenario s = with_model(kModel, seed);
        for (ProfileSpec& p : s.profiles) {
            for (const auto& [name, value] : parameters) set_parameter(p, name, value);
        }
        return s;
    };
    return run(scenario, kModel, range);
}

std::vector<CrossingTrial> CrossingTrials::run(const std::function<Scenario(std::uint64_t seed)>& scenario,
                                               std::string_view model, TrialRange range) {
    std::vector<CrossingTrial> trials(static_cast<std::size_t>(range.count));
    std::shared_ptr<const Scenario> sides[kSides];
    for (std::uint64_t seed = 0; seed < kSides; ++seed) {
        sides[seed] = std::make_shared<const Scenario>(scenario(seed));
    }
    std::vector<StudyJob> jobs;
    for (std::uint64_t i = 0; i < trials.size(); ++i) {
        const std::uint64_t seed = range.first + i;
        jobs.push_back({sides[seed % kSides], seed, std::string(model)});
    }
    StudyOptions options;
    options.threads = threads_;
    options.observe = [&](std::size_t i, RecordedRun&& run) { trials[i] = trial_of(jobs[i].seed, std::move(run)); };
    run_study(jobs, options);
    return trials;
}

std::vector<CrossingTrial> CrossingTrials::make_up(int count, bool shared, std::uint64_t seed) {
    std::vector<CrossingTrial> made;
    for (std::uint64_t trial = 1; static_cast<int>(made.size()) < count; ++trial) {
        const CrossingTrial blind = run_trial(walking(with_model("", trial)));
        if (!blind.meeting || blind.meeting->samples.front().mpd > kWouldMeet) continue;
        Point hidden;
        for (std::size_t i = 0; i < std::size(kFitted); ++i) {
            // The middle of the box: what a person might have.
            const double share = draw(seed, shared ? 0 : trial, static_cast<int>(i));
            const double low = 0.1, high = i == 0 ? 0.9 : 1;
            hidden.push_back(low + share * (high - low));
        }
        CrossingTrial t = run_trial(walking(with_parameters(hidden, trial)));
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
    const Trajectory simulated = run_in_memory(std::move(scenario)).trajectory;
    Likelihood parts[2];
    for (std::size_t i = 0; i < 2; ++i) {
        parts[i] = likelihood(real.walked.tracks[i], simulated.tracks[i], real.walked.info.fps, simulated.info.fps,
                              real.meeting->seen, real.meeting->closest);
    }
    return joined(parts);
}

Likelihood CrossingTrials::match(const CrossingTrial& real, const Point& parameters) const {
    return compare(real, walking(with_parameters(parameters, real.seed)));
}

Likelihood CrossingTrials::match(const CrossingTrial& real, std::string_view model) const {
    return compare(real, walking(with_model(model, real.seed)));
}

namespace {

SearchRun fit(const Objective& cost, int evaluations) {
    SearchOptions options;
    options.method = SearchMethod::simplex;
    options.seeds = 1;
    options.evaluations = evaluations;
    options.threads = 1;
    return search(cost, fitted_unknowns(), options).best();
}

}  // namespace

std::vector<SearchRun> CrossingTrials::fit_each(const std::vector<CrossingTrial>& real, int evaluations) {
    std::vector<SearchRun> fits(real.size());
    workers_.for_each(real.size(), [&](std::size_t i) {
        fits[i] =
            fit([&](std::span<const double> p) { return -match(real[i], Point(p.begin(), p.end())).log; }, evaluations);
    });
    return fits;
}

SearchRun CrossingTrials::fit_all(const std::vector<CrossingTrial>& real, int evaluations) {
    return fit(
        [&](std::span<const double> p) {
            const Point parameters(p.begin(), p.end());
            std::vector<double> logs(real.size());
            workers_.for_each(real.size(), [&](std::size_t i) { logs[i] = match(real[i], parameters).log; });
            double sum = 0;
            for (const double l : logs) sum -= l;
            return sum;
        },
        evaluations);
}

}  // namespace sidestep
