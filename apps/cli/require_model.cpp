#include "require_model.h"

#include <fmt/format.h>

#include "sidestep/error.h"

namespace sidestep::cli {

const ModelInfo& require_model(const std::string& name) {
    if (const ModelInfo* model = find_model(name)) return *model;
    InputProblem problem;
    problem.message = fmt::format("there is no model named \"{}\"", name);
    problem.value = name;
    for (const ModelInfo* model : models()) {
        problem.allowed += fmt::format("{}{}", problem.allowed.empty() ? "" : ", ", model->name);
    }
    problem.remedy = "`sidestep models` lists the models.";
    throw InputError(problem);
}

}  // namespace sidestep::cli
