#include "against_output.h"

#include <fmt/format.h>

#include <cmath>

#include "sidestep/statistics.h"

namespace sidestep::cli {
namespace {

struct Column {
    const char *name, *unit, *title;
    double Displacement::* value;
};
constexpr Column kColumns[] = {
    {"ade", "m", "ADE", &Displacement::ade},
    {"fde", "m", "FDE", &Displacement::fde},
    {"most", "m", "most", &Displacement::most},
    {"length_ratio", "1", "length", &Displacement::length_ratio},
    {"duration_ratio", "1", "duration", &Displacement::duration_ratio},
};

std::vector<double> values_of(const Displacements& found, double Displacement::* value) {
    std::vector<double> values;
    for (const Displacement& d : found.people) {
        if (std::isfinite(d.*value)) values.push_back(d.*value);
    }
    return values;
}

}  // namespace

std::string against_text(const std::vector<ResultAgainst>& results, const std::string& recording,
                         const MatchOptions& options) {
    std::string text = fmt::format("beside {}, by {}, time 0 of results at {:g} s of it\n", recording,
                                   name_of(options.by), options.begin);
    for (const ResultAgainst& result : results) {
        const Displacements& found = result.found;
        text += fmt::format("{}: {} people compared, {} of the result and {} of the recording have no counterpart\n",
                            result.name, found.people.size(), found.only_result.size(), found.only_recording.size());
        for (const Column& column : kColumns) {
            const Summary s = summarise(values_of(found, column.value));
            text += fmt::format("    {:<10} {:>10} ± {:<10} {}\n", column.title, significant(s.mean, 3),
                                significant(s.sd, 2), column.unit == std::string("1") ? "of the recorded" : "m");
        }
    }
    return text;
}

Json against_json(const std::vector<ResultAgainst>& results, const std::string& recording,
                  const MatchOptions& options) {
    Json list = Json::array();
    for (const ResultAgainst& result : results) {
        Json entry{{"file", result.name},
                   {"people", result.found.people.size()},
                   {"only_result", result.found.only_result},
                   {"only_recording", result.found.only_recording}};
        for (const Column& column : kColumns) {
            const Summary s = summarise(values_of(result.found, column.value));
            entry[column.name] = {
                {"unit", column.unit}, {"mean", finite_or_null(s.mean)}, {"sd", finite_or_null(s.sd)}, {"n", s.n}};
        }
        list.push_back(std::move(entry));
    }
    return {{"against", recording},
            {"match", name_of(options.by)},
            {"begin_s", options.begin},
            {"results", std::move(list)}};
}

std::string against_csv(const std::vector<ResultAgainst>& results) {
    std::string text = "result,id,recorded,moments";
    for (const Column& column : kColumns) {
        text += fmt::format(",{}{}", column.name, column.unit == std::string("1") ? "" : " [m]");
    }
    text += '\n';
    for (const ResultAgainst& result : results) {
        for (const Displacement& d : result.found.people) {
            text += fmt::format("{},{},{},{}", csv_cell(result.name), d.id, d.recorded, d.moments);
            for (const Column& column : kColumns) {
                const double value = d.*column.value;
                text += std::isfinite(value) ? fmt::format(",{}", value) : std::string(",");
            }
            text += '\n';
        }
    }
    return text;
}

}  // namespace sidestep::cli
