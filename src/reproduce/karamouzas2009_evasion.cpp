// Several collisions at once: one after the other or as a sum, and how many of them.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/karamouzas2009_figures.h"
#include "reproduce/karamouzas2009_study.h"

namespace sidestep::karamouzas2009 {

Scenario back_of_another(const Study& study, const std::string& model, const std::vector<std::string>& settings) {
    Scenario scenario = study.lab.scenario({"crossing_pair", model, settings});
    scenario.agents[1].position = Vec2d{0, -7.2};  // 0.8 m nearer to the crossing than the one from the left
    return scenario;
}

namespace {

/// How far the one from the left walks beside the straight line until the other is closest; m, upwards.
double deviation(const RecordedRun& run) {
    const Track& track = run.trajectory.tracks[0];
    const std::uint32_t closest = closest_ever(run.trajectory)->frame;
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < track.frame.size() && track.frame[i] <= closest; ++i) {
        sum += track.position[i].y;
        ++count;
    }
    return sum / count;
}

/// "It makes a slight move toward the latter and eventually will pass behind it"; particles would part the other way.
void claim_behind(Study& study) {
    const double ours = deviation(run_in_memory(back_of_another(study, "predictive", {}))),
                 theirs = deviation(run_in_memory(back_of_another(study, "social_force", kSolidBodies)));
    study.claim(
        {.id = "evasion.behind",
         .ours = 100 * ours,
         .unit = "cm",
         .rule = "< 0: who would hit another's back moves to where the other comes from; Helbing's the other way",
         .holds = ours < 0 && theirs > 0,
         .note = fmt::format("mean deviation until they are closest; Helbing {:.1f} cm", 100 * theirs)});
}

}  // namespace

void evasion(Study& study) {
    const Batch& iterative = study.hallway("predictive");
    const Batch& sum = study.hallway("predictive", {"evasion=sum"});
    study.metrics_table("evasion", "Several collisions at once: one after the other, or a weighted sum",
                        {{"iterative", &iterative}, {"sum", &sum}});
    for (const TableColumn index : kEffort) {
        const Column& column = kTable1[index];
        const Comparison c(iterative, sum, column.value);
        // Ranks, because means of smoothness are ruled by the one agent in a hundred that comes near standstill.
        const MannWhitneyTest ranks = mann_whitney_test(iterative.values(column.value), sum.values(column.value));
        const double median = middle(iterative.values(column.value)), other = middle(sum.values(column.value));
        study.claim(
            {.id = fmt::format("evasion.{}", column.name),
             .ours = median - other,
             .unit = std::string(column.unit),
             .rule = "iterative smaller than sum in ranks (Mann–Whitney), p < 0.01; ours: difference of medians",
             .holds = ranks.p < kSignificant && ranks.z < 0,
             .note = fmt::format("medians {:.3g} against {:.3g}, ranks {}; means {}", median, other, p_text(ranks.p),
                                 c.text())});
    }
    claim_behind(study);
    draw_avoidance(study);
    draw_force(study);
}

void colliders(Study& study) {
    std::vector<std::pair<std::string, const Batch*>> batches;
    for (const int n : {1, 2, 3, 4, 5, 16}) {
        batches.emplace_back(
            fmt::format("N = {}", n),
            n == 3 ? &study.hallway("predictive") : &study.hallway("predictive", {fmt::format("max_colliders={}", n)}));
    }
    study.metrics_table("colliders", "How many collisions are dealt with at once", batches);
    const Batch& all = *batches.back().second;
    for (const TableColumn index : {kTime, kSmoothness}) {
        const Column& column = kTable1[index];
        const double reference = middle(all.values(column.value));
        double worst = 0;
        std::string note;
        for (std::size_t i = 1; i < 5; ++i) {
            const double median = middle(batches[i].second->values(column.value));
            worst = std::max(worst, 100 * (median / reference - 1));
            note += fmt::format("{}: {:.4g}, ", batches[i].first, median);
        }
        study.claim({.id = fmt::format("colliders.{}", column.name),
                     .ours = worst,
                     .unit = "%",
                     .rule = "medians for N = 2 … 5 at most 20 % worse than for N = 16",
                     .holds = worst <= 20,
                     .note = fmt::format("{}N = 16: {:.4g}", note, reference)});
    }
}

}  // namespace sidestep::karamouzas2009
