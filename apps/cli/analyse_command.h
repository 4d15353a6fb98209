// sidestep analyse: how people walked in a recording, and whether they walked differently in another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "recording.h"

namespace sidestep::cli {

struct AnalyseOptions {
    std::vector<std::string> results;  ///< one to measure, several to compare
    std::vector<std::string> metrics;  ///< names from `sidestep metrics`; empty: the usual ones of walkers
    std::optional<double> sampling;    ///< s, for smoothness and degrees
    bool json = false;
    bool profile = false;   ///< the constants of walkers instead
    std::string per_agent;  ///< CSV file with one row per agent; empty for none
    std::string report;     ///< HTML file; empty for none
    RecordingChoice recording{};
    std::string project, author;  ///< for the report
    double cell = 0;              ///< m, of the report's fields; 0: chosen
    bool force = false;           ///< replace outputs that exist
};

/// Throws InputError. Returns an exit code.
int analyse_command(const AnalyseOptions& options);

}  // namespace sidestep::cli
