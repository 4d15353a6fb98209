#include "one_step_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "study_output.h"

namespace sidestep::cli {
namespace {

std::string_view goal_of(const OneStepRow& row) {
    return row.walker == name_of(Baseline::people) ? "" : name_of(row.goal);
}

std::string shown(double value) {
    return std::isfinite(value) ? fmt::format("{:.4f}", value) : "-";
}

}  // namespace

std::string one_step_table(const OneStepResult& result) {
    std::vector<std::string> names;
    for (const std::string& name : result.recordings) names.push_back(printable(name));
    std::string text = fmt::format("{}: one step of {:g} s, {} of them in {} clusters\n", fmt::join(names, ", "),
                                   result.options.lag, result.cases.size(), result.clusters);
    std::vector<std::vector<std::string>> rows{{"walker", "goal", "error ", "95 %", "entropy"},
                                               {"", "", "m ", "m", ""}};
    for (const OneStepRow& row : result.rows) {
        rows.push_back({row.walker, std::string(goal_of(row)),
                        shown(row.error.value) + (row.error.p < 0.01 ? "*" : " "), shown(row.error_95),
                        shown(row.entropy)});
    }
    text += aligned(rows);
    text += fmt::format(
        "error: mean distance from where the person was; 95 %: what 95 % do not exceed; entropy: of the differences as "
        "a "
        "normal distribution, less is better\nMeans over {} recording{}; *: p < 0.01 against {} (paired, by cluster).",
        result.recordings.size(), result.recordings.size() == 1 ? "" : "s", result.options.evaluate.reference);
    for (const OneStepRow& row : result.rows) {
        if (row.failed > 0) text += fmt::format(" {}: {} could not be simulated.", row.walker, row.failed);
    }
    return text + "\n";
}

Json one_step_document(const OneStepResult& result) {
    Json rows = Json::array();
    for (const OneStepRow& row : result.rows) {
        rows.push_back({{"walker", row.walker},
                        {"goal", goal_of(row).empty() ? Json(nullptr) : Json(goal_of(row))},
                        {"failed", row.failed},
                        {"error",
                         {{"unit", "m"},
                          {"value", finite_or_null(row.error.value)},
                          {"ci95", {finite_or_null(row.error.interval.low), finite_or_null(row.error.interval.high)}},
                          {"p", finite_or_null(row.error.p)}}},
                        {"error_95", finite_or_null(row.error_95)},
                        {"entropy", finite_or_null(row.entropy)}});
    }
    return {{"mode", kOneStep},
            {"recordings", result.recordings},
            {"half", name_of(result.options.evaluate.half)},
            {"lag_s", result.options.lag},
            {"cases", result.cases.size()},
            {"clusters", result.clusters},
            {"reference", result.options.evaluate.reference},
            {"finished", result.finished},
            {"rows", std::move(rows)}};
}

std::string one_step_csv(const OneStepResult& result) {
    std::string text = "walker,goal,error,error_low,error_high,error_p,error_95,entropy,failed\n";
    const auto cell = [](double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); };
    for (const OneStepRow& row : result.rows) {
        text += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_cell(row.walker), goal_of(row), cell(row.error.value),
                            cell(row.error.interval.low), cell(row.error.interval.high), cell(row.error.p),
                            cell(row.error_95), cell(row.entropy), row.failed);
    }
    return text;
}

std::string one_step_cases_csv(const OneStepResult& result) {
    std::string text = "recording,id,time,walker,goal,dx,dy\n";
    for (const OneStepRow& row : result.rows) {
        for (std::size_t i = 0; i < result.cases.size(); ++i) {
            const EvaluatedCase& c = result.cases[i];
            const Vec2d d = row.differences[i];
            text += fmt::format("{},{},{},{},{},", csv_cell(result.recordings[c.recording]), c.a, c.time,
                                csv_cell(row.walker), goal_of(row));
            text += std::isfinite(d.x) ? fmt::format("{},{}\n", d.x, d.y) : std::string(",\n");
        }
    }
    return text;
}

}  // namespace sidestep::cli
