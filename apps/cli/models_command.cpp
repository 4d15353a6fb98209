// sidestep models: the catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "sidestep/spelling.h"

namespace sidestep::cli {

namespace {

struct ModelsCommand {
    bool json = false;
};

/// A profile that can be named, and what it says of itself.
struct ShippedProfile {
    KnownProfile known;
    std::string model, about;
};
/// Those that cannot be read are somebody's unfinished work.
std::vector<ShippedProfile> shipped_profiles() {
    std::vector<ShippedProfile> profiles;
    for (KnownProfile& known : known_profiles()) {
        std::ifstream in(known.file);
        const Json document = Json::parse(in, nullptr, false);
        if (!document.is_object()) continue;
        const auto text = [](const Json& from, const char* key) {
            return from.is_object() && from.contains(key) && from[key].is_string() ? from[key].get<std::string>()
                                                                                   : std::string();
        };
        const Json provenance = document.value("provenance", Json::object());
        profiles.push_back({std::move(known), text(document, "model"), text(provenance, "about")});
    }
    return profiles;
}

int models_command(const ModelsCommand& command) {
    const std::vector<ShippedProfile> profiles = shipped_profiles();
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
        Json named = Json::array();
        for (const ShippedProfile& p : profiles) {
            named.push_back({{"name", p.known.name}, {"file", p.known.file}, {"model", p.model}, {"about", p.about}});
        }
        print(Json{{"default", kDefaultModel},
                   {"models", std::move(list)},
                   {"which", std::move(uses)},
                   {"profiles", std::move(named)}});
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
    if (!profiles.empty()) text += "\nProfiles that scenes and --profile may name (docs/calibration.md):\n";
    width = 0;
    for (const ShippedProfile& p : profiles) width = std::max(width, p.known.name.size());
    for (const ShippedProfile& p : profiles) {
        text += fmt::format("  {:<{}}  {}{}\n", printable(p.known.name), width, printable(p.model),
                            p.about.empty() ? "" : ": " + printable(p.about));
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
