// Pictures of what was measured in areas and at lines, each alone.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sidestep/analyse.h"
#include "sidestep/export.h"
#include "sidestep/plot.h"

namespace SIDESTEP_EXPORT sidestep {

struct MeasureFigure {
    std::string name;     ///< of a file: "AREA_density"
    std::string caption;  ///< what the picture alone does not say
    /// SVG text of this width in pixels. What it draws was measured already.
    std::function<std::string(double width, plot::Theme theme, const std::string& prefix)> draw;
};
/// Of every area density and speed over time and the fundamental diagram (speed, flow); of all lines together N–t and
/// flow, and of each its time gaps; profiles of density, speed and flow. Empty without areas and lines.
std::vector<MeasureFigure> measure_figures(const Measurement& measurement);

/// Speed over density of an area: moments, means of bins, Weidmann's curve.
plot::PointChart diagram_chart(std::span<const AreaSample> samples, const std::string& title);
/// The same with flow.
plot::PointChart flow_diagram_chart(std::span<const AreaSample> samples, const std::string& title);

/// Predicted distances of pairs, or the times until them, over the way from first sight to the closest approach.
plot::CellChart meeting_density_chart(const MeetingDensity& density, MeetingValue value, const std::string& title);

}  // namespace SIDESTEP_EXPORT sidestep
