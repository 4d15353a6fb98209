// Parameters of a model, or of any part of a profile, found from recorded people and experiments: what people did is
// replayed (evaluate.h, flow_experiments.h), one half is learnt from and the other judges. docs/calibration.md has the
// terms of the cost and how it is told which parameters the data know nothing of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/calibrate.h"
#include "sidestep/evaluate.h"
#include "sidestep/export.h"
#include "sidestep/flow_experiments.h"
#include "sidestep/names.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// What a cost is made of. Each is about 1 for people who walk straight on with inertia, or for an error that nobody
/// would overlook.
enum class FitTerm : std::uint8_t {
    one_by_one,  ///< how far one replaced person is from the filmed one
    pairs,       ///< the same of two who met
    distances,   ///< how near people come to each other, beside how near they came
    flow,        ///< flow, density and speed in experiments
    single_file  ///< speed of people one behind the other on narrow rings
};
template <>
struct NamesOf<FitTerm> {
    static constexpr std::string_view all[] = {"one_by_one", "pairs", "distances", "flow", "single_file"};
};

struct FitWeight {
    FitTerm term = FitTerm::one_by_one;
    double weight = 1;
    friend bool operator==(const FitWeight&, const FitWeight&) = default;
};
/// Written "one_by_one=1,distances=0.5"; without a number a term counts 1. Throws InputError.
std::vector<FitWeight> parse_objective(const std::string& written);

struct FitData {
    std::vector<FilmedPeople> people{};
    std::vector<FlowExperiment> experiments{};
};
/// All that the data can tell: accuracy with weight 1, all else with 0.5.
std::vector<FitWeight> usual_objective(const FitData& data);

/// A part of the data.
enum class FitShare : std::uint8_t {
    drawn,    ///< what every evaluation of a search sees: of each recording a few of the learnt cases
    learnt,   ///< all that it is drawn from, and the experiments that are learnt from
    held_out  ///< nothing of which a search sees
};
template <>
struct NamesOf<FitShare> {
    static constexpr std::string_view all[] = {"drawn", "learnt", "held_out"};
};

struct PeopleFitOptions {
    std::vector<FitWeight> objective{};         ///< empty: usual_objective()
    EvaluateHalf learnt = EvaluateHalf::first;  ///< of each recording; the other is held out, of the whole nothing
    /// Names of experiments that are held out. Empty: every second of each kind, or none where the whole is learnt.
    std::vector<std::string> held_out{};
    /// Where replaced people want to go: values are means over these kinds of goals.
    std::vector<ReplayGoal> goals{ReplayGoal::oracle, ReplayGoal::extrapolated};
    std::size_t cases = 60;     ///< of each recording and kind that an evaluation looks at, at most; 0: all
    int flow_seeds = 1;         ///< runs of each experiment
    EvaluateOptions replays{};  ///< history, horizon, step, thresholds; the rest of it is set here
    int resamples = 200;        ///< draws of clusters of cases, for intervals and noise
    std::uint64_t seed = 1;     ///< of simulations and of draws
    int threads = 0;            ///< of one evaluation; 0: as many as the machine has; never changes a result
    /// Asked now and then, from several threads; false ends evaluations, and with them the search.
    std::function<bool()> goes_on{};
};

/// Something that is measured, as part of a term.
struct FitValue {
    FitTerm term = FitTerm::one_by_one;
    std::string_view name, unit, meaning;
    double value = kUndefined;   ///< mean over both kinds of goals
    Interval interval{};         ///< 95 %, by drawing clusters
    double people = kUndefined;  ///< what the people have of it, where the cost compares with that
    double scale = 1;            ///< what counts 1
    double share = 1;            ///< of the term
};
struct FitScore {
    double cost = kUndefined;   ///< sum of weight × term
    Interval interval{};        ///< 95 %, by drawing clusters
    std::vector<double> terms;  ///< in the order of the objective, without weights
    std::vector<FitValue> values;
    std::vector<FlowResult> flows;        ///< by experiment
    std::vector<double> drawn;            ///< cost of each draw, the same draws for all profiles
    std::size_t cases = 0, failed = 0;    ///< replays, and those that could not be simulated
    std::size_t runs = 0, refused = 0;    ///< of experiments, and those that could not be run
    std::size_t stalled = 0, jammed = 0;  ///< of those that could
};

/// 95 % interval of what the cost of `b` is above that of `a`, draw by draw on the same cases.
Interval cost_difference(const FitScore& a, const FitScore& b);

/// A profile whose parameters are looked for.
class PeopleFit {
public:
    /// `fitted` are parameters of the profile ("strength", "following.ttr", "radius"), with =LOW,HIGH behind where
    /// bounds other than the table's are wanted, or parts, for all that can be fitted of them; empty: all of the local
    /// model. Searches begin at the profile's values. Throws InputError for parameters that are not there or cannot be
    /// fitted, terms that the data cannot tell, and experiments that are not there.
    PeopleFit(FitData data, ProfileSpec profile, std::span<const std::string> fitted, PeopleFitOptions options = {});
    ~PeopleFit();
    PeopleFit(PeopleFit&&) noexcept;

    std::span<const Unknown> unknowns() const;
    std::span<const FitWeight> objective() const;
    const FitData& data() const;
    /// Whether something is held out that the objective can be measured on.
    bool holds_out() const;
    /// Names of the experiments of a share.
    std::vector<std::string> experiments(FitShare share) const;

    /// A value as it is used: with four digits, nobody knows it better.
    double rounded(std::size_t unknown, double value) const;
    /// With these values, rounded, in place of the profile's.
    ProfileSpec profile(std::span<const double> at) const;
    /// The profile without what is fitted: defaults, or what it was given with.
    const ProfileSpec& usual() const;
    /// Nothing where it was ended. Throws InputError for a share without any case.
    std::optional<FitScore> score(const ProfileSpec& profile, FitShare share, bool with_draws = true) const;
    /// Cost on FitShare::drawn. What cannot be simulated costs most. Refers to this object.
    Objective cost() const;
    /// For SearchOptions::subject.
    std::string subject() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// What the data tell of a parameter near the best values.
struct ParameterTold {
    /// Over its range, the others as they are: how much the cost grows at most, and how large that is beside what
    /// drawing other cases makes of it.
    double change = 0, noise = 0;
    bool told = true;       ///< more than twice the noise
    bool at_bound = false;  ///< the best value lies at an end of the range
    bool kept = false;      ///< as it was before: the data do not tell it, and what was found is no better
    /// Where other cases would have put the best value, 95 %; undefined where it is at a bound, where the data do not
    /// tell it, or where the cost has no valley there.
    Interval interval{};
};
struct FitIdentification {
    std::vector<ParameterTold> parameters;  ///< by unknown
    /// Of the estimates of those with an interval, by unknown; undefined of others. Near 1 or −1: only a combination of
    /// the two is told.
    std::vector<std::vector<double>> correlation;
    int evaluations = 0;
};

struct PeopleFitResult {
    SearchResult found;          ///< without a run where it was ended before the first evaluation
    std::vector<double> values;  ///< by unknown, as `fitted` has them: the best, but for what is kept
    ProfileSpec fitted;
    /// Of the profile as it was, and fitted. Empty where it was ended, or where nothing is held out.
    std::optional<FitScore> learnt_before, learnt_after, held_out_before, held_out_after;
    std::optional<FitIdentification> told;
    bool finished = false;
};
struct PeopleFitPlan {
    SearchOptions search{};  ///< the subject is set here
    bool identify = true;    ///< looks what the data tell of each parameter; without it all are as they were found
};
/// Searches, identifies, leaves what the data do not tell as it was, and judges. Throws as search() does.
PeopleFitResult fit_people(const PeopleFit& fit, PeopleFitPlan plan);
/// `at` in the units of the unknowns. Nothing where it was ended.
std::optional<FitIdentification> identify(const PeopleFit& fit, std::span<const double> at);

}  // namespace SIDESTEP_EXPORT sidestep
