#include "evaluate/cases.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/random.h"

namespace sidestep {
namespace {

// s: shorter ways through the picture say nothing.
constexpr double kShortest = 1;

const Track* track_of(const Trajectory& trajectory, AgentId id) {
    const auto found = std::ranges::lower_bound(trajectory.tracks, id, {}, &Track::id);
    return found != trajectory.tracks.end() && found->id == id ? &*found : nullptr;
}

void plan_people(const FilmedPeople& people, std::size_t recording, const EvaluateOptions& options,
                 std::vector<PlannedCase>& cases) {
    const double fps = people.trajectory.info.fps;
    const SeenSpan span = seen_span(people.trajectory);
    const bool crowd = options.mode == EvaluateMode::all_at_once;
    for (const Track& track : people.trajectory.tracks) {
        if (track.frame.empty()) continue;
        double from = track.frame.front() / fps + options.history;
        // In a crowd all walk by one clock.
        if (crowd) from = span.first + std::ceil((from - span.first) / options.step - 1e-6) * options.step;
        const double end = track.frame.back() / fps;
        const double seconds = crowd ? end - from : options.horizon;
        if (seconds < kShortest || from + seconds > end + 1e-6 || !in_half(from, span, options.half)) continue;
        auto actor = actor_at(track, fps, from, options);
        if (!actor) continue;
        actor->leaves = from + seconds;
        actor->goal = *place_at_time(track, fps, from + seconds);
        const auto block = static_cast<std::size_t>((from - span.first) / options.block);
        cases.push_back(
            {{.recording = recording, .a = track.id, .time = from, .seconds = seconds, .cluster = block}, {*actor}});
    }
}

void plan_meetings(const FilmedPeople& people, std::size_t recording, const EvaluateOptions& options,
                   std::vector<PlannedCase>& cases) {
    const double fps = people.trajectory.info.fps;
    const SeenSpan span = seen_span(people.trajectory);
    const Parties parties(people);
    struct Encounter {
        std::set<std::size_t> parties;
        double from = 0, to = 0;
        std::vector<std::size_t> cases;
    };
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Encounter>> known;
    for (const RecordedMeeting& meeting : people.meetings) {
        const double from = meeting.start / fps, to = meeting.closest / fps;
        const Track* tracks[2] = {track_of(people.trajectory, meeting.a), track_of(people.trajectory, meeting.b)};
        if (tracks[0] == nullptr || tracks[1] == nullptr || !in_half(from, span, options.half)) continue;
        PlannedCase planned{
            {.recording = recording, .a = meeting.a, .b = meeting.b, .time = from, .seconds = to - from}, {}};
        for (const Track* track : tracks) {
            auto actor = actor_at(*track, fps, from, options);
            const auto there = place_at_time(*track, fps, to);
            if (!actor || !there) break;
            actor->leaves = to;
            const double after = std::min(to + 1 / fps, track->frame.back() / fps), before = to - 1 / fps;
            const Vec2d speed =
                (*place_at_time(*track, fps, after) - *place_at_time(*track, fps, before)) / (after - before);
            actor->goal = *there + speed * options.goal_beyond;
            planned.actors.push_back(*actor);
        }
        if (planned.actors.size() < 2) continue;
        const auto both = std::minmax({parties.of(meeting.a), parties.of(meeting.b)});  // values, not references
        auto& same = known[both];
        auto found = std::ranges::find_if(same, [&](const Encounter& e) { return from <= e.to && e.from <= to; });
        if (found == same.end()) {
            same.push_back({{both.first, both.second}, from, to, {}});
            found = std::prev(same.end());
        }
        found->from = std::min(found->from, from);
        found->to = std::max(found->to, to);
        found->cases.push_back(cases.size());
        cases.push_back(std::move(planned));
    }
    std::vector<Encounter*> all;
    for (auto& [both, encounters] : known) {
        for (Encounter& e : encounters) all.push_back(&e);
    }
    // Joined until nothing more can be: clusters are few and small.
    std::vector<std::size_t> root(all.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto root_of = [&](std::size_t i) {
        while (root[i] != i) i = root[i];
        return i;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Encounter &p = *all[i], &q = *all[j];
            const bool shares = std::ranges::any_of(p.parties, [&](std::size_t x) { return q.parties.contains(x); });
            if (shares && p.from <= q.to && q.from <= p.to) root[root_of(i)] = root_of(j);
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const std::size_t c : all[i]->cases) {
            cases[c].what.cluster = root_of(i);
            cases[c].what.weight = 1 / static_cast<double>(all[i]->cases.size());
        }
    }
}

/// So many of them, in their order: the same whatever is measured on them.
void draw(std::vector<PlannedCase>& cases, const EvaluateOptions& options) {
    if (options.cases == 0 || cases.size() <= options.cases) return;
    std::vector<std::pair<std::uint64_t, std::size_t>> lots;
    for (std::size_t i = 0; i < cases.size(); ++i)
        lots.emplace_back(random_bits(options.seed, static_cast<AgentId>(i), 0, Purpose::shuffle), i);
    std::sort(lots.begin(), lots.end());
    lots.resize(options.cases);
    std::sort(lots.begin(), lots.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<PlannedCase> drawn;
    for (const auto& [lot, i] : lots) drawn.push_back(std::move(cases[i]));
    cases = std::move(drawn);
}

/// Numbers without gaps over all recordings.
void number_clusters(std::vector<PlannedCase>& cases) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers;
    for (const PlannedCase& c : cases) numbers.try_emplace({c.what.recording, c.what.cluster}, 0);
    std::size_t next = 0;
    for (auto& [key, number] : numbers) number = next++;
    for (PlannedCase& c : cases) c.what.cluster = numbers.at({c.what.recording, c.what.cluster});
}

}  // namespace

bool in_half(double time, const SeenSpan& span, EvaluateHalf half) {
    if (half == EvaluateHalf::whole) return true;
    return (time < (span.first + span.last) / 2) == (half == EvaluateHalf::first);
}

Parties::Parties(const FilmedPeople& people) {
    for (std::size_t g = 0; g < people.groups.size(); ++g) {
        for (const AgentId person : people.groups[g]) party_.emplace_back(person, g);
    }
    std::sort(party_.begin(), party_.end());
}

std::size_t Parties::of(AgentId person) const {
    const auto found = std::lower_bound(party_.begin(), party_.end(), std::pair(person, std::size_t{0}));
    if (found != party_.end() && found->first == person) return found->second;
    return (std::size_t{1} << 40) + person;
}

std::vector<PlannedCase> planned_cases(std::span<const FilmedPeople> people, const EvaluateOptions& options) {
    std::vector<PlannedCase> cases;
    for (std::size_t r = 0; r < people.size(); ++r) {
        std::vector<PlannedCase> mine;
        if (options.mode == EvaluateMode::pairs) {
            plan_meetings(people[r], r, options, mine);
        } else {
            plan_people(people[r], r, options, mine);
        }
        draw(mine, options);
        cases.insert(cases.end(), std::make_move_iterator(mine.begin()), std::make_move_iterator(mine.end()));
    }
    number_clusters(cases);
    return cases;
}

}  // namespace sidestep
