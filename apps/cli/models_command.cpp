#include "models_command.h"

#include <fmt/format.h>

#include "output.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

int models_command(bool json) {
    if (json) {
        Json list = Json::array();
        for (const PartInfo* model : parts()) {
            list.push_back({{"name", model->name},
                            {"kind", name_of(model->kind)},
                            {"source", model->source},
                            {"summary", model->summary}});
        }
        print(Json{{"models", std::move(list)}});
        return kHealthy;
    }
    std::string text;
    for (const PartInfo* model : parts()) {
        text += fmt::format("{:<24} {:<7} {}\n{:32} {}\n", model->name, name_of(model->kind), model->summary, "",
                            model->source);
    }
    print(text);
    return kHealthy;
}

}  // namespace sidestep::cli
