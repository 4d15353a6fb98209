#include "evaluate/replay.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyse/place_at.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

// m: whoever is so near to its goal is there.
constexpr double kGoalReach = 0.02;
// Of a crowd whose people leave where they did: there nobody needs to stop on a point.
constexpr double kExitReach = 0.3;
// A person may hurry, and everybody could walk.
constexpr double kHurry = 1.3, kLeastTop = 1;
// s: baselines slow down over so much time before they stand at their goal.
constexpr double kArriveOver = 0.4;
// Ids of those who walk as recorded: far from those of the recording, which the simulated have.
constexpr AgentId kExtras = 0x4000'0000;

std::size_t step_of(const Replay& scene, double time) {
    return static_cast<std::size_t>(std::max(0.0, std::ceil((time - scene.from) / scene.step - 1e-6)));
}

/// Who heeds nobody.
ReplayedWay walk_alone(const Replay& scene, const Actor& actor, const EvaluatedWalker& walker) {
    ReplayedWay way;
    way.first = step_of(scene, actor.enters);
    Vec2d at = actor.place, v = actor.velocity;
    const double speed = norm(actor.wont), dt = scene.step;
    const std::size_t last = std::min(scene.steps, step_of(scene, actor.leaves));
    for (std::size_t k = way.first; k <= last; ++k) {
        if (walker.baseline == Baseline::people) {
            const auto there = place_at_time(*actor.person, scene.fps, scene.from + static_cast<double>(k) * dt);
            if (!there) break;
            at = *there;
        }
        way.place.push_back(at);
        if (walker.baseline == Baseline::people) continue;
        if (walker.baseline != Baseline::constant_velocity) {
            const Vec2d to_goal = actor.goal - at;
            const double left = norm(to_goal);
            if (scene.leaves_at_goal && left < kExitReach) break;
            const Vec2d wish = left > 0 ? to_goal * std::min(speed / left, 1 / kArriveOver) : Vec2d{};
            v = walker.baseline == Baseline::straight ? wish : v + (wish - v) * std::min(1.0, dt / walker.tau);
        }
        at += v * dt;
    }
    return way;
}

/// The velocity of the segment of the recording that begins at the time.
Vec2d segment_velocity(const Track& person, double fps, double time) {
    const double frame = time * fps;
    auto after = std::upper_bound(person.frame.begin(), person.frame.end(), frame + 1e-6,
                                  [](double f, std::uint32_t k) { return f < static_cast<double>(k); });
    if (person.frame.size() < 2) return {};
    if (after == person.frame.end()) --after;
    if (after == person.frame.begin()) ++after;
    const auto k = static_cast<std::size_t>(after - person.frame.begin());
    return (person.position[k] - person.position[k - 1]) * (fps / (person.frame[k] - person.frame[k - 1]));
}

Vec2f single(Vec2d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}

/// A simulation in which people come and go as they did.
class Performance {
public:
    Performance(const Replay& scene, const EvaluatedWalker& walker)
        : scene_(scene), crowd_(scenario(scene, walker)), profile_(crowd_.scenario().profiles[0].name) {
        ways_.resize(scene.actors.size());
        agents_.resize(scene.actors.size());
        extras_.resize(scene.extras.size());
        for (std::size_t i = 0; i < scene.actors.size(); ++i) ways_[i].first = step_of(scene, scene.actors[i].enters);
    }

    std::vector<ReplayedWay> run() && {
        for (std::size_t k = 0; k <= scene_.steps; ++k) {
            look_after_extras(k);
            look_after_actors(k);
            if (k < scene_.steps) crowd_.step();
        }
        return std::move(ways_);
    }

private:
    enum class Role : std::uint8_t { waits, plays, gone };
    struct Part {
        Role role = Role::waits;
        AgentHandle handle{};
    };

    static Scenario scenario(const Replay& scene, const EvaluatedWalker& walker) {
        Scenario s;
        s.name = walker.name;
        s.dt = scene.step;
        s.duration = static_cast<double>(scene.steps + 1) * scene.step;
        s.seed = scene.seed;
        s.profiles.push_back(walker.profile);
        s.profiles[0].name = "walker";
        return s;
    }

    double time(std::size_t step) const { return scene_.from + static_cast<double>(step) * scene_.step; }

    void look_after_extras(std::size_t k) {
        for (std::size_t i = 0; i < extras_.size(); ++i) {
            const Extra& extra = scene_.extras[i];
            Part& part = extras_[i];
            if (part.role == Role::gone) continue;
            const auto at = place_at_time(*extra.person, scene_.fps, time(k));
            if (!at && part.role == Role::waits) {
                if (time(k) > extra.person->frame.back() / scene_.fps) part.role = Role::gone;
                continue;
            }
            if (!at || time(k) > extra.until - 1e-6) {
                if (part.role == Role::plays) crowd_.remove(part.handle);
                part.role = Role::gone;
                continue;
            }
            const Vec2f velocity = single(segment_velocity(*extra.person, scene_.fps, time(k)));
            if (part.role == Role::waits) {
                part.handle = crowd_.add({.profile = profile_,
                                          .position = *at,
                                          .velocity = velocity,
                                          .id = kExtras + static_cast<AgentId>(i),
                                          .puppet = true});
                part.role = Role::plays;
            }
            // Seen as moving as it will in this step, not as it did in the last one.
            crowd_.set_velocity(part.handle, velocity);
            const auto next = place_at_time(*extra.person, scene_.fps, time(k + 1));
            crowd_.move_puppet(part.handle, next.value_or(extra.person->position.back()));
        }
    }

    void look_after_actors(std::size_t k) {
        for (std::size_t i = 0; i < agents_.size(); ++i) {
            const Actor& actor = scene_.actors[i];
            Part& part = agents_[i];
            if (part.role == Role::gone || k < ways_[i].first) continue;
            if (part.role == Role::waits) {
                const double speed = norm(actor.wont);
                const double reach = scene_.leaves_at_goal ? kExitReach : kGoalReach;
                NewAgent agent{.profile = profile_,
                               .position = actor.place,
                               .velocity = single(actor.velocity),
                               .goal = actor.goal,
                               .exit_at_goal = scene_.leaves_at_goal,
                               .id = actor.person->id};
                agent.parameters = {
                    {"max_speed", std::max(kHurry * speed, kLeastTop)}, {"pref_speed", speed}, {"goal_radius", reach}};
                part.handle = crowd_.add(agent);
                part.role = Role::plays;
            }
            const auto state = crowd_.find(part.handle);
            if (!state) {
                part.role = Role::gone;
                continue;
            }
            ways_[i].place.push_back(state->position);
            if (time(k) > actor.leaves - 1e-6) {
                crowd_.remove(part.handle);
                part.role = Role::gone;
            }
        }
    }

    const Replay& scene_;
    Simulation crowd_;
    std::string profile_;
    std::vector<ReplayedWay> ways_;
    std::vector<Part> agents_, extras_;
};

}  // namespace

std::optional<Vec2d> place_at_time(const Track& track, double fps, double time) {
    return place_at(track, time * fps);
}

std::optional<Actor> actor_at(const Track& person, double fps, double time, const EvaluateOptions& options) {
    const auto here = place_at_time(person, fps, time);
    const double seen = time - person.frame.front() / fps;
    if (!here || seen * fps < 1 - 1e-6) return std::nullopt;
    const auto before = [&](double seconds) {
        const double over = std::min(seconds, seen);
        return (*here - *place_at_time(person, fps, time - over)) / over;
    };
    Actor actor;
    actor.person = &person;
    actor.enters = time;
    actor.leaves = person.frame.back() / fps;
    actor.place = *here;
    actor.velocity = before(options.velocity_over);
    actor.wont = before(options.history);
    return actor;
}

std::vector<ReplayedWay> replay(const Replay& scene, const EvaluatedWalker& walker) {
    if (walker.baseline == Baseline::none) return Performance(scene, walker).run();
    std::vector<ReplayedWay> ways;
    for (const Actor& actor : scene.actors) ways.push_back(walk_alone(scene, actor, walker));
    return ways;
}

}  // namespace sidestep
