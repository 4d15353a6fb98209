// Figures 3.8 and 3.9: waves of stopping and going, found in a run and among people, and how strong they are at three
// densities.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"
#include "sidestep/report.h"
#include "sidestep/speed_waves.h"
#include "sidestep/statistics.h"
#include "sidestep/walk_line.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr std::uint32_t kPeople = 20;
constexpr double kSpacing = 0.35, kSeconds = 40;
struct Density {
    double length;
    double paper;
};
// N is inferred from the decimals of the densities: 20/13 and 20/10.5.
constexpr Density kDensities[] = {{20, 0}, {13, 0.21538}, {10.5, 0.063143}};

LawWalker compact_walker() {
    LawWalker w;
    w.constants.ttr = 0.5;
    w.standstill = kSpacing;
    w.limits = {1.2, 1.44, 0.8, 2};
    return w;
}

SingleFile walk(const Study& study, double length, std::uint64_t seed, double noise) {
    LawWalker walker = compact_walker();
    walker.noise = noise;
    Scenario scenario = study.ring(kPeople, length, walker, kSpacing);
    scenario.seed = seed;
    scenario.duration = kSeconds;
    return require_single_file(run_in_memory(std::move(scenario)).trajectory).file;
}

std::vector<double> scores(const Study& study, double length, std::size_t seeds, double noise) {
    std::vector<double> all(seeds);
    Workers workers(study.options.threads);
    workers.for_each(seeds, [&](std::size_t i) { all[i] = speed_waves(walk(study, length, i + 1, noise)).score(); });
    return all;
}

/// The lower plot of Figure 3.8: speed of one person, smoothed, with its minima.
plot::PointChart speeds_of(const SingleFile& file, std::uint32_t walk, const std::string& title) {
    plot::PointChart chart;
    chart.title = title;
    chart.x = {"time", "s"};
    chart.y = {"speed", "m/s"};
    const std::vector<double>& along = file.walks[walk].along;
    const auto curve = [&](const char* name, double over, std::size_t category) {
        plot::PointChart::Curve c{.name = name, .points = {}, .category = category};
        const auto half = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(over / 2 / file.interval)));
        for (std::size_t i = half; i + half < along.size(); ++i) {
            c.points.push_back({static_cast<double>(file.walks[walk].first + i) * file.interval,
                                (along[i + half] - along[i - half]) / (2 * static_cast<double>(half) * file.interval)});
        }
        chart.curves.push_back(std::move(c));
    };
    curve("speed", 2 * file.interval, 0);
    curve("over 1 s", 1, 1);
    plot::PointChart::Spread minima{.name = "minima", .bars = {}, .category = 2};  // larger than points of a cloud
    for (const SpeedMinimum& m : speed_minima(file)) {
        if (m.walk == walk) minima.bars.push_back({{m.time, m.speed}, std::nan("")});
    }
    if (!minima.bars.empty()) chart.spreads.push_back(std::move(minima));
    return chart;
}

void draw_detection(Study& study) {
    const SingleFile run = walk(study, 13, 1, 0.05);
    study.figure("following", "figure3_8_run",
                 space_time_chart(run, speed_waves(run), "Waves found in a run: 20 people on 13 m"));
    study.figure("following", "figure3_8_run_speed", speeds_of(run, 0, "One of them: speed and its minima"));
    for (const FileOfPeople& people : study.people()) {
        if (!people.file || people.file->ring == 0 || people.people != 16) continue;
        study.figure("following", "figure3_8_people",
                     space_time_chart(*people.file, speed_waves(*people.file),
                                      "Waves found among 16 people on an oval (croma)"));
    }
}

}  // namespace

void waves(Study& study) {
    study.tell("waves on rings");
    draw_detection(study);
    const std::size_t seeds = 3 * static_cast<std::size_t>(study.options.seeds);
    ReproducedTable table{"following",
                          "Figure 3.9: score of the strongest wave on a ring of 20 people, from a compact start",
                          {"thesis", "ours", "at least 0.12 [%]", "without noise"},
                          {}};
    plot::PointChart chart;
    chart.title = "Score of the strongest wave";
    chart.x = {"density", "1/m"};
    chart.y = {"score", "m/s"};
    chart.x_most = 2.2;
    plot::PointChart::Cloud each{.name = "a run", .points = {}};
    plot::PointChart::Spread ours{.name = "mean ± sd", .bars = {}};
    plot::PointChart::Spread thesis{.name = "thesis, a simulation", .bars = {}, .category = 1};
    plot::PointChart::Spread recorded{.name = "recorded people", .bars = {}, .category = 2};
    std::vector<Summary> means;
    for (const Density& d : kDensities) {
        const std::vector<double> all = scores(study, d.length, seeds, 0.05);
        const double calm = scores(study, d.length, 1, 0).front();
        const Summary mean = summarise(all);
        const auto strong = static_cast<double>(
            std::count_if(all.begin(), all.end(), [](double score) { return score >= kWaveScore; }));
        table.rows.push_back(
            {fmt::format("{:.4f} per metre", kPeople / d.length),
             "m/s",
             {number(d.paper), mean, number(100 * strong / static_cast<double>(seeds)), number(calm)}});
        means.push_back(mean);
        for (const double score : all) each.points.push_back({kPeople / d.length, score});
        ours.bars.push_back({{kPeople / d.length, mean.mean}, mean.sd});
        thesis.bars.push_back({{kPeople / d.length, d.paper}, std::nan("")});
    }
    for (const FileOfPeople& people : study.people()) {
        if (!people.file) continue;
        recorded.bars.push_back({{people.mean().density, speed_waves(*people.file).score()}, std::nan("")});
    }
    table.remark =
        fmt::format("{} seeds. The thesis has one run each and says neither N, L, d_f, limits nor thresholds.", seeds);
    study.result.tables.push_back(std::move(table));
    chart.clouds = {std::move(each)};
    chart.spreads = {std::move(ours), std::move(thesis)};
    if (!recorded.bars.empty()) chart.spreads.push_back(std::move(recorded));
    study.figure("following", "figure3_9", chart);

    study.claim({.id = "following.waves_sparse",
                 .paper = kDensities[0].paper,
                 .ours = means[0].mean,
                 .unit = "m/s",
                 .rule = "below 0.01 at 1 per metre",
                 .holds = means[0].mean < 0.01,
                 .required = true});
    study.claim({.id = "following.waves_middle",
                 .paper = kDensities[1].paper,
                 .ours = means[1].mean,
                 .unit = "m/s",
                 .rule = "above 0.12 at 1.5385 per metre",
                 .holds = means[1].mean > kWaveScore,
                 .required = true});
    study.claim({.id = "following.waves_dense",
                 .paper = kDensities[2].paper,
                 .ours = means[2].mean,
                 .unit = "m/s",
                 .rule = "above 0.01 at 1.9048 per metre, below 0.75 of that at 1.5385",
                 .holds = means[2].mean > 0.01 && means[2].mean < 0.75 * means[1].mean,
                 .required = true});
    study.claim({.id = "following.waves_dense_class",
                 .paper = kDensities[2].paper,
                 .ours = means[2].mean,
                 .unit = "m/s",
                 .rule = "a perturbation (below 0.12) at 1.9048 per metre",
                 .holds = means[2].mean < kWaveScore,
                 .note = "the thesis' class; about half of our runs are above"});
}

}  // namespace sidestep::bruneau2016
