// State hashes of golden scenes, pinned in hashes.txt. A change of behaviour changes them: run with --update, look at
// what changed, and name the change in the commit. Links the simulation alone, so that other builds of it are quick.
// usage: golden [--update] [THREADS ...]      without thread counts 1, 2 and 4
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sidestep/bench_scenes.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace {

using namespace sidestep;

const std::string kTable = SIDESTEP_SOURCE_DIR "/tests/golden/hashes.txt";

/// A scene, a model (- for the scene's own), a number of steps, and the hash after them.
struct Row {
    std::string scene, model, hash;
    int steps = 0;
};

std::string state_hash(const Row& row, int threads) {
    const bool own = row.model == "-";
    std::optional<Scenario> scenario = bench_scene(row.scene, require_model(own ? "orca" : row.model));
    if (!scenario) {
        scenario = load_scene(SIDESTEP_SOURCE_DIR "/scenes/" + row.scene + ".json");
        if (!own) use_model(*scenario, row.model);
    }
    Simulation simulation(std::move(*scenario), threads);
    for (int i = 0; i < row.steps; ++i) simulation.step();
    return fmt::format("{:016x}", simulation.summary().state_hash);
}

int run(const std::vector<int>& threads, bool update) {
    std::ifstream table(kTable);
    std::string kept;
    int rows = 0, wrong = 0;
    for (std::string line; std::getline(table, line);) {
        if (line.empty() || line.starts_with('#')) {
            kept += line + "\n";
            continue;
        }
        Row row;
        std::istringstream(line) >> row.scene >> row.model >> row.steps >> row.hash;
        ++rows;
        for (const int n : threads) {
            const std::string found = state_hash(row, n);
            if (update && n == threads.front()) row.hash = found;
            if (found == row.hash) continue;
            fmt::print(stderr, "{} {} {} steps, {} threads: {}, expected {}\n", row.scene, row.model, row.steps, n,
                       found, row.hash);
            ++wrong;
        }
        kept += fmt::format("{:<22} {:<14} {:>5} {}\n", row.scene, row.model, row.steps, row.hash);
    }
    if (rows == 0) fmt::print(stderr, "{} has no rows\n", kTable);
    if (update) std::ofstream(kTable) << kept;
    fmt::print("{} golden scenes, {} hashes differ\n", rows, wrong);
    return rows > 0 && wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    bool update = false;
    std::vector<int> threads;
    for (int i = 1; i < count; ++i) {
        if (std::string(arguments[i]) == "--update") {
            update = true;
        } else if (const int n = std::atoi(arguments[i]); n > 0) {
            threads.push_back(n);
        } else {
            fmt::print(stderr, "usage: golden [--update] [THREADS ...]\n");
            return 2;
        }
    }
    if (threads.empty()) threads = {1, 2, 4};
    try {
        return run(threads, update);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
