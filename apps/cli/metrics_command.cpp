// sidestep metrics: everything that can be measured on a recording.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "sidestep/metric.h"

namespace sidestep::cli {

namespace {

struct MetricsCommand {
    bool json = false;
};

int metrics_command(const MetricsCommand& command) {
    Json list = Json::array();
    std::string text;
    std::size_t widest = 0;
    for (const Metric& metric : metrics()) widest = std::max(widest, metric.name.size());
    for (const Metric& metric : metrics()) {
        const std::vector<std::string_view> needs = names_of(metric.needs);
        list.push_back({{"name", metric.name},
                        {"unit", metric.unit},
                        {"per", name_of(metric.per)},
                        {"needs", needs},
                        {"usual", metric.usual},
                        {"meaning", metric.meaning}});
        text += fmt::format("{:<{}} {:<8} per {:<7} {}{}\n", metric.name, widest, metric.unit, name_of(metric.per),
                            metric.meaning, needs.empty() ? "" : fmt::format(" (needs {})", fmt::join(needs, ", ")));
    }
    if (command.json) {
        print(Json{{"metrics", std::move(list)}});
    } else {
        print(text);
    }
    return kHealthy;
}

}  // namespace

void add_metrics(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("metrics", "list what can be measured on a recording");
    MetricsCommand& metrics = arguments_of(*command, action, metrics_command);
    command->add_flag("--json", metrics.json, kJsonHelp);
}

}  // namespace sidestep::cli
