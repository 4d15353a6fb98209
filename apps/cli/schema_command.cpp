// sidestep schema: the JSON schema of scene files, for editors that complete and check while one types.
#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

struct SchemaCommand {
    bool json = false;  ///< a schema is JSON anyway
};

int schema_command(const SchemaCommand&) {
    std::string text = scene_schema();
    if (!text.ends_with('\n')) text += '\n';
    print(text);
    return kHealthy;
}

}  // namespace

void add_schema(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("schema", "print the JSON schema of scene files");
    SchemaCommand& schema = arguments_of(*command, action, schema_command);
    command->add_flag("--json", schema.json, "accepted for uniformity: a schema is JSON anyway");
}

}  // namespace sidestep::cli
