#include "model_fit_output.h"

#include <fmt/format.h>

#include <cmath>

#include "search_output.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "study_output.h"
#include "today.h"

namespace sidestep::cli {
namespace {

Json interval_json(const Interval& interval) {
    return {finite_or_null(interval.low), finite_or_null(interval.high)};
}

/// Three digits behind the point, or three that say something.
std::string shown(double value) {
    if (!std::isfinite(value)) return "-";
    return std::abs(value) >= 0.1 ? fmt::format("{:.3f}", value) : fmt::format("{:.3g}", value);
}

std::string label(const FitValue& value) {
    return value.unit == "1" ? std::string(value.name) : fmt::format("{} [{}]", value.name, value.unit);
}
/// Shares are per cent in words.
double in_words(const FitValue& value, double number) {
    return value.unit == "%" ? 100 * number : number;
}

std::vector<std::string> recordings(const PeopleFit& fit) {
    std::vector<std::string> names;
    for (const FilmedPeople& people : fit.data().people) names.push_back(people.name);
    return names;
}

std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + printable(name);
    return text;
}

Json objective_json(const PeopleFit& fit) {
    Json json = Json::object();
    for (const FitWeight& weight : fit.objective()) json[std::string(name_of(weight.term))] = weight.weight;
    return json;
}

Json numbers_json(const FlowNumbers& numbers) {
    return {{"flow", finite_or_null(numbers.flow)},
            {"density", finite_or_null(numbers.density)},
            {"speed", finite_or_null(numbers.speed)}};
}

Json score_json(const PeopleFit& fit, const FitScore& score) {
    Json terms = Json::object(), values = Json::object();
    for (std::size_t i = 0; i < score.terms.size(); ++i)
        terms[std::string(name_of(fit.objective()[i].term))] = finite_or_null(score.terms[i]);
    for (const FitValue& value : score.values) {
        values[fmt::format("{}.{}", name_of(value.term), value.name)] = {{"unit", value.unit == "%" ? "1" : value.unit},
                                                                         {"value", finite_or_null(value.value)},
                                                                         {"ci95", interval_json(value.interval)},
                                                                         {"people", finite_or_null(value.people)},
                                                                         {"scale", value.scale},
                                                                         {"share", value.share}};
    }
    return {{"cost", finite_or_null(score.cost)},
            {"ci95", interval_json(score.interval)},
            {"terms", std::move(terms)},
            {"values", std::move(values)},
            {"cases", score.cases},
            {"failed", score.failed},
            {"runs", score.runs},
            {"refused", score.refused},
            {"stalled", score.stalled},
            {"jammed", score.jammed}};
}

Json judged_json(const PeopleFit& fit, const std::optional<FitScore>& before, const std::optional<FitScore>& after) {
    if (!before || !after) return nullptr;
    return {{"before", score_json(fit, *before)},
            {"fitted", score_json(fit, *after)},
            {"difference_ci95", interval_json(cost_difference(*before, *after))}};
}

Json told_json(const PeopleFit& fit, const FitIdentification& told) {
    Json names = Json::array(), correlation = Json::array(), not_told = Json::array();
    for (std::size_t i = 0; i < fit.unknowns().size(); ++i) {
        if (!told.parameters[i].told) not_told.push_back(fit.unknowns()[i].name);
        names.push_back(fit.unknowns()[i].name);
        Json row = Json::array();
        for (const double r : told.correlation[i]) row.push_back(finite_or_null(r));
        correlation.push_back(std::move(row));
    }
    return {{"evaluations", told.evaluations},
            {"not_told", std::move(not_told)},
            {"names", std::move(names)},
            {"correlation", std::move(correlation)}};
}

int failed_evaluations(const SearchResult& found) {
    int failed = 0;
    for (const SearchRun& run : found.runs) failed += run.failed;
    return failed;
}
int all_evaluations(const SearchResult& found) {
    int all = 0;
    for (const SearchRun& run : found.runs) all += run.evaluations;
    return all;
}

/// The value that the fitted profile has.
double fitted_value(const ModelFitAnswer& answer, std::size_t i) {
    return answer.fit.rounded(i, answer.result.values[i]);
}

/// What a profile carries of its making: enough to make it again, and to know what it is worth.
Json provenance(const ModelFitAnswer& a) {
    Json fitted = Json::array();
    for (const Unknown& unknown : a.fit.unknowns()) fitted.push_back(unknown.name);
    std::vector<std::string> data = recordings(a.fit);
    if (const std::size_t flows = a.fit.experiments(FitShare::learnt).size(); flows > 0)
        data.push_back(fmt::format("{} experiments", flows));
    Json json{{"about", fmt::format("fitted to {}{}", list(data),
                                    a.fit.data().people.empty() || a.command.half == "whole"
                                        ? ""
                                        : fmt::format(", {} halves", a.command.half))},
              {"made_by", fmt::format("sidestep {} calibrate {}", version(), a.command.subject)},
              {"date", today()},
              {"recordings", recordings(a.fit)},
              {"half", a.command.half},
              {"goals", a.command.goals},
              {"experiments", a.fit.experiments(FitShare::learnt)},
              {"held_out_experiments", a.fit.experiments(FitShare::held_out)},
              {"objective", objective_json(a.fit)},
              {"fitted", std::move(fitted)},
              {"search",
               {{"method", a.command.search.method},
                {"seeds", a.command.search.seeds},
                {"first_seed", a.command.search.seed},
                {"evaluations", a.command.search.evaluations},
                {"polish", a.plan.search.polish},
                {"cases", a.options.cases},
                {"finished", a.result.finished}}}};
    const auto judged = [&](const std::optional<FitScore>& before, const std::optional<FitScore>& after) -> Json {
        if (!before || !after) return nullptr;
        Json values = Json::object();
        for (std::size_t i = 0; i < after->values.size(); ++i) {
            const FitValue& value = after->values[i];
            values[fmt::format("{}.{}", name_of(value.term), value.name)] = {
                {"before", finite_or_null(before->values[i].value)},
                {"fitted", finite_or_null(value.value)},
                {"fitted_ci95", interval_json(value.interval)}};
        }
        return {{"cost", {{"before", before->cost}, {"fitted", after->cost}}},
                {"cost_difference_ci95", interval_json(cost_difference(*before, *after))},
                {"values", std::move(values)}};
    };
    json["learnt"] = judged(a.result.learnt_before, a.result.learnt_after);
    json["held_out"] = judged(a.result.held_out_before, a.result.held_out_after);
    if (a.result.told) json["not_told_by_the_data"] = told_json(a.fit, *a.result.told)["not_told"];
    return json;
}

// ---- In words ----

std::string told_text(const ParameterTold& told) {
    std::string text = told.told ? "yes" : told.kept ? "NO, kept" : "NO";
    if (told.at_bound) text += ", at a bound";
    return text;
}

std::string parameter_table(const ModelFitAnswer& a) {
    std::vector<std::vector<std::string>> rows{{"", "before", "fitted", "95 %", "seeds", "told"}};
    for (std::size_t i = 0; i < a.fit.unknowns().size(); ++i) {
        const Unknown& unknown = a.fit.unknowns()[i];
        const Summary spread = a.result.found.spread(i);
        std::string interval = "-", told = "-";
        if (a.result.told) {
            const ParameterTold& of = a.result.told->parameters[i];
            told = told_text(of);
            if (std::isfinite(of.interval.low))
                interval = fmt::format("{}…{}", shown(of.interval.low), shown(of.interval.high));
        }
        rows.push_back({unknown.name, shown(unknown.start), shown(fitted_value(a, i)), interval,
                        std::isfinite(spread.sd) ? fmt::format("{} ± {}", shown(spread.mean), shown(spread.sd))
                                                 : shown(spread.mean),
                        told});
    }
    return aligned(rows);
}

std::string score_table(const ModelFitAnswer& a) {
    const PeopleFitResult& r = a.result;
    std::vector<std::vector<std::string>> rows{
        {"", "counts 1", "learnt: before", "fitted", "held out: before", "fitted"}};
    const auto cell = [&](const std::optional<FitScore>& score, std::size_t i) {
        return score ? shown(in_words(score->values[i], score->values[i].value)) : std::string("-");
    };
    for (std::size_t i = 0; i < r.learnt_after->values.size(); ++i) {
        const FitValue& value = r.learnt_after->values[i];
        rows.push_back({fmt::format("{}: {}", name_of(value.term), label(value)), shown(in_words(value, value.scale)),
                        cell(r.learnt_before, i), cell(r.learnt_after, i), cell(r.held_out_before, i),
                        cell(r.held_out_after, i)});
    }
    const auto cost = [](const std::optional<FitScore>& score) {
        return score ? shown(score->cost) : std::string("-");
    };
    rows.push_back(
        {"cost", "", cost(r.learnt_before), cost(r.learnt_after), cost(r.held_out_before), cost(r.held_out_after)});
    return aligned(rows);
}

std::string difference_text(const char* where, const std::optional<FitScore>& before,
                            const std::optional<FitScore>& after) {
    if (!before || !after) return {};
    const Interval i = cost_difference(*before, *after);
    return fmt::format("cost {}: {} with 95 % between {} and {}\n", where, shown(after->cost - before->cost),
                       shown(i.low), shown(i.high));
}

/// Flows are few: each is told.
std::string flow_table(const ModelFitAnswer& a) {
    std::vector<std::vector<std::string>> rows{
        {"experiment", "", "flow", "density", "speed", "before", "", "", "fitted", "", "", ""}};
    const auto add = [&](const std::optional<FitScore>& before, const std::optional<FitScore>& after,
                         const char* share) {
        if (!before || !after) return;
        for (std::size_t e = 0; e < after->flows.size(); ++e) {
            const FlowNumbers& recorded = after->flows[e].recorded;
            std::vector<std::string> cells{after->flows[e].experiment, share, shown(recorded.flow),
                                           shown(recorded.density), shown(recorded.speed)};
            for (const FitScore* score : {&*before, &*after}) {
                const FlowRun& run = score->flows[e].rows[0].runs[0];
                cells.push_back(shown(run.numbers.flow));
                cells.push_back(shown(run.numbers.density));
                cells.push_back(!run.refused.empty() ? "refused"
                                                     : shown(run.numbers.speed) + (run.stalled  ? " stalled"
                                                                                   : run.jammed ? " jammed"
                                                                                                : ""));
            }
            cells.emplace_back("");
            rows.push_back(std::move(cells));
        }
    };
    add(a.result.learnt_before, a.result.learnt_after, "learnt");
    add(a.result.held_out_before, a.result.held_out_after, "held out");
    return rows.size() == 1 ? std::string() : aligned(rows) + '\n';
}

/// Pairs that only their combination is told of.
std::string correlation_text(const ModelFitAnswer& a) {
    constexpr double kStrong = 0.8;
    std::string text;
    const auto unknowns = a.fit.unknowns();
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double r = a.result.told->correlation[i][j];
            if (std::abs(r) >= kStrong)
                text += fmt::format("{} and {} are hardly told apart (correlation {:.2f}).\n", unknowns[j].name,
                                    unknowns[i].name, r);
        }
    }
    return text;
}

std::string title(const ModelFitAnswer& a) {
    std::string text = fmt::format("{}: {} and a simplex, {} seeds of {} evaluations{}\n", a.command.subject,
                                   a.command.search.method, a.result.found.runs.size(), a.command.search.evaluations,
                                   a.result.finished ? "" : ", NOT FINISHED");
    if (!a.fit.data().people.empty()) {
        text += fmt::format(
            "learnt from {} of {}, {} each evaluation\n",
            a.command.half == "whole" ? "the whole" : "the " + a.command.half + " half", list(recordings(a.fit)),
            a.options.cases == 0 ? "all cases in" : fmt::format("{} cases of each in", a.options.cases));
    }
    if (!a.fit.data().experiments.empty()) {
        text += fmt::format("experiments learnt from: {}\nheld out: {}\n", list(a.fit.experiments(FitShare::learnt)),
                            list(a.fit.experiments(FitShare::held_out)));
    }
    text += "cost: ";
    for (std::size_t i = 0; i < a.fit.objective().size(); ++i) {
        const FitWeight& weight = a.fit.objective()[i];
        text += fmt::format("{}{:g} × {}", i == 0 ? "" : " + ", weight.weight, name_of(weight.term));
    }
    return text + '\n';
}

}  // namespace

std::string fitted_profile(const ModelFitAnswer& answer) {
    return profile_text(answer.result.fitted, provenance(answer).dump());
}

Json document(const ModelFitAnswer& a) {
    const bool any = !a.result.found.runs.empty();
    const auto or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json parameters = any ? parameters_json(a.fit.unknowns(), a.result.found) : Json::object();
    for (std::size_t i = 0; any && i < a.fit.unknowns().size(); ++i) {
        Json& one = parameters[a.fit.unknowns()[i].name];
        one["fitted"] = fitted_value(a, i);
        if (!a.result.told) continue;
        const ParameterTold& told = a.result.told->parameters[i];
        one["told"] = told.told;
        one["at_bound"] = told.at_bound;
        one["kept"] = told.kept;
        one["change"] = told.change;
        one["noise"] = told.noise;
        one["ci95"] = interval_json(told.interval);
    }
    Json flows = Json::array();
    const auto add_flows = [&](const std::optional<FitScore>& before, const std::optional<FitScore>& after,
                               const char* share) {
        if (!before || !after) return;
        for (std::size_t e = 0; e < after->flows.size(); ++e) {
            const auto run_json = [&](const FitScore& score) {
                Json list = Json::array();
                for (const FlowRun& run : score.flows[e].rows[0].runs) {
                    Json one = numbers_json(run.numbers);
                    one["through"] = run.numbers.through;
                    one["stalled"] = run.stalled;
                    one["jammed"] = run.jammed;
                    one["refused"] = run.refused.empty() ? Json(nullptr) : Json(run.refused);
                    list.push_back(std::move(one));
                }
                return list;
            };
            flows.push_back({{"experiment", after->flows[e].experiment},
                             {"share", share},
                             {"recorded", numbers_json(after->flows[e].recorded)},
                             {"before", run_json(*before)},
                             {"fitted", run_json(*after)}});
        }
    };
    add_flows(a.result.learnt_before, a.result.learnt_after, "learnt");
    add_flows(a.result.held_out_before, a.result.held_out_after, "held_out");
    Json json{{"model", a.command.subject},
              {"data", a.command.data},
              {"half", a.command.half},
              {"goals", a.command.goals},
              {"experiments", a.fit.experiments(FitShare::learnt)},
              {"held_out_experiments", a.fit.experiments(FitShare::held_out)},
              {"objective", objective_json(a.fit)},
              {"method", a.command.search.method},
              {"polish", a.plan.search.polish},
              {"cases", a.options.cases},
              {"finished", a.result.finished},
              {"cost", any ? Json(a.result.found.best().cost) : Json(nullptr)},
              {"evaluations", all_evaluations(a.result.found)},
              {"failed_evaluations", failed_evaluations(a.result.found)},
              {"parameters", std::move(parameters)},
              {"told", a.result.told ? told_json(a.fit, *a.result.told) : Json(nullptr)},
              {"learnt", judged_json(a.fit, a.result.learnt_before, a.result.learnt_after)},
              {"held_out", judged_json(a.fit, a.result.held_out_before, a.result.held_out_after)},
              {"flows", std::move(flows)},
              {"runs", runs_json(a.result.found)},
              {"profile", any ? Json::parse(fitted_profile(a)) : Json(nullptr)},
              {"checkpoint", or_null(a.command.search.resume)},
              {"output", any ? or_null(a.command.output) : Json(nullptr)}};
    if (const std::string signal = interruption(); !signal.empty()) json["interrupted"] = signal;
    return json;
}

std::string readable(const ModelFitAnswer& a) {
    std::string text = title(a) + '\n';
    if (a.result.found.runs.empty()) return text + "nothing was evaluated\n";
    text += parameter_table(a) + '\n';
    if (const int failed = failed_evaluations(a.result.found); failed > 0)
        text += fmt::format("{} of {} evaluations could not be simulated; they count most.\n", failed,
                            all_evaluations(a.result.found));
    if (a.result.told) text += correlation_text(a);
    if (a.result.learnt_after) {
        text += '\n' + score_table(a);
        text += difference_text("of what was learnt, fitted - before", a.result.learnt_before, a.result.learnt_after);
        text += difference_text("of what was held out", a.result.held_out_before, a.result.held_out_after);
        if (!a.fit.holds_out()) text += "nothing is held out: what is fitted is not judged on other data\n";
        const FitScore& score = a.result.held_out_after ? *a.result.held_out_after : *a.result.learnt_after;
        if (score.failed + score.refused + score.stalled > 0)
            text += fmt::format("fitted: {} of {} replays failed, of {} runs {} were refused and {} stalled\n",
                                score.failed, score.cases, score.runs, score.refused, score.stalled);
        text += '\n' + flow_table(a);
    }
    if (a.command.output.empty()) {
        text += profile_text(a.result.fitted);
    } else {
        text += fmt::format("profile: {}\n", a.command.output);
    }
    if (!a.command.search.resume.empty()) text += fmt::format("checkpoint: {}\n", a.command.search.resume);
    return text;
}

}  // namespace sidestep::cli
