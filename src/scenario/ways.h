// Routes, doors and what happens to doors, as scenes write them; and where maps of the recordings folder lie.
#pragma once

#include <filesystem>
#include <vector>

#include "scenario/reader.h"
#include "sidestep/heading_chart.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// "flat", or {"method": "flat", "replan": 5, …}; of routes over cells {"params": {…}} by chart_parameters(). Throws
/// InputError, like the others here.
RouteSpec read_route(const Node& node);
/// A chart parameter whose value a scene says elsewhere.
struct SaidElsewhere {
    ChartParameter parameter;
    std::string_view where;
};
inline constexpr SaidElsewhere kSaidElsewhere[] = {{kBodyRadius, "the profile's \"radius\""},
                                                   {kTopSpeed, "the profile's \"pref_speed\""},
                                                   {kGoalTolerance, "the profile's \"goal_radius\""},
                                                   {kWalkStep, "\"dt\" of \"simulation\""}};
/// {"NAME": {"segment": [[x, y], [x, y]], "closed": false}, …}
std::vector<DoorSpec> read_doors(const Node& node);
/// [{"time": 10, "close": "NAME"}, …], sorted by time; events of one moment keep their order.
std::vector<DoorEvent> read_events(const Node& node, const std::vector<DoorSpec>& doors);

/// A map's file that begins with this lies in the folder of recordings.
inline constexpr std::string_view kDataPrefix = "data:";
/// $SIDESTEP_DATA; else shared/data beside the folder that holds `scenes`, or beside the working directory.
std::filesystem::path data_folder(const std::filesystem::path& scenes);

}  // namespace sidestep
