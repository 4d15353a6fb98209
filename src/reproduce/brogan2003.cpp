#include "reproduce/brogan2003.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "reproduce/brogan2003_study.h"
#include "sidestep/plot.h"

namespace sidestep::brogan2003 {
namespace {

constexpr double kNoise = 0.05;  // m, of heel strikes
// Paper, Table 3.
constexpr double kPaperCorrelations[] = {.652, .575, .031};

/// Made-up people in some of the rooms: `each` per room, none of whom appears in two calls with other `first`.
template <class Walker>
std::vector<ObservedWalk> crowd(bool natural, std::uint64_t first, std::uint64_t each, Walker&& walker) {
    std::vector<ObservedWalk> walks;
    for (std::size_t r = 0; r < rooms().size(); ++r) {
        if (rooms()[r].natural != natural) continue;
        for (std::uint64_t i = 0; i < each; ++i) {
            const std::uint64_t who = first + 100 * r + i;
            std::vector<Vec2d> path = walker(rooms()[r], who);
            if (!path.empty()) walks.push_back({static_cast<AgentId>(who), r, std::move(path)});
        }
    }
    return walks;
}

/// Speeds that follow from places.
double least_speed_near(const WalkedPath& path, std::span<const Room::Bend> bends, double reach) {
    double least = kUnlimited;
    for (std::size_t i = 0; i < path.place.size(); ++i) {
        for (const Room::Bend& bend : bends) {
            if (norm(path.place[i] - bend.corner) < reach) least = std::min(least, path.speed[i]);
        }
    }
    return least;
}

}  // namespace

SearchOptions Study::search_options() const {
    SearchOptions search;
    search.seeds = whole ? 3 : 1;
    search.evaluations = whole ? 400 : 60;
    search.threads = options.threads;
    return search;
}

Contest Study::contest(const WalkFit& learned, const WalkFit& held_out) const {
    Contest contest;
    const std::vector<Unknown> unknowns = learned.unknowns();
    for (const PathMetric metric : kMetrics) {
        const auto m = static_cast<std::size_t>(metric);
        lab.tell(fmt::format("annealing on {} walks, {} error", learned.walks().size(), name_of(metric)));
        contest.found[m] = search(learned.objective(metric, unknowns), unknowns, search_options());
        contest.fitted[m] = score(held_out, held_out.values(unknowns, contest.found[m].best().best));
        contest.paper[m] = score(held_out, held_out.values(unknowns, std::array{kPaperTurn[m], kPaperInertia[m]}));
    }
    return contest;
}

namespace {

/// Of Table 2. `with` says which constants the charts had.
Claim charts_over_baseline(const std::string& id, const std::string& who, PathMetric metric, const WalkScores& scores,
                           const std::string& with) {
    const auto m = static_cast<std::size_t>(metric);
    const PairedTest test = scores.test(metric);
    const double ours = summarise(scores.column(metric, false)).mean,
                 theirs = summarise(scores.column(metric, true)).mean;
    const bool spatial = metric != PathMetric::speed;
    return {.id = fmt::format("{}.{}", id, name_of(metric)),
            .paper = kPaperModel[m] / kPaperBaseline[m],
            .ours = ours / theirs,
            .unit = "×",
            .rule = spatial ? "error of heading charts over that of A*, below 1 with p < 0.001"
                            : "error of heading charts over that of A*; the paper's difference is not significant",
            .holds = spatial ? test.difference < 0 && test.p < 1e-3 : test.p > 0.05,
            .note = fmt::format("{}: {:.4f} against {:.4f} {}, t({:.0f}) = {:.2f}, p = {:.2g} (A* slowed as charts are "
                                "{:.4f}, p = {:.2g}); {} of {} arrive; {}",
                                who, ours, theirs, unit_of(metric), test.df, test.t, test.p,
                                summarise(scores.slowed_column(metric)).mean, scores.test_slowed(metric).p,
                                scores.arrived, scores.model.size(), with)};
}

}  // namespace

void Study::report(const std::string& part, const std::string& id, const std::string& who, const Contest& contest) {
    ReproducedTable fits{part, fmt::format("Table 1: fitted values, {}", who), {}, {}};
    ReproducedTable::Row turn{"c_turn", "s²/m", {}}, inertia{"c_inertia", "1/0.066 s", {}};
    ReproducedTable errors{part, fmt::format("Table 2: mean errors of walks that were not fitted, {}", who), {}, {}};
    ReproducedTable::Row model{"heading charts, fitted", "", {}}, usual{"heading charts, the paper's values", "", {}},
        baseline{"A*", "", {}}, t{"t, fitted against A*", "", {}}, p{"p", "", {}},
        slowed{"A*, slowed as charts are", "", {}}, p_slowed{"p against that", "", {}};
    for (const PathMetric metric : kMetrics) {
        const auto m = static_cast<std::size_t>(metric);
        fits.columns.insert(fits.columns.end(), {fmt::format("{}, paper", name_of(metric)), "ours"});
        turn.cells.insert(turn.cells.end(), {number(kPaperTurn[m]), contest.found[m].spread(0)});
        inertia.cells.insert(inertia.cells.end(), {number(kPaperInertia[m]), contest.found[m].spread(1)});
        errors.columns.insert(errors.columns.end(),
                              {fmt::format("{} [{}], paper", name_of(metric), unit_of(metric)), "ours"});
        const WalkScores& fitted = contest.fitted[m];
        const PairedTest test = fitted.test(metric);
        const Summary ours = summarise(fitted.column(metric, false)), theirs = summarise(fitted.column(metric, true));
        model.cells.insert(model.cells.end(), {number(kPaperModel[m]), ours});
        usual.cells.insert(usual.cells.end(), {std::nullopt, summarise(contest.paper[m].column(metric, false))});
        baseline.cells.insert(baseline.cells.end(), {number(kPaperBaseline[m]), theirs});
        t.cells.insert(t.cells.end(), {std::nullopt, number(test.t)});
        p.cells.insert(p.cells.end(), {std::nullopt, number(test.p)});
        const PairedTest with_slowed = fitted.test_slowed(metric);
        slowed.cells.insert(slowed.cells.end(), {std::nullopt, summarise(fitted.slowed_column(metric))});
        p_slowed.cells.insert(p_slowed.cells.end(), {std::nullopt, number(with_slowed.p)});
        claim(charts_over_baseline(id, who, metric, fitted,
                                   fmt::format("c_turn {:.3f}, c_inertia {:.3f}", contest.found[m].best().best[0],
                                               contest.found[m].best().best[1])));
    }
    fits.rows = {turn, inertia};
    fits.remark = "Ours: mean ± sd over the seeds of the search.";
    errors.rows = {model, usual, baseline, t, p, slowed, p_slowed};
    errors.remark = fmt::format("{} walks; for each metric the values fitted to it. p: paired, two-sided.",
                                contest.fitted[0].model.size());
    result.tables.push_back(std::move(fits));
    result.tables.push_back(std::move(errors));
}

namespace {

/// m² between whole paths. Per step, who takes longer looks nearer.
std::vector<double> whole_areas(std::span<const PathErrors> all) {
    std::vector<double> areas;
    for (const PathErrors& errors : all) areas.push_back(errors.area * static_cast<double>(errors.steps));
    return areas;
}

}  // namespace

void Study::report_fixed(const std::string& part, const std::string& id, const std::string& who, const WalkFit& all,
                         const std::string& remark) {
    ReproducedTable errors{part, fmt::format("Table 2: mean errors, nothing fitted, {}", who), {}, {}};
    ReproducedTable::Row model{"heading charts, the paper's values", "", {}}, baseline{"A*", "", {}}, p{"p", "", {}},
        slowed{"A*, slowed as charts are", "", {}}, p_slowed{"p against that", "", {}};
    std::string areas;
    for (const PathMetric metric : kMetrics) {
        const auto m = static_cast<std::size_t>(metric);
        const std::vector<Unknown> unknowns = all.unknowns();
        const WalkScores scores = score(all, all.values(unknowns, std::array{kPaperTurn[m], kPaperInertia[m]}));
        const PairedTest test = scores.test(metric), with_slowed = scores.test_slowed(metric);
        const Summary ours = summarise(scores.column(metric, false)), theirs = summarise(scores.column(metric, true)),
                      later = summarise(scores.slowed_column(metric));
        errors.columns.insert(errors.columns.end(),
                              {fmt::format("{} [{}], paper", name_of(metric), unit_of(metric)), "ours"});
        model.cells.insert(model.cells.end(), {number(kPaperModel[m]), ours});
        baseline.cells.insert(baseline.cells.end(), {number(kPaperBaseline[m]), theirs});
        p.cells.insert(p.cells.end(), {std::nullopt, number(test.p)});
        slowed.cells.insert(slowed.cells.end(), {std::nullopt, later});
        p_slowed.cells.insert(p_slowed.cells.end(), {std::nullopt, number(with_slowed.p)});
        if (metric == PathMetric::area) {
            const std::vector<double> a = whole_areas(scores.model), b = whole_areas(scores.baseline),
                                      c = whole_areas(scores.slowed);
            areas = fmt::format(
                " Whole areas, not per step: charts {:.3f} m², A* {:.3f} (p = {:.2g}), slowed {:.3f} (p = {:.2g}).",
                summarise(a).mean, summarise(b).mean, paired_test(a, b).p, summarise(c).mean, paired_test(a, c).p);
        }
        claim(charts_over_baseline(id, who, metric, scores, "the paper's values"));
    }
    errors.rows = {model, baseline, p, slowed, p_slowed};
    errors.remark = fmt::format("{} walks. {}{}", all.walks().size(), remark, areas);
    result.tables.push_back(std::move(errors));
}

void Study::draw(const std::string& part, const std::string& name, const std::string& title, const WalkFit& fit,
                 std::span<const std::size_t> walks, const std::string& wkt, const ChartValues& values) {
    plot::PathMap figure;
    figure.title = title;
    figure.ground.outline = map_outline(wkt);
    figure.categories = {"observed", "heading charts", "A*"};
    std::optional<plot::View> seen;
    for (const std::size_t i : walks) {
        const std::array<std::vector<Vec2d>, 3> paths{fit.walks()[i].path, fit.walked(i, values).place,
                                                      fit.baseline(i, values).place};
        for (std::size_t k = 0; k < paths.size(); ++k) {
            figure.paths.push_back({{paths[k]}, k});
            for (const Vec2d p : paths[k]) {
                if (!seen) seen = plot::View{p, p};
                seen->lower = {std::min(seen->lower.x, p.x), std::min(seen->lower.y, p.y)};
                seen->upper = {std::max(seen->upper.x, p.x), std::max(seen->upper.y, p.y)};
            }
        }
    }
    figure.view = plot::view_of(figure.ground, seen);
    result.figures.push_back({part, name, plot::figure(figure, 760, plot::Theme::plain)});
}

void scenes(Study& study) {
    study.lab.tell("heading charts in seven rooms");
    const ChartValues values = chart_values({kPaperCorners});
    ReproducedTable table{"scenes", "One walker per room, the paper's values for distances", {}, {}};
    ReproducedTable::Row time{"time", "s", {}}, length{"way", "m", {}}, slowest{"least speed at corners", "m/s", {}},
        baseline_time{"time, A*", "s", {}}, baseline_length{"way, A*", "m", {}};
    double at_corners = 0, bent = 0;
    int arrived = 0;
    for (const Room& room : rooms()) {
        const auto charts = make_charts(room.wkt, room.goal, values, {.threads = study.options.threads});
        const WalkedPath path = walk_chart(*charts, values, room.start);
        const WalkedPath baseline = walk_grid(*charts, values, room.start);
        arrived += path.status == WalkStatus::arrived && baseline.status == WalkStatus::arrived;
        const double slow = least_speed_near(path, room.bends, 0.5);
        if (room.name == "s_turn") at_corners = slow;
        if (room.name == "no_turn") {
            WalkStart wrong = room.start;
            wrong.heading = *wrong.heading + 20 * kPi / 180;
            for (const Vec2d p : walk_chart(*charts, values, wrong).place)
                bent = std::max(bent, std::abs(p.y - room.start.place.y));
        }
        table.columns.emplace_back(room.name);
        time.cells.emplace_back(number(path.time()));
        length.cells.emplace_back(number(path.length()));
        slowest.cells.push_back(room.bends.empty() || std::isinf(slow) ? std::nullopt : std::optional(number(slow)));
        baseline_time.cells.emplace_back(number(baseline.time()));
        baseline_length.cells.emplace_back(number(baseline.length()));
        plot::PathMap figure;
        figure.title = fmt::format("{}: heading charts and A*", room.name);
        figure.ground.outline = map_outline(room.wkt);
        figure.categories = {"heading charts", "A*"};
        figure.paths = {{{path.place}, 0}, {{baseline.place}, 1}};
        figure.view = plot::view_of(figure.ground, std::nullopt);
        study.result.figures.push_back(
            {"scenes", fmt::format("path_{}", room.name), plot::figure(figure, 760, plot::Theme::plain)});
    }
    table.rows = {time, length, slowest, baseline_time, baseline_length};
    study.result.tables.push_back(std::move(table));
    const auto all = static_cast<double>(rooms().size());
    study.claim({.id = "scenes.arrive",
                 .paper = all,
                 .ours = arrived,
                 .unit = "rooms",
                 .rule = "model and A* arrive in every room",
                 .holds = arrived == static_cast<int>(rooms().size()),
                 .required = true});
    study.claim({.id = "scenes.s_turn.speed",
                 .paper = 1.10,
                 .ours = at_corners,
                 .unit = "m/s",
                 .rule = "least speed within 0.5 m of a corner, within 0.12 of the paper's mean",
                 .holds = std::abs(at_corners - 1.10) < 0.12,
                 .required = true});
    study.claim({.id = "scenes.no_turn.bends",
                 .ours = bent,
                 .unit = "m",
                 .rule = "who sets out 20° wrong does not walk straight: more than 0.02 m aside (Figure 3b)",
                 .holds = bent > 0.02,
                 .required = true});
}

void recovery(Study& study) {
    // Hidden values on all sides of where the search begins; the paper's among them.
    struct Hidden {
        double turn, inertia;
    };
    const std::vector<Hidden> hidden = study.whole
                                           ? std::vector<Hidden>{{.448, .860}, {.30, .80}, {.55, .90}, {.20, .86}}
                                           : std::vector<Hidden>{{.30, .80}};
    const std::uint64_t each = study.whole ? 4 : 2;
    ReproducedTable table{"recovery", "Hidden parameters found again by annealing, distance error", {}, {}};
    table.columns = {"c_turn hidden", "found", "c_inertia hidden", "found", "mean error [m]"};
    for (const bool noisy : {false, true}) {
        double turn_off = 0, inertia_off = 0;
        std::string note;
        for (const Hidden& h : hidden) {
            const ChartValues values = chart_values({kPaperCorners, {kTurnCoefficient, h.turn}, {kInertia, h.inertia}});
            std::vector<ObservedWalk> walks;
            for (const bool natural : {false, true}) {
                auto more = crowd(natural, 1, each, [&](const Room& room, std::uint64_t who) {
                    return chart_walker(room, who, values, noisy ? kNoise : 0);
                });
                walks.insert(walks.end(), more.begin(), more.end());
            }
            const WalkFit fit(std::move(walks), room_maps(), {kPaperCorners}, {.threads = study.options.threads});
            study.lab.tell(fmt::format("{} walks of c_turn {}, c_inertia {}{}", fit.walks().size(), h.turn, h.inertia,
                                       noisy ? ", noisy" : ""));
            const std::vector<Unknown> unknowns = fit.unknowns();
            SearchOptions options = study.search_options();
            if (!study.whole) options.evaluations = 150;
            const SearchResult found = search(fit.objective(PathMetric::distance, unknowns), unknowns, options);
            const std::vector<double>& best = found.best().best;
            turn_off = std::max(turn_off, std::abs(best[0] - h.turn));
            inertia_off = std::max(inertia_off, std::abs(best[1] - h.inertia));
            note += fmt::format("{}({:.3f}, {:.3f}) for ({}, {})", note.empty() ? "" : ", ", best[0], best[1], h.turn,
                                h.inertia);
            table.rows.push_back(
                {fmt::format("{} walks{}", fit.walks().size(), noisy ? ", 0.05 m noise" : ""),
                 "",
                 {number(h.turn), found.spread(0), number(h.inertia), found.spread(1), number(found.best().cost)}});
        }
        const std::string id = noisy ? "recovery.noisy" : "recovery.exact";
        study.claim({.id = id + ".c_turn",
                     .ours = turn_off,
                     .unit = "s²/m",
                     .rule = "farthest from the hidden value, at most 0.1",
                     .holds = turn_off <= 0.1,
                     .required = !noisy,
                     .note = note});
        study.claim({.id = id + ".c_inertia",
                     .ours = inertia_off,
                     .unit = "1/0.066 s",
                     .rule = "farthest from the hidden value, at most 0.03",
                     .holds = inertia_off <= 0.03,
                     .required = !noisy});
    }
    table.remark = "Found: mean ± sd over the seeds; claims judge the best of them. Noise: of heel strikes.";
    study.result.tables.push_back(std::move(table));
}

void tables(Study& study) {
    const auto smooth = [](const Room& room, std::uint64_t who) {
        return smooth_walker(room, who, kNoise, chart_values()[kWalkStep]);
    };
    study.lab.tell("made-up walkers of least jerk");
    const WalkFit learned(crowd(false, 1, study.whole ? 7 : 2, smooth), room_maps(), {kPaperCorners},
                          {.threads = study.options.threads});
    const WalkFit held_out(crowd(true, 51, study.whole ? 15 : 3, smooth), room_maps(), {kPaperCorners},
                           {.threads = study.options.threads});
    const Contest contest = study.contest(learned, held_out);
    study.report("tables", "tables", "smoothest walkers", contest);

    // Table 3: all parameter values and both models.
    std::array<std::vector<double>, 3> columns;
    for (const PathMetric metric : kMetrics) {
        std::vector<double>& column = columns[static_cast<std::size_t>(metric)];
        for (const WalkScores& scores : contest.fitted) {
            const std::vector<double> more = scores.column(metric, false);
            column.insert(column.end(), more.begin(), more.end());
        }
        const std::vector<double> more = contest.fitted[0].column(metric, true);
        column.insert(column.end(), more.begin(), more.end());
    }
    ReproducedTable table{"tables", "Table 3: correlations of the errors", {"paper", "ours", "p"}, {}};
    constexpr std::pair<std::size_t, std::size_t> kPairs[] = {{0, 1}, {0, 2}, {1, 2}};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto [a, b] = kPairs[i];
        const Correlation c = correlation(columns[a], columns[b]);
        const std::string label = fmt::format("{}_{}", name_of(kMetrics[a]), name_of(kMetrics[b]));
        table.rows.push_back({label, "–", {number(kPaperCorrelations[i]), number(c.r), number(c.p)}});
        const bool related = i < 2;
        study.claim({.id = "tables.correlation." + label,
                     .paper = kPaperCorrelations[i],
                     .ours = c.r,
                     .unit = "r",
                     .rule = related ? "grow together, p < 0.001" : "unrelated, p > 0.05",
                     .holds = related ? c.r > 0 && c.p < 1e-3 : c.p > 0.05,
                     .note = fmt::format("n = {}, p = {:.2g}", c.n, c.p)});
    }
    table.remark = "Ours: the model with all three fits and A*.";
    study.result.tables.push_back(std::move(table));

    // Room by room, with the values fitted to distances.
    const ChartValues fitted = held_out.values(learned.unknowns(), contest.found[0].best().best);
    ReproducedTable each{"tables", "Mean errors room by room", {}, {}};
    for (const PathMetric metric : kMetrics) {
        each.columns.push_back(fmt::format("{} [{}], charts", name_of(metric), unit_of(metric)));
        each.columns.emplace_back("A*");
    }
    for (const WalkFit* fit : {&learned, &held_out}) {
        const WalkScores scores = score(*fit, fitted);
        for (std::size_t r = 0; r < rooms().size(); ++r) {
            std::vector<std::size_t> here;
            for (std::size_t i = 0; i < fit->walks().size(); ++i) {
                if (fit->walks()[i].map == r) here.push_back(i);
            }
            if (here.empty()) continue;
            ReproducedTable::Row row{std::string(rooms()[r].name), "", {}};
            for (const PathMetric metric : kMetrics) {
                for (const bool baseline : {false, true}) {
                    const std::vector<double> all = scores.column(metric, baseline);
                    std::vector<double> values;
                    for (const std::size_t i : here) values.push_back(all[i]);
                    row.cells.emplace_back(summarise(values));
                }
            }
            each.rows.push_back(std::move(row));
            here.resize(std::min<std::size_t>(3, here.size()));
            study.draw("tables", fmt::format("smooth_{}", rooms()[r].name),
                       fmt::format("{}: smoothest walkers, heading charts, A*", rooms()[r].name), *fit, here,
                       rooms()[r].wkt, fitted);
        }
    }
    each.remark = "The first five rooms are those that were fitted.";
    study.result.tables.push_back(std::move(each));
}

Reproduction reproduce(const ReproduceOptions& options) {
    Study study(options);
    if (options.wants("scenes")) scenes(study);
    if (options.wants("recovery")) recovery(study);
    if (options.wants("tables")) tables(study);
    if (options.wants("people")) people(study);
    return std::move(study.result);
}

}  // namespace sidestep::brogan2003
