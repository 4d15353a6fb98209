// Recorded people: legs of single walkers between stops, of whom every other person is fitted and the rest scored, and
// passers-by round two standing persons, to whom nothing is fitted. Who counts is said in docs/reproduce_brogan2003.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "reproduce/brogan2003_study.h"
#include "scene/doors.h"
#include "sidestep/trajectory.h"
#include "sidestep/walks.h"

namespace sidestep::brogan2003 {
namespace {

namespace fs = std::filesystem;

// Two persons stand across the path (actors.csv of the recording); who walks beside one of them is a disc away.
constexpr Vec2d kStanding[] = {{-2.80, 0.00}, {-2.80, 3.26}};
constexpr double kBodyRadius = 0.25;  // m, of the standing persons
constexpr double kReach = 6;          // m before and behind them that are compared
constexpr double kAlone = 1.5;        // m: whom nobody else came closer is alone

/// Walks of two halves of the people.
struct Halves {
    std::vector<ObservedWalk> learned, held_out;
    std::vector<std::string> maps;
    std::size_t people = 0;
};

std::vector<std::vector<std::string>> read_csv(const fs::path& file) {
    std::vector<std::vector<std::string>> rows;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == ',') {
                cells.emplace_back();
            } else {
                cells.back() += c;
            }
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

/// Legs of people who stop at marks, turn, and go on; nothing stands in their way.
Halves single_walkers(const fs::path& folder, double step) {
    Halves halves;
    const Trajectory recording = read_trajectory((folder / "ped01-13.txt").string());
    halves.maps = {""};
    for (const Track& track : recording.tracks) {
        const bool fitted = halves.people++ % 2 == 0;
        RestOptions rest;
        rest.least = 3;
        for (const Track& leg : walks_of(track, recording.info, rest)) {
            (fitted ? halves.learned : halves.held_out).push_back({leg.id, 0, sampled_path(leg, recording.info, step)});
        }
    }
    return halves;
}

std::string ring(Vec2d centre) {
    std::string text = "LINESTRING (";
    constexpr int kCorners = 12;
    for (int i = 0; i <= kCorners; ++i) {
        const double angle = 2 * std::numbers::pi * (i % kCorners) / kCorners;
        text += fmt::format("{}{:.4f} {:.4f}", i > 0 ? ", " : "", centre.x + kBodyRadius * std::cos(angle),
                            centre.y + kBodyRadius * std::sin(angle));
    }
    return text + ")";
}

/// The part of a track within reach of the standing persons, from one side to the other; empty where there is none.
Track passage(const Track& track) {
    Track part{track.id, {}, {}, {}};
    for (std::size_t i = 0; i < track.frame.size(); ++i) {
        if (std::abs(track.position[i].x - kStanding[0].x) > kReach) {
            if (!part.frame.empty()) break;
            continue;
        }
        part.frame.push_back(track.frame[i]);
        part.position.push_back(track.position[i]);
    }
    const bool across =
        part.frame.size() > 10 &&
        (part.position.front().x - kStanding[0].x) * (part.position.back().x - kStanding[0].x) < -kReach;
    return across ? part : Track{};
}

bool walks_alone(const Track& own, const Trajectory& recording) {
    for (const Track& other : recording.tracks) {
        if (other.id == own.id) continue;
        std::size_t k = 0;
        for (std::size_t i = 0; i < own.frame.size(); ++i) {
            while (k < other.frame.size() && other.frame[k] < own.frame[i]) ++k;
            if (k == other.frame.size()) break;
            if (other.frame[k] == own.frame[i] && norm(other.position[k] - own.position[i]) < kAlone) return false;
        }
    }
    return true;
}

/// Passers-by who meet the two, by the labels of the recording. Whether they go between or round them is taken from the
/// recording, for the model and A* alike: round them, the line between the two is a wall.
struct Passing {
    std::vector<ObservedWalk> all, alone;  ///< alone: nobody else near
    std::vector<std::string> maps;
    std::size_t labelled = 0;  ///< of whom some are not seen from one side to the other
};

Passing passers_by(const fs::path& folder, double step) {
    Passing passing;
    // The first ring is the ground, the second stands on it; the others border on it.
    std::ifstream in(folder / "environment.wkt");
    const auto corners = [&] {
        std::string polygon;
        std::getline(in, polygon);
        const std::size_t from = polygon.find("((") + 2;
        return polygon.substr(from, polygon.rfind("))") - from);
    };
    const std::string ground = corners(), planter = corners();
    const std::string floor = fmt::format("POLYGON (({}), ({}))", ground, planter);
    const std::string persons = ring(kStanding[0]) + ", " + ring(kStanding[1]);
    const std::string line =
        fmt::format("LINESTRING ({} {}, {} {})", kStanding[0].x, kStanding[0].y, kStanding[1].x, kStanding[1].y);
    passing.maps = {fmt::format("GEOMETRYCOLLECTION ({}, {})", floor, persons),
                    fmt::format("GEOMETRYCOLLECTION ({}, {}, {})", floor, persons, line)};
    for (const std::string day : {"2023-11-14", "2023-12-01", "2023-12-07"}) {
        const Trajectory recording = read_trajectory((folder / (day + ".txt")).string());
        std::map<AgentId, std::vector<std::string>> labels;
        for (const auto& row : read_csv(folder / (day + "_labels.csv"))) {
            if (row.size() >= 6 && row[0] != "person_id") labels[static_cast<AgentId>(std::stoul(row[0]))] = row;
        }
        for (const Track& track : recording.tracks) {
            const auto label = labels.find(track.id);
            if (label == labels.end()) continue;
            const auto& row = label->second;
            const bool meets_two = row[2] == "FaceToFace" || row[2] == "BackToBack";
            if (row[1] != "Pedestrian" || !meets_two || row[3] != "1" || !row[5].empty()) continue;
            ++passing.labelled;
            const Track part = passage(track);
            if (part.frame.empty()) continue;
            std::size_t beside = 0;
            for (std::size_t i = 0; i < part.position.size(); ++i) {
                const auto off = [&](std::size_t k) { return std::abs(part.position[k].x - kStanding[0].x); };
                if (off(i) < off(beside)) beside = i;
            }
            const std::size_t map = part.position[beside].y > kStanding[1].y ? 1 : 0;
            passing.all.push_back({part.id, map, sampled_path(part, recording.info, step)});
            if (walks_alone(part, recording)) passing.alone.push_back(passing.all.back());
        }
    }
    return passing;
}

/// What the authors measured on their walkers, on these.
void constants(Study& study, const Trajectory& recording) {
    const WalkingProfile profile = walking_profile(recording);
    ReproducedTable table{"people", "Constants of walking (section 3), single walkers", {"paper", "ours"}, {}};
    for (const ProfileConstant& constant : profile_table()) {
        const std::vector<double>& values = profile.*constant.values;
        table.rows.push_back(
            {std::string(constant.name),
             std::string(constant.unit),
             {number(constant.paper), values.empty() ? std::nullopt : std::optional(summarise(values))}});
    }
    table.remark = fmt::format(
        "{} walks. *_cubic: read off one cubic through all walks, as the authors did; the others walk by walk. "
        "slowing_cubic: from the top of the cubic down to 1.10/1.36 of it. Empty: the cubic rises to its end, at 3 "
        "and 3.5 m.",
        profile.walks);
    study.result.tables.push_back(std::move(table));
}

void compare(Study& study, const std::string& name, const std::string& who, Halves halves, double cell) {
    if (!study.whole) {
        halves.learned.resize(std::min<std::size_t>(6, halves.learned.size()));
        halves.held_out.resize(std::min<std::size_t>(6, halves.held_out.size()));
    }
    study.lab.tell(fmt::format("charts of {} {}", halves.learned.size() + halves.held_out.size(), who));
    const std::vector<ChartSetting> settings{kPaperCorners, {kCell, cell}};
    const WalkFitOptions options{study.options.threads};
    const WalkFit learned(std::move(halves.learned), halves.maps, settings, options);
    const WalkFit held_out(std::move(halves.held_out), halves.maps, settings, options);
    const Contest contest = study.contest(learned, held_out);
    study.report("people", "people." + name, who, contest);
    study.result.tables.back().remark +=
        fmt::format(" {} people; {} walks fitted, {} scored, {} left out.", halves.people, learned.walks().size(),
                    held_out.walks().size(), learned.left_out().size() + held_out.left_out().size());
    const ChartValues values = held_out.values(learned.unknowns(), contest.found[0].best().best);
    for (std::size_t m = 0; m < halves.maps.size(); ++m) {
        std::vector<std::size_t> some;
        for (std::size_t i = 0; i < held_out.walks().size() && some.size() < 4; ++i) {
            if (held_out.walks()[i].map == m) some.push_back(i);
        }
        if (some.empty()) continue;
        study.draw("people", fmt::format("people_{}_{}", name, m), fmt::format("{}, heading charts, A*", who), held_out,
                   some, halves.maps[m], values);
    }
}

/// Nothing is fitted: all who meet the rule are scored with the paper's values.
void judge(Study& study, Passing passing) {
    if (!study.whole) {
        passing.all.resize(std::min<std::size_t>(6, passing.all.size()));
        passing.alone.resize(std::min<std::size_t>(6, passing.alone.size()));
    }
    const std::vector<ChartSetting> settings{kPaperCorners, {kCell, 0.08}};
    const auto one = [&](const std::string& name, const std::string& who, const std::vector<ObservedWalk>& walks,
                         bool through_walls) {
        study.lab.tell(fmt::format("charts of {} {}", walks.size(), who));
        WalkFit fit(walks, passing.maps, settings, {study.options.threads, through_walls});
        study.report_fixed("people", "people." + name, who, fit,
                           fmt::format("{} labelled, {} seen from one side to the other, {} left out here.",
                                       passing.labelled, passing.all.size(), fit.left_out().size()));
        return fit;
    };
    const WalkFit all = one("standing", "passers-by of two standing persons, all", passing.all, true);
    one("standing_map", "of these who keep to the map", passing.all, false);
    one("standing_alone", "of these nobody else came closer than 1.5 m", passing.alone, true);
    const ChartValues values = all.values(all.unknowns(), std::array{kPaperTurn[0], kPaperInertia[0]});
    for (std::size_t m = 0; m < passing.maps.size(); ++m) {
        std::vector<std::size_t> some;
        for (std::size_t i = 0; i < all.walks().size() && some.size() < 4; ++i) {
            if (all.walks()[i].map == m) some.push_back(i);
        }
        if (some.empty()) continue;
        study.draw("people", fmt::format("people_standing_{}", m), "passers-by, heading charts, A*", all, some,
                   passing.maps[m], values);
    }
}

}  // namespace

void people(Study& study) {
    const fs::path data = study.options.data.empty() ? data_folder("scenes") : fs::path(study.options.data);
    const double step = chart_values()[kWalkStep];
    const auto missing = [&](const fs::path& folder) {
        if (fs::is_directory(folder)) return false;
        const std::string message = fmt::format("left out: no recordings at {}; set SIDESTEP_DATA", folder.string());
        study.lab.tell(message);
        study.result.tables.push_back({"people", "Recorded people", {}, {}, message});
        return true;
    };
    const fs::path single = data / "single_walkers_itba", walls = data / "invisible_walls";
    if (!missing(single)) {
        constants(study, read_trajectory((single / "ped01-13.txt").string()));
        compare(study, "single", "single walkers", single_walkers(single, step), 0.04);
    }
    if (!missing(walls)) judge(study, passers_by(walls, step));
}

}  // namespace sidestep::brogan2003
