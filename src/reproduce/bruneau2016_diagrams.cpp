// Figure 3.7: how fast people walk at what density, by ttr, beside recorded people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr double kReacts[] = {0.5, 0.75, 1.0};
constexpr double kDensities[] = {0.5, 1.0, 1.4, 1.8, 2.2};
constexpr std::uint32_t kPeople = 20;

LawWalker walker_of(double ttr, double noise) {
    LawWalker w;
    w.constants.ttr = ttr;
    w.standstill = 0.4;
    w.limits = {1.3, 1.56, 1, 2};
    w.noise = noise;
    return w;
}
double by_the_law(double ttr, double density) {
    return std::min(1.3, std::max(0.0, (1 / density - 0.4) / ttr));
}

void draw(Study& study) {
    plot::PointChart chart;
    chart.title = "Speed at density in single file";
    chart.x = {"density", "1/m"};
    chart.y = {"speed", "m/s"};
    chart.x_most = 2.8;
    plot::PointChart::Cloud reference{.name = "people, published cloud", .points = {}};
    for (const FileOfPeople& file : study.people()) {
        if (file.file) continue;
        for (const DensitySpeed& s : file.states) reference.points.push_back({s.density, s.speed});
    }
    if (!reference.points.empty()) chart.clouds.push_back(std::move(reference));
    for (const auto& [set, category] : {std::pair{"croma", 1u}, std::pair{"palestine", 2u}}) {
        std::vector<Following> samples;
        for (const FileOfPeople& file : study.people()) {
            if (!file.file || file.set != set) continue;
            const std::vector<Following> own = followings(*file.file);
            samples.insert(samples.end(), own.begin(), own.end());
        }
        plot::PointChart::Spread spread{.name = fmt::format("people, {}", set), .bars = {}, .category = category};
        for (const DensityBin& bin : density_diagram(samples, 0.2)) {
            if (bin.n >= 10) spread.bars.push_back({{bin.density, bin.speed}, bin.sd});
        }
        if (!spread.bars.empty()) chart.spreads.push_back(std::move(spread));
    }
    for (std::size_t t = 0; t < std::size(kReacts); ++t) {
        plot::PointChart::Curve curve{.name = fmt::format("ttr {} s", kReacts[t]), .points = {}, .category = 3 + t};
        for (double density = 0.3; density < 2.45; density += 0.05) {
            const double speed =
                ring_speed(walker_of(kReacts[t], 0.05), {.people = kPeople, .length = kPeople / density});
            curve.points.push_back({density, speed});
        }
        chart.curves.push_back(std::move(curve));
    }
    study.figure("following", "figure3_7", chart, 760, 480);
}

/// Which ttr comes nearest to recorded people.
void claim_best(Study& study) {
    const std::vector<PeopleBin> bins = people_bins(study.people(), Half::both);
    if (bins.empty()) return;
    ReproducedTable table{"following",
                          "Figure 3.7: off recorded people, root mean square over densities",
                          {"ours", "up to 1 per metre", "above"},
                          {}};
    double best = 0, least = 1e9;
    for (const double ttr : kReacts) {
        const auto off = [&](double from, double to) {
            std::vector<PeopleBin> some;
            std::copy_if(bins.begin(), bins.end(), std::back_inserter(some),
                         [&](const PeopleBin& b) { return b.density >= from && b.density < to; });
            return diagram_error(walker_of(ttr, 0.05), some);
        };
        const double error = off(0, 100);
        if (error < least) least = error, best = ttr;
        table.rows.push_back(
            {fmt::format("ttr {} s", ttr), "m/s", {number(error), number(off(0, 1)), number(off(1, 100))}});
    }
    study.result.tables.push_back(std::move(table));
    study.claim({.id = "following.best_ttr",
                 .paper = 0.75,
                 .ours = best,
                 .unit = "s",
                 .rule = "of 0.5, 0.75 and 1 s, 0.75 comes nearest to people",
                 .holds = best == 0.75,
                 .note = "other people than those of the thesis, and d_f 0.4 m for everybody"});
}

}  // namespace

void diagrams(Study& study) {
    study.tell("rings of five densities, three times to react");
    const std::size_t n = std::size(kReacts) * std::size(kDensities);
    std::vector<double> calm(n), noisy(n);
    Workers workers(study.options.threads);
    workers.for_each(n, [&](std::size_t i) {
        const double ttr = kReacts[i / std::size(kDensities)], density = kDensities[i % std::size(kDensities)];
        calm[i] = study.engine_speed(kPeople, kPeople / density, walker_of(ttr, 0));
        noisy[i] = study.engine_speed(kPeople, kPeople / density, walker_of(ttr, 0.05));
    });
    ReproducedTable table{"following", "Figure 3.7: speed of twenty people on a ring", {}, {}};
    for (const double density : kDensities) table.columns.push_back(fmt::format("{} /m", density));
    double off = 0, lost = 0;
    for (std::size_t t = 0; t < std::size(kReacts); ++t) {
        ReproducedTable::Row law{fmt::format("ttr {} s, by the law", kReacts[t]), "m/s", {}},
            still{"without noise", "m/s", {}}, noise{"noise 0.05 m/s", "m/s", {}};
        for (std::size_t d = 0; d < std::size(kDensities); ++d) {
            const std::size_t i = t * std::size(kDensities) + d;
            const double expected = by_the_law(kReacts[t], kDensities[d]);
            law.cells.emplace_back(number(expected));
            still.cells.emplace_back(number(calm[i]));
            noise.cells.emplace_back(number(noisy[i]));
            off = std::max(off, std::abs(calm[i] - expected));
            lost = std::max(lost, expected - noisy[i]);
        }
        table.rows.push_back(std::move(law));
        table.rows.push_back(std::move(still));
        table.rows.push_back(std::move(noise));
    }
    study.result.tables.push_back(std::move(table));
    draw(study);
    study.claim({.id = "following.diagram",
                 .ours = off,
                 .unit = "m/s",
                 .rule = "min(preferred, (1/ρ − d_f)/ttr) within 0.001 m/s, without noise",
                 .holds = off < 1e-3,
                 .required = true,
                 .note = "the farthest of fifteen rings"});
    study.claim({.id = "following.diagram_noise",
                 .ours = lost,
                 .unit = "m/s",
                 .rule = "noise of 0.05 m/s costs at most 0.03 m/s",
                 .holds = lost < 0.03,
                 .required = true,
                 .note = "the specification's own code lost at most 0.015"});
    claim_best(study);
}

}  // namespace sidestep::bruneau2016
