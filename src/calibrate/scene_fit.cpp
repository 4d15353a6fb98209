#include "sidestep/scene_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "calibrate/profile_unknowns.h"
#include "calibrate/trials.h"
#include "scenario/parts.h"
#include "scenario/profile_path.h"
#include "sidestep/error.h"
#include "sidestep/simulation.h"
#include "sidestep/spelling.h"

namespace sidestep {

namespace {

[[noreturn]] void refuse(std::string message, const std::string& value, std::string allowed, std::string remedy) {
    throw InputError(
        {.message = std::move(message), .value = value, .allowed = std::move(allowed), .remedy = std::move(remedy)});
}

// ---- Parameters ----

std::vector<std::string> fittable_names(ProfileSpec profile) {
    std::vector<std::string> names;
    for (const ParameterPlace& place : parameters_of(profile, parts())) {
        if (is_fittable(*place.parameter)) names.push_back(fmt::format("{}.{}", profile.name, place.path));
    }
    return names;
}

std::vector<std::string> fittable_names(const Scenario& scene) {
    std::vector<std::string> names;
    for (const ProfileSpec& profile : scene.profiles) {
        const std::vector<std::string> own = fittable_names(profile);
        names.insert(names.end(), own.begin(), own.end());
    }
    return names;
}

[[noreturn]] void refuse_parameter(const Scenario& scene, const std::string& name, const std::string& why) {
    const std::vector<std::string> names = fittable_names(scene);
    refuse(fmt::format("\"{}\" cannot be fitted: {}", name, why), name, list_of(names),
           did_you_mean(name, names, "Choose from these."));
}

ParameterPlace place_of(const Scenario& scene, const std::string& name, ProfileSpec& profile, const std::string& path) {
    const std::vector<ParameterPlace> meant = parameters_named(profile, parts(), path);
    if (meant.empty()) refuse_parameter(scene, name, "no part of the profile has such a parameter");
    if (meant.size() > 1) refuse_parameter(scene, name, "several parts have a parameter of this name");
    if (!is_fittable(*meant.front().parameter))
        refuse_parameter(scene, name, "its table says so, or it is no number of any size");
    return meant.front();
}

// ---- Targets ----

void check(std::span<const MetricTarget> targets) {
    if (targets.empty()) {
        refuse("there is nothing to come near to", "", "METRIC=VALUE", "Give at least one metric and its value.");
    }
    for (const MetricTarget& target : targets) {
        const auto same = [&](const MetricTarget& other) { return other.metric == target.metric; };
        if (std::ranges::count_if(targets, same) > 1) {
            refuse(fmt::format("\"{}\" is wanted twice", target.metric->name), std::string(target.metric->name), "",
                   "Leave one of them out.");
        }
    }
}

std::vector<const Metric*> metrics_of(std::span<const MetricTarget> targets) {
    std::vector<const Metric*> metrics;
    for (const MetricTarget& target : targets) metrics.push_back(target.metric);
    return metrics;
}

std::vector<double> starts_of(std::span<const Unknown> unknowns) {
    std::vector<double> starts;
    for (const Unknown& unknown : unknowns) starts.push_back(unknown.start);
    return starts;
}

void require_values(const SceneFit& fit, std::span<const Spread> measured) {
    for (std::size_t i = 0; i < measured.size(); ++i) {
        if (measured[i].over_runs.n > 0) continue;
        const std::string name(fit.targets()[i].metric->name);
        refuse(fmt::format("\"{}\" has no value in runs of this scene", name), name,
               "a metric that the scene's runs have a value of", "Choose another metric, or begin with other values.");
    }
}

}  // namespace

double usual_scale(double value) {
    return value != 0 ? std::abs(value) : 1;
}

MetricTarget target_of(const std::string& written) {
    const WrittenValues w = read_written(written);
    const Metric& metric = require_metric(w.name);
    if (!w.first || (w.comma && !(w.second.value_or(0) > 0))) {
        refuse(fmt::format("what \"{}\" is to come near to cannot be used", w.name), written,
               "METRIC=VALUE or METRIC=VALUE,SCALE, the scale above 0", "Write for example avg_speed=1.3.");
    }
    return {&metric, *w.first, w.second.value_or(usual_scale(*w.first))};
}

MetricTarget target_of(const Metric& metric, const Measurement& recording) {
    const MetricSummary summary = summarise(metric.measure(recording));
    if (summary.n == 0 || !std::isfinite(summary.mean)) {
        const std::string missing = missing_for(metric, recording);
        refuse(
            fmt::format("\"{}\" has no value in the recording{}", metric.name, missing.empty() ? "" : ": " + missing),
            std::string(metric.name), "a metric that can be measured on the recording", "Choose another metric.");
    }
    return {&metric, summary.mean, usual_scale(summary.mean)};
}

SceneFit::SceneFit(Scenario scene, std::span<const std::string> fitted, std::vector<MetricTarget> targets,
                   SceneFitOptions options)
    : scene_(std::move(scene)), targets_(std::move(targets)), options_(std::move(options)) {
    check(targets_);
    if (options_.seeds.empty()) options_.seeds = {scene_.seed};
    for (const std::string& written : fitted) add(written);
}

void SceneFit::add(const std::string& written) {
    const WrittenValues w = read_written(written);
    const auto path = taken_apart(scene_, w.name);
    if (!path) refuse_parameter(scene_, w.name, "it is no PROFILE.PARAM or PROFILE.PART.PARAM of this scene");
    ProfileSpec& profile = scene_.profiles[path->profile];
    const ParameterPlace place = place_of(scene_, w.name, profile, path->name);
    for (const Place& other : places_) {
        if (other.profile == path->profile && other.path == place.path) {
            refuse_parameter(scene_, w.name, "it is to be fitted already");
        }
    }
    const FitBounds bounds = bounds_of(w, *place.parameter);
    unknowns_.push_back(
        {fmt::format("{}.{}", profile.name, place.path), bounds.low, bounds.high, start_of(profile, place, bounds)});
    places_.push_back({path->profile, place.path});
}

Scenario SceneFit::scene(std::span<const double> at) const {
    Scenario scene = scene_;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        set_parameter(scene.profiles[places_[i].profile], places_[i].path, Distribution::fixed(at[i]));
    }
    return scene;
}

std::optional<std::vector<Spread>> SceneFit::measured(std::span<const double> at) const {
    // Short runs are over before anybody asks in the middle of them.
    if (options_.goes_on && !options_.goes_on()) return {};
    const auto scene = std::make_shared<const Scenario>(this->scene(at));
    std::vector<StudyJob> jobs;
    for (const std::uint64_t seed : options_.seeds) jobs.push_back({scene, seed});
    StudyOptions options;
    options.threads = options_.threads;
    options.metrics = metrics_of(targets_);
    options.measuring = options_.measuring;
    if (options_.goes_on) options.progress = [this](const StudyProgress&) { return options_.goes_on(); };
    const StudyOutcome outcome = run_study(jobs, options);
    if (!outcome.finished) return {};
    const std::vector<Spread> all = spread_of(outcome.results);
    return std::vector(all.end() - static_cast<std::ptrdiff_t>(targets_.size()), all.end());  // metrics come last
}

double SceneFit::cost(std::span<const Spread> measured) const {
    double sum = 0;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (measured[i].over_runs.n == 0) return std::numeric_limits<double>::infinity();
        const double off = (measured[i].over_runs.mean - targets_[i].value) / targets_[i].scale;
        sum += off * off;
    }
    return sum / static_cast<double>(targets_.size());
}

Objective SceneFit::objective() const {
    return [this](std::span<const double> at) {
        try {
            const auto measured = this->measured(at);
            if (!measured) throw SearchAbandoned{};
            return cost(*measured);
        } catch (const InputError&) {
            return std::numeric_limits<double>::infinity();  // bodies for which there is no room, say
        }
    };
}

std::string SceneFit::subject() const {
    std::uint64_t hash = 0;
    const auto add = [&](std::string_view text) {
        for (const char c : text) hash = mix(hash ^ static_cast<unsigned char>(c));
        hash = mix(hash ^ text.size());
    };
    for (const std::string_view text : {std::string_view(scene_.text), std::string_view(scene_.map.wkt),
                                        std::string_view(options_.variant), version()}) {
        add(text);
    }
    for (const std::uint64_t seed : options_.seeds) add(fmt::format("seed {}", seed));
    if (options_.measuring.sampling) add(fmt::format("sampling {}", *options_.measuring.sampling));
    for (const MetricTarget& t : targets_) add(fmt::format("{} {} {}", t.metric->name, t.value, t.scale));
    return fmt::format("scene {} {:016x}", scene_.name, hash);
}

SceneFitResult fit_scene(const SceneFit& fit, SearchOptions options) {
    SceneFitResult result;
    const auto before = fit.measured(starts_of(fit.unknowns()));
    if (!before) return result;
    require_values(fit, *before);
    result.before = *before;
    options.subject = fit.subject();
    result.found = search(fit.objective(), fit.unknowns(), options);
    if (!result.found.finished || result.found.runs.empty()) return result;
    result.after = fit.measured(result.found.best().best).value_or(std::vector<Spread>{});
    return result;
}

}  // namespace sidestep
