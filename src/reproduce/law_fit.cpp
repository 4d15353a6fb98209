#include "reproduce/law_fit.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sidestep {

namespace {

constexpr double kMost = 1.2;          // of the preferred speed
constexpr std::uint32_t kPeople = 12;  // of a ring; more change the mean by less than 0.003 m/s
constexpr double kSpeedOver = 0.4;     // s

struct NamedConstant {
    Unknown unknown;
    double& (*of)(LawWalker&);
};
const NamedConstant kTtr{{"ttr", 0.02, 2, 0.6}, [](LawWalker& w) -> double& { return w.constants.ttr; }};
const NamedConstant kStandstill{{"d_f", 0.1, 1.2, 0.6}, [](LawWalker& w) -> double& { return w.standstill; }};
const NamedConstant kSlowing{{"slowing", 0.1, 3, 0.8}, [](LawWalker& w) -> double& { return w.constants.slowing; }};
const NamedConstant kGain{{"gain", 0, 6, 1}, [](LawWalker& w) -> double& { return w.constants.gain; }};
const NamedConstant kGapGain{{"gap_gain", 0, 6, 1}, [](LawWalker& w) -> double& { return w.constants.gap_gain; }};
const NamedConstant kExponent{{"exponent", 0, 3, 1}, [](LawWalker& w) -> double& { return w.constants.exponent; }};
const NamedConstant kSpeedExponent{{"speed_exponent", 0, 2, 0},
                                   [](LawWalker& w) -> double& { return w.constants.speed_exponent; }};
const NamedConstant kTimeGap{{"time_gap", 0.02, 3, 0.6}, [](LawWalker& w) -> double& { return w.constants.time_gap; }};
const NamedConstant kDelay{{"delay", 0, 1, 0.5}, [](LawWalker& w) -> double& { return w.delay; }};
const NamedConstant kPreferred{{"preferred", 0.6, 1.6, 1.2},
                               [](LawWalker& w) -> double& { return w.limits.preferred; }};

std::vector<NamedConstant> constants_of(FollowingLaw law, bool with_preferred) {
    std::vector<NamedConstant> list;
    switch (law) {
        case FollowingLaw::distance:
            list = {kTtr, kStandstill};
            break;
        case FollowingLaw::arrival:
            list = {kSlowing, kStandstill};
            break;
        case FollowingLaw::delayed:
            list = {kGain, kExponent, kDelay};
            break;
        case FollowingLaw::speed:
        case FollowingLaw::optical_expansion:
            list = {kGain};
            break;
        case FollowingLaw::constant_gap:
            list = {kGain, kStandstill};
            break;
        case FollowingLaw::speed_gap:
            list = {kGain, kStandstill, kTimeGap};
            break;
        case FollowingLaw::ratio:
            list = {kGain, kExponent, kSpeedExponent};
            break;
        case FollowingLaw::linear:
            list = {kGain, kGapGain, kStandstill, kTimeGap};
            break;
    }
    if (with_preferred) list.push_back(kPreferred);
    return list;
}

/// Speed over kSpeedOver at a place of a path.
double speed_at(std::span<const double> path, std::size_t at, double interval) {
    const auto half = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(kSpeedOver / 2 / interval)));
    const std::size_t from = at - std::min(at, half), to = std::min(at + half, path.size() - 1);
    return to > from ? (path[to] - path[from]) / (static_cast<double>(to - from) * interval) : 0;
}

LawFit found_by(FollowingLaw law, bool with_preferred, const LawWalker& base, int evaluations, int threads,
                const std::function<double(const LawWalker&)>& cost) {
    const std::vector<Unknown> unknowns = unknowns_of_law(law, with_preferred);
    SearchOptions options;
    options.method = SearchMethod::simplex;
    options.seeds = 2;
    options.evaluations = evaluations;
    options.threads = threads;
    const SearchResult found =
        search([&](std::span<const double> values) { return cost(walker_with(law, unknowns, values, base)); }, unknowns,
               options);
    return {walker_with(law, unknowns, found.best().best, base), found.best().cost};
}

}  // namespace

std::vector<Unknown> unknowns_of_law(FollowingLaw law, bool with_preferred) {
    std::vector<Unknown> list;
    for (const NamedConstant& c : constants_of(law, with_preferred)) list.push_back(c.unknown);
    return list;
}

LawWalker walker_with(FollowingLaw law, std::span<const Unknown> unknowns, std::span<const double> values,
                      LawWalker base) {
    base.law = law;
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
        for (const NamedConstant& c : constants_of(law, true)) {
            if (c.unknown.name == unknowns[i].name) c.of(base) = values[i];
        }
    }
    base.limits.most = kMost * base.limits.preferred;
    return base;
}

double diagram_error(const LawWalker& walker, std::span<const PeopleBin> bins) {
    double sum = 0;
    for (const PeopleBin& bin : bins) {
        const double off = ring_speed(walker, {.people = kPeople, .length = kPeople / bin.density}) - bin.speed;
        sum += off * off;
    }
    return std::sqrt(sum / static_cast<double>(bins.size()));
}

std::vector<Episode> episodes(const SingleFile& file, Half half, double least) {
    std::map<AgentId, std::size_t> order;
    for (const LineWalk& walk : file.walks) order.emplace(walk.id, 0);
    std::size_t place = 0;
    for (auto& [id, at] : order) at = place++;

    std::vector<Episode> list;
    const auto fewest = static_cast<std::size_t>(std::lround(least / file.interval));
    const std::vector<Following> all = followings(file);
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i + 1;
        while (end < all.size() && all[end].walk == all[i].walk && all[end].leader == all[i].leader &&
               all[end].step == all[end - 1].step + 1) {
            ++end;
        }
        const bool held_out = order[file.walks[all[i].walk].id] % 2 == 1;
        if (end - i >= fewest && (half == Half::both || held_out == (half == Half::held_out))) {
            Episode episode;
            episode.interval = file.interval;
            episode.speed = std::max(0.0, all[i].speed);
            const LineWalk& own = file.walks[all[i].walk];
            for (std::size_t k = i; k < end; ++k) {
                episode.own.push_back(own.at(all[k].step));
                episode.leader.push_back(episode.own.back() + all[k].headway);
            }
            list.push_back(std::move(episode));
        }
        i = end;
    }
    return list;
}

BehindErrors behind_errors(const LawWalker& walker, std::span<const Episode> episodes) {
    BehindErrors errors;
    for (const Episode& e : episodes) {
        const std::vector<double> walked = walk_behind(walker, e.leader, e.interval, e.own.front(), e.speed);
        for (std::size_t i = 0; i < walked.size(); ++i) {
            const double gap = walked[i] - e.own[i];
            const double speed = speed_at(walked, i, e.interval) - speed_at(e.own, i, e.interval);
            errors.gap += gap * gap;
            errors.speed += speed * speed;
        }
        errors.moments += walked.size();
    }
    const auto n = static_cast<double>(errors.moments);
    errors.gap = std::sqrt(errors.gap / n);
    errors.speed = std::sqrt(errors.speed / n);
    return errors;
}

LawFit fit_to_diagram(FollowingLaw law, std::span<const PeopleBin> bins, int evaluations, int threads) {
    return found_by(law, true, {}, evaluations, threads,
                    [&](const LawWalker& walker) { return diagram_error(walker, bins); });
}

LawFit fit_to_episodes(FollowingLaw law, std::span<const Episode> learned, double preferred, int evaluations,
                       int threads) {
    LawWalker base;
    base.limits.preferred = preferred;
    return found_by(law, false, base, evaluations, threads,
                    [&](const LawWalker& walker) { return behind_errors(walker, learned).gap; });
}

}  // namespace sidestep
