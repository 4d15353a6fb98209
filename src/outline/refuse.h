// How readers refuse what they cannot use.
#pragma once

#include <string>
#include <utility>

#include "sidestep/error.h"

namespace sidestep {

[[noreturn]] inline void refuse(std::string message, std::string value, std::string allowed, std::string remedy,
                                int line = 0, int column = 0) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    problem.line = line;
    problem.column = column;
    throw InputError(std::move(problem));
}

}  // namespace sidestep
