#include "reproduce/karamouzas2009.h"

#include <utility>

#include "reproduce/karamouzas2009_study.h"

namespace sidestep::karamouzas2009 {

Reproduction reproduce(const ReproduceOptions& options) {
    Study study(options);
    if (options.wants("calibration")) calibration(study);
    if (options.wants("table1")) table1(study);
    if (options.wants("fresh")) fresh(study);
    if (options.wants("lanes")) lanes(study);
    if (options.wants("evasion")) evasion(study);
    if (options.wants("colliders")) colliders(study);
    if (options.wants("scenarios")) scenarios(study);
    if (options.wants("park1000")) park1000(study);
    return std::move(study.result);
}

}  // namespace sidestep::karamouzas2009
