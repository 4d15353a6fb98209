#include "study_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <numeric>
#include <optional>
#include <string_view>

#include "interrupt.h"
#include "progress_bar.h"
#include "sidestep/recorded_people.h"

namespace sidestep::cli {

namespace {

constexpr std::uint64_t kMostRuns = 100'000;

std::optional<std::uint64_t> whole(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

[[noreturn]] void refuse_seeds(const std::string& written) {
    throw InputError({.message = "--seeds takes a number of runs, or the first and the last seed",
                      .value = written,
                      .allowed = fmt::format("N or A-B, whole numbers, 1 to {} runs", kMostRuns),
                      .remedy = "--seeds 10 makes ten runs; --seeds 1-50 makes those with seeds 1 to 50."});
}

/// Of what is measured on its runs.
double sampling_of(const Scenario& scene) {
    return sampling_for({.fps = 1 / (scene.dt * scene.record_every)}, {});
}

/// Columns on a screen: bytes that continue a character take none.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::vector<std::uint64_t> seeds_of(const std::string& written, std::uint64_t first) {
    const std::size_t dash = written.find('-');
    std::optional<std::uint64_t> low = first, count;
    if (dash == std::string::npos) {
        count = whole(written);
    } else {
        low = whole(std::string_view(written).substr(0, dash));
        const auto high = whole(std::string_view(written).substr(dash + 1));
        if (low && high && *low <= *high && *high - *low < kMostRuns) count = *high - *low + 1;
    }
    if (!low || !count || *count < 1 || *count > kMostRuns || *low > UINT64_MAX - *count) refuse_seeds(written);
    std::vector<std::uint64_t> seeds(*count);
    std::iota(seeds.begin(), seeds.end(), *low);
    return seeds;
}

std::string seeds_text(std::span<const std::uint64_t> seeds) {
    if (seeds.size() == 1) return fmt::format("seed {}", seeds[0]);
    return fmt::format("seeds {} to {}", seeds.front(), seeds.back());
}

StudyOutcome run_watched(std::span<const StudyJob> jobs, StudyOptions options) {
    catch_interrupts();
    ProgressBar bar;
    options.progress = [&bar](const StudyProgress& progress) {
        bar.show(progress);
        return interrupted_by() == 0;
    };
    return run_study(jobs, options);
}

Json to_json(std::span<const Spread> spreads, const Scenario& scene) {
    Json numbers = Json::object();
    for (const Spread& s : spreads) {
        numbers[s.name] = {{"unit", s.unit},
                           {"n", s.over_runs.n},
                           {"mean", finite_or_null(s.over_runs.mean)},
                           {"sd", finite_or_null(s.over_runs.sd)},
                           {"ci95", {finite_or_null(s.interval.low), finite_or_null(s.interval.high)}},
                           {"min", finite_or_null(s.min)},
                           {"max", finite_or_null(s.max)}};
        if (const auto people = people_range(s.name, sampling_of(scene))) {
            numbers[s.name]["people"] = {{"low", people->low}, {"high", people->high}};
        }
    }
    return numbers;
}

std::string people_beside(std::string_view number, const Scenario& scene) {
    return people_text(number, sampling_of(scene));
}

std::string interruption() {
    const int signal = interrupted_by();
    return signal == 0 ? "" : signal == SIGINT ? "SIGINT" : "SIGTERM";
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blank(widths[i] - width_of(row[i]), ' ');
            line += i == 0 ? row[i] + blank : "  " + blank + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace sidestep::cli
