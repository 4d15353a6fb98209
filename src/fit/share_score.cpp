// A profile measured on a share of the data, and the draws that tell what the measure is worth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "evaluate/measure.h"
#include "evaluate/pool.h"
#include "fit/terms.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

// What somebody would not overlook: distances are off by 5 cm, 2 more of a hundred touch, 10 more are near.
constexpr double kScaleW1 = 0.05, kScaleTouch = 0.02, kScaleNear = 0.1;
constexpr double kScaleFlow = 0.2;        // a fifth of what was recorded
constexpr double kScaleSingleFile = 0.1;  // m/s
// Where inertia alone is right already, differences still have a size.
constexpr double kLeastScale = 0.05;

constexpr FitMeasure kMeasures[] = {
    {FitTerm::one_by_one, kAde, FitCounts::value, 1, std::nullopt},
    {FitTerm::pairs, kDelta, FitCounts::value, 0.5, std::nullopt},
    {FitTerm::pairs, kLikelihood, FitCounts::missing, 0.5, std::nullopt},
    {FitTerm::distances, kW1, FitCounts::value, 1.0 / 3, kScaleW1},
    {FitTerm::distances, kTouch, FitCounts::excess, 1.0 / 3, kScaleTouch},
    {FitTerm::distances, kNear, FitCounts::excess, 1.0 / 3, kScaleNear},
};

/// Rows, one for each kind of goal, as one number: of all cases, and of every draw of them.
struct Pooled {
    double value = kUndefined;
    std::vector<double> draws;
};

Pooled pooled_rows(const Evaluation& evaluation, std::span<const EvaluateRow> rows, const EvaluateRow& people,
                   const FitMeasure& measure, const EvaluateOptions& options, bool with_draws) {
    Pooled both;
    both.value = 0;
    for (const EvaluateRow& row : rows) {
        PooledMetric metric;
        metric.values = row.values[measure.metric];
        if (measure.mode() != EvaluateMode::pairs && measure.metric == kW1) {
            metric.pooling = Pooling::distribution;
            metric.people = people.values[measure.metric];
        }
        const double share = 1 / static_cast<double>(rows.size());
        both.value += share * row.cells[measure.metric].value;
        if (!with_draws) continue;
        const auto drawn = drawn_values(evaluation.cases, evaluation.recordings.size(), metric, options);
        both.draws.resize(drawn.size(), 0.0);
        for (std::size_t i = 0; i < drawn.size(); ++i) both.draws[i] += share * drawn[i];
    }
    return both;
}

double counted(FitCounts counts, double value, double people, double scale) {
    switch (counts) {
        case FitCounts::value:
            break;
        case FitCounts::missing:
            return (1 - value) / scale;
        case FitCounts::excess:
            return std::max(0.0, value - people) / scale;
    }
    return value / scale;
}

Interval interval_of(std::vector<double> draws) {
    std::erase_if(draws, [](double value) { return !std::isfinite(value); });
    if (draws.size() < 2) return {};
    std::sort(draws.begin(), draws.end());
    const auto at = [&](double share) {
        return draws[static_cast<std::size_t>(std::lround(share * static_cast<double>(draws.size() - 1)))];
    };
    return {at(0.025), at(0.975)};
}

/// Mean relative error of what was measured of both. Who does not get through has all of it wrong, and the fewer do the
/// more, so that a search is told in which direction people begin to move.
double error_of(const FlowRun& run, const FlowNumbers& recorded) {
    if (!run.refused.empty()) return 2;
    if (run.stalled) return 1 + (1 - std::min(1.0, run.numbers.through));
    const double here[] = {run.numbers.flow, run.numbers.density, run.numbers.speed};
    const double there[] = {recorded.flow, recorded.density, recorded.speed};
    double sum = 0;
    int n = 0;
    for (std::size_t i = 0; i < std::size(here); ++i) {
        if (!std::isfinite(there[i]) || there[i] == 0) continue;
        // Of a ring neither flow nor density is a result.
        if (!std::isfinite(here[i]) && !std::isfinite(run.numbers.flow) && i != 2) continue;
        sum += std::isfinite(here[i]) ? std::min(1.0, std::abs(here[i] / there[i] - 1)) : 1;
        ++n;
    }
    return n == 0 ? kUndefined : sum / n;
}

double square_of_speed_error(const FlowRun& run, const FlowNumbers& recorded) {
    const double speed = run.refused.empty() && std::isfinite(run.numbers.speed) ? run.numbers.speed : 0;
    return (speed - recorded.speed) * (speed - recorded.speed);
}

/// Mean over experiments, and over as many drawn with replacement.
Pooled pooled_experiments(const std::vector<double>& values, const PeopleFitOptions& options, bool with_draws) {
    Pooled all;
    const auto n = static_cast<double>(values.size());
    all.value = std::accumulate(values.begin(), values.end(), 0.0) / n;
    for (int round = 0; with_draws && round < options.resamples; ++round) {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double u =
                random_unit(options.seed, static_cast<AgentId>(i), static_cast<std::uint64_t>(round), Purpose::shuffle);
            sum += values[static_cast<std::size_t>(u * n)];
        }
        all.draws.push_back(sum / n);
    }
    return all;
}

}  // namespace

std::span<const FitMeasure> fit_measures() {
    return kMeasures;
}

Interval cost_difference(const FitScore& a, const FitScore& b) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(a.drawn.size(), b.drawn.size()); ++i)
        differences.push_back(b.drawn[i] - a.drawn[i]);
    return interval_of(std::move(differences));
}

ShareScore::ShareScore(const FitData& data, std::vector<const FlowExperiment*> experiments,
                       std::vector<FitWeight> objective, FitShare share, const PeopleFitOptions& options)
    : data_(data), objective_(std::move(objective)), share_(share), options_(options) {
    for (const FlowExperiment* experiment : experiments) experiments_.push_back(*experiment);
}

bool ShareScore::uses(EvaluateMode mode) const {
    return std::ranges::any_of(kMeasures, [&](const FitMeasure& measure) {
        return measure.mode() == mode &&
               std::ranges::find(objective_, measure.term, &FitWeight::term) != objective_.end();
    });
}

EvaluateOptions ShareScore::options_of(EvaluateMode mode) const {
    EvaluateOptions options = options_.replays;
    options.mode = mode;
    options.half = options_.learnt;
    if (share_ == FitShare::held_out)
        options.half = options_.learnt == EvaluateHalf::first ? EvaluateHalf::second : EvaluateHalf::first;
    options.cases = share_ == FitShare::drawn ? options_.cases : 0;
    options.goals = options_.goals;
    options.reference = {};
    options.resamples = 0;
    options.seed = options_.seed;
    options.threads = options_.threads;
    options.progress = nullptr;
    if (options_.goes_on) options.progress = [this](const EvaluateProgress&) { return options_.goes_on(); };
    return options;
}

/// Rows: people, and the walker with every kind of goals.
Evaluation ShareScore::evaluated(EvaluateMode mode, const EvaluatedWalker& walker) const {
    const EvaluatedWalker walkers[] = {{.name = "people", .baseline = Baseline::people}, walker};
    return evaluate(data_.people, walkers, options_of(mode));
}

std::vector<double> ShareScore::scales() const {
    std::vector<double> scales;
    for (const FitMeasure& measure : kMeasures) scales.push_back(measure.scale.value_or(1));
    for (const EvaluateMode mode : {EvaluateMode::one_by_one, EvaluateMode::pairs}) {
        if (!uses(mode)) continue;
        const Evaluation e = evaluated(mode, {.name = "relaxed", .baseline = Baseline::relaxed});
        if (e.rows.size() < 1 + options_.goals.size()) continue;  // ended
        for (std::size_t m = 0; m < std::size(kMeasures); ++m) {
            const FitMeasure& measure = kMeasures[m];
            if (measure.mode() != mode || measure.scale) continue;
            const Pooled both = pooled_rows(e, std::span(e.rows).subspan(1), e.rows[0], measure, e.options, false);
            const double is = measure.counts == FitCounts::missing ? 1 - both.value : both.value;
            scales[m] = std::max(is, kLeastScale);
        }
    }
    return scales;
}

void ShareScore::add(FitTerm term, double part, std::span<const double> draws, FitScore& score) const {
    for (std::size_t t = 0; t < objective_.size(); ++t) {
        if (objective_[t].term != term) continue;
        score.terms[t] += part;
        score.cost += objective_[t].weight * part;
        for (std::size_t i = 0; i < draws.size(); ++i) score.drawn[i] += objective_[t].weight * draws[i];
    }
}

bool ShareScore::add_replays(const EvaluatedWalker& walker, std::span<const double> scales, bool with_draws,
                             FitScore& score) const {
    for (const EvaluateMode mode : {EvaluateMode::one_by_one, EvaluateMode::pairs}) {
        if (!uses(mode)) continue;
        const Evaluation e = evaluated(mode, walker);
        if (!e.finished || e.rows.size() < 1 + options_.goals.size() || ended()) return false;
        const std::span<const EvaluateRow> rows = std::span(e.rows).subspan(1);
        for (const EvaluateRow& row : rows) {
            score.cases += e.cases.size();
            score.failed += row.failed;
        }
        EvaluateOptions drawing = e.options;
        drawing.resamples = options_.resamples;
        for (std::size_t m = 0; m < std::size(kMeasures); ++m) {
            const FitMeasure& measure = kMeasures[m];
            if (measure.mode() != mode ||
                std::ranges::find(objective_, measure.term, &FitWeight::term) == objective_.end())
                continue;
            const EvaluateMetric& metric = evaluate_metrics(mode)[measure.metric];
            Pooled people;
            if (measure.counts == FitCounts::excess)
                people = pooled_rows(e, std::span(e.rows).first(1), e.rows[0], measure, drawing, with_draws);
            const Pooled both = pooled_rows(e, rows, e.rows[0], measure, drawing, with_draws);
            score.values.push_back({measure.term, metric.name, metric.unit, metric.meaning, both.value,
                                    interval_of(both.draws), people.value, scales[m], measure.share});
            std::vector<double> draws;
            for (std::size_t i = 0; i < both.draws.size(); ++i) {
                const double among = people.draws.empty() ? 0 : people.draws[i];
                draws.push_back(measure.share * counted(measure.counts, both.draws[i], among, scales[m]));
            }
            add(measure.term, measure.share * counted(measure.counts, both.value, people.value, scales[m]), draws,
                score);
        }
    }
    return true;
}

bool ShareScore::add_flows(const EvaluatedWalker& walker, bool with_draws, FitScore& score) const {
    std::vector<FlowExperiment> wanted;
    for (const FlowExperiment& experiment : experiments_) {
        const FitTerm term = is_single_file(experiment) ? FitTerm::single_file : FitTerm::flow;
        if (std::ranges::find(objective_, term, &FitWeight::term) != objective_.end()) wanted.push_back(experiment);
    }
    if (wanted.empty()) return true;
    FlowOptions options;
    options.seed = options_.seed;
    options.seeds = options_.flow_seeds;
    options.threads = options_.threads;
    if (options_.goes_on) options.progress = [this](const EvaluateProgress&) { return options_.goes_on(); };
    score.flows = evaluate_flows(wanted, {walker}, options);
    if (ended()) return false;
    std::vector<double> errors, squares;
    for (std::size_t e = 0; e < wanted.size(); ++e) {
        const FlowResult& result = score.flows[e];
        if (result.rows.empty()) return false;
        double sum = 0;
        for (const FlowRun& run : result.rows[0].runs) {
            ++score.runs;
            score.refused += !run.refused.empty();
            score.stalled += run.stalled;
            score.jammed += run.jammed;
            sum += is_single_file(wanted[e]) ? square_of_speed_error(run, result.recorded)
                                             : error_of(run, result.recorded);
        }
        const double mean = sum / static_cast<double>(result.rows[0].runs.size());
        if (std::isfinite(mean)) (is_single_file(wanted[e]) ? squares : errors).push_back(mean);
    }
    if (!errors.empty()) {
        const Pooled all = pooled_experiments(errors, options_, with_draws);
        score.values.push_back({FitTerm::flow, "flow_error", "1",
                                "mean relative error of flow, density and speed over the experiments", all.value,
                                interval_of(all.draws), kUndefined, kScaleFlow, 1});
        std::vector<double> draws = all.draws;
        for (double& value : draws) value /= kScaleFlow;
        add(FitTerm::flow, all.value / kScaleFlow, draws, score);
    }
    if (!squares.empty()) {
        Pooled all = pooled_experiments(squares, options_, with_draws);
        all.value = std::sqrt(all.value);
        for (double& value : all.draws) value = std::sqrt(value);
        score.values.push_back({FitTerm::single_file, "speed_error", "m/s",
                                "root of the mean square error of the speed over the experiments", all.value,
                                interval_of(all.draws), kUndefined, kScaleSingleFile, 1});
        std::vector<double> draws = all.draws;
        for (double& value : draws) value /= kScaleSingleFile;
        add(FitTerm::single_file, all.value / kScaleSingleFile, draws, score);
    }
    return true;
}

std::optional<FitScore> ShareScore::score(const ProfileSpec& profile, std::span<const double> scales,
                                          bool with_draws) const {
    FitScore score;
    score.cost = 0;
    score.terms.assign(objective_.size(), 0.0);
    if (with_draws) score.drawn.assign(static_cast<std::size_t>(options_.resamples), 0.0);
    const EvaluatedWalker walker{.name = "walker", .profile = profile};
    if (ended() || !add_replays(walker, scales, with_draws, score) || !add_flows(walker, with_draws, score))
        return std::nullopt;
    score.interval = interval_of(score.drawn);
    return score;
}

}  // namespace sidestep
