#include "metrics_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.h"
#include "sidestep/metric.h"

namespace sidestep::cli {

int metrics_command(bool json) {
    Json list = Json::array();
    std::string text;
    for (const Metric& metric : metrics()) {
        const std::vector<std::string_view> needs = names_of(metric.needs);
        list.push_back({{"name", metric.name},
                        {"unit", metric.unit},
                        {"per", name_of(metric.per)},
                        {"needs", needs},
                        {"usual", metric.usual},
                        {"meaning", metric.meaning}});
        text += fmt::format("{:<15} {:<8} per {:<7} {}{}\n", metric.name, metric.unit, name_of(metric.per),
                            metric.meaning, needs.empty() ? "" : fmt::format(" (needs {})", fmt::join(needs, ", ")));
    }
    if (json) {
        print(Json{{"metrics", std::move(list)}});
    } else {
        print(text);
    }
    return kHealthy;
}

}  // namespace sidestep::cli
