// What `analyse` says, writes and draws of measurement areas and lines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output.h"
#include "sidestep/analyse.h"
#include "single_file_output.h"

namespace CLI {
class App;
}

namespace sidestep::cli {

/// Where to measure, as given.
struct MeasureChoice {
    std::vector<std::string> areas, lines;  ///< NAME:X,Y,X,Y,…
    std::string file;                       ///< of JSON; empty: none
    std::optional<double> cutoff, speed_over, window;
    std::string series;  ///< folder for tables over time; empty: none

    /// What the file says, else what the result says; with what the options add or say otherwise. Throws InputError.
    MeasurePlan plan(const TrajectoryInfo& info) const;
    /// Whether anything is said at all.
    bool said() const;
};
void add_measure(CLI::App& command, MeasureChoice& choice);

/// Lines under the heading of a result; empty without areas and lines.
std::string measure_text(const Measurement& measurement);
/// {areas: {NAME: …}, lines: {NAME: …}}
Json measure_json(const Measurement& measurement);

struct NamedMeasurement {
    std::string file;
    const Measurement* measurement;
};
/// A table of each kind over all results, as CSV, and all of them as JSON. Nothing is written.
std::vector<FigureFile> measure_series(const std::string& folder, const std::vector<NamedMeasurement>& results);
std::vector<FigureFile> measure_pictures(const FigureChoice& choice, const std::vector<NamedMeasurement>& results);

}  // namespace sidestep::cli
