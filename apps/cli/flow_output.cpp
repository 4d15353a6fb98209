#include "flow_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sidestep/report.h"
#include "study_output.h"

namespace sidestep::cli {

namespace {

struct FlowColumn {
    std::string_view name, title, unit;
    double FlowNumbers::* value;
    bool compared;  ///< as a difference in per cent; else as it is
};
constexpr FlowColumn kFlowColumns[] = {{"flow", "flow", "1/s", &FlowNumbers::flow, true},
                                       {"density", "density", "1/m²", &FlowNumbers::density, true},
                                       {"speed", "speed", "m/s", &FlowNumbers::speed, true},
                                       {"lanes", "lanes", "", &FlowNumbers::lanes, false}};

/// Over the runs in which it is defined.
Summary over_runs(const FlowRow& row, double FlowNumbers::* value) {
    std::vector<double> values;
    for (const FlowRun& run : row.runs) {
        if (run.refused.empty() && std::isfinite(run.numbers.*value)) values.push_back(run.numbers.*value);
    }
    return summarise(values);
}

struct FlowCounts {
    std::size_t refused = 0, stalled = 0, jammed = 0, no_way = 0;
    double through = 0, deepest = 0;  ///< mean, most
    std::string why;
};
FlowCounts counts_of(const FlowRow& row) {
    FlowCounts counts;
    for (const FlowRun& run : row.runs) {
        counts.refused += !run.refused.empty();
        if (counts.why.empty()) counts.why = run.refused;
        if (!run.refused.empty()) continue;
        counts.stalled += run.stalled;
        counts.jammed += run.jammed;
        counts.no_way = std::max(counts.no_way, run.no_way);
        counts.through += run.numbers.through;
        counts.deepest = std::max(counts.deepest, run.deepest);
    }
    if (const std::size_t runs = row.runs.size() - counts.refused; runs > 0)
        counts.through /= static_cast<double>(runs);
    return counts;
}

std::vector<std::string> flow_cells(const FlowResult& result, const FlowRow& row) {
    std::vector<std::string> cells;
    for (const FlowColumn& column : kFlowColumns) {
        const double real = result.recorded.*column.value, here = over_runs(row, column.value).mean;
        if (!std::isfinite(here)) {
            cells.emplace_back("-");
        } else if (column.compared && real > 0) {
            cells.push_back(fmt::format("{:.2f} ({:+.0f} %)", here, 100 * (here / real - 1)));
        } else {
            cells.push_back(fmt::format("{:.2f}", here));
        }
    }
    const FlowCounts counts = counts_of(row);
    cells.push_back(fmt::format("{:.0f} %", 100 * counts.through));
    cells.push_back(fmt::format("{}", counts.stalled));
    cells.push_back(fmt::format("{}", counts.jammed));
    cells.push_back(fmt::format("{}", counts.no_way));
    cells.push_back(counts.refused == row.runs.size() ? "refused" : fmt::format("{:.2f}", counts.deepest));
    return cells;
}

std::vector<std::string> flow_titles(bool with_units) {
    std::vector<std::string> titles;
    for (const FlowColumn& column : kFlowColumns) {
        titles.push_back(with_units && !column.unit.empty() ? fmt::format("{} [{}]", column.title, column.unit)
                                                            : std::string(column.title));
    }
    for (const char* title : {"through", "stalled", "jammed", "no way"}) titles.emplace_back(title);
    titles.emplace_back(with_units ? "overlap [m]" : "overlap");
    return titles;
}

std::vector<std::string> recorded_cells(const FlowResult& result) {
    std::vector<std::string> cells;
    for (const FlowColumn& column : kFlowColumns) {
        const double value = result.recorded.*column.value;
        cells.push_back(std::isfinite(value) ? fmt::format("{:.2f}", value) : "-");
    }
    return cells;
}

constexpr auto kFlowWords =
    "Means over seeds; in brackets against the recorded. flow: from the 15th to the 85th of a hundred, undefined where "
    "fewer got through; stalled: seeds in which not everybody got through or nobody moves; jammed: seeds in which "
    "everybody did, in more than twice the recorded time; no way: people without a route; overlap: deepest of two "
    "bodies.\n";

}  // namespace

std::string flow_table(const std::vector<FlowResult>& results) {
    std::string text;
    for (const FlowResult& result : results) {
        std::vector<std::vector<std::string>> rows{{"walker"}};
        for (std::string& title : flow_titles(true)) rows[0].push_back(std::move(title));
        rows.push_back({"recorded"});
        for (std::string& cell : recorded_cells(result)) rows.back().push_back(std::move(cell));
        for (const FlowRow& row : result.rows) {
            rows.push_back({row.walker});
            for (std::string& cell : flow_cells(result, row)) rows.back().push_back(std::move(cell));
        }
        text += printable(result.experiment) + "\n" + aligned(rows);
        for (const FlowRow& row : result.rows) {
            if (const FlowCounts counts = counts_of(row); counts.refused > 0)
                text += fmt::format("{}: refused, {}\n", row.walker, printable(counts.why));
        }
        text += '\n';
    }
    return text + kFlowWords;
}

Json flow_document(const std::vector<FlowResult>& results, bool finished) {
    Json experiments = Json::array();
    const auto numbers = [](const FlowNumbers& n) {
        Json json = Json::object();
        for (const FlowColumn& column : kFlowColumns) json[std::string(column.name)] = finite_or_null(n.*column.value);
        json["through"] = n.through;
        json["window"] = {n.from, n.to};
        return json;
    };
    for (const FlowResult& result : results) {
        Json rows = Json::array();
        for (const FlowRow& row : result.rows) {
            Json runs = Json::array();
            for (const FlowRun& run : row.runs) {
                Json entry = numbers(run.numbers);
                entry["stalled"] = run.stalled;
                entry["jammed"] = run.jammed;
                entry["no_way"] = run.no_way;
                entry["deepest_m"] = run.deepest;
                entry["refused"] = run.refused.empty() ? Json(nullptr) : Json(run.refused);
                runs.push_back(std::move(entry));
            }
            rows.push_back({{"walker", row.walker}, {"runs", std::move(runs)}});
        }
        experiments.push_back({{"experiment", result.experiment},
                               {"people", result.people},
                               {"recorded", numbers(result.recorded)},
                               {"rows", std::move(rows)}});
    }
    return {{"mode", kFlow}, {"finished", finished}, {"experiments", std::move(experiments)}};
}

std::string flow_csv(const std::vector<FlowResult>& results) {
    std::string text =
        "experiment,walker,run,flow,density,speed,lanes,through,stalled,jammed,no_way,deepest_m,refused\n";
    const auto add = [&](const FlowResult& result, const std::string& walker, const std::string& run,
                         const FlowNumbers& numbers) {
        text += fmt::format("{},{},{}", csv_cell(result.experiment), csv_cell(walker), run);
        for (const FlowColumn& column : kFlowColumns) {
            const double value = numbers.*column.value;
            text += std::isfinite(value) ? fmt::format(",{}", value) : std::string(",");
        }
        text += fmt::format(",{}", numbers.through);
    };
    for (const FlowResult& result : results) {
        add(result, "recorded", "", result.recorded);
        text += ",,,,,\n";
        for (const FlowRow& row : result.rows) {
            for (std::size_t i = 0; i < row.runs.size(); ++i) {
                const FlowRun& run = row.runs[i];
                add(result, row.walker, std::to_string(i + 1), run.numbers);
                text += fmt::format(",{:d},{:d},{},{},{}\n", run.stalled, run.jammed, run.no_way, run.deepest,
                                    csv_cell(run.refused));
            }
        }
    }
    return text;
}

std::string flow_report(std::vector<FlowResult>& results) {
    ComparisonTable table;
    table.title = "Flows of recorded experiments";
    table.remark = kFlowWords;
    table.columns = flow_titles(true);
    for (FlowResult& result : results) {
        std::vector<std::string> real = recorded_cells(result);
        real.resize(table.columns.size());
        table.rows.push_back({result.experiment + ", recorded", std::move(real), {}, result.experiment});
        for (FlowRow& row : result.rows) {
            table.rows.push_back({fmt::format("{}, {}", result.experiment, row.walker), flow_cells(result, row),
                                  std::move(row.paths), result.experiment});
        }
    }
    return comparison_html(table);
}

}  // namespace sidestep::cli
