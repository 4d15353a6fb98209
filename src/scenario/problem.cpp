#include "scenario/problem.h"

#include <utility>

#include "scenario/json_source.h"

namespace sidestep {

InputError problem_at(const Scenario& scenario, const std::string& pointer, std::string message, std::string value,
                      std::string allowed, std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = scenario.file;
    problem.pointer = pointer;
    const TextPlace place = locate(scenario.text, pointer);
    problem.line = place.line;
    problem.column = place.column;
    problem.value = value.empty() && place.line > 0 ? excerpt(scenario.text, place) : std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    return InputError(std::move(problem));
}

}  // namespace sidestep
