// Every local model in single file, with the fitted law of following and without.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"
#include "sidestep/simulation.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr std::uint32_t kPeople = 20;
constexpr double kWithin = 0.05;  // m/s
// Where there are no recordings.
constexpr double kUsualDensities[] = {0.5, 1.0, 1.5, 2.0, 2.4};

double off(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace

void models_in_file(Study& study) {
    const LawWalker walker = study.fitted().walker;
    std::vector<double> densities, people;
    for (const PeopleBin& bin : people_bins(study.people(), Half::both)) {
        densities.push_back(bin.density);
        people.push_back(bin.speed);
    }
    if (densities.empty()) densities.assign(std::begin(kUsualDensities), std::end(kUsualDensities));
    if (!study.whole()) {  // the ends and the middle are a look
        const auto some = [](std::vector<double>& all) {
            if (all.size() > 3) all = {all.front(), all[all.size() / 2], all.back()};
        };
        some(densities);
        some(people);
    }
    ReproducedTable table{"models", "Single file under every local model: speed at density", {}, {}};
    ReproducedTable alone{"models", "The same without following", {}, {}};
    for (const double density : densities) table.columns.push_back(fmt::format("{:.2f} /m", density));
    table.columns.emplace_back("off the law");
    alone.columns = table.columns;
    if (!people.empty()) table.columns.emplace_back("off people"), alone.columns.emplace_back("off people");

    const auto row_of = [&](const std::string& name, const std::vector<double>& speeds,
                            const std::vector<double>* law) {
        ReproducedTable::Row row{name, "m/s", {}};
        for (const double speed : speeds) row.cells.emplace_back(number(speed));
        row.cells.push_back(law != nullptr ? std::optional(number(off(speeds, *law))) : std::nullopt);
        if (!people.empty()) row.cells.emplace_back(number(off(speeds, people)));
        return row;
    };
    std::vector<double> law;
    for (const double density : densities) {
        law.push_back(ring_speed(walker, {.people = kPeople, .length = kPeople / density, .seconds = 60}));
    }
    for (ReproducedTable* t : {&table, &alone}) {
        if (!people.empty()) t->rows.push_back(row_of("people", people, &law));
        t->rows.push_back(row_of("the law alone", law, nullptr));
    }
    Workers workers(study.options.threads);
    std::string farthest, too_far, nearest_alone;
    double most = 0, least_alone = 1e9;
    for (const PartInfo* model : models()) {
        study.tell(fmt::format("{} in single file", model->name));
        std::vector<double> with(densities.size()), without(densities.size());
        workers.for_each(2 * densities.size(), [&](std::size_t i) {
            const double density = densities[i / 2];
            (i % 2 == 0 ? with : without)[i / 2] =
                study.engine_speed(kPeople, kPeople / density, walker, std::string(model->name), i % 2 == 0);
        });
        table.rows.push_back(row_of(std::string(model->name), with, &law));
        alone.rows.push_back(row_of(std::string(model->name), without, &law));
        const double error = off(with, law);
        if (error > most) most = error, farthest = model->name;
        if (!(error < kWithin)) too_far += fmt::format("{}{}", too_far.empty() ? "" : ", ", model->name);
        if (off(without, law) < least_alone) least_alone = off(without, law), nearest_alone = model->name;
    }
    table.remark = fmt::format(
        "{} people, evenly spaced from rest, no walls; mean of the second half of a minute along the file. Off: root "
        "mean "
        "square over densities.",
        kPeople);
    study.result.tables.push_back(std::move(table));
    study.result.tables.push_back(std::move(alone));
    study.claim({.id = "models.with_following",
                 .ours = most,
                 .unit = "m/s",
                 .rule = fmt::format("every model within {} m/s of the law's diagram", kWithin),
                 .holds = too_far.empty(),
                 .required = true,
                 .note = fmt::format("farthest: {}; too far: {}", farthest, too_far.empty() ? "none" : too_far)});
    study.claim({.id = "models.without_following",
                 .ours = least_alone,
                 .unit = "m/s",
                 .rule = "reported",
                 .holds = true,
                 .note = fmt::format("the nearest by itself: {}", nearest_alone)});
}

}  // namespace sidestep::bruneau2016
