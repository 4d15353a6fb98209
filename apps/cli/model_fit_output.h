// What a fit of a model found: as a table, as JSON, and as a profile that says where it comes from.
#pragma once

#include <string>

#include "calibrate_command.h"
#include "output.h"
#include "sidestep/people_fit.h"

namespace sidestep::cli {

struct ModelFitAnswer {
    const CalibrateCommand& command;
    const PeopleFit& fit;
    const PeopleFitResult& result;
    const PeopleFitPlan& plan;
    const PeopleFitOptions& options;
};
Json document(const ModelFitAnswer& answer);
std::string readable(const ModelFitAnswer& answer);
/// To be pasted into a scene, or kept as a file.
std::string fitted_profile(const ModelFitAnswer& answer);

}  // namespace sidestep::cli
