// What commands that make several runs share: seeds as they are written, progress and Ctrl-C, numbers with their
// spread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output.h"
#include "sidestep/study.h"

namespace sidestep::cli {

/// "10": so many from `first` on; "3-12": these. Throws InputError.
std::vector<std::uint64_t> seeds_of(const std::string& written, std::uint64_t first);
/// "seed 1", "seeds 1 to 10"
std::string seeds_text(std::span<const std::uint64_t> seeds);

/// With a line of progress on a terminal; SIGINT and SIGTERM end the study and keep what is done.
StudyOutcome run_watched(std::span<const StudyJob> jobs, StudyOptions options);

/// {name: {unit, n, mean, sd, ci95, min, max, people}}; what is undefined is null.
Json to_json(std::span<const Spread> spreads, const Scenario& scene);
/// What people_text() says of a number of runs of this scene.
std::string people_beside(std::string_view number, const Scenario& scene);
/// "SIGINT", "SIGTERM" or nothing.
std::string interruption();

/// Rows of cells, the first row of titles, the first column to the left and all others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace sidestep::cli
