// The state of a run as a row of bytes, and going on from there.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/archive.h"
#include "sidestep/error.h"
#include "simulation/engine.h"
#include "world/record_archive.h"

namespace sidestep {

namespace {

constexpr std::uint64_t kMagic = 0x50414e5345444953ull;  // "SIDESNAP"
constexpr std::uint32_t kFormat = 4;
constexpr std::size_t kChecksumBytes = sizeof(std::uint64_t);

[[noreturn]] void refuse(std::string message, std::string value, std::string allowed, std::string remedy) {
    throw InputError({.message = std::move(message),
                      .value = std::move(value),
                      .allowed = std::move(allowed),
                      .remedy = std::move(remedy)});
}

void describe(std::string& text, const std::vector<std::optional<Distribution>>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) continue;
        const Distribution& d = *values[i];
        text += fmt::format("{}:{} {} {} {} {};", i, static_cast<int>(d.kind), d.a, d.b, d.min, d.max);
    }
}
void describe(std::string& text, const PartSpec& part) {
    text += part.name + ':';
    describe(text, part.values);
    text += '\n';
}

void write_target(ArchiveWriter& a, const TargetSpec& target) {
    a.add(std::int32_t{target.goal});
    a.add(target.value);
    a.add(std::uint8_t{target.is_offset});
    a.add(std::uint8_t{target.exit});
}
TargetSpec read_target(ArchiveReader& a, const Scenario& scenario) {
    TargetSpec target;
    target.goal = a.value<std::int32_t>();
    target.value = a.value<Vec2d>();
    target.is_offset = a.value<std::uint8_t>() != 0;
    target.exit = a.value<std::uint8_t>() != 0;
    if (target.goal < -1 || target.goal >= static_cast<int>(scenario.goals.size())) a.refuse("somebody has no goal");
    return target;
}

}  // namespace

std::uint64_t Simulation::Engine::scenario_hash() const {
    const Scenario& s = scenario;
    std::string text =
        fmt::format("{}\n{}\n{} {} {} {} {} {} {} {} {} {}\n", s.text, s.map.wkt, s.seed, s.dt,
                    static_cast<int>(s.contacts), name_of(s.deadlocks), s.map.periodic.x, s.map.periodic.y,
                    s.agents.size(), s.sources.size(), s.doors.size(), s.events.size());
    for (const ProfileSpec& profile : s.profiles) {
        text += profile.name + '\n';
        describe(text, profile.common);
        describe(text, profile.route);
        describe(text, profile.midterm);
        for (const PartSpec& intent : profile.intents) describe(text, intent);
        describe(text, profile.avoid);
    }
    for (const GoalSpec& goal : s.goals) {
        if (goal.queue) {
            describe(text, {goal.queue->service, goal.queue->patience});
            text += fmt::format("queue {} {} {}\n", goal.queue->line.size(), goal.queue->points.size(),
                                goal.queue->spacing);
        }
        text += fmt::format("{} {} {} {} {} {}\n", goal.name, goal.point.x, goal.point.y, goal.region.size(), goal.next,
                            goal.exit);
    }
    return checksum(std::as_bytes(std::span(text)));
}

std::vector<std::byte> Simulation::Engine::snapshot() const {
    ArchiveWriter a;
    a.add(kMagic);
    a.add(kFormat);
    a.add(std::string(version()));
    a.add(scenario_hash());
    a.add(steps);
    a.add(added_by_program);
    a.add(std::uint64_t{events_done});
    a.add(max_dt);
    a.add(graph_range);

    // What the run's health knows.
    RunHealth so_far;
    so_far.overlaps = overlaps;
    double deepest_so_far = deepest;
    std::uint64_t yielded_so_far = yielded;
    for (const Worker& w : worker) {
        so_far.overlaps += w.overlaps;
        yielded_so_far += w.yielding;
        deepest_so_far = std::max(deepest_so_far, w.deepest);
    }
    for (const std::uint64_t sum :
         {agent_steps, so_far.overlaps, wall_contacts, speed_outliers, accel_outliers, left_outside, doors_held,
          agent_moves, yielded_so_far, tremors.sums().spells, tremors.sums().shivering}) {
        a.add(sum);
    }
    a.add(deepest_so_far);
    a.add(placed_aside);
    a.add(placed_aside_m);
    a.add(tremors.began());
    a.add(tremors.steps());
    std::vector<Tremors::Watched> watched = tremors.watched();
    std::erase_if(watched, [&](const Tremors::Watched& w) { return !world.handle_of(w.id); });  // they count no more
    std::sort(watched.begin(), watched.end(), [](const auto& p, const auto& q) { return p.id < q.id; });
    for (Tremors::Watched& w : watched) w.slot = 0;  // another one where the run goes on
    a.add(watched);

    a.add(std::vector<std::uint8_t>(door_closed.begin(), door_closed.end()));
    a.add(std::vector<std::uint8_t>(door_waits.begin(), door_waits.end()));
    a.add(next_obstacle);
    a.add(std::uint64_t{obstacles.size()});
    for (const PlacedObstacle& o : obstacles) {
        a.add(o.id);
        a.add(static_cast<std::uint8_t>(o.shape.is_area));
        a.add(o.shape.points);
    }
    a.add(std::uint64_t{sources.size()});
    for (const SourceState& source : sources) {
        a.add(source.sent);
        a.add(source.skipped);
    }
    a.add(std::uint64_t{group_labels.all().size()});
    for (const std::string& label : group_labels.all()) a.add(label);
    a.add(std::uint64_t{created.size()});
    for (const Created& c : created) {
        // Copies: packed as they are, nothing can refer to them.
        a.add(AgentId{c.id});
        a.add(float{c.radius});
        a.add(c.profile);
        a.add(std::int32_t{c.goal});
        a.add(std::uint32_t{c.group});
    }
    a.add(std::uint64_t{led.size()});
    for (const auto& [id, following] : led) {
        a.add(id);
        a.add(following.person);
        a.add(std::uint8_t{following.came});
        write_target(a, following.own);
        write_target(a, following.persons);
    }
    a.add(world.departed_hash());
    for (const auto& route : routes) route->save(a);

    // In order of id: the same state gives the same bytes.
    std::vector<Row> rows(world.size());
    for (Row row = 0; row < world.size(); ++row) rows[row] = row;
    std::sort(rows.begin(), rows.end(), [&](Row p, Row q) { return world.now.motion[p].id < world.now.motion[q].id; });
    a.add(std::uint64_t{rows.size()});
    for (const Row row : rows) {
        write_record(a, world.pack(row));
        a.add(headway[world.now.self[row].slot]);
        if ((world.now.self[row].flags & flag::puppet) == 0) continue;
        const PuppetTarget& target = puppet_target[world.now.self[row].slot];
        a.add(target.to);
        a.add(target.heading);
    }
    if (!queues.empty()) save_queues(a);
    std::vector<std::byte> bytes = a.bytes();
    const std::uint64_t sum = checksum(bytes);
    const auto* const first = reinterpret_cast<const std::byte*>(&sum);
    bytes.insert(bytes.end(), first, first + kChecksumBytes);
    return bytes;
}

void Simulation::Engine::restore(std::span<const std::byte> bytes) {
    ArchiveReader a(bytes.first(bytes.size() - std::min(bytes.size(), kChecksumBytes)), "", "snapshot");
    if (bytes.size() < sizeof kMagic + sizeof kFormat + kChecksumBytes || a.value<std::uint64_t>() != kMagic) {
        refuse("this is no snapshot of a simulation", fmt::format("{} bytes", bytes.size()), "a snapshot",
               "Take one with snapshot() or `sidestep run --snapshot-every`.");
    }
    if (const auto format = a.value<std::uint32_t>(); format != kFormat) {
        refuse("the snapshot has another format", std::to_string(format), std::to_string(kFormat),
               "Go on with the program that took it.");
    }
    std::uint64_t sum;
    std::memcpy(&sum, bytes.data() + bytes.size() - kChecksumBytes, kChecksumBytes);
    if (sum != checksum(bytes.first(bytes.size() - kChecksumBytes))) {
        refuse("the snapshot is damaged or not whole", fmt::format("{} bytes", bytes.size()),
               "the bytes as they were written", "Take another one.");
    }
    if (const std::string made_by = a.text(); made_by != version()) {
        refuse("the snapshot was taken by another version", made_by, std::string(version()),
               "Results may differ between versions: go on with the one that took it.");
    }
    if (a.value<std::uint64_t>() != scenario_hash()) {
        refuse("the snapshot is of another scenario", scenario.name, "the same scene, settings and seed",
               "Load the scene it was taken of.");
    }

    // Everything is read before anything changes.
    const auto new_steps = a.value<std::uint64_t>();
    const auto new_added = a.value<std::uint64_t>(), new_events = a.value<std::uint64_t>();
    const auto new_max_dt = a.value<double>(), new_range = a.value<double>();
    std::uint64_t sums[11];
    for (std::uint64_t& s : sums) s = a.value<std::uint64_t>();
    const auto new_deepest = a.value<double>();
    const auto new_placed_aside = a.value<std::uint64_t>();
    const auto new_placed_aside_m = a.value<double>();
    const auto spell_began = a.value<double>();
    const auto spell_steps = a.value<std::uint64_t>();
    auto watched = a.vector<Tremors::Watched>();
    if (watched.size() > kWatchedAtOnce) a.refuse("more people are watched than can be");
    const auto closed = a.vector<std::uint8_t>();
    const auto waits = a.vector<std::uint8_t>();
    if (closed.size() != door_closed.size() || waits.size() != closed.size() || new_events > scenario.events.size())
        a.refuse("other doors");
    const auto new_next_obstacle = a.value<ObstacleId>();
    std::vector<PlacedObstacle> new_obstacles(a.value<std::uint64_t>());
    for (PlacedObstacle& o : new_obstacles) {
        o.id = a.value<ObstacleId>();
        o.shape.is_area = a.value<std::uint8_t>() != 0;
        o.shape.points = a.vector<Vec2d>();
        check(o.shape);
    }
    // Routes are made of the map: what agents remember of theirs is read on the ground they stood on.
    struct Undo {
        Engine& engine;
        std::optional<Ground> before;
        ~Undo() {
            if (before) engine.put_back(std::move(*before));
        }
    } undo{*this, {}};
    if (new_obstacles != obstacles) undo.before = lay_ground(std::move(new_obstacles));
    if (a.value<std::uint64_t>() != sources.size()) a.refuse("other sources");
    std::vector<SourceState> new_sources(sources.size());
    for (SourceState& source : new_sources) source = {a.value<std::uint64_t>(), a.value<std::uint64_t>(), 0};
    GroupLabels new_labels;
    const auto label_count = a.value<std::uint64_t>();
    for (std::uint64_t i = 0; i < label_count; ++i) {
        if (new_labels.number_of(a.text()) != i) a.refuse("a group twice");
    }
    std::vector<Created> new_created(a.value<std::uint64_t>());
    for (Created& c : new_created) {
        c.id = a.value<AgentId>();
        c.radius = a.value<float>();
        c.profile = a.value<std::uint16_t>();
        c.goal = a.value<std::int32_t>();
        c.group = a.value<std::uint32_t>();
        if (c.group >= label_count || c.profile >= chains.size()) a.refuse("an agent of no profile or group");
    }
    std::map<AgentId, Following> new_led;
    const auto led_count = a.value<std::uint64_t>();
    for (std::uint64_t i = 0; i < led_count; ++i) {
        const auto id = a.value<AgentId>();
        Following following{a.value<AgentId>(), {}};
        following.came = a.value<std::uint8_t>() != 0;
        following.own = read_target(a, scenario);
        following.persons = read_target(a, scenario);
        new_led.emplace(id, following);
    }
    const auto departed = a.value<std::uint64_t>();
    for (const auto& route : routes) route->load(a);

    World fresh;
    fresh.history.keep(world.history.places());
    std::vector<PuppetTarget> targets;
    std::vector<Headway> new_headway;
    std::size_t new_puppets = 0;
    const auto count = a.value<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        AgentRecord r = read_record(a);
        if (r.self.profile >= chains.size() || r.self.goal >= static_cast<int>(scenario.goals.size()) ||
            r.self.goal < -1) {
            a.refuse("an agent of no profile or goal");
        }
        const Chain& chain = chains[r.self.profile];
        if (r.shares_values || r.shares_part_values) {
            std::vector<double> values(chain.value_count());
            chain.draw_values(scenario.seed, r.motion.id, values);
            if (r.shares_part_values) {
                r.part_values.resize(chain.part_value_count());
                chain.draw_part_values(scenario.seed, r.motion.id, values, r.part_values);
            }
            if (r.shares_values) {
                r.values.assign(values.begin(), values.end());
                const Model& model = *kinds[kind_of_profile[r.self.profile]].model;
                r.values.push_back(static_cast<float>(model.wall_range(values)));
            }
        }
        if (r.values.size() != chain.value_count() + 1 || r.part_values.size() != chain.part_value_count() ||
            r.memory_bytes != chain.memory_bytes() || r.plans != route_of(r.self).plans()) {
            a.refuse("an agent whose profile is another");
        }
        const bool puppet = (r.self.flags & flag::puppet) != 0;
        r.self.kind = puppet ? kPuppetKind : kind_of_profile[r.self.profile];
        if (r.plans && !route_of(r.self).adopt(r.way)) a.refuse("an agent whose way leads nowhere");
        const Slot slot = fresh.add(r).slot_plus_one - 1;
        new_headway.resize(std::max<std::size_t>(new_headway.size(), slot + 1));
        new_headway[slot] = a.value<Headway>();
        if (!puppet) continue;
        ++new_puppets;
        if (targets.size() <= slot) targets.resize(slot + 1);
        targets[slot].to = a.value<Place>();
        targets[slot].heading = a.value<Vec2f>();
        targets[slot].is_puppet = true;
    }
    Queues new_queues;
    if (!queues.empty()) new_queues = load_queues(a, fresh);
    a.expect_end();
    std::vector<LedBy> new_led_by;
    for (const auto& [id, following] : new_led) {
        const AgentHandle handle = fresh.handle_of(id);
        if (!handle) a.refuse("somebody follows who is not there");
        new_led_by.resize(std::max<std::size_t>(new_led_by.size(), handle.slot_plus_one));
        new_led_by[handle.slot_plus_one - 1].id = following.person;
    }
    for (const Tremors::Watched& w : watched) {
        if (!fresh.handle_of(w.id)) a.refuse("somebody is watched who is not there");
    }

    undo.before.reset();
    next_obstacle = new_next_obstacle;
    group_labels = std::move(new_labels);
    companions = {};
    std::vector<AgentId> ids;
    for (const Created& c : new_created) {
        if (fresh.handle_of(c.id)) companions.join(c.id, group_labels[c.group]);
        ids.push_back(AgentId{c.id});
    }
    created = std::move(new_created);
    fresh.take_generations(world);
    world = std::move(fresh);
    world.recall_departed(departed, ids);
    puppet_target = std::move(targets);
    headway = std::move(new_headway);
    count_impatient();
    led = std::move(new_led);
    led_by = std::move(new_led_by);
    puppets = new_puppets;
    for (Tremors::Watched& w : watched) w.slot = world.handle_of(w.id).slot_plus_one - 1;
    for (std::size_t slot = 0; slot < headway.size(); ++slot) tremors.make_room(static_cast<Slot>(slot));
    tremors.restore({sums[9], sums[10]}, spell_began, spell_steps, watched);
    steps = new_steps;
    looks = looks_until(steps);
    sub_step = 0;
    find_starters();
    added_by_program = new_added;
    events_done = new_events;
    max_dt = new_max_dt;
    graph_range = new_range;
    sources = std::move(new_sources);
    draw_gaps();
    queues = std::move(new_queues);
    aim_lines();
    hold_back();
    agent_steps = sums[0];
    overlaps = sums[1];
    wall_contacts = sums[2];
    speed_outliers = sums[3];
    accel_outliers = sums[4];
    left_outside = sums[5];
    doors_held = sums[6];
    agent_moves = sums[7];
    yielded = sums[8];
    deepest = new_deepest;
    placed_aside = new_placed_aside;
    placed_aside_m = new_placed_aside_m;
    for (Worker& w : worker) w.overlaps = 0, w.deepest = 0, w.yielding = 0;
    happened.clear();
    just_left.clear();
    for (std::size_t i = 0; i < closed.size(); ++i) {
        door_waits[i] = waits[i] != 0;
        if (door_closed[i] == (closed[i] != 0)) continue;
        door_closed[i] = closed[i] != 0;
        for (const auto& route : routes) route->set_door(static_cast<std::uint32_t>(i), !door_closed[i]);
    }
    block_map();
    ++changes;
}

std::vector<std::byte> Simulation::snapshot() const {
    return engine_->snapshot();
}

void Simulation::restore(std::span<const std::byte> snapshot) {
    engine_->restore(snapshot);
}

}  // namespace sidestep
