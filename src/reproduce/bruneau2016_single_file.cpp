// Laws of following fitted to recorded people, half of whom no fit saw: once to how fast people walk at what density,
// once to how everybody keeps behind the one ahead.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/parallel.h"
#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"
#include "sidestep/speed_waves.h"
#include "sidestep/walk_line.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr double kCriterion = 0.05;  // m/s
constexpr double kTie = 0.005;       // m/s: laws closer than this are as good as each other
constexpr double kAgreement = 0.02;  // m/s between the engine and the law in one dimension
const std::string kPart = "single_file";

std::span<const std::string_view> laws() {
    return NamesOf<FollowingLaw>::all;
}
FollowingLaw law_of(std::size_t i) {
    return static_cast<FollowingLaw>(i);
}
/// "ttr 0.91, d_f 0.38"
std::string constants_of(const LawWalker& walker, bool with_preferred) {
    std::string text;
    const std::map<std::string, double> values{{"ttr", walker.constants.ttr},
                                               {"d_f", walker.standstill},
                                               {"slowing", walker.constants.slowing},
                                               {"gain", walker.constants.gain},
                                               {"gap_gain", walker.constants.gap_gain},
                                               {"exponent", walker.constants.exponent},
                                               {"speed_exponent", walker.constants.speed_exponent},
                                               {"time_gap", walker.constants.time_gap},
                                               {"delay", walker.delay},
                                               {"preferred", walker.limits.preferred}};
    for (const Unknown& u : unknowns_of_law(walker.law, with_preferred)) {
        text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", u.name, values.at(u.name));
    }
    return text;
}

/// All laws, fitted to the learned half of all recordings. The law of distances is the study's.
std::vector<LawFit> fit_all(Study& study, std::span<const PeopleBin> learned) {
    std::vector<LawFit> fits{study.fitted()};
    for (std::size_t i = 1; i < laws().size(); ++i) {
        study.tell(fmt::format("{} fitted to the learned half of the recordings", laws()[i]));
        fits.push_back(fit_to_diagram(law_of(i), learned, study.evaluations(), study.options.threads));
    }
    return fits;
}

void recordings_table(Study& study, const LawWalker& fitted) {
    ReproducedTable table{kPart,
                          "People in single file, and the fitted law in rings of as many people",
                          {"density [1/m]", "people", "law", "engine", "learned", "score, people", "score, engine"},
                          {}};
    const std::vector<FileOfPeople>& files = study.people();
    struct Beside {
        double law = 0, engine = 0, score = 0;
    };
    std::vector<Beside> beside(files.size());
    Workers workers(study.options.threads);
    workers.for_each(files.size(), [&](std::size_t i) {
        const std::uint32_t n = files[i].people;
        const double length =
            files[i].file && files[i].file->ring > 0 ? files[i].file->ring : n / files[i].mean().density;
        beside[i].law = ring_speed(fitted, {.people = n, .length = length, .seconds = 60});
        beside[i].engine = study.engine_speed(n, length, fitted);
        if (!files[i].file) return;
        Scenario scenario = study.ring(n, length, fitted);
        scenario.duration = static_cast<double>(files[i].file->steps()) * files[i].file->interval;
        beside[i].score = speed_waves(require_single_file(run_in_memory(std::move(scenario)).trajectory).file).score();
    });
    double apart = 0, strongest = 0, strongest_people = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const DensitySpeed mean = files[i].mean();
        std::optional<Summary> score, own;
        if (files[i].file) {
            const double people = speed_waves(*files[i].file).score();
            score = number(people);
            own = number(beside[i].score);
            strongest = std::max(strongest, beside[i].score);
            strongest_people = std::max(strongest_people, people);
        }
        table.rows.push_back({fmt::format("{}, {}", files[i].set, files[i].name),
                              "m/s",
                              {number(mean.density), number(mean.speed), number(beside[i].law),
                               number(beside[i].engine), number(files[i].held_out ? 0 : 1), score, own}});
        apart = std::max(apart, std::abs(beside[i].law - beside[i].engine));
    }
    table.remark = "Learned: 1, else held out. Score: of the strongest wave, where paths were recorded.";
    study.result.tables.push_back(std::move(table));
    study.claim({.id = "single_file.engine",
                 .ours = apart,
                 .unit = "m/s",
                 .rule = fmt::format("the engine walks as the law alone within {} m/s on every ring", kAgreement),
                 .holds = apart < kAgreement,
                 .required = true});
    study.claim({.id = "single_file.no_waves",
                 .paper = strongest_people,
                 .ours = strongest,
                 .unit = "m/s",
                 .rule = fmt::format("no stop-and-go wave (score {}) among these people, nor in the model", kWaveScore),
                 .holds = strongest < kWaveScore && strongest_people < kWaveScore,
                 .note = "instead of the paper's: these people's strongest"});
}

/// m/s: root mean square over the densities that both halves of people have. No law of density alone can be nearer to
/// both than half of that.
double halves_apart(std::span<const PeopleBin> a, std::span<const PeopleBin> b) {
    const auto bin_of = [](const PeopleBin& bin) { return std::floor(bin.density / kPeopleBin); };
    double sum = 0;
    std::size_t n = 0;
    for (const PeopleBin& one : a) {
        for (const PeopleBin& other : b) {
            if (bin_of(one) != bin_of(other)) continue;
            sum += (one.speed - other.speed) * (one.speed - other.speed);
            ++n;
        }
    }
    return n > 0 ? std::sqrt(sum / static_cast<double>(n)) : 0;
}

void judge(Study& study, const std::vector<LawFit>& fits) {
    const std::vector<FileOfPeople>& files = study.people();
    const std::vector<PeopleBin> held_out = people_bins(files, Half::held_out);
    std::vector<std::string> sets;
    for (const FileOfPeople& file : files) {
        if (std::find(sets.begin(), sets.end(), file.set) == sets.end()) sets.push_back(file.set);
    }
    ReproducedTable table{kPart,
                          "Speed at density: off people, root mean square over densities",
                          {"learned", "held out", "held out, above 1 /m"},
                          {}};
    for (const std::string& set : sets) table.columns.push_back("held out, " + set);
    std::vector<PeopleBin> dense;
    std::copy_if(held_out.begin(), held_out.end(), std::back_inserter(dense),
                 [](const PeopleBin& bin) { return bin.density > 1; });
    std::vector<double> errors;
    for (std::size_t i = 0; i < fits.size(); ++i) {
        errors.push_back(diagram_error(fits[i].walker, held_out));
        ReproducedTable::Row row{
            fmt::format("{}: {}", laws()[i], constants_of(fits[i].walker, true)),
            "m/s",
            {number(fits[i].cost), number(errors.back()), number(diagram_error(fits[i].walker, dense))}};
        for (const std::string& set : sets) {
            row.cells.emplace_back(number(diagram_error(fits[i].walker, people_bins(files, Half::held_out, set))));
        }
        table.rows.push_back(std::move(row));
    }
    table.remark =
        "From rest, evenly spaced. Laws of speeds alone stand as they began; laws that keep d_f + β v have the same "
        "diagram as the law of distances.";
    study.result.tables.push_back(std::move(table));
    study.claim(
        {.id = "single_file.held_out",
         .ours = errors[0],
         .unit = "m/s",
         .rule = fmt::format("root mean square over densities of those held out below {} m/s", kCriterion),
         .holds = errors[0] < kCriterion,
         .note = fmt::format("{}; {:.3f} m/s on the learned half, {:.3f} of those held out above 1 per metre; the two "
                             "halves of people are {:.3f} apart",
                             constants_of(fits[0].walker, true), fits[0].cost, diagram_error(fits[0].walker, dense),
                             halves_apart(people_bins(files, Half::learned), held_out))});
    std::string better, as_good;
    double nearest = 1e9;
    for (std::size_t i = 1; i < errors.size(); ++i) {
        nearest = std::min(nearest, errors[i] - errors[0]);
        std::string& list = errors[i] < errors[0] - kTie ? better : as_good;
        if (errors[i] < errors[0] + kTie) list += fmt::format("{}{}", list.empty() ? "" : ", ", laws()[i]);
    }
    study.claim({.id = "single_file.no_law_is_better",
                 .ours = nearest,
                 .unit = "m/s",
                 .rule = fmt::format("no other law comes nearer to those held out by more than {} m/s", kTie),
                 .holds = better.empty(),
                 .note = fmt::format("nearer: {}; as near: {}", better.empty() ? "none" : better,
                                     as_good.empty() ? "none" : as_good)});

    plot::PointChart chart;
    chart.title = "Speed at density: people, and the law fitted to half of them";
    chart.x = {"density", "1/m"};
    chart.y = {"speed", "m/s"};
    chart.x_most = 2.8;
    for (const bool held : {false, true}) {
        plot::PointChart::Spread spread{.name = held ? "held out" : "learned", .bars = {}, .category = held ? 1u : 0u};
        for (const PeopleBin& b : people_bins(files, held ? Half::held_out : Half::learned)) {
            spread.bars.push_back({{b.density, b.speed}, std::nan("")});
        }
        chart.spreads.push_back(std::move(spread));
    }
    plot::PointChart::Curve curve{.name = "fitted law", .points = {}, .category = 2};
    for (double density = 0.4; density < 2.75; density += 0.1) {
        curve.points.push_back({density, ring_speed(fits[0].walker, {.people = 20, .length = 20 / density})});
    }
    chart.curves.push_back(std::move(curve));
    study.figure(kPart, "single_file_diagram", chart, 760, 480);
}

/// Of each set alone.
void sets_alone(Study& study) {
    const std::vector<FileOfPeople>& files = study.people();
    ReproducedTable table{kPart, "The law of distances fitted to one set alone", {"learned", "held out"}, {}};
    for (const char* set : {"croma", "palestine", "reference"}) {
        const std::vector<PeopleBin> learned = people_bins(files, Half::learned, set),
                                     held_out = people_bins(files, Half::held_out, set);
        if (learned.empty() || held_out.empty()) continue;
        const LawFit fit = fit_to_diagram(FollowingLaw::distance, learned, study.evaluations(), study.options.threads);
        table.rows.push_back({fmt::format("{}: {}", set, constants_of(fit.walker, true)),
                              "m/s",
                              {number(fit.cost), number(diagram_error(fit.walker, held_out))}});
    }
    table.remark = "Few densities do not pin down three constants.";
    study.result.tables.push_back(std::move(table));
}

/// Everybody behind the one ahead as recorded, in each recording.
void behind_recorded(Study& study, double preferred) {
    ReproducedTable line{kPart, "Speed over headway in each recording", {"ttr [s]", "d_f [m]", "R²"}, {}};
    ReproducedTable table{
        kPart, "Behind the recorded leader: off one's recorded place and speed; every other person learned", {}, {}};
    for (const std::string_view law : laws()) table.rows.push_back({std::string(law), "m", {}});
    std::vector<std::vector<double>> gaps(laws().size());
    std::string found;
    for (const FileOfPeople& file : study.people()) {
        if (!file.file) continue;
        study.tell(fmt::format("everybody behind the recorded leader, {}", file.name));
        HeadwayFitOptions options;
        options.resamples = study.whole() ? 100 : 0;
        const HeadwayFit headways = fit_headways(headway_points(followings(*file.file)), options);
        line.rows.push_back(
            {fmt::format("{}, {}", file.set, file.name),
             "",
             {Summary{file.people, headways.time_to_react.value, headways.time_to_react.error},
              Summary{file.people, headways.standstill.value, headways.standstill.error}, number(headways.r2)}});
        const std::vector<Episode> learned = episodes(*file.file, Half::learned),
                                   held_out = episodes(*file.file, Half::held_out);
        if (learned.empty() || held_out.empty()) continue;
        table.columns.push_back(file.name + " [m]");
        table.columns.emplace_back("[m/s]");
        for (std::size_t i = 0; i < laws().size(); ++i) {
            const LawFit fit =
                fit_to_episodes(law_of(i), learned, preferred, study.evaluations() / 2, study.options.threads);
            const BehindErrors errors = behind_errors(fit.walker, held_out);
            table.rows[i].cells.emplace_back(number(errors.gap));
            table.rows[i].cells.emplace_back(number(errors.speed));
            gaps[i].push_back(errors.gap);
            if (i == 0)
                found += fmt::format("{}{}: {}", found.empty() ? "" : "; ", file.name, constants_of(fit.walker, false));
        }
    }
    line.remark =
        "± standard error, from drawing people. On a ring everybody walks at one speed with a headway of its own.";
    table.remark = fmt::format("Gaps were fitted. Of the law of distances: {}.", found);
    study.result.tables.push_back(std::move(line));
    std::vector<double> means;
    for (const std::vector<double>& own : gaps) means.push_back(summarise(own).mean);
    study.result.tables.push_back(std::move(table));
    std::string better;
    for (std::size_t i = 1; i < means.size(); ++i) {
        if (means[i] < means[0])
            better += fmt::format("{}{} ({:.3f})", better.empty() ? "" : ", ", laws()[i], means[i]);
    }
    study.claim({.id = "single_file.behind_recorded",
                 .ours = means[0],
                 .unit = "m",
                 .rule = "behind recorded leaders nobody held out is met better by another law, mean over recordings",
                 .holds = better.empty(),
                 .note = fmt::format("better: {}", better.empty() ? "none" : better)});
}

}  // namespace

void single_file(Study& study) {
    const std::vector<PeopleBin> learned = people_bins(study.people(), Half::learned);
    if (learned.empty()) {
        study.result.tables.push_back({kPart, "People in single file", {}, {}, "There are no recordings here."});
        return;
    }
    const std::vector<LawFit> fits = fit_all(study, learned);
    judge(study, fits);
    recordings_table(study, fits[0].walker);
    sets_alone(study);
    behind_recorded(study, fits[0].walker.limits.preferred);
}

}  // namespace sidestep::bruneau2016
