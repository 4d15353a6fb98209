// sidestep analyse: how people walked in a recording, and whether they walked differently in another.
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "sidestep/analyse.h"

namespace sidestep::cli {

struct AnalyseOptions {
    std::vector<std::string> results;    ///< one to measure, two to compare
    double sampling = kDefaultSampling;  ///< s, for smoothness and degrees
    bool json = false;
    std::string per_agent;  ///< CSV file with one row per agent; empty for none
    bool force = false;     ///< replace `per_agent` if it exists
};

/// One result with everything that is printed about it.
struct Analysed {
    std::string file;
    TrajectoryInfo info;
    std::size_t skipped = 0;   ///< agents with a single sample
    std::uint32_t frames = 0;  ///< from the first to the last, both counted
    std::vector<WalkMetrics> agents;
    std::optional<ClosestPair> closest;
};

Analysed analyse_result(const std::string& file, double sampling);
Json analyse_json(const std::vector<Analysed>& results, double sampling);
std::string analyse_table(const std::vector<Analysed>& results, double sampling);

/// Throws InputError. Returns an exit code.
int analyse_command(const AnalyseOptions& options);

}  // namespace sidestep::cli
