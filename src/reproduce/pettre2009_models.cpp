// What other models make of the crossings: Figures 3 and 7 of Pettré et al. 2009.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/pettre2009_compared.h"
#include "sidestep/measure_figures.h"
#include "sidestep/plot.h"

namespace sidestep::pettre2009 {

namespace {

/// Predicted distance at a moment of normalised time.
double mpd_at(const PairMeeting& m, double left) {
    const PairMeeting::Sample* nearest = &m.samples.front();
    for (const auto& s : m.samples) {
        if (std::abs(s.left - left) < std::abs(nearest->left - left)) nearest = &s;
    }
    return nearest->mpd;
}

void density_figure(Study& study, const std::string& label, const MeetingDensity& density) {
    const plot::CellChart chart =
        meeting_density_chart(density, MeetingValue::mpd, fmt::format("Predicted distance: {}", label));
    std::string name = label;
    std::replace(name.begin(), name.end(), ' ', '_');
    study.result.figures.push_back(
        {"models", "density_" + name, plot::figure(chart, kFigureWidth, kFigureHeight, plot::Theme::plain)});
}

}  // namespace

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
    std::vector<std::pair<std::string, const std::vector<CrossingTrial>*>> walked{
        {"nobody reacts", &study.run("")},
        {"experiment_based", &study.run("experiment_based")},
        {"calibrated", &study.run_calibrated()}};
    for (const Rival& r : kRivals) walked.emplace_back(r.model, &study.run(std::string(r.model)));
    for (const auto& [name, trials] : walked) {
        const std::vector<Compared> all = compared(study, *trials);
        std::vector<PairMeeting> meetings;
        ReproducedTable::Row row{name, "–", {}};
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
        const Measured m = measured(all);
        outcome.rows.push_back(
            {row.label, "–", {summarise(m.closest), number(m.kept_share()), summarise(m.first), summarise(m.second)}});
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
