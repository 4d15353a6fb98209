#include "meetings_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "picture.h"
#include "sidestep/measure_figures.h"

namespace sidestep::cli {
namespace {

constexpr double kWidth = 900, kHeight = 520;  // pixels
constexpr double kWouldMeet = 0.5;             // m: predicted distances below this are far too small

/// What is told of the pairs of one recording.
struct MeetingNumbers {
    std::vector<double> least, first, last;                   // m: closest, predicted at first sight and in the end
    std::vector<double> observed, reacted, regulated, giver;  // s; share of the effort of who adapts more
    std::size_t would_meet = 0;
};

MeetingNumbers numbers_of(const std::vector<PairMeeting>& meetings) {
    MeetingNumbers n;
    for (const PairMeeting& m : meetings) {
        n.least.push_back(m.least);
        n.first.push_back(m.samples.front().mpd);
        n.last.push_back(m.samples.back().mpd);
        n.would_meet += m.samples.front().mpd < kWouldMeet;
        const auto p = periods(m);
        if (!p) continue;
        const double seconds = m.closest - m.seen;
        n.observed.push_back((1 - p->observed) * seconds);
        n.reacted.push_back((p->observed - p->reacted) * seconds);
        n.regulated.push_back(p->reacted * seconds);
        const double a = m.effort(0), b = m.effort(1);
        if (a + b > 0) n.giver.push_back(std::max(a, b) / (a + b));
    }
    return n;
}

std::string shown(const std::vector<double>& values) {
    const Summary s = summarise(values);
    return fmt::format("{} ± {}", significant(s.mean, 3), significant(s.sd, 2));
}

Json json_of(const std::vector<double>& values) {
    const Summary s = summarise(values);
    return {{"mean", finite_or_null(s.mean)}, {"sd", finite_or_null(s.sd)}, {"n", s.n}};
}

/// A pair with all that was measured of it, sample by sample.
Json json_of(const std::string& file, const PairMeeting& m) {
    Json columns = Json::object();
    const auto add = [&](const char* name, const auto& value) {
        Json& list = columns[name] = Json::array();
        for (const PairMeeting::Sample& s : m.samples) list.push_back(finite_or_null(value(s)));
    };
    using Sample = PairMeeting::Sample;
    add("time_s", [](const Sample& s) { return s.time; });
    add("left", [](const Sample& s) { return s.left; });
    add("distance_m", [](const Sample& s) { return s.distance; });
    add("mpd_m", [](const Sample& s) { return s.mpd; });
    add("tti_s", [](const Sample& s) { return s.tti; });
    add("adaptation_a", [](const Sample& s) { return s.adaptation[0]; });
    add("adaptation_b", [](const Sample& s) { return s.adaptation[1]; });
    const auto p = periods(m);
    return {{"file", file},
            {"a", m.a},
            {"b", m.b},
            {"seen_s", m.seen},
            {"closest_s", m.closest},
            {"least_m", m.least},
            {"first", m.b_first ? m.b : m.a},
            {"periods", p ? Json{{"observed", p->observed}, {"reacted", p->reacted}} : Json(nullptr)},
            {"samples", std::move(columns)}};
}

std::string cell(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

}  // namespace

std::string meetings_text(const std::vector<FileOfMeetings>& files) {
    std::string text;
    for (const FileOfMeetings& file : files) {
        const MeetingNumbers n = numbers_of(file.meetings);
        text += fmt::format("{}: {} pairs closer than {:g} m, {} of them predicted closer than {:g} m at first sight\n",
                            file.name, file.meetings.size(), kMeetingReach, n.would_meet, kWouldMeet);
        if (file.meetings.empty()) continue;
        text += fmt::format("    predicted distance {} m at first sight, {} m in the end; closest {} m\n",
                            shown(n.first), shown(n.last), shown(n.least));
        if (n.observed.empty()) {
            text += "    no pair gained enough distance to have periods\n";
            continue;
        }
        text += fmt::format(
            "    {} pairs with three periods: observation {} s, reaction {} s, regulation {} s; who adapts more does "
            "{} "
            "of it\n",
            n.observed.size(), shown(n.observed), shown(n.reacted), shown(n.regulated), shown(n.giver));
    }
    return text;
}

Json meetings_json(const std::vector<FileOfMeetings>& files) {
    Json results = Json::array();
    for (const FileOfMeetings& file : files) {
        const MeetingNumbers n = numbers_of(file.meetings);
        results.push_back({{"file", file.name},
                           {"pairs", file.meetings.size()},
                           {"would_meet", n.would_meet},
                           {"mpd_at_first_m", json_of(n.first)},
                           {"mpd_in_the_end_m", json_of(n.last)},
                           {"closest_m", json_of(n.least)},
                           {"observation_s", json_of(n.observed)},
                           {"reaction_s", json_of(n.reacted)},
                           {"regulation_s", json_of(n.regulated)},
                           {"giver_share", json_of(n.giver)}});
    }
    return {{"results", std::move(results)}};
}

std::vector<FigureFile> meetings_series(const std::string& folder, const std::vector<FileOfMeetings>& files) {
    if (folder.empty()) return {};
    std::string pairs =
        "result,a,b,seen [s],closest [s],least [m],b_first,mpd_first [m],mpd_last [m],observed,reacted,effort_a "
        "[m/s],effort_b [m/s]\n";
    std::string samples =
        "result,a,b,time [s],left,distance [m],mpd [m],tti [s],adaptation_a [m/s2],adaptation_b [m/s2],speeding_a "
        "[m/s2],speeding_b [m/s2],turning_a [m/s2],turning_b [m/s2]\n";
    Json all = Json::array();
    for (const FileOfMeetings& file : files) {
        for (const PairMeeting& m : file.meetings) {
            all.push_back(json_of(file.name, m));
            const std::string who = fmt::format("{},{},{}", csv_cell(file.name), m.a, m.b);
            const auto p = periods(m);
            pairs += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", who, m.seen, m.closest, m.least,
                                 m.b_first ? 1 : 0, m.samples.front().mpd, m.samples.back().mpd,
                                 p ? cell(p->observed) : "", p ? cell(p->reacted) : "", m.effort(0), m.effort(1));
            for (const PairMeeting::Sample& s : m.samples) {
                samples += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", who, s.time, s.left, s.distance, s.mpd,
                                       s.tti, s.adaptation[0], s.adaptation[1], s.speeding[0], s.speeding[1],
                                       s.turning[0], s.turning[1]);
            }
        }
    }
    const std::filesystem::path in(folder);
    return {{(in / "meetings.csv").string(), std::move(pairs)},
            {(in / "meeting_samples.csv").string(), std::move(samples)},
            {(in / "meetings.json").string(), all.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"}};
}

std::vector<FigureFile> meetings_figures(const std::vector<FileOfMeetings>& files, const FigureChoice& choice) {
    std::vector<FigureFile> figures;
    if (choice.folder.empty()) return figures;
    std::set<std::string> stems;
    for (const FileOfMeetings& file : files) {
        if (file.meetings.empty()) continue;
        const std::string base = std::filesystem::path(file.name).stem().string();
        std::string stem = base;
        for (int i = 2; !stems.insert(stem).second; ++i) stem = fmt::format("{}_{}", base, i);
        for (const MeetingValue value : {MeetingValue::mpd, MeetingValue::tti}) {
            const plot::CellChart chart = meeting_density_chart(
                meeting_density(file.meetings, value), value,
                fmt::format("{} of {} pairs: {}",
                            value == MeetingValue::mpd ? "Predicted distance" : "Time until the closest approach",
                            file.meetings.size(), stem));
            const std::string name = fmt::format("{}_{}{}", stem, name_of(value), choice.extension());
            const std::string path = (std::filesystem::path(choice.folder) / name).string();
            figures.push_back({path, picture_of(path, kWidth, [&](double width) {
                                   return plot::figure(chart, width, std::round(width * kHeight / kWidth),
                                                       plot::Theme::plain);
                               })});
        }
    }
    return figures;
}

}  // namespace sidestep::cli
