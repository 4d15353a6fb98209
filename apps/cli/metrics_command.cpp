#include "metrics_command.h"

#include <fmt/format.h>

#include "output.h"
#include "sidestep/metric.h"

namespace sidestep::cli {

int metrics_command(bool json) {
    Json list = Json::array();
    std::string text;
    for (const Metric& metric : metrics()) {
        Json needs = Json::array();
        if (metric.needs.walls) needs.push_back("walls");
        if (metric.needs.radii) needs.push_back("radii");
        list.push_back({{"name", metric.name},
                        {"unit", metric.unit},
                        {"per", to_text(metric.per)},
                        {"needs", std::move(needs)},
                        {"usual", metric.usual},
                        {"meaning", metric.meaning}});
        text +=
            fmt::format("{:<15} {:<8} per {:<7} {}{}\n", metric.name, metric.unit, to_text(metric.per), metric.meaning,
                        metric.needs.walls   ? " (needs walls)"
                        : metric.needs.radii ? " (needs radii)"
                                             : "");
    }
    if (json) {
        print(Json{{"metrics", std::move(list)}});
    } else {
        print(text);
    }
    return kHealthy;
}

}  // namespace sidestep::cli
