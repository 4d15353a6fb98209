// One step from recorded states.
#include "sidestep/one_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "analyse/frame_grid.h"
#include "base/parallel.h"
#include "evaluate/cases.h"
#include "evaluate/entry.h"
#include "evaluate/pool.h"
#include "evaluate/replay.h"
#include "evaluate/watch.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

/// A moment of a recording: who is there, and where those are a lag later who still are.
struct Moment {
    std::size_t recording = 0, first_case = 0;
    Replay scene;  ///< with the goals of the oracle
    std::vector<Vec2d> later;
};

class OneStepEvaluator {
public:
    OneStepEvaluator(std::span<const FilmedPeople> people, const OneStepOptions& options)
        : people_(people), options_(options), workers_(options.evaluate.threads) {
        for (std::size_t r = 0; r < people.size(); ++r) plan(r);
    }

    const std::vector<EvaluatedCase>& cases() const { return cases_; }
    std::size_t clusters() const { return cases_.empty() ? 0 : cases_.back().cluster + 1; }

    /// Nothing where it was interrupted.
    std::optional<OneStepRow> row(const EvaluatedWalker& walker, ReplayGoal goal, EvaluateWatch& watch) {
        OneStepRow row;
        row.walker = walker.name;
        row.goal = goal;
        row.differences.assign(cases_.size(), {kUndefined, kUndefined});
        std::atomic<std::size_t> failed = 0;
        workers_.for_each(moments_.size(), [&](std::size_t m) {
            if (watch.stopped()) return;
            const Moment& moment = moments_[m];
            try {
                const auto ways =
                    replay(goal == ReplayGoal::oracle ? moment.scene : extrapolated(moment.scene), walker);
                for (std::size_t i = 0; i < ways.size(); ++i)
                    row.differences[moment.first_case + i] = moment.later[i] - ways[i].place.back();
            } catch (const InputError&) {
                failed += moment.later.size();
            }
            watch.done(moment.later.size());
        });
        if (watch.stopped()) return std::nullopt;
        row.failed = failed;
        return row;
    }

private:
    void plan(std::size_t recording) {
        const EvaluateOptions& o = options_.evaluate;
        const Trajectory& trajectory = people_[recording].trajectory;
        const double fps = trajectory.info.fps;
        const double interval = frame_grid(trajectory).interval / fps;
        const double lag = interval * std::max(1.0, std::round(options_.lag / interval));
        const SeenSpan span = seen_span(trajectory);
        // Clusters are numbered over all recordings.
        const std::size_t first_cluster = clusters();
        for (std::size_t k = 0;; ++k) {
            const double from = span.first + static_cast<double>(k) * lag;
            if (!(from + lag <= span.last + 1e-6)) return;
            if (!in_half(from, span, o.half)) continue;
            Moment moment;
            moment.recording = recording;
            moment.first_case = cases_.size();
            moment.scene.fps = fps;
            moment.scene.from = from;
            moment.scene.steps = static_cast<std::size_t>(std::max(1.0, std::ceil(lag / o.step - 1e-6)));
            moment.scene.step = lag / static_cast<double>(moment.scene.steps);
            moment.scene.seed = o.seed;
            const std::size_t cluster = first_cluster + static_cast<std::size_t>((from - span.first) / o.block);
            for (const Track& track : trajectory.tracks) {
                if (track.frame.empty()) continue;
                const auto here = place_at_time(track, fps, from), later = place_at_time(track, fps, from + lag);
                if (!here) continue;
                auto actor = later ? actor_at(track, fps, from, o) : std::nullopt;
                if (!actor) {  // comes or goes: the others see it
                    moment.scene.extras.push_back({.person = &track});
                    continue;
                }
                actor->leaves = from + lag;
                actor->goal = track.position.back();
                moment.scene.actors.push_back(*actor);
                moment.later.push_back(*later);
                cases_.push_back(
                    {.recording = recording, .a = track.id, .time = from, .seconds = lag, .cluster = cluster});
            }
            if (!moment.later.empty()) moments_.push_back(std::move(moment));
        }
    }

    Replay extrapolated(Replay scene) const {
        for (Actor& actor : scene.actors) {
            const double ahead = actor.leaves - actor.enters + options_.evaluate.goal_beyond;
            actor.goal = actor.place + actor.wont * ahead;
        }
        return scene;
    }

    std::span<const FilmedPeople> people_;
    const OneStepOptions& options_;
    Workers workers_;
    std::vector<Moment> moments_;
    std::vector<EvaluatedCase> cases_;
};

double share_not_exceeded(std::vector<double> values, double share) {
    if (values.empty()) return kUndefined;
    std::ranges::sort(values);
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values[std::max<std::size_t>(rank, 1) - 1];
}

std::vector<double> sizes(std::span<const Vec2d> differences) {
    std::vector<double> all;
    for (const Vec2d d : differences) all.push_back(norm(d));
    return all;
}

void fill_numbers(OneStepResult& result) {
    const std::size_t recordings = result.recordings.size();
    for (OneStepRow& row : result.rows) {
        const auto reference = std::ranges::find_if(result.rows, [&](const OneStepRow& r) {
            return r.walker == result.options.evaluate.reference && r.goal == row.goal;
        });
        const bool is_tested =
            reference != result.rows.end() && &*reference != &row && row.walker != name_of(Baseline::people);
        const std::vector<double> errors = sizes(row.differences);
        const std::vector<double> others = is_tested ? sizes(reference->differences) : std::vector<double>();
        row.error = pooled(result.cases, recordings, {.values = errors, .people = {}, .reference = others},
                           result.options.evaluate);
        double error_95 = 0, entropy = 0;
        std::size_t n = 0;
        for (std::size_t r = 0; r < recordings; ++r) {
            std::vector<Vec2d> differences;
            std::vector<double> mine;
            for (std::size_t i = 0; i < result.cases.size(); ++i) {
                if (result.cases[i].recording != r || !std::isfinite(errors[i])) continue;
                differences.push_back(row.differences[i]);
                mine.push_back(errors[i]);
            }
            if (mine.empty()) continue;
            error_95 += share_not_exceeded(mine, 0.95);
            entropy += difference_entropy(differences);
            ++n;
        }
        if (n == 0) continue;
        row.error_95 = error_95 / static_cast<double>(n);
        row.entropy = entropy / static_cast<double>(n);
    }
}

}  // namespace

double difference_entropy(std::span<const Vec2d> differences) {
    double xx = 0, xy = 0, yy = 0, n = 0;
    for (const Vec2d d : differences) {
        if (!std::isfinite(d.x) || !std::isfinite(d.y)) continue;
        xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y, n += 1;
    }
    const double determinant = (xx * yy - xy * xy) / (n * n);
    if (!(determinant > 0)) return kUndefined;
    return std::log(2 * std::numbers::pi * std::numbers::e) + std::log(determinant) / 2;
}

OneStepResult evaluate_one_step(std::span<const FilmedPeople> people, std::span<const EvaluatedWalker> walkers,
                                const OneStepOptions& options) {
    if (!(options.lag > 0)) throw std::invalid_argument("evaluate_one_step: the lag must be above 0 s");
    check_walkers(walkers, options.evaluate);
    OneStepResult result;
    result.options = options;
    for (const FilmedPeople& p : people) result.recordings.push_back(p.name);
    OneStepEvaluator evaluator(people, options);
    result.cases = evaluator.cases();
    result.clusters = evaluator.clusters();
    if (result.cases.empty()) {
        throw InputError({.message = "nobody is in the recordings for long enough",
                          .value = people.empty() ? "" : people[0].name,
                          .allowed = fmt::format("people seen twice and {:g} s later", options.lag),
                          .remedy = "Give another recording, or choose a shorter --lag."});
    }
    const auto of_people = [](const EvaluatedWalker& w) { return w.baseline == Baseline::people; };
    std::size_t rows = 0;
    for (const EvaluatedWalker& walker : walkers) rows += of_people(walker) ? 1 : options.evaluate.goals.size();
    EvaluateWatch watch(options.evaluate, rows * result.cases.size());
    for (const EvaluatedWalker& walker : walkers) {
        for (const ReplayGoal goal : options.evaluate.goals) {
            if (of_people(walker) && goal != options.evaluate.goals.front()) continue;
            if (auto row = evaluator.row(walker, goal, watch)) result.rows.push_back(std::move(*row));
        }
    }
    result.finished = !watch.stopped();
    fill_numbers(result);
    return result;
}

}  // namespace sidestep
