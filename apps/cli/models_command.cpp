// sidestep models: the catalogue.
#include <fmt/format.h>

#include <algorithm>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

struct ModelsCommand {
    bool json = false;
};

int models_command(const ModelsCommand& command) {
    if (command.json) {
        Json list = Json::array(), uses = Json::array();
        for (const PartInfo* model : parts()) {
            list.push_back({{"name", model->name},
                            {"kind", name_of(model->kind)},
                            {"source", model->source},
                            {"summary", model->summary}});
        }
        for (const Recommendation& r : recommendations()) {
            uses.push_back({{"for", r.purpose}, {"model", r.model}, {"why", r.why}});
        }
        print(Json{{"default", kDefaultModel}, {"models", std::move(list)}, {"which", std::move(uses)}});
        return kHealthy;
    }
    std::string text;
    for (const PartInfo* model : parts()) {
        text += fmt::format("{:<24} {:<7} {}{}\n{:32} {}\n", model->name, name_of(model->kind), model->summary,
                            model->name == kDefaultModel ? " (the default)" : "", "", model->source);
    }
    text += "\nWhich model for what, from the measured table of docs/models/README.md:\n";
    std::size_t width = 0;
    for (const Recommendation& r : recommendations()) width = std::max(width, r.purpose.size());
    for (const Recommendation& r : recommendations()) {
        text += fmt::format("  {:<{}}  {}: {}\n", r.purpose, width, r.model, r.why);
    }
    print(text);
    return kHealthy;
}

}  // namespace

void add_models(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("models", "list the models, and which is for what");
    ModelsCommand& models = arguments_of(*command, action, models_command);
    command->add_flag("--json", models.json, kJsonHelp);
}

}  // namespace sidestep::cli
