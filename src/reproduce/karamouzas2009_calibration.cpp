// The first experiment: constants of all three models are chosen by the paper's metrics in simple test cases, after
// which the models are compared in the hallway.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "reproduce/karamouzas2009_study.h"
#include "sidestep/calibrate.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::karamouzas2009 {

namespace {

/// Simple test cases of the steering benchmark, which the paper refers to: two to nine people and no walls.
constexpr std::string_view kCases[] = {"oncoming", "crossing",    "crossing_45", "crossing_135", "similar_direction",
                                       "overtake", "confusion_3", "confusion_4", "cut_across"};

constexpr double kOverlap = 0.01;       // m that solid bodies may be pressed into each other
constexpr double kCollisionWeight = 5;  // of a collision, or of somebody who does not arrive, per head
constexpr double kLeast = 1e-3;         // of a metric, below which nobody sees a difference
constexpr double kNoticed = 0.05;       // m from where somebody would be who does not react
constexpr double kAside = 0.05;         // m
constexpr double kMeeting = 0.6;        // m between centres: bodies would touch
constexpr double kAsGood = 0.05;        // of the score: one twentieth in the mean metric

/// A model with what is fixed and what is searched for. Bounds are ours, the middle ones start values as published.
struct Candidate {
    std::string model;
    std::vector<std::string> fixed;
    std::vector<Unknown> unknowns;
};

std::vector<Candidate> candidates() {
    return {{"predictive",
             {},
             {{"personal_radius", 0.35, 1.2, 0.6},
              {"relaxation_time", 0.2, 1, 0.5},
              {"anticipation", 2, 10, 4},
              {"evasive_strength", 0.2, 4, 1},
              {"d_min", 0.3, 2, 0.9},
              {"d_mid", 1, 8, 4}}},
            {"social_force",
             {"contact=on"},
             {{"relaxation_time", 0.2, 1, 0.5},
              {"repulsion_strength", 0.5, 10, 2.1},
              {"repulsion_range", 0.1, 1, 0.3},
              {"step_time", 0, 4, 2}}},
            {"rvo", {}, {{"safety", 0.2, 10, 1}, {"responsibility", 0.3, 1, 0.5}, {"neighbour_range", 3, 15, 5}}}};
}

/// Four digits are what the table prints, and what is walked with.
std::vector<std::string> settings_of(const Candidate& candidate, std::span<const double> at) {
    std::vector<std::string> settings = candidate.fixed;
    for (std::size_t i = 0; i < candidate.unknowns.size(); ++i) {
        settings.push_back(fmt::format("{}={:.4g}", candidate.unknowns[i].name, at[i]));
    }
    return settings;
}

/// The test cases under one model, each walked once: nothing is drawn in them.
class TestCases {
public:
    TestCases(const Study& study, const std::string& model) {
        for (const std::string_view name : kCases) {
            // The hallway's bodies; the benchmark's are wider.
            Scenario scenario = study.lab.scenario({fmt::format("steer_{}", name), model, {"radius=0.3"}});
            // Nobody starts in exact symmetry, in which forces without noise wait for ever.
            for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
                const SinCos aside = sin_cos(static_cast<double>(i));
                *scenario.agents[i].position += Vec2d{aside.cos, aside.sin} * kAside;
            }
            scenarios_.push_back(std::move(scenario));
        }
    }

    std::vector<RecordedRun> walk(std::span<const std::string> settings) const {
        std::vector<RecordedRun> runs;
        for (Scenario scenario : scenarios_) {
            for (const ProfileSpec& profile : std::vector(scenario.profiles)) {
                for (const std::string& setting : settings) apply_setting(scenario, profile.name + "." + setting);
            }
            runs.push_back(run_in_memory(std::move(scenario)));
        }
        return runs;
    }

private:
    std::vector<Scenario> scenarios_;
};

/// What everybody did in some of the test cases.
struct Walked {
    std::array<double, kTable1.size()> mean{};
    double collisions = 0, lost = 0;  ///< per head

    explicit Walked(std::span<const RecordedRun> runs) {
        double people = 0;
        for (const RecordedRun& run : runs) {
            for (const WalkMetrics& walk : walk_metrics(run.trajectory)) {
                for (std::size_t i = 0; i < kTable1.size(); ++i) mean[i] += walk.*kTable1[i].value;
                ++people;
            }
            const SteerScore bodies = steer_score(run.trajectory, {.tolerance = kOverlap});
            collisions += bodies.collisions * static_cast<double>(bodies.agents);
            lost += static_cast<double>(run.trajectory.tracks.size() - run.arrived);
        }
        for (double* value : {&collisions, &lost}) *value /= people;
        for (double& value : mean) value /= people;
    }

    /// Mean logarithm of the six metrics (speed: of its inverse), so that each counts by its proportions and none has a
    /// weight; collisions, and whoever does not arrive, outweigh them.
    double score() const {
        double sum = 0;
        for (std::size_t i = 0; i < kTable1.size(); ++i) {
            const double value = logarithm(mean[i] + kLeast);
            sum += kTable1[i].larger_is_better ? -value : value;
        }
        return sum / static_cast<double>(kTable1.size()) + kCollisionWeight * (collisions + lost);
    }
};

/// How long before they would touch people begin to react, on average over those who would if nobody reacted; s.
double warning(const Trajectory& walked, const Trajectory& blind) {
    const std::vector<ClosestPair> meetings = approaches(blind, kMeeting);
    std::vector<double> warnings;
    for (std::size_t person = 0; person < blind.tracks.size(); ++person) {
        const Track &track = walked.tracks[person], &straight = blind.tracks[person];
        double meeting = kUnlimited;
        for (const ClosestPair& pair : meetings) {
            if (pair.a == track.id || pair.b == track.id) meeting = std::min(meeting, pair.time);
        }
        if (meeting == kUnlimited) continue;
        double noticed = meeting;
        for (std::size_t i = 0; i < std::min(track.frame.size(), straight.frame.size()); ++i) {
            const double time = track.frame[i] / walked.info.fps;
            if (time >= meeting) break;
            if (norm(track.position[i] - straight.position[i]) < kNoticed) continue;
            noticed = time;
            break;
        }
        warnings.push_back(meeting - noticed);
    }
    return mean_of(warnings);
}

/// A model as it was found.
struct Calibrated {
    TestCases cases;
    std::vector<std::string> settings;
    std::vector<RecordedRun> runs, before;  ///< with these settings, and as published
    double score() const { return Walked(runs).score(); }
};

Calibrated calibrate(Study& study, const Candidate& candidate, ReproducedTable& found) {
    const bool whole = study.options.seeds >= 5;
    SearchOptions search_options;
    search_options.method = SearchMethod::simplex;
    search_options.seeds = 2;
    search_options.evaluations = whole ? 250 : 20;
    search_options.threads = study.options.threads;
    study.lab.tell(fmt::format("{} test cases, {}, {} times", std::size(kCases), candidate.model,
                               search_options.seeds * search_options.evaluations));
    Calibrated calibrated{TestCases(study, candidate.model), {}, {}, {}};
    const SearchResult result = search(
        [&](std::span<const double> at) { return Walked(calibrated.cases.walk(settings_of(candidate, at))).score(); },
        candidate.unknowns, search_options);
    std::vector<double> start;
    for (std::size_t i = 0; i < candidate.unknowns.size(); ++i) {
        const Unknown& unknown = candidate.unknowns[i];
        start.push_back(unknown.start);
        found.rows.push_back({fmt::format("{} {}", candidate.model, unknown.name),
                              "",
                              {number(unknown.start), number(result.best().best[i]), result.spread(i)}});
    }
    calibrated.settings = settings_of(candidate, result.best().best);
    calibrated.runs = calibrated.cases.walk(calibrated.settings);
    calibrated.before = calibrated.cases.walk(settings_of(candidate, start));
    found.rows.push_back({fmt::format("{} score", candidate.model),
                          "",
                          {number(Walked(calibrated.before).score()), number(calibrated.score()), std::nullopt}});
    return calibrated;
}

/// The paper's metrics in the test cases.
void metrics_in_cases(Study& study, const std::vector<std::pair<std::string, const Calibrated*>>& models) {
    ReproducedTable table{"calibration", "In the test cases, as published and with the constants chosen", {}, {}};
    std::vector<Walked> columns;
    for (const auto& [name, model] : models) {
        table.columns.push_back(name);
        table.columns.emplace_back("chosen");
        columns.emplace_back(model->before);
        columns.emplace_back(model->runs);
    }
    const auto add = [&](std::string label, std::string unit, auto&& value) {
        ReproducedTable::Row row{std::move(label), std::move(unit), {}};
        for (const Walked& column : columns) row.cells.emplace_back(number(value(column)));
        table.rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < kTable1.size(); ++i) {
        add(std::string(kTable1[i].name), std::string(kTable1[i].unit), [&](const Walked& w) { return w.mean[i]; });
    }
    add("collisions per head", "", [](const Walked& w) { return w.collisions; });
    add("not arrived", "%", [](const Walked& w) { return 100 * w.lost; });
    study.result.tables.push_back(std::move(table));
}

/// "Pedestrians using Helbing's model tend to adapt their motions rather late."
void claim_early(Study& study, const Calibrated& predictive, const Calibrated& helbing, const Calibrated& rvo) {
    ReproducedTable table{"calibration",
                          "How long before they would touch people begin to react, in the test cases",
                          {"predictive", "social_force", "rvo"},
                          {}};
    const std::vector<RecordedRun> blind = TestCases(study, "constant_velocity").walk({});
    int earlier = 0, cases = 0;
    std::string not_earlier;
    for (std::size_t i = 0; i < std::size(kCases); ++i) {
        const auto reaction = [&](const Calibrated& model) {
            return warning(model.runs[i].trajectory, blind[i].trajectory);
        };
        const double ours = reaction(predictive), theirs = reaction(helbing);
        if (std::isnan(ours)) continue;  // nobody would meet anybody
        ++cases;
        table.rows.push_back({std::string(kCases[i]), "s", {number(ours), number(theirs), number(reaction(rvo))}});
        earlier += ours > theirs;
        if (!(ours > theirs)) not_earlier += fmt::format("{}{}", not_earlier.empty() ? "" : ", ", kCases[i]);
    }
    table.remark = "0: not before they would touch. Test cases in which nobody would touch anybody are left out.";
    study.result.tables.push_back(std::move(table));
    study.claim({.id = "calibration.early",
                 .paper = cases,
                 .ours = earlier,
                 .unit = "cases",
                 .rule = "\"in all test-cases\" Helbing's pedestrians react later than Predictive's",
                 .holds = earlier == cases,
                 .note = not_earlier.empty() ? "" : fmt::format("not in {}", not_earlier)});
}

/// "The resulting paths have a high curvature and the amount of unnecessary movements … is large."
void claim_less_movement(Study& study, const Calibrated& predictive, const Calibrated& helbing) {
    int less = 0;
    std::string not_less;
    for (std::size_t i = 0; i < std::size(kCases); ++i) {
        const Walked ours(std::span(predictive.runs).subspan(i, 1)), theirs(std::span(helbing.runs).subspan(i, 1));
        const bool holds = ours.mean[kSmoothness] < theirs.mean[kSmoothness] && ours.mean[kAccel] < theirs.mean[kAccel];
        less += holds;
        if (!holds) not_less += fmt::format("{}{}", not_less.empty() ? "" : ", ", kCases[i]);
    }
    study.claim({.id = "calibration.less_movement",
                 .paper = std::size(kCases),
                 .ours = less,
                 .unit = "cases",
                 .rule = "\"in all test-cases\" Predictive's paths bend less and need less acceleration than Helbing's",
                 .holds = less == static_cast<int>(std::size(kCases)),
                 .note = not_less.empty() ? "" : fmt::format("not in {}", not_less)});
}

/// What the paper confirmed with these test cases.
void claim_choices(Study& study, const Calibrated& predictive) {
    const auto with = [&](const std::string& setting) {
        std::vector<std::string> settings = predictive.settings;
        settings.push_back(setting);
        return Walked(predictive.cases.walk(settings)).score();
    };
    const double sum = with("evasion=sum");
    study.claim({.id = "calibration.iterative",
                 .ours = sum - predictive.score(),
                 .unit = "score",
                 .rule = "> 0: forces one after the other score lower than their sum, in the test cases",
                 .holds = sum > predictive.score(),
                 .note = fmt::format("{:.3f} against {:.3f}", predictive.score(), sum)});
    const double all = with("max_colliders=16");
    double worst = -kUnlimited;
    std::string note;
    for (const int n : {2, 3, 4, 5}) {
        const double score = with(fmt::format("max_colliders={}", n));
        worst = std::max(worst, score - all);
        note += fmt::format("N = {}: {:.3f}, ", n, score);
    }
    study.claim({.id = "calibration.colliders",
                 .ours = worst,
                 .unit = "score",
                 .rule = fmt::format("≤ {}: N = 2 … 5 as good as N = 16, in the test cases", kAsGood),
                 .holds = worst <= kAsGood,
                 .note = fmt::format("{}N = 16: {:.3f}", note, all)});
}

}  // namespace

void calibration(Study& study) {
    ReproducedTable found{
        "calibration", "Constants chosen in the test cases", {"as published", "chosen", "over searches"}, {}};
    const std::vector<Candidate> models = candidates();
    const Calibrated predictive = calibrate(study, models[0], found), helbing = calibrate(study, models[1], found),
                     rvo = calibrate(study, models[2], found);
    found.remark =
        "Score: mean logarithm of the six metrics over everybody in all test cases, and 5 for every collision and "
        "every "
        "one who does not arrive, per head; lower is better.";
    study.result.tables.push_back(std::move(found));
    metrics_in_cases(study, {{"predictive", &predictive}, {"social_force", &helbing}, {"rvo", &rvo}});
    claim_early(study, predictive, helbing, rvo);
    claim_less_movement(study, predictive, helbing);
    claim_choices(study, predictive);

    const Batch &ours = study.hallway("predictive", predictive.settings),
                &forces = study.hallway("social_force", helbing.settings),
                &obstacles = study.hallway("rvo", rvo.settings);
    study.table_beside_the_papers("calibration", "Table 1 with the constants chosen in the test cases",
                                  {ours, forces, obstacles});
    study.claim_arrivals("calibration", {{"predictive", &ours}, {"social_force", &forces}, {"rvo", &obstacles}}, false);
    study.claim_against_helbing("calibration", ours, forces, false);
    study.claim_against_rvo("calibration", "rvo", ours, obstacles);
}

}  // namespace sidestep::karamouzas2009
