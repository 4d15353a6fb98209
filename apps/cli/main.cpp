// The sidestep command: parses the arguments and hands over; what may be said to a command and what it does is in the
// file of its name.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <span>
#include <string_view>

#include "commands.h"
#include "find_scene.h"
#include "output.h"
#include "sidestep/import.h"
#include "sidestep/simulation.h"
#include "unknown_arguments.h"

namespace sidestep::cli {

namespace {

bool asks_for_json(std::span<char*> arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [](std::string_view a) { return a == "--json"; });
}

int parse_and_dispatch(int argc, char** argv) {
    CLI::App app{"Sidestep simulates how people walk."};
    app.name("sidestep");
    app.set_version_flag("-v,--version", std::string(version()));
    app.require_subcommand(1);
    app.footer("Exit code: 0 done and healthy, 1 done but unhealthy, 2 bad input and nothing written, 3 our fault.");
    Action action;
    for (const auto add : {add_run,     add_view,      add_export,     add_convert,    add_analyse,  add_bench,
                           add_compare, add_calibrate, add_evaluate,   add_scene_from, add_verify,   add_reproduce,
                           add_path,    add_chart,     add_bench_path, add_map,        add_evacuate, add_scenes,
                           add_models,  add_metrics,   add_params,     add_schema,     add_help,     add_completion}) {
        add(app, action);
    }
    // CLI11 would only say that a subcommand is missing.
    if (argc > 1 && argv[1][0] != '-') require_command(app, argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        refuse_arguments(app, error, {argv, static_cast<std::size_t>(argc)});
    }
    return action();
}

}  // namespace

}  // namespace sidestep::cli

int main(int argc, char** argv) {
    using namespace sidestep;
    if (const auto served = serve_as_model_helper(argc, argv)) return *served;
    // A file size limit then is a failed write with a message instead of a death in the middle of one.
    std::signal(SIGXFSZ, SIG_IGN);
    cli::know_shipped_profiles();
    const bool json = cli::asks_for_json({argv, static_cast<std::size_t>(argc)});
    try {
        return cli::parse_and_dispatch(argc, argv);
    } catch (const InputError& error) {
        cli::report(error.problem(), json);
        return cli::kBadInput;
    } catch (const std::exception& error) {
        InputProblem problem;
        problem.message = std::string("unexpected: ") + error.what();
        problem.remedy = "This is a defect or the machine ran out of something; please report it with the command.";
        cli::report(problem, json);
        return cli::kOurFault;
    }
}
