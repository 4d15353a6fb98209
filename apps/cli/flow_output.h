// What `evaluate --mode flow` says of experiments that were run again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output.h"
#include "sidestep/flow_experiments.h"

namespace sidestep::cli {

inline constexpr std::string_view kFlow = "flow";

std::string flow_table(const std::vector<FlowResult>& results);
Json flow_document(const std::vector<FlowResult>& results, bool finished);
std::string flow_csv(const std::vector<FlowResult>& results);
/// The experiments one after the other in one table, with the paths of the first seeds, which it takes away.
std::string flow_report(std::vector<FlowResult>& results);

}  // namespace sidestep::cli
