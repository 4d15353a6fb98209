#include "sidestep/error.h"

namespace sidestep {

std::string to_text(const InputProblem& problem) {
    std::string text = problem.file;
    if (problem.line > 0) {
        text += (text.empty() ? "line " : ":") + std::to_string(problem.line);
        if (problem.column > 0) text += ":" + std::to_string(problem.column);
    }
    if (!text.empty()) text += ": ";
    text += problem.message;

    std::string details;
    const auto add = [&details](const char* label, const std::string& what) {
        if (what.empty()) return;
        if (!details.empty()) details += "; ";
        details += label + what;
    };
    add("at ", problem.pointer);
    add("value ", problem.value);
    add("allowed ", problem.allowed);
    if (!details.empty()) text += " (" + details + ")";
    if (!problem.remedy.empty()) text += ". " + problem.remedy;
    return text;
}

InputError::InputError(InputProblem problem) : std::runtime_error(to_text(problem)), problem_(std::move(problem)) {}

}  // namespace sidestep
