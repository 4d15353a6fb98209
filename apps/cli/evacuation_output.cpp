#include "evacuation_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sidestep/departures.h"
#include "study_output.h"

namespace sidestep::cli {

namespace {

// Through doors of 0.5 to 2 m people get 1.6 to 2.3 a second and metre (docs/evacuation.md#flow).
constexpr double kPeopleFlow = 1.9;  // 1/(s m)
constexpr double kTellBeyond = 1.3;  // times that
constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

std::string seconds(double time) {
    return std::isfinite(time) ? fmt::format("{:.1f}", time) : "-";
}

double first_of(const LeavingTimes& times) {
    return times.time.empty() ? kNever : times.time.front();
}

/// "50 %", "last"
std::string share_text(double share) {
    return share < 1 ? fmt::format("{:.0f} %", 100 * share) : "last";
}

Spread spread_of(std::string name, std::string unit, const std::vector<double>& values) {
    Spread s{std::move(name), std::move(unit), summarise(values), {}};
    s.interval = mean_interval(s.over_runs);
    if (values.empty()) return s;
    const auto [least, most] = std::ranges::minmax_element(values);
    s.min = *least;
    s.max = *most;
    return s;
}

}  // namespace

std::string leaving_table(const Leaving& leaving, const std::vector<PlanExit>& exits) {
    std::vector<std::vector<std::string>> rows{{"exit", "found by", "at", "width", "people", "first"}};
    for (const double share : kToldShares) rows[0].push_back(share_text(share));
    rows[0].push_back("most/s");
    const auto add = [&](std::vector<std::string> cells, const LeavingTimes& times) {
        cells.push_back(std::to_string(times.time.size()));
        cells.push_back(seconds(first_of(times)));
        for (const double share : kToldShares) cells.push_back(seconds(times.when(share)));
        cells.push_back(fmt::format("{:.1f}", times.most_per_second()));
        rows.push_back(std::move(cells));
    };
    add({"all", "", "", ""}, leaving.all);
    for (std::size_t i = 0; i < exits.size(); ++i) {
        const PlanExit& exit = exits[i];
        add({printable(exit.name), std::string(name_of(exit.source)),
             fmt::format("({:.2f} {:.2f})", exit.middle.x, exit.middle.y), fmt::format("{:.2f} m", exit.width)},
            leaving.exits[i]);
    }
    return aligned(rows);
}

Json to_json(const LeavingTimes& times) {
    Json json{{"people", times.people}, {"out", times.time.size()}, {"first_s", finite_or_null(first_of(times))}};
    json["out_50_s"] = finite_or_null(times.when(0.5));
    json["out_90_s"] = finite_or_null(times.when(0.9));
    json["out_95_s"] = finite_or_null(times.when(0.95));
    json["last_s"] = finite_or_null(times.when(1));
    json["most_per_s"] = times.most_per_second();
    return json;
}

Json exits_json(const Leaving& leaving, const std::vector<PlanExit>& exits) {
    Json list = Json::array();
    for (std::size_t i = 0; i < exits.size(); ++i) {
        Json entry{{"name", exits[i].name},
                   {"found_by", name_of(exits[i].source)},
                   {"middle", {exits[i].middle.x, exits[i].middle.y}},
                   {"width_m", exits[i].width}};
        entry.update(to_json(leaving.exits[i]));
        list.push_back(std::move(entry));
    }
    return list;
}

namespace {

/// m: a mark that people leave by touching is as wide as the place where they do.
double judged_width(const PlanExit& exit) {
    if (exit.line) return exit.width;
    double width = exit.width;
    for (const Vec2d p : exit.region) {
        for (const Vec2d q : exit.region) width = std::max({width, std::fabs(p.x - q.x), std::fabs(p.y - q.y)});
    }
    return width;
}

}  // namespace

std::vector<std::string> flow_notes(std::span<const Leaving> runs, const std::vector<PlanExit>& exits) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < exits.size(); ++i) {
        double most = 0;
        for (const Leaving& run : runs) most = std::max(most, run.exits[i].most_per_second());
        const double width = judged_width(exits[i]), of_people = kPeopleFlow * width;
        if (most <= kTellBeyond * of_people) continue;
        notes.push_back(fmt::format(
            "{} let out {:.1f} people a second in the fullest {:.0f} s, {:.1f} times what people get through "
            "{:.2f} m (about {} a second and metre): times are too short by as much where a crowd waits",
            exits[i].name, most, kFullestStretch, most / of_people, width, kPeopleFlow));
    }
    return notes;
}

std::string curve_csv(const Leaving& leaving) {
    std::string text = "time [s],out,share";
    for (const LeavingTimes& exit : leaving.exits) text += "," + csv_cell(exit.exit);
    text += '\n';
    const auto out_by = [](const LeavingTimes& times, double t) {
        return std::upper_bound(times.time.begin(), times.time.end(), t + 1e-9) - times.time.begin();
    };
    const double end = leaving.all.time.empty() ? 0 : std::ceil(leaving.all.time.back());
    for (double t = 0; t <= end; ++t) {
        const auto out = out_by(leaving.all, t);
        text += fmt::format(
            "{},{},{}", t, out,
            leaving.all.people > 0 ? static_cast<double>(out) / static_cast<double>(leaving.all.people) : 0.0);
        for (const LeavingTimes& exit : leaving.exits) text += fmt::format(",{}", out_by(exit, t));
        text += '\n';
    }
    return text;
}

std::string people_csv(const Trajectory& trajectory) {
    struct Row {
        AgentId id;
        std::string cells;
    };
    std::vector<Row> rows;
    for (const ExitUse& use : exits_of(trajectory.info)) {
        for (const ExitUse::Departure& one : use.left) {
            rows.push_back({one.id, fmt::format("{},{},", csv_cell(use.exit), one.time)});
        }
    }
    for (const StillInside& one : still_inside(trajectory)) {
        rows.push_back({one.id, fmt::format(",,{}", csv_cell(one.why))});
    }
    std::ranges::sort(rows, {}, &Row::id);
    std::string text = "id,exit,time [s],why not\n";
    for (const Row& row : rows) text += fmt::format("{},{}\n", row.id, row.cells);
    return text;
}

std::vector<Spread> spread_of(std::span<const Leaving> runs) {
    std::vector<Spread> spreads;
    const auto add = [&](std::string name, std::string unit, auto&& value_of) {
        std::vector<double> values;
        for (const Leaving& run : runs) {
            if (const double value = value_of(run); std::isfinite(value)) values.push_back(value);
        }
        spreads.push_back(spread_of(std::move(name), std::move(unit), values));
    };
    for (const double share : kToldShares) {
        add(share < 1 ? share_text(share) + " out" : "everybody out", "s",
            [&](const Leaving& run) { return run.all.when(share); });
    }
    add("still inside", "people", [](const Leaving& run) { return static_cast<double>(run.inside.size()); });
    for (std::size_t i = 0; !runs.empty() && i < runs[0].exits.size(); ++i) {
        add("by " + runs[0].exits[i].exit, "people",
            [&](const Leaving& run) { return static_cast<double>(run.exits[i].time.size()); });
    }
    return spreads;
}

std::string spread_table(std::span<const Spread> spreads) {
    std::vector<std::vector<std::string>> rows{{"", "unit", "runs", "mean", "sd", "95 % interval", "", "min", "max"}};
    for (const Spread& s : spreads) {
        rows.push_back({printable(s.name), s.unit, std::to_string(s.over_runs.n), seconds(s.over_runs.mean),
                        seconds(s.over_runs.sd), seconds(s.interval.low), seconds(s.interval.high), seconds(s.min),
                        seconds(s.max)});
    }
    return aligned(rows);
}

}  // namespace sidestep::cli
