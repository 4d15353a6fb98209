// A thousand people in a park.
#include <fmt/format.h>

#include <ctime>

#include "reproduce/karamouzas2009_study.h"

namespace sidestep::karamouzas2009 {

namespace {

constexpr double kPaperShare = 25;  // % of a step of 0.1 s, 1000 agents, one core at 2.5 GHz
constexpr double kFull = 38;        // s: nearly all have come in, few have left
constexpr int kSteps = 100;

}  // namespace

void park1000(Study& study) {
    ReproducedTable table{"park1000", "A thousand agents in a park, one thread", {}, {}};
    ReproducedTable::Row ns{"time per agent-step", "ns", {}}, share{"share of a 0.1 s step", "%", {}},
        present{"people there", "", {}};
    std::vector<double> cost;
    for (const std::string model : {"predictive", "rvo", "orca", "social_force"}) {
        study.lab.tell(fmt::format("park1000 {}, timing", model));
        Simulation simulation(study.lab.scenario({"park1000", model}), 1);
        while (simulation.time() < kFull) simulation.step();
        const std::uint64_t before = simulation.summary().agent_steps;
        const std::clock_t start = std::clock();
        for (int i = 0; i < kSteps; ++i) simulation.step();
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const auto agent_steps = static_cast<double>(simulation.summary().agent_steps - before);
        cost.push_back(seconds / agent_steps);
        table.columns.push_back(model);
        ns.cells.emplace_back(number(1e9 * cost.back()));
        present.cells.emplace_back(number(agent_steps / kSteps));
        share.cells.emplace_back(number(100 * 1000 * cost.back() / 0.1));
    }
    table.rows = {present, ns, share};
    table.remark = "CPU time; share: of one core, for 1000 agents.";
    study.result.tables.push_back(std::move(table));
    const double ours = 100 * 1000 * cost[0] / 0.1;
    study.claim({.id = "park1000.share",
                 .paper = kPaperShare,
                 .ours = ours,
                 .unit = "%",
                 .rule = "≤ 25 % of each step on one core",
                 .holds = ours <= kPaperShare,
                 .note = fmt::format("{:.2f} µs per agent and step against 25 µs on a core at 2.5 GHz in 2009",
                                     1e6 * cost[0])});
    for (const auto& [name, rival] : {std::pair{"rvo", cost[1]}, {"orca", cost[2]}}) {
        study.claim({.id = fmt::format("park1000.faster_than_{}", name),
                     .ours = rival / cost[0],
                     .unit = "×",
                     .rule = "Predictive \"considerably faster\" than RVO",
                     .holds = cost[0] < rival,
                     .note = fmt::format("{:.0f} ns against {:.0f} ns of our {}, each with its own neighbourhood",
                                         1e9 * cost[0], 1e9 * rival, name)});
    }
}

}  // namespace sidestep::karamouzas2009
