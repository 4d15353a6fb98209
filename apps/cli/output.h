// What every command prints and returns: one JSON document or readable text on stdout, everything else on stderr.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "sidestep/error.h"

namespace sidestep::cli {

/// Keys appear in the order they are documented, which a map sorted by name would lose.
using Json = nlohmann::ordered_json;

enum ExitCode : int {
    kHealthy = 0,
    kUnhealthy = 1,
    kBadInput = 2,  ///< nothing was written
    kOurFault = 3,  ///< a defect of the program or of the machine, not of the input
};

/// Throws InputError when stdout does not take it (a full disk behind a redirection must not look like success).
/// Control characters in readable text are escaped; names that could hold line ends must be printable() already.
void print(const std::string& text);
void print(const Json& document);

Json to_json(const InputProblem& problem);
/// Tells a person, or with `json` a program, what to mend. Never throws: it is the last thing a failing command does.
void report(const InputProblem& problem, bool json) noexcept;

/// A cell of CSV: in quotes, which a name may hold itself and which are then doubled.
std::string csv_cell(std::string_view text);
/// JSON has no NaN and no infinity: null.
Json finite_or_null(double value);
std::string hex(std::uint64_t value);
/// So many significant digits, and large numbers in full instead of as powers of ten; "-" where it is not finite.
std::string significant(double value, int digits);
/// "842", "12.3 k", "4.56 M"
std::string short_count(double value);

}  // namespace sidestep::cli
