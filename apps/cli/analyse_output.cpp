#include "analyse_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace sidestep::cli {

namespace {

Json summary_json(const Column& column, double sampling) {
    const MetricSummary s = summarise(column.values);
    Json out{{"unit", column.metric->unit},    {"per", name_of(column.metric->per)}, {"n", s.n},
             {"mean", finite_or_null(s.mean)}, {"sd", finite_or_null(s.sd)},         {"min", finite_or_null(s.min)},
             {"max", finite_or_null(s.max)}};
    if (column.metric->sampled) out["sampling_s"] = sampling;
    if (const auto people = people_range(column.metric->name, sampling)) {
        out["people"] = {{"low", people->low}, {"high", people->high}};
    }
    return out;
}

std::string cell(const Summary& s) {
    if (std::isnan(s.mean)) return "-";
    if (std::isnan(s.sd)) return significant(s.mean, 4);
    return fmt::format("{} ± {}", significant(s.mean, 4), significant(s.sd, 3));
}

std::string cell(double value, int digits) {
    return significant(value, digits);
}

/// Frames follow each other, and everybody is in many pairs: their number says nothing of how sure a mean is.
bool can_be_tested(const Metric& metric) {
    return metric.per == MetricPer::walker;
}

Json comparison_json(const Analysed& first, const Analysed& second) {
    Json document = Json::object();
    for (std::size_t i = 0; i < first.columns.size(); ++i) {
        if (!can_be_tested(*first.columns[i].metric)) continue;
        const auto a = numbers_of(first.columns[i].values), b = numbers_of(second.columns[i].values);
        const WelchTest welch = welch_test(a, b);
        const MannWhitneyTest ranks = mann_whitney_test(a, b);
        document[std::string(first.columns[i].metric->name)] = {
            {"welch",
             {{"t", finite_or_null(welch.t)}, {"df", finite_or_null(welch.df)}, {"p", finite_or_null(welch.p)}}},
            {"mann_whitney",
             {{"u", finite_or_null(ranks.u)},
              {"z", finite_or_null(ranks.z)},
              {"p", finite_or_null(ranks.p)},
              {"exact", ranks.exact}}}};
    }
    return document;
}

Json waiting_json(const WaitingTimes& w) {
    Json wait{{"mean_s", finite_or_null(w.mean_wait())}};
    for (const double share : kToldWaits) wait[fmt::format("p{:g}_s", 100 * share)] = finite_or_null(w.within(share));
    Json length = Json::array();
    for (const LineLength& l : w.length) length.push_back(Json::array({l.time, l.people}));
    return {{"came", w.came},          {"served", w.served},
            {"gave_up", w.gave_up},    {"waiting", w.waiting},
            {"wait", std::move(wait)}, {"service_mean_s", finite_or_null(summarise(w.service).mean)},
            {"busy", w.busy},          {"mean_length", finite_or_null(w.mean_length())},
            {"longest", w.longest()},  {"length", std::move(length)}};
}

std::string heading(const Analysed& r, const std::string& mark) {
    std::string text =
        fmt::format("{}{}: {} agent{}, {} frames at {:g} fps ({:g} s)", mark, r.file, r.people,
                    r.people == 1 ? "" : "s", r.frames, r.info.fps, (r.frames > 0 ? r.frames - 1 : 0) / r.info.fps);
    if (r.skipped > 0) text += fmt::format(", {} with a single sample left out", r.skipped);
    text += '\n';
    if (r.closest) {
        text += fmt::format("    closest: {:.3f} m between agents {} and {} at {:g} s\n", r.closest->distance,
                            r.closest->a, r.closest->b, r.closest->time);
    }
    std::string exits;
    for (const ExitUse& use : r.exits) {
        exits += fmt::format("{}{} {}", exits.empty() ? "" : ", ", use.left.size(), printable(use.exit));
    }
    if (!exits.empty()) text += fmt::format("    left by exits: {}\n", exits);
    for (const WaitingTimes& w : r.waiting) {
        text += fmt::format("    queue {}: {} came, {} served, {} gave up, {} still waiting", printable(w.queue),
                            w.came, w.served, w.gave_up, w.waiting);
        if (!w.waited.empty()) {
            text += fmt::format("; waited {} s on average", significant(w.mean_wait(), 3));
            for (const double share : kToldWaits) {
                text += fmt::format(", {:g} % at most {} s", 100 * share, significant(w.within(share), 3));
            }
        }
        text += fmt::format("; {} waited at most at once\n", w.longest());
    }
    text += r.places;
    for (const std::string& remark : r.remarks) text += fmt::format("    {}\n", printable(remark));
    for (const ToldFinding& told : r.findings) text += fmt::format("    {}\n", text_of(told));
    return text;
}

/// A cell per column, empty where a metric has no value of somebody: who is in no group has no distance to it.
std::map<AgentId, std::vector<std::string>> by_walker(const std::vector<const Column*>& columns) {
    std::map<AgentId, std::vector<std::string>> rows;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (const MetricValue& v : columns[i]->values) {
            auto& cells = rows.try_emplace(v.a, columns.size()).first->second;
            cells[i] = fmt::format("{}", v.value);
        }
    }
    return rows;
}

}  // namespace

std::string per_agent_csv(const std::vector<Analysed>& results, double sampling) {
    const auto of_walkers = [](const Analysed& result) {
        std::vector<const Column*> columns;
        for (const Column& column : result.columns) {
            if (column.metric->per == MetricPer::walker) columns.push_back(&column);
        }
        return columns;
    };
    std::string text = "result,id,sampling_s";
    for (const Column* column : of_walkers(results.front())) {
        text += fmt::format(",{} [{}]", column->metric->name, column->metric->unit);
    }
    const bool exits = std::ranges::any_of(results, [](const Analysed& result) { return !result.exits.empty(); });
    text += exits ? ",exit\n" : "\n";
    for (const Analysed& result : results) {
        const std::string name = csv_cell(result.file);
        std::map<AgentId, std::string_view> exit_of;
        for (const ExitUse& use : result.exits) {
            for (const ExitUse::Departure& one : use.left) exit_of[one.id] = use.exit;
        }
        for (const auto& [id, cells] : by_walker(of_walkers(result))) {
            text += fmt::format("{},{},{},{}", name, id, sampling, fmt::join(cells, ","));
            const auto exit = exit_of.find(id);
            if (exits) text += exit == exit_of.end() ? "," : "," + csv_cell(exit->second);
            text += '\n';
        }
    }
    return text;
}

std::string visits_csv(const std::vector<Analysed>& results) {
    const auto time = [](double t) { return std::isfinite(t) ? fmt::format("{}", t) : std::string(); };
    std::string text = "result,queue,id,came [s],begun [s],ended [s],waited [s],point,outcome\n";
    for (const Analysed& result : results) {
        for (const QueueUse& use : result.visits) {
            for (const Visit& v : use.visits) {
                text += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_cell(result.file), csv_cell(use.queue), v.id,
                                    time(v.came), time(v.begun), time(v.ended), time(v.waited()), v.point,
                                    name_of(v.outcome));
            }
        }
    }
    return text;
}

Json analyse_json(const std::vector<Analysed>& results, double sampling) {
    Json document{{"sampling_s", sampling}, {"results", Json::array()}};
    for (const Analysed& result : results) {
        Json entry{{"file", result.file},     {"agents", result.people}, {"skipped", result.skipped},
                   {"frames", result.frames}, {"fps", result.info.fps},  {"metrics", Json::object()},
                   {"closest", nullptr}};
        for (const Column& column : result.columns) {
            entry["metrics"][std::string(column.metric->name)] = summary_json(column, sampling);
        }
        if (result.closest) {
            entry["closest"] = {{"distance_m", result.closest->distance},
                                {"time_s", result.closest->time},
                                {"ids", {result.closest->a, result.closest->b}}};
        }
        for (const ExitUse& use : result.exits) entry["exits"][use.exit] = use.left.size();
        for (const WaitingTimes& w : result.waiting) entry["queues"][w.queue] = waiting_json(w);
        if (!result.measured.is_null()) entry["measured"] = result.measured;
        if (!result.remarks.empty()) entry["remarks"] = result.remarks;
        if (!result.findings.empty()) entry["findings"] = json_of(result.findings);
        document["results"].push_back(std::move(entry));
    }
    if (results.size() == 2) document["comparison"] = comparison_json(results[0], results[1]);
    if (results.size() > 2) {
        document["comparisons"] = Json::array();
        for (std::size_t i = 1; i < results.size(); ++i) {
            document["comparisons"].push_back(
                {{"file", results[i].file}, {"with_first", comparison_json(results[0], results[i])}});
        }
    }
    return document;
}

std::string analyse_table(const std::vector<Analysed>& results, double sampling, bool wide) {
    const bool compare = results.size() == 2, several = results.size() > 1;
    const bool people = std::ranges::any_of(results[0].columns, [&](const Column& column) {
        return people_range(column.metric->name, sampling).has_value();
    });
    std::string text;
    for (std::size_t i = 0; i < results.size(); ++i) {
        text += heading(results[i], several ? fmt::format("[{}] ", i + 1) : "");
    }
    std::size_t widest = 15;
    for (const Column& column : results[0].columns) widest = std::max(widest, column.metric->name.size());
    text += fmt::format("\n{:<{}} {:<7}", "mean ± sd", widest, "");
    if (wide) text += fmt::format(" {:<6}", "per");
    for (std::size_t i = 0; i < results.size(); ++i) {
        text += fmt::format(" {:>18}", several ? fmt::format("[{}]", i + 1) : "");
        if (several && i > 0 && !compare) text += fmt::format(" {:>8}", "p");
        if (wide) text += fmt::format(" {:>7} {:>9} {:>9}", "n", "min", "max");
    }
    if (people) text += fmt::format(" {:>14}", "people");
    if (compare) text += fmt::format(" {:>9} {:>7} {:>9} {:>10}", "Welch t", "df", "p", "ranks p");
    text += '\n';
    for (std::size_t i = 0; i < results[0].columns.size(); ++i) {
        const Metric& metric = *results[0].columns[i].metric;
        text +=
            fmt::format("{:<{}} {:<7}", metric.sampled ? fmt::format("{} *", metric.name) : std::string(metric.name),
                        widest, metric.unit);
        if (wide) text += fmt::format(" {:<6}", name_of(metric.per));
        for (const Analysed& r : results) {
            const MetricSummary s = summarise(r.columns[i].values);
            text += fmt::format(" {:>18}", cell(Summary{s.n, s.mean, s.sd}));
            if (results.size() > 2 && &r != &results.front()) {
                const auto a = numbers_of(results[0].columns[i].values), b = numbers_of(r.columns[i].values);
                text += fmt::format(" {:>8}", can_be_tested(metric) ? cell(welch_test(a, b).p, 2) : "-");
            }
            if (wide) text += fmt::format(" {:>7} {:>9} {:>9}", s.n, cell(s.min, 4), cell(s.max, 4));
        }
        if (people) text += fmt::format(" {:>14}", people_text(metric.name, sampling));
        if (compare && !can_be_tested(metric)) {
            text += fmt::format(" {:>9} {:>7} {:>9} {:>10}", "-", "-", "-", "-");
        } else if (compare) {
            const auto a = numbers_of(results[0].columns[i].values), b = numbers_of(results[1].columns[i].values);
            const WelchTest welch = welch_test(a, b);
            text += fmt::format(" {:>9.2f} {:>7.1f} {:>9} {:>10}", welch.t, welch.df, cell(welch.p, 2),
                                cell(mann_whitney_test(a, b).p, 2));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    text +=
        fmt::format("* path resampled every {:g} s; _raw: every recorded step. sd: of the sample (n - 1).\n", sampling);
    if (people) text += "people: least and greatest mean of recordings (docs/quality_of_motion.md).\n";
    if (compare)
        text +=
            "p: two-sided, Welch's t-test and Mann-Whitney U, of walkers alone: frames and pairs are not "
            "independent.\n";
    if (several && !compare) text += "p: against [1], two-sided, Welch's t-test, of walkers alone.\n";
    return text;
}

}  // namespace sidestep::cli
