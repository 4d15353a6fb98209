// What is thrown when input from outside (a scene, a result file, an argument) cannot be used.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// Everything a person needs to mend the input. Empty or zero fields do not apply.
struct InputProblem {
    std::string message{};  ///< one sentence: what is wrong
    std::string file{};
    std::string pointer{};  ///< JSON pointer into `file`, e.g. /profiles/walker/radius
    int line = 0;           ///< 1-based
    int column = 0;         ///< 1-based
    std::string value{};    ///< the offending value as it was written
    std::string allowed{};  ///< what would have been accepted
    std::string remedy{};   ///< what to do now
};

class InputError : public std::runtime_error {
public:
    explicit InputError(InputProblem problem);
    const InputProblem& problem() const { return problem_; }

private:
    InputProblem problem_;
};

/// Somebody else's text as it may stand in a line on a terminal or in a log: control characters, with which a name
/// could clear the screen or write lines of its own, become \\n, \\t, \\x1b.
std::string printable(std::string_view text);

/// `file:line:column: message (at pointer; value …; allowed …). remedy` with the parts that apply, printable.
std::string to_text(const InputProblem& problem);

}  // namespace SIDESTEP_EXPORT sidestep
