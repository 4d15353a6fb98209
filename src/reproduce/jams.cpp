#include "reproduce/jams.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/parallel.h"
#include "sidestep/scene.h"

namespace sidestep::jams {

namespace {

constexpr double kStall = 30;           // s without anybody getting past
constexpr double kPatience = 1200;      // s for all of them
constexpr std::size_t kModelsPast = 8;  // without a stall in all scenes
constexpr double kDoors[] = {0.7, 0.95, 1.2};

/// Twice as many as the scene has, and solid.
Scenario dense_counterflow(const ReproduceOptions& options) {
    Scenario scenario = options.scene("corridor_counterflow");
    for (AgentSpec& entry : scenario.agents) entry.count *= 2;
    scenario.contacts = Contacts::project;
    scenario.duration = kPatience;
    return scenario;
}

struct Case {
    std::string name;
    Scenario scenario;
    Lines lines;
};

/// Every model in every scene; returns those that never stall.
std::vector<std::string> try_all(const ReproduceOptions& options, const Lab& lab, Deadlocks deadlocks,
                                 ReproducedTable& table) {
    std::vector<Case> cases;
    for (const double width : kDoors) cases.push_back({fmt::format("{} m", width), door_scene(width), kDoorLine});
    cases.push_back({"counterflow", dense_counterflow(options), kCorridorLines});
    for (const Case& c : cases) {
        table.columns.push_back(c.name);
        table.columns.emplace_back("s");
    }
    std::vector<std::string> past;
    Workers workers(options.threads);
    const auto seeds = static_cast<std::size_t>(options.seeds);
    for (const PartInfo* model : models()) {
        lab.tell(fmt::format("{} in {} scenes, {} seeds", model->name, cases.size(), seeds));
        std::vector<Passing> runs(cases.size() * seeds);
        workers.for_each(runs.size(), [&](std::size_t i) {
            Scenario scenario = cases[i / seeds].scenario;
            use_model(scenario, model->name);
            scenario.seed = i % seeds + 1;
            scenario.deadlocks = deadlocks;
            runs[i] = pass(std::move(scenario), cases[i / seeds].lines);
        });
        ReproducedTable::Row row{std::string(model->name), "", {}};
        bool ever = false;
        for (std::size_t c = 0; c < cases.size(); ++c) {
            int stalls = 0;
            double sum = 0;
            for (std::size_t s = 0; s < seeds; ++s) {
                const Passing& run = runs[c * seeds + s];
                stalls += run.stalls;
                sum += run.stalls ? 0 : run.time;
            }
            ever |= stalls > 0;
            row.cells.emplace_back(number(stalls));
            const auto passed = static_cast<double>(seeds) - stalls;
            row.cells.push_back(passed > 0 ? std::optional(number(sum / passed)) : std::nullopt);
        }
        if (!ever) past.emplace_back(model->name);
        table.rows.push_back(std::move(row));
    }
    table.remark = fmt::format(
        "Stalls in {} seeds: somebody stayed, or nobody got past for {} s; and the mean time until all were out where "
        "there was none.",
        seeds, kStall);
    return past;
}

}  // namespace

Scenario door_scene(double width) {
    const double half = width / 2;
    const std::string room = fmt::format(
        "POLYGON ((-10 -5, 0 -5, 0 {1}, 0.2 {1}, 0.2 -5, 4 -5, 4 5, 0.2 5, 0.2 {0}, 0 {0}, 0 5, -10 5, -10 -5))", half,
        -half);
    return parse_scene(R"json({"sidestep": 1, "name": "door", "map": {"wkt": ")json" + room + R"json("},
        "simulation": {"contacts": "project", "duration": )json" +
                           fmt::format("{}", kPatience) + R"json(},
        "profiles": {"walker": {"model": "orca", "route": "hierarchical",
                                "pref_speed": {"normal": [1.34, 0.15, 1.0, 1.7]}}},
        "goals": {"out": {"region": [[3, -4.5], [3.8, -4.5], [3.8, 4.5], [3, 4.5]], "exit": true}},
        "agents": [{"profile": "walker", "region": [[-9, -4.5], [-1, -4.5], [-1, 4.5], [-9, 4.5]], "count": 100,
                    "min_spacing": 0.5, "goal": "out"}]})json",
                       "door");
}

Passing pass(Scenario scenario, const Lines& lines) {
    Simulation simulation(std::move(scenario), 1);
    std::unordered_map<AgentId, double> between;  // which two lines everybody is between
    double last = 0;
    Passing passing;
    while (!simulation.finished()) {
        simulation.step();
        const AgentsView people = simulation.view();
        for (std::size_t i = 0; i < people.place.size(); ++i) {
            const double strip = std::floor((people.place[i].x - lines.at) / lines.every);
            const auto [known, is_new] = between.try_emplace(people.motion[i].id, strip);
            if (!is_new && known->second != strip) last = simulation.time();
            known->second = strip;
        }
        passing.stalls |= simulation.agent_count() > 0 && simulation.time() - last > kStall;
        if (passing.stalls) break;
    }
    passing.stalls |= simulation.agent_count() > 0;
    passing.time = simulation.time();
    passing.yielded = simulation.summary().health.yielded_s;
    return passing;
}

Reproduction reproduce(const ReproduceOptions& options) {
    Reproduction result;
    result.paper = "jams";
    const Lab lab(options);
    if (options.wants("alone")) {
        ReproducedTable table{"alone", "As the models have it", {}, {}};
        const std::vector<std::string> past = try_all(options, lab, Deadlocks::none, table);
        result.tables.push_back(std::move(table));
        result.claims.push_back({.id = "alone.past",
                                 .ours = static_cast<double>(past.size()),
                                 .unit = "models",
                                 .rule = "reported",
                                 .holds = true,
                                 .note = fmt::format("never stall: {}", fmt::join(past, ", "))});
    }
    if (options.wants("yielding")) {
        ReproducedTable table{"yielding", "With people who give way (\"deadlocks\": \"yield\")", {}, {}};
        const std::vector<std::string> past = try_all(options, lab, Deadlocks::yield, table);
        result.tables.push_back(std::move(table));
        result.claims.push_back({.id = "yielding.past",
                                 .ours = static_cast<double>(past.size()),
                                 .unit = "models",
                                 .rule = fmt::format("no stall in any scene, in at least {} models", kModelsPast),
                                 .holds = past.size() >= kModelsPast,
                                 .required = true,
                                 .note = fmt::format("never stall: {}", fmt::join(past, ", "))});
    }
    return result;
}

}  // namespace sidestep::jams
