#include "sidestep/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "base/parallel.h"
#include "evaluate/cases.h"
#include "evaluate/entry.h"
#include "evaluate/measure.h"
#include "evaluate/pool.h"
#include "evaluate/watch.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"

namespace sidestep {
namespace {

constexpr std::array<EvaluateMetric, kPersonMetrics> kOfPeople{{
    {"ade", "m", "ADE", "mean distance to the filmed person, at its frames after the start", 3},
    {"fde", "m", "FDE", "distance at the end", 3},
    {"touch", "%", "touch", "people who come closer than --touch to anybody", 1, 100},
    {"near", "%", "near", "people who come closer than --near to anybody", 1, 100},
    {"w1", "m", "W1", "between the distributions of least distances, theirs and the filmed ones", 3},
    {"likelihood", "1", "L", "normalised likelihood (Pettré 2009), 1 is perfect", 3},
    {"area", "m²", "area", "between the two paths, per step", 4},
    {"speed", "m/s", "speed", "mean difference of speeds", 3},
}};
constexpr std::array<EvaluateMetric, kMeetingMetrics> kOfMeetings{{
    {"delta", "m", "δ", "mean distance of both to the filmed ones, at their frames after the start", 3},
    {"likelihood", "1", "L", "normalised likelihood (Pettré 2009), 1 is perfect", 3},
    {"least", "m", "Δmin", "error of the least distance", 3},
    {"order", "%", "order", "meetings passed on the filmed side", 1, 100},
    {"area", "m²", "area", "between the two paths, per step", 4},
    {"speed", "m/s", "speed", "mean difference of speeds", 3},
}};

class Evaluator {
public:
    Evaluator(std::span<const FilmedPeople> people, const EvaluateOptions& options)
        : people_(people), options_(options), workers_(options.threads), planned_(planned_cases(people, options)) {
        for (const PlannedCase& c : planned_) cases_.push_back(c.what);
        for (const FilmedPeople& p : people) parties_.emplace_back(p);
    }

    std::span<const EvaluatedCase> cases() const { return cases_; }

    /// Nothing where it was interrupted.
    std::optional<EvaluateRow> row(const EvaluatedWalker& walker, ReplayGoal goal, EvaluateWatch& watch) {
        EvaluateRow row;
        row.walker = walker.name;
        row.goal = goal;
        const std::size_t metrics = evaluate_metrics(options_.mode).size();
        row.values.assign(metrics, std::vector<double>(cases_.size(), kUndefined));
        std::vector<std::vector<ReplayedWay>> ways(cases_.size());
        std::atomic<std::size_t> failed = 0;
        const auto keep = [&](std::size_t i, const std::vector<double>& values) {
            for (std::size_t m = 0; m < metrics; ++m) row.values[m][i] = values[m];
        };
        if (options_.mode == EvaluateMode::all_at_once) {
            workers_.for_each(people_.size(), [&](std::size_t r) {
                if (watch.stopped()) return;
                std::vector<std::size_t> mine;
                for (std::size_t i = 0; i < cases_.size(); ++i) {
                    if (cases_[i].recording == r) mine.push_back(i);
                }
                const Replay scene = crowd(r, mine, goal);
                try {
                    std::vector<ReplayedWay> all = replay(scene, walker);
                    const auto values = measure_people(scene, all, options_);
                    for (std::size_t k = 0; k < mine.size(); ++k) {
                        keep(mine[k], values[k]);
                        ways[mine[k]].push_back(std::move(all[k]));
                    }
                } catch (const InputError&) {
                    failed += mine.size();
                }
                watch.done(mine.size());
            });
        } else {
            workers_.for_each(cases_.size(), [&](std::size_t i) {
                if (watch.stopped()) return;
                const Replay scene = alone(i, goal);
                try {
                    std::vector<ReplayedWay> all = replay(scene, walker);
                    if (options_.mode == EvaluateMode::pairs) {
                        keep(i, measure_meeting(scene, all, options_));
                    } else {
                        keep(i, measure_people(with_all(scene, i), all, options_)[0]);
                    }
                    ways[i] = std::move(all);
                } catch (const InputError&) {
                    ++failed;
                }
                watch.done(1);
            });
        }
        if (watch.stopped()) return std::nullopt;
        row.failed = failed;
        row.paths = paths(ways);
        return row;
    }

private:
    void set_goals(Replay& scene, ReplayGoal goal) const {
        if (goal == ReplayGoal::oracle) return;
        for (Actor& actor : scene.actors) {
            // Farther than it can come meanwhile: nobody slows down at a place that nobody has seen.
            const double ahead = actor.leaves - actor.enters + options_.goal_beyond;
            actor.goal = actor.place + actor.wont * ahead;
        }
    }

    Replay empty(std::size_t recording, double from, double seconds) const {
        Replay scene;
        scene.fps = people_[recording].trajectory.info.fps;
        scene.from = from;
        scene.step = options_.step;
        scene.steps = static_cast<std::size_t>(std::lround(seconds / options_.step));
        scene.seed = options_.seed;
        return scene;
    }

    bool overlaps(const Track& track, const Replay& scene) const {
        return !track.frame.empty() &&
               track.frame.front() / scene.fps <= scene.from + static_cast<double>(scene.steps) * scene.step &&
               track.frame.back() / scene.fps >= scene.from;
    }

    /// Of a person or a meeting; whoever an agent does not see is not there.
    Replay alone(std::size_t i, ReplayGoal goal) const {
        Replay scene = empty(cases_[i].recording, cases_[i].time, cases_[i].seconds);
        scene.actors = planned_[i].actors;
        set_goals(scene, goal);
        if (options_.mode == EvaluateMode::one_by_one)
            add_extras(scene, i, options_.companions == CompanionSight::hidden);
        return scene;
    }

    void add_extras(Replay& scene, std::size_t i, bool without_companions) const {
        const EvaluatedCase& c = cases_[i];
        const Parties& parties = parties_[c.recording];
        for (const Track& track : people_[c.recording].trajectory.tracks) {
            if (track.id == c.a || !overlaps(track, scene)) continue;
            if (without_companions && parties.of(track.id) == parties.of(c.a)) continue;
            scene.extras.push_back({.person = &track});
        }
    }

    /// The same with everybody who was there: distances count to those, too, who were not seen.
    Replay with_all(const Replay& scene, std::size_t i) const {
        if (options_.companions == CompanionSight::seen) return scene;
        Replay all = scene;
        all.extras.clear();
        add_extras(all, i, false);
        return all;
    }

    Replay crowd(std::size_t recording, std::span<const std::size_t> mine, ReplayGoal goal) const {
        const Trajectory& trajectory = people_[recording].trajectory;
        const auto [first, last] = seen_span(trajectory);
        Replay scene = empty(recording, first, last - first);
        scene.leaves_at_goal = true;
        for (const std::size_t i : mine) scene.actors.push_back(planned_[i].actors[0]);
        set_goals(scene, goal);
        std::size_t k = 0;
        for (const Track& track : trajectory.tracks) {
            const bool simulated = k < mine.size() && cases_[mine[k]].a == track.id;
            scene.extras.push_back({.person = &track});
            if (simulated) scene.extras.back().until = cases_[mine[k++]].time;
        }
        return scene;
    }

    /// Of the first recording.
    Trajectory paths(const std::vector<std::vector<ReplayedWay>>& ways) const {
        Trajectory all;
        all.info.fps = 1 / options_.step;
        all.info.wkt = people_[0].trajectory.info.wkt;
        for (std::size_t i = 0; i < cases_.size() && cases_[i].recording == 0; ++i) {
            for (std::size_t k = 0; k < ways[i].size(); ++k) {
                if (ways[i][k].place.empty()) continue;
                Track track;
                // Of pairs each person may be in several: every case has its own two.
                track.id = options_.mode == EvaluateMode::pairs ? static_cast<AgentId>(2 * i + k + 1) : cases_[i].a;
                const auto first = static_cast<std::uint32_t>(std::lround(cases_[i].time / options_.step));
                for (std::size_t s = 0; s < ways[i][k].place.size(); ++s)
                    track.frame.push_back(first + static_cast<std::uint32_t>(s));
                track.position = ways[i][k].place;
                all.tracks.push_back(std::move(track));
            }
        }
        return all;
    }

    std::span<const FilmedPeople> people_;
    const EvaluateOptions& options_;
    Workers workers_;
    std::vector<PlannedCase> planned_;
    std::vector<EvaluatedCase> cases_;
    std::vector<Parties> parties_;
};

bool has_distribution(const EvaluateOptions& options, std::size_t metric) {
    return options.mode != EvaluateMode::pairs && metric == kW1;
}

const EvaluateRow* row_of(const Evaluation& evaluation, std::string_view walker, ReplayGoal goal) {
    for (const EvaluateRow& row : evaluation.rows) {
        if (row.walker == walker && (row.goal == goal || row.walker == name_of(Baseline::people))) return &row;
    }
    return nullptr;
}

void fill_cells(Evaluation& evaluation, const EvaluateRow& people) {
    for (EvaluateRow& row : evaluation.rows) {
        const EvaluateRow* reference = row_of(evaluation, evaluation.options.reference, row.goal);
        if (reference == &row || row.walker == people.walker) reference = nullptr;
        for (std::size_t m = 0; m < row.values.size(); ++m) {
            PooledMetric metric;
            metric.values = row.values[m];
            if (has_distribution(evaluation.options, m)) {
                metric.pooling = Pooling::distribution;
                metric.people = people.values[m];
            }
            if (reference != nullptr) metric.reference = reference->values[m];
            row.cells.push_back(pooled(evaluation.cases, evaluation.recordings.size(), metric, evaluation.options));
        }
    }
}

}  // namespace

void check_walkers(std::span<const EvaluatedWalker> walkers, const EvaluateOptions& options) {
    if (!(options.step > 0) || !(options.history > 0) || !(options.velocity_over > 0) || !(options.horizon > 0) ||
        !(options.block > 0))
        throw std::invalid_argument("evaluate: times must be above 0 s");
    std::vector<std::string> names;
    for (const EvaluatedWalker& walker : walkers) names.push_back(walker.name);
    if (!options.reference.empty() && std::ranges::find(names, options.reference) == names.end()) {
        throw InputError(
            {.message = fmt::format("there is no walker named \"{}\" to test the others against", options.reference),
             .value = options.reference,
             .allowed = list_of(names),
             .remedy = did_you_mean(options.reference, names, "Choose one of these.")});
    }
}

std::span<const EvaluateMetric> evaluate_metrics(EvaluateMode mode) {
    if (mode == EvaluateMode::pairs) return kOfMeetings;
    return kOfPeople;
}

std::vector<EvaluatedWalker> baseline_walkers(double tau) {
    std::vector<EvaluatedWalker> walkers;
    for (const Baseline baseline :
         {Baseline::people, Baseline::constant_velocity, Baseline::straight, Baseline::relaxed}) {
        walkers.push_back({.name = std::string(name_of(baseline)), .baseline = baseline, .tau = tau});
    }
    return walkers;
}

Evaluation evaluate(std::span<const FilmedPeople> people, std::span<const EvaluatedWalker> walkers,
                    const EvaluateOptions& options) {
    check_walkers(walkers, options);
    Evaluation evaluation;
    evaluation.options = options;
    for (const FilmedPeople& p : people) evaluation.recordings.push_back(p.name);
    Evaluator evaluator(people, options);
    evaluation.cases.assign(evaluator.cases().begin(), evaluator.cases().end());
    for (const EvaluatedCase& c : evaluation.cases) evaluation.clusters = std::max(evaluation.clusters, c.cluster + 1);
    if (evaluation.cases.empty()) {
        const bool pairs = options.mode == EvaluateMode::pairs;
        throw InputError(
            {.message = pairs ? "none of the recordings has meetings of two people"
                              : "nobody is in the recordings for long enough",
             .value = people.empty() ? "" : people[0].name,
             .allowed = pairs ? "meetings listed in pairs/NAME.csv beside the recording's folder"
                              : fmt::format("people seen for {:g} s and more", options.history + options.horizon),
             .remedy = pairs ? "Give the list of meetings, or choose another mode."
                             : "Give another recording, or choose a shorter --horizon."});
    }
    const auto of_people = [](const EvaluatedWalker& w) { return w.baseline == Baseline::people; };
    std::size_t rows = 0;
    for (const EvaluatedWalker& walker : walkers) rows += of_people(walker) ? 1 : options.goals.size();
    EvaluateWatch watch(options, rows * evaluation.cases.size());
    // What people did is needed whether it is in the table or not, and costs nothing.
    EvaluateOptions quiet = options;
    quiet.progress = nullptr;
    EvaluateWatch unwatched(quiet, 0);
    EvaluatedWalker filmed{.name = std::string(name_of(Baseline::people)), .baseline = Baseline::people};
    const EvaluateRow people_row = *evaluator.row(filmed, ReplayGoal::oracle, unwatched);
    for (const EvaluatedWalker& walker : walkers) {
        if (of_people(walker)) {
            evaluation.rows.push_back(people_row);
            evaluation.rows.back().walker = walker.name;
            watch.done(evaluation.cases.size());
            continue;
        }
        for (const ReplayGoal goal : options.goals) {
            if (auto row = evaluator.row(walker, goal, watch)) evaluation.rows.push_back(std::move(*row));
        }
    }
    evaluation.finished = !watch.stopped();
    fill_cells(evaluation, people_row);
    return evaluation;
}

}  // namespace sidestep
