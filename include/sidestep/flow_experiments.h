// Crowds in the geometry of recorded experiments: the same map, the same people entering at the same times, and what
// flows beside what was recorded. docs/evaluation.md has the definitions and the form of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/evaluate.h"
#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// An experiment, and where it is measured.
struct FlowExperiment {
    std::string name;
    Trajectory recorded;
    Polygon area;  ///< density and speed are those inside; empty: of everybody

    // With an inflow: people enter where and when the recorded ones did.
    std::string wkt;             ///< the walkable area
    std::vector<Polygon> exits;  ///< everybody leaves by the one next to where the recording of it ends
    Vec2d line[2]{};             ///< people are counted where they first cross it
    bool lanes = false;          ///< two streams meet along y: lane order is measured too

    // Without: people go round for ever, on a straight corridor whose ends are joined.
    double ring = 0;         ///< m, its length; 0: not of this kind
    double width = 0;        ///< m
    std::size_t people = 0;  ///< 0: as many as the recorded density makes

    bool is_ring() const { return ring > 0; }
};
/// From a JSON file; names of files in it are relative to `folder`. Throws InputError.
std::vector<FlowExperiment> read_flow_experiments(const std::string& file, const std::string& folder);

/// What is measured of a recording and of a run alike.
struct FlowNumbers {
    double flow = kUndefined;     ///< 1/s, from the 15th to the 85th of a hundred who cross the line
    double density = kUndefined;  ///< 1/m², people in the area meanwhile
    double speed = kUndefined;    ///< m/s, over a second, of those who stay in the area for it
    double lanes = kUndefined;    ///< Φ − Φ₀ (lanes.h) in the area's stretch of y
    double through = 1;           ///< share of the recorded people who crossed the line
    double from = 0, to = 0;      ///< s: when it was measured
};
/// `people` who were to cross the line. Flow and all else is undefined where fewer than 85 % did. Of rings all of a
/// recording is measured, and the second half of a run.
FlowNumbers flow_numbers(const Trajectory& trajectory, const FlowExperiment& experiment, std::size_t people);

/// One run of one walker.
struct FlowRun {
    FlowNumbers numbers;
    bool stalled = false;    ///< not everybody got through, or on a ring nobody moves any more
    bool jammed = false;     ///< everybody did, but it took more than twice the recorded time from the 15th to the 85th
    double deepest = 0;      ///< m, of overlaps
    std::size_t no_way = 0;  ///< people who found no way to the exit
    std::string refused;     ///< why it could not be run; empty: it was
};
struct FlowRow {
    std::string walker;
    std::vector<FlowRun> runs;  ///< by seed
    Trajectory paths;           ///< of the first
};
struct FlowResult {
    std::string experiment;
    std::size_t people = 0;
    FlowNumbers recorded;
    std::vector<FlowRow> rows;  ///< by walker; those that are finished
};

struct FlowOptions {
    std::uint64_t seed = 1;  ///< of the first run
    int seeds = 3;
    double step = 0.1;  ///< s
    double longer = 3;  ///< times the recording, and 20 s more: as long as people have to get through
    int threads = 0;    ///< 0: as many as the machine has; never changes the result
    std::function<bool(const EvaluateProgress&)> progress{};  ///< as in EvaluateOptions; cases are runs
};
/// Baselines are left out: they have no bodies. Throws InputError for an experiment that makes no sense.
std::vector<FlowResult> evaluate_flows(const std::vector<FlowExperiment>& experiments,
                                       const std::vector<EvaluatedWalker>& walkers, const FlowOptions& options = {});

/// The scene of an experiment, for a walker; for those who want to look at it.
Scenario flow_scene(const FlowExperiment& experiment, const EvaluatedWalker& walker, const FlowOptions& options);

}  // namespace SIDESTEP_EXPORT sidestep
