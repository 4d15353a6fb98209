// The other scenes of the paper: crowds, two people alone, a crosswalk; and whether motions are free of oscillations.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reproduce/karamouzas2009_figures.h"
#include "reproduce/karamouzas2009_study.h"

namespace sidestep::karamouzas2009 {

namespace {

/// The scene under each model; Helbing's bodies are pushed apart by the engine, which small steps of contact forces
/// would make much dearer.
std::array<Setup, 4> contestants(const std::string& scene) {
    return {Setup{scene, "predictive"}, Setup{scene, "social_force", kPoints, Contacts::project}, Setup{scene, "rvo"},
            Setup{scene, "orca"}};
}

/// "The generated motions are oscillation-free": beside people, who are not, and beside those the paper says are not.
void oscillations(Study& study) {
    const double people = people_range("reversals", kDefaultSampling)->high;
    ReproducedTable table{"scenarios",
                          "Reversals of acceleration, seen twice a second",
                          {"predictive", "social_force, projected", "rvo", "orca"},
                          {}};
    double most = 0;
    int fewer = 0, scenes = 0;
    for (const std::string scene :
         {"hallway100", "hallway100_dense", "crossing4", "perpendicular_flows", "crosswalk", "park1000"}) {
        ReproducedTable::Row row{scene, "1/min", {}};
        for (const Setup& setup : contestants(scene)) {
            std::vector<double> runs;
            for (const Outcome& run : study.lab.batch(setup, kScenarioSeeds).runs) runs.push_back(run.reversals);
            row.cells.emplace_back(number(mean_of(runs)));
        }
        most = std::max(most, row.cells[0]->mean);
        fewer += row.cells[0]->mean < row.cells[1]->mean;
        ++scenes;
        table.rows.push_back(std::move(row));
    }
    table.remark = fmt::format("Mean over people. Recorded people: up to {:.2g}.", people);
    study.result.tables.push_back(std::move(table));
    study.claim(
        {.id = "scenarios.oscillation_free",
         .paper = 0,
         .ours = most,
         .unit = "1/min",
         .rule = fmt::format("reversals of acceleration, twice a second, at most {:.2g} (recorded people)", people),
         .holds = most <= people,
         .required = true,
         .note = "in the scene with most"});
    study.claim(
        {.id = "scenarios.oscillation_helbing",
         .paper = scenes,
         .ours = fewer,
         .unit = "scenes",
         .rule = "\"undesirable oscillations\" without prediction: fewer reversals than Helbing's in every scene",
         .holds = fewer == scenes});
}

/// "A smooth avoidance behaviour" of pedestrians at a crosswalk.
void crosswalk(Study& study) {
    const Batch& batch = study.lab.batch({"crosswalk", "predictive"}, kScenarioSeeds);
    const double deepest = deepest_overlap(batch);
    const double degrees = mean_of(batch.run_means(&WalkMetrics::degrees));
    study.claim({.id = "scenarios.crosswalk",
                 .ours = degrees,
                 .unit = "deg",
                 .rule = "everybody crosses, bodies overlap by less than 0.05 m, ≤ 180° turned on average",
                 .holds = batch.arrived() == batch.agents() && deepest < 0.05 && degrees <= 180,
                 .note = fmt::format(
                     "{} of {} arrive, deepest overlap {:.3f} m, {:.2f} m/s; half of them turn {:.0f}° at most",
                     batch.arrived(), batch.agents(), deepest, mean_of(batch.run_means(&WalkMetrics::avg_speed)),
                     middle(batch.values(&WalkMetrics::degrees)))});
}

}  // namespace

void scenarios(Study& study) {
    for (const std::string rival : {"rvo", "orca"}) {
        int healthy = 0;
        std::string note;
        for (const std::string scene : {"head_on", "crossing_pair", "overtake"}) {
            const Batch& batch = study.lab.batch({scene, rival}, 1);
            healthy += batch.runs[0].health.ok;
            note += fmt::format("{} {:.1f} s at {:.2f} m/s, {:.0f}° turned; ", scene,
                                batch.summary(&WalkMetrics::time).mean, batch.summary(&WalkMetrics::avg_speed).mean,
                                batch.summary(&WalkMetrics::degrees).mean);
        }
        study.claim({.id = fmt::format("scenarios.low_density.{}", rival),
                     .ours = healthy,
                     .unit = "of 3",
                     .rule = "RVO \"works very well\" in low density: two people in three scenes, every run healthy",
                     .holds = healthy == 3,
                     .note = note});
    }
    oscillations(study);
    crosswalk(study);
    for (const std::string scene : {"hallway100_dense", "crossing4", "perpendicular_flows", "crosswalk"}) {
        const std::array<Setup, 4> setups = contestants(scene);
        const Batch& predictive = study.lab.batch(setups[0], kScenarioSeeds);
        const Batch& helbing = study.lab.batch(setups[1], kScenarioSeeds);
        const Batch& rvo = study.lab.batch(setups[2], kScenarioSeeds);
        const Batch& orca = study.lab.batch(setups[3], kScenarioSeeds);
        study.metrics_table(
            "scenarios", scene,
            {{"predictive", &predictive}, {"social_force, projected", &helbing}, {"rvo", &rvo}, {"orca", &orca}});
        const Score score(predictive, helbing);
        study.claim({.id = fmt::format("scenarios.{}.helbing", scene),
                     .paper = 6,
                     .ours = score.better,
                     .unit = "metrics",
                     .rule = "\"similar results\": Predictive better than Helbing in all six, p < 0.01",
                     .holds = score.better == 6,
                     .note = score.lost.empty() ? "" : fmt::format("not better: {}", score.lost)});
        for (const auto& [name, rival] : {std::pair{"rvo", &rvo}, {"orca", &orca}}) {
            int lower = 0;
            std::string rivals;
            for (const TableColumn index : kEffort) {
                const Column& column = kTable1[index];
                const Comparison c(predictive, *rival, column.value);
                lower += c.better(false);
                rivals += fmt::format("{}{} {:.3g} against {:.3g}", rivals.empty() ? "" : ", ", column.name, c.a.mean,
                                      c.b.mean);
            }
            study.claim({.id = fmt::format("scenarios.{}.{}", scene, name),
                         .paper = 3,
                         .ours = lower,
                         .unit = "metrics",
                         .rule = "crowded: Predictive lower than RVO in smoothness, accel and degrees, p < 0.01",
                         .holds = lower == 3,
                         .note = rivals});
        }
    }
    draw_scenarios(study);
}

}  // namespace sidestep::karamouzas2009
