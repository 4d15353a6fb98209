// Heading charts as the page draws them: docs/viewer_protocol.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sidestep/heading_chart.h"
#include "sidestep/map.h"
#include "sidestep/scenario.h"
#include "wire.h"

namespace sidestep::view {

/// What there are charts of, and whoever makes them.
struct Charts {
    std::vector<std::string> names;
    /// One field for each turning radius. Called once for each name, on any thread, and may take its time; may throw
    /// InputError.
    std::function<std::vector<ChartField>(std::size_t name)> fields;
};

/// Of the goals of a scene: those of its walkers where somebody walks by heading charts; else made for looking at,
/// coarse, and for few radii. None where the map is large or nobody can be kept from leaving it.
Charts charts_of_goals(std::shared_ptr<const BuiltMap> map, const Scenario& scenario, double body);

/// The answer to `/api/chart`: thinned to what arrows can show.
Json chart_document(const std::string& name, const std::vector<ChartField>& fields);

}  // namespace sidestep::view
