// What `evaluate --mode one_step` says.
#pragma once

#include <string>
#include <string_view>

#include "output.h"
#include "sidestep/one_step.h"

namespace sidestep::cli {

inline constexpr std::string_view kOneStep = "one_step";

std::string one_step_table(const OneStepResult& result);
Json one_step_document(const OneStepResult& result);
std::string one_step_csv(const OneStepResult& result);
/// The difference of every case.
std::string one_step_cases_csv(const OneStepResult& result);

}  // namespace sidestep::cli
