#include "reproduce/karamouzas2009_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sidestep::karamouzas2009 {

namespace {

constexpr std::size_t kAgents = 100;

}  // namespace

const std::array<Column, 6> kTable1{{
    {"time",
     "s",
     &WalkMetrics::time,
     nullptr,
     false,
     {kAgents, 30.33, 3.71},
     {kAgents, 25.05, 2.10},
     {kAgents, 24.51, 1.79}},
    {"length",
     "m",
     &WalkMetrics::length,
     nullptr,
     false,
     {kAgents, 37.12, 2.34},
     {kAgents, 35.14, 1.79},
     {kAgents, 34.56, 0.35}},
    {"speed",
     "m/s",
     &WalkMetrics::avg_speed,
     nullptr,
     true,
     {kAgents, 1.23, 0.09},
     {kAgents, 1.40, 0.05},
     {kAgents, 1.41, 0.01}},
    {"smoothness",
     "1/m",
     &WalkMetrics::smoothness,
     &WalkMetrics::smoothness_raw,
     false,
     {kAgents, 1.08, 1.08},
     {kAgents, 0.06, 0.08},
     {kAgents, 0.10, 0.07}},
    {"accel",
     "m/s",
     &WalkMetrics::total_accel,
     nullptr,
     false,
     {kAgents, 55.73, 28.37},
     {kAgents, 9.4, 6.01},
     {kAgents, 18.75, 10.17}},
    {"degrees",
     "deg",
     &WalkMetrics::degrees,
     &WalkMetrics::degrees_raw,
     false,
     {kAgents, 323.22, 225.79},
     {kAgents, 76.62, 52.29},
     {kAgents, 106.2, 56.14}},
}};

double middle(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

double mean_of(const std::vector<double>& values) {
    return summarise(values).mean;
}

std::string p_text(double p) {
    return std::isnan(p) ? "p undefined" : p == 0 ? "p = 0" : fmt::format("p = {:.1g}", p);
}

Comparison::Comparison(const Batch& first, const Batch& second, double WalkMetrics::* metric)
    : a(first.summary(metric)),
      b(second.summary(metric)),
      agents(welch_test(a, b)),
      runs(welch_test(first.run_means(metric), second.run_means(metric))) {
    for (std::size_t i = 0; i < std::min(first.runs.size(), second.runs.size()); ++i) {
        const Batch x{{first.runs[i]}}, y{{second.runs[i]}};
        p_per_run.push_back(welch_test(x.summary(metric), y.summary(metric)).p);
    }
}

bool Comparison::better(bool larger_is_better) const {
    return agents.p < kSignificant && (larger_is_better ? difference() > 0 : difference() < 0);
}

std::string Comparison::text() const {
    return fmt::format("{:.4g} against {:.4g}; {} (n = {}), {} over the means of {} runs", a.mean, b.mean,
                       p_text(agents.p), a.n, p_text(runs.p), p_per_run.size());
}

Score::Score(const Batch& first, const Batch& second) {
    for (const Column& column : kTable1) {
        const Comparison c(first, second, column.value);
        if (c.better(column.larger_is_better)) {
            ++better;
        } else {
            lost += fmt::format("{}{} {:.4g} against {:.4g} ({})", lost.empty() ? "" : ", ", column.name, c.a.mean,
                                c.b.mean, p_text(c.agents.p));
        }
    }
}

double share_arrived(const Batch& batch) {
    return 100.0 * static_cast<double>(batch.arrived()) / static_cast<double>(batch.agents());
}

double deepest_overlap(const Batch& batch) {
    double deepest = 0;
    for (const Outcome& run : batch.runs) deepest = std::max(deepest, run.health.deepest_m);
    return deepest;
}

}  // namespace sidestep::karamouzas2009
