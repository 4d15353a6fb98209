#include "verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace sidestep::cli {

namespace {

constexpr std::size_t kShown = 5;  // runs
constexpr auto kWarning = "NOT HEALTHY: read the lines below before using the result\n";

std::string label_of(const StudyJob& job) {
    return fmt::format("{}{}seed {}", job.model, job.model.empty() ? "" : ", ", job.seed);
}

bool is_unhealthy(const StudyResult& result) {
    return result.done && !result.summary.health.as_expected();
}

}  // namespace

std::string verdict_text(const RunHealth& health) {
    std::string text = health.ok                  ? "healthy\n"
                       : health.expects_unhealthy ? "not healthy, as the scene expects\n"
                                                  : kWarning;
    for (const std::string& sentence : to_sentences(health)) text += "  " + sentence + "\n";
    return text;
}

std::string verdict_text(std::span<const StudyJob> jobs, std::span<const StudyResult> results) {
    const auto done = std::ranges::count(results, true, &StudyResult::done);
    const auto unhealthy = static_cast<std::size_t>(std::ranges::count_if(results, is_unhealthy));
    if (unhealthy == 0) {
        const auto expected =
            std::ranges::count_if(results, [](const StudyResult& r) { return r.done && !r.summary.health.ok; });
        if (expected > 0) return fmt::format("{} of {} runs not healthy, as the scene expects\n", expected, done);
        return done > 0 ? "all runs healthy\n" : "";
    }
    std::string text = fmt::format("{} of {} runs {}", unhealthy, done, kWarning);
    std::size_t shown = 0;
    for (std::size_t i = 0; i < results.size() && shown < kShown; ++i) {
        if (!is_unhealthy(results[i])) continue;
        const auto sentences = to_sentences(results[i].summary.health);
        text += fmt::format("  {}: {}\n", label_of(jobs[i]), fmt::join(sentences, " "));
        ++shown;
    }
    if (unhealthy > shown) text += fmt::format("  and {} more (all with --json)\n", unhealthy - shown);
    return text;
}

}  // namespace sidestep::cli
