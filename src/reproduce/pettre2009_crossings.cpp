// The crossings of the experiment: who adapts, when and by how much.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/pettre2009_compared.h"
#include "sidestep/plot.h"

namespace sidestep::pettre2009 {

namespace {

constexpr double kSignificant = 0.01;

/// What became of the pairs, by the distance at which they would have passed.
void table_by_distance(Study& study, const std::string& who, const std::vector<Compared>& all) {
    ReproducedTable table{"crossing",
                          fmt::format("Two people crossing, by the distance at which they would have passed: {}", who),
                          {},
                          {}};
    ReproducedTable::Row trials_row{"trials", "–", {}}, least_row{"closest", "m", {}},
        first_row{"first adapts", "m/s", {}}, second_row{"second adapts", "m/s", {}};
    for (int bin = 0; bin < 7; ++bin) {
        const double low = 0.2 * bin, high = bin == 6 ? 9 : 0.2 * (bin + 1);
        std::vector<double> d, a, b;
        for (const Compared& t : all) {
            if (t.mpd < low || t.mpd >= high) continue;
            d.push_back(t.meeting->least);
            a.push_back(t.meeting->effort(t.first));
            b.push_back(t.meeting->effort(t.second));
        }
        table.columns.push_back(bin == 6 ? "> 1.2 m" : fmt::format("{:.1f}–{:.1f} m", low, high));
        trials_row.cells.emplace_back(number(static_cast<double>(d.size())));
        least_row.cells.emplace_back(summarise(d));
        first_row.cells.emplace_back(summarise(a));
        second_row.cells.emplace_back(summarise(b));
    }
    table.rows = {trials_row, least_row, first_row, second_row};
    table.remark = "Adapting: Σ|a|Δt from first sight to the closest approach.";
    study.result.tables.push_back(std::move(table));
}

/// Figure 2: where and when people adapt, by predicted distance and time left, for each role.
void adaptation_maps(Study& study, const std::vector<Compared>& all) {
    constexpr int kColumns = 5, kRows = 6;
    for (const bool is_first : {true, false}) {
        ReproducedTable table{
            "crossing",
            fmt::format("Figure 2: mean adaptation of who passes {} [m/s²]", is_first ? "first" : "second"),
            {},
            {}};
        for (int c = 0; c < kColumns; ++c) {
            table.columns.push_back(fmt::format("{:.1f}–{:.1f}", 1 - 0.2 * c, 0.8 - 0.2 * c));
        }
        for (int r = 0; r < kRows; ++r) {
            ReproducedTable::Row row{fmt::format("mpd {:.1f}–{:.1f}", 0.2 * r, 0.2 * (r + 1)), "m", {}};
            for (int c = 0; c < kColumns; ++c) {
                std::vector<double> values;
                for (const Compared& t : all) {
                    for (const auto& s : t.meeting->samples) {
                        if (std::min(kColumns - 1, static_cast<int>((1 - s.left) * kColumns)) != c) continue;
                        if (static_cast<int>(s.mpd / 0.2) != r) continue;
                        values.push_back(s.adaptation[is_first ? t.first : t.second]);
                    }
                }
                if (values.empty()) {
                    row.cells.emplace_back(std::nullopt);
                } else {
                    // Less than rounding makes of a straight walk is nothing.
                    const double mean = summarise(values).mean;
                    row.cells.emplace_back(number(mean < 1e-4 ? 0 : mean));
                }
            }
            table.rows.push_back(std::move(row));
        }
        table.remark = "Columns: normalised time, 1 at first sight, 0 when closest.";
        study.result.tables.push_back(std::move(table));
    }
}

/// The same as a picture: finer cells of both.
void adaptation_figures(Study& study, const std::vector<Compared>& all) {
    constexpr std::size_t kColumns = 25, kRows = 30;
    constexpr double kHighest = 1.5;
    for (const bool is_first : {true, false}) {
        std::vector<double> sum(kColumns * kRows, 0), count(kColumns * kRows, 0);
        for (const Compared& t : all) {
            for (const auto& s : t.meeting->samples) {
                if (s.mpd >= kHighest) continue;
                const auto column = std::min(kColumns - 1, static_cast<std::size_t>((1 - s.left) * kColumns));
                const std::size_t cell = static_cast<std::size_t>(s.mpd / kHighest * kRows) * kColumns + column;
                sum[cell] += s.adaptation[is_first ? t.first : t.second];
                count[cell] += 1;
            }
        }
        plot::CellChart chart;
        chart.title = fmt::format("Adaptation of who passes {}", is_first ? "first" : "second");
        chart.note = fmt::format("mean of {} crossings", all.size());
        chart.x = {"time since first sight, share of the time until closest", ""};
        chart.y = {"predicted distance", "m"};
        chart.value = {"adaptation", "m/s²"};
        chart.upper = {1, kHighest};
        chart.columns = kColumns, chart.rows = kRows;
        for (std::size_t i = 0; i < sum.size(); ++i) chart.values.push_back(count[i] > 0 ? sum[i] / count[i] : 0);
        study.result.figures.push_back({"crossing", fmt::format("adaptation_{}", is_first ? "first" : "second"),
                                        plot::figure(chart, kFigureWidth, kFigureHeight, plot::Theme::plain)});
    }
}

/// Speeds over time of the pair whose first walker adapts most: what the numbers look like.
void speeds_figure(Study& study, const std::vector<Compared>& all) {
    const auto adapts_less = [](const Compared& a, const Compared& b) {
        return a.meeting->effort(a.first) < b.meeting->effort(b.first);
    };
    const Compared& t = *std::max_element(all.begin(), all.end(), adapts_less);
    const Trajectory& w = t.trial->walked;
    plot::LineChart chart;
    chart.title = "Speeds of a pair whose first walker adapts";
    chart.note = fmt::format("trial {}; in sight from {:.1f} s, closest at {:.1f} s: {:.2f} m", t.trial->seed,
                             t.meeting->seen, t.meeting->closest, t.meeting->least);
    chart.x = {"time", "s"};
    chart.y = {"speed", "m/s"};
    for (const bool is_first : {true, false}) {
        const Track& track = w.tracks[static_cast<std::size_t>(is_first ? t.first : t.second)];
        plot::Line line{is_first ? "passes first" : "gives way", {}};
        for (std::size_t i = 0; i + 1 < track.position.size(); ++i) {
            const double time = (static_cast<double>(i) + 0.5) / w.info.fps;
            if (time > t.meeting->closest + 1) break;
            line.points.push_back({time, norm(track.position[i + 1] - track.position[i]) * w.info.fps});
        }
        chart.lines.push_back(std::move(line));
    }
    study.result.figures.push_back(
        {"crossing", "speeds", plot::figure(chart, kFigureWidth, kFigureHeight, plot::Theme::plain)});
}

/// Claims about the model with the paper's defaults, the same for everybody.
void claims_of_defaults(Study& study, const Measured& m) {
    const Summary distance = summarise(m.closest);
    const double least = *std::min_element(m.closest.begin(), m.closest.end());
    study.claim({.id = "crossing.closest",
                 .paper = 0.8,
                 .ours = distance.mean,
                 .unit = "m",
                 .rule = "mean closest distance of those who would come closer than 1 m between 0.8 and 1.1",
                 .holds = distance.mean >= 0.8 && distance.mean <= 1.1,
                 .required = true,
                 .note = fmt::format("{} of {} trials; from {:.2f} m, sd {:.2f} m; \"around 0.8 m\" in the paper",
                                     m.closest.size(), m.pairs, least, distance.sd)});
    study.claim({.id = "crossing.contacts",
                 .ours = static_cast<double>(m.contacts),
                 .unit = "trials",
                 .rule = "= 0 in which bodies of 0.25 m touch",
                 .holds = m.contacts == 0,
                 .required = true});
    const Summary f = summarise(m.first), s = summarise(m.second);
    const WelchTest roles = welch_test(f, s);
    study.claim({.id = "crossing.asymmetry",
                 .ours = s.mean - f.mean,
                 .unit = "m/s",
                 .rule = "second − first walker's Σ|a|Δt > 0, p < 0.01",
                 .holds = s.mean > f.mean && roles.p < kSignificant,
                 .required = true,
                 .note = fmt::format("first {:.3f}, second {:.3f} m/s; p = {:.1g}", f.mean, s.mean, roles.p)});
    const double most_beyond = m.beyond.empty() ? 0 : *std::max_element(m.beyond.begin(), m.beyond.end());
    study.claim({.id = "crossing.no_adaptation_beyond_1m",
                 .paper = 0,
                 .ours = summarise(m.beyond).mean,
                 .unit = "m/s",
                 .rule = "mean Σ|a|Δt of those who would pass at more than 1 m ≤ 0.05 (\"almost no adaptation\")",
                 .holds = m.beyond.empty() || summarise(m.beyond).mean <= 0.05,
                 .required = true,
                 .note = fmt::format("{} trials, at most {:.3f} m/s", m.beyond.size(), most_beyond)});
    study.claim(
        {.id = "crossing.order",
         .paper = 92.8,
         .ours = m.kept_share(),
         .unit = "%",
         .rule = "≥ 92.8 % pass in the order that their speeds and places at first sight foretell",
         .holds = m.kept_share() >= 92.8,
         .required = true,
         .note = fmt::format("{} of {}; the paper compares with what its people did, 398 of 429 with the defaults",
                             m.kept, m.pairs)});
    study.claim({.id = "crossing.phase",
                 .paper = 4,
                 .ours = summarise(m.phase).mean,
                 .unit = "s",
                 .rule = "from first sight to the closest approach within 10 % of 4 s",
                 .holds = std::abs(summarise(m.phase).mean - 4) <= 0.4,
                 .note = "what the scene's walls make of it"});
    study.claim({.id = "crossing.second_mixes",
                 .ours = middle(m.second_speed),
                 .unit = "%",
                 .rule = "share of speed in the second walker's adaptation between 20 and 80 %: it turns and brakes",
                 .holds = middle(m.second_speed) >= 20 && middle(m.second_speed) <= 80,
                 .note = fmt::format("{} walkers", m.second_speed.size())});
}

/// Claims about people who differ, on trials that their fit has not seen.
void claims_of_calibrated(Study& study, const Measured& m, const MeetingsTogether& defaults,
                          const MeetingsTogether& calibrated) {
    const DifferingPeople& people = study.calibrated();
    study.claim(
        {.id = "crossing.calibration",
         .ours = calibrated.off_people(),
         .unit = "off²",
         .rule = "nearer to what the paper prints of its people than the defaults, on trials that were not fitted",
         .holds = calibrated.off_people() < defaults.off_people(),
         .required = true,
         .note = fmt::format("defaults {:.2f}; found: β {:.2f} m, γ {:.2f}, each walker's drawn with a spread of "
                             "{:.2f} means; fitted on {} other trials",
                             defaults.off_people(), people.beta, people.gamma, people.spread,
                             study.fitted_trials().count)});
    study.claim({.id = "crossing.default_is_early",
                 .paper = 0.8,
                 .ours = defaults.observed,
                 .unit = "of phase",
                 .rule =
                     "with the defaults the observation ends before people's 0.8 and before the calibrated walkers' "
                     "(\"the calibration delays reactions\")",
                 .holds = defaults.observed > 0.8 && defaults.observed > calibrated.observed});
    study.claim(
        {.id = "crossing.observation_ends",
         .paper = 0.8,
         .ours = calibrated.observed,
         .unit = "of phase",
         .rule = "calibrated, all pairs read together: within 0.1",
         .holds = std::abs(calibrated.observed - 0.8) <= 0.1,
         .note = fmt::format("{:.1f} s after first sight; single second walkers change their velocity after {:.2f} s "
                             "(median of {})",
                             (1 - calibrated.observed) * calibrated.phase, middle(m.changes), m.changes.size())});
    study.claim({.id = "crossing.reaction_ends",
                 .paper = 0.4,
                 .ours = calibrated.reacted,
                 .unit = "of phase",
                 .rule = "calibrated, all pairs read together: within 0.1",
                 .holds = std::abs(calibrated.reacted - 0.4) <= 0.1,
                 .note = "from then on distance is only regulated"});
    study.claim({.id = "crossing.reaction_lasts",
                 .paper = 1.6,
                 .ours = calibrated.reaction_time(),
                 .unit = "s",
                 .rule = "calibrated, all pairs read together: within 0.4",
                 .holds = std::abs(calibrated.reaction_time() - 1.6) <= 0.4,
                 .note = fmt::format("defaults {:.2f} s; of a pair by itself {:.2f} s (median)",
                                     defaults.reaction_time(), middle(m.lasted))});
    study.claim({.id = "crossing.calibrated_closest",
                 .paper = 0.8,
                 .ours = summarise(m.closest).mean,
                 .unit = "m",
                 .rule = "mean closest distance within 0.15 of 0.8, and no bodies touch",
                 .holds = std::abs(summarise(m.closest).mean - 0.8) <= 0.15 && m.contacts == 0,
                 .required = true,
                 .note = fmt::format("least {:.2f} m", *std::min_element(m.closest.begin(), m.closest.end()))});
    study.claim({.id = "crossing.calibrated_order",
                 .paper = 97,
                 .ours = m.kept_share(),
                 .unit = "%",
                 .rule = "≥ 97 % pass in the order foretold at first sight",
                 .holds = m.kept_share() >= 97,
                 .note = fmt::format("{} of {}; the paper: 416 of 429 as its people did", m.kept, m.pairs)});
    const Summary f = summarise(m.first), s = summarise(m.second);
    const WelchTest roles = welch_test(f, s);
    // Who sees nobody does not walk quite straight either: rounding, and what is left of setting out.
    const PairedTest beside_nobody = paired_test(m.first, m.first_alone);
    const double adapting = 100.0 * static_cast<double>(m.first_adapting()) / static_cast<double>(m.first.size());
    study.claim(
        {.id = "crossing.first_adapts",
         .ours = 100 * f.mean / s.mean,
         .unit = "%",
         .rule =
             "\"both make adaptations\": of the second walker's mean Σ|a|Δt; the first's is above what it does when "
             "it sees nobody and below the second's, each with p < 0.01, and at least 5 % of them adapt",
         .holds = beside_nobody.difference > 0 && beside_nobody.p < kSignificant && f.mean < s.mean &&
                  roles.p < kSignificant && adapting >= 5,
         // A handful of pairs tells nothing about one in ten.
         .required = study.options.seeds >= 5,
         .note = fmt::format("{:.3f} of {:.3f} m/s, p = {:.1g} beside nobody in sight; {} of {} first walkers adapt by "
                             "more than {} m/s; not fitted",
                             f.mean, s.mean, beside_nobody.p, m.first_adapting(), m.first.size(), kAdapts)});
    if (!m.first_speed.empty()) {
        study.claim(
            {.id = "crossing.first_by_speed",
             .ours = middle(m.first_speed),
             .unit = "%",
             .rule = "\"mainly adapts his velocity\": share of speed in what first walkers do above that of the second",
             .holds = middle(m.first_speed) > middle(m.second_speed),
             .note =
                 fmt::format("median of {}; second walkers {:.0f} %", m.first_speed.size(), middle(m.second_speed))});
    }
    study.claim({.id = "crossing.calibrated_no_adaptation_beyond_1m",
                 .paper = 0,
                 .ours = summarise(m.beyond).mean,
                 .unit = "m/s",
                 .rule = "mean Σ|a|Δt of those who would pass at more than 1 m ≤ 0.05",
                 .holds = m.beyond.empty() || summarise(m.beyond).mean <= 0.05,
                 .required = true});
}

/// One thing at a time: what makes the first walker adapt, and the reaction last.
void table_of_causes(Study& study) {
    const auto fixed = [](const char* name, double value) { return DrawnParameter{name, Distribution::fixed(value)}; };
    DifferingPeople alike = study.calibrated();
    alike.spread = 0;
    const std::pair<std::string, std::vector<DrawnParameter>> variants[] = {
        {"at once, as printed (τ = 0)", {fixed("relaxation_time", 0)}},
        {"slowly (τ = 1 s)", {fixed("relaxation_time", 1)}},
        {"once begun, goes on (hysteresis)", {fixed("hysteresis", 1)}},
        {"sure at first sight (β = 0)", {fixed("beta_v", 0), fixed("beta_theta", 0)}},
        {"calibrated, all alike", alike.parameters()},
    };
    ReproducedTable table{"crossing",
                          "What makes who passes first adapt, and the reaction last",
                          {"first [m/s]", "second [m/s]", "first adapt [%]", "observed until", "reacted until",
                           "lasts [s]", "a pair's [s]"},
                          {}};
    const auto row = [&](const std::string& label, const std::vector<CrossingTrial>& walked) {
        const Measured m = measured(compared(study, walked));
        const auto all = together(walked);
        const auto if_any = [&](double value) { return all ? std::optional(number(value)) : std::nullopt; };
        const MeetingsTogether t = all.value_or(MeetingsTogether{});
        table.rows.push_back(
            {label,
             "–",
             {summarise(m.first), summarise(m.second),
              number(100.0 * static_cast<double>(m.first_adapting()) / static_cast<double>(m.first.size())),
              if_any(t.observed), if_any(t.reacted), if_any(t.reaction_time()), number(middle(m.lasted))}});
    };
    row("defaults", study.run("experiment_based"));
    for (const auto& [label, parameters] : variants) row(label, study.run_variant(label, parameters));
    row("calibrated, people differ", study.run_calibrated());
    table.remark =
        "Until: normalised time, 1 at first sight, 0 when closest; all pairs below 0.8 m read together (median). "
        "People: 0.8, "
        "0.4, 1.6 s. With τ = 1 s people still speed up when they see each other.";
    study.result.tables.push_back(std::move(table));
}

}  // namespace

void crossing(Study& study) {
    const std::vector<CrossingTrial>& alike = study.run("experiment_based");
    const std::vector<Compared> all = compared(study, alike);
    claims_of_defaults(study, measured(all));
    table_by_distance(study, "defaults", all);

    const std::vector<CrossingTrial>& different = study.run_calibrated();
    const std::vector<Compared> calibrated = compared(study, different);
    claims_of_calibrated(study, measured(calibrated), together(alike).value_or(MeetingsTogether{}),
                         together(different).value_or(MeetingsTogether{}));
    table_by_distance(study, "calibrated", calibrated);
    table_of_causes(study);
    adaptation_maps(study, calibrated);
    adaptation_figures(study, calibrated);
    speeds_figure(study, calibrated);
}

}  // namespace sidestep::pettre2009
