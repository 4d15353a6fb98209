// A recording as a scene.
#include "sidestep/recorded_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "analyse/frame_grid.h"
#include "analyse/place_at.h"
#include "analyse/resample.h"
#include "base/simplify.h"
#include "evaluate/entry.h"
#include "evaluate/recorded_exits.h"
#include "map/free_place.h"
#include "map/scene_map.h"
#include "sidestep/error.h"
#include "sidestep/map.h"
#include "sidestep/parameters.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

constexpr double kStep = 0.1;         // s, about
constexpr double kStepMargin = 0.02;  // of it: 9.99 frames a second are ten
// m: who comes so near to the end of its way has walked it. Less than usual, so that the end of ways is walked too;
// more than what people who want to the same place need to get past each other.
constexpr double kReach = 0.3;
constexpr double kExcursion = 1;    // m: who was never so far from where it came stayed there
constexpr double kWayWidth = 0.5;   // m: a corner is farther than this from the straight way
constexpr double kAhead = 0.1;      // m, from one look for walls ahead to the next
constexpr double kOffWalls = 0.05;  // m: so far off walls goals lie
constexpr double kGoalMoved = 1;    // m: no farther are they moved for that
constexpr double kSmallestBody = 0.05, kFastest = 10, kHurry = 1.3;  // bounds of the common parameters; as in replays

/// What the scene has of somebody: samples [first, last] of its track.
struct Stay {
    const Track* track = nullptr;
    std::size_t first = 0, last = 0;
    double radius = 0;
    Vec2d entry() const { return track->position[first]; }
    Vec2d end() const { return track->position[last]; }
    std::uint32_t entry_frame() const { return track->frame[first]; }
    bool there(std::uint32_t frame) const { return track->frame[first] <= frame && frame <= track->frame[last]; }
};

class SceneMaker {
public:
    SceneMaker(const FilmedPeople& people, const RecordedSceneOptions& options)
        : people_(people), options_(options), info_(people.trajectory.info) {}

    RecordedScene make() {
        Scenario& scene = made_.scenario;
        scene.name = people_.name;
        scene.map.periodic = info_.periodic;
        if (!info_.wkt.empty()) set_map(scene, built_map(info_.wkt, info_.map));
        map_ = map_of(scene);
        unroll();
        find_stays();
        if (stays_.empty()) refuse_empty();
        set_bodies();
        set_times();
        set_profile();
        add_people();
        return std::move(made_);
    }

private:
    bool round() const { return info_.periodic != Vec2d{}; }
    double seconds(std::uint32_t frame) const { return frame / info_.fps; }
    /// On a periodic axis people were unrolled.
    Vec2d folded(Vec2d p) const {
        if (info_.periodic.x > 0) p.x -= info_.periodic.x * std::floor(p.x / info_.periodic.x);
        if (info_.periodic.y > 0) p.y -= info_.periodic.y * std::floor(p.y / info_.periodic.y);
        return p;
    }

    void unroll() {
        tracks_ = people_.trajectory.tracks;
        if (!round()) return;
        for (Track& track : tracks_) track = unrolled(std::move(track), info_.periodic);
    }

    void find_stays() {
        for (const Track& track : tracks_) {
            const auto on = [&](std::size_t k) {
                const double time = seconds(track.frame[k]);
                return time >= options_.from.value_or(time) - 1e-9 && time <= options_.until.value_or(time) + 1e-9;
            };
            std::size_t begin = 0, end = track.frame.size();
            while (begin < end && !on(begin)) ++begin;
            while (end > begin && !on(end - 1)) --end;
            if (begin == end) continue;  // was not there meanwhile
            Stay stay{.track = &track, .first = begin, .last = end - 1};
            if (!walkable(track.position[begin])) stay.first = first_on_ground(track, begin, end);
            if (!walkable(track.position[end - 1])) stay.last = last_on_ground(track, begin, end);
            if (stay.first >= stay.last || stay.first == end) {
                ++made_.elsewhere;
                continue;
            }
            made_.cut += stay.first > begin || stay.last + 1 < end;
            stays_.push_back(stay);
        }
        std::ranges::stable_sort(stays_, {}, &Stay::entry_frame);
    }

    bool walkable(Vec2d place) const { return map_.walkable(folded(place)); }
    bool fits(Vec2d place) const {
        return walkable(place) && map_.clearance(folded(place), kUsualRadius) >= kUsualRadius;
    }
    /// Who comes from beside the ground is on it where a body fits first, else where its centre does; `end`: never.
    std::size_t first_on_ground(const Track& track, std::size_t begin, std::size_t end) const {
        for (std::size_t k = begin; k < end; ++k) {
            if (fits(track.position[k])) return k;
        }
        while (begin < end && !walkable(track.position[begin])) ++begin;
        return begin;
    }
    /// The same backwards; `begin`: never, or only there.
    std::size_t last_on_ground(const Track& track, std::size_t begin, std::size_t end) const {
        for (std::size_t k = end; k > begin; --k) {
            if (fits(track.position[k - 1])) return k - 1;
        }
        for (--end; end > begin && !walkable(track.position[end]);) --end;
        return end;
    }

    [[noreturn]] void refuse_empty() const {
        throw InputError({.message = made_.elsewhere > 0 ? "nobody of the recording is on the ground for two samples"
                                                         : "nobody is in the recording at that time",
                          .value = people_.name,
                          .allowed = "people on the walkable area",
                          .remedy = made_.elsewhere > 0 ? "Give the ground of this recording, in its coordinates."
                                                        : "Choose another --from and --until."});
    }

    void set_bodies() {
        const auto& agents = people_.trajectory.agents;
        for (Stay& stay : stays_) {
            const auto known = std::ranges::lower_bound(agents, stay.track->id, {}, &AgentInfo::id);
            const bool is_known = known != agents.end() && known->id == stay.track->id && known->radius > 0;
            stay.radius = is_known ? static_cast<double>(known->radius) : kUsualRadius;
        }
        made_.smallest = kUsualRadius;
        if (options_.bodies == RecordedBodies::fitted) fit_bodies();
    }

    /// Nobody overlaps anybody or a wall where it comes, as long as all are where they were recorded.
    void fit_bodies() {
        std::vector<double> wanted;
        for (Stay& stay : stays_) {
            wanted.push_back(stay.radius);
            stay.radius = map_.clearance(folded(stay.entry()), stay.radius);
        }
        for (Stay& one : stays_) {
            for (Stay& other : stays_) {
                if (&one == &other || !other.there(one.entry_frame())) continue;
                const Vec2d d = *place_at(*other.track, one.entry_frame()) - one.entry();
                const double half = norm(Vec2d{nearer(d.x, info_.periodic.x), nearer(d.y, info_.periodic.y)}) / 2;
                one.radius = std::min(one.radius, half);
                other.radius = std::min(other.radius, half);
            }
        }
        for (std::size_t i = 0; i < stays_.size(); ++i) {
            double& radius = stays_[i].radius;
            if (!(radius < wanted[i])) continue;
            // Down to whole millimetres: bodies that touch exactly overlap by a rounding.
            radius = std::max(kSmallestBody, std::floor(radius * 1000 - 1e-3) / 1000);
            ++made_.smaller;
            made_.smallest = std::min(made_.smallest, radius);
        }
    }
    static double nearer(double d, double length) { return length > 0 ? std::remainder(d, length) : d; }

    void set_times() {
        const auto [first, last] = seen_span(people_.trajectory);
        made_.begin = options_.from.value_or(first);
        const double end = std::min(last, options_.until.value_or(last));
        Scenario& scene = made_.scenario;
        // A whole number of steps from one sample to the next, or the other way round: who comes with a sample comes
        // with a step.
        const double interval = frame_grid(people_.trajectory).interval / info_.fps;
        scene.dt = interval > kStep ? interval / std::max(1.0, std::ceil(interval / kStep - kStepMargin))
                                    : interval * std::floor(kStep / interval + kStepMargin);
        scene.duration = std::ceil(end - made_.begin + options_.more);
    }

    void set_profile() {
        Scenario& scene = made_.scenario;
        ProfileSpec walker;
        walker.name = "walker";
        if (options_.model.empty()) {
            scene.contacts = kDefaultContacts;
            scene.deadlocks = kDefaultDeadlocks;
        } else {
            walker.avoid = {std::string(require_model(options_.model).name)};
        }
        if (!map_.empty() && !round()) walker.route = {std::string(kDefaultRoute)};
        walker.set(kGoalRadius, Distribution::fixed(kReach));
        scene.profiles.push_back(std::move(walker));
    }

    /// Goals on a wall cannot be reached, and scenes refuse them.
    Vec2d off_walls(Vec2d place) const { return beside_walls(map_, place, kOffWalls, kGoalMoved).value_or(place); }

    bool comes_back(const Stay& stay) const { return !round() && norm(stay.end() - stay.entry()) < 2 * kReach; }
    bool stays_there(const Stay& stay) const {
        if (!comes_back(stay)) return false;
        for (std::size_t k = stay.first; k <= stay.last; ++k) {
            if (norm(stay.track->position[k] - stay.entry()) >= kExcursion) return false;
        }
        return true;
    }

    TargetSpec way_of(const Stay& stay) {
        const auto& places = stay.track->position;
        const auto at = [&](std::size_t k) { return places.begin() + static_cast<std::ptrdiff_t>(k); };
        const std::vector<Vec2d> corners = simplified({at(stay.first), at(stay.last + 1)}, kWayWidth);
        if (corners.size() == 2) return end_of(stay);
        ++made_.by_ways;
        std::vector<GoalSpec>& goals = made_.scenario.goals;
        TargetSpec target;
        target.goal = static_cast<int>(goals.size());
        for (std::size_t k = 1; k < corners.size(); ++k) {
            const bool last = k + 1 == corners.size();
            GoalSpec goal;
            goal.name = fmt::format("{} of {}", k, stay.track->id);
            goal.point = off_walls(corners[k]);
            goal.exit = last;
            goal.next = last ? -1 : static_cast<int>(goals.size()) + 1;
            goals.push_back(std::move(goal));
        }
        return target;
    }
    TargetSpec end_of(const Stay& stay) const {
        TargetSpec target;
        target.exit = true;
        target.is_offset = round();
        target.value = round() ? stay.end() - stay.entry() : off_walls(stay.end());
        return target;
    }
    /// Straight on as somebody came, up to a wall. Who stood then goes to where it was last seen.
    TargetSpec ahead_of(const Stay& stay) const {
        const Vec2d way = unit(velocity_after(*stay.track, stay.first, info_.fps));
        if (way == Vec2d{}) return end_of(stay);
        double length = 0;
        for (std::size_t k = stay.first; k < stay.last; ++k)
            length += norm(stay.track->position[k + 1] - stay.track->position[k]);
        TargetSpec target;
        target.exit = true;
        if (round()) {
            target.is_offset = true;
            target.value = way * length;
            return target;
        }
        double free = 0;
        for (double next = kAhead; free < length; next += kAhead) {
            const Vec2d from = stay.entry() + way * free, to = stay.entry() + way * std::min(next, length);
            if (!walkable(to) || map_.crosses_wall(from, to)) break;
            free = std::min(next, length);
        }
        target.value = off_walls(stay.entry() + way * free);
        return target;
    }

    /// A goal that is reached at once would be left at once: a counter with one place, at which somebody is served for
    /// as long as it stood there.
    TargetSpec place_of(const Stay& stay) {
        ++made_.staying;
        std::vector<GoalSpec>& goals = made_.scenario.goals;
        TargetSpec target;
        target.goal = static_cast<int>(goals.size());
        GoalSpec goal;
        goal.name = fmt::format("place of {}", stay.track->id);
        goal.point = off_walls(stay.entry());
        goal.exit = true;
        goal.queue.emplace();
        goal.queue->line = {goal.point};
        goal.queue->service =
            Distribution::fixed(seconds(stay.track->frame[stay.last]) - seconds(stay.track->frame[stay.first]));
        goals.push_back(std::move(goal));
        return target;
    }
    TargetSpec target_of(const Stay& stay, int exit) {
        if (exit >= 0) {
            ++made_.to_exits;
            TargetSpec target;
            target.goal = exit;
            return target;
        }
        if (stays_there(stay)) return place_of(stay);
        if (options_.goals == RecordedGoals::entry) return ahead_of(stay);
        if (!round() && (options_.goals == RecordedGoals::ways || comes_back(stay))) return way_of(stay);
        return end_of(stay);
    }

    /// Of everybody; -1 where it goes to a place.
    std::vector<int> find_exits() {
        std::vector<int> none(stays_.size(), -1);
        if (options_.goals != RecordedGoals::exits || round()) return none;
        std::vector<RecordedWay> ways;
        const double last = made_.begin + made_.scenario.duration - options_.more;
        for (const Stay& stay : stays_)
            ways.push_back({stay.entry(), stay.end(), seconds(stay.track->frame[stay.last]) < last - 1});
        const RecordedExits found = recorded_exits(ways);
        made_.exits = found.regions.size();
        for (std::size_t i = 0; i < found.regions.size(); ++i) {
            made_.scenario.goals.push_back(
                {.name = fmt::format("exit {}", i + 1), .region = found.regions[i], .exit = true});
        }
        return found.of;
    }

    std::map<AgentId, std::string> group_names() {
        std::map<AgentId, std::string> names;
        std::set<AgentId> there;
        for (const Stay& stay : stays_) there.insert(stay.track->id);
        if (people_.groups.empty()) {
            for (const AgentInfo& agent : people_.trajectory.agents) {
                if (!agent.group.empty() && there.contains(agent.id)) names[agent.id] = agent.group;
            }
        }
        for (std::size_t g = 0; g < people_.groups.size(); ++g) {
            for (const AgentId person : people_.groups[g]) {
                if (there.contains(person)) names[person] = fmt::format("{}", g + 1);
            }
        }
        std::map<std::string, std::size_t> sizes;
        for (const auto& [person, name] : names) ++sizes[name];
        for (const auto& [name, size] : sizes) made_.groups += size > 1;
        std::erase_if(names, [&](const auto& one) { return sizes[one.second] < 2; });
        return names;
    }

    void add_people() {
        Scenario& scene = made_.scenario;
        const std::map<AgentId, std::string> groups = group_names();
        const std::vector<int> exits = find_exits();
        SourceSpec source;
        source.target.is_offset = true;  // everybody has its own
        made_.slowest = kFastest;
        for (std::size_t i = 0; i < stays_.size(); ++i) {
            const Stay& stay = stays_[i];
            NewcomerSpec one;
            one.time = seconds(stay.entry_frame()) - made_.begin;
            one.position = folded(stay.entry());
            one.velocity = velocity_after(*stay.track, stay.first, info_.fps);
            one.target = target_of(stay, exits[i]);
            const double speed = walking_speed(*stay.track, stay.first, stay.last, info_.fps);
            made_.too_fast += speed > kFastest;
            const double possible = std::min(speed, kFastest);
            if (options_.speeds == RecordedSpeeds::recorded) one.pref_speed = possible;
            made_.slowest = std::min(made_.slowest, possible);
            made_.fastest = std::max(made_.fastest, possible);
            if (stay.radius != kUsualRadius) one.radius = stay.radius;
            if (const auto group = groups.find(stay.track->id); group != groups.end()) one.group = group->second;
            source.newcomers.push_back(std::move(one));
            made_.people.push_back(stay.track->id);
        }
        const double top = kHurry * made_.fastest;
        if (options_.speeds == RecordedSpeeds::recorded && top > common_parameters()[kMaxSpeed].fallback)
            scene.profiles[0].set(kMaxSpeed, Distribution::fixed(top));
        scene.sources.push_back(std::move(source));
    }

    const FilmedPeople& people_;
    const RecordedSceneOptions& options_;
    const TrajectoryInfo& info_;
    RecordedScene made_;
    Map map_;
    std::vector<Track> tracks_;
    std::vector<Stay> stays_;
};

}  // namespace

double walking_speed(const Track& track, std::size_t first, std::size_t last, double fps) {
    const double half = fps / 2;  // frames
    std::vector<double> speeds;
    for (std::size_t k = first; k <= last; ++k) {
        const double frame = track.frame[k];
        if (frame - half < track.frame[first] || frame + half > track.frame[last]) continue;
        speeds.push_back(norm(*place_at(track, frame + half) - *place_at(track, frame - half)));
    }
    if (speeds.empty()) {
        const double over = (track.frame[last] - track.frame[first]) / fps;
        return over > 0 ? norm(track.position[last] - track.position[first]) / over : 0;
    }
    // The ⌈0.9 n⌉-th.
    const std::size_t rank = (speeds.size() * 9 + 9) / 10 - 1;
    std::ranges::nth_element(speeds, speeds.begin() + static_cast<std::ptrdiff_t>(rank));
    return speeds[rank];
}

RecordedScene recorded_scene(const FilmedPeople& people, const RecordedSceneOptions& options) {
    return SceneMaker(people, options).make();
}

}  // namespace sidestep
