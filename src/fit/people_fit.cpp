#include "sidestep/people_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/random.h"
#include "calibrate/profile_unknowns.h"
#include "calibrate/trials.h"
#include "fit/terms.h"
#include "scenario/parts.h"
#include "sidestep/error.h"
#include "sidestep/simulation.h"
#include "sidestep/spelling.h"
#include "sidestep/statistics.h"

namespace sidestep {
namespace {

[[noreturn]] void refuse(std::string message, const std::string& value, std::string allowed, std::string remedy) {
    throw InputError(
        {.message = std::move(message), .value = value, .allowed = std::move(allowed), .remedy = std::move(remedy)});
}

// ---- Parameters ----

bool fits(const ParameterPlace& place) {
    return is_fittable(*place.parameter) && bounds_of(*place.parameter).has_value();
}

/// The parameter's name where no other part has one of that name, else its path.
std::string name_of(ProfileSpec& profile, const ParameterPlace& place) {
    const std::string name(place.parameter->name);
    return parameters_named(profile, parts(), name).size() == 1 ? name : place.path;
}

std::vector<ParameterPlace> fittable(ProfileSpec& profile) {
    std::vector<ParameterPlace> places = parameters_of(profile, parts());
    std::erase_if(places, [](const ParameterPlace& place) { return !is_fittable(*place.parameter); });
    return places;
}

[[noreturn]] void refuse_parameter(ProfileSpec& profile, const std::string& name, const std::string& why) {
    std::vector<std::string> names;
    for (const ParameterPlace& place : fittable(profile)) names.push_back(name_of(profile, place));
    refuse(fmt::format("\"{}\" cannot be fitted: {}", name, why), name, list_of(names),
           did_you_mean(name, names, "Choose from these."));
}

/// All that can be fitted of a part of the profile; empty where it has no such part.
std::vector<ParameterPlace> of_part(ProfileSpec& profile, const std::string& name) {
    std::vector<ParameterPlace> places;
    for (const PartPlace& part : parts_of(profile, parts())) {
        if (part.spec->name != name && part.place != name) continue;
        for (const ParameterPlace& place : fittable(profile)) {
            if (place.values == &part.spec->values && fits(place)) places.push_back(place);
        }
    }
    return places;
}

// Values are told and used with so many digits.
constexpr double kDigits = 4;

double rounded(double value, const Unknown& unknown) {
    if (value == 0) return value;
    const double power = std::pow(10.0, kDigits - 1 - std::floor(std::log10(std::abs(value))));
    return std::clamp(std::round(value * power) / power, unknown.low, unknown.high);
}

// ---- Data ----

/// Every second of its kind, the first stays: what is learnt from shall not be the easier half by accident of a list.
std::vector<bool> held_out(const FitData& data, const PeopleFitOptions& options) {
    std::vector<bool> out(data.experiments.size(), false);
    std::vector<std::string> names;
    for (const FlowExperiment& experiment : data.experiments) names.push_back(experiment.name);
    for (const std::string& name : options.held_out) {
        const auto at = std::ranges::find(names, name);
        if (at == names.end()) {
            refuse(fmt::format("there is no experiment named \"{}\" to hold out", name), name, list_of(names),
                   did_you_mean(name, names, "Name one of these."));
        }
        out[static_cast<std::size_t>(at - names.begin())] = true;
    }
    if (!options.held_out.empty() || options.learnt == EvaluateHalf::whole) return out;
    std::size_t seen[3] = {0, 0, 0};
    for (std::size_t e = 0; e < out.size(); ++e) {
        const FlowExperiment& experiment = data.experiments[e];
        const std::size_t kind = is_single_file(experiment) ? 2 : experiment.is_ring() ? 1 : 0;
        out[e] = seen[kind]++ % 2 == 1;
    }
    return out;
}

}  // namespace

struct PeopleFit::Parts {
    FitData data;
    ProfileSpec profile;
    PeopleFitOptions options;
    std::vector<FitWeight> objective;
    std::vector<Unknown> unknowns;
    std::vector<std::string> paths;  ///< by unknown
    std::vector<bool> out;           ///< by experiment
    std::optional<ShareScore> drawn, learnt, held_out;
    std::vector<double> scales;

    void add(const std::string& written);
    void add(const ParameterPlace& place, const WrittenValues& written);
    void check_objective() const;
    std::vector<const FlowExperiment*> experiments(bool held) const;
    bool tells(FitShare share) const;
};

void PeopleFit::Parts::add(const ParameterPlace& place, const WrittenValues& written) {
    if (std::ranges::find(paths, place.path) != paths.end())
        refuse_parameter(profile, written.name, "it is to be fitted already");
    const FitBounds bounds = bounds_of(written, *place.parameter);
    unknowns.push_back(
        {name_of(profile, place), bounds.low, bounds.high, start_of(profile, place, bounds), !written.equals});
    paths.push_back(place.path);
}

void PeopleFit::Parts::add(const std::string& text) {
    const WrittenValues written = read_written(text);
    const std::vector<ParameterPlace> part = of_part(profile, written.name);
    if (!part.empty() && !written.equals) {
        for (const ParameterPlace& place : part) add(place, written);
        return;
    }
    const std::vector<ParameterPlace> meant = parameters_named(profile, sidestep::parts(), written.name);
    if (meant.empty()) refuse_parameter(profile, written.name, "no part of the profile has such a parameter");
    if (meant.size() > 1) refuse_parameter(profile, written.name, "several parts have a parameter of this name");
    if (!is_fittable(*meant.front().parameter))
        refuse_parameter(profile, written.name, "its table says so, or it is no number of any size");
    add(meant.front(), written);
}

void PeopleFit::Parts::check_objective() const {
    if (objective.empty()) {
        refuse("there is nothing to learn from", "", "recordings of people, or a file of experiments",
               "Name at least one.");
    }
    for (const FitWeight& weight : objective) {
        if (can_tell(data, weight.term)) continue;
        const bool experiments = weight.term == FitTerm::flow || weight.term == FitTerm::single_file;
        std::vector<std::string> possible;
        for (const FitWeight& usual : usual_objective(data)) possible.emplace_back(sidestep::name_of(usual.term));
        refuse(fmt::format("the data say nothing of \"{}\"", sidestep::name_of(weight.term)),
               std::string(sidestep::name_of(weight.term)), list_of(possible),
               weight.term == FitTerm::pairs
                   ? "List meetings in pairs/NAME.csv beside the recording's folder, or leave "
                     "the term out."
               : experiments ? "Add a file of experiments (docs/evaluation.md), or leave the term out."
                             : "Add a recording of people, or leave the term out.");
    }
}

std::vector<const FlowExperiment*> PeopleFit::Parts::experiments(bool held) const {
    std::vector<const FlowExperiment*> list;
    for (std::size_t e = 0; e < data.experiments.size(); ++e) {
        if (out[e] == held) list.push_back(&data.experiments[e]);
    }
    return list;
}

/// Whether every term of the objective can be measured on the experiments that a share has.
bool PeopleFit::Parts::tells(FitShare share) const {
    const bool held = share == FitShare::held_out;
    FitData have;
    for (const FlowExperiment* experiment : experiments(held)) {
        FlowExperiment& one = have.experiments.emplace_back();
        one.ring = experiment->ring;
        one.width = experiment->width;
    }
    return std::ranges::all_of(objective, [&](const FitWeight& weight) {
        const bool flow = weight.term == FitTerm::flow || weight.term == FitTerm::single_file;
        return flow ? can_tell(have, weight.term) : !held || options.learnt != EvaluateHalf::whole;
    });
}

PeopleFit::PeopleFit(FitData data, ProfileSpec profile, std::span<const std::string> fitted, PeopleFitOptions options)
    : parts_(std::make_unique<Parts>()) {
    Parts& p = *parts_;
    p.data = std::move(data);
    p.profile = std::move(profile);
    p.options = std::move(options);
    p.objective = p.options.objective.empty() ? usual_objective(p.data) : p.options.objective;
    p.check_objective();
    if (p.options.goals.empty()) throw std::invalid_argument("PeopleFit: no kind of goals");
    if (fitted.empty()) {
        for (const ParameterPlace& place : of_part(p.profile, p.profile.avoid.name))
            p.add(place, {.name = std::string(place.parameter->name)});
    }
    for (const std::string& written : fitted) p.add(written);
    if (p.unknowns.empty()) {
        refuse(fmt::format("nothing of \"{}\" can be fitted", p.profile.avoid.name), p.profile.avoid.name,
               "a model with parameters that are numbers between two bounds",
               "Name parameters that all models have, such as radius, or choose another model.");
    }
    p.out = sidestep::held_out(p.data, p.options);
    if (!p.tells(FitShare::learnt)) {
        refuse("all experiments that a term needs are held out", list_of(p.options.held_out),
               "at least one to learn from", "Hold out fewer.");
    }
    p.drawn.emplace(p.data, p.experiments(false), p.objective, FitShare::drawn, p.options);
    p.learnt.emplace(p.data, p.experiments(false), p.objective, FitShare::learnt, p.options);
    p.scales = p.learnt->scales();
    if (p.tells(FitShare::held_out))
        p.held_out.emplace(p.data, p.experiments(true), p.objective, FitShare::held_out, p.options);
}

PeopleFit::~PeopleFit() = default;
PeopleFit::PeopleFit(PeopleFit&&) noexcept = default;

std::span<const Unknown> PeopleFit::unknowns() const {
    return parts_->unknowns;
}
std::span<const FitWeight> PeopleFit::objective() const {
    return parts_->objective;
}
const FitData& PeopleFit::data() const {
    return parts_->data;
}
bool PeopleFit::holds_out() const {
    return parts_->held_out.has_value();
}

std::vector<std::string> PeopleFit::experiments(FitShare share) const {
    std::vector<std::string> names;
    for (const FlowExperiment* experiment : parts_->experiments(share == FitShare::held_out))
        names.push_back(experiment->name);
    return names;
}

double PeopleFit::rounded(std::size_t unknown, double value) const {
    return sidestep::rounded(value, parts_->unknowns[unknown]);
}

ProfileSpec PeopleFit::profile(std::span<const double> at) const {
    ProfileSpec profile = parts_->profile;
    for (std::size_t i = 0; i < parts_->paths.size(); ++i)
        set_parameter(profile, parts_->paths[i], Distribution::fixed(rounded(i, at[i])));
    return profile;
}

const ProfileSpec& PeopleFit::usual() const {
    return parts_->profile;
}

std::optional<FitScore> PeopleFit::score(const ProfileSpec& profile, FitShare share, bool with_draws) const {
    const auto& of_share = share == FitShare::drawn    ? parts_->drawn
                           : share == FitShare::learnt ? parts_->learnt
                                                       : parts_->held_out;
    if (!of_share) {
        refuse("nothing is held out that the objective can be measured on", std::string(sidestep::name_of(share)),
               "drawn, learnt", "Learn from one half only, and hold out experiments of each kind.");
    }
    return of_share->score(profile, parts_->scales, with_draws);
}

Objective PeopleFit::cost() const {
    return [this](std::span<const double> at) {
        try {
            const auto found = score(profile(at), FitShare::drawn, false);
            if (!found) throw SearchAbandoned{};
            return found->failed > 0 ? std::numeric_limits<double>::infinity() : found->cost;
        } catch (const InputError&) {
            return std::numeric_limits<double>::infinity();
        }
    };
}

std::string PeopleFit::subject() const {
    std::uint64_t hash = 0;
    const auto add = [&](double value) { hash = mix(hash ^ std::bit_cast<std::uint64_t>(value)) + 1; };
    const auto add_text = [&](std::string_view text) {
        for (const char c : text) add(c);
        add(static_cast<double>(text.size()));
    };
    const auto add_tracks = [&](const Trajectory& trajectory) {
        add(trajectory.info.fps);
        for (const Track& track : trajectory.tracks) {
            for (std::size_t k = 0; k < track.frame.size(); ++k) {
                add(track.frame[k]);
                add(track.position[k].x);
                add(track.position[k].y);
            }
        }
    };
    const Parts& p = *parts_;
    for (const FilmedPeople& people : p.data.people) {
        add_tracks(people.trajectory);
        for (const RecordedMeeting& m : people.meetings) {
            for (const double value : {double(m.a), double(m.b), double(m.start), double(m.closest)}) add(value);
        }
        for (const auto& group : people.groups) {
            for (const AgentId id : group) add(id);
        }
    }
    for (std::size_t e = 0; e < p.data.experiments.size(); ++e) {
        const FlowExperiment& experiment = p.data.experiments[e];
        add_text(experiment.name);
        add_text(experiment.wkt);
        add_tracks(experiment.recorded);
        add(p.out[e]);
        for (const double value : {experiment.ring, experiment.width, double(experiment.people)}) add(value);
    }
    const EvaluateOptions& o = p.options.replays;
    for (const double value : {o.history, o.velocity_over, o.horizon, o.goal_beyond, o.step, o.touch, o.near,
                               o.farthest, o.sigma, o.block, double(o.companions), double(p.options.learnt),
                               double(p.options.cases), double(p.options.flow_seeds), double(p.options.seed)})
        add(value);
    for (const ReplayGoal goal : p.options.goals) add(double(goal));
    for (const FitWeight& weight : p.objective) add_text(fmt::format("{} {}", int(weight.term), weight.weight));
    ProfileSpec profile = p.profile;
    for (const PartPlace& part : parts_of(profile, sidestep::parts())) add_text(part.spec->name);
    for (const ParameterPlace& place : parameters_of(profile, sidestep::parts())) {
        const std::optional<Distribution>* value = place.value();
        if (value == nullptr || !*value) continue;
        add_text(place.path);
        for (const double number : {double((*value)->kind), (*value)->a, (*value)->b, (*value)->min, (*value)->max})
            add(number);
    }
    add_text(version());
    return fmt::format("people {} {:016x}", p.profile.avoid.name, hash);
}

namespace {

// A difference within twice its noise is none.
constexpr double kNoises = 2;

/// Puts parameters that the data do not tell back to where they were, one after the other, where the cost does not
/// mind: a search leaves them anywhere, and elsewhere they matter. False where it was ended.
bool keep_what_is_not_told(const PeopleFit& fit, PeopleFitResult& result) {
    const auto score = [&] { return fit.score(fit.profile(result.values), FitShare::drawn); };
    const auto best = score();
    if (!best) return false;
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        ParameterTold& told = result.told->parameters[i];
        if (told.told) continue;
        const double found = std::exchange(result.values[i], fit.unknowns()[i].start);
        const auto here = score();
        if (!here) return false;
        std::vector<double> differences;
        for (std::size_t k = 0; k < here->drawn.size(); ++k) differences.push_back(here->drawn[k] - best->drawn[k]);
        const double change = here->cost - best->cost, noise = summarise(differences).sd;
        told.kept = change <= 0 || change <= kNoises * noise;
        if (!told.kept) result.values[i] = found;
    }
    return true;
}

}  // namespace

PeopleFitResult fit_people(const PeopleFit& fit, PeopleFitPlan plan) {
    PeopleFitResult result;
    result.fitted = fit.usual();
    plan.search.subject = fit.subject();
    result.found = search(fit.cost(), fit.unknowns(), plan.search);
    if (result.found.runs.empty()) return result;
    result.values = result.found.best().best;
    result.fitted = fit.profile(result.values);
    if (!result.found.finished) return result;
    if (plan.identify) {
        result.told = identify(fit, result.values);
        if (!result.told || !keep_what_is_not_told(fit, result)) return result;
        result.fitted = fit.profile(result.values);
    }
    const auto judge = [&](FitShare share, std::optional<FitScore>& before, std::optional<FitScore>& after) {
        before = fit.score(fit.usual(), share);
        if (before) after = fit.score(result.fitted, share);
        return after.has_value();
    };
    result.finished = judge(FitShare::learnt, result.learnt_before, result.learnt_after) &&
                      (!fit.holds_out() || judge(FitShare::held_out, result.held_out_before, result.held_out_after));
    return result;
}

}  // namespace sidestep
