// What `sidestep evacuate` says and writes about people who leave.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "output.h"
#include "sidestep/evacuation.h"
#include "sidestep/leaving.h"
#include "sidestep/report.h"
#include "sidestep/study.h"

namespace sidestep::cli {

/// A line for everybody and one for each exit.
std::string leaving_table(const Leaving& leaving, const std::vector<PlanExit>& exits);
/// The same: {people, out, first_s, out_50_s, …}; what was never reached is null.
Json to_json(const LeavingTimes& times);
Json exits_json(const Leaving& leaving, const std::vector<PlanExit>& exits);

/// Sentences about exits that let out more than people get through, in any of the runs.
std::vector<std::string> flow_notes(std::span<const Leaving> runs, const std::vector<PlanExit>& exits);

/// People out at every second, in all and by exit.
std::string curve_csv(const Leaving& leaving);
/// Who left when by which exit, and why others did not.
std::string people_csv(const Trajectory& trajectory);

/// Of several runs: when how many were out, and by which exit, each run counting once.
std::vector<Spread> spread_of(std::span<const Leaving> runs);
std::string spread_table(std::span<const Spread> spreads);

}  // namespace sidestep::cli
