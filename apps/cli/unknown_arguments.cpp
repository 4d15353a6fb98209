#include "unknown_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sidestep/error.h"
#include "sidestep/spelling.h"

namespace sidestep::cli {

namespace {

/// Arguments that nobody expected, in the order in which they were given.
std::string unexpected(const CLI::App& app, std::span<char*> arguments) {
    std::vector<std::string> left = app.remaining(true);
    std::string text;
    for (const std::string argument : arguments) {
        const auto found = std::find(left.begin(), left.end(), argument);
        if (found == left.end()) continue;
        left.erase(found);
        text += (text.empty() ? "" : " ") + argument;
    }
    return text;
}

/// "--seed" for "--sed", where the command has it.
std::optional<std::string> option_meant(const CLI::App& command, const std::string& written) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return nearest_name(written.substr(0, written.find('=')), names);
}

}  // namespace

const CLI::App& require_command(const CLI::App& app, const std::string& name) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr)) {
        if (command->get_name() == name) return *command;
        names.push_back(command->get_name());
    }
    // What others call it is no misspelling.
    std::string meant = name == "simulate" ? "run" : name == "plot" ? "export" : "";
    throw InputError({.message = "there is no command named \"" + name + "\"",
                      .value = name,
                      .allowed = list_of(names),
                      .remedy = meant.empty()
                                    ? did_you_mean(name, names, "`sidestep help` says what each command does.")
                                    : fmt::format("Did you mean \"{}\"?", meant)});
}

void refuse_arguments(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
    InputProblem problem;
    problem.message = error.what();
    const auto chosen = app.get_subcommands();
    problem.remedy = chosen.empty() ? "`sidestep help` lists the commands."
                                    : fmt::format("`sidestep help {}` lists the arguments.", chosen[0]->get_name());
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        problem.value = unexpected(app, arguments);
        problem.message = "these arguments were not expected";
    }
    // Without a command the first argument is an option, of ours or misspelt.
    const std::string where = chosen.empty() && arguments.size() > 1 ? arguments[1] : problem.value;
    if (const std::size_t option = (" " + where).find(" -"); option != std::string::npos) {
        const std::string written = where.substr(option, where.find(' ', option) - option);
        if (const auto meant = option_meant(chosen.empty() ? app : *chosen[0], written)) {
            problem.remedy = fmt::format("Did you mean \"{}\"? ", *meant) + problem.remedy;
        }
    }
    throw InputError(problem);
}

}  // namespace sidestep::cli
