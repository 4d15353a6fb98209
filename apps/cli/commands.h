// The commands, in the order in which `sidestep help` lists them. Each is in the file of its name, all of it: its
// arguments, what they say about themselves, and what is done with them.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace sidestep::cli {

/// What the command that was named is to do, once all arguments are read. Throws InputError. Returns an exit code.
using Action = std::function<int()>;

void add_run(CLI::App& app, Action& action);
void add_view(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_analyse(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_calibrate(CLI::App& app, Action& action);
void add_evaluate(CLI::App& app, Action& action);
void add_scene_from(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_path(CLI::App& app, Action& action);
void add_chart(CLI::App& app, Action& action);
void add_bench_path(CLI::App& app, Action& action);
void add_map(CLI::App& app, Action& action);
void add_evacuate(CLI::App& app, Action& action);
void add_scenes(CLI::App& app, Action& action);
void add_models(CLI::App& app, Action& action);
void add_metrics(CLI::App& app, Action& action);
void add_params(CLI::App& app, Action& action);
void add_schema(CLI::App& app, Action& action);
void add_help(CLI::App& app, Action& action);
void add_completion(CLI::App& app, Action& action);

}  // namespace sidestep::cli
