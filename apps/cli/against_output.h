// What `analyse --against` says of results beside the recording that they repeat.
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "sidestep/displacement.h"

namespace sidestep::cli {

struct ResultAgainst {
    std::string name;
    Displacements found;
};

std::string against_text(const std::vector<ResultAgainst>& results, const std::string& recording,
                         const MatchOptions& options);
Json against_json(const std::vector<ResultAgainst>& results, const std::string& recording, const MatchOptions& options);
/// A row for everybody who was compared.
std::string against_csv(const std::vector<ResultAgainst>& results);

}  // namespace sidestep::cli
