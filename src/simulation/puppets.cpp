// Agents moved from outside: by a program, or as a recording says. Others see and avoid them; nobody decides for them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sidestep/error.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

// Who moves farther than this in one step has jumped: as others see it, it stands.
constexpr double kJump = 2;  // m
// Who is slower keeps looking where it looked.
constexpr double kLooksAhead = 0.05;  // m/s

constexpr double kFarthest = 1e7;  // m

[[noreturn, gnu::noinline]] void refuse_to_move(AgentId id) {
    throw InputError({.message = "only a puppet is moved from outside",
                      .value = std::to_string(id),
                      .remedy = "Make it one with set_puppet, or give it a goal."});
}
[[noreturn, gnu::noinline]] void refuse_to_move(Vec2d to) {
    throw InputError({.message = "a puppet cannot be moved nowhere",
                      .value = fmt::format("[{}, {}]", to.x, to.y),
                      .allowed = "numbers from -1e7 to 1e7 m",
                      .remedy = "Choose a place."});
}

}  // namespace

void Simulation::Engine::set_puppet(Row row, bool puppet) {
    Self& self = world.now.self[row];
    if (((self.flags & flag::puppet) != 0) == puppet) return;
    if (puppet) {
        leave_queue(self.slot, Visit::Outcome::left, time_at(steps, 0));
        self.flags |= flag::puppet | flag::arrived;
        self.kind = kPuppetKind;
        if (puppet_target.size() <= self.slot) puppet_target.resize(self.slot + 1);
        hold_puppet(self.slot, world.now.place[row], {self.heading_x, self.heading_y});
        ++puppets;
    } else {
        self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::puppet | flag::arrived));
        self.kind = kind_of_profile[self.profile];
        puppet_target[self.slot].is_puppet = false;
        --puppets;
        if (!queues.empty()) visit_goal(row, -1);
        if (world.plans(row)) world.route_of(row).want(static_cast<std::uint32_t>(steps));
    }
}

void Simulation::Engine::hold_puppet(Slot slot, Place to, Vec2f heading) {
    puppet_target[slot] = {to, heading, true};
}

void Simulation::Engine::still_puppets(Row begin, Row end) {
    for (Row row = begin; row < end; ++row) {
        const Self& self = world.now.self[row];
        if ((self.flags & flag::puppet) == 0) continue;
        world.wishes[row] = {0, 0, 0, 0, self.max_speed, std::numeric_limits<float>::infinity(), kNobody, wish::waits};
        world.decisions[row] = {0, 0, self.heading_x, self.heading_y};
    }
}

void Simulation::Engine::move_puppets(Row begin, Row end) {
    const int left = sub_steps() - sub_step;  // a step in parts: an equal share of the way in each
    const double dt = scenario.dt / sub_steps();
    for (Row row = begin; row < end; ++row) {
        Self& self = world.now.self[row];
        if ((self.flags & flag::puppet) == 0) continue;
        Place& at = world.now.place[row];
        const PuppetTarget& target = puppet_target[self.slot];
        const Vec2d way{wrapped_difference(at.x, target.to.x, scenario.map.periodic.x),
                        wrapped_difference(at.y, target.to.y, scenario.map.periodic.y)};
        const bool jumps = norm_squared(way) > kJump * kJump;
        if (jumps && world.history.places() > 0) world.history.forget(self.slot);
        const Vec2d moved = jumps ? way : way / left;
        const Vec2d velocity = jumps ? Vec2d{} : moved / dt;
        at = left == 1 || jumps ? target.to : Place{at.x + moved.x, at.y + moved.y};
        if (scenario.map.periodic != Vec2d{}) wrap(at, self, scenario.map.periodic);
        world.now.motion[row].vx = static_cast<float>(velocity.x);
        world.now.motion[row].vy = static_cast<float>(velocity.y);
        if (norm_squared(target.heading) > 0) {
            self.heading_x = target.heading.x;
            self.heading_y = target.heading.y;
        } else if (const double speed = norm(velocity); speed > kLooksAhead) {
            self.heading_x = static_cast<float>(velocity.x / speed);
            self.heading_y = static_cast<float>(velocity.y / speed);
        }
    }
}

void Simulation::Engine::play_recordings() {
    // Of the step that begins: where people are at its end, and who is there at all.
    const double now = time_at(steps, 0), end = time_at(steps + 1, 0);
    for (Player& player : players) {
        for (std::size_t i = 0; i < player.recording.tracks.size(); ++i) {
            const Track& track = player.recording.tracks[i];
            Player::Role& role = player.roles[i];
            if (role == Player::Role::gone || track.frame.empty()) continue;
            const auto time_of = [&](std::size_t k) {
                return player.start + track.frame[k] / player.recording.info.fps;
            };
            const double first = time_of(0), last = time_of(track.frame.size() - 1);
            if (role == Player::Role::waits) {
                if (first > now + 1e-9) continue;
                const bool taken = track.id == 0 || track.id == kNobody || world.knows(track.id);
                const AgentId id = taken ? next_program_id() : track.id;
                const Vec2d at = player.place_at(i, now);
                TargetSpec stays;
                stays.is_offset = true;
                add({.id = id, .profile = player.profile, .position = at, .target = stays, .start_time = now});
                const Row row = *world.row_of(world.handle_of(id));
                set_puppet(row, true);
                tell(EventKind::born, row, {});
                role = Player::Role::plays;
                player.ids[i] = id;
            }
            const std::optional<Row> row = world.row_of(world.handle_of(player.ids[i]));
            if (!row) {  // the program took it away
                role = Player::Role::gone;
                continue;
            }
            if (last < now + 1e-9) {
                tell(EventKind::left, *row, {});
                leave(*row);
                role = Player::Role::gone;
                continue;
            }
            const Vec2d to = player.place_at(i, std::min(end, last));
            hold_puppet(world.now.self[*row].slot, {to.x, to.y}, {});
        }
    }
}

Vec2d Simulation::Engine::Player::place_at(std::size_t index, double time) const {
    const Track& track = recording.tracks[index];
    const double frame = (time - start) * recording.info.fps;
    const auto after = std::upper_bound(track.frame.begin(), track.frame.end(), frame + 1e-6,
                                        [](double f, std::uint32_t k) { return f < static_cast<double>(k); });
    const auto k = static_cast<std::size_t>(after - track.frame.begin());
    if (k == 0) return track.position.front();
    if (k == track.frame.size()) return track.position.back();
    const double share = (frame - track.frame[k - 1]) / (track.frame[k] - track.frame[k - 1]);
    return track.position[k - 1] + (track.position[k] - track.position[k - 1]) * std::clamp(share, 0.0, 1.0);
}

bool Simulation::set_puppet(AgentHandle agent, bool puppet) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    if (!puppet) {
        const Place p = engine_->world.now.place[*row];
        engine_->require_room({p.x, p.y}, engine_->world.now.motion[*row].radius);
    }
    engine_->set_puppet(*row, puppet);
    return true;
}

bool Simulation::move_puppet(AgentHandle agent, Vec2d position, std::optional<Vec2f> heading) {
    // By slot alone: a program may do this for everybody in every step.
    const auto slot = engine_->world.slot_of(agent);
    if (!slot) return false;
    if (*slot >= engine_->puppet_target.size() || !engine_->puppet_target[*slot].is_puppet) {
        refuse_to_move(find(agent)->id);
    }
    if (!(std::abs(position.x) <= kFarthest && std::abs(position.y) <= kFarthest)) refuse_to_move(position);
    engine_->hold_puppet(*slot, {position.x, position.y}, heading ? unit(*heading) : Vec2f{});
    return true;
}

void Simulation::play(Trajectory recording, std::string_view profile) {
    Engine::Player player;
    player.profile = static_cast<std::uint16_t>(engine_->profile_named(profile));
    player.start = time();
    player.roles.assign(recording.tracks.size(), Engine::Player::Role::waits);
    player.ids.assign(recording.tracks.size(), 0);
    player.recording = std::move(recording);
    engine_->players.push_back(std::move(player));
}

}  // namespace sidestep
