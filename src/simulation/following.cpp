// What following needs of the engine: how ways go on beyond the way point, and people who follow somebody by name.
#include <fmt/format.h>

#include <algorithm>

#include "sidestep/error.h"
#include "simulation/engine.h"
#include "world/populate.h"

namespace sidestep {

namespace {

constexpr double kMoved = 0.5;      // m: so far from where one heads the person must be, to head elsewhere
constexpr double kPlanShare = 0.1;  // of the way there: from far away small moves do not matter
constexpr double kOnItsWay = 0.05;  // m/s

bool stays(const TargetSpec& target) {
    return target.goal < 0 && target.is_offset && target.value == Vec2d{};
}

}  // namespace

Vec2d Simulation::Engine::RoutesBeyond::beyond(Row row, Vec2d way_point) const {
    const Self& self = frozen_.self[row];
    const RouteProvider& route = engine_.route_of(self);
    if (route.plans()) {
        const Vec2d on = route.beyond(memory_of_(self), way_point, frozen_.motion[row].radius);
        if (norm_squared(on) > 0) return on;
    }
    const Scenario& scene = engine_.scenario;
    if (self.goal < 0) return {};
    const GoalSpec& goal = scene.goals[static_cast<std::size_t>(self.goal)];
    if (goal.wander || goal.next < 0) return {};
    const int next = chosen_goal(scene, goal.next, way_point);
    if (scene.goals[static_cast<std::size_t>(next)].wander) return {};
    const AgentId id = frozen_.motion[row].id;
    return unit(sidestep::way_point(scene, engine_.map, next, id, way_point, frozen_.step) - way_point);
}

TargetSpec Simulation::Engine::target_of(Row row) const {
    const Self& self = world.now.self[row];
    TargetSpec target;
    target.goal = self.goal;
    target.value = {self.goal_x, self.goal_y};
    target.exit = (self.flags & flag::exits) != 0;
    return target;
}

void Simulation::Engine::follow(Row row, AgentId person, const TargetSpec& own) {
    Self& self = world.now.self[row];
    const AgentId id = world.now.motion[row].id;
    const Chain& chain = chains[self.profile];
    const bool can =
        std::ranges::any_of(chain.wishes(), [](const Link& link) { return link.info->name == "following"; });
    if (!can) {
        throw InputError({.message = "somebody can only follow a person if its profile has the intent \"following\"",
                          .value = scenario.profiles[self.profile].name,
                          .remedy = "add \"intents\": [{\"method\": \"following\"}] to the profile"});
    }
    if (person == id || person == 0 || person == kNobody) {
        throw InputError({.message = "nobody can follow this person",
                          .value = std::to_string(person),
                          .allowed = "the id of somebody else",
                          .remedy = "name another person"});
    }
    const auto before = led.find(id);
    led.insert_or_assign(id, Following{person, before == led.end() ? own : before->second.own});
    self.flags |= flag::led;
    if (led_by.size() <= self.slot) led_by.resize(self.slot + 1);
    led_by[self.slot] = {.id = person};
}

void Simulation::Engine::stop_following(Row row, const TargetSpec& target) {
    Self& self = world.now.self[row];
    const Place at = world.now.place[row];
    const AgentId id = world.now.motion[row].id;
    self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::led | flag::exits | flag::region));
    led.erase(id);
    led_by[self.slot] = {};
    int any = -1;
    if (target.goal >= 0) {
        const int chosen = chosen_goal(scenario, target.goal, {at.x, at.y});
        head_for(self, scenario.goals[static_cast<std::size_t>(chosen)], chosen,
                 way_point(scenario, map, chosen, id, {at.x, at.y}, view().step + 1));
        if (chosen != target.goal) any = target.goal;
    } else {
        self.goal = -1;
        self.goal_x = target.is_offset ? at.x + target.value.x : target.value.x;
        self.goal_y = target.is_offset ? at.y + target.value.y : target.value.y;
        if (target.exit) self.flags |= flag::exits;
    }
    set_out(row, target);
    goes_on(row);
    new_goal(row, any);
}

void Simulation::Engine::lead_followers() {
    std::vector<std::pair<Row, TargetSpec>> alone;  // the person they followed has left
    for (auto& [id, following] : led) {
        const Row row = *world.row_of(world.handle_of(id));
        Self& self = world.now.self[row];
        LedBy& by = led_by[self.slot];
        const auto person = world.row_of(world.handle_of(following.person));
        by.there = person.has_value();
        if (!person) {
            if (following.came) {
                alone.emplace_back(row, stays(following.own) ? following.persons : following.own);
            } else if ((self.flags & flag::arrived) == 0) {
                self.flags |= flag::arrived;
                tell(EventKind::waits, row, {});
            }
            continue;
        }
        following.came = true;
        following.persons = target_of(*person);
        by = {following.person, world.now.self[*person].slot, world.now.motion[*person].radius, true};
        goes_on(row);
        const Place at = world.now.place[row], there = world.now.place[*person];
        const Vec2d to{wrapped_difference(at.x, there.x, scenario.map.periodic.x),
                       wrapped_difference(at.y, there.y, scenario.map.periodic.y)};
        const Vec2d goal{at.x + to.x, at.y + to.y};
        const double off = norm(goal - Vec2d{self.goal_x, self.goal_y});
        if (self.goal < 0 && (self.flags & flag::exits) == 0 && off <= std::max(kMoved, kPlanShare * norm(to)))
            continue;
        self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::exits | flag::region));
        self.goal = -1;
        self.goal_x = goal.x, self.goal_y = goal.y;
        TargetSpec target;
        target.value = goal;
        set_out(row, target);
        new_goal(row, -1);
    }
    for (const auto& [row, target] : alone) stop_following(row, target);
}

bool Simulation::Engine::still_follows(Row row) const {
    const Motion& motion = world.now.motion[row];
    return norm_squared(Vec2d{motion.vx, motion.vy}) > kOnItsWay * kOnItsWay;
}

bool Simulation::follow(AgentHandle agent, AgentId person) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    engine_->follow(*row, person, engine_->target_of(*row));
    ++engine_->changes;
    return true;
}

bool Simulation::stop_following(AgentHandle agent) {
    const auto row = engine_->world.row_of(agent);
    if (!row) return false;
    const auto following = engine_->led.find(engine_->world.now.motion[*row].id);
    if (following != engine_->led.end()) engine_->stop_following(*row, TargetSpec(following->second.own));
    return true;
}

}  // namespace sidestep
