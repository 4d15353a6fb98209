// Published experiments, run again: what a paper states beside what this engine does. Nothing of ours is stored; every
// number comes out of simulations made on the spot.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/analyse.h"
#include "sidestep/export.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// One statement of a paper, or one bar that our specification sets.
struct Claim {
    std::string id;                 ///< part.what, e.g. table1.helbing.time
    std::optional<double> paper{};  ///< unset where the paper gives no number
    std::optional<double> ours{};   ///< unset where it could not be measured
    std::string unit{};
    std::string rule{};  ///< what `holds` means
    bool holds = false;
    bool required = false;  ///< an engine that misses it is wrong
    std::string note{};     ///< what was compared, how sure it is, what to think of it
};

/// Mean and spread, or a single number (n = 0, sd undefined).
struct ReproducedTable {
    std::string part;
    std::string title;
    std::vector<std::string> columns;
    struct Row {
        std::string label;
        std::string unit;
        std::vector<std::optional<Summary>> cells;  ///< one per column; unset: nothing to say
    };
    std::vector<Row> rows;
    std::string remark{};
};

/// A figure as SVG text.
struct ReproducedFigure {
    std::string part;
    std::string name;  ///< fit for a file name
    std::string svg;
};

struct Reproduction {
    std::string paper;
    std::vector<ReproducedTable> tables;
    std::vector<ReproducedFigure> figures{};
    std::vector<Claim> claims;
    /// No required claim is missed.
    bool ok() const;
};

struct ReproduceOptions {
    std::string part;  ///< empty: all parts
    int seeds = 10;
    int threads = 0;  ///< 0: as many as the machine has; never changes a result but the timing part's
    /// Loads a shipped scene by name.
    std::function<Scenario(const std::string& name)> scene;
    /// Folder of recordings; empty: $SIDESTEP_DATA, else shared/data beside the working directory. Parts that need
    /// recordings say so where there are none.
    std::string data{};
    /// Called before each set of runs with what is about to be simulated.
    std::function<void(const std::string& what)> progress{};

    bool wants(std::string_view name) const { return part.empty() || part == name; }
};

struct ReproduciblePaper {
    std::string_view name;
    std::string_view citation;
    std::span<const std::string_view> parts;
};
std::span<const ReproduciblePaper> reproducible_papers();

/// Throws InputError for an unknown paper or part.
Reproduction reproduce(std::string_view paper, const ReproduceOptions& options);

}  // namespace SIDESTEP_EXPORT sidestep
