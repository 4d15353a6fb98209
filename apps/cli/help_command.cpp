// sidestep help and sidestep completion: the command line about itself.
#include "arguments.h"
#include "commands.h"
#include "manual.h"
#include "output.h"
#include "unknown_arguments.h"

namespace sidestep::cli {

namespace {

int help_command(const CLI::App& app, const std::string& about) {
    if (about.empty()) {
        // app.help() would speak of the command that was chosen, which is this one.
        print(app.get_formatter()->make_help(&app, "sidestep", CLI::AppFormatMode::Normal));
    } else {
        print(require_command(app, about).help("sidestep"));
    }
    return kHealthy;
}

int completion_command(const CLI::App& app, const std::string& kind) {
    print(kind == "man" ? manual_page(app) : bash_completion(app));
    return kHealthy;
}

}  // namespace

void add_help(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("help", "say what the commands do, or the arguments of one");
    std::string& about = arguments_of(*command, action, std::make_shared<std::string>(),
                                      [&app](const std::string& given) { return help_command(app, given); });
    command->add_option("COMMAND", about, "of which to list the arguments");
}

void add_completion(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("completion", "print what shells and man read about these arguments");
    std::string& kind = arguments_of(*command, action, std::make_shared<std::string>(),
                                     [&app](const std::string& given) { return completion_command(app, given); });
    command->add_option("KIND", kind, "bash: completion, for `source`; man: the manual page, for man(1)")
        ->required()
        ->check(CLI::IsMember({"bash", "man"}));
}

}  // namespace sidestep::cli
