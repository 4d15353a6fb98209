// Where to measure, as scenes and files of their own write it.
#pragma once

#include "scene/reader.h"
#include "sidestep/measure_plan.h"

namespace sidestep {

/// {"areas": {"NAME": [[x, y], …]}, "lines": {"NAME": [[x, y], [x, y]]}, "cutoff": 1, …}
MeasurePlan read_measure(const Node& node);

}  // namespace sidestep
