// The verdict on runs as commands print it, from the sentences that reports and pages have.
#pragma once

#include <span>
#include <string>

#include "sidestep/study.h"

namespace sidestep::cli {

/// "healthy", or a warning; below it everything there is to say, a line each.
std::string verdict_text(const RunHealth& health);
/// Of the runs that were made: what is wrong with each, the first few of them.
std::string verdict_text(std::span<const StudyJob> jobs, std::span<const StudyResult> results);

}  // namespace sidestep::cli
