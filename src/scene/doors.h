// Doors and what happens to them, as scenes write them; and where maps of the recordings folder lie.
#pragma once

#include <filesystem>
#include <vector>

#include "scene/reader.h"
#include "sidestep/export.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// {"NAME": {"segment": [[x, y], [x, y]], "closed": false}, …}
std::vector<DoorSpec> read_doors(const Node& node);
/// [{"time": 10, "close": "NAME"}, …], sorted by time; events of one moment keep their order.
std::vector<DoorEvent> read_events(const Node& node, const std::vector<DoorSpec>& doors);

/// A map's file that begins with this lies in the folder of recordings.
inline constexpr std::string_view kDataPrefix = "data:";
/// $SIDESTEP_DATA; else shared/data beside the folder that holds `scenes`, or beside the working directory.
std::filesystem::path data_folder(const std::filesystem::path& scenes);

}  // namespace SIDESTEP_EXPORT sidestep
