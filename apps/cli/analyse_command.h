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
    bool profile = false;   ///< the constants of walkers instead
    std::string per_agent;  ///< CSV file with one row per agent; empty for none
    std::string report;     ///< HTML file; empty for none
    std::string map;        ///< file of well-known text for report and profile instead of the results' own map
    double cell = 0;        ///< m, of the report's fields; 0: chosen
    bool force = false;     ///< replace outputs that exist
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

Analysed analyse_result(const std::string& file, const Trajectory& trajectory, double sampling);
Json analyse_json(const std::vector<Analysed>& results, double sampling);
std::string analyse_table(const std::vector<Analysed>& results, double sampling);

/// Throws InputError. Returns an exit code.
int analyse_command(const AnalyseOptions& options);

}  // namespace sidestep::cli
