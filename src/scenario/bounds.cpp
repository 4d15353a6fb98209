#include "scenario/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/machine_memory.h"
#include "scenario/problem.h"

namespace sidestep {
namespace {

constexpr std::uint64_t kBytesPerAgent = 250;  // docs/performance.md: with all it remembers rather more
constexpr std::uint64_t kUsualChartMemory = 200;

/// How many people a source has sent when the run ends, if there is always room.
double sent_by(const SourceSpec& source, double duration) {
    if (!source.newcomers.empty()) return static_cast<double>(source.newcomers.size());
    if (source.gaps) {
        // Twice as many as on average; whoever draws no gaps at all sends as many as there is room for.
        const double gap = source.gaps->middle();
        const double sent = gap > 0 ? 2 * duration / gap + 100 : 100;
        return source.max > 0 ? std::min<double>(sent, source.max) : sent;
    }
    const double sent =
        source.times.empty() ? std::floor(source.rate * duration) + 1 : static_cast<double>(source.times.size());
    return source.max > 0 ? std::min<double>(sent, source.max) : sent;
}

void check_times(const Scenario& s) {
    if (!(s.dt >= kShortestStep && s.dt <= kLongestStep)) {
        throw problem_at(s, "/simulation/dt", "the time step cannot be used", fmt::format("{:g}", s.dt),
                         fmt::format("{:g} to {:g} s", kShortestStep, kLongestStep), "Choose a value in this range.");
    }
    if (!(s.duration > 0)) {
        throw problem_at(s, "/simulation/duration", "the duration cannot be used", fmt::format("{:g}", s.duration),
                         "more than 0 s", "Choose a longer one.");
    }
    // A program that steps by itself may well have no end.
    if (std::isfinite(s.duration) && s.duration / s.dt > kMostSteps) {
        throw problem_at(s, "/simulation/duration", "the run has too many steps",
                         fmt::format("{:g} s in steps of {:g} s", s.duration, s.dt),
                         fmt::format("at most {:g} steps", kMostSteps), "Shorten it, or take longer steps.");
    }
}

void check_people(const Scenario& s) {
    std::uint64_t total = 0;
    for (const AgentSpec& entry : s.agents) total += entry.position ? 1 : entry.count;
    if (total > kMostAgents) {
        throw problem_at(s, "/agents", fmt::format("the scene has {} agents", total), std::to_string(total),
                         fmt::format("at most {}", kMostAgents), "Lower the counts.");
    }
    const std::uint64_t memory = machine_memory();
    if (total * kBytesPerAgent > memory) {
        throw problem_at(s, "/agents", "the agents do not fit into the memory of this machine", std::to_string(total),
                         fmt::format("at most {}, at {} bytes each", memory / kBytesPerAgent, kBytesPerAgent),
                         "Lower the counts.");
    }
    if (!std::isfinite(s.duration)) return;
    // Sources take turns with the ids, and the program has one more turn.
    const double each = static_cast<double>(kMostIds - total) / static_cast<double>(s.sources.size() + 1);
    for (std::size_t i = 0; i < s.sources.size(); ++i) {
        const double sent = sent_by(s.sources[i], s.duration);
        if (sent < each) continue;
        throw problem_at(s, fmt::format("/sources/{}", i), "the source would send more people than there are ids",
                         fmt::format("{:.0f} people in {:g} s", sent, s.duration),
                         fmt::format("fewer than {:.0f} from each of {} sources", each, s.sources.size()),
                         "Lower its rate, give it a \"max\", or shorten the run.");
    }
}

}  // namespace

void check_bounds(const Scenario& s) {
    check_times(s);
    if (s.profiles.size() > kMostProfiles) {
        throw problem_at(s, "/profiles", "there are too many profiles", std::to_string(s.profiles.size()),
                         fmt::format("at most {}", kMostProfiles), "Draw parameters per agent.");
    }
    const std::uint64_t most = std::max(machine_memory() / 1'000'000, kUsualChartMemory);
    if (s.chart_memory_mb > most) {
        throw problem_at(s, "/simulation/chart_memory_mb", "heading charts may not take more memory than there is",
                         std::to_string(s.chart_memory_mb), fmt::format("at most {} MB on this machine", most),
                         "Lower it, or run the scene on a larger machine.");
    }
    check_people(s);
}

}  // namespace sidestep
