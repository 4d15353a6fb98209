#include "sidestep/bench_scenes.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>

#include "base/math.h"
#include "base/random.h"
#include "scenario/parts.h"

namespace sidestep {

namespace {

constexpr double kDensity = 0.9;      // agents per m²: brisk but uncongested, the neighbour lists are full
constexpr double kRingSpacing = 0.7;  // m
constexpr double kForever = 1e6;      // s: the caller decides how many steps are taken
constexpr std::uint64_t kSeed = 1;

enum class Layout { circle, cross4, sandbox, room, city, files };

struct BenchScene {
    std::string_view name;
    Layout layout;
    std::uint32_t agents;
};

constexpr std::array kScenes{
    BenchScene{"circle_100", Layout::circle, 100},        BenchScene{"circle_1k", Layout::circle, 1000},
    BenchScene{"circle_10k", Layout::circle, 10'000},     BenchScene{"cross4_1k", Layout::cross4, 1000},
    BenchScene{"cross4_5k", Layout::cross4, 5000},        BenchScene{"cross4_20k", Layout::cross4, 20'000},
    BenchScene{"cross4_100k", Layout::cross4, 100'000},   BenchScene{"sandbox_1k", Layout::sandbox, 1000},
    BenchScene{"sandbox_10k", Layout::sandbox, 10'000},   BenchScene{"sandbox_100k", Layout::sandbox, 100'000},
    BenchScene{"sandbox_1m", Layout::sandbox, 1'000'000}, BenchScene{"room_1k", Layout::room, 1000},
    BenchScene{"city_bench", Layout::city, 2000},         BenchScene{"files_1k", Layout::files, 1000},
    BenchScene{"files_100k", Layout::files, 100'000},
};

constexpr auto kNames = [] {
    std::array<std::string_view, kScenes.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kScenes[i].name;
    return names;
}();

ProfileSpec walker(const PartInfo& model) {
    ProfileSpec profile;
    profile.name = "walker";
    profile.avoid.name = model.name;
    profile.set(kRadius, Distribution::fixed(0.25));
    profile.set(kPrefSpeed, Distribution::fixed(1.33));
    profile.set(kMaxSpeed, Distribution::fixed(2));
    profile.set(kNeighbourRange, Distribution::fixed(5));
    profile.set(kMaxNeighbours, Distribution::fixed(10));
    if (const auto horizon = find_parameter(model.parameters, "time_horizon")) {
        profile.avoid.set(*horizon, Distribution::fixed(2));
    }
    return profile;
}

Polygon rectangle(Vec2d centre, double width, double height) {
    const double x = width / 2, y = height / 2;
    return {{centre.x - x, centre.y - y},
            {centre.x + x, centre.y - y},
            {centre.x + x, centre.y + y},
            {centre.x - x, centre.y + y}};
}

void add_circle(Scenario& scenario, std::uint32_t count) {
    const double radius = kRingSpacing * count / (2 * kPi);
    scenario.agents.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const SinCos angle = sin_cos(2 * kPi * i / count);
        AgentSpec agent;
        agent.position = Vec2d{radius * angle.cos, radius * angle.sin};
        agent.target.value = -*agent.position;
        scenario.agents.push_back(agent);
    }
}

// Square blocks left, right, below and above an empty square of the same size. Everybody crosses it and stops where the
// opposite block began.
void add_cross4(Scenario& scenario, std::uint32_t count) {
    const double side = __builtin_sqrt(count / 4 / kDensity);
    for (const Vec2d from : {Vec2d{-1, 0}, Vec2d{1, 0}, Vec2d{0, -1}, Vec2d{0, 1}}) {
        AgentSpec block;
        block.region = rectangle(from * side, side, side);
        block.count = count / 4;
        block.target.is_offset = true;
        block.target.value = -2.0 * side * from;
        scenario.agents.push_back(block);
    }
}

// Places are drawn at random, so the numbers of neighbours in space are far apart: an engine that never re-orders its
// agents pays for it here.
void add_sandbox(Scenario& scenario, std::uint32_t count) {
    const double side = __builtin_sqrt(count / kDensity);
    GoalSpec anywhere;
    anywhere.name = "anywhere";
    anywhere.region = rectangle({}, side, side);
    anywhere.wander = true;
    scenario.goals.push_back(anywhere);

    AgentSpec crowd;
    crowd.region = anywhere.region;
    crowd.count = count;
    crowd.target.goal = 0;
    scenario.agents.push_back(crowd);
}

// The sandbox between walls, among people who differ: in body, speed, and the first number of the model that may.
void add_room(Scenario& scenario, std::uint32_t count, std::span<const Parameter> parameters) {
    add_sandbox(scenario, count);
    const double side = __builtin_sqrt(count / kDensity), wall = side / 2 + 1, pillar = side / 6;
    const auto ring = [](double x, double y, double half) {
        return fmt::format("({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1})", x - half, y - half, x + half, y + half);
    };
    scenario.map.wkt =
        fmt::format("POLYGON ({}, {}, {})", ring(0, 0, wall), ring(-pillar, -pillar, 1), ring(pillar, pillar, 1));
    ProfileSpec& profile = scenario.profiles[0];
    profile.set(kRadius, Distribution::between(0.2, 0.3));
    profile.set(kPrefSpeed, Distribution::between(1.1, 1.5));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].per_agent || !parameters[i].choices.empty() || parameters[i].fallback <= 0) continue;
        profile.avoid.set(i, Distribution::between(0.9 * parameters[i].fallback, parameters[i].fallback));
        break;
    }
}

// The city of Lamarche & Donikian 2004: 1.3 km by 1.3 km, 2600 buildings. Plots in rows, one without a house. Houses of
// a street stand in line, streets are of different widths, and every tenth house has a mind of its own.
std::string city_map() {
    constexpr std::uint32_t kPlots = 51;
    constexpr double kPlot = 25.5, kLeast = 2, kMost = 7;  // m
    const double side = kPlots * kPlot;
    std::string wkt = fmt::format("POLYGON ((0 0, {0} 0, {0} {0}, 0 {0}, 0 0)", side);
    for (std::uint32_t plot = 1; plot < kPlots * kPlots; ++plot) {
        const std::uint32_t column = plot % kPlots, row = plot / kPlots;
        const bool in_line = plot % 10 != 0;
        const auto inset = [&](std::uint64_t edge) {
            const std::uint32_t street = edge % 2 == 0 ? column : kPlots + row;
            const AgentId who = in_line ? street : 2 * kPlots + plot;
            const double unit = random_unit(kSeed, who, edge, Purpose::place);
            return static_cast<int>((kLeast + (kMost - kLeast) * unit) * 10) * 0.1;
        };
        const double x = column * kPlot, y = row * kPlot;
        const double left = x + inset(0), low = y + inset(1), right = x + kPlot - inset(2), high = y + kPlot - inset(3);
        wkt += fmt::format(", ({0:.1f} {1:.1f}, {0:.1f} {3:.1f}, {2:.1f} {3:.1f}, {2:.1f} {1:.1f}, {0:.1f} {1:.1f})",
                           left, low, right, high);
    }
    return wkt + ")";
}

void add_city(Scenario& scenario, std::uint32_t count) {
    scenario.map.wkt = city_map();
    scenario.profiles[0].route.name = "hierarchical";
    GoalSpec anywhere;
    anywhere.name = "anywhere";
    anywhere.region = rectangle({650, 650}, 1290, 1290);
    anywhere.wander = true;
    scenario.goals.push_back(anywhere);

    AgentSpec crowd;
    crowd.region = anywhere.region;
    crowd.count = count;
    crowd.target.goal = 0;
    scenario.agents.push_back(crowd);
}

// Rings of twenty people in single file, who start close together: waves run round them.
void add_files(Scenario& scenario, std::uint32_t count) {
    constexpr std::uint32_t kPeople = 20;
    constexpr double kLength = 20, kApart = 1.5, kCompact = 0.7;  // m
    scenario.map.periodic = {kLength, 0};
    scenario.profiles[0].intents.push_back({"following"});
    // Whom they do not follow they only look at to count overlaps.
    scenario.profiles[0].set(kNeighbourRange, Distribution::fixed(1));
    scenario.profiles[0].set(kMaxNeighbours, Distribution::fixed(2));
    scenario.agents.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        AgentSpec agent;
        agent.position = Vec2d{kCompact * (i % kPeople), kApart * (i / kPeople)};
        agent.target.is_offset = true;
        agent.target.value = {kForever, 0};
        scenario.agents.push_back(agent);
    }
}

}  // namespace

std::span<const std::string_view> bench_scene_names() {
    return kNames;
}

std::optional<Scenario> bench_scene(std::string_view name, const PartInfo& model) {
    for (const BenchScene& scene : kScenes) {
        if (scene.name != name) continue;
        Scenario scenario;
        scenario.name = name;
        scenario.dt = 0.1;
        scenario.duration = kForever;
        scenario.seed = kSeed;
        scenario.profiles.push_back(walker(model));
        switch (scene.layout) {
            case Layout::circle:
                add_circle(scenario, scene.agents);
                break;
            case Layout::cross4:
                add_cross4(scenario, scene.agents);
                break;
            case Layout::sandbox:
                add_sandbox(scenario, scene.agents);
                break;
            case Layout::room:
                add_room(scenario, scene.agents, model.parameters);
                break;
            case Layout::files:
                add_files(scenario, scene.agents);
                break;
            case Layout::city:
                add_city(scenario, scene.agents);
                break;
        }
        return scenario;
    }
    return std::nullopt;
}

}  // namespace sidestep
