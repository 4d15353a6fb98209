// sidestep bench-path: random queries on one map, method beside method.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "named.h"
#include "output.h"
#include "sidestep/import.h"
#include "sidestep/path.h"
#include "thread_time.h"
#include "view/map_service.h"

namespace sidestep::cli {

namespace {

struct BenchPathCommand {
    std::string map;
    std::uint32_t pairs = 1000;
    std::uint64_t seed = 1;
    std::uint32_t tile = 1;
    double radius = 0.25;
    std::uint32_t key_points = 1;
    std::vector<std::string> methods;  ///< empty: all
    bool json = false;
};

struct Spread {
    double mean = 0, p99 = 0, max = 0;
};

Spread spread_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const double value : values) sum += value;
    const std::size_t last = values.size() - 1;
    return {sum / static_cast<double>(values.size()), values[last * 99 / 100], values[last]};
}

struct Result {
    PathMethod method{};
    double build_ms = 0;
    std::size_t memory = 0;
    Spread warm_us;
    double cold_mean_us = 0;
    Spread expansions;
    std::size_t found = 0;
    std::vector<double> lengths;  ///< by pair; infinite where there is none
};

struct Pair {
    Vec2d start, goal;
};

/// Copies of a map side by side, every other one turned over, so that what reaches a border goes on behind it.
MapOutline tiled(const MapOutline& outline, std::uint32_t times) {
    if (times == 1 || outline.floor.empty()) return outline;
    Vec2d low = outline.floor[0].outer[0], high = low;
    for (const MapOutline::Area& area : outline.floor) {
        for (const Vec2d p : area.outer) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
    }
    const Vec2d size = high - low;
    const auto fold = [](double value, double from, double length, std::uint32_t tile) {
        return tile % 2 == 0 ? value + length * tile : from + length * (tile + 1) - (value - from);
    };
    std::string text = "GEOMETRYCOLLECTION(";
    const auto write = [&](const std::vector<Vec2d>& points, std::uint32_t x, std::uint32_t y, bool closed) {
        text += '(';
        for (std::size_t i = 0; i < points.size() + (closed ? 1 : 0); ++i) {
            const Vec2d p = points[i % points.size()];
            text += fmt::format("{}{} {}", i == 0 ? "" : ",", fold(p.x, low.x, size.x, x), fold(p.y, low.y, size.y, y));
        }
        text += ')';
    };
    for (std::uint32_t y = 0; y < times; ++y) {
        for (std::uint32_t x = 0; x < times; ++x) {
            for (const MapOutline::Area& area : outline.floor) {
                text += "POLYGON(";
                write(area.outer, x, y, true);
                for (const auto& hole : area.holes) {
                    text += ',';
                    write(hole, x, y, true);
                }
                text += "),";
            }
            for (const auto& wall : outline.walls) {
                text += "LINESTRING";
                write(wall, x, y, false);
                text += ',';
            }
        }
    }
    text.back() = ')';
    // Turned over, a border comes out a rounding away from the one it should meet, which would be a wall between two
    // tiles.
    return import_text(MapFormat::wkt, text).outline;
}

Result measure(const PlanningMap& map, const PathOptions& options, const std::vector<Pair>& pairs) {
    Result result;
    result.method = options.method;
    const double before = thread_microseconds();
    PathFinder finder(map, options);
    result.build_ms = (thread_microseconds() - before) / 1000;
    result.memory = finder.memory_bytes();
    Path path;
    std::vector<double> warm, expansions;
    double cold = 0;
    for (const Pair& pair : pairs) {
        double best = std::numeric_limits<double>::infinity();
        for (int run = 0; run < 3; ++run) {
            const double begin = thread_microseconds();
            finder.find(pair.start, pair.goal, path);
            const double time = thread_microseconds() - begin;
            best = std::min(best, time);
            if (run == 0) cold += time;
        }
        warm.push_back(best);
        expansions.push_back(path.expansions);
        const bool found = path.status == PathStatus::found;
        result.found += found ? 1 : 0;
        result.lengths.push_back(found ? path.length : std::numeric_limits<double>::infinity());
    }
    result.warm_us = spread_of(warm);
    result.expansions = spread_of(expansions);
    result.cold_mean_us = cold / static_cast<double>(pairs.size());
    return result;
}

/// To the shortest: `exact` or `corner`, whichever was measured.
std::optional<Spread> length_ratio(const Result& result, const std::vector<Result>& results) {
    const auto shortest = std::find_if(results.begin(), results.end(), [](const Result& r) {
        return r.method == PathMethod::exact || r.method == PathMethod::corner;
    });
    if (shortest == results.end()) return std::nullopt;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < result.lengths.size(); ++i) {
        const double mine = result.lengths[i], least = shortest->lengths[i];
        if (mine < 1e300 && least < 1e300 && least > 0) ratios.push_back(mine / least);
    }
    return spread_of(ratios);
}

Json to_json(const Spread& spread) {
    return {{"mean", spread.mean}, {"p99", spread.p99}, {"max", spread.max}};
}

int bench_path_command(const BenchPathCommand& command) {
    std::vector<PathMethod> methods;
    for (const std::string& name : command.methods)
        methods.push_back(require_named<PathMethod>(name, "way of finding paths"));
    if (methods.empty()) methods.assign(path_methods().begin(), path_methods().end());

    const double before = thread_microseconds();
    PlanningMap map = view::open_map(command.map);
    double build_ms = (thread_microseconds() - before) / 1000;
    if (command.tile > 1) {
        const MapOutline outline = tiled(map.outline(), command.tile);
        const double start = thread_microseconds();
        map = PlanningMap(outline);
        build_ms = (thread_microseconds() - start) / 1000;
    }
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < command.pairs; ++i) {
        pairs.push_back({map.random_place(command.seed, 2 * std::uint64_t{i}, command.radius),
                         map.random_place(command.seed, 2 * std::uint64_t{i} + 1, command.radius)});
    }

    std::vector<Result> results;
    for (const PathMethod method : methods) {
        PathOptions options;
        options.method = method;
        options.radius = command.radius;
        options.key_points = command.key_points;
        try {
            results.push_back(measure(map, options, pairs));
        } catch (const InputError& error) {
            // Labels of a large map need more memory than they are allowed; the others can still be compared.
            if (!command.methods.empty()) throw;
            fmt::print(stderr, "{} is left out: {}\n", name_of(method), printable(error.problem().message));
        }
    }

    const std::string name = std::filesystem::path(command.map).stem().string();
    if (command.json) {
        Json document{{"map", name},
                      {"tile", command.tile},
                      {"pairs", command.pairs},
                      {"radius", command.radius},
                      {"cells", map.cell_count()},
                      {"portals", map.portal_count()},
                      {"build_ms", build_ms},
                      {"methods", Json::object()}};
        for (const Result& result : results) {
            const auto ratio = length_ratio(result, results);
            document["methods"][std::string(name_of(result.method))] = {
                {"mean_us", result.warm_us.mean},
                {"p99_us", result.warm_us.p99},
                {"max_us", result.warm_us.max},
                {"cold_mean_us", result.cold_mean_us},
                {"expansions_mean", result.expansions.mean},
                {"expansions_max", result.expansions.max},
                {"memory_mb", static_cast<double>(result.memory) / 1e6},
                {"build_ms", result.build_ms},
                {"found", result.found},
                {"length_ratio", ratio ? to_json(*ratio) : Json(nullptr)}};
        }
        print(document);
        return kHealthy;
    }
    print(fmt::format("{} x{}: {} cells, {} portals, read and cut in {:.0f} ms; {} pairs, body {:.2f} m wide\n", name,
                      command.tile, map.cell_count(), map.portal_count(), build_ms, command.pairs, 2 * command.radius));
    for (const Result& result : results) {
        print(fmt::format(
            "{:<13} {:>8.1f} us mean {:>8.1f} p99 {:>8.1f} max {:>8.1f} cold {:>9.1f} expansions "
            "({:.0f} at most) {:>7.2f} MB, built in {:.0f} ms",
            name_of(result.method), result.warm_us.mean, result.warm_us.p99, result.warm_us.max, result.cold_mean_us,
            result.expansions.mean, result.expansions.max, static_cast<double>(result.memory) / 1e6, result.build_ms));
        const auto ratio = length_ratio(result, results);
        if (ratio) print(fmt::format("; length {:.3f} p99 {:.3f} max {:.3f}", ratio->mean, ratio->p99, ratio->max));
        if (result.found < pairs.size()) print(fmt::format("; finds {} of {}", result.found, pairs.size()));
        print(std::string("\n"));
    }
    return kHealthy;
}

}  // namespace

void add_bench_path(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("bench-path", "time random path queries on a map");
    BenchPathCommand& bench = arguments_of(*command, action, bench_path_command);
    command->add_option("--map", bench.map, "a plan as for `map`, or a built map file")->required();
    command->add_option("--pairs", bench.pairs, "queries")->check(CLI::Range(1, 10'000'000))->capture_default_str();
    command->add_option("--seed", bench.seed, "of the places")->check(seed_check())->capture_default_str();
    command->add_option("--tile", bench.tile, "the map K times in each direction, every other one turned over")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command->add_option("--radius", bench.radius, "of the body, m")->capture_default_str();
    command->add_option("--key-points", bench.key_points, "flat, hierarchical: places on each portal, 1 to 5")
        ->capture_default_str();
    command->add_option("--methods", bench.methods, "separated by commas; all without")->delimiter(',');
    command->add_flag("--json", bench.json, kJsonHelp);
}

}  // namespace sidestep::cli
