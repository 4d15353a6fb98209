#include "reproduce/karamouzas2009_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sidestep::karamouzas2009 {

void Study::metrics_table(std::string part, std::string title,
                          const std::vector<std::pair<std::string, const Batch*>>& batches) {
    ReproducedTable table{std::move(part), std::move(title), {}, {}};
    for (const auto& [label, batch] : batches) table.columns.push_back(label);
    for (const Column& column : kTable1) {
        ReproducedTable::Row row{std::string(column.name), std::string(column.unit), {}};
        for (const auto& [label, batch] : batches) row.cells.emplace_back(batch->summary(column.value));
        table.rows.push_back(std::move(row));
    }
    ReproducedTable::Row arrived{"arrived", "%", {}};
    for (const auto& [label, batch] : batches) arrived.cells.emplace_back(number(share_arrived(*batch)));
    table.rows.push_back(std::move(arrived));
    result.tables.push_back(std::move(table));
}

void Study::table_beside_the_papers(std::string part, std::string title, const Contestants& batches) {
    ReproducedTable table{std::move(part),
                          std::move(title),
                          {"Helbing", "social_force", "Predictive", "predictive", "RVO", "rvo", "p P-sf", "p P-rvo"},
                          {}};
    if (batches.orca) {
        table.columns.emplace_back("orca");
        table.columns.emplace_back("p P-orca");
    }
    const auto add = [&](const Column& column, double WalkMetrics::* metric, bool raw) {
        const Comparison against_helbing(batches.predictive, batches.helbing, metric),
            against_rvo(batches.predictive, batches.rvo, metric);
        ReproducedTable::Row row{fmt::format("{}{}", column.name, raw ? " raw" : ""), std::string(column.unit), {}};
        const auto printed = [&](Summary Column::* which) {
            row.cells.push_back(raw ? std::nullopt : std::optional(column.*which));
        };
        printed(&Column::helbing);
        row.cells.emplace_back(against_helbing.b);
        printed(&Column::predictive);
        row.cells.emplace_back(against_helbing.a);
        printed(&Column::rvo);
        row.cells.emplace_back(against_rvo.b);
        row.cells.emplace_back(number(against_helbing.agents.p));
        row.cells.emplace_back(number(against_rvo.agents.p));
        if (batches.orca) {
            const Comparison against_orca(batches.predictive, *batches.orca, metric);
            row.cells.emplace_back(against_orca.b);
            row.cells.emplace_back(number(against_orca.agents.p));
        }
        table.rows.push_back(std::move(row));
    };
    for (const Column& column : kTable1) {
        add(column, column.value, false);
        if (column.raw) add(column, column.raw, true);
    }
    table.remark =
        "Capitals: the paper, n = 100. Small letters: ours. smoothness and degrees of the path at every 0.5 s; raw: at "
        "every step. p: Welch, Predictive against the other.";
    result.tables.push_back(std::move(table));
}

void Study::claim_arrivals(const std::string& part, const std::vector<std::pair<std::string, const Batch*>>& batches,
                           bool required) {
    for (const auto& [name, batch] : batches) {
        double closest = kUnlimited;
        for (const Outcome& run : batch->runs) closest = std::min(closest, run.closest);
        claim({.id = fmt::format("{}.arrive.{}", part, name),
               .ours = share_arrived(*batch),
               .unit = "%",
               .rule = "= 100",
               .holds = batch->arrived() == batch->agents(),
               .required = required,
               .note = fmt::format("{} of {} agents; closest centres {:.2f} m, deepest overlap {:.2f} m",
                                   batch->arrived(), batch->agents(), closest, deepest_overlap(*batch))});
    }
}

void Study::claim_against_helbing(const std::string& part, const Batch& predictive, const Batch& helbing,
                                  bool required) {
    for (const Column& column : kTable1) {
        const Comparison c(predictive, helbing, column.value);
        claim({.id = fmt::format("{}.helbing.{}", part, column.name),
               .paper = column.predictive.mean - column.helbing.mean,
               .ours = c.difference(),
               .unit = std::string(column.unit),
               .rule = fmt::format("Predictive − Helbing {} 0, p < 0.01", column.larger_is_better ? ">" : "<"),
               .holds = c.better(column.larger_is_better),
               .required = required,
               .note = c.text()});
    }
}

void Study::claim_against_rvo(const std::string& part, const std::string& name, const Batch& predictive,
                              const Batch& rival) {
    const auto compared = [&](TableColumn which, std::string rule, auto&& holds, auto&& note) {
        const Column& column = kTable1[which];
        const Comparison c(predictive, rival, column.value);
        claim({.id = fmt::format("{}.{}.{}", part, name, column.name),
               .paper = column.predictive.mean - column.rvo.mean,
               .ours = c.difference(),
               .unit = std::string(column.unit),
               .rule = std::move(rule),
               .holds = holds(c),
               .note = c.text() + note(c)});
    };
    const auto nothing = [](const Comparison&) { return std::string(); };
    for (const TableColumn which : {kTime, kSpeed}) {
        compared(
            which, "Predictive − RVO not significant: median p over runs (100 agents each, as the paper) ≥ 0.05",
            [](const Comparison& c) { return c.median_p() >= kNotSignificant; },
            [](const Comparison& c) { return fmt::format("; median {} per run", p_text(c.median_p())); });
    }
    for (const TableColumn which : kEffort) {
        compared(which, "Predictive − RVO < 0, p < 0.01", [](const Comparison& c) { return c.better(false); }, nothing);
    }
    compared(
        kLength, "Predictive − RVO > 0, p < 0.01",
        [](const Comparison& c) { return c.agents.p < kSignificant && c.difference() > 0; },
        [](const Comparison&) { return std::string("; in the table, not in the text: RVO's paths are shorter"); });
}

}  // namespace sidestep::karamouzas2009
