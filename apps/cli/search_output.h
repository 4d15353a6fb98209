// What commands that search for parameters share: options, progress and Ctrl-C, what was found.
#pragma once

#include <span>
#include <string>

#include "calibrate_command.h"
#include "output.h"
#include "sidestep/calibrate.h"

namespace sidestep::cli {

/// Throws InputError for a method there is not.
SearchOptions options_of(const SearchArguments& arguments);

/// Shows how far a search is, on a terminal, until it goes; SIGINT and SIGTERM end the search.
class SearchWatch {
public:
    explicit SearchWatch(SearchOptions& options);
    ~SearchWatch();

private:
    bool shown_;
};

/// {NAME: {best, mean, sd, low, high, start}}
Json parameters_json(std::span<const Unknown> unknowns, const SearchResult& found);
/// [{seed, cost, evaluations, values}]
Json runs_json(const SearchResult& found);
/// A line per parameter: best, mean and spread over the searches.
std::string parameters_text(std::span<const Unknown> unknowns, const SearchResult& found);

}  // namespace sidestep::cli
