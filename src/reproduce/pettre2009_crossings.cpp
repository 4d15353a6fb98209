// The crossings of the experiment: who adapts, when and by how much, and what other models make of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproduce/pettre2009_study.h"
#include "sidestep/plot.h"

namespace sidestep::pettre2009 {

namespace {

constexpr double kNoAdaptation = 1.0;  // m: beyond this predicted distance people did not adapt
constexpr double kSignificant = 0.01;
constexpr double kFigureWidth = 560, kFigureHeight = 360;  // pixels

double middle(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

/// A trial as it went and as it would have gone.
struct Compared {
    const PairMeeting* meeting;
    const CrossingTrial* trial;
    double mpd = 0;  ///< m, at first sight
    bool b_would_be_first = false;
    int first = 0, second = 1;  ///< walkers by order of passing
};

/// When a walker's velocity changes for the first time after first sight, s; from unfiltered places, as only a
/// simulation has them. Nothing where it never does.
std::optional<double> first_change(const Compared& t, int who) {
    constexpr double kChange = 0.1;  // m/s²
    const Trajectory& w = t.trial->walked;
    const auto raw = pair_meeting(w.tracks[0], w.tracks[1], w.info.fps, {.cutoff = 0});
    if (!raw) return std::nullopt;
    for (const auto& s : raw->samples) {
        if (s.time >= t.meeting->seen && s.adaptation[who] > kChange) return s.time - t.meeting->seen;
    }
    return std::nullopt;
}

/// Predicted distance at a moment of normalised time.
double mpd_at(const PairMeeting& m, double left) {
    const PairMeeting::Sample* nearest = &m.samples.front();
    for (const auto& s : m.samples) {
        if (std::abs(s.left - left) < std::abs(nearest->left - left)) nearest = &s;
    }
    return nearest->mpd;
}

std::vector<Compared> compared(Study& study, const std::vector<CrossingTrial>& seeing) {
    const std::vector<CrossingTrial>& blind = study.run("");
    std::vector<Compared> all;
    for (std::size_t i = 0; i < seeing.size(); ++i) {
        if (!seeing[i].meeting || !blind[i].meeting) continue;
        Compared c{&*seeing[i].meeting, &seeing[i], blind[i].meeting->samples.front().mpd, blind[i].meeting->b_first};
        if (c.meeting->b_first) std::swap(c.first, c.second);
        all.push_back(c);
    }
    return all;
}

/// When the second walkers of pairs that would come close change their velocities, s after first sight.
std::vector<double> first_changes(const std::vector<Compared>& all) {
    std::vector<double> changes;
    for (const Compared& t : all) {
        if (t.mpd > kNoAdaptation) continue;
        if (const auto start = first_change(t, t.second)) changes.push_back(*start);
    }
    return changes;
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

void density_figure(Study& study, const std::string& label, const MeetingDensity& density) {
    plot::CellChart chart;
    chart.title = fmt::format("Predicted distance: {}", label);
    chart.note = "every column sums to 100 %";
    chart.x = {"time since first sight, share of the time until closest", ""};
    chart.y = {"predicted distance", "m"};
    chart.value = {"share of pairs", "%"};
    chart.upper = {1, density.highest};
    chart.columns = density.columns, chart.rows = density.rows;
    // What is beyond the highest row is counted in it, which is no place to show it.
    for (std::uint32_t row = 0; row < density.rows; ++row) {
        for (std::uint32_t column = 0; column < density.columns; ++column) {
            chart.values.push_back(row + 1 < density.rows ? 100 * density.at(column, row) : 0);
        }
    }
    std::string name = label;
    std::replace(name.begin(), name.end(), ' ', '_');
    study.result.figures.push_back(
        {"models", "density_" + name, plot::figure(chart, kFigureWidth, kFigureHeight, plot::Theme::plain)});
}

}  // namespace

void crossing(Study& study) {
    const std::vector<Compared> all = compared(study, study.run("experiment_based"));
    const std::vector<double> changes = first_changes(all);
    std::vector<double> closest, first, second, beyond, phase, observed_s, observed, reacted, speed_share[2];
    std::size_t kept = 0, contacts = 0;
    for (const Compared& t : all) {
        const PairMeeting& m = *t.meeting;
        kept += m.b_first == t.b_would_be_first;
        contacts += m.least < 0.5;
        phase.push_back(m.closest - m.seen);
        if (t.mpd > kNoAdaptation) {
            beyond.push_back(std::max(m.effort(0), m.effort(1)));
            continue;
        }
        closest.push_back(m.least);
        first.push_back(m.effort(t.first));
        second.push_back(m.effort(t.second));
        for (const int who : {t.first, t.second}) {
            double speeding = 0, turning = 0;
            for (const auto& s : m.samples) {
                speeding += std::abs(s.speeding[who]);
                turning += std::abs(s.turning[who]);
            }
            if (m.effort(who) > 0.05)
                speed_share[who == t.first ? 0 : 1].push_back(100 * speeding / (speeding + turning));
        }
        if (const auto p = periods(m)) {
            observed.push_back(p->observed);
            reacted.push_back(p->reacted);
            observed_s.push_back((1 - p->observed) * (m.closest - m.seen));
        }
    }
    const Summary distance = summarise(closest);
    const double least = *std::min_element(closest.begin(), closest.end());
    study.claim({.id = "crossing.closest",
                 .paper = 0.8,
                 .ours = distance.mean,
                 .unit = "m",
                 .rule = "mean closest distance of those who would come closer than 1 m between 0.8 and 1.1",
                 .holds = distance.mean >= 0.8 && distance.mean <= 1.1,
                 .required = true,
                 .note = fmt::format("{} of {} trials; from {:.2f} m, sd {:.2f} m; \"around 0.8 m\" in the paper",
                                     closest.size(), all.size(), least, distance.sd)});
    study.claim({.id = "crossing.contacts",
                 .ours = static_cast<double>(contacts),
                 .unit = "trials",
                 .rule = "= 0 in which bodies of 0.25 m touch",
                 .holds = contacts == 0,
                 .required = true});
    const Summary f = summarise(first), s = summarise(second);
    const WelchTest roles = welch_test(f, s);
    study.claim({.id = "crossing.asymmetry",
                 .ours = s.mean - f.mean,
                 .unit = "m/s",
                 .rule = "second − first walker's Σ|a|Δt > 0, p < 0.01",
                 .holds = s.mean > f.mean && roles.p < kSignificant,
                 .required = true,
                 .note = fmt::format("first {:.3f}, second {:.3f} m/s; p = {:.1g}", f.mean, s.mean, roles.p)});
    const auto adapting = std::count_if(first.begin(), first.end(), [](double effort) { return effort > 0.05; });
    study.claim({.id = "crossing.first_adapts",
                 .ours = 100 * f.mean / s.mean,
                 .unit = "%",
                 .rule = "\"both make adaptations\": the first walker's mean Σ|a|Δt at least 5 % of the second's",
                 .holds = f.mean >= 0.05 * s.mean,
                 .note = fmt::format("{} of {} first walkers adapt by more than 0.05 m/s", adapting, first.size())});
    const double most_beyond = beyond.empty() ? 0 : *std::max_element(beyond.begin(), beyond.end());
    study.claim({.id = "crossing.no_adaptation_beyond_1m",
                 .paper = 0,
                 .ours = summarise(beyond).mean,
                 .unit = "m/s",
                 .rule = "mean Σ|a|Δt of those who would pass at more than 1 m ≤ 0.05 (\"almost no adaptation\")",
                 .holds = beyond.empty() || summarise(beyond).mean <= 0.05,
                 .required = true,
                 .note = fmt::format("{} trials, at most {:.3f} m/s", beyond.size(), most_beyond)});
    const double share_kept = 100.0 * static_cast<double>(kept) / static_cast<double>(all.size());
    study.claim(
        {.id = "crossing.order",
         .paper = 92.8,
         .ours = share_kept,
         .unit = "%",
         .rule = "≥ 92.8 % pass in the order that their speeds and places at first sight foretell",
         .holds = share_kept >= 92.8,
         .required = true,
         .note = fmt::format("{} of {}; the paper compares with what its people did, 398 of 429 with the defaults",
                             kept, all.size())});
    study.claim({.id = "crossing.phase",
                 .paper = 4,
                 .ours = summarise(phase).mean,
                 .unit = "s",
                 .rule = "from first sight to the closest approach within 10 % of 4 s",
                 .holds = std::abs(summarise(phase).mean - 4) <= 0.4,
                 .note = "what the scene's wall makes of it"});
    const std::vector<double> delayed = first_changes(compared(study, study.run_delayed()));
    study.claim(
        {.id = "crossing.default_is_early",
         .paper = 0.8,
         .ours = middle(changes),
         .unit = "s",
         .rule =
             "median first change of the second walker's velocity before people's 0.8 s, and before the delayed one",
         .holds = middle(changes) < 0.8 && middle(changes) < middle(delayed),
         .note = fmt::format("{} walkers; \"the calibration delays reactions\": the defaults react too early",
                             changes.size())});
    study.claim({.id = "crossing.delayed_start",
                 .paper = 0.8,
                 .ours = middle(delayed),
                 .unit = "s",
                 .rule = "with errors that shrink more slowly (γ = 0.5) within 0.4 s of people's 0.8 s",
                 .holds = std::abs(middle(delayed) - 0.8) <= 0.4,
                 .note = fmt::format("{} walkers; measured like recordings, through the filter of 1 Hz, the defaults' "
                                     "observation ends after {:.2f} s",
                                     delayed.size(), middle(observed_s))});
    study.claim({.id = "crossing.observation_ends",
                 .paper = 0.8,
                 .ours = middle(observed),
                 .unit = "of phase",
                 .rule = "median within 0.15",
                 .holds = std::abs(middle(observed) - 0.8) <= 0.15});
    study.claim({.id = "crossing.reaction_ends",
                 .paper = 0.4,
                 .ours = middle(reacted),
                 .unit = "of phase",
                 .rule = "median within 0.15",
                 .holds = std::abs(middle(reacted) - 0.4) <= 0.15,
                 .note = "from then on distance is only regulated"});
    study.claim({.id = "crossing.second_mixes",
                 .ours = middle(speed_share[1]),
                 .unit = "%",
                 .rule = "share of speed in the second walker's adaptation between 20 and 80 %: it turns and brakes",
                 .holds = middle(speed_share[1]) >= 20 && middle(speed_share[1]) <= 80,
                 .note = speed_share[0].empty()
                             ? fmt::format("{} walkers; no first one adapts at all", speed_share[1].size())
                             : fmt::format("{} walkers; of the {} first ones who adapt at all {:.0f} %",
                                           speed_share[1].size(), speed_share[0].size(), middle(speed_share[0]))});

    ReproducedTable table{"crossing", "Two people crossing, by the distance at which they would have passed", {}, {}};
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
    adaptation_maps(study, all);
    adaptation_figures(study, all);
}

/// Figures 3 and 7 in numbers: how predicted distances grow over normalised time.
void models(Study& study) {
    ReproducedTable table{
        "models",
        "Figures 3 and 7: predicted distance over normalised time [m], pairs below 0.5 m at first sight",
        {"1.0", "0.8", "0.6", "0.4", "0.2", "0.0"},
        {}};
    ReproducedTable spread{"models", "Share of all pairs predicted to come closer than 0.4 m [%]", table.columns, {}};
    ReproducedTable outcome{
        "models", "What became of the trials", {"closest [m]", "order kept [%]", "first [m/s]", "second [m/s]"}, {}};
    std::vector<std::string> names{"", "experiment_based"};
    for (const Rival& r : kRivals) names.emplace_back(r.model);
    for (const std::string& name : names) {
        const std::vector<Compared> all = compared(study, study.run(name));
        std::vector<PairMeeting> meetings;
        ReproducedTable::Row row{name.empty() ? "nobody reacts" : name, "–", {}};
        for (const double left : {1.0, 0.8, 0.6, 0.4, 0.2, 0.0}) {
            std::vector<double> values;
            for (const Compared& t : all) {
                if (t.mpd < 0.5) values.push_back(mpd_at(*t.meeting, left));
            }
            row.cells.emplace_back(summarise(values));
        }
        for (const Compared& t : all) meetings.push_back(*t.meeting);
        const MeetingDensity density = meeting_density(meetings);
        density_figure(study, row.label, density);
        ReproducedTable::Row below{row.label, "–", {}};
        for (const std::uint32_t column : {0u, 20u, 40u, 60u, 80u, 99u}) {
            double share = 0;
            for (std::uint32_t r = 0; r < 8; ++r) share += density.at(column, r);
            below.cells.emplace_back(number(100 * share));
        }
        std::vector<double> closest, first, second;
        std::size_t kept = 0;
        for (const Compared& t : all) {
            kept += t.meeting->b_first == t.b_would_be_first;
            if (t.mpd > kNoAdaptation) continue;
            closest.push_back(t.meeting->least);
            first.push_back(t.meeting->effort(t.first));
            second.push_back(t.meeting->effort(t.second));
        }
        outcome.rows.push_back(
            {row.label,
             "–",
             {summarise(closest), number(100.0 * static_cast<double>(kept) / static_cast<double>(all.size())),
              summarise(first), summarise(second)}});
        table.rows.push_back(std::move(row));
        spread.rows.push_back(std::move(below));
    }
    const double start = table.rows[1].cells[0]->mean, end = table.rows[1].cells[5]->mean;
    study.claim({.id = "models.experiment_based.distance_grows",
                 .ours = end - start,
                 .unit = "m",
                 .rule = "mean predicted distance of pairs below 0.5 m grows by more than 0.3",
                 .holds = end - start > 0.3,
                 .required = true,
                 .note = fmt::format("from {:.2f} to {:.2f} m", start, end)});
    const double late = table.rows[1].cells[3]->mean;
    study.claim({.id = "models.experiment_based.regulation",
                 .ours = 100 * (late - start) / (end - start),
                 .unit = "%",
                 .rule = "≥ 80 % of the gain is made at 0.4 of the time left, where the paper's reaction ends",
                 .holds = late - start >= 0.8 * (end - start)});
    study.result.tables.push_back(std::move(table));
    study.result.tables.push_back(std::move(spread));
    study.result.tables.push_back(std::move(outcome));
}

}  // namespace sidestep::pettre2009
