// What a recording looks like: a picture of its paths, and a report with verdict, figures and numbers as one HTML file.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sidestep/analyse.h"
#include "sidestep/export.h"
#include "sidestep/plot.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

enum class PathColour {
    direction,  ///< of the whole trip, in four quarters
    profile,    ///< of the scene
    time,       ///< at which somebody appeared
};

/// Floor, walls and goals from the map and the scene inside a result; empty where it has none. `trouble` is set when a
/// map is there that cannot be read.
struct ResultGround {
    plot::Ground ground;
    std::string trouble;
};
ResultGround result_ground(const TrajectoryInfo& info);

/// Paths over the map. Lines are interrupted where somebody was out of sight for more than two seconds or went round a
/// periodic axis.
plot::PathMap path_map(const Trajectory& trajectory, const ResultGround& ground, PathColour colour,
                       const std::string& title);

/// What was recorded from `from` to `to` (s, frame / fps, both included).
Trajectory between(const Trajectory& trajectory, double from, double to);

/// People out over time, in all and by exit.
plot::LineChart leaving_chart(const Leaving& leaving);
/// Somebody who had not left when a recording ended, where it was, and why, as far as its run knows.
struct StillInside {
    AgentId id = 0;
    Vec2d place{};
    std::string why;
};
/// In order of id.
std::vector<StillInside> still_inside(const Trajectory& trajectory);

/// Everybody's place along the line over time, coloured by speed, and the waves among them.
plot::TraceChart space_time_chart(const SingleFile& file, const SpeedWaves& waves, const std::string& title);
/// Speed over local density: means with their spread, and what the fit of headways expects.
plot::PointChart density_chart(std::span<const Following> samples, const HeadwayFit& fit, const std::string& title);
/// Speed over headway with the fitted line.
plot::PointChart headway_chart(std::span<const Following> samples, const HeadwayFit& fit, const std::string& title);

struct ReportInput {
    std::string name;  ///< of the file, shown
    Trajectory trajectory;
};
struct ReportOptions {
    std::optional<double> sampling{};  ///< s, for smoothness and turning; unset: chosen as for MetricOptions
    double cell = 0;                   ///< m, of the density and speed maps; 0: chosen
    /// Shown where they are not empty; project and author instead of what the result says.
    std::string project{}, author{}, date{};
    std::map<std::string, double> exit_widths{};  ///< m, by name, where they are known
    std::vector<std::string> notes{};             ///< sentences about who got out when
    SingleFileOptions single_file{};              ///< the line of people in single file; unset: found
    MeasurePlan places{};                         ///< areas and lines; empty: what each result says of them
};
/// One self-contained page without scripts: one result, or several with their comparison.
std::string report_html(std::span<const ReportInput> results, const ReportOptions& options = {});

/// One scene under several models: a table, and everybody's paths beside each other on the same scale.
struct ComparisonTable {
    std::string title, remark;
    std::vector<std::string> columns;  ///< with units
    struct Row {
        std::string model;
        std::vector<std::string> cells;  ///< one per column
        Trajectory trajectory;           ///< of one run, for the picture
        std::string caption;
    };
    std::vector<Row> rows;
};
std::string comparison_html(const ComparisonTable& table);

}  // namespace SIDESTEP_EXPORT sidestep
