// Duration and time step from the command line.
#include <fmt/format.h>

#include "scene/limits.h"
#include "sidestep/scene.h"

namespace sidestep {

namespace {

double checked(double seconds, const Range& range, const char* what) {
    if (range.contains(seconds)) return seconds;
    throw InputError({.message = fmt::format("the {} cannot be used", what),
                      .value = fmt::format("{:g}", seconds),
                      .allowed = range.text(),
                      .remedy = "Give one within these bounds, or leave it to the scene."});
}

}  // namespace

void set_duration(Scenario& scenario, double seconds) {
    scenario.duration = checked(seconds, kDuration, "duration");
}

void set_time_step(Scenario& scenario, double seconds) {
    scenario.dt = checked(seconds, kTimeStep, "time step");
}

}  // namespace sidestep
