// From a scenario to agents in the world.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "map/scene_map.h"
#include "route/straight.h"
#include "scenario/bounds.h"
#include "sidestep/error.h"
#include "simulation/engine.h"
#include "world/populate.h"

namespace sidestep {

namespace {

Scenario checked(Scenario scenario) {
    check_bounds(scenario);
    return scenario;
}

}  // namespace

Simulation::Engine::Engine(Scenario scenario_in, int threads, const Catalogue& catalogue_in)
    : scenario(with_built_map(checked(std::move(scenario_in)))),
      catalogue(catalogue_in),
      parts(catalogue.parts()),
      chains(chains_of(scenario, parts)),
      map(map_of(scenario)),
      slow(scenario.regions),
      workers(threads),
      form(octet_former()),
      search(neighbour_search()),
      limit(limiter()),
      load_wishes(wish_loader()),
      keep_tempo(tempo_keeper()),
      move(mover()),
      sources(scenario.sources.size()),
      worker(static_cast<std::size_t>(workers.threads())),
      began(std::chrono::steady_clock::now()) {
    for (const NamedReactions& named : scenario.reactions) reactions.push_back(named.table);
    for (const DoorSpec& door : scenario.doors) door_closed.push_back(door.closed);
    door_waits.resize(scenario.doors.size());
    base_map = scenario.map.built;
    block_map();
    keep_history(0);
    make_kinds();
    make_stages();
    make_routes();
    make_queues();
    draw_gaps();
    populate();
    visit_queues();
}

void Simulation::Engine::make_kinds() {
    for (const Chain& chain : chains) {
        const Model* const model = catalogue.model(chain.avoid().info->name);
        const ProfileSpec& profile = scenario.profiles[kind_of_profile.size()];
        NeighbourSpec neighbours = profile.neighbours.value_or(model->info().neighbours);
        // Nothing to hide behind: no need to look at everybody in range and filter.
        if (map.empty() && scenario.doors.empty()) neighbours.hidden_by_walls = false;
        const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) {
            return kind.model == model && kind.neighbours == neighbours;
        });
        kind_of_profile.push_back(static_cast<std::uint8_t>(found - kinds.begin()));
        if (found != kinds.end()) continue;
        if (kinds.size() == kPuppetKind) {
            throw InputError({.message = "profiles combine too many models and kinds of neighbours",
                              .value = profile.name,
                              .allowed = fmt::format("at most {} combinations", kPuppetKind),
                              .remedy = "let profiles share \"neighbours\""});
        }
        kinds.push_back({model, neighbours});
    }
}

void Simulation::Engine::make_stages() {
    std::size_t longest = 0;
    for (const Chain& chain : chains) longest = std::max(longest, chain.wishes().size());
    for (std::size_t place = 0; place < longest; ++place) {
        for (std::size_t profile = 0; profile < chains.size(); ++profile) {
            if (place >= chains[profile].wishes().size()) continue;
            const Link& link = chains[profile].wishes()[place];
            const WishPart* const part = catalogue.wish(link.info->name);
            auto stage = std::find_if(stages.begin(), stages.end(),
                                      [&](const WishStage& s) { return s.part == part && s.place == place; });
            if (stage == stages.end()) {
                const std::vector<std::uint32_t> none(chains.size());
                stages.push_back({part, place, std::vector<bool>(chains.size()), none, none});
                stage = stages.end() - 1;
            }
            stage->asked[profile] = true;
            stage->first_value[profile] = link.first_value;
            stage->first_memory[profile] = link.first_memory;
        }
    }
}

void Simulation::Engine::make_routes() {
    // Straight is there in any case: where nothing is in the way, everybody walks so.
    routes.push_back(std::make_unique<Straight>());
    std::vector<std::unique_ptr<RouteProvider> (*)(const RouteContext&)> makers{catalogue.route("direct")->make};
    std::vector<std::uint8_t> made{0};
    const RouteContext context{scenario, map, chains, workers};
    for (const Chain& chain : chains) {
        const auto make = catalogue.route(chain.route().info->name)->make;
        auto found = std::find(makers.begin(), makers.end(), make);
        if (found == makers.end()) {
            std::unique_ptr<RouteProvider> provider = make(context);
            makers.push_back(make);
            found = makers.end() - 1;
            made.push_back(provider ? static_cast<std::uint8_t>(routes.size()) : std::uint8_t{0});
            if (provider) routes.push_back(std::move(provider));
        }
        route_of_profile.push_back(made[static_cast<std::size_t>(found - makers.begin())]);
        anybody_plans |= routes[route_of_profile.back()]->plans();
    }
    for (std::size_t i = 0; i < door_closed.size(); ++i) {
        if (door_closed[i] == scenario.doors[i].closed) continue;
        for (const auto& route : routes) route->set_door(static_cast<std::uint32_t>(i), !door_closed[i]);
    }
    for (const auto& route : routes) route->set_threads(worker.size());
}

void Simulation::Engine::keep_history(double seconds) {
    for (const Chain& chain : chains) {
        for (const Link& link : chain.links()) seconds = std::max(seconds, link.info->history_s);
    }
    // One more than the steps between: the present place is one of them.
    if (seconds > 0) world.history.keep(static_cast<std::size_t>(std::ceil(seconds / scenario.dt - 1e-9)) + 1);
}

WorldView Simulation::Engine::view() const {
    const int n = sub_steps();
    return {world.now.place.data(),
            world.now.motion.data(),
            world.now.self.data(),
            world.size(),
            world.values(),
            world.widest(),
            &map,
            scenario.map.periodic,
            time_at(steps, sub_step),
            static_cast<float>(scenario.dt / n),
            steps * static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(sub_step),
            scenario.seed,
            reactions.data(),
            companions.empty() ? nullptr : &companions,
            &world.history,
            scenario.dt,
            scenario.dt * sub_step / n,
            led_by.data()};
}

std::uint64_t Simulation::Engine::state_hash() const {
    std::uint64_t sum = world.state_hash();
    for (std::size_t i = 0; i < door_closed.size(); ++i) sum += door_closed[i] ? mix(i + 0xd009ull) : 0;
    for (std::size_t i = 0; i < door_waits.size(); ++i) sum += door_waits[i] ? mix(i + 0xd0a17ull) : 0;
    sum += hash_of_obstacles();
    sum += hash_of_queues();
    for (std::size_t i = 0; i < sources.size(); ++i) sum += mix(mix(i + 0x50ceull) + sources[i].sent);
    for (const auto& [id, following] : led) sum += mix(mix(id + 0xf0110full) + 2 * following.person + following.came);
    return sum;
}

double Simulation::Engine::time_at(std::uint64_t step, int sub) const {
    return scenario.dt * (static_cast<double>(step) + static_cast<double>(sub) / sub_steps());
}

int Simulation::Engine::sub_steps() const {
    if (scenario.dt <= max_dt * (1 + 1e-9)) return 1;
    return static_cast<int>(std::ceil(scenario.dt / max_dt - 1e-9));
}

bool Simulation::Engine::anybody_walks() const {
    for (const Player& player : players) {
        for (const Player::Role role : player.roles) {
            if (role != Player::Role::gone) return true;
        }
    }
    for (Row row = 0; row < world.size(); ++row) {
        const std::uint8_t flags = world.now.self[row].flags;
        if ((flags & flag::led) != 0 ? still_follows(row) : (flags & flag::arrived) == 0) return true;
    }
    return false;
}

namespace {

/// The heading someone starts with: where it moves, else where it wants to go.
Vec2f first_heading(const Newcomer& n, Vec2d way_point) {
    if (n.heading && norm_squared(*n.heading) > 0) return unit(*n.heading);
    if (norm_squared(n.velocity) > 0) return unit(n.velocity);
    const Vec2d to = unit(way_point - n.position);
    return norm_squared(to) > 0 ? Vec2f{static_cast<float>(to.x), static_cast<float>(to.y)} : Vec2f{1, 0};
}

}  // namespace

RouteNeed Simulation::Engine::need_of(const Newcomer& n, const AgentRecord& record, int goal) const {
    return {.profile = n.profile,
            .radius = planned_radius(scenario.profiles[n.profile],
                                     n.radius.value_or(chains[n.profile].draw_common(scenario.seed, n.id, kRadius))),
            .target = n.target,
            .goal = goal,
            .way_point = {record.self.goal_x, record.self.goal_y},
            .from = n.position,
            .pointer = n.entry < 0 ? "" : fmt::format("/agents/{}", n.entry),
            .must_have_way = n.must_have_way};
}

AgentHandle Simulation::Engine::add(const Newcomer& n) {
    const Chain& chain = chains[n.profile];
    const PartInfo& model = *chain.avoid().info;
    std::vector<double> values(chain.value_count());
    chain.draw_values(scenario.seed, n.id, values);
    if (n.radius) values[kRadius] = *n.radius;
    if (n.pref_speed) values[kPrefSpeed] = *n.pref_speed;
    for (std::size_t i = 0; i < model.parameters.size(); ++i) {
        const Parameter& p = model.parameters[i];
        if (p.scene_names.empty() ||
            values[kCommonCount + i] < static_cast<double>(p.choices.size() + reactions.size()))
            continue;
        throw InputError({.message = fmt::format("\"{}\" chooses more than the scenario defines", p.name),
                          .value = fmt::format("{}", values[kCommonCount + i]),
                          .allowed = fmt::format("less than {}", p.choices.size() + reactions.size()),
                          .remedy = "add the table to Scenario::reactions"});
    }

    AgentRecord& r = newborn;
    r.values.assign(values.begin(), values.end());
    r.values.push_back(static_cast<float>(kinds[kind_of_profile[n.profile]].model->wall_range(values)));
    r.part_values.resize(chain.part_value_count());
    chain.draw_part_values(scenario.seed, n.id, values, r.part_values);
    r.shares_values = !chain.values_vary() && !n.radius && !n.pref_speed;
    r.shares_part_values = !chain.part_values_vary() && r.shares_values;
    r.memory_bytes = chain.memory_bytes();
    r.place = {n.position.x, n.position.y};
    r.motion = {n.velocity.x, n.velocity.y, r.values[kRadius], n.id};
    r.self = {};
    r.self.pref_speed = r.values[kPrefSpeed];
    r.self.max_speed = r.values[kMaxSpeed];
    r.self.max_accel = r.values[kMaxAccel];
    r.self.window = 2.0f;  // a first guess; the search corrects it
    r.self.slow_since = std::numeric_limits<float>::infinity();
    r.self.start_time = static_cast<float>(n.start_time);
    r.self.profile = n.profile;
    r.self.kind = kind_of_profile[n.profile];

    const int goal = n.target.goal >= 0 ? chosen_goal(scenario, n.target.goal, n.position) : -1;
    if (goal >= 0) {
        head_for(r.self, scenario.goals[static_cast<std::size_t>(goal)], goal,
                 way_point(scenario, map, goal, n.id, n.position, 0));
    } else {
        const Vec2d way = n.target.is_offset ? n.position + n.target.value : n.target.value;
        r.self.goal = -1;
        r.self.goal_x = way.x;
        r.self.goal_y = way.y;
        r.self.flags = n.target.exit ? flag::exits : 0;
    }
    const Vec2f heading = first_heading(n, {r.self.goal_x, r.self.goal_y});
    r.self.heading_x = heading.x;
    r.self.heading_y = heading.y;

    ++changes;
    RouteProvider& route = route_of(r.self);
    r.plans = route.plans();
    r.way = {};
    if (r.plans) route.need(need_of(n, r, goal), r.way);

    if (kinds[r.self.kind].neighbours.provider == NeighbourSpec::Provider::graph) {
        graph_range = std::max(graph_range, values[kNeighbourRange]);
    }
    if (model.max_dt != nullptr) max_dt = std::min(max_dt, model.max_dt(values));
    companions.join(n.id, n.group);
    created.push_back({n.id, r.motion.radius, n.profile, n.target.goal, group_labels.number_of(n.group)});
    const AgentHandle handle = world.add(r);
    const auto row = static_cast<Row>(world.size() - 1);
    new_goal(row, goal == n.target.goal ? -1 : n.target.goal);
    if (n.follow != 0) follow(row, n.follow, n.target);
    return handle;
}

void Simulation::Engine::populate() {
    const Placements everybody = sidestep::populate(scenario, map, chains);
    first_newcomer = static_cast<AgentId>(everybody.size() + 1);
    for (const auto& route : routes) route->prepare_sources();
    world.reserve(everybody.size());
    created.reserve(everybody.size());
    for (std::size_t i = 0; i < everybody.size(); ++i) add(everybody[i]);
    find_starters();
    std::vector<std::pair<AgentId, Row>> waiting;
    for (Row row = 0; row < world.size(); ++row) {
        if (waits(row)) waiting.emplace_back(world.now.motion[row].id, row);
    }
    std::sort(waiting.begin(), waiting.end());
    for (const auto& [id, row] : waiting) tell(EventKind::waits, row, {});
    placed_aside = everybody.moved();
    placed_aside_m = everybody.farthest();
}

}  // namespace sidestep
