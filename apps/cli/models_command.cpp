#include "models_command.h"

#include <fmt/format.h>

#include "output.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

int models_command(bool json) {
    if (json) {
        Json list = Json::array();
        for (const ModelInfo* model : models()) {
            list.push_back(
                {{"name", model->name}, {"kind", model->kind}, {"source", model->source}, {"summary", model->summary}});
        }
        print(Json{{"models", std::move(list)}});
        return kHealthy;
    }
    std::string text;
    for (const ModelInfo* model : models()) {
        text += fmt::format("{:<14} {:<6} {}\n{:21} {}\n", model->name, model->kind, model->summary, "", model->source);
    }
    print(text);
    return kHealthy;
}

}  // namespace sidestep::cli
