// Measures of recorded motion, all of them. They see trajectories only, never the world, so that an experiment and a
// simulation are measured by the same code. SI units throughout. docs/metrics.md has the definitions.
#pragma once

#include "sidestep/closeness.h"
#include "sidestep/crowd_fields.h"
#include "sidestep/groups.h"
#include "sidestep/lanes.h"
#include "sidestep/leaving.h"
#include "sidestep/meetings.h"
#include "sidestep/metric.h"
#include "sidestep/motion_quality.h"
#include "sidestep/path_errors.h"
#include "sidestep/recorded_people.h"
#include "sidestep/single_file.h"
#include "sidestep/speed_waves.h"
#include "sidestep/statistics.h"
#include "sidestep/steerbench.h"
#include "sidestep/velocity.h"
#include "sidestep/waiting.h"
#include "sidestep/walk_line.h"
#include "sidestep/walk_metrics.h"
#include "sidestep/walks.h"
